//! Toutenkou (東天紅): Tenhou's game of three players with gari tiles and points instead of fu.
//!
//! The engine of riichi mahjong ([`crate`]) plays it as a [`Variant`]; this folder has only what differs. The tiles,
//! their order in the wall and which may be set aside are in this file; [`rules`] has its own rules and the rules of the
//! engine that follow from them; [`score`] and [`special`] the value of a win. RULES.md has the clauses.

pub mod action;
pub mod presets;
pub mod rules;
pub mod score;
pub mod special;

pub use rules::ToutenkouRules;

use crate::nuki_tiles::NukiTiles;
use crate::score::Win;
use crate::variant::Compiled;
use crate::variant::compiled::compiled;
use crate::variant::{Held, Variant};
use crate::{Match, RiichiRules};
use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
use hyakuman_core::common::dora::dora_of;
use hyakuman_core::eval::TileSet;
use hyakuman_core::game::{ActionCodes, LEAD_BOUNDS, MAX_SEATS, WinRecord};
use hyakuman_core::{Kind, KindSet, Seat, Tile};
use rules::{Dealer, ManzuDora};
use score::Value;

/// A match of Toutenkou.
pub type Toutenkou = Match<3, Gari>;

/// What one seat may see.
pub type View<'a> = crate::View<'a, 3, Gari>;

/// The kinds of gari tiles (ガリ): 1m 5m 9m and north.
pub const GARI: KindSet = KindSet::from_bits(MANZU.bits() | 1 << Kind::NORTH.code());

/// 1m 5m 9m, the only manzu.
const MANZU: KindSet = KindSet::from_bits(1 | 1 << 4 | 1 << 8);

/// The tiles of which a row has the number that each seat has set aside, in the order of its cell.
const NUKI_CELL: [Tile; 5] = [Tile::of(0), Tile::of(4), Tile::of(8), Tile::red_five(0), Kind::NORTH.tile()];

/// The 28 kinds in play: those of three players, and 5m.
#[derive(Clone, Copy, Debug)]
pub struct Kinds;

impl TileSet for Kinds {
    const KINDS: KindSet = KindSet::from_bits(KindSet::SANMA.bits() | MANZU.bits());
}

compiled!(of_three, 3, Gari);

/// Toutenkou as a variant of the engine of riichi mahjong.
#[derive(Clone, Copy, Debug)]
pub struct Gari;

