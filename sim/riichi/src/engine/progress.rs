//! What follows a kyoku: the next one, or the end of the match (RULES.md ).

use super::state::{Match, Next, Phase};
use crate::action::Action;
use crate::rules::{
    AbortKeepsHonba, LeftoverSticks, Renchan, RiichiRules, SuddenDeath, Tobi, Yame, YameNeedsTarget,
};
use crate::scoring::rank_points::{first_place, placement, rank_points_in};
use crate::variant::Variant;
use hyakuman_core::SeatSet;
use hyakuman_core::common::match_state::{MatchState, widen};
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{ActionMask, Answers, EndReason, KyokuResult, MatchEnd};

/// How a kyoku ended, as far as it decides what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    /// How.
    pub(crate) result: KyokuResult,
    /// Who won.
    pub(crate) winners: SeatSet,
    /// Who was tenpai at an exhaustive draw.
    pub(crate) tenpai: SeatSet,
    /// By how many seats the dealership moves on if the dealer does not keep it.
    pub(crate) passes: u32,
}

/// What follows a kyoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Then {
    /// The match is over.
    End(EndReason),
    /// The dealer keeps the deal.
    Renchan,
    /// The dealership moves on.
    Pass,
    /// The dealer may stop the match or keep the deal.
    DealerChooses,
}

impl<const N: usize, V: Variant> Match<N, V> {
    /// Continues after a kyoku that has been settled.
    pub(super) fn after(&mut self, ending: Ending, reporter: &mut Reporter<'_, Self>) -> Next {
        let then = match self.only_kyoku {
            true => Then::End(EndReason::Played),
            false => then(&self.rules, &self.match_state, &ending),
        };
        count_honba(&self.rules, &mut self.match_state, &ending, then);
        match then {
            Then::End(reason) => self.finish(reason, reporter),
            Then::Renchan => deal_again(&mut self.match_state),
            Then::Pass => pass_the_deal(&mut self.match_state, ending.passes),
            Then::DealerChooses => self.offer_yame(),
        }
    }

    /// Whether the scores end the match although others could still win in this kyoku.
    pub(super) fn is_over_at_once(&self) -> bool {
        is_bust(&self.rules, &self.match_state.scores) || is_sudden_death(&self.rules, &self.match_state)
    }

    fn offer_yame(&mut self) -> Next {
        let dealer = self.match_state.dealer();
        let mut mask = ActionMask::EMPTY;
        mask.insert(Action::Continue.code());
        mask.insert(Action::Stop.code());
        self.phase = Phase::Yame;
        self.deciders = SeatSet::of(dealer);
        self.legal[dealer.index()] = mask;
        Next::Wait
    }

    /// The dealer's answer to [`Then::DealerChooses`].
    pub(super) fn answer_yame(&mut self, answers: Answers, reporter: &mut Reporter<'_, Self>) -> Next {
        self.deciders = SeatSet::EMPTY;
        match answers.get(self.match_state.dealer()).and_then(Action::from_code) {
            Some(Action::Stop) => self.finish(EndReason::Stopped, reporter),
            _ => deal_again(&mut self.match_state),
        }
    }

    /// Nothing is left to decide, as if the match were over.
    pub(super) fn stop(&mut self) -> Next {
        self.phase = Phase::Over;
        self.deciders = SeatSet::EMPTY;
        Next::Wait
    }

    /// The match is over: leftover sticks, placement, final points.
    fn finish(&mut self, reason: EndReason, reporter: &mut Reporter<'_, Self>) -> Next {
        hand_out_sticks(&self.rules, &mut self.match_state);
        let mut end = match_end(&self.rules, &self.match_state, reason, V::THOUSANDTHS);
        let more = self.house.final_points(&self.rules);
        end.rank_points.iter_mut().zip(more).for_each(|(points, more)| *points += more);
        reporter.match_end(self, &end);
        self.stop()
    }
}

/// Makes `match_state`, in which a kyoku has been settled, the state in which the next one is dealt; or, if the match is over,
/// the final one. Says whether it is over. A dealer who may stop the match does.
pub(crate) fn advance<const N: usize>(
    rules: &RiichiRules,
    match_state: &mut MatchState<N>,
    ending: &Ending,
) -> bool {
    let then = then(rules, match_state, ending);
    count_honba(rules, match_state, ending, then);
    match then {
        Then::Renchan => _ = deal_again(match_state),
        Then::Pass => _ = pass_the_deal(match_state, ending.passes),
        Then::End(_) | Then::DealerChooses => {
            hand_out_sticks(rules, match_state);
            return true;
        }
    }
    false
}

/// One more honba after a draw or when the dealer stays, none after another's win.
fn count_honba<const N: usize>(
    rules: &RiichiRules,
    match_state: &mut MatchState<N>,
    ending: &Ending,
    then: Then,
) {
    let abort = is_abort(ending.result);
    let stays = then == Then::Renchan || then == Then::DealerChooses;
    let honba = &mut match_state.honba;
    *honba = match ending.result {
        _ if rules.wins_per_hand > 1 => 0,
        _ if abort && rules.abort_keeps_honba == AbortKeepsHonba::Reset0 => 0,
        KyokuResult::Win if !stays => 0,
        _ => *honba + 1,
    };
}

fn deal_again<const N: usize>(match_state: &mut MatchState<N>) -> Next {
    match_state.repeat += 1;
    Next::Deal
}

fn pass_the_deal<const N: usize>(match_state: &mut MatchState<N>, seats: u32) -> Next {
    match_state.kyoku += seats;
    match_state.repeat = 0;
    Next::Deal
}

