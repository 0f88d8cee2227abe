// What an agent thinks of the decisions, in a page that has a review: a table beside each decision, the greatest losses, marks.

const FEW = 20; // losses in the list before it is asked for all
const amount = (value, more = 0) => (value < 0 ? "−" : "") + Math.abs(value).toFixed((DATA.review ?? live.hint).places + more);
const chance = thousandths => thousandths === null ? "" : (thousandths / 10).toFixed(1) + " %";

// Every decision in which the agent would have done something else, in order.
let allLosses = null;
const losses = () => allLosses ??= DATA.kyoku.flatMap((kyoku, k) => kyoku.s.flatMap(([, , , decisions], step) =>
  (decisions || []).filter(([, , , , opinion]) => opinion && !opinion[1]).map(([seat, , chosen, , [choice, , loss]]) => ({ at: { kyoku: k, step }, seat, chosen, choice, loss: loss ?? 0 }))));

const greatest = () => Math.max(...losses().map(({ loss }) => loss), 1e-9);

// How grave a loss is beside the greatest of the match: 3 from a half of it, 2 from a tenth.
const grade = loss => loss >= greatest() / 2 ? 3 : loss >= greatest() / 10 ? 2 : 1;

// An action in few words: a discard is its tile.
function shortAction(code, position, seat) {
  const { word, words, tiles } = action(code, position, seat);
  return [word === "discards" ? "" : tiles.length ? words + " " : words, ...tiles.map(letter => tileIcon(letter, "small"))];
}

const isTsumogiri = ([word, tile]) => word === "discards" && tile === "*";

// The candidates of a decision, best first; what was done and what the agent would have done are marked.
function candidateRows(chosen, choice, rows, position, seat) {
  const has = at => rows.some(row => row[at] !== null), [wins, deals] = [has(2), has(3)];
  const badge = (word, name) => html("span", { class: "badge " + name }, say(word));
  const row = ([code, value, win, deal, then]) => html("tr", { class: code === chosen ? "chosen" : code === choice ? "wanted" : "", "data-code": code },
    html("td", { class: "marks" }, code === chosen ? badge("did", "did") : null, code === choice ? badge("agent", "agent") : null),
    html("td", { class: "act" }, ...shortAction(code, position, seat), isTsumogiri(DATA.actions[code]) ? html("span", { class: "quiet" }, ` ${say("drawn")}`) : null, then ? ` ${say("then")} ` : null, ...(then ? tileIcons(then, "small") : [])),
    html("td", { class: "number" }, amount(value)), wins ? html("td", { class: "number" }, chance(win)) : null, deals ? html("td", { class: "number" }, chance(deal)) : null);
  const heads = [["", ""], ["act", ""], ["number", say("value")], wins ? ["number", say("wins")] : null, deals ? ["number", say("deals_in")] : null];
  return html("table", { class: "candidates" }, html("thead", {}, html("tr", {}, ...heads.filter(Boolean).map(([name, word]) => html("th", { class: name }, word)))),
    html("tbody", {}, ...rows.map(row)));
}

const lostWords = loss => html("b", { class: "cost grade" + grade(loss), "data-loss": loss }, `${say("lost")} ${amount(loss)}`);

// What was lost in rollouts, in rank points.
const playedWords = ([loss, half]) => html("span", { class: "quiet", "data-rollouts": loss }, ` ${say("rollouts")} ${(loss < 0 ? "−" : "") + Math.abs(loss).toFixed(2)} ± ${half.toFixed(2)} ${say("unit_rank_points")}`);

// What the agent thinks of a decision.
function opinionPart(chosen, [choice, agrees, loss, rows, played], position, seat) {
  const verdict = agrees ? [html("span", { class: "quiet" }, say("agrees"))]
    : [html("span", { class: "quiet" }, say("agent") + " "), html("span", { class: "chip" }, ...shortAction(choice, position, seat)), loss === null ? null : lostWords(loss), played ? playedWords(played) : null];
  return html("div", { class: "opinion" }, html("p", { class: "verdict" }, ...verdict), rows.length ? candidateRows(chosen, choice, rows, position, seat) : null);
}

