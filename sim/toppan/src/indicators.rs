//! The indicators, and the dora and last copies that they make (RULES.md T-1.5, T-1.6).

use hyakuman_core::{Hand, Kind, KindSet, Tile};

/// Number of classes of tiles that are dora together: nine numbers, the winds, the dragons.
pub const CLASSES: usize = 11;

const CLASS: [u8; Kind::COUNT] = {
    let mut class = [0; Kind::COUNT];
    let mut code = 0;
    while code < Kind::COUNT {
        class[code] = match code {
            0..27 => code as u8 % 9,
            27..31 => 9,
            _ => 10,
        };
        code += 1;
    }
    class
};

/// Indicators, and tiles turned up as dora themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indicators {
    /// Number of indicators of each tile.
    counts: [u8; Tile::COUNT],
    /// How often each class is dora.
    dora: [u8; CLASSES],
    /// Kinds of which three copies are shown.
    lasts: KindSet,
}

impl Indicators {
    /// None.
    pub const NONE: Indicators =
        Indicators { counts: [0; Tile::COUNT], dora: [0; CLASSES], lasts: KindSet::EMPTY };

    /// Adds an indicator: a number makes the next one dora in all suits, a wind all winds, a dragon all dragons.
    #[inline]
    pub fn show(&mut self, tile: Tile) {
        self.counts[tile.index()] += 1;
        let class = CLASS[tile.kind().index()];
        self.dora[if class < 9 { (class + 1) % 9 } else { class } as usize] += 1;
        let mut lasts = self.lasts;
        lasts.remove(tile.kind());
        self.lasts = if self.shown(tile.kind()) == 3 { lasts | KindSet::of(tile.kind()) } else { lasts };
    }

    /// Adds a tile turned up as a dora itself.
    pub(crate) fn show_dora(&mut self, tile: Tile) {
        self.dora[CLASS[tile.kind().index()] as usize] += 1;
    }

    /// Number of indicators of each tile.
    pub fn counts(&self) -> &[u8; Tile::COUNT] {
        &self.counts
    }

    /// How often each number from one to nine, the winds and the dragons are dora.
    pub fn dora(&self) -> &[u8; CLASSES] {
        &self.dora
    }

    /// Number of indicators of a kind, red fives counted as fives.
    #[inline]
    pub fn shown(&self, kind: Kind) -> u8 {
        let red = if kind.is_five() { self.counts[Tile::red_five(kind.suit()).index()] } else { 0 };
        self.counts[kind.index()] + red
    }

    /// How often a kind is dora.
    #[inline]
    pub fn dora_of(&self, kind: Kind) -> u8 {
        self.dora[CLASS[kind.index()] as usize]
    }

    /// Kinds of which three copies are indicators, so that one is left (和絶).
    #[inline]
    pub fn lasts(&self) -> KindSet {
        self.lasts
    }

    /// The dora of these tiles in han; with `stacking` a tile counts once for each of its indicators.
    #[inline]
    pub fn dora_in(&self, hand: &Hand, stacking: bool) -> u32 {
        let most = if stacking { u8::MAX } else { 1 };
        hand.kinds()
            .into_iter()
            .map(|kind| hand.count(kind) as u32 * self.dora_of(kind).min(most) as u32)
            .sum()
    }
}

impl FromIterator<Tile> for Indicators {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Indicators {
        let mut indicators = Indicators::NONE;
        tiles.into_iter().for_each(|tile| indicators.show(tile));
        indicators
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::notation::parse_tiles;

    fn indicators(text: &str) -> Indicators {
        parse_tiles(text).expect("tiles").into_iter().collect()
    }

    #[test]
    fn dora_are_numbers_in_all_suits_and_groups_of_honors() {
        let shown = indicators("1123m90p5z14z");
        let dora: Vec<u8> = ["2m", "2s", "3p", "4s", "1m", "6s", "7z", "1z", "3z", "5m"]
            .map(|text| shown.dora_of(parse_tiles(text).unwrap()[0].kind()))
            .to_vec();
        assert_eq!(dora, [2, 2, 1, 1, 1, 1, 1, 2, 2, 0]);
        let mut hand = Hand::EMPTY;
        parse_tiles("2m2p1z").unwrap().iter().for_each(|tile| hand.add(tile.kind()));
        assert_eq!((shown.dora_in(&hand, true), shown.dora_in(&hand, false)), (6, 3));
    }

    #[test]
    fn a_last_copy_has_three_others_shown() {
        let shown = indicators("505m 5551z 88p");
        let lasts: Vec<String> = shown.lasts().into_iter().map(|kind| kind.to_string()).collect();
        assert_eq!(lasts, ["5m", "5z"]);
        assert!(indicators("5505m").lasts().is_empty());
    }
}
