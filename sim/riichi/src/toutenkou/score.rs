//! The value of a win in points: yaku, dora, and the specials. No fu, no limit, no rounding (G-4).

use super::rules::ToutenkouRules;
use super::special::{Special, Specials};
use crate::rules::SanmaTsumo;
use crate::score::{DoraCount, Scale, Win, best_yaku};
use crate::settle::{Payers, Payment, WonBy};
use crate::variant::Held;
use crate::yaku::{self, YakuSet};
use hyakuman_core::game::{MAX_SEATS, WinRecord};
use hyakuman_core::{Meld, Tile};

/// The value of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Its yaku; only the yakuman of a hand that has one.
    pub yaku: YakuSet,
    /// Their multiple of a yakuman.
    pub yakuman: u8,
    /// Points of the yaku.
    pub regular: u16,
    /// Points of dora of all sorts that count.
    pub dora_points: u16,
    /// Dora by sort, even where they do not count.
    pub dora: DoraCount,
    /// Points of the specials.
    pub specials: Specials,
}

impl Value {
    /// The points of the hand without honba.
    pub fn total(&self) -> i32 {
        (self.regular + self.dora_points + self.specials.total()).into()
    }
}

/// The value of a win; none where the tiles are not a complete hand, or there is no yaku. The caller counts the dora of
/// `win`: red fives set aside are among the red fives, and every tile set aside counts in [`DoraCount::nuki`].
pub fn value(rules: &ToutenkouRules, win: &Win, held: &Held) -> Option<Value> {
    let plain = DoraCount { nuki: 0, ..win.dora };
    let with_yakuman = match (rules.yakuman_counts_dora, rules.yakuman_counts_pulled_red) {
        (true, _) => plain.total(),
        (false, true) => held.nuki_tiles.reds().into(),
        (false, false) => 0,
    };
    let scale = Flat { yakuman: rules.yakuman_points.into(), with_yakuman };
    let reading = Win { dora: plain, ..*win };
    let (yaku, yakuman) = best_yaku(rules.riichi(), &reading, scale)?;
    let closed = !win.melds.iter().any(Meld::is_open);
    let (regular, dora_points) = match yakuman {
        0 => (yaku.han(closed), plain.total()),
        _ => (scale.yakuman * yakuman, with_yakuman),
    };
    Some(Value {
        yaku,
        yakuman: yakuman as u8,
        regular: regular as u16,
        dora_points: dora_points as u16,
        dora: win.dora,
        specials: Specials::of(rules, win, held),
    })
}

/// Compares readings by their points; of equal ones a yakuman counts.
#[derive(Clone, Copy)]
struct Flat {
    yakuman: u32,
    /// Points of dora that count beside yakuman.
    with_yakuman: u32,
}

impl Scale for Flat {
    #[inline]
    fn ordinary(self, han: u32, _fu: u32) -> u64 {
        2 * han as u64
    }

    #[inline]
    fn yakuman(self, multiple: u32) -> u64 {
        2 * (multiple * self.yakuman + self.with_yakuman) as u64 + 1
    }
}

/// Number of the first special in records. The numbers before it are those of riichi mahjong's standard yaku; the yaku
/// after these (local yaku, north) are not played here.
const FIRST_SPECIAL: u32 = YakuSet::STANDARD.len();

/// The names of yaku and specials by number.
pub(super) const NAMES: [&str; FIRST_SPECIAL as usize + Special::COUNT] = {
    let (mut names, mut i) = ([""; FIRST_SPECIAL as usize + Special::COUNT], 0);
    while i < names.len() {
        let special = i.wrapping_sub(FIRST_SPECIAL as usize);
        names[i] = if special < Special::COUNT { Special::ALL[special].name() } else { yaku::NAMES[i] };
        i += 1;
    }
    names
};

const _: u32 = yaku::names_are_sound(&NAMES);

/// The yaku of [`WinRecord::yaku`], and the numbers of its specials.
pub fn yaku_and_specials(bits: u64) -> (YakuSet, impl Iterator<Item = u32>) {
    let specials = (FIRST_SPECIAL..NAMES.len() as u32).filter(move |number| bits >> number & 1 != 0);
    (YakuSet::from_bits(bits).and(YakuSet::STANDARD), specials)
}

impl Payment for Value {
    fn yaku(&self) -> YakuSet {
        self.yaku
    }

    fn base(&self) -> i32 {
        self.total()
    }

    fn full(base: i32, _dealer_wins: bool) -> i32 {
        base
    }

    fn share(base: i32, _payers: Payers, _way: SanmaTsumo) -> i32 {
        base
    }

    /// `points` are the points of the hand, not the sum of what is paid for it.
    fn record(&self, won: &WonBy, tile: Tile, _received: i32, deltas: [i32; MAX_SEATS]) -> WinRecord {
        let specials =
            self.specials.iter().fold(0, |set, (special, _)| set | 1 << (FIRST_SPECIAL + special as u32));
        WinRecord {
            from: won.from,
            tile: tile.code(),
            han: if self.yakuman > 0 { 0 } else { self.regular + self.dora_points },
            yakuman: self.yakuman,
            yaku: self.yaku.and(YakuSet::STANDARD).bits() | specials,
            dora: [self.dora.dora, self.dora.ura, self.dora.aka, self.dora.nuki],
            points: self.total(),
            deltas,
            ..WinRecord::of(won.winner)
        }
    }
}
