//! Do the rules fit together? Every contradiction is told, not only the first.

use super::*;
use crate::ruleset::value_text;

/// The rules of three players, of exchanges and several wins and of local yaku.
///
/// The games that have them are not played yet. In the others they change nothing, so a change of them is a mistake
/// and is refused: each has the one value that `tenhou` gives it.
pub(super) const OF_OTHER_GAMES: [&str; 21] = [
    "players",
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
    "local_yaku",
    "kanburi_after_kita",
    "uumensai_counts_kita",
    "wins_per_hand",
    "exchange_tiles",
    "exchange_dir",
    "exchange_pool",
    "chankan_keeps_kan",
    "riichi_on_ronned_tile",
    "shura_suukan_abort",
];

/// What belongs to another game, then all contradictions among the rules that do not follow from that.
pub(super) fn conflicts(rules: &RiichiRules) -> Vec<Conflict> {
    let mut found = of_other_games(rules);
    let foreign: Vec<&str> = found.iter().flat_map(|conflict| conflict.fields).copied().collect();
    let is_own = |conflict: &Conflict| conflict.fields.iter().all(|field| !foreign.contains(field));
    found.extend(contradictions(rules).into_iter().filter(is_own));
    found
}

/// The rules of other games that are changed.
pub(super) fn of_other_games(rules: &RiichiRules) -> Vec<Conflict> {
    let (table, plain) = (rules.to_table(), super::super::presets::tenhou().to_table());
    let mut found = Findings { rules, conflicts: Vec::new() };
    for field in FIELDS.iter().filter(|field| OF_OTHER_GAMES.contains(&field.name)) {
        let fields = std::slice::from_ref(&field.name);
        found.domain(table[field.name] == plain[field.name], fields);
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
    several_wins(rules, &mut found);
    found.conflicts
}

/// The contradictions found so far in the rules.
struct Findings<'a> {
    rules: &'a RiichiRules,
    conflicts: Vec<Conflict>,
}

impl Findings<'_> {
    /// The first of `fields` must lie in the domain its documentation names; the others are what that depends on.
    fn domain(&mut self, ok: bool, fields: &'static [&'static str]) {
        if let Some(FieldDoc { name, domain, .. }) = FIELDS.iter().find(|doc| !ok && doc.name == fields[0]) {
            let value = value_text(&self.rules.to_table()[*name]);
            self.require(ok, fields, format!("`{name}` = {value} is not accepted; accepted: {domain}"));
        }
    }

    /// Several rules together.
    fn require(&mut self, ok: bool, fields: &'static [&'static str], sentence: impl Into<String>) {
        if !ok {
            self.conflicts.push(Conflict { fields, sentence: sentence.into() });
        }
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
    found.domain(r.max_yakuman != Some(0), &["max_yakuman"]);
    found.domain(r.exchange_tiles <= 13, &["exchange_tiles"]);
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
    found.require(
        fits && placed.iter().sum::<i32>() == 0 && rest.iter().all(|&uma| uma == 0),
        &["uma", "players"],
        format!(
            "`uma` = {:?} is not accepted; its first {} numbers (`players`) must sum to zero, within 1000, the others be 0",
            r.uma, r.players
        ),
    );
    found.domain(
        is_payment(r.reference_points) && r.reference_points >= r.start_points,
        &["reference_points", "start_points"],
    );
    found.require(
        r.oka_to_first || r.reference_points == r.start_points,
        &["oka_to_first", "reference_points", "start_points"],
        format!(
            "final points do not sum to zero with `oka_to_first` = false and `reference_points` other than \
             `start_points`; accepted: true, or `reference_points` = {}",
            r.start_points
        ),
    );
    found.require(
        r.final_rounding == FinalRounding::None || r.reference_points % 1_000 == 0,
        &["final_rounding", "reference_points"],
        "rounded final points need `reference_points` in whole thousands; otherwise `final_rounding` = None",
    );
}

