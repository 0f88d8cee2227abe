//! Rules that fit together, but of which one does nothing, or not what it seems to say.

use super::{
    Kita, Kuikae, MultiRon, Nagashi, RiichiRules, SuddenDeath, TieBreak, Tobi, Yame, YameNeedsTarget,
};
use hyakuman_game::ruleset::Warning;

/// The warnings of a game of riichi.
pub(super) const WARNINGS: &[Warning<RiichiRules>] = &[
    // The end of the match.
    Warning {
        rules: &["extension_winds"],
        when: |r| r.sudden_death == SuddenDeath::Off,
        says: "has no effect: `sudden_death` = Off means that no extension is played, so the match ends after `length_winds`",
        causes: &["sudden_death"],
    },
    Warning {
        rules: &["extension_winds"],
        when: |r| r.sudden_death != SuddenDeath::Off && r.target_points == 0,
        says: "has no effect: without a target (`target_points` = 0) the match ends after `length_winds`",
        causes: &["target_points"],
    },
    Warning {
        rules: &["target_points"],
        when: |r| is_extended(r) && r.target_points <= r.start_points,
        says: "is not above `start_points`: unless riichi sticks are on the table somebody has it, so hardly any match goes into \
               the extension",
        causes: &["target_points", "start_points"],
    },
    Warning {
        rules: &["target_points"],
        when: |r| is_extended(r) && exceeds_all(r, r.target_points),
        says: "is more than all players have together: nobody reaches it, so every match goes through the whole extension",
        causes: &["target_points", "start_points"],
    },
    Warning::idle(
        &["target_points"],
        |r| !is_extended(r) && !yame_needs_target(r),
        "has no effect: no extension is played, and no dealer needs the target to stop",
    ),
    Warning::idle(
        &["sudden_death"],
        |r| r.extension_winds == 0,
        "has no effect: no extension is played (`extension_winds` = 0)",
    ),
    Warning::idle(
        &["agari_yame", "tenpai_yame", "yame_needs_target", "renchan"],
        |r| r.length_winds == 0,
        "has no effect: the match is a single kyoku (`length_winds` = 0)",
    ),
    Warning::idle(
        &["yame_needs_target"],
        |r| r.length_winds > 0 && !may_stop(r),
        "has no effect: no dealer may stop (`agari_yame` and `tenpai_yame` are Off)",
    ),
    Warning {
        rules: &["upper_limit_end"],
        when: |r| r.upper_limit_end.is_some_and(|limit| exceeds_all(r, limit)),
        says: "is more than all players have together: nobody reaches it before another's score ends the match",
        causes: &["start_points", "tobi"],
    },
    Warning::idle(
        &["tie_break"],
        |r| r.tie_break == TieBreak::Split && r.uma == [0; 4] && r.reference_points == r.start_points,
        "plays like InitialSeat: there is neither uma nor oka to share",
    ),
    // Riichi.
    Warning {
        rules: &["riichi_min_remaining"],
        when: |r| !has_draws_for_riichi(r),
        says: "is more than the draws that are left when the first player has drawn: nobody can declare riichi",
        causes: &["riichi_min_remaining", "reserved_undrawn"],
    },
    Warning {
        rules: &["riichi_min_score"],
        when: |r| exceeds_all(r, r.riichi_min_score),
        says: "is more than all players have together: nobody can declare riichi",
        causes: &["riichi_min_score", "start_points"],
    },
    Warning::idle(
        &[
            "riichi_stick",
            "leftover_sticks",
            "dora_ura",
            "dora_kan_ura",
            "riichi_ankan",
            "ippatsu",
            "abort_suucha",
            "abort_last_riichi_stick",
            "furiten_riichi",
            "karaten_riichi",
            "riichi_on_ronned_tile",
            "kita_after_riichi",
        ],
        |r| !has_draws_for_riichi(r) || exceeds_all(r, r.riichi_min_score),
        "has no effect: nobody can declare riichi (`riichi_min_remaining`, `riichi_min_score`)",
    ),
    Warning::idle(
        &["leftover_sticks"],
        |r| r.riichi_stick == 0,
        "has no effect: a riichi puts nothing on the table (`riichi_stick` = 0)",
    ),
    Warning::idle(
        &["abort_last_riichi_stick"],
        |r| !r.abort_suufon && !four_kans_abort(r),
        "has no effect: neither four winds nor four kans abort (`abort_suufon`, `abort_suukan`)",
    ),
    // Kans, indicators.
    Warning::idle(
        &[
            "dora_kan",
            "dora_kan_ura",
            "minkan_dora",
            "riichi_ankan",
            "kokushi_robs_ankan",
            "ankan_pass_furiten",
            "rinshan_daiminkan_pao",
            "chankan_keeps_kan",
            "sanchahou_on_chankan",
        ],
        |r| r.max_kans == 0,
        "has no effect: there are no kans (`max_kans` = 0)",
    ),
    Warning::idle(
        &["rinshan_tsumo_fu"],
        |r| r.max_kans == 0 && r.kita != Kita::Nukidora,
        "has no effect: there are no replacement draws (`max_kans` = 0)",
    ),
    Warning::idle(
        &["minkan_dora"],
        |r| !r.dora_kan,
        "has no effect: kans open no indicators (`dora_kan` = false)",
    ),
    Warning::idle(
        &["dora_omote", "dora_ura"],
        |r| r.initial_indicators == 0,
        "has no effect: no indicator is open from the start (`initial_indicators` = 0)",
    ),
    Warning::idle(
        &["abort_suukan"],
        |r| r.max_kans < 4,
        "has no effect: there are never four kans (`max_kans` below 4)",
    ),
    Warning::idle(
        &["shura_suukan_abort"],
        |r| !four_kans_abort(r),
        "has no effect: four kans abort no kyoku (`abort_suukan`, `max_kans`)",
    ),
    Warning::idle(
        &["ankan_pass_furiten"],
        |r| !r.kokushi_robs_ankan,
        "has no effect: no ankan can be ronned (`kokushi_robs_ankan` = false)",
    ),
    // Calls, norths.
    Warning::idle(
        &["kuikae"],
        |r| r.kuikae == Kuikae::BanSameAndSuji && !r.chii,
        "plays like BanSame: no chi is called (`chii` = false)",
    ),
    Warning::idle(
        &["kita_min_remaining", "kita_after_riichi"],
        |r| r.kita != Kita::Nukidora,
        "has no effect: no norths are set aside (`kita` is not Nukidora)",
    ),
    Warning::idle(
        &["kita_breaks_nagashi"],
        |r| r.nagashi == Nagashi::Off,
        "has no effect: there is no nagashi (`nagashi` = Off)",
    ),
    // Payments.
    Warning::idle(
        &["multi_ron_pot"],
        |r| r.multi_ron == MultiRon::HeadBump,
        "has no effect: only one player wins on a discard (`multi_ron` = HeadBump)",
    ),
    Warning::idle(
        &["sanchahou_on_chankan"],
        |r| !r.triple_ron_abort,
        "has no effect: three rons do not abort (`triple_ron_abort` = false)",
    ),
    Warning::idle(
        &["abort_keeps_honba"],
        |r| r.wins_per_hand > 1,
        "has no effect: where several win in a kyoku there are no honba (`wins_per_hand` above 1)",
    ),
    Warning::idle(
        &["abort_keeps_honba"],
        |r| r.wins_per_hand == 1 && !aborts(r),
        "has no effect: nothing aborts a kyoku (`abort_kyuushu` and its like, `triple_ron_abort`)",
    ),
    Warning::idle(
        &["pao_scope"],
        |r| r.pao.is_empty(),
        "has no effect: nobody is liable for a yakuman (`pao` = [])",
    ),
    Warning::idle(
        &["pao_honba", "pao_tsumo_3p"],
        |r| r.pao.is_empty() && !r.rinshan_daiminkan_pao,
        "has no effect: nobody is liable for a win (`pao` = [], `rinshan_daiminkan_pao` = false)",
    ),
    Warning::idle(
        &["max_yakuman"],
        |r| !r.yakuman_stack && r.double_yakuman.is_empty(),
        "has no effect: no hand counts more than one yakuman (`yakuman_stack` = false, `double_yakuman` = [])",
    ),
    Warning::idle(
        &["yakuman_stack", "double_yakuman"],
        |r| r.max_yakuman == Some(1),
        "has no effect: at most one yakuman is paid (`max_yakuman` = 1)",
    ),
];

