// Words of the page in English and Japanese, and names made of them.

const WORDS = {
  en: {
    lang: "日本語", honors: ["E", "S", "W", "N", "haku", "hatsu", "chun"], decision: "Decision", moments: "Moments", summary: "Match", noDecision: "No decision at this step.",
    hiddenDecision: "Another seat's decision.", chosen: "chosen", legal: "options", discard: "discard", shanten: "shanten",
    accepts: "accepts", unseen: "unseen", tenpai: "tenpai", complete: "complete", waits: "waits", furiten: "furiten",
    all: "all hands", own: "one hand", wall: n => `${n} left`, honba: n => `${n} honba`, sticks: n => n === 1 ? "1 stick" : `${n} sticks`, dealt: "the deal", draws: "draws",
    discards: "discards", drawn: "tsumogiri", riichi: "riichi", open_riichi: "open riichi", chi: "chi", pon: "pon", kan: "kan", kakan: "added kan",
    ankan: "concealed kan", aside: "sets aside", wins: "wins", end: "end of the kyoku",
    over: "the match is over", bets: "bets", stays: "stays", declares: "declares a win", bust: "bust", turned: "turns up",
    tsumo: "tsumo", ron: "ron", pass: "pass", on: "on", from: "from", han: "han", fu: "fu", points: "points", fan: "fan",
    win: "Win", exhaustive: "Exhaustive draw", nagashi: "Nagashi mangan", kyuushu: "Nine terminals", suufon: "Four winds",
    suucha: "Four riichi", suukan: "Four kans", sanchahou: "Three rons", redraw: "Dealt again, nobody pays",
    ura: "ura indicators", dora: "dora indicators", won: "won", close: "Close (Esc)", sum: "sum", bet: "bet", hidden: "hidden", result: "Result", played: "all rounds played",
    sudden_death: "target reached in extension", reached: "upper limit reached", stopped: "stopped by the dealer",
    deal_in: "deal-ins", deals_in: "deals in", call: "calls", win_: "wins", riichi_: "riichi", none: "None in this match.", log: "The log stops here.",
    hit: "hits", stay: "stays", lowest: "bet the least", middle: "bet the middle", highest: "bet the most", go: "continue as dealer",
    hand_on: "pass the deal on", abort: "abort (nine terminals)", play_on: "play on", stop: "stop the match", give: "give",
    draw_one: "draws", prev: "Step back", next: "Step forward", prevD: "Previous decision", nextD: "Next decision", prevK: "Previous kyoku",
    nextK: "Next kyoku", play: "Play or pause", open: "Open or hide the other hands",
    keys: "Keys: ← → step, D and shift-D decision, ↑ ↓ kyoku, space play, F speed, S seat, O hands, L language, Esc closes a card. Swipe or tap the table to step.",
    chart: "Scores before each kyoku, and at the end", yakuman: "yakuman", mangan: "mangan", haneman: "haneman", baiman: "baiman",
    sanbaiman: "sanbaiman", kazoe_yakuman: "counted yakuman", score: "score", kyoku: "kyoku", seat: "seat", pon_red: "pon (red)",
    doraCount: "dora counts:", noten: "noten", total: "total", rules: "Rules", offered: "offered:", by: "by",
    exchange: "the exchange", hiddenHand: "The hand is shown at the end of the kyoku.", more: "more below", speed: "Speed of playback", start: "wind in the first kyoku",
    wareme: "wareme (×2)", winless: "no win yet", chips: n => `${n} chips`,
    stickPoints: "riichi sticks", each: "from each", old: "This browser is too old for the page: it needs one of 2023 or later.",
    review: "Review", did: "did", agent: "agent", value: "value", then: "then", lost: "lost", rollouts: "in rollouts", agrees: "The agent would do the same.", other: "other choice", decisions: "decisions",
    same: "the same", meanLoss: "mean loss", byLoss: "by loss", inOrder: "in order", reviewedBy: "Reviewed by", valuesIn: "values in", unit_points: "points",
    unit_rank_points: "final rank points", unit_logit: "logits", noLosses: "No other choice.", allOf: n => `all ${n}`, prevL: "Previous other choice", nextL: "Next other choice",
    reviewKeys: "Bars above the slider are decisions with another choice of the agent: the higher, the more was lost. Keys: E and shift-E, the next and the last of them.",
  },
  ja: {
    lang: "English", honors: ["東", "南", "西", "北", "白", "發", "中"], decision: "判断", moments: "場面", summary: "対局", noDecision: "ここでの判断はありません。",
    hiddenDecision: "他家の判断です。", chosen: "選択", legal: "可能", discard: "打牌", shanten: "向聴", accepts: "有効牌", unseen: "枚",
    tenpai: "聴牌", complete: "和了形", waits: "待ち", furiten: "振聴", all: "全員公開", own: "自分のみ", wall: n => `残り ${n}`, honba: n => `${n}本場`,
    sticks: n => `供託 ${n}`, dealt: "配牌", draws: "ツモ", discards: "打", drawn: "自摸切り", riichi: "立直", open_riichi: "オープン立直", chi: "チー", pon: "ポン", kan: "カン",
    kakan: "加槓", ankan: "暗槓", aside: "抜き", wins: "和了", end: "局の終了", over: "対局終了", bets: "賭け",
    stays: "ステイ", declares: "和了宣言", bust: "バースト", turned: "表示", tsumo: "ツモ", ron: "ロン", pass: "見送り", on: "放銃",
    from: "放銃", han: "翻", fu: "符", points: "点", fan: "番", win: "和了", exhaustive: "荒牌平局", nagashi: "流し満貫",
    kyuushu: "九種九牌", suufon: "四風連打", suucha: "四家立直", suukan: "四槓散了", sanchahou: "三家和", redraw: "引き直し",
    ura: "裏ドラ表示牌", dora: "ドラ表示牌", won: "和了", close: "閉じる (Esc)", sum: "合計", bet: "賭け", hidden: "伏せ", result: "結果", played: "規定局数終了", sudden_death: "サドンデス",
    reached: "上限到達", stopped: "親の終了選択", deal_in: "放銃", deals_in: "放銃", call: "副露", win_: "和了", riichi_: "立直", none: "この対局にはありません。",
    log: "記録はここまでです。", hit: "ヒット", stay: "ステイ", lowest: "最小を賭ける", middle: "中を賭ける", highest: "最大を賭ける",
    go: "連荘", hand_on: "親を渡す", abort: "九種九牌", play_on: "続行", stop: "終了する", give: "渡す", draw_one: "引く", prev: "一手戻る",
    next: "一手進む", prevD: "前の判断", nextD: "次の判断", prevK: "前の局", nextK: "次の局", play: "再生・停止", open: "手牌の公開",
    keys: "キー: ← → 一手、D / shift-D 判断、↑ ↓ 局、スペース 再生、F 速度、S 席、O 手牌、L 言語、Esc 閉じる。卓のスワイプとタップでも進みます。",
    chart: "各局開始時と終了時の点数", yakuman: "役満", mangan: "満貫", haneman: "跳満", baiman: "倍満", sanbaiman: "三倍満",
    kazoe_yakuman: "数え役満", score: "点数", kyoku: "局", seat: "席", pon_red: "ポン (赤)", doraCount: "ドラ(枚数)", noten: "不聴", total: "合計",
    rules: "ルール", offered: "対象牌", by: "←", exchange: "牌交換", hiddenHand: "手牌は局の終了時に公開されます。", more: "続きあり", speed: "再生速度",
    wareme: "割れ目", winless: "焼鳥", chips: n => `${n}枚`, start: "起家からの席", stickPoints: "供託", each: "オール", old: "ブラウザーが古すぎます。2023年以降のものが必要です。",
    review: "検討", did: "実戦", agent: "AI", value: "評価", then: "打", lost: "損失", rollouts: "ロールアウト", agrees: "AIも同じ選択です。", other: "不一致", decisions: "判断",
    same: "一致", meanLoss: "平均損失", byLoss: "損失順", inOrder: "時系列", reviewedBy: "検討者", valuesIn: "単位", unit_points: "点",
    unit_rank_points: "最終順位点", unit_logit: "ロジット", noLosses: "不一致はありません。", allOf: n => `全${n}件`, prevL: "前の不一致", nextL: "次の不一致",
    reviewKeys: "スライダーの上の棒はAIと異なる選択です。高いほど損失が大きくなります。キー: E / shift-E 次・前の不一致。",
  },
};
const WINDS = { en: ["E", "S", "W", "N"], ja: ["東", "南", "西", "北"] };
const LONG_WINDS = ["East", "South", "West", "North"];

