//! What written yaku add to the last hands that were looked at. Two discards and the draw between them make the same hand in another order, and a hand is
//! looked at again at the next decisions.

use super::sought::{Last, Near, Set};
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, KindSet};
use hyakuman_riichi::written_yaku::{Goals, Held, Melded, WrittenYakuSet};

/// Hands kept that are not tenpai.
const HANDS: usize = 4;
/// Tenpai hands kept, a power of two.
const TENPAI: usize = 64;

/// The last hands. A copy starts without any.
#[derive(Default, Debug)]
pub(crate) struct LastYaku(Option<Box<Kept>>);

/// Those of the same yaku.
#[derive(Debug)]
struct Kept {
    yaku: Yaku,
    near: ArrayVec<Last, HANDS>,
    /// The place of the next one.
    next: usize,
    tenpai: [Option<(Key, KindSet, [f32; 2])>; TENPAI],
}

/// The yaku of the rules file and the local ones, for the winds of a seat, and which of the local ones are played.
pub(super) type Yaku = ([Goals; 2], WrittenYakuSet);

/// A hand, and the yaku that are looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Key {
    pub hand: Hand,
    pub melded: Melded,
    pub among: Set,
}

impl Clone for LastYaku {
    fn clone(&self) -> LastYaku {
        LastYaku::default()
    }
}

impl LastYaku {
    /// Hands of other yaku are forgotten.
    pub(super) fn start(&mut self, yaku: Yaku) {
        match &mut self.0 {
            Some(kept) if kept.yaku == yaku => {}
            Some(kept) => kept.forget(yaku),
            None => self.0 = Some(Kept::new(yaku)),
        }
    }

    /// What a hand is near to, if it is known.
    #[inline]
    pub(super) fn near(&self, key: &Key) -> Option<&Last> {
        self.0.as_ref()?.near.iter().find(|last| last.key == *key)
    }

    /// What a hand is near to, unless others took its place.
    #[inline]
    pub(super) fn of(&self, near: &Near, hand: &Hand, melded: &Melded) -> Option<&Last> {
        let last = self.0.as_ref()?.near.get(near.at as usize)?;
        let is_it = last.key.hand == *hand && last.key.melded == *melded && last.near.set == near.set;
        is_it.then_some(last)
    }

    /// Keeps a hand, of which nothing is known yet.
    pub(super) fn keep(&mut self, key: &Key, held: Held) -> &mut Last {
        let kept = self.0.as_mut().expect("yaku");
        let at = kept.next;
        kept.next = (at + 1) % HANDS;
        let last = Last { key: *key, held, near: Near::at(at as u8), first: ArrayVec::new(), others: 0 };
        match kept.near.get_mut(at) {
            Some(place) => *place = last,
            None => kept.near.push(last),
        }
        &mut kept.near[at]
    }

    /// The han of a tenpai hand with these waits, if it is known.
    #[inline]
    pub(super) fn tenpai(&self, key: &Key, waits: KindSet) -> Option<[f32; 2]> {
        let (known, of, han) = self.0.as_ref()?.tenpai[place(&key.hand)].as_ref()?;
        (known == key && *of == waits).then_some(*han)
    }

    #[inline]
    pub(super) fn keep_tenpai(&mut self, key: &Key, waits: KindSet, han: [f32; 2]) {
        if let Some(kept) = &mut self.0 {
            kept.tenpai[place(&key.hand)] = Some((*key, waits, han));
        }
    }
}

impl Kept {
    fn new(yaku: Yaku) -> Box<Kept> {
        Box::new(Kept { yaku, near: ArrayVec::new(), next: 0, tenpai: [None; TENPAI] })
    }

    fn forget(&mut self, yaku: Yaku) {
        (self.yaku, self.next) = (yaku, 0);
        self.near.clear();
        self.tenpai = [None; TENPAI];
    }
}

/// The place of a tenpai hand.
#[inline]
fn place(hand: &Hand) -> usize {
    let [one, two, three] = [1, 2, 3].map(|n| hand.at_least(n).bits());
    let mixed = (one ^ two << 17 ^ three << 30).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) as usize % TENPAI
}
