// Tiles as SVG symbols, drawn here from strokes, rings and sticks. A tile is 60 wide and 80 high.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijk";
const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Characters as strokes in a square of 100.
const NUMERALS = [
  "M8 50H92", "M22 26H78M8 76H92", "M16 18H84M24 50H76M8 84H92",
  "M12 18H88V86H12ZM38 18V44Q38 58 22 62M62 18V50Q62 60 72 60H86", "M14 14H86M44 14L34 86M20 48H74V86M6 86H94",
  "M50 4V22M8 34H92M36 50L14 92M62 50L88 92", "M8 46L92 32M46 8V72Q46 86 60 86H86V70",
  "M38 14Q34 60 8 90M56 12Q66 62 94 90", "M12 34H70V74Q70 88 82 88H94V70M42 6Q42 66 8 92",
];
const MYRIAD = "M8 16H92M42 16Q40 66 12 92M41 44H80Q80 74 70 92L54 84";
const HONORS = [
  "M12 20H88M24 34H76V64H24ZM24 49H76M50 5V97M46 66L10 90M54 66L90 90",
  "M12 20H88M50 5V36M14 36H86V96L78 92M14 36V96M37 46L43 56M63 46L57 56M28 60H72M32 76H68M50 60V94",
  "M8 14H92M14 36H86V92H14ZM38 14V46Q38 62 20 70M62 14V56Q62 66 72 66H84",
  "M38 8V92M8 34H38M6 80L38 66M62 6V76Q62 88 76 88H94V70M90 26L62 44",
  "",
  "M12 12H40Q34 34 8 48M20 26L30 36M58 6Q66 32 94 46M84 10L66 24M94 24L76 38M14 54H42V66H16V80H42Q42 96 34 97L26 93" +
    "M58 54H78V66Q78 70 88 70M58 54Q58 66 48 72M52 76H82Q76 92 50 98M58 80Q70 95 92 98",
  "M14 26H86V64H14ZM50 4V98",
];

// Rings of dots: x, y, radius, class.
const DOTS = [
  [[30, 40, 21, "dot"]],
  [[30, 21, 13, "dot"], [30, 59, 13, "leaf"]],
  [[15, 17, 10.5, "dot"], [30, 40, 10.5, "red"], [45, 63, 10.5, "leaf"]],
  [[17, 21, 11, "dot"], [43, 21, 11, "leaf"], [17, 59, 11, "leaf"], [43, 59, 11, "dot"]],
  [[15, 18, 10, "dot"], [45, 18, 10, "leaf"], [30, 40, 10, "red"], [15, 62, 10, "leaf"], [45, 62, 10, "dot"]],
  [[18, 16, 10, "leaf"], [42, 16, 10, "leaf"], [18, 41, 10, "red"], [42, 41, 10, "red"], [18, 65, 10, "red"], [42, 65, 10, "red"]],
  [[13, 13, 8, "leaf"], [30, 20, 8, "leaf"], [47, 27, 8, "leaf"], [18, 48, 8.5, "red"], [42, 48, 8.5, "red"], [18, 68, 8.5, "red"], [42, 68, 8.5, "red"]],
  [18, 42].flatMap(x => [12, 31, 50, 69].map(y => [x, y, 8.5, "dot"])),
  [["dot", 15], ["red", 40], ["leaf", 65]].flatMap(([name, y]) => [12, 30, 48].map(x => [x, y, 8.5, name])),
];

// Sticks of bamboo: x, y, half height, angle, class.
const STICKS = [
  null,
  [[30, 21, 15, 0, "leaf"], [30, 59, 15, 0, "leaf"]],
  [[30, 21, 15, 0, "leaf"], [17, 59, 15, 0, "leaf"], [43, 59, 15, 0, "leaf"]],
  [17, 43].flatMap(x => [21, 59].map(y => [x, y, 15, 0, "leaf"])),
  [[13, 21, 15, 0, "leaf"], [47, 21, 15, 0, "leaf"], [30, 40, 15, 0, "red"], [13, 59, 15, 0, "leaf"], [47, 59, 15, 0, "leaf"]],
  [13, 30, 47].flatMap(x => [21, 59].map(y => [x, y, 15, 0, "leaf"])),
  [[30, 14, 9.5, 0, "red"], ...[13, 30, 47].flatMap(x => [40, 66].map(y => [x, y, 10.5, 0, "leaf"]))],
  [[9, 22, 14, 0, "leaf"], [23, 22, 14, 24, "leaf"], [37, 22, 14, -24, "leaf"], [51, 22, 14, 0, "leaf"],
    [9, 58, 14, 0, "leaf"], [23, 58, 14, -24, "leaf"], [37, 58, 14, 24, "leaf"], [51, 58, 14, 0, "leaf"]],
  [12, 30, 48].flatMap(x => [14, 40, 66].map(y => [x, y, 10.5, 0, x === 30 ? "red" : "leaf"])),
];

