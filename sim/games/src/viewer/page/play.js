// A match that is played: news from the server, the hand, the moves, and what is done by itself.

Object.assign(WORDS.en, {
  you: "you", person: "person", your: "Your turn.", waiting: "The others play.", now: "Back to the present", goOn: "Go on", connecting: "Connecting …",
  lost: "The connection is lost. Trying again.", failed: "The match cannot go on:", autoWin: "win by itself", noCalls: "no calls", autoDiscard: "discard what is drawn",
  clock: "claims wait", forever: "for ever", seconds: n => `${n} s`, pace: "a step takes", hint: "Hint", noHint: "The agent compares nothing here. It would choose:", after: "waits after it:",
  choose: "Choose the discard of the riichi. Marked tiles keep tenpai.", giveThese: n => n === 1 ? "Choose one tile to give." : `Choose ${n} tiles to give.`, declares: "win", aside: "set aside", download: "Save the match:",
  reviewIt: "Review this match", reviewing: "The match is being reviewed …", file_html: "page", file_mjai: "mjai", file_tenhou6: "tenhou.net/6", file_text: "text", tsumo_: "tsumo",
  playKeys: "Keys: ← → a tile, Enter or space that tile, 1 to 9 a move, W win, R riichi, C chi, P pon, K kan, N set aside, X pass or go on, H hint, V review at the end, [ ] a step back and forth, End the present, L language, Esc closes a card.",
});
Object.assign(WORDS.ja, {
  you: "あなた", person: "プレイヤー", your: "あなたの番です。", waiting: "他家の番です。", now: "現在に戻る", goOn: "次へ", connecting: "接続中…",
  lost: "接続が切れました。再接続しています。", failed: "続行できません:", autoWin: "自動和了", noCalls: "鳴きなし", autoDiscard: "自摸切り",
  clock: "鳴きの待ち", forever: "無制限", seconds: n => `${n}秒`, pace: "一手の時間", hint: "ヒント", noHint: "ここでは比較しません。AIの選択:", after: "打牌後の待ち:",
  choose: "立直の宣言牌を選んでください。印の牌は聴牌を保ちます。", giveThese: n => `渡す牌を${n}枚選んでください。`, declares: "和了", aside: "抜き", download: "対局の保存:",
  reviewIt: "この対局を検討", reviewing: "検討中…", file_html: "ページ", file_mjai: "mjai", file_tenhou6: "tenhou.net/6", file_text: "テキスト",
  playKeys: "キー: ← → 牌、Enter / スペース 打牌、1〜9 選択、W 和了、R 立直、C チー、P ポン、K カン、N 抜き、X 見送り・次へ、H ヒント、V 終局後の検討、[ ] 一手、End 現在、L 言語、Esc 閉じる。",
});

const options = { autoWin: false, noCalls: false, autoDiscard: false, clock: 0, pace: 300 };
const live = { version: 0, question: null, number: -1, answered: -1, caughtUp: false, riichi: false, told: "", lost: true, error: "", hint: null, until: 0, ticking: null, walking: null };
const ME = DATA.seat;
const WINS = ["tsumo", "ron", "declares"];
const LETTER_KEYS = { tsumo: "w", ron: "w", declares: "w", riichi: "r", chi: "c", pon: "p", pon_red: "p", kan: "k", aside: "n", pass: "x", abort: "a", hit: "h", stay: "s" };

// The options stay over a reload, where the browser lets them.
try { Object.assign(options, JSON.parse(localStorage.getItem("hyakuman-play") || "{}")); } catch { /* No storage. */ }
function setOption(name, value) {
  options[name] = value;
  try { localStorage.setItem("hyakuman-play", JSON.stringify(options)); } catch { /* No storage. */ }
  think();
  if (DATA.kyoku.length) draw();
}