// Buttons to the last and the next decision with another choice.
const lossButtons = commands => html("p", { class: "jumps" }, ...[["prevL", "◂"], ["nextL", "▸"]].map(([command, sign]) =>
  html("button", { type: "button", title: say(command), "aria-label": say(command), onclick: commands[command] }, ...(sign === "◂" ? [sign, " ", say("other")] : [say("other"), " ", sign]))));

// The place of the last or next decision with another choice that is seen.
function nextLoss(view, by) {
  const order = ({ at }) => (at.kyoku - view.kyoku) * 1e6 + at.step - view.step;
  const found = losses().filter(loss => order(loss) * by > 0 && (view.open || loss.seat === view.seat));
  return by > 0 ? found[0]?.at : found.at(-1)?.at;
}

function seatRows() {
  const row = ([seat, decisions, same, loss]) => html("tr", {}, html("td", {}, ...player(seat)), html("td", { class: "number" }, String(decisions)),
    html("td", { class: "number" }, (100 * same / decisions).toFixed(1) + " %"), html("td", { class: "number", "data-mean": seat }, loss === null ? "–" : amount(loss, 1)));
  const heads = ["", say("decisions"), say("same"), say("meanLoss")];
  return html("table", { class: "changes" }, html("thead", {}, html("tr", {}, ...heads.map((word, i) => html("th", { class: i ? "number" : "" }, word)))), html("tbody", {}, ...DATA.review.seats.map(row)));
}

// The list of losses, each with what was done and what the agent would have done.
function lossItem(loss, view, jump) {
  const { at, seat, chosen, choice } = loss, position = positionAt(at), here = at.kyoku === view.kyoku && at.step === view.step;
  return html("li", {}, html("button", { type: "button", class: "moment loss", "aria-current": String(here), onclick: () => jump(loss) },
    html("span", { class: "when" }, kyokuLabel(position.kyoku)), key(seat), seatWind(position.kyoku, seat), " ", name(seat),
    html("span", { class: "change" }, ...shortAction(chosen, position, seat), " → ", ...shortAction(choice, position, seat)), html("b", { class: "cost grade" + grade(loss.loss) }, amount(loss.loss))));
}

function reviewPanel(view, jump, change) {
  const { agent, unit, seats } = DATA.review, one = view.judged;
  const chip = (word, pressed, changes) => html("button", { type: "button", class: "chip", "aria-pressed": String(pressed), onclick: () => change(changes) }, ...word);
  const orders = ["byLoss", "inOrder"].map(order => chip([say(order)], view.order === order, { order }));
  const whose = seats.length < 2 ? [] : seats.map(([seat]) => chip([key(seat), wind(seat)], one === seat, { judged: one === seat ? null : seat }));
  const found = losses().filter(({ seat }) => one === null || seat === one);
  if (view.order === "byLoss") found.sort((a, b) => b.loss - a.loss);
  const shown = view.all ? found : found.slice(0, FEW);
  return [html("p", { class: "quiet" }, `${say("reviewedBy")} `, html("bdi", {}, agent), ` · ${say("valuesIn")} ${say("unit_" + unit)}`), seatRows(),
    html("p", { class: "filters" }, ...orders, ...whose), found.length ? html("ul", { class: "moments" }, ...shown.map(loss => lossItem(loss, view, jump))) : html("p", { class: "quiet" }, say("noLosses")),
    shown.length < found.length ? html("button", { type: "button", onclick: () => change({ all: true }) }, say("allOf", found.length)) : null,
    html("p", { class: "quiet" }, say("reviewKeys"))].filter(Boolean);
}

// Bars above the slider: the higher, the more was lost.
function drawLosses(view, last) {
  const bars = document.getElementById("losses"), found = losses().filter(({ at, seat }) => at.kyoku === view.kyoku && (view.open || seat === view.seat));
  bars.setAttribute("viewBox", `0 0 ${last} 12`);
  bars.replaceChildren(...found.sort((a, b) => b.loss - a.loss).map(({ at, loss }) => {
    const height = 3 + 9 * loss / greatest();
    return svg("rect", { x: at.step - last / 200, y: 12 - height, width: last / 100, height, class: "grade" + grade(loss) });
  }));
}
