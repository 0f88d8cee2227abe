//! Whether an example can happen under its rules.

use super::example::{Example, Part};
use super::pattern::sort;
use crate::rules::{Kita, OpenRiichi, RiichiRules};
use crate::scoring::score::WinFlags;
use hyakuman_core::{Kind, KindSet};

/// Whether somebody can win like this.
pub(super) fn is_possible(example: &Example, rules: &RiichiRules) -> bool {
    let win = Possible { example, rules };
    win.tiles_fit()
        && win.riichi_fits()
        && win.draw_fits()
        && win.ron_fits()
        && win.first_turn_fits()
        && win.numbers_fit()
}

/// The number of winds that a match may have as prevailing ones.
pub(super) fn rounds(rules: &RiichiRules) -> u8 {
    (rules.length_winds.max(1) + rules.extension_winds).min(4)
}

/// The least and the greatest number of red fives that the fives of the hand may be.
pub(super) fn reds(example: &Example, rules: &RiichiRules) -> [u8; 2] {
    let of_suit = (0..3).map(|suit: u8| {
        let (fives, red) = (example.copies(Kind::of(9 * suit + 4)), rules.red_fives[usize::from(suit)]);
        [(fives + red).saturating_sub(4), fives.min(red)]
    });
    of_suit.fold([0, 0], |sum, of| [sum[0] + of[0], sum[1] + of[1]])
}

/// Whether there are at most four of each kind.
pub(super) fn copies_fit(parts: &[Part]) -> bool {
    let mut counts = [0_u8; Kind::COUNT];
    parts.iter().flat_map(Part::kinds).for_each(|kind| counts[kind.index()] += 1);
    counts.iter().all(|&count| count <= 4)
}

struct Possible<'a> {
    example: &'a Example,
    rules: &'a RiichiRules,
}

