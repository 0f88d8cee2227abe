//! Which kan, if any: what the hand is worth after it, against the best discard.

use super::curves::DRAWS;
use super::han::Setting;
use super::position::{Position, Prospect};
use super::turn::Choice;
use hyakuman_core::{Kind, KindSet, Meld, Tile};

/// A kan that was weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kan {
    pub kind: Kind,
    /// What it is worth, the danger of the next discard included.
    pub points: f32,
    /// What playing on after it is worth.
    pub prospect: Prospect,
}

impl<const N: usize> Position<'_, '_, N> {
    /// The kan that is worth more than the best discard.
    pub(super) fn kan(&self, setting: &Setting, kinds: KindSet, discard: &Choice) -> Option<Kan> {
        let better = self.kans(setting, kinds, discard).filter(|kan| kan.points > discard.points);
        better.reduce(|best, next| if next.points > best.points { next } else { best })
    }

    /// The kans of these kinds that leave the hand as near to a win as the best discard does.
    pub(super) fn kans(
        &self,
        setting: &Setting,
        kinds: KindSet,
        discard: &Choice,
    ) -> impl Iterator<Item = Kan> {
        let kans = kinds.into_iter().map(|kind| self.after_kan(setting, kind, discard));
        kans.filter(|kan| kan.prospect.shanten <= discard.prospect.shanten)
    }

    /// A kan: a tile is drawn and another one discarded, which risks as much as the best discard now.
    pub(super) fn after_kan(&self, setting: &Setting, kind: Kind, discard: &Choice) -> Kan {
        let hand = self.view.full_hand();
        let (setting, rest) = if hand.count(kind) == 4 {
            let meld = Meld::ankan(concealed(kind, setting.reds_in_hand(kind)));
            let rest = hand.only(!KindSet::of(kind));
            (setting.with(&meld, meld.reds(), &rest), rest)
        } else {
            let rest = hand.without(kind);
            (setting.with_added(kind, &rest), rest)
        };
        let prospect = self.one_draw_more().of_hand(&rest, &setting);
        let points = (1.0 - discard.danger.chance) * self.after_a_kan(&prospect) - discard.danger.loss;
        Kan { kind, points, prospect }
    }

    /// The same with an own draw more.
    pub(super) fn one_draw_more(&self) -> Self {
        Position { draws: (self.draws + 1).min(DRAWS - 1), ..*self }
    }

    /// What playing on is worth with what a kan brings: dora for all.
    pub(super) fn after_a_kan(&self, prospect: &Prospect) -> f32 {
        let [gain, calm, threatened] = self.rates.kan;
        let cost = if self.threatened { threatened } else { calm };
        prospect.points + self.stakes.slope * (gain * prospect.win - cost)
    }
}

/// Four tiles of a kind, this many of them red.
fn concealed(kind: Kind, reds: u8) -> [Tile; 4] {
    std::array::from_fn(|i| if i < reds as usize { Tile::red_five(kind.suit()) } else { kind.tile() })
}