///
fn limits(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.upper_limit_end.is_none_or(|limit| limit > r.start_points && limit <= MOST_POINTS),
        &["upper_limit_end", "start_points"],
        format!("`upper_limit_end` must be above `start_points` ({}) or None", r.start_points),
    );
    found.require(
        r.riichi_min_score >= if r.tobi == Tobi::Off { 0 } else { r.riichi_stick },
        &["riichi_min_score", "riichi_stick", "tobi"],
        format!(
            "`riichi_min_score` = {} would let a riichi make a score negative; accepted: `riichi_stick` ({}) or more, \
             or with `tobi` = Off 0 or more",
            r.riichi_min_score, r.riichi_stick
        ),
    );
}

///
fn length(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.length_winds > 0 || r.extension_winds == 0,
        &["extension_winds", "length_winds"],
        "a match of one kyoku (`length_winds` = 0) has no extension; accepted: `extension_winds` = 0",
    );
    found.require(
        r.sudden_death != SuddenDeath::Immediate || r.extension_winds > 0 && r.target_points > 0,
        &["sudden_death", "extension_winds", "target_points"],
        "`sudden_death` = Immediate acts in an extension, at the target; it needs `extension_winds` and \
         `target_points` above 0",
    );
    found.require(
        r.agari_yame == Yame::Off || r.renchan != Renchan::None,
        &["agari_yame", "renchan"],
        "stopping after a win (`agari_yame`) means refusing a renchan; with `renchan` = None it must be Off",
    );
    found.require(
        r.tenpai_yame == Yame::Off || r.renchan == Renchan::WinOrTenpai,
        &["tenpai_yame", "renchan"],
        "stopping in tenpai (`tenpai_yame`) means refusing a renchan; without `renchan` = WinOrTenpai it must be Off",
    );
}

///
fn tiles(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.players != 3 || r.red_fives[0] == 0,
        &["red_fives", "players"],
        "three players have no 5m; accepted: 0 as the first number of `red_fives`",
    );
    found.require(
        !r.dora_kan_ura || r.dora_kan && r.dora_ura,
        &["dora_kan_ura", "dora_kan", "dora_ura"],
        "`dora_kan_ura` = true needs `dora_kan` = true and `dora_ura` = true",
    );
}

/// every kan and every north set aside needs a replacement tile.
fn replacements(r: &RiichiRules, found: &mut Findings) {
    let set_aside = if r.kita == Kita::Nukidora { 4 } else { 0 };
    found.require(
        r.rinshan_tiles >= r.max_kans.saturating_add(set_aside),
        &["rinshan_tiles", "max_kans", "kita"],
        format!(
            "`rinshan_tiles` = {} cannot replace every kan (`max_kans`) and north set aside; accepted: {} or more",
            r.rinshan_tiles,
            r.max_kans.saturating_add(set_aside)
        ),
    );
}

/// the replacement tiles at the end of the wall, then pairs of indicators, must stay clear of the live draws.
///
/// Each kan moves the end of the live wall back by one tile and may ask for one more pair.
fn dead_wall(r: &RiichiRules, found: &mut Findings) {
    let kans = if r.dora_kan { u16::from(r.max_kans) } else { 0 };
    let indicators = u16::from(r.initial_indicators) + kans;
    found.require(
        indicators <= 5,
        &["initial_indicators", "max_kans", "dora_kan"],
        format!("`initial_indicators` and those of the kans are {indicators} together; accepted: at most 5"),
    );
    let least = (u16::from(r.rinshan_tiles) + 2 * indicators).saturating_sub(kans);
    let dealt = 14 * u16::from(r.players);
    let most = if r.players == 3 { 108 } else { 136_u16 }.saturating_sub(dealt);
    found.require(
        (least..=most).contains(&u16::from(r.reserved_undrawn)),
        &["reserved_undrawn", "rinshan_tiles", "initial_indicators", "max_kans", "dora_kan", "players"],
        format!(
            "`reserved_undrawn` = {} does not fit the wall; accepted: {least} to {most}, room for the replacement \
             tiles and the indicators, and a draw for everybody",
            r.reserved_undrawn
        ),
    );
}

///
fn wins(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.multi_ron != MultiRon::Triple || !r.triple_ron_abort,
        &["multi_ron", "triple_ron_abort"],
        "three rons cannot be both paid (`multi_ron` = Triple) and an abortive draw; accepted: \
         `triple_ron_abort` = false, or `multi_ron` = Double",
    );
    found.require(
        r.multi_ron != MultiRon::Double || r.triple_ron_abort || r.players == 3,
        &["multi_ron", "triple_ron_abort"],
        "with `multi_ron` = Double three rons must be an abortive draw; accepted: `triple_ron_abort` = true, or \
         `multi_ron` = Triple",
    );
}

