// What the one who looks does: keys, touch, buttons, the link to a position.

const TABS = [...(DATA.review ? ["review"] : []), "decision", "moments", "summary"];
const view = {
  kyoku: 0, step: 0, seat: 0, open: true, tab: TABS[0], card: true, speed: 1, sorts: new Set(["riichi", "call", "win", "deal_in"]),
  order: "byLoss", judged: null, all: false, // of the list of losses
};
const byId = id => document.getElementById(id);
const steps = () => DATA.kyoku[view.kyoku].s.length;
let timer = null;

const ICONS = {
  prevK: "M6 5V19M18 5L8 12L18 19Z", prevD: "M12 5L4 12L12 19ZM20 5L12 12L20 19Z", prev: "M17 5L7 12L17 19Z", next: "M7 5L17 12L7 19Z",
  nextD: "M4 5L12 12L4 19ZM12 5L20 12L12 19Z", nextK: "M18 5V19M6 5L16 12L6 19Z", play: "M6 4L20 12L6 20Z", pause: "M7 5V19M17 5V19",
  open: "M2 12Q12 2 22 12Q12 22 2 12ZM12 9V15",
};
const icon = path => svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: path }));

// Goes to a position and draws it.
function go(at) {
  view.kyoku = Math.max(0, Math.min(DATA.kyoku.length - 1, at.kyoku));
  view.step = Math.max(0, Math.min(steps() - 1, at.step));
  view.card = true;
  draw();
}

// One step on or back, over the ends of a kyoku. At the ends of the match nothing moves.
function step(by) {
  const to = view.step + by;
  if (to >= steps() && view.kyoku + 1 < DATA.kyoku.length) go({ kyoku: view.kyoku + 1, step: 0 });
  else if (to < 0 && view.kyoku > 0) go({ kyoku: view.kyoku - 1, step: Infinity });
  else if (to >= 0 && to < steps()) go({ kyoku: view.kyoku, step: to });
  else stop();
}

const atEnd = () => view.kyoku === DATA.kyoku.length - 1 && view.step === steps() - 1;

// The next or last position in which somebody whose hand is seen decides.
function decision(by) {
  for (let { kyoku, step: at } = view; ;) {
    at += by;
    if (at < 0 || at >= DATA.kyoku[kyoku].s.length) {
      kyoku += by;
      if (kyoku < 0 || kyoku >= DATA.kyoku.length) return;
      at = by > 0 ? 0 : DATA.kyoku[kyoku].s.length - 1;
    }
    const decisions = DATA.kyoku[kyoku].s[at][3] || [];
    if (decisions.some(([seat]) => view.open || seat === view.seat)) return go({ kyoku, step: at });
  }
}

// The next or last decision with another choice of the agent.
function otherChoice(by) {
  const at = DATA.review && nextLoss(view, by);
  if (at) go(at);
}

// A decision from the list of losses, as the seat saw it, with the table in the window.
function goToLoss({ at, seat }) {
  Object.assign(view, { seat, tab: "decision" });
  go(at);
  byId("stage").scrollIntoView({ block: "nearest" });
}

// From the end of the match, from its beginning.
function play() {
  if (timer) return stop();
  if (atEnd()) go({ kyoku: 0, step: 0 });
  wait();
  draw();
}

// Waits before the next step, longer where there is a card to read; then goes on.
function wait() {
  timer = setTimeout(() => {
    step(1);
    if (atEnd()) stop();
    else wait();
  }, (byId("card").hidden ? 800 : 4000) / view.speed);
}

const SPEEDS = [0.5, 1, 2, 4];

// The next speed, at once if the match is playing.
function faster() {
  view.speed = SPEEDS[(SPEEDS.indexOf(view.speed) + 1) % SPEEDS.length];
  if (timer) { clearTimeout(timer); wait(); }
  draw();
}

function stop() {
  clearTimeout(timer);
  timer = null;
  draw();
}

const change = changes => { Object.assign(view, changes); draw(); };
const COMMANDS = {
  prevK: () => go({ kyoku: view.step ? view.kyoku : view.kyoku - 1, step: 0 }), prevD: () => decision(-1), prev: () => step(-1), play,
  next: () => step(1), nextD: () => decision(1), prevL: () => otherChoice(-1), nextL: () => otherChoice(1), nextK: () => go(view.kyoku + 1 < DATA.kyoku.length ? { kyoku: view.kyoku + 1, step: 0 } : { kyoku: view.kyoku, step: Infinity }),
  open: () => change({ open: !view.open }), seat: () => change({ seat: (view.seat + 1) % DATA.seats }),
  close: () => change({ card: false }), speed: faster,
  language: () => { language = language === "ja" ? "en" : "ja"; draw(); },
};
const KEYS = { ArrowLeft: "prev", ArrowRight: "next", ArrowUp: "prevK", ArrowDown: "nextK", " ": "play", f: "speed", d: "nextD", D: "prevD", e: "nextL", E: "prevL", s: "seat", o: "open", l: "language", Escape: "close" };

