//! Yaku by how a hand was won: riichi, the last tile, kans, the first turn.

use super::{Yaku, YakuSet};
use crate::rules::{OpenRiichi, Renhou, RiichiRules};
use crate::scoring::score::{Win, WinFlags};
use hyakuman_core::Kind;

/// The yaku by the flags of a win and by a closed hand. The flags are not checked against each other.
#[inline]
pub(crate) fn yaku(rules: &RiichiRules, win: &Win, closed: bool) -> YakuSet {
    let flags = win.flags.bits() as u64;
    let mut set = YakuSet::from_bits(flags & RIICHI | (flags & LAST_TILE) << LAST_TILE_SHIFT);
    if !rules.ippatsu {
        set = set.without(YakuSet::of(&[Yaku::Ippatsu]));
    }
    if set.has(Yaku::DoubleRiichi) {
        set = set.without(YakuSet::of(&[Yaku::Riichi]));
    }
    set.add(Yaku::MenzenTsumo, win.tsumo & closed);
    if win.flags.has(WinFlags::OPEN_RIICHI) {
        set.add(Yaku::OpenRiichi, rules.open_riichi != OpenRiichi::Off);
        let fed = win.flags.has(WinFlags::SASHIKOMI) && !win.tsumo;
        set.add(Yaku::Sashikomi, fed && rules.open_riichi == OpenRiichi::Yakuman);
    }
    if win.flags.has(WinFlags::FIRST_TURN) {
        first_turn(rules, win, &mut set);
    }
    set
}

/// Flags with the number of their yaku: riichi, double riichi, ippatsu.
const RIICHI: u64 = 0b111;
/// Flags in the order of their yaku: haitei, houtei, rinshan, chankan.
const LAST_TILE: u64 = 0b1111 << 3;
const LAST_TILE_SHIFT: u8 = Yaku::Haitei as u8 - 3;

const _: () = {
    assert!(WinFlags::RIICHI.bits() == 1 << Yaku::Riichi as u8);
    assert!(WinFlags::DOUBLE_RIICHI.bits() == 1 << Yaku::DoubleRiichi as u8);
    assert!(WinFlags::IPPATSU.bits() == 1 << Yaku::Ippatsu as u8);
    assert!((WinFlags::HAITEI.bits() as u64) << LAST_TILE_SHIFT == 1 << Yaku::Haitei as u8);
    assert!((WinFlags::HOUTEI.bits() as u64) << LAST_TILE_SHIFT == 1 << Yaku::Houtei as u8);
    assert!((WinFlags::RINSHAN.bits() as u64) << LAST_TILE_SHIFT == 1 << Yaku::Rinshan as u8);
    assert!((WinFlags::CHANKAN.bits() as u64) << LAST_TILE_SHIFT == 1 << Yaku::Chankan as u8);
};

/// Tenhou and chiihou by tsumo; by ron renhou, which a dealer cannot have: the first discard is the dealer's own.
fn first_turn(rules: &RiichiRules, win: &Win, set: &mut YakuSet) {
    let dealer = win.seat_wind == Kind::EAST;
    set.add(Yaku::Tenhou, win.tsumo && dealer);
    set.add(Yaku::Chiihou, win.tsumo && !dealer);
    set.add(Yaku::Renhou, !win.tsumo && !dealer && rules.renhou != Renhou::Off);
}
