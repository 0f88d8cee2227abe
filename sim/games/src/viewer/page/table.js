// The table as one drawing of 1000 by 1000. Each seat is drawn as if it sat at the bottom, and turned to its side.

const HAND = { x: 22, y: 905, width: 60 }, RIVER = { x: 350, y: 662, width: 50 }, ASIDE = { x: 668, width: 38 };
const RIGHT = 896;
// Half the width of the middle, which is wide in Toppan: it has no rivers, and 34 indicators.
const HALF = DATA.family === "toppan" ? 240 : 154, EDGE = 500 + HALF;

// The kinds that are dora in the position that is drawn.
let doraKinds = new Set();

function tileAt(letter, x, y, width, name) {
  const tile = svg("use", { href: "#t" + letter, x, y, width, height: width * 4 / 3 });
  const part = doraKinds.has(kindOf(letter)) ? svg("g", {}, tile, svg("use", { href: "#dora", x, y, width, height: width * 4 / 3 })) : tile;
  if (name) part.setAttribute("class", name);
  return part;
}

// A tile lying on its side, with its lower left corner at x and y.
function lyingTile(letter, x, y, width, name) {
  const group = svg("g", { transform: `translate(${x} ${y}) rotate(-90)` }, tileAt(letter, 0, 0, width));
  if (name) group.setAttribute("class", name);
  return group;
}

// Whether the seat that is drawn sits opposite. Its tiles are upside down; words would be hard to read.
let opposite = false;
const label = (text, x, y, name) => svg("text", { x, y, class: name, ...(opposite ? { transform: `rotate(180 ${x} ${y - 10})` } : {}) }, text);

function drawHand(seat, open, right, own) {
  const { x } = HAND, width = Math.min(HAND.width, 840 / (seat.hand.length + 1)), y = HAND.y + 80 - width * 4 / 3, tiles = [...seat.hand].map((letter, i) => tileAt(open ? letter : "-", x + i * width, y, width));
  if (seat.drawn) {
    const after = Math.min(x + tiles.length * width + 16, right - width);
    tiles.push(tileAt(open || seat.flags & WON ? seat.drawn : "-", after, y, width, "drawn")); // a tsumo shows its tile
  }
  if (own) tiles.forEach((tile, i) => tile.setAttribute("data-own", seat.hand[i] ?? seat.drawn));
  return tiles;
}

const frame = (x, y, width, height, name) => svg("rect", { x, y, width, height, rx: 6, class: name });

// A set: the called tile lies on its side, on the left, in the middle or on the right for the seat it came from. A tile of a kan
// that was won on has a frame.
function drawMeld(text, width, robbed) {
  const kind = text[0], from = Number(text[1]), tiles = [...text.slice(2)], height = width * 4 / 3;
  const won = robbed && "ka".includes(kind) && kindOf(robbed) === kindOf(tiles[0]);
  if (kind === "a") {
    const shown = tiles.map((letter, i) => tileAt(i === 0 || i === 3 ? "-" : letter, i * width, 0, width));
    if (won) shown.push(frame(0, 0, 4 * width, height, "ring won"));
    return { group: svg("g", {}, ...shown), width: 4 * width };
  }
  const called = tiles.shift(), added = kind === "k" ? tiles.pop() : null;
  const place = from === DATA.seats - 1 ? 0 : from === 1 ? tiles.length : 1;
  const group = svg("g", {});
  let x = 0;
  for (let i = 0; i <= tiles.length; i++) {
    if (i === place) {
      group.append(lyingTile(called, x, height, width));
      if (added) group.append(lyingTile(added, x, height - width, width));
      if (won) group.append(frame(x, height - 2 * width, height, width, "ring won"));
      x += height;
    }
    if (i < tiles.length) {
      group.append(tileAt(tiles[i], x, 0, width));
      x += width;
    }
  }
  return { group, width: x };
}