const present = () => ({ kyoku: DATA.kyoku.length - 1, step: DATA.kyoku.at(-1).s.length - 1 });
const legalWords = () => codes(live.question[1]).map(code => DATA.actions[code][0]);
// After the announcement of an open riichi there is no other discard.
const mayDiscard = () => legalWords().includes("discards");
const codeOf = (word, tile) => codes(live.question[1]).find(code => DATA.actions[code][0] === word && (tile === undefined || DATA.actions[code][1] === tile));
// What the person has to decide, once all that led to it has been seen.
const toDecide = () => live.question && live.caughtUp && live.answered !== live.number;

// The open question is a decision of the present: the panel shows what each discard leaves.
const positionShown = positionAt;
positionAt = at => {
  const position = positionShown(at), { kyoku, step } = present();
  const isOpenHere = toDecide() && at.kyoku === kyoku && at.step === step;
  return isOpenHere ? { ...position, decisions: [...position.decisions, live.question] } : position;
};

// Takes over news. A kyoku that was known is replaced: its last step may have changed.
function merge({ version, kyoku, now, error }) {
  const first = !DATA.kyoku.length;
  Object.assign(live, { version, lost: false, error: error || "" });
  for (const [number, one] of Object.entries(kyoku)) DATA.kyoku[number] = one;
  if (now.number !== live.number || !now.question) Object.assign(live, { riichi: false, hint: null, told: "" });
  Object.assign(live, { question: now.question, number: now.number });
  live.riichi ||= Boolean(live.question) && legalWords().includes("riichi") && !mayDiscard();
  allMoments = null;
  DATA.result = now.result;
  if (DATA.result && DATA.kyoku.at(-1).s.at(-1)[0] !== "Z") DATA.kyoku.at(-1).s.push(["Z", null, {}]);
  if (!DATA.kyoku.length) return;
  if (first) Object.assign(view, present());
  walk();
}

// Goes on to the present, a step at a time; stops at a card until it has been read.
function walk(read) {
  clearTimeout(live.walking);
  live.walking = null;
  if (live.back) return draw();
  live.caughtUp = atEnd();
  if (live.caughtUp) think();
  else if (read) return walkOn();
  else if (!cardHere()) live.walking = setTimeout(walkOn, options.pace);
  draw();
}

const cardHere = () => !!cardParts(view, positionAt(view));

// One step; where steps take no time, all that there are.
function walkOn() {
  live.walking = null;
  do {
    const over = view.step + 1 >= steps();
    Object.assign(view, over ? { kyoku: view.kyoku + 1, step: 0 } : { step: view.step + 1 }, { card: true });
  } while (options.pace === 0 && !atEnd() && !cardHere());
  walk();
}

// What is done without the person, and the countdown of a claim.
function think() {
  clearInterval(live.ticking);
  live.ticking = null;
  if (!toDecide()) return;
  const words = legalWords(), win = WINS.find(word => words.includes(word));
  if (win && options.autoWin) return send(codeOf(win));
  if (words.includes("pass") && !win && options.noCalls) return send(codeOf("pass"));
  if (options.autoDiscard && !win && codeOf("discards", "*") !== undefined) return send(codeOf("discards", "*"));
  if (words.includes("pass") && options.clock) {
    live.until = Date.now() + 1000 * options.clock;
    live.ticking = setInterval(tick, 250);
  }
}

function tick() {
  if (toDecide() && Date.now() >= live.until) send(codeOf("pass"));
  else drawTold();
}

async function send(action) {
  if (!toDecide() || action === undefined) return;
  const number = live.number;
  clearInterval(live.ticking);
  Object.assign(live, { answered: number, riichi: false, told: "" });
  draw();
  try {
    const response = await fetch("answer", { method: "POST", body: JSON.stringify({ number, action }) });
    if (!response.ok) refused(number, await response.text());
  } catch {
    refused(number, say("lost"));
  }
}

function refused(number, sentence) {
  if (live.answered === number) live.answered = -1;
  live.told = sentence.trim();
  draw();
}

async function askHint() {
  if (!toDecide()) return;
  const number = live.number;
  try {
    const response = await fetch("hint");
    if (!response.ok) live.told = (await response.text()).trim();
    else if (number === live.number) live.hint = await response.json();
  } catch { live.told = say("lost"); }
  draw();
}

