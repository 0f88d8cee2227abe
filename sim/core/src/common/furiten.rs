//! Furiten (振聴): when a tenpai hand may not win by ron.
//!
//! Three kinds: a wait among the seat's own discards; a winning tile passed since its last discard; a winning tile passed
//! in riichi, until the end of the kyoku. Tsumo is never barred.
//! Source: riichi/RULES.md, the clauses on furiten.

use crate::{Kind, KindSet};

/// What one seat has discarded and passed. **Seen by its owner only**, except [`Furiten::river`], which is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Furiten {
    river: KindSet,
    passed: bool,
    locked: bool,
}

impl Furiten {
    /// Nothing discarded yet.
    pub const NONE: Furiten = Furiten { river: KindSet::EMPTY, passed: false, locked: false };

    /// Whether ron is barred for a hand with these waits.
    #[inline]
    pub fn bars(&self, waits: KindSet) -> bool {
        self.passed | self.locked | self.river.meets(waits)
    }

    /// The owner discarded `kind`.
    #[inline]
    pub fn on_discard(&mut self, kind: Kind) {
        self.river.insert(kind);
        self.passed = false;
    }

    /// The owner set `kind` aside, under rules where this counts as a discard.
    pub fn on_set_aside(&mut self, kind: Kind) {
        self.river.insert(kind);
    }

    /// The owner passed a winning tile, or did not win with a winning tile it drew. `for_good` in riichi.
    #[inline]
    pub fn on_pass(&mut self, for_good: bool) {
        self.passed = true;
        self.locked |= for_good;
    }

    /// The owner passed nothing: its hand is dealt again.
    pub fn forget_passes(&mut self) {
        (self.passed, self.locked) = (false, false);
    }

    /// The owner drew a tile, under rules where this clears a pass.
    #[inline]
    pub fn on_draw_clearing(&mut self) {
        self.passed = false;
    }

    /// The kinds the owner has discarded.
    #[inline]
    pub fn river(&self) -> KindSet {
        self.river
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_tiles;

    fn kinds(text: &str) -> KindSet {
        parse_tiles(text).unwrap().iter().map(|tile| tile.kind()).collect()
    }

    #[test]
    fn the_three_kinds() {
        let mut furiten = Furiten::NONE;
        furiten.on_discard(Kind::of(20));
        assert!(furiten.bars(kinds("36s")), "3s lies in the river: 6s is barred too");
        assert!(!furiten.bars(kinds("47s")));
        furiten.on_pass(false);
        assert!(furiten.bars(kinds("47s")));
        furiten.on_discard(Kind::of(0));
        assert!(!furiten.bars(kinds("47s")), "cleared by the own discard");
        furiten.on_pass(true);
        furiten.on_discard(Kind::of(0));
        assert!(furiten.bars(kinds("47s")), "never cleared in riichi");
    }
}