// The sets from right to left; smaller if there is no room. Returns where they begin.
function drawMelds(seat, target) {
  const held = HAND.x + (seat.hand.length + (seat.drawn ? 1 : 0)) * HAND.width + (seat.drawn ? 24 : 8);
  let width = 50;
  const wide = () => seat.melds.reduce((sum, meld) => sum + drawMeld(meld, width).width + 8, 0);
  while (width > 24 && RIGHT - wide() < held) width -= 2;
  let right = RIGHT;
  for (const text of seat.melds) {
    const meld = drawMeld(text, width, seat.robbed);
    right -= meld.width;
    meld.group.setAttribute("transform", `translate(${right} ${HAND.y + 80 - width * 4 / 3})`);
    target.append(meld.group);
    right -= 8;
  }
  return right;
}

// Six discards in a row; smaller where there are more than three rows of them.
function drawRiver(seat, last) {
  const rows = Math.ceil(seat.river.length / 12), width = Math.min(RIVER.width, 180 / rows);
  const { x: left, y: top } = RIVER, height = width * 4 / 3, tiles = [];
  let x = left, y = top;
  for (let i = 0; i < seat.river.length; i += 2) {
    const letter = seat.river[i], marks = parseInt(seat.river[i + 1], 16);
    if (i > 0 && i % 12 === 0) [x, y] = [left, y + height];
    const names = [];
    if (marks & CALLED) names.push("called");
    if (marks & RONNED) names.push("ronned");
    const lying = marks & DECLARED, wide = lying ? height : width, at = lying ? y + height - width : y;
    tiles.push(lying ? lyingTile(letter, x, y + height, width, names.join(" ")) : tileAt(letter, x, y, width, names.join(" ")));
    if (marks & TSUMOGIRI && !(marks & CALLED)) tiles.push(svg("rect", { x: x + 1, y: at + 1, width: wide - 2, height: (lying ? width : height) - 2, rx: 5, class: "tsumogiri" }));
    if (marks & RONNED || last && i === seat.river.length - 2 && !(marks & CALLED)) {
      tiles.push(frame(x, at, wide, lying ? width : height, marks & RONNED ? "ring won" : "ring"));
    }
    x += wide;
  }
  return tiles;
}

// Tiles set aside, in the corner to the right of the river.
function drawAside(seat) {
  const { width } = ASIDE, x = i => ASIDE.x + i % 6 * width, y = i => 840 - Math.floor(i / 6) * 53, last = seat.aside.length - 1;
  const tiles = [...seat.aside].map((letter, i) => tileAt(letter, x(i), y(i), width));
  if (last >= 0 && seat.robbed === seat.aside[last]) tiles.push(frame(x(last), y(last), width, width * 4 / 3, "ring won"));
  return tiles;
}

// What a seat got in the exchange, where its river will be, and from whom.
function drawReceived(position, view, number) {
  const [from, , tiles] = position.kyoku.x.find(([, to]) => to === number), seen = isOpen(view, position, number) || from === view.seat;
  const left = RIVER.x + 100, faces = [...tiles].map((letter, i) => tileAt(seen ? letter : "-", left + i * RIVER.width, RIVER.y + 40, RIVER.width));
  return [label(`← ${seatWind(position.kyoku, from)}`, left - 50, RIVER.y + 84, "course"), ...faces];
}

// The edge of the middle in front of a seat: wind, score, riichi stick; for the seat that acts, on a ground of its own.
function drawEdge(position, number, active) {
  const seat = position.seats[number], parts = [];
  if (active) {
    parts.push(svg("path", { d: `M${500 - HALF} ${EDGE}H${500 + HALF}L${444 + HALF} ${EDGE - 56}H${500 - HALF}Z`, class: "active-ground" }));
    parts.push(svg("rect", { x: 500 - HALF, y: EDGE - 1, width: 2 * HALF, height: 7, rx: 3, class: "active" }));
  }
  parts.push(label(seatWind(position.kyoku, number), 540 - HALF, EDGE - 24, number === position.kyoku.i % DATA.seats ? "wind dealer" : "wind"));
  parts.push(label(points(seat.score), 500, EDGE - 24, "score"));
  if (seat.flags & RIICHI) {
    parts.push(svg("rect", { x: 420, y: 640, width: 160, height: 11, rx: 5, class: "stick" }), svg("circle", { cx: 500, cy: 645.5, r: 4, class: "stick-dot" }));
  }
  return parts;
}