// What changes with kyoku and language only.
function drawFrame() {
  const shown = `${view.kyoku} ${DATA.kyoku.length} ${language}`;
  if (byId("kyoku").dataset.shown === shown) return;
  byId("kyoku").dataset.shown = shown;
  document.documentElement.lang = language;
  byId("title").textContent = DATA.title;
  byId("lang").textContent = say("lang");
  byId("note").textContent = DATA.note;
  byId("note").hidden = !DATA.note;
  byId("kyoku").replaceChildren(...DATA.kyoku.map((kyoku, k) => html("button", { type: "button", "aria-current": String(k === view.kyoku), title: kyokuName(kyoku), onclick: () => go({ kyoku: k, step: 0 }) }, kyokuLabel(kyoku))));
  const current = byId("kyoku").querySelector("[aria-current=true]");
  requestAnimationFrame(() => { byId("kyoku").scrollLeft = current.offsetLeft - byId("kyoku").clientWidth / 2; });
}

// What the rules count besides the scores: `w` is paid double, `n` has won nothing yet, `c5` has five chips.
function houseWords(house) {
  const word = { w: () => say("wareme"), n: () => say("winless"), c: number => say("chips", signed(Number(number))) };
  return house.split(" ").map(part => word[part[0]](part.slice(1))).join(" · ");
}

function drawSeats(position) {
  byId("seats").replaceChildren(...position.seats.map((seat, number) => {
    const open = isOpen(view, position, number), won = seat.flags & WON && !position.over, known = open && seat.shanten !== undefined && !position.over && !won;
    const waits = known && seat.shanten === 0 ? tileIcons(seat.waits, "small") : [];
    const state = known ? html("span", { class: "state" }, shantenWords(seat.shanten), seat.flags & FURITEN && waits.length ? ` (${say("furiten")})` : "", ...waits) : null;
    return html("button", { type: "button", class: "seat" + (position.actor === number ? " acting" : ""), "aria-pressed": String(number === view.seat), onclick: () => { if (!isPlayed) change({ seat: number }); } },
      html("span", { class: "who" }, key(number), seatWind(position.kyoku, number), " ", name(number)), html("span", { class: "points" }, points(seat.score)),
      html("span", { class: "state" }, won ? html("b", {}, say("won")) : seat.flags & RIICHI ? html("b", {}, say(seat.flags & SHOWN ? "open_riichi" : "riichi") + " ") : null, state ?? (DATA.family === "toppan" ? toppanWords(seat, open || seat.flags & SHOWN) : null)),
      seat.house ? html("span", { class: "state" }, houseWords(seat.house)) : null);
  }));
}

function drawControls(position) {
  byId("status").textContent = `${view.step}/${steps() - 1} · ${describe(position, view)}`;
  const slider = byId("slider");
  slider.max = steps() - 1;
  slider.value = view.step;
  slider.setAttribute("aria-label", kyokuName(position.kyoku));
  const last = Math.max(1, steps() - 1), marks = byId("marks");
  marks.setAttribute("viewBox", `0 0 ${last} 10`);
  marks.replaceChildren(...moments().filter(({ at, sort }) => at.kyoku === view.kyoku && sort !== "deal_in").map(({ at, sort }) =>
    svg("rect", { x: at.step - last / 300, y: sort === "call" ? 5 : 0, width: last / 150, height: sort === "call" ? 5 : 10, class: sort })));
  byId("losses").toggleAttribute("hidden", !DATA.review);
  if (DATA.review) drawLosses(view, last);
  const button = command => html("button", { type: "button", title: say(command), "aria-label": say(command), onclick: COMMANDS[command] }, icon(ICONS[command === "play" && timer ? "pause" : command]));
  const hands = html("button", { type: "button", class: "wide", title: say("open"), "aria-pressed": String(view.open), onclick: COMMANDS.open }, say(view.open ? "all" : "own"));
  const speed = html("button", { type: "button", class: "speed", title: say("speed"), onclick: COMMANDS.speed }, `${view.speed}×`);
  byId("buttons").replaceChildren(...["prevK", "prevD", "prev", "play", "next", "nextD", "nextK"].map(button), speed, ...(isPlayed ? [] : [hands]));
}

function drawPanel(position) {
  byId("tabs").replaceChildren(...TABS.map(tab => html("button", { type: "button", role: "tab", "aria-selected": String(view.tab === tab), onclick: () => change({ tab }) }, say(tab))));
  const filter = sort => { view.sorts.has(sort) ? view.sorts.delete(sort) : view.sorts.add(sort); draw(); };
  const jumps = DATA.review ? [lossButtons(COMMANDS)] : [];
  const parts = { review: () => reviewPanel(view, goToLoss, change), decision: () => [...jumps, ...decisionPanel(position, view)], moments: () => momentsPanel(view, go, filter), summary: () => summaryPanel(go) };
  byId("content").replaceChildren(...parts[view.tab]());
}

function drawCard(position) {
  const parts = view.card ? cardParts(view, position) : null;
  byId("card").hidden = !parts;
  const close = html("button", { type: "button", class: "close", title: say("close"), "aria-label": say("close") }, "×");
  const more = html("div", { class: "more" }, html("button", { type: "button", onclick: event => { event.stopPropagation(); byId("card").scrollBy({ top: 120, behavior: "smooth" }); } }, `▾ ${say("more")}`));
  byId("card").replaceChildren(...(parts ? [close, ...parts, more] : []));
  if (!parts) return;
  byId("card").scrollTop = 0;
  signMore();
}

