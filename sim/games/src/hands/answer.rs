//! Shanten, ukeire and discards of a hand given as text.

use crate::hands::HandError;
use crate::show::{Kernels, Shown};
use hyakuman_core::notation::parse_tiles;
use hyakuman_core::{Hand, Kind, KindSet, Tile};
use serde::Serialize;
use std::cmp::Reverse;

/// Answers hands under the rules of one ruleset.
pub struct HandRules {
    pub(crate) kernels: Kernels,
    /// The name of the ruleset, for messages.
    pub(crate) rules: String,
}

/// Shanten of a hand, and its ukeire or discards.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Answer<'a> {
    /// The hand as it was written.
    pub hand: &'a str,
    /// Distance from tenpai in tiles, the least over all forms; -1 is a complete hand.
    pub shanten: i8,
    /// The tiles that lower the shanten; for 3n+1 tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ukeire: Option<Ukeire>,
    /// The possible discards, best first; for 3n+2 tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discards: Option<Vec<Discard>>,
}

/// Tiles that lower the shanten.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Ukeire {
    /// The kinds, in order of code.
    pub kinds: Vec<String>,
    /// The number of copies outside the hand.
    pub count: u32,
}

/// A discard and the hand after it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Discard {
    /// The tile; red and plain fives are different discards.
    pub tile: String,
    /// Shanten after the discard.
    pub shanten: i8,
    /// Ukeire after the discard.
    pub ukeire: Ukeire,
}

impl HandRules {
    /// Answers hands of the game `G`, under rules of this name.
    ///
    /// # Errors
    /// The game has no shanten.
    pub fn of<G: Shown>(rules: &str) -> Result<HandRules, HandError> {
        let kernels = G::KERNELS.ok_or_else(|| format!("a hand of {} has no shanten", G::FAMILY))?;
        Ok(HandRules { kernels, rules: rules.to_owned() })
    }

    /// The answer to a hand such as `123m406p11z56s` (0 is a red five): 3n+1 or 3n+2 tiles, without called sets.
    ///
    /// # Errors
    /// The text cannot be read, or the game has no such hand.
    pub fn answer<'a>(&self, text: &'a str) -> Result<Answer<'a>, HandError> {
        let tiles = parse_tiles(text).map_err(|error| error.to_string())?;
        let hand = self.hand(&tiles)?;
        Ok(answer(text, &tiles, &hand, self.kernels))
    }

    fn hand(&self, tiles: &[Tile]) -> Result<Hand, String> {
        let mut hand = Hand::EMPTY;
        for kind in tiles.iter().map(|tile| tile.kind()) {
            if !self.kernels.kinds.has(kind) {
                return Err(format!("{kind} is not in play in {}", self.rules));
            }
            if hand.count(kind) == 4 {
                return Err(format!("there are more than four {kind}; the game has four"));
            }
            hand.add(kind);
        }
        match tiles.len() {
            n if n > 14 || n % 3 == 0 => {
                Err(format!("a hand has 13 or 14 tiles, three fewer for each called set; this one has {n}"))
            }
            _ => Ok(hand),
        }
    }
}

fn answer<'a>(text: &'a str, tiles: &[Tile], hand: &Hand, kernels: Kernels) -> Answer<'a> {
    let melds = ((14 - tiles.len()) / 3) as u8;
    let shanten = (kernels.shanten)(hand, melds);
    let mut answer = Answer { hand: text, shanten, ukeire: None, discards: None };
    if tiles.len() % 3 == 1 {
        answer.ukeire = Some(Ukeire::new((kernels.ukeire)(hand, melds), hand));
    } else {
        answer.discards = Some(discards(tiles, hand, melds, kernels));
    }
    answer
}

/// All discards: lowest shanten first, then highest ukeire, then in order of code, red fives last.
fn discards(tiles: &[Tile], hand: &Hand, melds: u8, kernels: Kernels) -> Vec<Discard> {
    let mut faces = tiles.to_vec();
    faces.sort();
    faces.dedup();
    let after = |tile: Tile| {
        let rest = hand.without(tile.kind());
        let shanten = (kernels.shanten)(&rest, melds);
        // The discarded tile cannot be drawn, so copies are counted against the hand before the discard.
        let ukeire = Ukeire::new((kernels.ukeire)(&rest, melds), hand);
        Discard { tile: tile.to_string(), shanten, ukeire }
    };
    let mut discards: Vec<Discard> = faces.into_iter().map(after).collect();
    discards.sort_by_key(|discard| {
        (discard.shanten, Reverse(discard.ukeire.count), Reverse(discard.ukeire.kinds.len()))
    });
    discards
}

