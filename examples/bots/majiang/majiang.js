#!/usr/bin/env node
// Seats majiang-ai (https://github.com/kobalab/majiang-ai, by Satoshi Kobayashi, MIT) in a match of four: mjai on one side, the
// messages of majiang-core on the other. Install it beside this file with `npm install`, then
//
//   hyakuman run --agents 'mjai:cmd="node examples/bots/majiang/majiang.js",ukeire,ukeire,ukeire' --games 100
//
// Each line of input is a JSON array of mjai events; the last one is to be answered. majiang-core counts seats from the
// dealer (`l`), mjai from the first dealer. Its players get every event as a message, and are asked by a callback.
"use strict";

const Majiang = require("@kobalab/majiang-core");
const Player = require("@kobalab/majiang-ai");

const HONORS = ["E", "S", "W", "N", "P", "F", "C"];

// 5mr -> m0, E -> z1; and back.
const pai = (tile) => {
  if (HONORS.includes(tile)) return `z${HONORS.indexOf(tile) + 1}`;
  return tile.endsWith("r") ? `${tile[1]}0` : `${tile[1]}${tile[0]}`;
};
const tile = (p) => {
  if (p[0] === "z") return HONORS[p[1] - 1];
  return p[1] === "0" ? `5${p[0]}r` : `${p[1]}${p[0]}`;
};

// The rules that majiang-ai looks at.
const ruleOf = (rules) => Majiang.rule({
  "場数": rules.length_winds ?? 2,
  "配給原点": rules.start_points ?? 25000,
  "赤牌": Object.fromEntries(["m", "p", "s"].map((suit, i) => [suit, (rules.red_fives ?? [1, 1, 1])[i]])),
  "クイタンあり": rules.kuitan ?? true,
  "喰い替え許可レベル": { Free: 2, BanSame: 1 }[rules.kuikae] ?? 0,
  "途中流局あり": rules.abort_kyuushu ?? true,
  "ツモ番なしリーチあり": (rules.riichi_min_remaining ?? 4) < 4,
  "一発あり": rules.ippatsu ?? true,
  "裏ドラあり": rules.dora_ura ?? true,
  "カンドラあり": rules.dora_kan ?? true,
  "カン裏あり": rules.dora_kan_ura ?? true,
  "切り上げ満貫あり": rules.kiriage ?? false,
});

class Bridge {
  // Delivers an event to the player; with `ask` its reply is returned.
  event(event, ask) {
    const seen = this[event.type]?.(event);
    let reply = {};
    if (seen) this.player.action(seen, ask ? (answer) => { reply = answer ?? {}; } : undefined);
    return reply;
  }

  start_game({ id, rules }) {
    [this.id, this.player] = [id, new Player()];
    const player = ["0", "1", "2", "3"];
    return { kaiju: { id, rule: ruleOf(rules ?? {}), title: "mjai", player, qijia: 0 } };
  }

  start_kyoku({ bakaze, kyoku, honba, kyotaku, oya, dora_marker, scores, tehais }) {
    Object.assign(this, { oya, melds: [[], [], [], []], riichi: false, kan: false, last: null });
    const order = [0, 1, 2, 3].map((l) => (l + oya) % 4);
    const own = new Majiang.Shoupai(tehais[this.id].map(pai)).toString();
    return { qipai: {
      zhuangfeng: HONORS.indexOf(bakaze), jushu: kyoku - 1, changbang: honba, lizhibang: kyotaku,
      defen: order.map((id) => scores[id]), baopai: pai(dora_marker),
      shoupai: order.map((id) => (id === this.id ? own : "")),
    } };
  }

  l(actor) {
    return (actor + 4 - this.oya) % 4;
  }

  tsumo({ actor, pai: drawn }) {
    const zimo = { l: this.l(actor), p: actor === this.id ? pai(drawn) : "" };
    const after_kan = this.kan;
    this.kan = false;
    return after_kan ? { gangzimo: zimo } : { zimo };
  }