// A card that does not fit says that there is more.
function signMore() {
  const card = byId("card"), more = card.querySelector(".more");
  if (more) more.hidden = card.scrollTop + card.clientHeight >= card.scrollHeight - 8;
}

function draw() {
  const position = positionAt(view);
  drawFrame();
  drawTable(position, view);
  drawCard(position);
  drawControls(position);
  drawSeats(position);
  drawPanel(position);
  if (view.testing) return;
  const link = `#kyoku=${view.kyoku + 1}&step=${view.step}&seat=${view.seat}${view.open ? "" : "&hands=one"}`;
  try { history.replaceState(null, "", link); } catch { /* A page in a frame may have no history. */ }
}

// The position that a link names: kyoku from 1, the deal is step 0.
function follow() {
  const wanted = new URLSearchParams(location.hash.slice(1)), number = key => parseInt(wanted.get(key) ?? "", 10);
  view.seat = Math.max(0, Math.min(DATA.seats - 1, number("seat") || 0));
  view.open = wanted.get("hands") !== "one";
  if (WORDS[wanted.get("lang")]) language = wanted.get("lang");
  if (TABS.includes(wanted.get("tab"))) view.tab = wanted.get("tab");
  if (DATA.last && !location.hash) return go({ kyoku: DATA.kyoku.length - 1, step: Infinity });
  go({ kyoku: (number("kyoku") || 1) - 1, step: number("step") || 0 });
}

// A swipe is a step, on a card too. A tap steps back on the left third of the table and on elsewhere; it closes a card. Where a card
// was closed, a tap in the middle opens it again.
function listenToTouch(stage) {
  let from = null, swiped = false;
  stage.addEventListener("pointerdown", event => { from = event.isPrimary ? event : null; swiped = false; });
  stage.addEventListener("pointercancel", () => { from = null; });
  stage.addEventListener("pointerup", event => {
    if (!from || !event.isPrimary) return;
    const x = event.clientX - from.clientX, y = event.clientY - from.clientY;
    from = null;
    swiped = Math.abs(x) > 30 && Math.abs(x) > Math.abs(y);
    if (swiped) step(x < 0 ? 1 : -1);
  });
  stage.addEventListener("click", event => {
    if (swiped) return;
    if (event.target.closest("#card")) return COMMANDS.close();
    const box = stage.getBoundingClientRect(), third = Math.floor((event.clientX - box.left) / box.width * 3);
    if (third === 1 && !view.card && cardParts(view, positionAt(view))) change({ card: true });
    else step(third === 0 ? -1 : 1);
  });
}

function listen() {
  byId("lang").addEventListener("click", COMMANDS.language);
  byId("slider").addEventListener("input", () => go({ kyoku: view.kyoku, step: Number(byId("slider").value) }));
  byId("card").addEventListener("scroll", signMore);
  window.addEventListener("resize", signMore);
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    if (event.key === " " && event.target.matches("button")) return;
    event.preventDefault();
    COMMANDS[KEYS[event.key]]();
  });
  listenToTouch(byId("stage"));
  window.addEventListener("hashchange", follow);
}

// Steps through the whole match in changing views and writes what it found into the page: for tests.
function selfTest(errors) {
  let unknown = false;
  view.testing = true;
  let drawn = 0;
  DATA.kyoku.forEach((kyoku, k) => kyoku.s.forEach((_, at) => {
    language = k % 2 ? "en" : "ja";
    Object.assign(view, { seat: drawn % DATA.seats, open: drawn % 5 > 1, tab: drawn % 64 === 3 ? "moments" : drawn % 64 === 7 ? "summary" : drawn % 64 === 11 ? TABS[0] : "decision" });
    go({ kyoku: k, step: at });
    unknown ||= /undefined|NaN|null/.test(byId("app").textContent);
    drawn += 1;
  }));
  const final = [...byId("card").querySelectorAll("[data-final]")].sort((a, b) => a.dataset.final - b.dataset.final);
  document.body.append(html("pre", { id: "selftest" }, JSON.stringify({ drawn, unknown, errors, final: final.map(cell => cell.textContent) })));
}

function start() {
  document.body.prepend(tileSymbols());
  if (DATA.kyoku.length) {
    listen();
    follow();
  } else {
    byId("title").textContent = DATA.title;
    byId("note").textContent = DATA.note || say("log");
    byId("note").hidden = false;
  }
}

// For `#selftest`: everything that goes wrong is in the page.
function startTest() {
  const errors = [];
  window.addEventListener("error", event => errors.push(event.message));
  document.addEventListener("securitypolicyviolation", event => errors.push(`policy: ${event.violatedDirective}`));
  document.body.prepend(tileSymbols());
  listen();
  try { selfTest(errors); } catch (error) { document.body.append(html("pre", { id: "selftest" }, JSON.stringify({ errors: [String(error.stack)] }))); }
}
