// Everything beside the table: what happened, decisions, moments, the match, and the card at the end of a kyoku.

function html(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}
const name = seat => html("bdi", { class: "name" }, seatName(seat));
const key = seat => html("span", { class: "key s" + seat });
// A seat where no kyoku says its wind: agents may have the same name.
const player = seat => [key(seat), html("span", { class: "quiet", title: say("start") }, wind(seat)), " ", name(seat)];

// How a kyoku ended, in words: who won with what tile, or why it was drawn.
function endWords(kyoku) {
  const { r, w } = kyoku.e, winner = win => `${seatWind(kyoku, win.w)} ${seatName(win.w)}`;
  const won = win => DATA.family === "toppan" ? winner(win) : `${winner(win)} ${say(win.f === null ? "tsumo" : "ron")} ${tileText(win.t)}`;
  return [w.length ? say("win") : "", ...w.map(won), r === "win" ? "" : say(r)].filter(Boolean).join(" · ");
}

// The same, shorter: how many won.
function endName({ r, w }) {
  return r === "win" || !w.length ? say(r) : `${say("win")} × ${w.length} · ${say(r)}`;
}

// The step in words, as far as the one who looks may know it.
function describe(position, view) {
  const { letter, actor } = position;
  if (letter === "S") return `${kyokuName(position.kyoku)} · ${say("dealt")}`;
  if (letter === "E") return position.kyoku.e ? endWords(position.kyoku) : say("end");
  if (letter === "Z") return say("over");
  if (letter === "H") return say("exchange");
  const seat = position.seats[actor], open = isOpen(view, position, actor);
  const last = text => text ? " " + tileText(text) : "";
  const meld = seat.melds.length ? " " + [...seat.melds.at(-1).slice(2)].map(tileText).join(" ") : "";
  const words = {
    D: () => say("draws") + (open || DATA.family === "toppan" && seat.hand.length > 1 ? last(seat.drawn || seat.hand.at(-1)) : ""),
    X: () => say("discards") + last(seat.river.at(-2)) + (parseInt(seat.river.at(-1), 16) & TSUMOGIRI ? ` (${say("drawn")})` : ""),
    R: () => `${say(seat.flags & SHOWN ? "open_riichi" : "riichi")}:` + last(seat.river.at(-2)),
    c: () => say("chi") + meld, p: () => say("pon") + meld, d: () => say("kan") + meld, a: () => say("ankan") + meld,
    k: () => say("kakan") + last(offered(position)), n: () => say("aside") + last(seat.aside.at(-1)), W: () => say("wins"),
    B: () => `${say("bets")} ${points(seat.bet)}`, Y: () => say("stays"), V: () => say("declares"), U: () => say("bust"),
    T: () => say("turned") + last(seat.extra), O: () => "",
  };
  return `${seatWind(position.kyoku, actor)} ${seatName(actor)} · ${words[letter]()}`;
}

// The tiles of one's own that a chi takes.
function chiTiles(side, red, called) {
  const own = [0, 1, 2].filter(place => place !== side).map(place => kindOf(called) - side + place);
  return own.map(kind => LETTERS[red && kind % 9 === 4 ? 34 + Math.floor(kind / 9) : kind]);
}

// An action by its code: its word and its tiles.
function action(code, position, seat) {
  const [word, tile, side, red] = DATA.actions[code], letter = tile === "*" ? position.seats[seat].drawn : tile;
  const tiles = side === undefined ? [...letter] : chiTiles(side, red, offered(position));
  return { word, words: say(word), tiles, discard: word === "discards" || word === "riichi" ? letter : "" };
}

const codes = text => text.match(/../g).map(code => parseInt(code, 16));

function actionChip(code, position, seat, chosen) {
  const { words, tiles } = action(code, position, seat);
  return html("span", { class: chosen ? "chip chosen" : "chip" }, words, ...tiles.flatMap(letter => tileIcons(letter)));
}

function shantenWords(shanten) {
  if (shanten < 0) return say("complete");
  if (shanten === 0) return say("tenpai");
  return language === "ja" ? `${shanten}${say("shanten")}` : `${shanten}-${say("shanten")}`;
}

