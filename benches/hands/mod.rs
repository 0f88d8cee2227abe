//! The hands for the kernel benches: the same in every run.

use hyakuman_core::eval::{self, Full};
use hyakuman_core::{Hand, Kind, KindSet, Rng};

/// Hands per mix: enough to touch as many cache lines of the tables as a long run.
pub(crate) const HANDS: usize = 65_536;

/// Random hands of 14 tiles.
pub(crate) fn random() -> Vec<Hand> {
    let mut rng = Rng::from_seed(14);
    (0..HANDS).map(|_| hand_of(&shuffled(&mut rng)[..14])).collect()
}

/// Hands of 14 tiles on the way from the deal to a complete hand, as a simulator evaluates them.
pub(crate) fn midgame() -> Vec<Hand> {
    on_the_way(|_| true)
}

/// Hands of 14 tiles that are tenpai or 1-shanten.
pub(crate) fn near() -> Vec<Hand> {
    on_the_way(|shanten| shanten <= 1)
}

/// Hands of 13 tiles from the middle of the game: those of [`midgame`] after a discard.
pub(crate) fn thirteen() -> Vec<Hand> {
    after_discard(&midgame())
}

/// Hands of 13 tiles that are tenpai.
pub(crate) fn tenpai() -> Vec<Hand> {
    after_discard(&on_the_way(|shanten| shanten == 0))
}

/// Complete closed hands of 14 tiles, each with the last tile drawn.
pub(crate) fn complete() -> Vec<(Hand, Kind)> {
    let mut rng = Rng::from_seed(136);
    std::iter::repeat_with(|| solitaire(&mut rng, 123, |_, _| {})).flatten().take(HANDS).collect()
}

/// The first hands of many games with a shanten for which `wanted` is true.
fn on_the_way(wanted: impl Fn(i8) -> bool) -> Vec<Hand> {
    let mut rng = Rng::from_seed(18);
    let mut hands = Vec::with_capacity(HANDS + 18);
    while hands.len() < HANDS {
        solitaire(&mut rng, 18, |hand, shanten| {
            if wanted(shanten) {
                hands.push(*hand);
            }
        });
    }
    hands.truncate(HANDS);
    hands
}

/// The hands after a discard that keeps the shanten.
fn after_discard(hands: &[Hand]) -> Vec<Hand> {
    let kept = |hand: &Hand| eval::keep::<Full>(hand, 0).first().expect("some discard is best");
    hands.iter().map(|hand| hand.without(kept(hand))).collect()
}

/// A single player draws up to `draws` tiles and makes discards that keep the shanten; `see` is called with every hand
/// of 14 tiles and its shanten. Returns the complete hand and its last tile, if it gets there.
fn solitaire(rng: &mut Rng, draws: usize, mut see: impl FnMut(&Hand, i8)) -> Option<(Hand, Kind)> {
    let wall = shuffled(rng);
    let mut hand = hand_of(&wall[..13]);
    for &drawn in &wall[13..13 + draws] {
        hand.add(drawn);
        let shanten = eval::shanten::<Full>(&hand, 0);
        if shanten < 0 {
            return Some((hand, drawn));
        }
        see(&hand, shanten);
        hand.remove(any_of(eval::keep::<Full>(&hand, 0), rng));
    }
    None
}

/// One of the kinds, each equally likely.
fn any_of(kinds: KindSet, rng: &mut Rng) -> Kind {
    kinds.into_iter().nth(rng.below(kinds.len()) as usize).expect("a kind to choose")
}

fn hand_of(kinds: &[Kind]) -> Hand {
    kinds.iter().fold(Hand::EMPTY, |hand, &kind| hand.with(kind))
}

fn shuffled(rng: &mut Rng) -> [Kind; 136] {
    let mut wall = std::array::from_fn(|id| Kind::of(id as u8 / 4));
    for place in 0..135 {
        wall.swap(place, place + rng.below((136 - place) as u32) as usize);
    }
    wall
}
