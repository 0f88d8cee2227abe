//! What the sets of an open hand show of its yaku, and so of the kinds that it waits for.

use crate::variant::Variant;
use crate::view::View;
use hyakuman_core::{Kind, KindSet, Meld, MeldKind, RelSeat};

hyakuman_core::named! {
    /// What the sets of an open hand say about a kind.
    pub enum Sign {
        /// Of the suit that the hand collects, or an honor: two sets or more are of this suit and honors, and less than a sixth of its
        /// discards are of the suit.
        Flush = "flush",
        /// Of another suit.
        OffFlush = "off-flush",
        /// Otherwise, of any kind: all sets are of simples, and tanyao counts in open hands.
        Simples = "simples",
        /// Otherwise: a set is a triplet of value.
        Value = "value",
        /// Otherwise: the sets show no yaku.
        Hidden = "hidden",
    }
}

/// What the sets of an open hand show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    sign: Sign,
    /// The kinds outside the flush that it collects.
    off: KindSet,
}

impl Shown {
    /// What the sets say about a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> Sign {
        if self.off.has(kind) { Sign::OffFlush } else { self.sign }
    }

    /// What they say about all kinds but those outside a flush.
    #[inline]
    pub fn sign(&self) -> Sign {
        self.sign
    }

    /// The kinds outside the flush that it collects; none if it collects none.
    #[inline]
    pub fn off_flush(&self) -> KindSet {
        self.off
    }
}

impl<const N: usize, V: Variant> View<'_, N, V> {
    /// What the sets of an open hand show.
    pub fn shown(&self, of: RelSeat) -> Shown {
        let melds = self.melds(of);
        let kinds = melds.iter().fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds());
        if let Some(suit) = self.collected(of, kinds).filter(|_| melds.len() >= 2) {
            return Shown { sign: Sign::Flush, off: !(suit | KindSet::HONORS) };
        }
        let is_valued = |meld: &Meld| meld.kind() != MeldKind::Chi && self.value_honors(of).has(meld.low());
        let sign = match () {
            () if self.rules().kuitan && !kinds.meets(KindSet::YAOCHU) => Sign::Simples,
            () if melds.iter().any(is_valued) => Sign::Value,
            () => Sign::Hidden,
        };
        Shown { sign, off: KindSet::EMPTY }
    }

    /// The only suit among these kinds, if few discards are of it.
    fn collected(&self, of: RelSeat, kinds: KindSet) -> Option<KindSet> {
        let suited = kinds - KindSet::HONORS;
        let suit = [0, 1, 2].map(KindSet::suit).into_iter().find(|&suit| suited.is_subset_of(suit))?;
        let river = self.river(of);
        let discarded = river.iter().filter(|discard| suit.has(discard.tile.kind())).count();
        (!suited.is_empty() && 6 * discarded < river.len()).then_some(suit)
    }

    /// How many of its last discards in a row a seat had just drawn (ツモ切り).
    pub fn drawn_in_a_row(&self, of: RelSeat) -> usize {
        self.river(of).iter().rev().take_while(|discard| discard.tsumogiri).count()
    }
}