let language = /^ja/.test(navigator.language || "") ? "ja" : "en";
const say = (word, number) => typeof WORDS[language][word] === "function" ? WORDS[language][word](number) : WORDS[language][word] ?? word;
const wind = number => WINDS[language][number % 4];

// "East 1", "東1局", with honba or repeat where there is one.
function kyokuName(kyoku) {
  const round = Math.floor(kyoku.i / DATA.seats) % 4, number = kyoku.i % DATA.seats + 1;
  return language === "ja" ? `${WINDS.ja[round]}${number}局` : `${LONG_WINDS[round]} ${number}`;
}

// With the honba: "East 1, 2 honba".
function kyokuFullName(kyoku) {
  if (!kyoku.h) return kyokuName(kyoku);
  return kyokuName(kyoku) + (language === "ja" ? " " : ", ") + say("honba", kyoku.h);
}

// Short, for buttons: "E1", "E1-2".
function kyokuLabel(kyoku) {
  const label = wind(Math.floor(kyoku.i / DATA.seats)) + (kyoku.i % DATA.seats + 1);
  const count = ["riichi", "toutenkou"].includes(DATA.family) ? kyoku.h : kyoku.r;
  return count ? `${label}-${count}` : label;
}

const seatWind = (kyoku, seat) => wind((seat - kyoku.i % DATA.seats + DATA.seats) % DATA.seats);
const seatName = seat => (DATA.names[seat] || "").trim() || (isPlayed ? say(seat === DATA.seat ? "you" : "person") : `${say("seat")} ${seat}`);

// Units of score as points.
function points(units) {
  const text = Math.abs(units / DATA.unit).toLocaleString("en-US");
  return units < 0 ? "−" + text : text;
}
const signed = units => (units > 0 ? "+" : "") + points(units);
