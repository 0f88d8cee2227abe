//! The forms other than four sets and a pair: seven pairs (七対子) and thirteen orphans (国士無双).
//!
//! Both need all 13 or 14 tiles concealed, and both are a few bit operations on the planes of the hand.

use super::TileSet;
use crate::hand::Hand;
use crate::set::KindSet;

/// The forms with the lowest shanten for a closed hand.
#[derive(Clone, Copy)]
pub(super) struct Forms {
    /// The lowest shanten.
    pub(super) least: i32,
    pub(super) standard: bool,
    pub(super) chiitoi: bool,
    pub(super) kokushi: bool,
}

impl Forms {
    /// From the hand and its shanten in the standard form.
    #[inline(always)]
    pub(super) fn of<S: TileSet>(hand: &Hand, standard: i32) -> Forms {
        let (chiitoi, kokushi) = (chiitoi::<S>(hand), kokushi(hand));
        let least = standard.min(chiitoi).min(kokushi);
        Forms { least, standard: standard == least, chiitoi: chiitoi == least, kokushi: kokushi == least }
    }

    /// For a hand that can only have the standard form.
    #[inline(always)]
    pub(super) fn standard(least: i32) -> Forms {
        Forms { least, standard: true, chiitoi: false, kokushi: false }
    }

    /// Whether the standard form alone has the lowest shanten.
    #[inline(always)]
    pub(super) fn only_standard(&self) -> bool {
        self.standard & !self.chiitoi & !self.kokushi
    }

    /// The union of the given sets, one per form, over the forms with the lowest shanten. Branch-free: seven pairs
    /// tie with the standard form so often that a branch would be mispredicted half of the time.
    #[inline(always)]
    pub(super) fn union(
        &self,
        standard: impl FnOnce() -> u64,
        chiitoi: u64,
        kokushi: impl FnOnce() -> u64,
    ) -> KindSet {
        let standard = if self.standard { standard() } else { 0 };
        let mut kinds = standard | only_if(self.chiitoi, chiitoi);
        if self.kokushi {
            kinds |= kokushi();
        }
        KindSet::from_bits(kinds)
    }
}

/// `kinds` if the condition holds, otherwise 0; branch-free.
#[inline(always)]
fn only_if(condition: bool, kinds: u64) -> u64 {
    kinds & (condition as u64).wrapping_neg()
}

/// Shanten of seven pairs: `6 - pairs`, plus one for each kind missing to seven.
#[inline(always)]
pub(super) fn chiitoi<S: TileSet>(hand: &Hand) -> i32 {
    let kinds = S::in_play(hand.kinds()).len() as i32;
    let pairs = S::in_play(hand.at_least(2)).len() as i32;
    (6 - pairs).max(13 - pairs - kinds)
}

/// Draws that help seven pairs: any single makes a pair; a new kind helps only if there are fewer than seven.
#[inline(always)]
pub(super) fn chiitoi_draws<S: TileSet>(hand: &Hand) -> u64 {
    let kinds = S::in_play(hand.kinds());
    let new = only_if(kinds.len() < 7, (S::KINDS - kinds).bits());
    (kinds - hand.at_least(2)).bits() | new
}

/// Discards that keep seven pairs: third copies, and singles if there are more than seven kinds.
#[inline(always)]
pub(super) fn chiitoi_discards<S: TileSet>(hand: &Hand) -> u64 {
    let kinds = S::in_play(hand.kinds());
    hand.at_least(3).bits() | only_if(kinds.len() > 7, (kinds - hand.at_least(2)).bits())
}

/// Shanten of thirteen orphans.
#[inline(always)]
pub(super) fn kokushi(hand: &Hand) -> i32 {
    let kinds = (hand.kinds() & KindSet::YAOCHU).len() as i32;
    13 - kinds - hand.at_least(2).meets(KindSet::YAOCHU) as i32
}

/// Draws that help thirteen orphans: the missing kinds, and all thirteen if there is no pair.
#[inline(always)]
pub(super) fn kokushi_draws(hand: &Hand) -> u64 {
    let held = if hand.at_least(2).meets(KindSet::YAOCHU) { hand.kinds() } else { KindSet::EMPTY };
    (KindSet::YAOCHU - held).bits()
}

/// Discards that keep thirteen orphans: simples, third copies, and second copies beside another pair.
#[inline(always)]
pub(super) fn kokushi_discards(hand: &Hand) -> u64 {
    let pairs = hand.at_least(2) & KindSet::YAOCHU;
    let spare = if pairs.len() > 1 { pairs } else { hand.at_least(3) & KindSet::YAOCHU };
    ((hand.kinds() - KindSet::YAOCHU) | spare).bits()
}
