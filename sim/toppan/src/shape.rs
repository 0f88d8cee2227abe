//! The yaku of a seat's tiles, before it is decided which of them count: one condition each, in bit operations.
//! Source: RULES.md T-3.2, T-3.3.

use super::held::{Held, LIMIT};
use super::indicators::Indicators;
use super::rules::ToppanRules;
use super::yaku::{Yaku, YakuSet};
use hyakuman_core::{Hand, Kind, KindSet};

/// The ranks of a suit.
const SUIT: u64 = 0x1FF;
/// Ranks on which a sequence can begin, in all three suits.
const RUN_STARTS: u64 = 0x7F | 0x7F << 9 | 0x7F << 18;
/// One, two, three and four.
const LOW_FOUR: u64 = 0xF;

/// The rules that decide what a set of tiles is.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeRules {
    suit_sensitive: bool,
    hunii_needs_both: bool,
    four_alike: bool,
}

/// Kinds held at least once, twice, three and four times. If suits do not matter for sets, numbers of every suit are those
/// of the first.
#[derive(Clone, Copy)]
struct Alike([u64; 4]);

impl ShapeRules {
    /// For these rules.
    pub(super) fn new(rules: &ToppanRules) -> ShapeRules {
        ShapeRules {
            suit_sensitive: rules.suit_sensitive_sets,
            hunii_needs_both: rules.honitsu_needs_both,
            four_alike: rules.four_alike_two_pairs,
        }
    }

    /// The winning yaku of these tiles for a seat with this wind, whatever their sum.
    #[inline]
    pub(super) fn winning(&self, held: &Held, own: Kind, shown: &Indicators) -> YakuSet {
        let (n, hand, mut yaku) = (held.tiles().len(), held.hand(), YakuSet::EMPTY);
        let alike = self.alike(hand);
        let (suits, ranks) = (suits(hand), ranks(hand));
        let numbers = n as u32 - hand.count_in(KindSet::HONORS);
        let four_of_suit = (0..3).any(|suit| hand.count_in(KindSet::suit(suit)) >= 4);
        let dragon_run = n == 5 && numbers == 4 && ranks == LOW_FOUR;
        yaku.add(Yaku::Toppanfu, held.best(own) == LIMIT);
        yaku.add(Yaku::Uuchanfu, n >= 5);
        yaku.add(Yaku::Tsumofu, n == 2 && alike.pairs() != 0);
        yaku.add(Yaku::Tonshunfu, alike.runs() != 0);
        yaku.add(Yaku::Shanhonfu, held.reds >= 2);
        yaku.add(Yaku::Shanfuchue, hand.count_in(shown.lasts()) >= 2);
        yaku.add(Yaku::Sansooton, in_all_suits(hand) != 0);
        yaku.add(Yaku::Shantoitsu, alike.pair_count(self.four_alike) >= 2);
        yaku.add(Yaku::Chinsuuchan, four_of_suit);
        let five_gates =
            suits == 3 && hand.kinds().meets(KindSet::WINDS) && hand.kinds().meets(KindSet::DRAGONS);
        yaku.add(Yaku::Uumenchi, five_gates);
        yaku.add(Yaku::Toppanron, dragon_run);
        yaku.add(Yaku::Uusuupai, numbers >= 5);
        yaku.add(Yaku::Ryuuchanfu, n == 6);
        yaku.add(Yaku::Tonkufu, alike.0[2] != 0);
        yaku.add(Yaku::Haniisoo, n == 5 && numbers == 0);
        yaku.add(Yaku::Maachanfu, n >= 5 && alike.run_and_pair());
        yaku.add(Yaku::Toppanchin, dragon_run && suits == 1);
        yaku.add(Yaku::Chiichanfu, n >= 7);
        yaku
    }

    /// The bonuses of these tiles, except those that are counted by tile or honba.
    #[inline]
    pub(super) fn bonuses(&self, held: &Held) -> YakuSet {
        let (n, hand, mut yaku) = (held.tiles().len(), held.hand(), YakuSet::EMPTY);
        let honors = hand.count_in(KindSet::HONORS);
        let (suits, numbers, three) = (suits(hand), n as u32 - honors, n >= 3);
        let hunii = if self.hunii_needs_both { suits == 1 && honors > 0 } else { suits <= 1 };
        let winds = (hand.kinds() & KindSet::WINDS).len();
        yaku.add(Yaku::Kihonten, true);
        yaku.add(Yaku::Chunjantoi, self.alike(hand).pairs() != 0);
        yaku.add(Yaku::Tanhanpai, three && honors == 0);
        yaku.add(Yaku::Huniisoo, three && hunii);
        yaku.add(Yaku::Chantayao, three && hand.kinds().is_subset_of(KindSet::YAOCHU));
        yaku.add(Yaku::Chensanyuen, KindSet::DRAGONS.is_subset_of(hand.kinds()));
        yaku.add(Yaku::Sanfonpai, winds >= 3);
        yaku.add(Yaku::Chensaimen, suits == 3);
        yaku.add(Yaku::Suushuupai, numbers >= 4);
        yaku.add(Yaku::Chiniisoo, n == 3 && honors == 0 && suits == 1);
        yaku
    }

    #[inline]
    fn alike(&self, hand: &Hand) -> Alike {
        if self.suit_sensitive {
            Alike([1, 2, 3, 4].map(|copies| hand.at_least(copies).bits()))
        } else {
            Alike::by_number(hand)
        }
    }
}

impl Alike {
    /// Numbers of all suits taken together; honors by kind.
    #[cold]
    fn by_number(hand: &Hand) -> Alike {
        let mut alike = [0; 4];
        for kind in hand.kinds() {
            let bit = 1 << if kind.is_honor() { kind.code() } else { kind.rank() };
            for _ in 0..hand.count(kind) {
                let more = [bit, bit & alike[0], bit & alike[1], bit & alike[2]];
                alike.iter_mut().zip(more).for_each(|(held, more)| *held |= more);
            }
        }
        Alike(alike)
    }

    #[inline]
    fn pairs(self) -> u64 {
        self.0[1]
    }

    /// Number of pairs; four alike are two pairs if `four_alike`, else one.
    #[inline]
    fn pair_count(self, four_alike: bool) -> u32 {
        let [_, two, _, four] = self.0;
        two.count_ones() + if four_alike { four.count_ones() } else { 0 }
    }

    /// The lowest tile of each sequence.
    #[inline]
    fn runs(self) -> u64 {
        let one = self.0[0];
        one & one >> 1 & one >> 2 & RUN_STARTS
    }

    /// Whether there is a sequence and, of other tiles, a pair.
    #[inline]
    fn run_and_pair(self) -> bool {
        let [_, two, three, _] = self.0;
        let mut runs = self.runs();
        while runs != 0 {
            let run = (runs & runs.wrapping_neg()) * 0b111;
            if two & !run | three & run != 0 {
                return true;
            }
            runs &= runs - 1;
        }
        false
    }
}

/// Number of suits.
#[inline]
fn suits(hand: &Hand) -> u32 {
    (0..3).map(|suit| hand.kinds().meets(KindSet::suit(suit)) as u32).sum()
}

/// The ranks held in any suit.
#[inline]
fn ranks(hand: &Hand) -> u64 {
    let kinds = hand.kinds().bits();
    (kinds | kinds >> 9 | kinds >> 18) & SUIT
}

/// The ranks held in every suit.
#[inline]
fn in_all_suits(hand: &Hand) -> u64 {
    let kinds = hand.kinds().bits();
    kinds & kinds >> 9 & kinds >> 18 & SUIT
}
