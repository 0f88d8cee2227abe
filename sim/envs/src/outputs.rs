//! The actions of the learner and action codes.

use crate::options::Actions;
use hyakuman_common::codes::{NO_CODE, RIICHI_TSUMOGIRI, TSUMOGIRI};
use hyakuman_game::ActionMask;
use hyakuman_planes::ActionSpace;
use hyakuman_planes::bits_as_bytes;

/// Entries of [`Outputs::Compact`] that are no output, besides [`NO_CODE`] for no action: discard of the tile drawn, without and
/// with riichi.
const DRAWN: u8 = 254;
const RIICHI_DRAWN: u8 = 253;
/// The first output of riichi.
const RIICHI: u8 = 37;
/// The codes of tiles, as bits of the words of a mask for discards and for riichi.
const TILES: u64 = (1 << 37) - 1;

/// How the learner names actions.
#[derive(Clone)]
pub(crate) enum Outputs {
    /// By their codes.
    Codes,
    /// By compact actions: the output of each code.
    Compact(Box<[u8; 256]>),
}

impl Outputs {
    pub(crate) fn new(actions: Actions) -> Outputs {
        match actions {
            Actions::Codes => Outputs::Codes,
            Actions::Compact => Outputs::Compact(Box::new(std::array::from_fn(|code| match code as u8 {
                TSUMOGIRI => DRAWN,
                RIICHI_TSUMOGIRI => RIICHI_DRAWN,
                code => ActionSpace::OneStep.output(code, 0).map_or(NO_CODE, |output| output as u8),
            }))),
        }
    }

    /// Number of outputs.
    pub(crate) fn count(&self) -> usize {
        match self {
            Outputs::Codes => 256,
            Outputs::Compact(_) => ActionSpace::OneStep.count(),
        }
    }

    /// The legal outputs; `drawn` is the tile just drawn, or `NO_TILE`.
    #[inline]
    pub(crate) fn legal(&self, legal: &ActionMask, drawn: u8) -> ActionMask {
        let Outputs::Compact(of_code) = self else { return *legal };
        // Discards of a tile by its code, most of all legal actions: their outputs are in the order of the codes.
        let [discards, riichi, ..] = legal.words();
        let (plain, riichi_of) = (discards & TILES, riichi & TILES);
        let mut words = [plain | riichi_of << RIICHI, riichi_of >> (64 - RIICHI), 0, 0];
        for code in without(legal, [plain, riichi_of]).iter() {
            let output = match of_code[code as usize] {
                DRAWN => drawn,
                RIICHI_DRAWN => RIICHI + drawn,
                output => output,
            };
            words[output as usize / 64] |= 1 << (output % 64);
        }
        ActionMask::from_words(words)
    }

    /// The code of an output, if it is legal.
    #[inline]
    pub(crate) fn code(&self, output: u8, legal: &ActionMask, drawn: u8) -> Option<u8> {
        match self {
            Outputs::Codes => legal.has(output).then_some(output),
            Outputs::Compact(_) => ActionSpace::OneStep.code_among(output.into(), legal, drawn),
        }
    }

    /// A code of an output, legal or not, for messages.
    pub(crate) fn any_code(&self, output: u8, drawn: u8) -> Option<u8> {
        self.code(output, &ActionMask::from_words([u64::MAX; 4]), drawn)
    }
}

/// The set without some elements of its first two words.
#[inline]
fn without(set: &ActionMask, less: [u64; 2]) -> ActionMask {
    let [first, second, third, fourth] = set.words();
    ActionMask::from_words([first & !less[0], second & !less[1], third, fourth])
}

/// Writes 1 for each element of a set below `out.len()`, and otherwise 0.
#[inline]
pub(crate) fn expand(set: &ActionMask, out: &mut [u8]) {
    let bytes = set.bytes();
    let (chunks, rest) = out.as_chunks_mut::<8>();
    for (chunk, &bits) in chunks.iter_mut().zip(&bytes) {
        *chunk = bits_as_bytes(bits);
    }
    let last = bits_as_bytes(bytes[chunks.len().min(31)]);
    rest.copy_from_slice(&last[..rest.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_expanded() {
        for (seed, length) in [(1u64, 124), (2, 256), (3, 55), (4, 8)] {
            let words = [1, 3, 5, 7].map(|odd: u64| (seed + odd).wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let set = ActionMask::from_words(words);
            let mut out = vec![9; length];
            expand(&set, &mut out);
            assert!((0..length).all(|i| out[i] == u8::from(set.has(i as u8))), "{length}");
        }
    }

    /// Many legal actions at once have the outputs that they have one by one.
    #[test]
    fn a_mask_is_the_outputs_of_its_codes() {
        let outputs = Outputs::new(Actions::Compact);
        let codes: Vec<u8> =
            (0..=255).filter(|&code| ActionSpace::OneStep.output(code, 5).is_some()).collect();
        for step in 1..6 {
            let (mut legal, mut expected) = (ActionMask::EMPTY, ActionMask::EMPTY);
            for &code in codes.iter().step_by(step) {
                legal.insert(code);
                expected.insert(ActionSpace::OneStep.output(code, 5).unwrap() as u8);
            }
            assert_eq!(outputs.legal(&legal, 5).words(), expected.words(), "{step}");
        }
    }

    /// The table of outputs agrees with the action space, for every code and tile.
    #[test]
    fn outputs_are_those_of_the_space() {
        let outputs = Outputs::new(Actions::Compact);
        for code in (0..=255).filter(|&code| ActionSpace::OneStep.output(code, 5).is_some()) {
            for drawn in 0..37 {
                let mut legal = ActionMask::EMPTY;
                legal.insert(code);
                let expected = ActionSpace::OneStep.output(code, drawn).unwrap() as u8;
                assert_eq!(outputs.legal(&legal, drawn).first(), Some(expected), "{code} {drawn}");
                assert_eq!(outputs.code(expected, &legal, drawn), Some(code), "{code} {drawn}");
            }
        }
    }
}