impl Ukeire {
    /// Of these kinds those with a copy outside `hand`.
    fn new(kinds: KindSet, hand: &Hand) -> Ukeire {
        let kinds = kinds - hand.at_least(4);
        let count = 4 * kinds.len() - hand.count_in(kinds);
        Ukeire { kinds: kinds.into_iter().map(|kind: Kind| kind.to_string()).collect(), count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_riichi::Riichi;
    use hyakuman_yangzhou::Yangzhou;

    fn json(hand: &str) -> String {
        let rules = HandRules::of::<Riichi<4>>("tenhou").expect("shanten");
        match rules.answer(hand) {
            Ok(answer) => serde_json::to_string(&answer).expect("JSON"),
            Err(error) => error.to_string(),
        }
    }

    /// Each case: a hand, and the beginning of its answer.
    #[test]
    fn answers() {
        let cases = [
            (
                "123m456p789s1122z",
                r#"{"hand":"123m456p789s1122z","shanten":0,"ukeire":{"kinds":["1z","2z"],"count":4}}"#,
            ),
            // Thirteen orphans on all thirteen kinds.
            (
                "19m19p19s1234567z",
                r#"{"hand":"19m19p19s1234567z","shanten":0,"ukeire":{"kinds":["1m","9m","1p","9p","1s","9s","1z","2z","3z","4z","5z","6z","7z"],"count":39}}"#,
            ),
            // A single tile waits for its pair; a suit may occur several times, spaces are ignored.
            ("7z", r#"{"hand":"7z","shanten":0,"ukeire":{"kinds":["7z"],"count":3}}"#),
            ("1m4m 7m2p", r#"{"hand":"1m4m 7m2p","shanten":2,"ukeire":"#),
            // All four copies of the only wait are in the hand: it is one tile away from a wait.
            ("1111m", r#"{"hand":"1111m","shanten":1,"#),
            (
                "11m",
                r#"{"hand":"11m","shanten":-1,"discards":[{"tile":"1m","shanten":0,"ukeire":{"kinds":["1m"],"count":2}}]}"#,
            ),
            // A red five is a discard of its own, after the plain one.
            (
                "05m",
                r#"{"hand":"05m","shanten":-1,"discards":[{"tile":"5m","shanten":0,"ukeire":{"kinds":["5m"],"count":2}},{"tile":"0m","shanten":0,"ukeire":{"kinds":["5m"],"count":2}}]}"#,
            ),
            // Tenpai first; equal ones in order of code.
            (
                "56s112z",
                r#"{"hand":"56s112z","shanten":0,"discards":[{"tile":"2z","shanten":0,"ukeire":{"kinds":["4s","7s"],"count":8}},{"tile":"5s","shanten":1,"#,
            ),
        ];
        for (hand, expected) in cases {
            let answer = json(hand);
            assert!(answer.starts_with(expected), "{hand}: {answer}");
        }
    }

    #[test]
    fn yangzhou_has_no_seven_pairs() {
        let rules = HandRules::of::<Yangzhou>("yangzhou").expect("shanten");
        assert_eq!(rules.answer("1133557799m224p").expect("a hand").shanten, 3);
        assert!(json("1133557799m224p").contains("\"shanten\":0"));
    }

    #[test]
    fn bad_hands_are_reported() {
        let cases = [
            ("123m4", "`4` has no suit"),
            ("m", "`m` has no digits"),
            ("123x", "`x` is not a tile"),
            ("8z", "there is no tile `8z`"),
            ("", "this one has 0"),
            ("123m", "this one has 3"),
            ("123456789m123p", "this one has 12"),
            ("123456789m123456p", "this one has 15"),
            ("55550m123p", "there are more than four 5m"),
        ];
        for (hand, expected) in cases {
            let answer = json(hand);
            assert!(answer.contains(expected), "{hand}: {answer}");
        }
    }
}
