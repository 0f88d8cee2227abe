//! Checks that the rules do not contradict each other. All contradictions are reported, not only the first.

mod findings;
mod games;
mod wall;

use super::*;
use crate::rules::MAX_EXCHANGE_TILES;
use findings::{Findings, points_range, range, word};
use hyakuman_core::game::ruleset::{AsTable, value_text};

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

/// The rules of three players that are changed for four, then all contradictions that do not follow from these.
pub(super) fn conflicts(rules: &RiichiRules) -> Vec<Conflict> {
    let mut found = foreign(rules);
    let foreign: Vec<&str> = found.iter().flat_map(|conflict| conflict.fields).copied().collect();
    let is_own = |conflict: &Conflict| conflict.fields.iter().all(|field| !foreign.contains(field));
    found.extend(contradictions(rules).into_iter().filter(is_own));
    found
}

/// The rules of three players that are changed for another number of players.
pub(super) fn foreign(rules: &RiichiRules) -> Vec<Conflict> {
    let mut found = Findings::of(rules);
    if rules.players == 3 {
        return found.conflicts;
    }
    let (table, plain) = (rules.to_table(), presets::tenhou().to_table());
    for name in &OF_THREE_PLAYERS {
        let way = (*name, word(value_text(&plain[*name]).trim_matches('"')));
        let fields = std::slice::from_ref(name);
        found.require(table[*name] == plain[*name], fields, "it is a rule of three players", [way]);
    }
    found.conflicts
}

/// All contradictions, without regard to which rules belong to three players.
pub(super) fn contradictions(rules: &RiichiRules) -> Vec<Conflict> {
    let mut found = Findings::of(rules);
    domains(rules, &mut found);
    uma(rules, &mut found);
    floating_uma(rules, &mut found);
    points(rules, &mut found);
    limits(rules, &mut found);
    prizes(rules, &mut found);
    length(rules, &mut found);
    wall::tiles(rules, &mut found);
    wall::replacements(rules, &mut found);
    wall::dead_wall(rules, &mut found);
    wins(rules, &mut found);
    draws(rules, &mut found);
    yaku(rules, &mut found);
    games::three_players(rules, &mut found);
    games::own_yaku(rules, &mut found);
    games::kita(rules, &mut found);
    games::exchange(rules, &mut found);
    games::several_wins(rules, &mut found);
    found.conflicts
}

/// Most points a score or a limit may have; keeps every sum far from the ends of an i32.
const MOST_POINTS: i32 = 1_000_000;

/// Most points a honba or a stick may be worth; thousands of them still fit an i32.
const MOST_STAKE: i32 = 10_000;

/// Honba and sticks are whole hundreds as well, and are multiplied.
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
    found.domain(r.max_kyoku != Some(0), &["max_kyoku"]);
    found.domain(usize::from(r.exchange_tiles) <= MAX_EXCHANGE_TILES, &["exchange_tiles"]);
    found.domain(matches!(r.exchange_pool, 13 | 14), &["exchange_pool"]);
    found.domain(matches!(r.uma_unit, 100 | 500 | 1_000), &["uma_unit"]);
    found.domain((0..=1_000).contains(&r.tobi_prize), &["tobi_prize"]);
    found.domain((0..=1_000).contains(&r.yakitori), &["yakitori"]);
    found.domain((100..=100_000).contains(&r.chip_value) && r.chip_value % 100 == 0, &["chip_value"]);
    found.domain(r.kita_min_remaining >= 1, &["kita_min_remaining"]);
    found.domain(r.red_fives.iter().all(|&reds| reds <= 4), &["red_fives"]);
    found.domain(is_stake(r.honba_ron), &["honba_ron"]);
    found.domain(is_stake(r.honba_tsumo_each), &["honba_tsumo_each"]);
    found.domain(is_stake(r.riichi_stick), &["riichi_stick"]);
    found.domain(is_payment(r.start_points) && r.start_points > 0, &["start_points"]);
    found.domain(is_payment(r.target_points), &["target_points"]);
}

///
fn uma(r: &RiichiRules, found: &mut Findings) {
    let accepted = match r.players {
        3 => "three whole numbers from -1000 to 1000 that sum to zero, and 0",
        _ => "four whole numbers from -1000 to 1000 that sum to zero",
    };
    found.require(is_uma(r, &r.uma), &["uma", "players"], "", [("uma", word(accepted))]);
}

/// Whether the bonuses of all places are in range, and sum to zero over the places that there are.
fn is_uma(r: &RiichiRules, uma: &[i32; 4]) -> bool {
    let (placed, rest) = uma.split_at(usize::from(r.players).min(4));
    let fits = uma.iter().all(|uma| (-1_000..=1_000).contains(uma));
    fits && placed.iter().sum::<i32>() == 0 && rest.iter().all(|&uma| uma == 0)
}

///
fn floating_uma(r: &RiichiRules, found: &mut Findings) {
    let Some(rows) = &r.floating_uma else { return };
    let accepted = match r.players {
        3 => {
            "three lists of four whole numbers from -1000 to 1000: two that sum to zero and end with 0, and one of zeros"
        }
        _ => "three lists of four whole numbers from -1000 to 1000, each of which sums to zero",
    };
    found.require(
        rows.iter().all(|row| is_uma(r, row)) && (r.players != 3 || rows[2] == [0; 4]),
        &["floating_uma", "players"],
        "",
        [("floating_uma", word(accepted))],
    );
}

///
fn points(r: &RiichiRules, found: &mut Findings) {
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
fn prizes(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.tobi_prize == 0 || r.tobi != Tobi::Off,
        &["tobi_prize", "tobi"],
        "no score ends the match",
        [("tobi_prize", word("0")), ("tobi", word("Below0 | AtOrBelow0"))],
    );
    found.only(
        !(r.chips.has(Chip::RedFives) && r.chips.has(Chip::ClosedRedFives)),
        &["chips"],
        "red fives of a closed hand would count twice",
        "either RedFives or ClosedRedFives, or neither",
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
    found.only(
        !r.kanburi_after_kita || kita && r.local_yaku.has(LocalYaku::Kanburi),
        &["kanburi_after_kita", "local_yaku", "kita"],
        "it needs Kanburi in `local_yaku` and `kita` = Nukidora",
        "false",
    );
    found.only(
        !r.uumensai_counts_kita || kita && r.local_yaku.has(LocalYaku::Uumensai),
        &["uumensai_counts_kita", "local_yaku", "kita"],
        "it needs Uumensai in `local_yaku` and `kita` = Nukidora",
        "false",
    );
}
