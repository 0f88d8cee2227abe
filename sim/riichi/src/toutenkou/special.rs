//! The specials: points that a winning hand has besides its yaku (G-4.3).

use super::GARI;
use super::rules::{Karasu, ToutenkouRules};
use crate::score::{Win, WinFlags};
use crate::variant::Held;
use hyakuman_core::{Kind, KindSet, Meld};

hyakuman_core::named! {
    /// One special. Its number is part of the record format: append only.
    #[repr(u8)]
    pub enum Special {
        /// Every win (バンバン).
        Base = "base",
        /// The dealer wins (親).
        Oya = "oya",
        /// A closed hand (門前).
        Menzen = "menzen",
        /// Gari tiles set aside (ガリ).
        Gari = "gari",
        /// Open kans (明槓).
        Minkan = "minkan",
        /// Concealed kans (暗槓).
        Ankan = "ankan",
        /// All four of a gari kind (セット).
        Set = "set",
        /// A ron (ロン).
        Ron = "ron",
        /// Not a single gari tile (カラス).
        Karasu = "karasu",
        /// All sixteen gari tiles (全ガリ).
        AllGari = "all_gari",
        /// Fives of pinzu and souzu (五).
        Fives = "fives",
    }
}

/// The points of each special of a win.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Specials([u16; Special::COUNT]);

impl Specials {
    /// The specials of a win.
    pub fn of(rules: &ToutenkouRules, win: &Win, held: &Held) -> Specials {
        let closed = !win.melds.iter().any(Meld::is_open);
        let kans = |concealed: bool| {
            win.melds.iter().filter(|meld| meld.is_kan() && meld.is_open() != concealed).count() as u16
        };
        let owned = Owned::of(win, held);
        let robbed = win.flags.has(WinFlags::CHANKAN);
        let mut specials = Specials::default();
        specials.add(Special::Base, rules.base_points, true);
        specials.add(Special::Oya, 1, win.seat_wind == Kind::EAST);
        specials.add(Special::Menzen, 1, closed);
        specials.add(Special::Gari, held.nuki_tiles.len().into(), true);
        specials.add(Special::Minkan, 2 * kans(false), true);
        specials.add(Special::Ankan, 4 * kans(true), true);
        specials.add(Special::Set, 4 * owned.sets, owned.sets < 4 || !rules.all_gari_includes_sets);
        specials.add(Special::Ron, rules.ron_bonus, !win.tsumo && (rules.ron_bonus_on_robbed_kan || !robbed));
        specials.add(Special::Karasu, if closed { 20 } else { 10 }, is_karasu(rules, &owned, held));
        specials.add(Special::AllGari, 20, owned.sets == 4);
        specials.add(Special::Fives, owned.fives, rules.fives_bonus);
        specials
    }

    /// The points of one special.
    #[inline]
    pub fn points(&self, special: Special) -> u16 {
        self.0[special as usize]
    }

    /// The points of all specials.
    pub fn total(&self) -> u16 {
        self.0.iter().sum()
    }

    /// The specials with more than 0 points, in order of number.
    pub fn iter(&self) -> impl Iterator<Item = (Special, u16)> + '_ {
        let all = Special::ALL.iter().map(|&special| (special, self.points(special)));
        all.filter(|(_, points)| *points > 0)
    }

    fn add(&mut self, special: Special, points: u16, holds: bool) {
        self.0[special as usize] = if holds { points } else { 0 };
    }
}

/// The tiles of the winner: in hand with the winning tile, in melds, set aside.
struct Owned {
    /// Gari kinds with at least one tile.
    gari: KindSet,
    /// Number of gari kinds with all four tiles.
    sets: u16,
    /// Number of 5p and 5s.
    fives: u16,
}

impl Owned {
    fn of(win: &Win, held: &Held) -> Owned {
        let melds = |kind| win.melds.iter().map(|meld| meld.count(kind)).sum::<u8>();
        let copies = |kind| win.hand.count(kind) + melds(kind) + held.nuki_tiles.of(kind);
        let fives = (KindSet::FIVES - GARI).into_iter().map(|five| copies(five) as u16).sum();
        Owned {
            gari: GARI.into_iter().filter(|&kind| copies(kind) > 0).collect(),
            sets: GARI.into_iter().filter(|&kind| copies(kind) == 4).count() as u16,
            fives,
        }
    }
}

fn is_karasu(rules: &ToutenkouRules, owned: &Owned, held: &Held) -> bool {
    match rules.karasu {
        Karasu::NeverReceived => !held.ever.meets(GARI),
        Karasu::NoneInFinalHand => owned.gari.is_empty(),
    }
}
