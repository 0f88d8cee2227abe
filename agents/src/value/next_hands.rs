//! What follows each draw of a hand: the discards that keep its shanten, and the draws after them. It depends on the tiles alone. A hand is looked ahead
//! of at several decisions, so it is kept for the last ones.

use arrayvec::ArrayVec;
use hyakuman_core::{Hand, Kind, KindSet, eval};
use hyakuman_riichi::variant::StandardKinds;

/// Hands kept.
const HANDS: usize = 8;
/// Discards kept of each.
const DISCARDS: usize = 64;
/// Most discards after a draw.
const MOST: usize = 14;

/// The last hands that were looked ahead of. A copy starts without any.
pub(crate) struct LastHands {
    hands: Box<[NextHands; HANDS]>,
    /// The place of the next one.
    next: usize,
}

impl Default for LastHands {
    fn default() -> LastHands {
        LastHands { hands: Box::new([const { NextHands::NONE }; HANDS]), next: 0 }
    }
}

impl Clone for LastHands {
    fn clone(&self) -> LastHands {
        LastHands::default()
    }
}

impl LastHands {
    /// What is known of a hand of this many players and melds.
    #[inline]
    pub(super) fn of(&mut self, players: usize, melds: u8, hand: &Hand) -> &mut NextHands {
        let key = (*hand, players as u8, melds);
        let at = self.hands.iter().position(|known| known.key == key).unwrap_or_else(|| {
            let at = self.next;
            self.next = (at + 1) % HANDS;
            self.hands[at].forget(key);
            at
        });
        &mut self.hands[at]
    }
}

/// A discard that keeps the shanten after a draw.
#[derive(Clone, Copy)]
pub(super) struct Discard {
    pub kind: Kind,
    /// What lowers the shanten after it.
    pub draws: KindSet,
}

/// What follows each draw of a hand.
pub(super) struct NextHands {
    /// The hand, the number of players and of melds.
    key: (Hand, u8, u8),
    /// Of which draws it is known what lowers the shanten after them, before a discard.
    drawn: KindSet,
    draws: [KindSet; Kind::COUNT],
    /// Of which draws the discards are known: from and to which place.
    discarded: KindSet,
    places: [[u8; 2]; Kind::COUNT],
    discards: ArrayVec<Discard, DISCARDS>,
}

impl NextHands {
    const NONE: NextHands = NextHands {
        key: (Hand::EMPTY, 0, 0),
        drawn: KindSet::EMPTY,
        draws: [KindSet::EMPTY; Kind::COUNT],
        discarded: KindSet::EMPTY,
        places: [[0; 2]; Kind::COUNT],
        discards: ArrayVec::new_const(),
    };

    fn forget(&mut self, key: (Hand, u8, u8)) {
        (self.key, self.drawn) = (key, KindSet::EMPTY);
        self.forget_discards();
    }

    fn forget_discards(&mut self) {
        self.discarded = KindSet::EMPTY;
        self.discards.clear();
    }

    /// For each kind what lowers the shanten after these draws, which lower it themselves. A suit that holds all fourteen tiles gives none.
    #[inline]
    pub(super) fn after<const N: usize>(&mut self, draws: KindSet) -> &[KindSet; Kind::COUNT] {
        let new = draws - self.drawn;
        if !new.is_empty() {
            let (hand, _, melds) = &self.key;
            eval::analysis::<StandardKinds<N>>(hand, *melds).each_with(new, |draw, next| {
                self.draws[draw.index()] = next;
                true
            });
            self.drawn |= new;
        }
        &self.draws
    }

    /// The discards that keep the shanten after a draw; only one that takes away no draws if there is one and it is `enough`.
    #[inline]
    pub(super) fn discards<const N: usize>(&mut self, draw: Kind, enough: bool) -> &[Discard] {
        if !self.discarded.has(draw) {
            self.find_discards::<N>(draw, enough);
        }
        let [from, to] = self.places[draw.index()];
        &self.discards[from as usize..to as usize]
    }

    #[inline(never)]
    fn find_discards<const N: usize>(&mut self, draw: Kind, enough: bool) {
        if self.discards.remaining_capacity() < MOST {
            self.forget_discards();
        }
        let (before, _, melds) = self.key;
        let hand = before.with(draw);
        let analysis = eval::analysis::<StandardKinds<N>>(&hand, melds);
        let (from, all) = (self.discards.len(), self.draws[draw.index()]);
        analysis.each_without(analysis.keep(), |kind, draws| {
            let takes_none =
                enough && draws == all && !all.is_empty() && !(all.has(kind) && hand.at_least(2).has(kind));
            if takes_none {
                self.discards.truncate(from);
            }
            self.discards.push(Discard { kind, draws });
            !takes_none
        });
        self.places[draw.index()] = [from as u8, self.discards.len() as u8];
        self.discarded.insert(draw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::eval::{Full, Sanma, TileSet};
    use hyakuman_core::notation::parse_tiles;

    /// The shortest list is enough, and is as good as all discards; a hand is found again after others.
    fn agrees<const N: usize, S: TileSet>(last: &mut LastHands, text: &str) {
        let hand = parse_tiles(text).unwrap().iter().fold(Hand::EMPTY, |hand, tile| hand.with(tile.kind()));
        let draws = eval::ukeire::<S>(&hand, 0);
        for draw in draws {
            let next = last.of(N, 0, &hand);
            let drawn = hand.with(draw);
            let all = next.after::<N>(draws)[draw.index()];
            assert_eq!(all, eval::analysis::<S>(&drawn, 0).draws(), "{text} and {draw}");
            let after = |kind: Kind| eval::ukeire::<S>(&drawn.without(kind), 0);
            let discards: Vec<Discard> = next.discards::<N>(draw, true).to_vec();
            assert!(discards.iter().all(|discard| discard.draws == after(discard.kind)), "{text} and {draw}");
            let kept: Vec<Kind> = eval::keep::<S>(&drawn, 0).into_iter().collect();
            match &discards[..] {
                [one] if one.draws == all => assert!(kept.contains(&one.kind)),
                all => assert_eq!(all.iter().map(|discard| discard.kind).collect::<Vec<_>>(), kept),
            }
        }
    }

    #[test]
    fn what_is_kept_is_what_would_be_found() {
        let hands = ["123m456p78s11335z", "1112345678999m", "19m19p19s1234567z", "2345678m22p3345s"];
        let mut last = LastHands::default();
        for text in (0..20).map(|at| hands[at * at % hands.len()]) {
            agrees::<4, Full>(&mut last, text);
            if !text.contains("4m") {
                agrees::<3, Sanma>(&mut last, text);
            }
        }
    }
}