/// What follows the kyoku, by in this order.
fn then<const N: usize>(rules: &RiichiRules, match_state: &MatchState<N>, ending: &Ending) -> Then {
    let scores = &match_state.scores;
    if is_bust(rules, scores) {
        return Then::End(EndReason::Bust);
    }
    if rules.upper_limit_end.is_some_and(|limit| scores.iter().any(|&score| score >= limit)) {
        return Then::End(EndReason::Reached);
    }
    if rules.max_kyoku.is_some_and(|most| match_state.deals >= most.into()) {
        return Then::End(EndReason::Played);
    }
    if is_abort(ending.result) && !rules.abort_passes_deal {
        return Then::Renchan;
    }
    if rules.length_winds == 0 {
        return Then::End(EndReason::Played); // a single kyoku
    }
    let keeps = dealer_keeps(rules, match_state, ending);
    let regular = rules.length_winds as u32 * N as u32;
    if !keeps && match_state.kyoku + ending.passes < regular {
        return Then::Pass;
    }
    if keeps && match_state.kyoku + 1 < regular {
        return Then::Renchan;
    }
    at_the_end(rules, match_state, ending, keeps, regular)
}

/// Whether one of these scores is so low that it ends the match.
pub(super) fn is_bust(rules: &RiichiRules, scores: &[i32]) -> bool {
    match rules.tobi {
        Tobi::Off => false,
        Tobi::Below0 => scores.iter().any(|&score| score < 0),
        Tobi::AtOrBelow0 => scores.iter().any(|&score| score <= 0),
    }
}

/// Whether a score at the target ends the extension even if the dealer keeps the deal.
fn is_sudden_death<const N: usize>(rules: &RiichiRules, match_state: &MatchState<N>) -> bool {
    rules.sudden_death == SuddenDeath::Immediate
        && match_state.kyoku >= rules.length_winds as u32 * N as u32
        && match_state.scores.iter().any(|&score| score >= rules.target_points)
}

/// What follows the last regular kyoku, and any kyoku of an extension.
fn at_the_end<const N: usize>(
    rules: &RiichiRules,
    match_state: &MatchState<N>,
    ending: &Ending,
    keeps: bool,
    regular: u32,
) -> Then {
    let target = match_state.scores.iter().any(|&score| score >= rules.target_points);
    let extended = match_state.kyoku >= regular;
    let over = Then::End(if extended && target { EndReason::SuddenDeath } else { EndReason::Played });
    if is_sudden_death(rules, match_state) {
        return over;
    }
    let last = regular + rules.extension_winds as u32 * N as u32;
    let next = match_state.kyoku + if keeps { 1 } else { ending.passes };
    let no_more = rules.sudden_death == SuddenDeath::Off || next >= last;
    if !keeps {
        return if target || no_more { over } else { Then::Pass };
    }
    let may_stop = may_stop(rules, match_state, no_more);
    let yame = if ending.result == KyokuResult::Win { rules.agari_yame } else { rules.tenpai_yame };
    match yame {
        Yame::Auto if may_stop => Then::End(EndReason::Stopped),
        Yame::Ask if may_stop => Then::DealerChooses,
        _ => Then::Renchan,
    }
}

/// Whether the dealer, who keeps the deal, may end the match.
fn may_stop<const N: usize>(rules: &RiichiRules, match_state: &MatchState<N>, final_hand: bool) -> bool {
    let dealer = match_state.dealer();
    let leads = placement(rules, &match_state.scores)[dealer.index()] == 0;
    let needs_target = match rules.yame_needs_target {
        YameNeedsTarget::Always => true,
        YameNeedsTarget::ExceptFinalHand => !final_hand,
        YameNeedsTarget::Never => false,
    };
    leads && (!needs_target || match_state.scores[dealer.index()] >= rules.target_points)
}

fn dealer_keeps<const N: usize>(rules: &RiichiRules, match_state: &MatchState<N>, ending: &Ending) -> bool {
    let dealer = match_state.dealer();
    match rules.renchan {
        Renchan::None => false,
        Renchan::Win => ending.winners.has(dealer),
        Renchan::WinOrTenpai => ending.winners.has(dealer) || ending.tenpai.has(dealer),
    }
}

fn is_abort(result: KyokuResult) -> bool {
    !matches!(result, KyokuResult::Win | KyokuResult::Exhaustive | KyokuResult::Nagashi)
}

/// Hands out the riichi sticks left on the table.
fn hand_out_sticks<const N: usize>(rules: &RiichiRules, match_state: &mut MatchState<N>) {
    let sticks = std::mem::take(&mut match_state.kyotaku) as i32 * rules.riichi_stick;
    let places = placement(rules, &match_state.scores);
    let first = first_place::<N>(&places);
    let top = match_state.scores[first];
    let tied = match_state.scores.iter().filter(|&&score| score == top).count() as i32;
    let share = match rules.leftover_sticks {
        LeftoverSticks::Vanish => return,
        LeftoverSticks::First => 0,
        LeftoverSticks::SplitTies => sticks / (tied * 100) * 100,
    };
    for score in &mut match_state.scores {
        *score += if *score == top { share } else { 0 };
    }
    match_state.scores[first] += sticks - share * tied;
}

/// Scores, placement, and the final points that follow from them.
fn match_end<const N: usize>(
    rules: &RiichiRules,
    match_state: &MatchState<N>,
    reason: EndReason,
    thousandths: i32,
) -> MatchEnd {
    MatchEnd {
        scores: widen(&match_state.scores),
        placement: placement(rules, &match_state.scores),
        rank_points: rank_points_in(rules, &match_state.scores, thousandths),
        kyoku: match_state.deals,
        reason,
    }
}