///
fn draws(r: &RiichiRules, found: &mut Findings) {
    let unit = if r.players == 3 { 200 } else { 600 };
    found.domain(
        matches!(r.noten, Noten::Pool(sum) if (0..=MOST_POINTS).contains(&sum) && sum % unit == 0),
        &["noten", "players"],
    );
    found.require(
        !r.nagashi_takes_honba || r.nagashi != Nagashi::Off,
        &["nagashi_takes_honba", "nagashi"],
        "`nagashi_takes_honba` = true needs a `nagashi` other than Off",
    );
}

/// rules about yaku that are not played.
fn yaku(r: &RiichiRules, found: &mut Findings) {
    let kita = r.kita == Kita::Nukidora;
    found.require(
        !r.kanburi_after_kita || kita && r.local_yaku.has(LocalYaku::Kanburi),
        &["kanburi_after_kita", "local_yaku", "kita"],
        "`kanburi_after_kita` = true needs Kanburi in `local_yaku` and `kita` = Nukidora",
    );
    found.require(
        !r.uumensai_counts_kita || kita && r.local_yaku.has(LocalYaku::Uumensai),
        &["uumensai_counts_kita", "local_yaku", "kita"],
        "`uumensai_counts_kita` = true needs Uumensai in `local_yaku` and `kita` = Nukidora",
    );
}

/// what three players do without.
fn three_players(r: &RiichiRules, found: &mut Findings) {
    let three = r.players == 3;
    found.require(
        !three || !r.chii,
        &["chii", "players"],
        "three players do not chi; accepted: `chii` = false",
    );
    found.require(
        three == r.dora_wrap_1m9m,
        &["dora_wrap_1m9m", "players"],
        format!("with `players` = {} `dora_wrap_1m9m` must be {three}", r.players),
    );
    found.require(
        !three || !r.abort_suufon && !r.abort_suucha && !r.triple_ron_abort,
        &["abort_suufon", "abort_suucha", "triple_ron_abort", "players"],
        "`abort_suufon`, `abort_suucha` and `triple_ron_abort` need four players; accepted with three: false",
    );
    found.require(
        three || r.kita == Kita::Off,
        &["kita", "players"],
        "`kita` is a rule of three players; accepted with four: Off",
    );
}

///
fn kita(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.kita == Kita::Nukidora || !(r.kita_after_pon || r.kita_ron || r.kita_breaks_nagashi),
        &["kita_after_pon", "kita_ron", "kita_breaks_nagashi", "kita"],
        "`kita_after_pon`, `kita_ron` and `kita_breaks_nagashi` need `kita` = Nukidora; otherwise false",
    );
    found.require(
        !r.kita_ron_chankan || r.kita_ron,
        &["kita_ron_chankan", "kita_ron"],
        "`kita_ron_chankan` = true needs `kita_ron` = true",
    );
}

///
fn several_wins(r: &RiichiRules, found: &mut Findings) {
    let several = r.wins_per_hand > 1;
    found.domain(r.wins_per_hand >= 1 && (r.wins_per_hand < r.players || !several), &["wins_per_hand"]);
    found.require(
        !several || r.renchan == Renchan::None && r.honba_ron == 0 && r.honba_tsumo_each == 0,
        &["wins_per_hand", "renchan", "honba_ron", "honba_tsumo_each"],
        "with `wins_per_hand` above 1 there is no renchan and no honba; accepted: `renchan` = None, `honba_ron` = 0, \
         `honba_tsumo_each` = 0",
    );
    found.require(
        several || !r.chankan_keeps_kan && r.riichi_on_ronned_tile == RiichiOnRonnedTile::Fails,
        &["chankan_keeps_kan", "riichi_on_ronned_tile", "wins_per_hand"],
        "play goes on after a ron only with `wins_per_hand` above 1; otherwise `chankan_keeps_kan` = false and \
         `riichi_on_ronned_tile` = Fails",
    );
}