  reach() {
    this.riichi = true; // it comes with the discard
  }

  dahai({ actor, pai: discarded, tsumogiri }) {
    const p = pai(discarded) + (tsumogiri ? "_" : "") + (this.riichi ? "*" : "");
    [this.riichi, this.last] = [false, { actor, tile: discarded }];
    return { dapai: { l: this.l(actor), p } };
  }

  // The called digit has the mark of the seat it came from: + the next, = the one opposite, - the one before.
  call({ actor, target, pai: called, consumed }) {
    const mark = "_+=-"[(target - actor + 4) % 4];
    const [suit, digit] = pai(called);
    const m = Majiang.Shoupai.valid_mianzi(suit + consumed.map((own) => pai(own)[1]).join("") + digit + mark);
    this.melds[actor].push(m);
    this.kan = consumed.length === 3;
    return { fulou: { l: this.l(actor), m } };
  }

  chi(event) { return this.call(event); }
  pon(event) { return this.call(event); }
  daiminkan(event) { return this.call(event); }

  ankan({ actor, consumed }) {
    this.kan = true;
    const m = Majiang.Shoupai.valid_mianzi(pai(consumed[0])[0] + consumed.map((own) => pai(own)[1]).join(""));
    return { gang: { l: this.l(actor), m } };
  }

  kakan({ actor, pai: added }) {
    [this.kan, this.last] = [true, { actor, tile: added }];
    const [suit, digit] = pai(added);
    const same = new RegExp(`^${suit}(${digit.replace("0", "5")})\\1\\1[-+=]$`);
    const pon = this.melds[actor].find((m) => same.test(m.replace(/0/g, "5")));
    return { gang: { l: this.l(actor), m: pon + digit } };
  }

  dora({ dora_marker }) {
    return { kaigang: { baopai: pai(dora_marker) } };
  }

  // A reply of majiang-ai as mjai; a riichi is two moves.
  answer(reply, own_turn) {
    const actor = this.id;
    if (reply.hule) {
      const target = own_turn ? actor : this.last.actor;
      return { type: "hora", actor, target };
    }
    if (reply.daopai && own_turn) return { type: "ryukyoku", actor };
    if (reply.dapai) {
      const dahai = { type: "dahai", actor, pai: tile(reply.dapai), tsumogiri: reply.dapai.includes("_") };
      return reply.dapai.endsWith("*") ? [{ type: "reach", actor }, dahai] : dahai;
    }
    if (reply.gang) return this.kan_of(reply.gang);
    if (reply.fulou) return this.call_of(reply.fulou);
    return { type: "none" };
  }

  kan_of(m) {
    const tiles = m.match(/\d/g).map((digit) => tile(m[0] + digit));
    if (/^[mpsz]\d{4}$/.test(m)) return { type: "ankan", actor: this.id, consumed: tiles };
    return { type: "kakan", actor: this.id, pai: tiles[3], consumed: tiles.slice(0, 3) };
  }

  call_of(m) {
    const called = m.match(/\d(?=[-+=])/).index;
    const digits = m.replace(/[-+=]/, "");
    const consumed = [...digits].slice(1).filter((_, i) => i + 1 !== called).map((digit) => tile(m[0] + digit));
    const is_chi = new Set(digits.slice(1).replace(/0/g, "5")).size > 1;
    const type = consumed.length === 3 ? "daiminkan" : is_chi ? "chi" : "pon";
    return { type, actor: this.id, target: this.last.actor, pai: this.last.tile, consumed };
  }
}

const bridge = new Bridge();
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const events = JSON.parse(line);
  let reply = {};
  events.forEach((event, at) => { reply = bridge.event(event, at + 1 === events.length); });
  const own_turn = events.at(-1).type === "tsumo";
  process.stdout.write(`${JSON.stringify(bridge.answer(reply, own_turn))}\n`);
});
