//! What agents that weigh danger and value would otherwise compute from their view: draws to come, visible dora, what is left
//! of the match.

use super::action::Action;
use super::engine::{Offer, Phase};
use super::scoring::rank_points::rank_points_in;
use super::variant::Variant;
use super::view::{Question, View};
use hyakuman_core::game::{MAX_SEATS, WinRecord};
use hyakuman_core::{Hand, KindSet, Meld, RelSeat, Seat};

impl<const N: usize, V: Variant> View<'_, N, V> {
    /// The number of tiles that the viewer still draws if the kyoku goes on to an exhaustive draw without calls, kans and tiles
    /// set aside. A tile just drawn is not counted. A kan or a tile set aside that can be ronned now is taken to stand.
    #[inline]
    pub fn own_draws_left(&self) -> u32 {
        let kyoku = &self.game.kyoku;
        if matches!(self.game.phase, Phase::Start | Phase::Yame | Phase::Over) || !kyoku.active.has(self.seat)
        {
            return 0;
        }
        let (next, draws, replacement) = self.next_draw();
        let steps = self.seat.seen_from(next, N).steps();
        let before = (0..steps).filter(|&steps| kyoku.active.has(next.after(steps, N))).count() as u32;
        let seats = kyoku.active.len();
        let own_replacement = replacement && kyoku.turn == self.seat;
        (draws + seats - 1 - before) / seats + own_replacement as u32
    }

    /// The seat whose turn comes next (or a seat before it that has won), the draws left then, and whether the seat on turn
    /// draws a replacement before.
    #[inline]
    fn next_draw(&self) -> (Seat, u32, bool) {
        let kyoku = &self.game.kyoku;
        let (after, draws) = (kyoku.turn.after(1, N), kyoku.remaining as u32);
        let of_indicator = if self.rules().dora_kan { V::LIVE_PER_INDICATOR } else { 0 };
        let taken = match self.game.phase {
            Phase::Exchange if self.rules().exchange_pool == 13 => return (kyoku.turn, draws, false),
            Phase::Claim(Offer::Kakan(_) | Offer::Ankan(_)) => V::LIVE_PER_RINSHAN + of_indicator,
            Phase::Claim(Offer::Nuki(_)) => V::LIVE_PER_RINSHAN,
            _ => return (after, draws, false),
        };
        (after, draws.saturating_sub(taken as u32), true)
    }

    /// How many of the viewer's concealed tiles are red fives, by suit (characters, dots, bamboo), with the tile just drawn.
    #[inline]
    pub fn full_reds(&self) -> [u8; 3] {
        let mut reds = self.reds();
        if let Some(tile) = self.drawn().filter(|tile| tile.is_red()) {
            reds[tile.kind().suit() as usize] += 1;
        }
        reds
    }

    /// The dora of a seat that all seats can see, in han: by every open indicator that makes dora, and red fives, in its melds
    /// and among its tiles set aside, and one for each tile set aside. Without ura dora.
    #[inline]
    pub fn visible_dora(&self, of: RelSeat) -> u32 {
        let nuki = self.nuki(of);
        if self.melds(of).is_empty() && nuki.is_empty() {
            return 0;
        }
        let reds = self.melds(of).iter().map(Meld::reds).sum::<u8>() + nuki.reds();
        self.dora_in(&Hand::EMPTY, self.melds(of), of) + reds as u32 + nuki.len() as u32
    }

    /// Dora by the open indicators in a hand, in melds and among the tiles that a seat has set aside, in han.
    #[inline]
    pub(super) fn dora_in(&self, hand: &Hand, melds: &[Meld], of: RelSeat) -> u32 {
        let (rules, nuki) = (self.rules(), &self.player(of).nuki);
        let counted = self.indicators().enumerate().filter(|&(i, _)| rules.indicator_counts(i).0);
        let dora = counted.filter_map(|(_, tile)| V::dora_of(self.variant_rules(), tile.kind()));
        let copies =
            |kind| hand.count(kind) + nuki.of(kind) + melds.iter().map(|meld| meld.count(kind)).sum::<u8>();
        dora.map(|kind| copies(kind) as u32).sum()
    }

    /// The discards of a seat that were not just drawn (手出し), since its last call of another seat's tile; without a call,
    /// since the deal. The discard that follows the call counts; a kan of the seat's own tiles is no call.
    #[inline]
    pub fn discards_since_call(&self, of: RelSeat) -> u32 {
        let player = self.player(of);
        let since = &player.river[player.called_at as usize..];
        since.iter().filter(|discard| !discard.tsumogiri).count() as u32
    }

    /// The kinds of the viewer's hand that it may discard after claiming the tile on offer with the action of this code: the
    /// hand without the tiles that the call shows, less those that swap calling (喰い替え, rule `kuikae`) forbids. After a kan
    /// the replacement tile may be discarded, too. Empty for a code that is no call, and where nothing is on offer.
    #[inline]
    pub fn legal_after_call(&self, code: u8) -> KindSet {
        let Question::Claim(offer, _) = self.question() else { return KindSet::EMPTY };
        let (hand, called) = (self.hand(), offer.kind());
        match Action::from_code(code) {
            Some(Action::Chi { side, .. }) => {
                let own = side.own_kinds(called);
                hand.kinds() - (own - hand.at_least(2)) - self.game.swap_call(side, called)
            }
            Some(Action::Pon { .. }) => {
                hand.kinds() - (KindSet::of(called) - hand.at_least(3)) - self.game.swap_pon(called)
            }
            Some(Action::Daiminkan) => hand.kinds() - KindSet::of(called),
            _ => KindSet::EMPTY,
        }
    }

    /// How many kyoku are still to be played at least, this one included: without repeats and extension, unless a score ends
    /// the match before (rules `tobi`, `upper_limit_end`). 1 in the last regular kyoku, in every kyoku of an extension and in the
    /// last one by `max_kyoku`.
    #[inline]
    pub fn kyoku_left(&self) -> u32 {
        let regular = self.rules().length_winds as u32 * N as u32;
        let left = regular.saturating_sub(self.game.match_state.kyoku).div_ceil(self.farthest_pass()).max(1);
        let most = self.rules().max_kyoku.map_or(u32::MAX, u32::from);
        left.min(most.saturating_sub(self.game.match_state.deals).saturating_add(1))
    }

    /// Whether the match can end with this kyoku by its length: it is the last regular one or one of an extension. Whether a
    /// score can end the match before (rules `tobi`, `upper_limit_end`) is not considered.
    #[inline]
    pub fn may_be_last(&self) -> bool {
        self.kyoku_left() == 1
    }

    /// The most seats by which the dealership can move on after this kyoku: 1 in riichi mahjong.
    #[inline]
    fn farthest_pass(&self) -> u32 {
        let dealer = self.game.match_state.dealer();
        let pass = |winner| V::deal_passes::<N>(self.variant_rules(), dealer, &[WinRecord::of(winner)]);
        Seat::all(N).map(pass).max().unwrap_or(1)
    }

    /// The final points of each seat, in thousandths, if the match ended with these scores: placement, uma and oka by the
    /// rules, without what a match counts besides the scores (rules `tobi_prize`, `yakitori`, `chips`). Scores and points are by
    /// absolute seat ([`View::seat`]), scores in points as in [`View::score`]. Riichi sticks still on the table are not handed
    /// out: add them to the scores first (rule `leftover_sticks`).
    #[inline]
    pub fn rank_points(&self, scores: &[i32; N]) -> [i32; N] {
        let points: [i32; MAX_SEATS] = rank_points_in(self.rules(), scores, V::THOUSANDTHS);
        std::array::from_fn(|seat| points[seat])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toutenkou::{self, Toutenkou};
    use crate::{Match, Riichi, presets};
    use hyakuman_core::game::Game;
    use hyakuman_core::{Kind, MatchSeed, SeatSet};
    use std::sync::Arc;

    const SEED: MatchSeed = MatchSeed { seed: 1, number: 0 };
    const DISCARD: Phase = Phase::Claim(Offer::Discard(Kind::HAKU.tile()));
    const KAKAN: Phase = Phase::Claim(Offer::Kakan(Kind::HAKU.tile()));
    const NUKI: Phase = Phase::Claim(Offer::Nuki(Kind::NORTH.tile()));

    /// Draws of each seat where seat 1 is on turn and `remaining` draws are left.
    fn draws<const N: usize, V: Variant>(mut game: Match<N, V>, remaining: u8, phase: Phase) -> [u32; N] {
        game.kyoku.turn = Seat::new(1);
        game.kyoku.remaining = remaining;
        game.phase = phase;
        std::array::from_fn(|seat| game.view(Seat::new(seat as u8)).own_draws_left())
    }

    #[test]
    fn draws_left_by_seat() {
        let game = Riichi::<4>::start(&Arc::new(presets::tenhou()), SEED, &mut ());
        let cases = [
            (70, Phase::Turn, [17, 17, 18, 18]),
            (70, DISCARD, [17, 17, 18, 18]),
            // A replacement tile takes a draw away.
            (70, KAKAN, [17, 18, 18, 17]),
            (1, Phase::Turn, [0, 0, 1, 0]),
            (1, KAKAN, [0, 1, 0, 0]),
            (0, Phase::Turn, [0; 4]),
            (70, Phase::Exchange, [17, 18, 18, 17]),
            (70, Phase::Yame, [0; 4]),
        ];
        for (remaining, phase, expected) in cases {
            assert_eq!(draws(game.clone(), remaining, phase), expected, "{remaining} {phase:?}");
        }
    }

    #[test]
    fn seats_that_have_won_draw_no_more() {
        let mut game = Riichi::<4>::start(&Arc::new(presets::shura()), SEED, &mut ());
        game.kyoku.active = SeatSet::all(4).without(SeatSet::of(Seat::new(2)));
        assert_eq!(draws(game, 10, Phase::Turn), [3, 3, 0, 4]);
    }

    /// Replacement tiles take no draw away, but the indicator of a kan takes two.
    #[test]
    fn draws_left_in_toutenkou() {
        let rules = toutenkou::presets::PRESETS[0].rules;
        let game = Toutenkou::start(&Arc::new(rules()), SEED, &mut ());
        assert_eq!(draws(game.clone(), 20, Phase::Turn), [7, 6, 7]);
        assert_eq!(draws(game.clone(), 20, KAKAN), [6, 7, 6]);
        assert_eq!(draws(game, 20, NUKI), [7, 7, 7]);
    }
}
