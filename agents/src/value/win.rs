//! Whether to take a win: where places count, a win may be worth less than none.

use super::Value;
use super::han::Setting;
use super::position::Position;
use super::turn::Discards;
use crate::discard::Order;
use hyakuman_core::RelSeat;
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::ActionMask;
use hyakuman_riichi::score::WinFlags;
use hyakuman_riichi::{How, Hypothesis, Question, RiichiState, View};

impl Value {
    /// Whether the win on offer is taken: not if it is worth less than what happens on average without an own win, and less
    /// than playing on. In riichi every win is taken, because without it no ron is left.
    #[cold]
    pub(super) fn takes_win<const N: usize>(&self, view: &View<'_, N>, legal: &ActionMask) -> bool {
        if !self.stakes.count_places() || view.riichi(RelSeat::SELF) != RiichiState::No {
            return true;
        }
        let Some(points) = points_of_win(view) else { return true };
        let worth = self.stakes.gain(points, 0.0);
        worth >= 0.0 || self.playing_on(view, legal).is_none_or(|playing_on| worth >= playing_on)
    }

    /// What it is worth not to win; none if no discard is possible.
    fn playing_on<const N: usize>(&self, view: &View<'_, N>, legal: &ActionMask) -> Option<f32> {
        let (claims, setting) = (matches!(view.question(), Question::Claim(..)), Setting::of(self, view));
        let threats = self.threats(view, !claims);
        let position = Position::new(self, view, &threats);
        if claims {
            return Some(position.passing(&setting).points);
        }
        let discards = Discards::of(&position, &threats, &setting, legal);
        discards
            .best(&view.full_hand(), &Order::new(view, legal.discards(view.drawn())))
            .map(|choice| choice.points)
    }
}

/// The points of the win on offer, without ura dora; none for a win on the first draw. Yaku of a kan are not counted.
pub(super) fn points_of_win<const N: usize>(view: &View<'_, N>) -> Option<f32> {
    let (tile, how) = match view.question() {
        Question::Claim(offer, _) => (offer.tile(), How::Ron),
        _ if view.river(RelSeat::SELF).is_empty() => return None,
        _ => (view.drawn()?, How::Tsumo),
    };
    let last = if how == How::Ron { WinFlags::HOUTEI } else { WinFlags::HAITEI };
    let in_riichi = view.riichi(RelSeat::SELF) != RiichiState::No;
    let flags = WinFlags::NONE.with_if(last, view.remaining() == 0);
    let flags = flags.with_if(WinFlags::RIICHI, in_riichi && !view.double_riichi(RelSeat::SELF));
    let flags = flags.with_if(WinFlags::DOUBLE_RIICHI, view.double_riichi(RelSeat::SELF));
    let flags = flags.with_if(WinFlags::OPEN_RIICHI, view.face_up(RelSeat::SELF));
    let flags = flags.with_if(WinFlags::IPPATSU, view.ippatsu(RelSeat::SELF));
    let (mut hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF));
    let mut reds = view.full_reds().iter().map(|&count| count as u32).sum::<u32>();
    reds += melds.iter().map(|meld| meld.reds() as u32).sum::<u32>();
    if how == How::Ron {
        hand = hand.with(tile.kind());
        reds += tile.is_red() as u32;
    }
    let hypothesis = Hypothesis { hand: &hand, reds, melds, tile: tile.kind(), how, flags };
    view.worth(&hypothesis).map(|value| view.points(&value, how) as f32)
}