function strokes(path, x, y, size, name, width) {
  return svg("path", { d: path, class: "stroke " + name, "stroke-width": width * 100 / size,
    transform: `translate(${x} ${y}) scale(${size / 100})` });
}

function ring([x, y, radius, name], red) {
  const outer = svg("circle", { cx: x, cy: y, r: radius, class: red ? "red" : name });
  const inner = svg("circle", { cx: x, cy: y, r: radius * 0.62, class: "hole" });
  return [outer, inner, svg("circle", { cx: x, cy: y, r: radius * 0.3, class: red ? "red" : name })];
}

function stick([x, y, half, angle, name], red) {
  const at = `rotate(${angle} ${x} ${y})`;
  return [
    svg("rect", { x: x - 4.5, y: y - half, width: 9, height: 2 * half, rx: 4.2, class: red ? "red" : name, transform: at }),
    svg("path", { d: `M${x - 4.5} ${y}H${x + 4.5}`, class: "node", transform: at }),
  ];
}

// The one of bamboo: a bird.
function bird() {
  return [
    svg("path", { d: "M11 62Q26 66 38 50Q50 36 44 22Q38 12 28 18Q20 24 24 36Q18 44 11 62Z", class: "leaf" }),
    svg("path", { d: "M28 18Q18 18 14 26L26 27Z", class: "red" }),
    svg("circle", { cx: 32, cy: 23, r: 3, class: "hole" }),
    svg("path", { d: "M30 44Q40 42 43 34M26 52Q38 52 43 42", class: "node" }),
    svg("path", { d: "M30 58L28 71M37 53L41 70M22 71H34M35 70H47", class: "stroke red", "stroke-width": 3.5 }),
    svg("path", { d: "M44 22L52 14M45 27L55 24", class: "stroke leaf", "stroke-width": 3.5 }),
  ];
}

// What is drawn on a tile: suit 0 characters, 1 dots, 2 bamboo, 3 honors.
function face(suit, rank, red) {
  if (suit === 0) return [strokes(NUMERALS[rank], 14, 5, 32, red ? "red" : "ink", 5.5), strokes(MYRIAD, 12, 40, 36, "red", 5.5)];
  if (suit === 1) return DOTS[rank].flatMap(dot => ring(dot, red));
  if (suit === 2) return rank === 0 ? bird() : STICKS[rank].flatMap(one => stick(one, red));
  if (rank === 4) return [svg("rect", { x: 11, y: 13, width: 38, height: 54, rx: 3, class: "frame" })];
  return [strokes(HONORS[rank], 8, 17, 44, rank === 5 ? "leaf" : rank === 6 ? "red" : "ink", 5.4)];
}

function symbol(id, ...content) {
  return svg("symbol", { id, viewBox: "0 0 60 80" }, ...content);
}

// All symbols: t and the letter of each tile, the back, and the mark of dora.
function tileSymbols() {
  const symbols = [...LETTERS].map((letter, code) => {
    const red = code > 33, suit = red ? code - 34 : Math.floor(code / 9), rank = red ? 4 : code % 9;
    const body = svg("rect", { x: 1.5, y: 1.5, width: 57, height: 77, rx: 7, class: red ? "face aka" : "face" });
    const mark = red ? [svg("path", { d: "M44 3H52Q57 3 57 8V16Z", class: "red" })] : [];
    return symbol("t" + letter, body, ...face(suit, rank, red), ...mark);
  });
  const back = svg("rect", { x: 1.5, y: 1.5, width: 57, height: 77, rx: 7, class: "back" });
  const inner = svg("rect", { x: 10, y: 10, width: 40, height: 60, rx: 4, class: "back-line" });
  return svg("svg", { width: 0, height: 0, class: "symbols", "aria-hidden": "true" },
    svg("defs", {}, ...symbols, symbol("t-", back, inner), symbol("dora", svg("path", { d: "M3 17V8Q3 3 8 3H17Z", class: "dora" }))));
}

// "5m", "0p" for a red five, "E" for east, "haku"; in Japanese "5萬", "赤5筒", "東", "白".
function tileText(letter) {
  const code = LETTERS.indexOf(letter), ja = language === "ja", suits = ja ? "萬筒索" : "mps";
  if (code < 0) return say("hidden");
  if (code > 33) return (ja ? "赤5" : "0") + suits[code - 34];
  return code > 26 ? say("honors")[code - 27] : code % 9 + 1 + suits[Math.floor(code / 9)];
}
const kindOf = letter => { const code = LETTERS.indexOf(letter); return code > 33 ? (code - 34) * 9 + 4 : code; };

// A tile in running text.
function tileIcon(letter, name) {
  return svg("svg", { class: "tile " + (name || ""), viewBox: "0 0 60 80", role: "img", "aria-label": tileText(letter) },
    svg("title", {}, tileText(letter)), svg("use", { href: "#t" + letter }));
}
const tileIcons = (letters, name) => [...letters].map(letter => tileIcon(letter, name));