const pause = time => new Promise(done => setTimeout(done, time));

// Asks for the review of the match, which may take a while, and then shows it in place of this page.
async function openReview() {
  Object.assign(live, { reviewing: true, told: "" });
  draw();
  try {
    const response = await fetch("review");
    if (response.ok) location.assign(`review#seat=${ME}`);
    else live.told = (await response.text()).trim();
  } catch { live.told = say("lost"); }
  live.reviewing = false;
  draw();
}

// Asks for news for ever. A server that has gone may come back.
async function listenToServer() {
  for (;;) {
    try {
      const response = await fetch(`state?after=${live.version}`);
      if (response.ok) merge(await response.json());
      else throw new Error(await response.text());
    } catch (error) {
      if (!(error instanceof TypeError)) console.warn(String(error));
      live.lost = true;
      if (DATA.kyoku.length) draw();
      await pause(1000);
    }
  }
}

// The tiles that were picked for the exchange so far.
function picked() {
  const { kyoku, step: at } = present();
  const mine = (DATA.kyoku[kyoku].s[at][3] || []).filter(one => one[0] === ME && isPick(one));
  return mine.map(([, , chosen]) => DATA.actions[chosen][1]);
}

// The action of a tile of the hand; undefined if there is none.
function tileCode(letter, drawn) {
  if (!toDecide()) return undefined;
  const word = live.riichi ? "riichi" : legalWords().includes("give") ? "give" : "discards";
  return (drawn ? codeOf(word, "*") : undefined) ?? codeOf(word, letter);
}

// What a discard leaves: its row of the question.
const handAfter = letter => live.question && live.question[3] ? handsOf(live.question[3]).find(([discard]) => discard && kindOf(discard) === kindOf(letter)) : undefined;

function tellAfter(letter) {
  const after = handAfter(letter);
  const line = byId("told");
  if (!line || !after || after[1] !== 0 || live.riichi && codeOf("riichi", letter) === undefined && codeOf("riichi", "*") === undefined) return drawTold();
  line.replaceChildren(`${say("after")} `, ...tileIcons(after[3], "small"), ` ${after[2]} ${say("unseen")}`);
}

function tileButton(letter, drawn, isPicked) {
  const code = isPicked ? undefined : tileCode(letter, drawn), focus = () => tellAfter(letter);
  const names = [drawn ? "drawn" : "", isPicked ? "picked" : "", live.riichi && code !== undefined ? "keeps" : ""];
  return html("button", { type: "button", class: names.join(" ").trim(), disabled: code === undefined, "data-code": code === undefined ? null : code, "aria-label": tileText(letter) + (drawn ? ` (${say("drawn")})` : ""),
    onclick: () => send(code), onfocus: focus, onmouseenter: focus, onmouseleave: drawTold }, tileIcon(letter));
}

function handButtons(seat) {
  const given = live.caughtUp ? picked() : [];
  const button = letter => { const at = given.indexOf(letter); if (at >= 0) given.splice(at, 1); return tileButton(letter, false, at >= 0); };
  return [...[...seat.hand].map(button), ...(seat.drawn ? [tileButton(seat.drawn, true, false)] : [])];
}

// The moves that are no tile of the hand, wins first, each with its key.
function moveButtons(position) {
  if (!live.caughtUp) return cardShown() ? [goButton()] : live.back ? [nowButton()] : [];
  if (DATA.result && !live.back) return [moveButton(say("reviewIt"), [], "v", openReview, "go", null)];
  if (!toDecide()) return live.back ? [nowButton()] : [];
  const rank = word => WINS.includes(word) ? 0 : word === "pass" ? 2 : 1, used = new Set();
  const others = codes(live.question[1]).filter(code => !["discards", "riichi", "give"].includes(DATA.actions[code][0]));
  others.sort((a, b) => rank(DATA.actions[a][0]) - rank(DATA.actions[b][0]));
  const moves = others.map((code, i) => {
    const { word, words, tiles } = action(code, position, ME), letter = LETTER_KEYS[word];
    const key = letter && !used.has(letter) ? letter : String(i + 1);
    used.add(key);
    return moveButton(words, tiles, key, () => send(code), WINS.includes(word) ? "win" : "", code);
  });
  if (legalWords().includes("riichi") && mayDiscard()) moves.unshift(moveButton(say("riichi"), [], "r", toggleRiichi, "", null, live.riichi));
  if (live.back) moves.push(nowButton());
  return [...moves, moveButton(say("hint"), [], used.has("h") ? "?" : "h", askHint, "quiet", null)];
}

