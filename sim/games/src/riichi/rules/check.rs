//! Do the rules fit together? Every contradiction is told, not only the first.

use super::*;
use crate::riichi::exchange::MOST_GIVEN;
use crate::ruleset::value_text;

/// The rules of three players. With four they change nothing, so a change of them is a mistake and is
/// refused: each keeps the value that `tenhou` gives it.
pub(super) const OF_THREE_PLAYERS: [&str; 12] = [
    "dora_wrap_1m9m",
    "kita",
    "kita_after_pon",
    "kita_ron",
    "kita_ron_chankan",
    "kita_min_remaining",
    "kita_after_riichi",
    "kita_breaks_nagashi",
    "sanma_tsumo",
    "pao_tsumo_3p",
    "kanburi_after_kita",
    "uumensai_counts_kita",
];

/// What belongs to three players, then all contradictions among the rules that do not follow from that.
pub(super) fn conflicts(rules: &RiichiRules) -> Vec<Conflict> {
    let mut found = foreign(rules);
    let foreign: Vec<&str> = found.iter().flat_map(|conflict| conflict.fields).copied().collect();
    let is_own = |conflict: &Conflict| conflict.fields.iter().all(|field| !foreign.contains(field));
    found.extend(contradictions(rules).into_iter().filter(is_own));
    found
}

/// The rules of three players that are changed for another number of them.
pub(super) fn foreign(rules: &RiichiRules) -> Vec<Conflict> {
    let mut found = Findings { rules, conflicts: Vec::new() };
    if rules.players == 3 {
        return found.conflicts;
    }
    let (table, plain) = (rules.to_table(), super::super::presets::tenhou().to_table());
    for name in &OF_THREE_PLAYERS {
        let way = (*name, word(value_text(&plain[*name]).trim_matches('"')));
        let fields = std::slice::from_ref(name);
        found.require(table[*name] == plain[*name], fields, "it is a rule of three players", [way]);
    }
    found.conflicts
}

/// All contradictions, for whatever game.
pub(super) fn contradictions(rules: &RiichiRules) -> Vec<Conflict> {
    let mut found = Findings { rules, conflicts: Vec::new() };
    domains(rules, &mut found);
    points(rules, &mut found);
    limits(rules, &mut found);
    length(rules, &mut found);
    tiles(rules, &mut found);
    replacements(rules, &mut found);
    dead_wall(rules, &mut found);
    wins(rules, &mut found);
    draws(rules, &mut found);
    yaku(rules, &mut found);
    three_players(rules, &mut found);
    kita(rules, &mut found);
    exchange(rules, &mut found);
    several_wins(rules, &mut found);
    found.conflicts
}

/// The contradictions found so far in the rules.
struct Findings<'a> {
    rules: &'a RiichiRules,
    conflicts: Vec<Conflict>,
}

/// A field, and what would be accepted for it if all the others stay; none where nothing would.
type Way = (&'static str, Option<String>);

impl Findings<'_> {
    /// The first of `fields` must lie in the domain its documentation names; the others are what that depends on.
    fn domain(&mut self, ok: bool, fields: &'static [&'static str]) {
        if let Some(FieldDoc { name, domain, .. }) = FIELDS.iter().find(|doc| !ok && doc.name == fields[0]) {
            self.require(ok, fields, "", [(*name, word(domain))]);
        }
    }

    /// Several rules together; `why` they do not fit, and every way out.
    fn require<const N: usize>(
        &mut self,
        ok: bool,
        fields: &'static [&'static str],
        why: &'static str,
        ways: [Way; N],
    ) {
        if !ok {
            let accepted =
                ways.into_iter().filter_map(|(field, accepted)| Some((field, accepted?))).collect();
            let value = |&field: &&'static str| (field, value_text(&self.rules.to_table()[field]));
            let values = fields.iter().map(value).collect();
            self.conflicts.push(Conflict { fields, values, why, accepted });
        }
    }
}