impl Possible<'_> {
    fn has(&self, flag: WinFlags) -> bool {
        self.example.flags.has(flag)
    }

    fn is_riichi(&self) -> bool {
        self.has(WinFlags::RIICHI) || self.has(WinFlags::DOUBLE_RIICHI)
    }

    fn is_closed(&self) -> bool {
        self.example.parts.iter().all(|part| !part.called)
    }

    fn kans(&self) -> u8 {
        self.example.parts.iter().filter(|part| part.sort == sort::KAN).count() as u8
    }

    /// Tiles that the game has, complete, with calls that the rules have.
    fn tiles_fit(&self) -> bool {
        let Possible { example, rules } = self;
        let kinds: KindSet = example.parts.iter().flat_map(|part| part.kinds()).collect();
        kinds.is_subset_of(if rules.players == 3 { KindSet::SANMA } else { KindSet::ALL })
            && example.copies(Kind::NORTH) + example.dora.nuki <= 4
            && (rules.chii || example.parts.iter().all(|part| !part.called || part.sort != sort::RUN))
            && self.kans() <= rules.max_kans
            && example.is_won()
    }

    /// Only a closed hand is in riichi, and one must have discarded for that.
    fn riichi_fits(&self) -> bool {
        let (rules, riichi) = (self.rules, self.is_riichi());
        let at_once = self.has(WinFlags::IPPATSU);
        (!riichi || self.is_closed() && self.example.course.discards > 0)
            && (!at_once || riichi && rules.ippatsu)
            && (!self.has(WinFlags::OPEN_RIICHI) || riichi && rules.open_riichi != OpenRiichi::Off)
            // Any kan ends the turn in which a win is at once, and so does the end of the wall after the first discards.
            && !(at_once && (self.has(WinFlags::RINSHAN) || self.has(WinFlags::AFTER_KAN)))
            && !(at_once && self.has(WinFlags::DOUBLE_RIICHI) && self.example.course.discards != 1)
    }

    fn draw_fits(&self) -> bool {
        let (haitei, rinshan) = (self.has(WinFlags::HAITEI), self.has(WinFlags::RINSHAN));
        let replaced = self.kans() > 0 || self.example.dora.nuki > 0;
        (self.example.tsumo || !haitei && !rinshan) && !(haitei && rinshan) && (!rinshan || replaced)
    }

    fn ron_fits(&self) -> bool {
        let has = |flag| self.has(flag);
        let (chankan, houtei) = (has(WinFlags::CHANKAN), has(WinFlags::HOUTEI));
        let of_discard = houtei || has(WinFlags::RIICHI_TILE) || has(WinFlags::AFTER_KAN);
        // The other three tiles of a robbed kan lie with its player.
        let robs = self.rules.max_kans > self.kans() && self.example.copies(self.example.tile) == 1;
        (!self.example.tsumo || !chankan && !of_discard)
            && !(chankan && of_discard)
            && (!chankan || robs)
            && (!has(WinFlags::AFTER_KAN) || self.rules.max_kans > self.kans())
            && !(houtei && has(WinFlags::RIICHI_TILE) && self.rules.riichi_min_remaining > 0)
    }

    /// Nobody has called, and the winner has discarded nothing: the dealer's first discard is before any ron.
    fn first_turn_fits(&self) -> bool {
        let example = self.example;
        let called = !self.is_closed() || self.kans() > 0 || example.dora.nuki > 0;
        let later =
            [WinFlags::HAITEI, WinFlags::HOUTEI, WinFlags::RINSHAN, WinFlags::CHANKAN, WinFlags::AFTER_KAN];
        !self.has(WinFlags::FIRST_TURN)
            || !called
                && example.course.discards == 0
                && (example.tsumo || example.winds[0] != Kind::EAST)
                && !later.into_iter().any(|flag| self.has(flag))
    }

    fn numbers_fit(&self) -> bool {
        let Example { dora, course, tsumo, .. } = self.example;
        let last = self.has(WinFlags::HAITEI) || self.has(WinFlags::HOUTEI) || self.has(WinFlags::RINSHAN);
        let [least_red, most_red] = reds(self.example, self.rules);
        let drawn = self.live_tiles().saturating_sub(course.left);
        (least_red..=most_red).contains(&dora.aka)
            && self.indicators_make(dora.dora, self.rules.dora_kan)
            && self.indicators_make(dora.ura, self.rules.dora_kan_ura)
            && (dora.ura == 0 || self.is_riichi() && self.rules.dora_ura)
            && (dora.nuki == 0 || self.rules.kita == Kita::Nukidora)
            && course.from.is_some() != *tsumo
            && (course.left > 0 || last)
            && (course.left == 0 || !self.has(WinFlags::HAITEI) && !self.has(WinFlags::HOUTEI))
            && course.left <= self.live_tiles()
            && course.discards <= drawn
            && (course.honba == 0 || self.rules.wins_per_hand == 1)
    }

    /// Tiles that may be drawn after the deal.
    fn live_tiles(&self) -> u8 {
        let tiles: u8 = if self.rules.players == 3 { 108 } else { 136 };
        tiles.saturating_sub(13 * self.rules.players + self.rules.reserved_undrawn)
    }

    /// Whether so many tiles of the hand can be dora: each indicator makes all tiles of one kind dora. `by_kans`: each kan opens one, those
    /// of others too.
    fn indicators_make(&self, dora: u8, by_kans: bool) -> bool {
        let by_kans = by_kans && !self.has(WinFlags::FIRST_TURN);
        let indicators = self.rules.initial_indicators + if by_kans { self.rules.max_kans } else { 0 };
        let kinds: KindSet = self.example.parts.iter().flat_map(|part| part.kinds()).collect();
        let copies = kinds.into_iter().fold(0u32, |found, kind| found | 1 << self.example.copies(kind));
        let sums = (0..indicators).fold(1u32, |sums, _| {
            (1..=4).filter(|n| copies >> n & 1 != 0).fold(sums, |all, n| all | sums << n)
        });
        sums >> dora & 1 != 0
    }
}