function moveButton(words, tiles, key, act, name, code, pressed) {
  return html("button", { type: "button", class: name, "data-key": key, "data-code": code === null ? null : code, "aria-pressed": pressed === undefined ? null : String(pressed), onclick: act },
    words, ...tiles.map(letter => tileIcon(letter, "small")), html("kbd", {}, key.toUpperCase()));
}
const goButton = () => moveButton(say("goOn"), [], "x", () => walk(true), "go", null);
const nowButton = () => moveButton(say("now"), [], "End", toPresent, "go", null);
const cardShown = () => !live.back && !live.walking && !live.caughtUp;

function toggleRiichi() {
  live.riichi = !live.riichi;
  draw();
}

function toPresent() {
  live.back = false;
  go(present());
  walk();
}

// A person who looks back stays there; the match goes on behind.
function lookBack(command) {
  live.back = true;
  clearTimeout(live.walking);
  live.walking = null;
  COMMANDS_OF_VIEWER[command]();
  if (atEnd()) toPresent();
  else draw();
}

function toldWords() {
  if (live.lost) return say("lost");
  if (live.error) return `${say("failed")} ${live.error}`;
  if (live.told) return live.told;
  if (live.reviewing) return say("reviewing");
  if (!toDecide()) return !live.caughtUp ? "" : say(DATA.result ? "over" : "waiting");
  if (live.riichi) return say("choose");
  if (legalWords().includes("give")) return say("giveThese", 3 - picked().length);
  const left = live.ticking ? ` ${Math.max(0, Math.ceil((live.until - Date.now()) / 1000))}` : "";
  return say("your") + left;
}

function drawTold() {
  const line = byId("told");
  if (!line) return;
  line.className = live.lost || live.error ? "lost" : "";
  const claims = toDecide() && !live.lost && !live.told && legalWords().includes("pass") ? offerLine(positionAt(present())) : null;
  line.replaceChildren(toldWords(), ...(claims ? [" ", html("span", { class: "offer" }, ...claims.childNodes)] : []));
}

function optionParts() {
  const check = name => html("label", {}, html("input", { type: "checkbox", checked: options[name], "data-option": name, onchange: event => setOption(name, event.target.checked) }), say(name));
  const choice = (name, values, words) => html("label", {}, say(name), html("select", { "data-option": name, onchange: event => setOption(name, Number(event.target.value)) },
    ...values.map(value => html("option", { value, selected: options[name] === value }, words(value)))));
  const parts = [choice("pace", [0, 150, 300, 600, 1000], value => say("seconds", value / 1000))];
  if (DATA.family === "toppan") return parts;
  return [check("autoWin"), check("noCalls"), check("autoDiscard"), choice("clock", [0, 5, 10, 20], value => value ? say("seconds", value) : say("forever")), ...parts];
}

// The match as files, once it is over.
function filePart() {
  const endings = { html: "html", mjai: "mjson", tenhou6: "json", text: "txt" };
  const link = format => html("a", { href: `file/${format}`, download: `match.${endings[format]}` }, say(`file_${format}`));
  return html("p", { id: "files" }, say("download"), ...DATA.formats.map(link));
}

// A hint: what every action is worth, or only what the agent would do.
function hintPart(position) {
  const { choice, rows, unit } = live.hint;
  if (!rows.length) return html("p", { class: "verdict" }, say("noHint"), " ", actionChip(choice, position, ME, true));
  return html("div", {}, html("p", { class: "quiet" }, `${say("valuesIn")} ${say("unit_" + unit)}`), candidateRows(null, choice, rows, position, ME));
}