// The hands that the discards leave.
function handRows(hands, chosen) {
  const name = (discard, shanten) => (discard && chosen && kindOf(discard) === kindOf(chosen) ? "chosen " : "") + (shanten > hands[0][1] ? "worse" : "");
  const row = ([discard, shanten, count, kinds]) => html("tr", { class: name(discard, shanten) },
    html("td", { class: "discard" }, ...tileIcons(discard)), html("td", { class: "shanten" }, shantenWords(shanten)),
    html("td", { class: "number" }, count), html("td", { class: "kinds" }, ...tileIcons(kinds, "small")));
  const heads = [["discard", say("discard")], ["shanten", say("shanten")], ["number", say("unseen")], ["kinds", say("accepts")]];
  return html("table", { class: hands[0][0] ? "hands" : "hands as-is" },
    html("thead", {}, html("tr", {}, ...heads.map(([name, word]) => html("th", { class: name }, word)))), html("tbody", {}, ...hands.map(row)));
}

function decisionPart([seat, legal, chosen, hands, opinion], position) {
  const all = codes(legal), done = chosen === null ? {} : action(chosen, position, seat);
  const others = all.filter(code => code !== chosen && !action(code, position, seat).discard);
  const discards = all.map(code => action(code, position, seat)).filter(({ word }) => word === "discards").map(({ discard }) => discard);
  const unique = [...new Set(discards)].sort((a, b) => kindOf(a) - kindOf(b) || (a > b ? 1 : -1));
  return html("article", { class: "decision" },
    html("h3", {}, key(seat), seatWind(position.kyoku, seat), " ", name(seat), chosen === null ? null : actionChip(chosen, position, seat, true)),
    seat === position.actor ? null : offerLine(position),
    opinion?.[3].length ? null : html("p", { class: "legal" }, html("span", { class: "quiet" }, say("legal") + " "), ...others.map(code => actionChip(code, position, seat)),
      unique.length ? html("span", { class: "chip" }, say("discards"), ...tileIcons(unique.join(""), "small")) : null),
    opinion ? opinionPart(chosen, opinion, position, seat) : null,
    hands ? handRows(handsOf(hands), done.discard) : null);
}

// The tile that a seat may claim, and whose it is.
function offerLine(position) {
  const tile = offered(position), { actor, kyoku } = position;
  return tile ? html("p", { class: "offer" }, html("span", { class: "quiet" }, say("offered")), tileIcon(tile), say("by"), key(actor), seatWind(kyoku, actor), name(actor)) : null;
}

// The picks of a seat for the exchange: one decision for each tile.
function picksPart(seat, decisions, kyoku) {
  const picked = decisions.filter(([, , chosen]) => chosen !== null).map(([, , chosen]) => DATA.actions[chosen][1]);
  return html("article", { class: "decision" }, html("h3", {}, key(seat), seatWind(kyoku, seat), " ", name(seat),
    html("span", { class: "chip chosen" }, say("give"), ...picked.flatMap(letter => tileIcons(letter)))));
}

// Who gave what to whom, as far as the one who looks may know it.
function exchangePart(position, view) {
  const row = ([from, to, tiles]) => html("p", { class: "tiles" }, key(from), seatWind(position.kyoku, from), " ", name(from), " ",
    ...tileIcons(view.open || from === view.seat || to === view.seat ? tiles : "-".repeat(tiles.length)), " → ", key(to), seatWind(position.kyoku, to), " ", name(to));
  return html("article", {}, ...position.kyoku.x.map(row));
}

const isPick = ([, legal, chosen]) => DATA.actions[chosen ?? codes(legal)[0]][0] === "give";

const DORA_CLASSES = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "東", "白"];

function decisionPanel(position, view) {
  const seen = position.decisions.filter(([seat]) => view.open || seat === view.seat);
  const picks = seen.filter(isPick), pickers = [...new Set(picks.map(([seat]) => seat))];
  const parts = [...pickers.map(seat => picksPart(seat, picks.filter(one => one[0] === seat), position.kyoku)),
    ...seen.filter(one => !isPick(one)).map(decision => decisionPart(decision, position))];
  if (position.letter === "H") parts.push(exchangePart(position, view));
  if (!parts.length) parts.push(html("p", { class: "quiet" }, say(position.decisions.length ? "hiddenDecision" : "noDecision")));
  if (position.dora) {
    const words = language === "ja" ? DORA_CLASSES : [...DORA_CLASSES.slice(0, 9), "winds", "dragons"];
    const counts = [...position.dora].map((count, i) => [words[i], count.charCodeAt(0) - 48]).filter(([, count]) => count);
    parts.push(html("p", { class: "legal" }, html("span", { class: "quiet" }, say("doraCount") + " "),
      ...counts.map(([word, count]) => html("span", { class: "chip" }, `${word} × ${count}`))));
  }
  return parts;
}