/// Words or numbers that are accepted.
fn word(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// Whole numbers that are accepted.
fn range(least: impl Into<i64>, most: impl Into<i64>) -> Option<String> {
    let (least, most) = (least.into(), most.into());
    match most - least {
        ..0 => None,
        0 => Some(least.to_string()),
        _ => Some(format!("{least} to {most}")),
    }
}

/// Points that are accepted: multiples of `unit` in a range, of which `least` is one.
fn points_range(unit: i64, least: impl Into<i64>, most: impl Into<i64>) -> Option<String> {
    let (least, most) = (least.into(), most.into());
    let most = most - most.rem_euclid(unit);
    match most - least {
        0 => Some(least.to_string()),
        _ => range(least, most).map(|range| format!("a multiple of {unit}, {range}")),
    }
}

/// Most points a score or a limit may have; keeps every sum far from the ends of an i32.
const MOST_POINTS: i32 = 1_000_000;

/// Most points a honba or a stick may be worth; thousands of them still fit an i32.
const MOST_STAKE: i32 = 10_000;

/// Honba and sticks are whole hundreds too, and multiply.
fn is_stake(points: i32) -> bool {
    points % 100 == 0 && (0..=MOST_STAKE).contains(&points)
}

/// Payments are whole hundreds, so that scores stay whole hundreds.
fn is_payment(points: i32) -> bool {
    points % 100 == 0 && (0..=MOST_POINTS).contains(&points)
}

fn domains(r: &RiichiRules, found: &mut Findings) {
    found.domain(matches!(r.players, 3 | 4), &["players"]);
    found.domain(r.length_winds <= 2, &["length_winds"]);
    found.domain(r.extension_winds <= 2, &["extension_winds"]);
    found.domain(matches!(r.han_shibari, 1 | 2 | 4), &["han_shibari"]);
    found.domain(matches!(r.double_wind_pair_fu, 2 | 4), &["double_wind_pair_fu"]);
    found.domain(r.max_kans <= 4, &["max_kans"]);
    found.domain((1..=3).contains(&r.wins_per_hand), &["wins_per_hand"]);
    found.domain(r.max_yakuman != Some(0), &["max_yakuman"]);
    found.domain(usize::from(r.exchange_tiles) <= MOST_GIVEN, &["exchange_tiles"]);
    found.domain(matches!(r.exchange_pool, 13 | 14), &["exchange_pool"]);
    found.domain(r.kita_min_remaining >= 1, &["kita_min_remaining"]);
    found.domain(r.red_fives.iter().all(|&reds| reds <= 4), &["red_fives"]);
    found.domain(is_stake(r.honba_ron), &["honba_ron"]);
    found.domain(is_stake(r.honba_tsumo_each), &["honba_tsumo_each"]);
    found.domain(is_stake(r.riichi_stick), &["riichi_stick"]);
    found.domain(is_payment(r.start_points) && r.start_points > 0, &["start_points"]);
    found.domain(is_payment(r.target_points), &["target_points"]);
}

///
fn points(r: &RiichiRules, found: &mut Findings) {
    let (placed, rest) = r.uma.split_at(usize::from(r.players).min(4));
    let fits = r.uma.iter().all(|uma| (-1_000..=1_000).contains(uma));
    let accepted = match r.players {
        3 => "three whole numbers from -1000 to 1000 that sum to zero, and 0",
        _ => "four whole numbers from -1000 to 1000 that sum to zero",
    };
    found.require(
        fits && placed.iter().sum::<i32>() == 0 && rest.iter().all(|&uma| uma == 0),
        &["uma", "players"],
        "",
        [("uma", word(accepted))],
    );
    let reference = points_range(100, r.start_points, MOST_POINTS);
    found.require(
        is_payment(r.reference_points) && r.reference_points >= r.start_points,
        &["reference_points", "start_points"],
        "",
        [("reference_points", reference), ("start_points", points_range(100, 100, r.reference_points))],
    );
    found.require(
        r.oka_to_first || r.reference_points == r.start_points,
        &["oka_to_first", "reference_points", "start_points"],
        "final points would not sum to zero",
        [
            ("oka_to_first", word("true")),
            ("reference_points", Some(r.start_points.to_string())),
            ("start_points", Some(r.reference_points.to_string())),
        ],
    );
    let thousands = points_range(1_000, (i64::from(r.start_points) + 999) / 1_000 * 1_000, MOST_POINTS);
    found.require(
        r.final_rounding == FinalRounding::None || r.reference_points % 1_000 == 0,
        &["final_rounding", "reference_points"],
        "rounded final points are counted in whole thousands",
        [("final_rounding", word("None")), ("reference_points", thousands)],
    );
}

///
fn limits(r: &RiichiRules, found: &mut Findings) {
    let limit = i64::from(r.upper_limit_end.unwrap_or_default().min(MOST_POINTS));
    let above = range(r.start_points.saturating_add(1), MOST_POINTS);
    let above = above.map_or("\"None\"".into(), |range| format!("a whole number, {range}, or \"None\""));
    found.require(
        r.upper_limit_end.is_none_or(|limit| limit > r.start_points && limit <= MOST_POINTS),
        &["upper_limit_end", "start_points"],
        "",
        [("upper_limit_end", Some(above)), ("start_points", points_range(100, 100, limit - 1))],
    );
    let least = if r.tobi == Tobi::Off { -MOST_POINTS } else { r.riichi_stick };
    let afforded = r.tobi != Tobi::Off && r.riichi_min_score >= 0;
    let stick = points_range(100, 0, r.riichi_min_score.min(MOST_STAKE));
    found.require(
        r.riichi_min_score >= least,
        &["riichi_min_score", "riichi_stick", "tobi"],
        "a riichi would make a score negative",
        [
            ("riichi_min_score", Some(format!("a whole number, {least} or more"))),
            ("riichi_stick", stick.filter(|_| afforded)),
            ("tobi", word("Off").filter(|_| afforded)),
        ],
    );
}

///
fn length(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.length_winds > 0 || r.extension_winds == 0,
        &["extension_winds", "length_winds"],
        "a match of one kyoku has no extension",
        [("extension_winds", word("0")), ("length_winds", word("1 | 2"))],
    );
    found.require(
        r.sudden_death != SuddenDeath::Immediate || r.extension_winds > 0 && r.target_points > 0,
        &["sudden_death", "extension_winds", "target_points"],
        "it acts in an extension, at the target",
        [
            ("sudden_death", word("Off | RenchanFirst")),
            ("extension_winds", word("1 | 2").filter(|_| r.target_points > 0)),
            ("target_points", points_range(100, 100, MOST_POINTS).filter(|_| r.extension_winds > 0)),
        ],
    );
    let any_renchan = if r.tenpai_yame == Yame::Off { "Win | WinOrTenpai" } else { "WinOrTenpai" };
    found.require(
        r.agari_yame == Yame::Off || r.renchan != Renchan::None,
        &["agari_yame", "renchan"],
        "stopping after a win means refusing a renchan",
        [("agari_yame", word("Off")), ("renchan", word(any_renchan))],
    );
    found.require(
        r.tenpai_yame == Yame::Off || r.renchan == Renchan::WinOrTenpai,
        &["tenpai_yame", "renchan"],
        "stopping in tenpai means refusing a renchan",
        [("tenpai_yame", word("Off")), ("renchan", word("WinOrTenpai"))],
    );
}

