//! Yaku of how a hand was won: riichi, the last tile, kans, the first turn.

use super::{Yaku, YakuSet};
use crate::riichi::rules::{Renhou, RiichiRules};
use crate::riichi::score::{Win, WinFlags};
use hyakuman_core::Kind;

/// The yaku that the flags of a win and the closed hand give. Flags are taken as given.
#[inline]
pub(crate) fn yaku(rules: &RiichiRules, win: &Win, closed: bool) -> YakuSet {
    let flags = win.flags;
    let double = flags.has(WinFlags::DOUBLE_RIICHI);
    let mut set = YakuSet::EMPTY;
    set.add(Yaku::DoubleRiichi, double);
    set.add(Yaku::Riichi, flags.has(WinFlags::RIICHI) && !double);
    set.add(Yaku::Ippatsu, flags.has(WinFlags::IPPATSU) && rules.ippatsu);
    set.add(Yaku::MenzenTsumo, win.tsumo && closed);
    set.add(Yaku::Haitei, flags.has(WinFlags::HAITEI));
    set.add(Yaku::Houtei, flags.has(WinFlags::HOUTEI));
    set.add(Yaku::Rinshan, flags.has(WinFlags::RINSHAN));
    set.add(Yaku::Chankan, flags.has(WinFlags::CHANKAN));
    if flags.has(WinFlags::FIRST_TURN) {
        first_turn(rules, win, &mut set);
    }
    set
}

/// Tenhou and chiihou by tsumo; by ron renhou, which a dealer cannot have: the first discard is the dealer's own.
fn first_turn(rules: &RiichiRules, win: &Win, set: &mut YakuSet) {
    let dealer = win.seat_wind == Kind::EAST;
    set.add(Yaku::Tenhou, win.tsumo && dealer);
    set.add(Yaku::Chiihou, win.tsumo && !dealer);
    set.add(Yaku::Renhou, !win.tsumo && !dealer && rules.renhou != Renhou::Off);
}