function valueWords(win) {
  if (DATA.family === "toppan") return `${win.h} ${say("han")}, ${signed(win.d[win.w])} ${say("points")}`;
  if (DATA.family === "yangzhou") return `${points(win.p)} ${say("fan")}, ${signed(win.d[win.w])} ${say("points")}`;
  if (DATA.family === "toutenkou") return `${points(win.p)} ${say("points")}${win.f === null ? " " + say("each") : ""}`;
  const limit = WORDS.en[win.c] ? say(win.c) : "", amount = `${points(win.p)} ${say("points")}`;
  const value = win.m ? [(win.m > 1 ? `${win.m} × ` : "") + say("yakuman"), amount] : [`${win.h} ${say("han")} ${win.u} ${say("fu")}`, limit, amount];
  return language === "ja" ? value.filter(Boolean).map(part => part.replaceAll(" ", "")).join(" ") : value.filter(Boolean).join(", ");
}

// What a winner got beside the value of the hand: honba, riichi sticks; and the sum.
function extraWords(win, kyoku) {
  const parts = [win.b ? `${say("honba", kyoku.h)} ${signed(win.b)}` : "", win.k ? `${say("stickPoints")} ${signed(win.k)}` : ""].filter(Boolean);
  return parts.length ? `${parts.join(" · ")} · ${say("total")} ${signed(win.d[win.w])}` : "";
}

function winPart(win, position, view) {
  const seat = position.seats[win.w], toppan = DATA.family === "toppan", open = isOpen(view, position, win.w);
  const how = toppan ? (win.f === null ? "" : "← ") : win.f === null ? say("tsumo") : language === "ja" ? `${say("ron")} ← ` : `${say("ron")} ${say("from")} `;
  if (!open) {
    return html("section", { class: "win" }, winHead(win, position, how), html("p", { class: "tiles" }, tileIcon(win.t, "winning"), html("span", { class: "gap" }), ...meldIcons(seat)),
      html("p", { class: "quiet" }, say("hiddenHand")), html("p", { class: "value" }, `${signed(win.d[win.w])} ${say("points")}`));
  }
  const held = win.f === null && !toppan ? seat.hand + (seat.drawn && seat.drawn !== win.t ? seat.drawn : "") : seat.hand;
  const items = win.y.map(([english, japanese, value]) => html("li", {}, html("span", {}, language === "ja" ? japanese : english), html("b", {}, value)));
  return html("section", { class: "win" },
    winHead(win, position, how),
    html("p", { class: "tiles" }, ...tileIcons(held), ...(toppan ? [] : [html("span", { class: "gap" }), tileIcon(win.t, "winning")]),
      ...meldIcons(seat),
      ...(seat.aside ? [html("span", { class: "gap" }), ...tileIcons(seat.aside, "small")] : [])),
    html("ul", { class: "items" }, ...items), html("p", { class: "value" }, valueWords(win)), html("p", { class: "extras" }, extraWords(win, position.kyoku)));
}

const winHead = (win, { kyoku }, how) => html("h3", {}, key(win.w), seatWind(kyoku, win.w), " ", name(win.w), html("span", { class: "quiet" }, how),
  ...(win.f === null ? [] : [key(win.f), seatWind(kyoku, win.f), " ", name(win.f)]));

// Each set in one piece.
const meldIcons = seat => seat.melds.map(meld => html("span", { class: "meld" }, ...tileIcons(meld.slice(2))));

// What each seat got or paid at the end of the kyoku, as players know it: sticks paid before are in the score already. Where there
// were wins before, the change over the kyoku.
function changeRows(kyoku, position) {
  const earlier = kyoku.s.some(([letter]) => letter === "W");
  const change = number => earlier || !position.before ? kyoku.e.d[number] : position.seats[number].score - position.before["p" + number];
  return html("table", { class: "changes" }, html("tbody", {}, ...position.seats.map((seat, number) => html("tr", {},
    html("td", {}, key(number), seatWind(kyoku, number), " ", name(number)),
    html("td", { class: "number", "data-change": number }, signed(change(number))),
    html("td", { class: "number" }, points(seat.score))))));
}