///
fn tiles(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.players != 3 || r.red_fives[0] == 0,
        &["red_fives", "players"],
        "three players have no 5m",
        [("red_fives", word("0 as the first number"))],
    );
    found.require(
        !r.dora_kan_ura || r.dora_kan && r.dora_ura,
        &["dora_kan_ura", "dora_kan", "dora_ura"],
        "without the one or the other there are no indicators under those of kans",
        [
            ("dora_kan_ura", word("false")),
            ("dora_kan", word("true").filter(|_| r.dora_ura)),
            ("dora_ura", word("true").filter(|_| r.dora_kan)),
        ],
    );
}

/// Norths that may be set aside.
fn norths(r: &RiichiRules) -> u8 {
    if r.kita == Kita::Nukidora { 4 } else { 0 }
}

/// every kan and every north set aside needs a replacement tile.
fn replacements(r: &RiichiRules, found: &mut Findings) {
    let set_aside = norths(r);
    let least = r.max_kans.saturating_add(set_aside);
    found.require(
        r.rinshan_tiles >= least,
        &["rinshan_tiles", "max_kans", "kita"],
        "every kan and every north set aside needs a replacement tile",
        [
            ("rinshan_tiles", Some(format!("a whole number, {least} or more"))),
            ("max_kans", range(0, i32::from(r.rinshan_tiles) - i32::from(set_aside))),
        ],
    );
}

