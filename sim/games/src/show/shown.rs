//! What each game adds: its position as a [`Board`], its events as [`Change`]s, the items of a win.

use crate::show::board::hand_of;
use crate::show::{Board, Change, Item};
use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::eval::{self, Full, TileSet};
use hyakuman_core::game::{Game, KyokuEnd, WinRecord};
use hyakuman_core::{Hand, Kind, KindSet, Meld, Seat, Tile};
use hyakuman_riichi::Action;

/// A game that the page can show.
pub trait Shown: Game {
    /// Shanten and ukeire, in games that have them.
    const KERNELS: Option<Kernels>;

    /// The tiles that the actions of setting aside take, in order of their codes.
    const ASIDE: &'static [Tile] = &[];

    /// The word of an action, and what it is done with; of riichi, as all games of draws and discards share its codes.
    fn action(code: u8) -> Option<(&'static str, With)> {
        Some(match Action::from_code(code)? {
            Action::Discard(tile) => ("discards", With::Tile(tile)),
            Action::Tsumogiri => ("discards", With::Drawn),
            Action::Riichi(tile) => ("riichi", With::Tile(tile)),
            Action::RiichiTsumogiri => ("riichi", With::Drawn),
            Action::OpenRiichi => ("open_riichi", With::Nothing),
            Action::Kan(kind) => ("kan", With::Tile(kind.tile())),
            Action::Nuki(number) => ("aside", With::Tile(*Self::ASIDE.get(usize::from(number))?)),
            Action::Exchange(tile) => ("give", With::Tile(tile)),
            Action::Chi { side, red } => ("chi", With::Chi(side, red)),
            Action::Pon { reds: 0 } => ("pon", With::Nothing),
            Action::Pon { .. } => ("pon_red", With::Nothing),
            Action::Daiminkan => ("kan", With::Nothing),
            Action::Pass => ("pass", With::Nothing),
            Action::Tsumo => ("tsumo", With::Nothing),
            Action::Ron => ("ron", With::Nothing),
            Action::Kyuushu => ("abort", With::Nothing),
            Action::Continue => ("play_on", With::Nothing),
            Action::Stop => ("stop", With::Nothing),
        })
    }

    /// The position, from the engine.
    fn board(&self) -> Board;

    /// Which kyoku it is.
    fn place(&self) -> Place;

    /// The hands as dealt, at the first decision of a kyoku: without the tile just drawn.
    fn dealt(board: &Board) -> Vec<Vec<Tile>> {
        board.seats.iter().map(|seat| seat.hand.clone()).collect()
    }

    /// The tiles under the indicators.
    fn ura(&self) -> Vec<Tile> {
        Vec::new()
    }

    /// An event as a change; `None` if it changes nothing on the table.
    fn change(rules: &Self::Rules, event: &Self::Event) -> Option<Change>;

    /// Completes a board after a change with what follows from its tiles.
    fn complete(board: &mut Board, place: Place) {
        let _ = (board, place);
    }

    /// How many tiles of these kinds a seat cannot see.
    fn unseen(&self, seat: Seat, kinds: KindSet) -> u32 {
        let _ = (seat, kinds);
        0
    }

    /// The yaku, dora and other items of a win.
    fn items(rules: &Self::Rules, won: &Won<'_>) -> Vec<Item>;

    /// What the winner got for honba, and for riichi sticks: the parts of the payment that are not the value of the hand.
    fn extras(win: &WinRecord) -> [i32; 2] {
        let _ = win;
        [0, 0]
    }
}

/// What an action is done with.
#[derive(Clone, Copy, Debug)]
pub enum With {
    /// Nothing that needs a name.
    Nothing,
    /// This tile.
    Tile(Tile),
    /// The tile just drawn.
    Drawn,
    /// The tile on offer in this place of a sequence, and two of one's own, one of them perhaps a red five.
    Chi(ChiSide, bool),
}

/// The kinds in play and the kernels of a game of draws and discards.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    /// The kinds in play.
    pub kinds: KindSet,
    /// Shanten with this many exposed sets, the least over all forms; -1 is a complete hand.
    pub shanten: fn(&Hand, u8) -> i8,
    /// Kinds that lower the shanten of 3n+1 tiles.
    pub ukeire: fn(&Hand, u8) -> KindSet,
    /// Kinds that complete 3n+1 tiles.
    pub waits: fn(&Hand, u8) -> KindSet,
}

impl Kernels {
    /// Every form of a complete hand, with these kinds in play.
    pub const fn of<S: TileSet>() -> Kernels {
        let (shanten, ukeire, waits) = (eval::shanten::<S>, eval::ukeire::<S>, eval::waits::<S>);
        Kernels { kinds: S::KINDS, shanten, ukeire, waits }
    }

    /// Four sets and a pair only.
    pub const STANDARD: Kernels = Kernels {
        kinds: Full::KINDS,
        shanten: eval::shanten_standard::<Full>,
        ukeire: eval::ukeire_standard::<Full>,
        waits: eval::waits_standard::<Full>,
    };
}

/// Which kyoku it is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Place {
    /// Prevailing winds passed times seats, plus the dealer.
    pub kyoku: u32,
    /// How often it was played before.
    pub repeat: u32,
    /// Honba.
    pub honba: u32,
    /// Scores, in the units of the game.
    pub scores: [i32; 4],
}

/// A win, with the winner's tiles.
#[derive(Clone, Copy, Debug)]
pub struct Won<'a> {
    /// Its payment.
    pub record: &'a WinRecord,
    /// Whether the winner called no tile.
    pub closed: bool,
    /// The concealed tiles, the winning one among them; empty if a log shows five of a kind.
    pub hand: Hand,
    /// Exposed sets.
    pub melds: &'a [Meld],
    /// The winner's wind.
    pub seat_wind: Kind,
    /// The prevailing wind.
    pub round_wind: Kind,
    /// Honba.
    pub honba: u32,
    /// The table at the end of the kyoku.
    pub board: &'a Board,
}

impl<'a> Won<'a> {
    /// A win of a kyoku that has this end, with the table then.
    pub fn of<G: Shown>(end: &KyokuEnd<'_>, record: &'a WinRecord, board: &'a Board) -> Won<'a> {
        let seat = &board.seats[record.winner.index()];
        let mut hand = hand_of(seat.hand.iter().copied()).unwrap_or(Hand::EMPTY);
        if G::KERNELS.is_some() && hand.len() % 3 == 1 {
            hand.add(Tile::of(record.tile).kind());
        }
        let dealer = Seat::new((end.kyoku as usize % G::SEATS) as u8);
        Won {
            record,
            closed: !end.open.has(record.winner),
            hand,
            melds: &seat.melds,
            seat_wind: Kind::wind(record.winner.seen_from(dealer, G::SEATS).steps()),
            round_wind: Kind::wind((end.kyoku as usize / G::SEATS) as u8),
            honba: end.honba,
            board,
        }
    }
}

/// Dora and the like, those there are.
pub(crate) fn dora(win: &WinRecord) -> impl Iterator<Item = Item> {
    let names = ["dora", "ura_dora", "red_five", "nuki_dora"];
    let counted = names.into_iter().zip(win.dora).filter(|&(_, count)| count > 0);
    counted.map(|(name, count)| Item::bonus(name, count.to_string()))
}
