//! Reasons for which several rules do nothing, and what the reasons of single rules ask. Each rule names its own in `fields.rs`.

use super::Kita;
use super::{RiichiRules, SuddenDeath, Tobi, Yame, YameNeedsTarget};
use hyakuman_core::game::reasons;

reasons! { RiichiRules, r:
    SINGLE_KYOKU if r.length_winds == 0
        => "has no effect: the match is a single kyoku (`length_winds` = 0)";
    ENDS_EARLY if ends_early(r)
        => "has no effect: the match ends before its last kyoku is over, or with it (`max_kyoku`)";
    NO_RIICHI if !has_draws_for_riichi(r) || exceeds_all(r, r.riichi_min_score)
        => "has no effect: no player can declare riichi (`riichi_min_remaining`, `riichi_min_score`)";
    NO_KANS if r.max_kans == 0
        => "has no effect: there are no kans (`max_kans` = 0)";
    NO_INDICATORS if r.initial_indicators == 0
        => "has no effect: no indicator is open from the start (`initial_indicators` = 0)";
    NO_NORTHS if r.kita != Kita::Nukidora
        => "has no effect: no norths are set aside (`kita` is not Nukidora)";
    NO_LIABILITY if r.pao.is_empty() && !r.rinshan_daiminkan_pao
        => "has no effect: nobody is liable for a win (`pao` = [], `rinshan_daiminkan_pao` = false)";
    NO_LIMITS if r.aotenjou
        => "has no effect: no hand is capped (`aotenjou` = true)";
    ONE_YAKUMAN if r.max_yakuman == Some(1)
        => "has no effect: at most one yakuman is paid (`max_yakuman` = 1)";
}

/// Whether `max_kyoku` ends every match that would go on after the regular length, or stop in its last kyoku.
pub(super) fn ends_early(r: &RiichiRules) -> bool {
    let regular = u16::from(r.length_winds) * u16::from(r.players);
    r.max_kyoku.is_some_and(|most| most <= regular)
}

pub(super) fn has_uma(r: &RiichiRules) -> bool {
    r.floating_uma.map_or(r.uma != [0; 4], |rows| rows != [[0; 4]; 3])
}

/// Whether a match may go on after its regular length.
pub(super) fn is_extended(r: &RiichiRules) -> bool {
    r.extension_winds > 0 && r.sudden_death != SuddenDeath::Off && r.target_points > 0
}

pub(super) fn may_stop(r: &RiichiRules) -> bool {
    r.agari_yame != Yame::Off || r.tenpai_yame != Yame::Off
}

/// Whether a dealer who may stop needs the target in some kyoku. A match without extension has one last kyoku only.
pub(super) fn yame_needs_target(r: &RiichiRules) -> bool {
    let needed = match r.yame_needs_target {
        YameNeedsTarget::Always => true,
        YameNeedsTarget::ExceptFinalHand => is_extended(r),
        YameNeedsTarget::Never => false,
    };
    r.length_winds > 0 && may_stop(r) && needed
}

/// Whether a score can only be this high when another is so low that the match is over.
pub(super) fn exceeds_all(r: &RiichiRules, points: i32) -> bool {
    r.tobi != Tobi::Off && i64::from(points) > i64::from(r.players) * i64::from(r.start_points)
}

/// Whether enough draws are left for a riichi when the first player has drawn.
pub(super) fn has_draws_for_riichi(r: &RiichiRules) -> bool {
    let tiles: u8 = if r.players == 3 { 108 } else { 136 };
    let left = tiles.saturating_sub(13 * r.players + 1).saturating_sub(r.reserved_undrawn);
    left >= r.riichi_min_remaining
}

pub(super) fn four_kans_abort(r: &RiichiRules) -> bool {
    r.abort_suukan && r.max_kans == 4
}

pub(super) fn aborts(r: &RiichiRules) -> bool {
    r.abort_kyuushu || r.abort_suufon || r.abort_suucha || r.triple_ron_abort || four_kans_abort(r)
}