/// Whether a match may go on after its regular length.
fn is_extended(r: &RiichiRules) -> bool {
    r.extension_winds > 0 && r.sudden_death != SuddenDeath::Off && r.target_points > 0
}

fn may_stop(r: &RiichiRules) -> bool {
    r.agari_yame != Yame::Off || r.tenpai_yame != Yame::Off
}

/// Whether a dealer who may stop needs the target in some kyoku. A match without extension has one last kyoku only.
fn yame_needs_target(r: &RiichiRules) -> bool {
    let needed = match r.yame_needs_target {
        YameNeedsTarget::Always => true,
        YameNeedsTarget::ExceptFinalHand => is_extended(r),
        YameNeedsTarget::Never => false,
    };
    r.length_winds > 0 && may_stop(r) && needed
}

/// Whether a score can only be this high when another is so low that the match is over.
fn exceeds_all(r: &RiichiRules, points: i32) -> bool {
    r.tobi != Tobi::Off && i64::from(points) > i64::from(r.players) * i64::from(r.start_points)
}

/// Whether enough draws are left for a riichi when the first player has drawn.
fn has_draws_for_riichi(r: &RiichiRules) -> bool {
    let tiles: u8 = if r.players == 3 { 108 } else { 136 };
    let left = tiles.saturating_sub(13 * r.players + 1).saturating_sub(r.reserved_undrawn);
    left >= r.riichi_min_remaining
}

fn four_kans_abort(r: &RiichiRules) -> bool {
    r.abort_suukan && r.max_kans == 4
}

fn aborts(r: &RiichiRules) -> bool {
    r.abort_kyuushu || r.abort_suufon || r.abort_suucha || r.triple_ron_abort || four_kans_abort(r)
}