/// the replacement tiles at the end of the wall, then pairs of indicators, must stay clear of the live draws.
///
/// Each kan moves the end of the live wall back by one tile and may ask for one more pair.
fn dead_wall(r: &RiichiRules, found: &mut Findings) {
    let kans = if r.dora_kan { i32::from(r.max_kans) } else { 0 };
    let (initial, rinshan, reserved) =
        (i32::from(r.initial_indicators), i32::from(r.rinshan_tiles), i32::from(r.reserved_undrawn));
    let room = reserved - rinshan; // for two tiles of each indicator, less one for each kan
    let most_initial = (5 - kans).min((room - kans) / 2);
    let most_kans = (5 - initial).min(room - 2 * initial).min(rinshan - i32::from(norths(r)));
    found.require(
        initial + kans <= 5,
        &["initial_indicators", "max_kans", "dora_kan"],
        "with those of the kans there are more than five indicators",
        [
            ("initial_indicators", range(0, most_initial)),
            ("max_kans", range(0, most_kans).filter(|_| r.dora_kan)),
            ("dora_kan", word("false").filter(|_| r.dora_kan && initial <= 5)),
        ],
    );
    let least = rinshan + 2 * initial + kans;
    let most = if r.players == 3 { 108 } else { 136 } - 14 * i32::from(r.players);
    let fewest = i32::from(r.max_kans.saturating_add(norths(r)));
    found.require(
        (least..=most).contains(&reserved),
        &["reserved_undrawn", "rinshan_tiles", "initial_indicators", "max_kans", "dora_kan", "players"],
        "there must be room for the replacement tiles and the indicators, and a draw for everybody",
        [
            ("reserved_undrawn", range(least, most)),
            ("rinshan_tiles", range(fewest, reserved - 2 * initial - kans).filter(|_| reserved <= most)),
            ("initial_indicators", range(0, most_initial).filter(|_| reserved <= most)),
            ("max_kans", range(0, most_kans).filter(|_| r.dora_kan && reserved <= most)),
        ],
    );
}

///
fn wins(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.multi_ron != MultiRon::Triple || !r.triple_ron_abort,
        &["multi_ron", "triple_ron_abort"],
        "three rons cannot be both paid and an abortive draw",
        [("multi_ron", word("HeadBump | Double")), ("triple_ron_abort", word("false"))],
    );
    found.require(
        r.multi_ron != MultiRon::Double || r.triple_ron_abort || r.players == 3,
        &["multi_ron", "triple_ron_abort", "players"],
        "three rons must be an abortive draw where two are paid",
        [("multi_ron", word("HeadBump | Triple")), ("triple_ron_abort", word("true"))],
    );
}

///
fn draws(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.karaten_closed4 || !r.karaten_melds,
        &["karaten_melds", "karaten_closed4"],
        "four in the closed hand are a case of four in hand and melds",
        [("karaten_melds", word("false")), ("karaten_closed4", word("true"))],
    );
    let (points, unit) = match r.noten {
        Noten::Pool(points) | Noten::PerNoten(points) if r.players == 3 => (points, 200),
        Noten::Pool(points) | Noten::PerNoten(points) => (points, 600),
        Noten::PerPair(points) => (points, 100),
    };
    found.domain((0..=MOST_POINTS).contains(&points) && points % unit == 0, &["noten", "players"]);
    found.require(
        !r.nagashi_takes_honba || r.nagashi != Nagashi::Off,
        &["nagashi_takes_honba", "nagashi"],
        "",
        [("nagashi_takes_honba", word("false")), ("nagashi", word("Mangan | Yakuman"))],
    );
}

/// rules about yaku that are not played.
fn yaku(r: &RiichiRules, found: &mut Findings) {
    let kita = r.kita == Kita::Nukidora;
    found.require(
        !r.kanburi_after_kita || kita && r.local_yaku.has(LocalYaku::Kanburi),
        &["kanburi_after_kita", "local_yaku", "kita"],
        "it needs Kanburi in `local_yaku` and `kita` = Nukidora",
        [("kanburi_after_kita", word("false"))],
    );
    found.require(
        !r.uumensai_counts_kita || kita && r.local_yaku.has(LocalYaku::Uumensai),
        &["uumensai_counts_kita", "local_yaku", "kita"],
        "it needs Uumensai in `local_yaku` and `kita` = Nukidora",
        [("uumensai_counts_kita", word("false"))],
    );
}