// The card at the end of a kyoku, and for each win before it.
function cardParts(at, position) {
  const { kyoku } = position;
  if (position.letter === "Z") return [html("h2", {}, say("result")), resultTable(), scoreChart()];
  if (!"EW".includes(position.letter) || !kyoku.e) return null;
  const wins = winsAt(at), parts = [html("h2", {}, kyokuFullName(kyoku), " · ", position.letter === "W" ? say("win") : endName(kyoku.e))];
  if (position.indicators && DATA.family !== "toppan" && wins.length) {
    parts.push(html("p", { class: "tiles indicators" }, html("span", { class: "quiet" }, say("dora") + " "), ...tileIcons(position.indicators, "small"),
      ...(kyoku.e.u && (position.letter === "E" || position.seats[wins[0].w].flags & RIICHI) && (position.letter === "E" || isOpen(at, position, wins[0].w)) ? [html("span", { class: "gap" }), html("span", { class: "quiet" }, say("ura") + " "), ...tileIcons(kyoku.e.u.slice(0, position.indicators.length), "small")] : [])));
  }
  parts.push(...wins.map(win => winPart(win, position, at)));
  if (position.letter === "E" && kyoku.e.n.length) {
    parts.push(...kyoku.e.n.map(seat => html("p", {}, key(seat), seatWind(kyoku, seat), " ", name(seat), " ", html("b", {}, say("nagashi")))));
  }
  if (position.letter === "E" && (kyoku.e.r === "exhaustive" || kyoku.e.r === "nagashi")) {
    parts.push(...kyoku.e.t.map(seat => html("p", { class: "tiles" }, key(seat), seatWind(kyoku, seat), " ", name(seat), " ", say("tenpai"), " ", ...tileIcons(position.seats[seat].waits, "small"))));
  }
  if (position.letter === "E") parts.push(changeRows(kyoku, position));
  return parts;
}

// Seats by final place.
function resultTable() {
  const { s, p, r, e } = DATA.result, order = s.map((_, seat) => seat).sort((a, b) => p[a] - p[b]);
  const row = seat => html("tr", {}, html("td", { class: "number" }, String(p[seat] + 1)), html("td", {}, ...player(seat)),
    html("td", { class: "number", "data-final": seat }, points(s[seat])),
    html("td", { class: "number" }, (r[seat] > 0 ? "+" : r[seat] < 0 ? "−" : "") + (Math.abs(r[seat]) / 1000).toFixed(1)));
  return html("div", {}, html("table", { class: "changes" }, html("tbody", {}, ...order.map(row))), html("p", { class: "quiet" }, say(e)));
}

// The shapes of the seats' keys.
const MARKERS = ["M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z", "M-3.5 -3.5H3.5V3.5H-3.5Z", "M0 -4.5L4.5 4H-4.5Z", "M0 -5L5 0L0 5L-5 0Z"];

// The same heights, moved so that any two are this far apart.
function spread(heights, apart) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]), moved = [...heights];
  order.forEach((i, n) => { if (n) moved[i] = Math.max(moved[i], moved[order[n - 1]] + apart); });
  return moved;
}