impl Variant for Gari {
    const FAMILY: &'static str = "toutenkou";
    const ACTIONS: &'static [ActionCodes] = action::ACTIONS;
    const YAKU_NAMES: &'static [&'static str] = &score::NAMES;
    const WIN_CLASSES: &'static [&'static str] =
        &["below_10_points", "10_to_19_points", "20_to_29_points", "30_to_39_points", "from_40_points"];
    const LEADS: [i32; LEAD_BOUNDS] = [20, 40, 60, 80];
    const THOUSANDTHS: i32 = 100;
    const FINAL_RULES: &'static [&'static str] = &["uma"];
    const OF_THREE: Option<&'static Compiled<3, Self>> = Some(of_three::COMPILED);
    const OF_FOUR: Option<&'static Compiled<4, Self>> = None;
    const LIVE_PER_RINSHAN: u8 = 0;
    const LIVE_PER_INDICATOR: u8 = 2;
    const NUKI_TILES: &'static [Tile] =
        &[Kind::NORTH.tile(), Tile::of(0), Tile::of(4), Tile::of(8), Tile::red_five(0)];
    const USUAL_HANDS: bool = false;
    const NUKI: Column = Column::new(
        "nuki",
        CellType::Bytes((MAX_SEATS * NUKI_CELL.len()) as u16),
        ChangeRate::Rarely,
        "tiles",
        "for each seat how many 1m, 5m, 9m, red 5m and 4z it has set aside, one byte each; question 5 is about such a \
         tile",
    );

    type Rules = ToutenkouRules;
    type Kinds<const N: usize> = Kinds;
    type Value = Value;

    #[inline(always)]
    fn riichi(rules: &ToutenkouRules) -> &RiichiRules {
        rules.riichi()
    }

    #[inline(always)]
    fn set_aside<const N: usize>() -> KindSet {
        GARI
    }

    #[inline]
    fn aside_is_discard(rules: &ToutenkouRules) -> bool {
        rules.gari_counts_for_furiten
    }

    #[inline]
    fn kan_needs(rules: &ToutenkouRules) -> u8 {
        rules.kan_min_live
    }

    fn dora_of(rules: &ToutenkouRules, indicator: Kind) -> Option<Kind> {
        let five = MANZU.has(indicator) && indicator.is_five();
        match rules.manzu_dora {
            ManzuDora::Seed if five => None,
            ManzuDora::Cycle159 if MANZU.has(indicator) => Some(Kind::of((indicator.code() + 4) % 12)),
            _ => Some(dora_of(indicator, true)), // here 5m makes 5m dora
        }
    }

    /// The live wall is drawn from the end to the front.
    #[inline]
    fn live_place(len: usize, i: usize) -> usize {
        len - 1 - i
    }

    /// Of each pair at the front the second comes first.
    #[inline]
    fn rinshan_place(_: usize, i: usize) -> usize {
        i ^ 1
    }

    /// Behind the replacement tiles, in pairs.
    #[inline]
    fn indicator_places(rules: &ToutenkouRules, _: usize, i: usize) -> [usize; 2] {
        let ura = rules.riichi().rinshan_tiles as usize + 2 * i;
        [ura + 1, ura]
    }

    fn value(rules: &ToutenkouRules, win: &Win, held: &Held) -> Option<Value> {
        score::value(rules, win, held)
    }

    fn win_class(_: &ToutenkouRules, win: &WinRecord) -> usize {
        WinRecord::class_by(win.points, &[10, 20, 30, 40])
    }

    fn deal_passes<const N: usize>(rules: &ToutenkouRules, dealer: Seat, wins: &[WinRecord]) -> u32 {
        match (rules.dealer, wins.first()) {
            (Dealer::WinnerIsDealer, Some(win)) => win.winner.seen_from(dealer, N).steps().max(1).into(),
            _ => 1,
        }
    }

    fn write_nuki(nuki_tiles: &[NukiTiles; MAX_SEATS], out: &mut Rows) {
        let mut cell = [0; MAX_SEATS * NUKI_CELL.len()];
        for (counts, nuki) in cell.chunks_exact_mut(NUKI_CELL.len()).zip(nuki_tiles) {
            counts.copy_from_slice(&NUKI_CELL.map(|tile| nuki.copies(tile)));
        }
        out.bytes(&cell);
    }
}

/// The tiles that may be set aside are those of the gari kinds.
const _: () = {
    let (mut kinds, mut i) = (0, 0);
    while i < Gari::NUKI_TILES.len() {
        kinds |= 1 << Gari::NUKI_TILES[i].kind().code();
        i += 1;
    }
    assert!(kinds == GARI.bits());
};

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::game::ruleset::Ruleset;

    #[test]
    fn the_preset_is_valid() {
        let rules = presets::toutenkou();
        assert!(rules.validate().is_empty());
        assert_eq!(rules.riichi().players, 3);
    }

    /// Every rule, written out with the name of the preset, is a rules file.
    #[test]
    fn the_rules_can_be_written_and_read() {
        let loaded = hyakuman_core::game::ruleset::Source::preset("toutenkou")
            .load::<ToutenkouRules>()
            .expect("a preset");
        let text = loaded.describe().to_rules_file();
        let source = hyakuman_core::game::ruleset::Source::file("variant.toml", &text);
        assert_eq!(source.load::<ToutenkouRules>().expect("the same rules").rules, loaded.rules);
    }

    /// T26, T32: what an indicator among the manzu makes dora.
    #[test]
    fn dora_of_the_manzu() {
        let kind = |rank: u8| (rank > 0).then(|| Kind::of(rank - 1));
        let cases =
            [(ManzuDora::Seed, [9, 0, 1]), (ManzuDora::Cycle159, [5, 9, 1]), (ManzuDora::Self5, [9, 5, 1])];
        for (manzu_dora, dora) in cases {
            let rules = rules::Fields { manzu_dora, ..rules::Fields::FIRST }.into();
            let found = [1, 5, 9].map(|rank| Gari::dora_of(&rules, Kind::of(rank - 1)));
            assert_eq!(found, dora.map(kind), "{manzu_dora:?}");
            assert_eq!(Gari::dora_of(&rules, Kind::NORTH), Some(Kind::EAST));
            assert_eq!(Gari::dora_of(&rules, Kind::CHUN), Some(Kind::HAKU));
        }
    }
}
