//! How the games of the riichi engine differ.
//!
//! There is one engine, and most of a game is given by its [`RiichiRules`]. A [`Variant`] gives what no rule of riichi
//! mahjong can: which tiles there are, their order in the wall, which of them may be set aside, what a win is worth, and
//! the names of all that. It is a type without values: every difference is resolved when the engine is compiled.

pub(crate) mod compiled;

pub use compiled::Compiled;

pub(crate) use compiled::Agents;

use super::action;
use super::nuki_tiles::NukiTiles;
use super::rules::RiichiRules;
use super::scoring::score::{HandValue, Limit, Win, limited, value};
use super::scoring::settle::Payment;
use super::scoring::yaku;
use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
use hyakuman_core::common::dora::dora_of;
use hyakuman_core::eval::TileSet;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_core::game::{ActionCodes, LEAD_BOUNDS, MAX_SEATS, WinRecord};
use hyakuman_core::{Kind, KindSet, Seat, Tile};
use std::fmt::Debug;

/// A game of the riichi engine.
pub trait Variant: Copy + Debug + Send + Sync + 'static {
    /// Name of the family, as in records.
    const FAMILY: &'static str;
    /// Every action code and what it means.
    const ACTIONS: &'static [ActionCodes];
    /// The names of its yaku by number, at most 64; the numbers are part of the record format.
    const YAKU_NAMES: &'static [&'static str];
    /// [`hyakuman_core::game::Game::WIN_CLASSES`].
    const WIN_CLASSES: &'static [&'static str];
    /// [`hyakuman_core::game::Game::LEADS`].
    const LEADS: [i32; LEAD_BOUNDS];
    /// Value of one point of the score in the final points, in thousandths.
    const THOUSANDTHS: i32;
    /// The rules that decide nothing but the final points, but for `tie_break` = Chaser.
    const FINAL_RULES: &'static [&'static str];
    /// Number of live draws that a replacement tile takes away.
    const LIVE_PER_RINSHAN: u8;
    /// Number of live draws that an indicator of a kan takes away.
    const LIVE_PER_INDICATOR: u8;
    /// The tiles that may be set aside, in the order of the actions that do it ([`super::Action::Nuki`]): at most five.
    const NUKI_TILES: &'static [Tile];
    /// The column of tiles set aside, at a table of three.
    const NUKI: Column;
    /// Whether hands that are dealt again are as far from tenpai as those of riichi mahjong ([`super::View::redealt`]).
    const USUAL_HANDS: bool;

    /// Its game of three players, if it has one: a line `compiled!` of `compiled.rs`.
    const OF_THREE: Option<&'static Compiled<3, Self>>;
    /// Its game of four players, if it has one.
    const OF_FOUR: Option<&'static Compiled<4, Self>>;

    /// Its rules.
    type Rules: Ruleset;
    /// The kinds in play among `N` players.
    type Kinds<const N: usize>: TileSet;
    /// The value of a win.
    type Value: Payment;

    /// The rules that every variant shares.
    fn riichi(rules: &Self::Rules) -> &RiichiRules;

    /// The kinds that may be set aside among `N` players.
    fn set_aside<const N: usize>() -> KindSet;

    /// Whether a tile set aside makes furiten like a discard.
    fn aside_is_discard(rules: &Self::Rules) -> bool;

    /// Draws that must be left for a kan.
    fn kan_needs(rules: &Self::Rules) -> u8;

    /// The dora of an indicator.
    fn dora_of(rules: &Self::Rules, indicator: Kind) -> Option<Kind>;

    /// Index in a wall of `len` tiles of the `i`-th tile that is dealt or drawn.
    fn live_place(len: usize, i: usize) -> usize;

    /// Index of the `i`-th replacement tile.
    fn rinshan_place(len: usize, i: usize) -> usize;

    /// Indices of the `i`-th dora indicator and of the ura dora indicator beneath it (裏ドラ).
    fn indicator_places(rules: &Self::Rules, len: usize, i: usize) -> [usize; 2];

    /// The value of a win; none where the hand is not complete or has no yaku.
    fn value(rules: &Self::Rules, win: &Win, held: &Held) -> Option<Self::Value>;

    /// [`hyakuman_core::game::Game::win_class`].
    fn win_class(rules: &Self::Rules, win: &WinRecord) -> usize;

    /// By how many seats the dealership moves on when the dealer does not keep it.
    fn deal_passes<const N: usize>(rules: &Self::Rules, dealer: Seat, wins: &[WinRecord]) -> u32;

    /// Writes the cell of [`Variant::NUKI`]: what each seat has set aside.
    fn write_nuki(nuki_tiles: &[NukiTiles; MAX_SEATS], out: &mut Rows);
}