function drawAct() {
  const act = byId("act"), focus = act.contains(document.activeElement) || document.activeElement === document.body;
  const kept = document.activeElement?.dataset?.option, held = document.activeElement?.dataset?.code;
  const position = positionAt(live.caughtUp ? present() : view), seat = position.seats[ME];
  const parts = [html("p", { id: "told", "aria-live": "polite" })];
  if (!(DATA.result && live.caughtUp) && DATA.family !== "toppan") parts.push(html("div", { id: "hand", role: "group" }, ...handButtons(seat)));
  parts.push(html("div", { id: "moves", role: "group" }, ...moveButtons(position)));
  if (live.hint && toDecide()) parts.push(hintPart(position));
  if (DATA.result && live.caughtUp) parts.push(filePart());
  act.replaceChildren(...parts, html("div", { id: "options" }, ...optionParts()));
  drawTold();
  if (focus) refocus(act, kept, held);
}

// The keyboard stays where it was, or goes to the tile just drawn, to passing, or to going on.
function refocus(act, kept, held) {
  if (kept) return act.querySelector(`[data-option=${kept}]`)?.focus();
  const same = held && toDecide() ? act.querySelector(`button[data-code="${held}"]`) : null;
  const next = same || act.querySelector("#moves .win, #hand .drawn:not(:disabled)") || act.querySelector("#hand button:not(:disabled), #moves .go, #moves button[data-code]");
  next?.focus({ preventScroll: true });
}

const drawPosition = draw;
draw = () => {
  if (!DATA.kyoku.length) return;
  drawPosition();
  drawAct();
};

const COMMANDS_OF_VIEWER = { ...COMMANDS };
for (const command of ["prevK", "prevD", "prev", "play", "next", "nextD", "nextK"]) COMMANDS[command] = () => lookBack(command);
Object.assign(COMMANDS, {
  close: () => { if (live.riichi && mayDiscard()) toggleRiichi(); else if (cardShown()) walk(true); else COMMANDS_OF_VIEWER.close(); },
  now: toPresent, left: () => besides(-1), right: () => besides(1),
});
for (const old of Object.keys(KEYS)) delete KEYS[old];
Object.assign(KEYS, { "[": "prev", "]": "next", PageUp: "prevK", PageDown: "nextK", End: "now", ArrowLeft: "left", ArrowRight: "right", l: "language", Escape: "close" });

// The tile or move beside the one with the keyboard.
function besides(by) {
  const all = [...byId("act").querySelectorAll("#hand button:not(:disabled), #moves button")], at = all.indexOf(document.activeElement);
  all[(at + by + all.length) % all.length]?.focus();
}

// A key of a move.
function listenToMoves() {
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input")) return;
    const found = [...byId("moves")?.querySelectorAll("[data-key]") || []].find(button => button.dataset.key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    found.click();
  }, { capture: true });
  byId("stage").addEventListener("pointerup", event => event.stopImmediatePropagation(), { capture: true }); // no swipes
  // The tiles on the table are too small for a finger: those of the hand below are not.
  byId("stage").addEventListener("click", event => {
    const own = event.target.closest("[data-own]"), last = atEnd() && toDecide();
    event.stopImmediatePropagation();
    if (own && last && !matchMedia("(pointer: coarse)").matches) send(tileCode(own.dataset.own, own.classList.contains("drawn")));
    else if (event.target.closest("#card")) COMMANDS.close();
  }, { capture: true });
}

async function startPlay() {
  Object.assign(view, { seat: ME, open: false, testing: true });
  document.body.prepend(tileSymbols());
  WORDS.en.keys = WORDS.en.playKeys;
  WORDS.ja.keys = WORDS.ja.playKeys;
  byId("note").textContent = say("connecting");
  listenToMoves();
  listen();
  listenToServer();
  while (!DATA.kyoku.length) await pause(50);
  byId("note").textContent = DATA.note;
}

unpack().then(() => { DATA.kyoku = []; return startPlay(); }).then(() => { document.body.dataset.ready = ""; });