// Scores over the match: one line for each seat, with its own dashes, marks and the letter of its first wind.
function scoreChart() {
  const rows = DATA.kyoku.map(kyoku => kyoku.b), final = DATA.result ? DATA.result.s : positionAt({ kyoku: DATA.kyoku.length - 1, step: DATA.kyoku.at(-1).s.length - 1 }).seats.map(seat => seat.score);
  rows.push(final);
  const all = rows.flat(), low = Math.min(...all), high = Math.max(...all, low + 1), step = 540 / Math.max(1, rows.length - 1);
  const x = i => 70 + i * step, y = value => 20 + (high - value) / (high - low) * 200;
  const grid = [high, Math.round((high + low) / 2), low].flatMap(value => [svg("path", { d: `M70 ${y(value)}H610`, class: "grid" }), svg("text", { x: 62, y: y(value) + 5, class: "axis end" }, points(value))]);
  const names = DATA.kyoku.map((kyoku, i) => i % Math.ceil(rows.length / 12) ? null : svg("text", { x: x(i), y: 248, class: "axis" }, kyokuLabel(kyoku))).filter(Boolean);
  const lines = final.map((_, seat) => svg("g", { class: "line s" + seat },
    svg("path", { d: "M" + rows.map((row, i) => `${x(i).toFixed(1)} ${y(row[seat]).toFixed(1)}`).join("L") }),
    ...rows.map((row, i) => svg("path", { d: MARKERS[seat], class: "marker", transform: `translate(${x(i).toFixed(1)} ${y(row[seat]).toFixed(1)})` }))));
  const ends = spread(final.map(y), 15).map((at, seat) => svg("text", { x: 624, y: at + 5, class: "axis" }, wind(seat)));
  return html("figure", {}, html("figcaption", { class: "quiet" }, say("chart")),
    svg("svg", { viewBox: "0 0 640 256", class: "chart", role: "img", "aria-label": say("chart") }, ...grid, ...names, ...lines, ...ends),
    html("p", { class: "legend" }, ...final.map((_, seat) => html("span", {}, ...player(seat)))));
}

// The step with the card of the kyoku, or its last one.
function endOf(kyoku) {
  const end = kyoku.s.findIndex(([letter]) => letter === "E");
  return end < 0 ? kyoku.s.length - 1 : end;
}

function kyokuRows(jump) {
  const button = (kyoku, k) => html("button", { type: "button", class: "link", onclick: () => jump({ kyoku: k, step: endOf(kyoku) }) }, kyokuLabel(kyoku));
  const row = (kyoku, k) => html("tr", {}, html("td", {}, button(kyoku, k)),
    html("td", {}, kyoku.e ? endName(kyoku.e) : say("log")),
    ...(kyoku.e ? kyoku.e.d.map(delta => html("td", { class: "number " + (delta < 0 ? "down" : delta > 0 ? "up" : "quiet") }, delta ? signed(delta) : "·")) : []));
  const heads = [say("kyoku"), "", ...DATA.kyoku[0].b.map((_, seat) => html("span", {}, ...player(seat)))];
  return html("div", { class: "scroll" }, html("table", { class: "changes course" }, html("thead", {}, html("tr", {}, ...heads.map(word => html("th", {}, word)))), html("tbody", {}, ...DATA.kyoku.map(row))));
}

function summaryPanel(jump) {
  return [DATA.result ? resultTable() : html("p", {}, say("log")), scoreChart(), kyokuRows(jump),
    html("p", { class: "quiet" }, `${say("rules")}: ${DATA.rules}`), html("p", { class: "quiet" }, say("keys"))];
}

// A moment in words: a call by its name, a win with its value, a deal-in with what it cost.
function momentWords({ sort, seat, win, letter }) {
  if (sort === "call") return say({ c: "chi", p: "pon", d: "kan", k: "kakan", a: "ankan", n: "aside" }[letter]);
  if (sort === "win") return `${say("wins")} · ${valueWords(win)}`;
  return sort === "deal_in" ? `${say("deals_in")} · ${signed(win.d[seat])} ${say("points")}` : say("riichi");
}

const MARKS = { riichi: "riichi_", call: "call", win: "win_", deal_in: "deal_in" };

function momentsPanel(view, jump, filter) {
  const present = new Set(moments().map(({ sort }) => sort));
  const chips = Object.entries(MARKS).filter(([sort]) => present.has(sort)).map(([sort, word]) => html("button", { type: "button", class: "chip", "aria-pressed": String(view.sorts.has(sort)), onclick: () => filter(sort) }, say(word)));
  const found = moments().filter(({ sort }) => view.sorts.has(sort));
  const here = ({ kyoku, step }) => kyoku === view.kyoku && step === view.step;
  const item = moment => html("li", {}, html("button", { type: "button", class: "moment", onclick: () => jump(moment.at), "aria-current": String(here(moment.at)) },
    html("span", { class: "when" }, kyokuLabel(DATA.kyoku[moment.at.kyoku])), key(moment.seat), seatWind(DATA.kyoku[moment.at.kyoku], moment.seat), " ", name(moment.seat),
    html("span", { class: "quiet" }, momentWords(moment))));
  return [html("p", { class: "filters" }, ...chips), found.length ? html("ul", { class: "moments" }, ...found.map(item)) : html("p", { class: "quiet" }, say("none"))];
}
