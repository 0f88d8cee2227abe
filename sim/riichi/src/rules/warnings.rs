//! Rules that fit together, but of which one does nothing, or not what it seems to say.

use super::{
    Chip, Kita, Kuikae, MultiRon, Nagashi, RiichiRules, SuddenDeath, TieBreak, Tobi, Yame, YameNeedsTarget,
};
use hyakuman_core::game::warnings;

warnings! {
    /// The warnings of a game of riichi.
    pub(super) WARNINGS of RiichiRules, r:
    // The end of the match.
    extension_winds if r.sudden_death == SuddenDeath::Off
        => "has no effect: `sudden_death` = Off means that no extension is played, so the match ends after `length_winds`" by sudden_death;
    extension_winds if r.sudden_death != SuddenDeath::Off && r.target_points == 0
        => "has no effect: without a target (`target_points` = 0) the match ends after `length_winds`" by target_points;
    target_points if is_extended(r) && r.target_points <= r.start_points
        => "is not above `start_points`: unless riichi sticks are on the table somebody has it, so hardly any match goes into \
               the extension" by target_points, start_points;
    target_points if is_extended(r) && exceeds_all(r, r.target_points)
        => "is more than all players have together: nobody reaches it, so every match goes through the whole extension" by target_points, start_points;
    target_points if !is_extended(r) && !yame_needs_target(r)
        => "has no effect: no extension is played, and no dealer needs the target to stop";
    sudden_death if r.extension_winds == 0
        => "has no effect: no extension is played (`extension_winds` = 0)";
    agari_yame, tenpai_yame, yame_needs_target, renchan if r.length_winds == 0
        => "has no effect: the match is a single kyoku (`length_winds` = 0)";
    extension_winds, target_points, sudden_death, agari_yame, tenpai_yame, yame_needs_target if ends_early(r)
        => "has no effect: the match ends before its last kyoku is over, or with it (`max_kyoku`)";
    yame_needs_target if r.length_winds > 0 && !may_stop(r)
        => "has no effect: no dealer may stop (`agari_yame` and `tenpai_yame` are Off)";
    upper_limit_end if r.upper_limit_end.is_some_and(|limit| exceeds_all(r, limit))
        => "is more than all players have together: nobody reaches it before another's score ends the match" by start_points, tobi;
    uma if r.floating_uma.is_some()
        => "has no effect: `floating_uma` takes its place";
    uma_unit if !has_uma(r)
        => "has no effect: there is no uma";
    tie_break if r.tie_break == TieBreak::Split && !has_uma(r) && r.reference_points == r.start_points
        => "plays like InitialSeat: there is neither uma nor oka to share";
    // Riichi.
    riichi_min_remaining if !has_draws_for_riichi(r)
        => "is more than the draws that are left when the first player has drawn: nobody can declare riichi" by riichi_min_remaining, reserved_undrawn;
    riichi_min_score if exceeds_all(r, r.riichi_min_score)
        => "is more than all players have together: nobody can declare riichi" by riichi_min_score, start_points;
    riichi_stick, leftover_sticks, dora_ura, dora_kan_ura, riichi_ankan, ippatsu, abort_suucha,
        abort_last_riichi_stick, furiten_riichi, karaten_riichi, riichi_on_ronned_tile,
        kita_after_riichi if !has_draws_for_riichi(r) || exceeds_all(r, r.riichi_min_score)
        => "has no effect: nobody can declare riichi (`riichi_min_remaining`, `riichi_min_score`)";
    leftover_sticks if r.riichi_stick == 0
        => "has no effect: a riichi puts nothing on the table (`riichi_stick` = 0)";
    abort_last_riichi_stick if !r.abort_suufon && !four_kans_abort(r)
        => "has no effect: neither four winds nor four kans abort (`abort_suufon`, `abort_suukan`)";
    // Kans, indicators.
    dora_kan, dora_kan_ura, minkan_dora, riichi_ankan, kokushi_robs_ankan, ankan_pass_furiten,
        rinshan_daiminkan_pao, chankan_keeps_kan, sanchahou_on_chankan if r.max_kans == 0
        => "has no effect: there are no kans (`max_kans` = 0)";
    rinshan_tsumo_fu if r.max_kans == 0 && r.kita != Kita::Nukidora
        => "has no effect: there are no replacement draws (`max_kans` = 0)";
    minkan_dora if !r.dora_kan
        => "has no effect: kans open no indicators (`dora_kan` = false)";
    dora_omote, dora_ura if r.initial_indicators == 0
        => "has no effect: no indicator is open from the start (`initial_indicators` = 0)";
    abort_suukan if r.max_kans < 4
        => "has no effect: there are never four kans (`max_kans` below 4)";
    shura_suukan_abort if !four_kans_abort(r)
        => "has no effect: four kans abort no kyoku (`abort_suukan`, `max_kans`)";
    ankan_pass_furiten if !r.kokushi_robs_ankan
        => "has no effect: no ankan can be ronned (`kokushi_robs_ankan` = false)";
    // Calls, norths.
    kuikae if r.kuikae == Kuikae::BanSameAndSuji && !r.chii
        => "plays like BanSame: no chi is called (`chii` = false)";
    kita_min_remaining, kita_after_riichi if r.kita != Kita::Nukidora
        => "has no effect: no norths are set aside (`kita` is not Nukidora)";
    kita_breaks_nagashi if r.nagashi == Nagashi::Off
        => "has no effect: there is no nagashi (`nagashi` = Off)";
    // Payments.
    multi_ron_pot if r.multi_ron == MultiRon::HeadBump
        => "has no effect: only one player wins on a discard (`multi_ron` = HeadBump)";
    sanchahou_on_chankan if !r.triple_ron_abort
        => "has no effect: three rons do not abort (`triple_ron_abort` = false)";
    abort_keeps_honba if r.wins_per_hand > 1
        => "has no effect: where several win in a kyoku there are no honba (`wins_per_hand` above 1)";
    abort_keeps_honba if r.wins_per_hand == 1 && !aborts(r)
        => "has no effect: nothing aborts a kyoku (`abort_kyuushu` and its like, `triple_ron_abort`)";
    abort_passes_deal if !aborts(r)
        => "has no effect: nothing aborts a kyoku (`abort_kyuushu` and its like, `triple_ron_abort`)";
    pao_scope if r.pao.is_empty()
        => "has no effect: nobody is liable for a yakuman (`pao` = [])";
    pao_honba, pao_tsumo_3p if r.pao.is_empty() && !r.rinshan_daiminkan_pao
        => "has no effect: nobody is liable for a win (`pao` = [], `rinshan_daiminkan_pao` = false)";
    chip_value if r.chips.is_empty()
        => "has no effect: nobody gets chips (`chips` = [])";
    chips if r.chips.has(Chip::Ippatsu) && !r.ippatsu
        => "plays like a list without Ippatsu, which is not played (`ippatsu` = false)";
    chips if r.chips.has(Chip::Ura) && !r.dora_ura
        => "plays like a list without Ura: there are no ura dora (`dora_ura` = false)";
    chips if (r.chips.has(Chip::RedFives) || r.chips.has(Chip::ClosedRedFives)) && r.red_fives == [0; 3]
        => "plays like a list without red fives: there are none (`red_fives` = [0, 0, 0])";
    max_yakuman if !r.yakuman_stack && r.double_yakuman.is_empty()
        => "has no effect: no hand counts more than one yakuman (`yakuman_stack` = false, `double_yakuman` = [])";
    kiriage, kazoe if r.aotenjou
        => "has no effect: no hand is capped (`aotenjou` = true)";
    yakuman_stack, double_yakuman if r.max_yakuman == Some(1)
        => "has no effect: at most one yakuman is paid (`max_yakuman` = 1)";
}

/// Whether `max_kyoku` ends every match that would go on after the regular length, or stop in its last kyoku.
fn ends_early(r: &RiichiRules) -> bool {
    let regular = u16::from(r.length_winds) * u16::from(r.players);
    r.max_kyoku.is_some_and(|most| most <= regular)
}

fn has_uma(r: &RiichiRules) -> bool {
    r.floating_uma.map_or(r.uma != [0; 4], |rows| rows != [[0; 4]; 3])
}

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