/// What a winner has and had besides the winning hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Tiles set aside.
    pub nuki_tiles: NukiTiles,
    /// Every kind that was ever dealt to it or drawn by it in this kyoku.
    pub ever: KindSet,
}

/// Riichi mahjong of four and of three players, as [`RiichiRules`] say.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

const _: u32 = yaku::names_are_sound(Standard::YAKU_NAMES);

/// The kinds of riichi mahjong: all, or those of three players.
#[derive(Clone, Copy, Debug)]
pub struct StandardKinds<const N: usize>;

impl<const N: usize> TileSet for StandardKinds<N> {
    const KINDS: KindSet = if N == 3 { KindSet::SANMA } else { KindSet::ALL };
}

impl Variant for Standard {
    const FAMILY: &'static str = "riichi";
    const ACTIONS: &'static [ActionCodes] = action::ACTIONS;
    const YAKU_NAMES: &'static [&'static str] = &yaku::NAMES;
    const WIN_CLASSES: &'static [&'static str] = &[
        "1_han",
        "2_han",
        "3_han",
        "4_han",
        "mangan",
        "haneman",
        "baiman",
        "sanbaiman",
        "kazoe_yakuman",
        "yakuman",
    ];
    const LEADS: [i32; LEAD_BOUNDS] = [4_000, 8_000, 12_000, 16_000];
    const THOUSANDTHS: i32 = 1;
    const FINAL_RULES: &'static [&'static str] = &[
        "reference_points",
        "uma",
        "oka_to_first",
        "final_rounding",
        "tie_break",
        "floating_uma",
        "uma_unit",
    ];
    const LIVE_PER_RINSHAN: u8 = 1;
    const LIVE_PER_INDICATOR: u8 = 0;
    const NUKI_TILES: &'static [Tile] = &[Kind::NORTH.tile()];
    const NUKI: Column = Column::new(
        "nuki",
        CellType::Bytes(4),
        ChangeRate::Rarely,
        "tiles",
        "for each seat the norths it has set aside",
    );
    const USUAL_HANDS: bool = true;
    const OF_THREE: Option<&'static Compiled<3, Self>> = Some(compiled::riichi_of_three::COMPILED);
    const OF_FOUR: Option<&'static Compiled<4, Self>> = Some(compiled::riichi_of_four::COMPILED);

    type Rules = RiichiRules;
    type Kinds<const N: usize> = StandardKinds<N>;
    type Value = HandValue;

    #[inline(always)]
    fn riichi(rules: &RiichiRules) -> &RiichiRules {
        rules
    }

    #[inline(always)]
    fn set_aside<const N: usize>() -> KindSet {
        if N == 3 { KindSet::of(Kind::NORTH) } else { KindSet::EMPTY }
    }

    #[inline(always)]
    fn aside_is_discard(_: &RiichiRules) -> bool {
        false
    }

    #[inline(always)]
    fn kan_needs(_: &RiichiRules) -> u8 {
        1
    }

    #[inline]
    fn dora_of(rules: &RiichiRules, indicator: Kind) -> Option<Kind> {
        Some(dora_of(indicator, rules.dora_wrap_1m9m))
    }

    #[inline(always)]
    fn live_place(_: usize, i: usize) -> usize {
        i
    }

    #[inline(always)]
    fn rinshan_place(len: usize, i: usize) -> usize {
        len - 1 - i
    }

    #[inline(always)]
    fn indicator_places(rules: &RiichiRules, len: usize, i: usize) -> [usize; 2] {
        let place = len - 1 - rules.rinshan_tiles as usize - 2 * i;
        [place, place - 1]
    }

    #[inline]
    fn value(rules: &RiichiRules, win: &Win, _: &Held) -> Option<HandValue> {
        value(rules, win)
    }

    fn win_class(rules: &RiichiRules, win: &WinRecord) -> usize {
        // Classes below mangan are by han; the limits follow in their order.
        const MANGAN: usize = 4;
        if win.yakuman > 0 {
            return MANGAN + Limit::Yakuman as usize - Limit::Mangan as usize;
        }
        // Where no hand is capped, the limit that it would have elsewhere.
        match limited(rules, win.han.into(), win.fu.into()).1 {
            Limit::None => usize::from(win.han.max(1)) - 1,
            limit => MANGAN + limit as usize - Limit::Mangan as usize,
        }
    }

    #[inline]
    fn deal_passes<const N: usize>(_: &RiichiRules, _: Seat, _: &[WinRecord]) -> u32 {
        1
    }

    #[inline]
    fn write_nuki(nuki_tiles: &[NukiTiles; MAX_SEATS], out: &mut Rows) {
        out.bytes(&nuki_tiles.map(|nuki_tiles| nuki_tiles.len()));
    }
}