/// what three players do without.
fn three_players(r: &RiichiRules, found: &mut Findings) {
    let three = r.players == 3;
    let no = || word("false");
    found.require(!three || !r.chii, &["chii", "players"], "three players do not chi", [("chii", no())]);
    found.require(
        !three || r.dora_wrap_1m9m,
        &["dora_wrap_1m9m", "players"],
        "three players have no 2m to 8m",
        [("dora_wrap_1m9m", word("true"))],
    );
    const FOUR: &str = "it needs four players";
    found.require(!three || !r.abort_suufon, &["abort_suufon", "players"], FOUR, [("abort_suufon", no())]);
    found.require(!three || !r.abort_suucha, &["abort_suucha", "players"], FOUR, [("abort_suucha", no())]);
    let fields = &["triple_ron_abort", "players"];
    found.require(!three || !r.triple_ron_abort, fields, FOUR, [("triple_ron_abort", no())]);
    let most = word("HeadBump | Double");
    found.require(
        !three || r.multi_ron != MultiRon::Triple,
        &["multi_ron", "players"],
        FOUR,
        [("multi_ron", most)],
    );
}

///
fn kita(r: &RiichiRules, found: &mut Findings) {
    const KITA: &str = "it needs `kita` = Nukidora";
    let plays = r.kita == Kita::Nukidora;
    let no = || word("false");
    found.require(plays || !r.kita_after_pon, &["kita_after_pon", "kita"], KITA, [("kita_after_pon", no())]);
    found.require(plays || !r.kita_ron, &["kita_ron", "kita"], KITA, [("kita_ron", no())]);
    let fields = &["kita_breaks_nagashi", "kita"];
    found.require(plays || !r.kita_breaks_nagashi, fields, KITA, [("kita_breaks_nagashi", no())]);
    found.require(
        !r.kita_ron_chankan || r.kita_ron,
        &["kita_ron_chankan", "kita_ron"],
        "it is a case of `kita_ron`",
        [("kita_ron_chankan", no()), ("kita_ron", word("true"))],
    );
}

///
fn exchange(r: &RiichiRules, found: &mut Findings) {
    const EXCHANGE: &str = "it needs `exchange_tiles` above 0";
    let exchanges = r.exchange_tiles > 0;
    found.require(
        !exchanges || r.players == 4,
        &["exchange_tiles", "players"],
        "it needs four players",
        [("exchange_tiles", word("0"))],
    );
    found.require(
        exchanges || r.exchange_dir == ExchangeDir::Random3,
        &["exchange_dir", "exchange_tiles"],
        EXCHANGE,
        [("exchange_dir", word("Random3")), ("exchange_tiles", range(1, MOST_GIVEN as u8))],
    );
    found.require(
        exchanges || r.exchange_pool == 13,
        &["exchange_pool", "exchange_tiles"],
        EXCHANGE,
        [("exchange_pool", word("13")), ("exchange_tiles", range(1, MOST_GIVEN as u8))],
    );
}

///
fn several_wins(r: &RiichiRules, found: &mut Findings) {
    const GOES_ON: &str = "play goes on after a ron only with `wins_per_hand` above 1";
    let several = r.wins_per_hand > 1;
    found.require(
        !several || r.players == 4,
        &["wins_per_hand", "players"],
        "it needs four players",
        [("wins_per_hand", word("1"))],
    );
    found.require(
        !several || r.renchan == Renchan::None && r.honba_ron == 0 && r.honba_tsumo_each == 0,
        &["wins_per_hand", "renchan", "honba_ron", "honba_tsumo_each"],
        "with several wins there is no renchan and no honba (`renchan` = None, `honba_ron` = 0, `honba_tsumo_each` = 0)",
        [("wins_per_hand", word("1"))],
    );
    found.require(
        several || !r.chankan_keeps_kan,
        &["chankan_keeps_kan", "wins_per_hand"],
        GOES_ON,
        [("chankan_keeps_kan", word("false"))],
    );
    found.require(
        several || r.riichi_on_ronned_tile == RiichiOnRonnedTile::Fails,
        &["riichi_on_ronned_tile", "wins_per_hand"],
        GOES_ON,
        [("riichi_on_ronned_tile", word("Fails"))],
    );
    found.require(
        several || r.shura_suukan_abort == ShuraSuukanAbort::Immediate,
        &["shura_suukan_abort", "wins_per_hand"],
        GOES_ON,
        [("shura_suukan_abort", word("Immediate"))],
    );
}
