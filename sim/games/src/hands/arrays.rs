//! Shanten, ukeire and waits of many hands, each given as counts of the 34 kinds.

use crate::hands::HandError;
use crate::hands::answer::HandRules;
use hyakuman_core::{Hand, Kind, KindCounts, KindSet};

impl HandRules {
    /// The shanten of each hand, -1 for a complete one: 3n+1 or 3n+2 tiles each, called sets left out. Panics if the slices
    /// differ in length.
    ///
    /// # Errors
    /// A hand that the game does not have, with its index. What was written before it stays.
    pub fn shanten_of(&self, hands: &[KindCounts], shanten: &mut [i8]) -> Result<(), HandError> {
        assert_eq!(hands.len(), shanten.len(), "one shanten for each hand");
        for (row, (counts, shanten)) in hands.iter().zip(shanten).enumerate() {
            let (hand, melds) = self.hand_of(row, counts, "3n+1 or 3n+2", |tiles| tiles % 3 != 0)?;
            *shanten = (self.kernels.shanten)(&hand, melds);
        }
        Ok(())
    }

    /// For each hand and each kind the copies outside the hand, if drawing one lowers the shanten, otherwise 0: 3n+1 tiles
    /// each, called sets left out. Panics if the slices differ in length.
    ///
    /// # Errors
    /// A hand that the game does not have, with its index. What was written before it stays.
    pub fn ukeire_of(&self, hands: &[KindCounts], copies: &mut [KindCounts]) -> Result<(), HandError> {
        self.kinds_of(hands, copies, self.kernels.ukeire, |held| 4 - held)
    }

    /// For each hand and each kind 1 if it completes the hand, otherwise 0: 3n+1 tiles each, called sets left out. Panics if
    /// the slices differ in length.
    ///
    /// # Errors
    /// A hand that the game does not have, with its index. What was written before it stays.
    pub fn waits_of(&self, hands: &[KindCounts], waits: &mut [KindCounts]) -> Result<(), HandError> {
        self.kinds_of(hands, waits, self.kernels.waits, |_| 1)
    }

    /// Writes a number for each kind that `kernel` finds, which depends on the copies in the hand.
    fn kinds_of(
        &self,
        hands: &[KindCounts],
        out: &mut [KindCounts],
        kernel: fn(&Hand, u8) -> KindSet,
        number: impl Fn(u8) -> u8,
    ) -> Result<(), HandError> {
        assert_eq!(hands.len(), out.len(), "one row for each hand");
        for (row, (counts, out)) in hands.iter().zip(out).enumerate() {
            let (hand, melds) = self.hand_of(row, counts, "3n+1", |tiles| tiles % 3 == 1)?;
            *out = [0; Kind::COUNT];
            for kind in kernel(&hand, melds) {
                out[kind.index()] = number(counts[kind.index()]);
            }
        }
        Ok(())
    }

    /// The hand with these counts, and its called sets.
    #[inline]
    fn hand_of(
        &self,
        row: usize,
        counts: &KindCounts,
        wanted: &str,
        fits: impl Fn(u32) -> bool,
    ) -> Result<(Hand, u8), HandError> {
        let tiles: u32 = counts.iter().map(|&copies| u32::from(copies)).sum();
        let most = counts.iter().fold(0, |most, &copies| most.max(copies));
        if most > 4 || tiles > 14 || !fits(tiles) {
            return Err(self.refused(&refusal(row, counts, tiles, wanted)));
        }
        let hand = Hand::from_counts(counts);
        match (hand.kinds() - self.kernels.kinds).first() {
            Some(kind) => Err(self.refused(&format!("row {row} has a {kind}, which is not in play"))),
            None => Ok((hand, ((14 - tiles) / 3) as u8)),
        }
    }

    #[cold]
    fn refused(&self, sentence: &str) -> HandError {
        HandError(format!("{sentence} (rules {})", self.rules))
    }
}

#[cold]
fn refusal(row: usize, counts: &KindCounts, tiles: u32, wanted: &str) -> String {
    match counts.iter().position(|&copies| copies > 4) {
        Some(kind) => {
            format!("row {row} has {} of {}; there are four", counts[kind], Kind::of(kind as u8))
        }
        None => {
            format!("row {row} has {tiles} tiles; it must have {wanted}, at most 14, without called sets")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::Shown;
    use hyakuman_core::notation::parse_tiles;
    use hyakuman_riichi::Riichi;
    use hyakuman_yangzhou::Yangzhou;

    fn rules<G: Shown>(name: &str) -> HandRules {
        HandRules::of::<G>(name).expect("shanten")
    }

    fn counts(text: &str) -> KindCounts {
        let mut counts = [0; Kind::COUNT];
        parse_tiles(text).expect(text).iter().for_each(|tile| counts[tile.kind().index()] += 1);
        counts
    }

    #[test]
    fn many_hands_have_the_answers_of_single_hands() {
        let tenhou = rules::<Riichi<4>>("tenhou");
        let hands = ["123m456p789s1122z", "19m19p19s1234567z", "7z", "1m4m7m2p", "5567m3344p88s"].map(counts);
        let (mut shanten, mut ukeire, mut waits) = ([0; 5], [[0; 34]; 5], [[0; 34]; 5]);
        tenhou.shanten_of(&hands, &mut shanten).unwrap();
        tenhou.ukeire_of(&hands[..4], &mut ukeire[..4]).unwrap();
        tenhou.waits_of(&hands[..4], &mut waits[..4]).unwrap();
        assert_eq!(shanten[..4], [0, 0, 0, 2]);
        assert_eq!(ukeire[0].iter().map(|&copies| u32::from(copies)).sum::<u32>(), 4);
        assert_eq!((waits[1].iter().sum::<u8>(), waits[3], ukeire[2][33]), (13, [0; 34], 3));
    }

    #[test]
    fn the_forms_are_those_of_the_game() {
        let hand = [counts("1133557799m224p")];
        let mut shanten = [9];
        rules::<Yangzhou>("yangzhou").shanten_of(&hand, &mut shanten).unwrap();
        assert_eq!(shanten, [3]);
        rules::<Riichi<4>>("tenhou").shanten_of(&hand, &mut shanten).unwrap();
        assert_eq!(shanten, [0]);
    }

    #[test]
    fn hands_that_do_not_exist_are_named() {
        let mut five = counts("123m");
        five[9] = 5;
        let cases = [
            (rules::<Riichi<4>>("tenhou"), counts("123m"), "row 1 has 3 tiles; it must have 3n+1 or 3n+2"),
            (rules::<Riichi<4>>("tenhou"), five, "row 1 has 5 of 1p; there are four"),
            (
                rules::<Riichi<3>>("tenhou-sanma"),
                counts("2222m"),
                "row 1 has a 2m, which is not in play (rules tenhou-sanma)",
            ),
        ];
        for (rules, hand, expected) in cases {
            let error = rules.shanten_of(&[counts("7z"), hand], &mut [0; 2]).unwrap_err();
            assert!(error.to_string().starts_with(expected), "{error}");
        }
        let error = rules::<Riichi<4>>("tenhou").waits_of(&[counts("77z")], &mut [[0; 34]]).unwrap_err();
        assert!(error.to_string().starts_with("row 0 has 2 tiles; it must have 3n+1, at most 14"), "{error}");
    }
}
