//! The expected cost of a discard: in Yangzhou the seat that deals in pays double.

use hyakuman_core::{Kind, KindSet, RelSeat};
use hyakuman_yangzhou::View;

/// The expected cost of discarding each kind, in points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Danger {
    /// Kinds that an opponent with 2, 3 or 4 exposed sets may wait for.
    wanted: [KindSet; 3],
}

/// Average cost in points of discarding such a kind, by exposed sets.
const COST: [f32; 3] = [0.15, 0.6, 1.6];

impl Danger {
    /// From the exposed sets of the others.
    pub(super) fn of(view: &View<'_>) -> Danger {
        let mut danger = Danger::default();
        for seat in (1..4).map(RelSeat::new) {
            let melds = view.melds(seat);
            if melds.len() < 2 {
                continue;
            }
            let kinds = melds.iter().fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds());
            let flush = (0..3).map(|suit| KindSet::suit(suit) | KindSet::HONORS);
            let flush = flush.into_iter().find(|&flush| kinds.is_subset_of(flush));
            danger.wanted[melds.len() - 2] |= flush.unwrap_or(KindSet::ALL);
        }
        danger
    }

    /// The cost of one discard, in fan; lower for kinds that are mostly visible.
    pub(super) fn cost(&self, kind: Kind, view: &View<'_>) -> f32 {
        let hidden = 4 - view.seen().count(kind).min(4);
        let wanted = self.wanted.iter().zip(COST).filter(|(kinds, _)| kinds.has(kind));
        wanted.map(|(_, cost)| cost).sum::<f32>() * hidden as f32 / 4.0
    }
}
