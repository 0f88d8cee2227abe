// The match: positions from what changed, and what happened where.

const DATA = JSON.parse(document.getElementById("data").textContent);
const isPlayed = DATA.seat !== undefined; // by the one who looks, from this seat
const RIICHI = 1, FURITEN = 2, WON = 4, SHOWN = 8;
const TSUMOGIRI = 1, DECLARED = 2, CALLED = 4, RONNED = 8;

// Unpacks the kyoku: JSON, compressed, in Base64. The end of the match is a step of the last one.
async function unpack() {
  const bytes = Uint8Array.from(atob(DATA.kyoku), letter => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  DATA.kyoku = await new Response(plain).json();
  if (DATA.result && DATA.kyoku.length) DATA.kyoku.at(-1).s.push(["Z", null, {}]);
}

// All positions of a kyoku.
function positions(kyoku) {
  if (kyoku.positions) return kyoku.positions;
  let state = {};
  kyoku.positions = kyoku.s.map(([, , changed]) => {
    const next = { ...state };
    for (const [key, value] of Object.entries(changed)) {
      next[key] = Array.isArray(value) ? state[key].slice(0, value[0]) + value[1] : value;
    }
    return state = next;
  });
  return kyoku.positions;
}

// The hands of a decision: discard, shanten, number of unseen tiles that lower it, their kinds.
function handsOf(text) {
  return text.split(" ").filter(Boolean).map(word => {
    const [, discard, shanten, count, kinds] = word.match(/^(.)(\d)(\d+)(.*)$/);
    return [discard === "-" ? "" : discard, shanten - 1, count, kinds];
  });
}

// A position: the kyoku, the step, and what each seat has.
function positionAt(at) {
  const kyoku = DATA.kyoku[at.kyoku], [letter, actor, , decisions] = kyoku.s[at.step];
  const state = positions(kyoku)[at.step];
  const seat = number => ({
    hand: state["h" + number], drawn: state["d" + number], river: state["r" + number],
    melds: state["m" + number].split(" ").filter(Boolean), aside: state["a" + number], score: state["p" + number],
    flags: state["f" + number], robbed: state["q" + number] || "", shanten: state["s" + number], waits: state["w" + number] || "",
    bet: state["b" + number], course: state["c" + number], extra: state["e" + number] || "", sum: state["x" + number], house: state["t" + number] || "",
  });
  return {
    kyoku, letter, actor, before: positions(kyoku)[at.step - 1], decisions: decisions || [], indicators: state.i, dora: state.g, doraKinds: state.o || "", left: state.l, sticks: state.k,
    seats: Array.from({ length: DATA.seats }, (_, number) => seat(number)),
    over: letter === "E" || letter === "Z",
  };
}

// The tile that the step offers to the other seats: a discard, the tile of a kan, or one set aside.
function offered(position) {
  const { letter, actor, before } = position, seat = position.seats[actor];
  if (DATA.family === "toppan" || !seat) return "";
  if (letter === "X" || letter === "R") return seat.river.at(-2);
  if (letter === "n") return seat.aside.at(-1);
  if (letter === "a") return seat.melds.at(-1)[2];
  if (letter === "k") return seat.melds.find(meld => !before["m" + actor].split(" ").includes(meld)).at(-1);
  return "";
}

// The wins that a step shows: one where the kyoku goes on, all at its end.
function winsAt(at) {
  const kyoku = DATA.kyoku[at.kyoku], wins = kyoku.e ? kyoku.e.w : [];
  if (kyoku.s[at.step][0] !== "W") return wins;
  const number = kyoku.s.slice(0, at.step).filter(step => step[0] === "W").length;
  return wins.slice(number, number + 1);
}

// Every riichi, call, win and deal-in of the match, in order.
let allMoments = null;
const moments = () => allMoments ??= findMoments();

function findMoments() {
  const found = [];
  DATA.kyoku.forEach((kyoku, k) => kyoku.s.forEach(([letter, seat], step) => {
    const at = { kyoku: k, step };
    if (letter === "R") found.push({ sort: "riichi", seat, at });
    if ("cpdkan".includes(letter)) found.push({ sort: "call", seat, at, letter });
    if (letter === "W" || letter === "E") {
      const earlier = letter === "E" ? kyoku.s.filter(one => one[0] === "W").length : 0;
      for (const win of winsAt(at).slice(earlier)) {
        found.push({ sort: "win", seat: win.w, at, win });
        if (win.f !== null) found.push({ sort: "deal_in", seat: win.f, at, win });
      }
    }
  }));
  return found;
}

// Whether this seat's tiles are shown to the one who looks. Winners of a kyoku that goes on show them at its end.
function isOpen(view, position, number) {
  if (isPlayed) return position.seats[number].hand[0] !== "-";
  if (view.open || number === view.seat) return true;
  const { e } = position.kyoku;
  return position.over && !!e && (e.t.includes(number) || e.w.some(win => win.w === number) || DATA.family === "toppan");
}