function drawMiddle(position) {
  opposite = false;
  doraKinds = new Set(); // indicators are no dora
  const { kyoku } = position;
  if (DATA.family === "toppan") {
    const tiles = [...position.indicators].map((letter, i) => tileAt(letter, 316 + i % 8 * 46, 356 + Math.floor(i / 8) * 59, 44));
    return [label(kyokuName(kyoku), 500, 340, "round small"), ...tiles];
  }
  const five = position.indicators.padEnd(5, "-");
  const indicators = position.indicators ? [...five].map((letter, i) => tileAt(letter, 413 + i * 35, 455, 34)) : [];
  const lines = [say("wall", position.left)];
  if (kyoku.h) lines.push(say("honba", kyoku.h));
  if (position.sticks) lines.push(say("sticks", position.sticks));
  const top = indicators.length ? 532 : 500;
  return [
    label(kyokuName(kyoku), 500, indicators.length ? 436 : 455, "round"), ...indicators,
    ...lines.map((line, i) => label(line, 500, top + i * 27, "count")),
  ];
}

const COURSES = [null, "stays", "declares", "bust"];

// Bet, sum and how the turn ended.
function toppanWords(seat, shown) {
  const words = [];
  if (typeof seat.bet === "number") words.push(`${say("bet")} ${points(seat.bet)}`);
  if (shown && seat.hand) words.push(`${say("sum")} ${points(seat.sum)}`);
  if (seat.course) words.push(say(COURSES[seat.course]));
  return words.join(" · ");
}

// A seat of Toppan: its tiles in the order drawn, the hidden one lower, its bet and how its turn ended.
function drawToppan(seat, open) {
  const width = 66, left = 500 - seat.hand.length * width / 2;
  const shown = open || seat.flags & SHOWN;
  const tiles = [...seat.hand].map((letter, i) => tileAt(i === 0 && !shown ? "-" : letter, left + i * width, i === 0 ? 826 : 810, width, seat.course === 3 ? "lost" : ""));
  if (seat.hand && !shown) tiles.push(label(say("hidden"), left + width / 2, 938, "tiny"));
  tiles.push(label(toppanWords(seat, shown), 500, 786, "course" + (seat.course === 2 ? " won" : "")));
  if (seat.extra) tiles.push(tileAt(seat.extra, 790, 800, 50));
  return tiles;
}

function drawSeat(position, view, number) {
  const side = (number - view.seat + DATA.seats) % DATA.seats, turned = DATA.seats === 3 && side === 2 ? 3 : side;
  const group = svg("g", { transform: `rotate(${-90 * turned} 500 500)` });
  const seat = position.seats[number], active = position.actor === number;
  opposite = turned === 2;
  group.append(...drawEdge(position, number, active));
  if (DATA.family === "toppan") {
    group.append(...drawToppan(seat, isOpen(view, position, number)));
    return group;
  }
  const right = drawMelds(seat, group);
  group.append(...drawHand(seat, isOpen(view, position, number), right, isPlayed && number === view.seat), ...drawAside(seat));
  group.append(...drawRiver(seat, active && "XR".includes(position.letter)));
  if (position.letter === "H") group.append(...drawReceived(position, view, number));
  return group;
}

function drawTable(position, view) {
  const table = document.getElementById("table"), middle = drawMiddle(position);
  doraKinds = new Set([...position.doraKinds].map(kindOf));
  table.replaceChildren(
    svg("rect", { x: 500 - HALF, y: 500 - HALF, width: 2 * HALF, height: 2 * HALF, rx: 16, class: "middle" }), ...middle,
    ...position.seats.map((_, number) => drawSeat(position, view, number)));
  table.setAttribute("aria-label", describe(position, view));
}
