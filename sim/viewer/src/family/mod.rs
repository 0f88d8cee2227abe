//! What each game adds: its position as a [`Board`], its events as [`Change`]s, the items of a win.

mod names;
mod riichi;
mod toppan;
mod yangzhou;

pub(crate) use names::Item;

use crate::board::{Board, Change};
use hyakuman_core::{Hand, Kind, KindSet, Meld, Seat, Tile};
use hyakuman_game::{Game, WinRecord};

/// A game that the page can show.
pub trait Shown: Game {
    /// Shanten and ukeire, in games that have them.
    const KERNELS: Option<Kernels>;

    /// The tiles that the actions of setting aside take, in order of their codes.
    const ASIDE: &'static [Tile] = &[];

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

/// The kernels of a game.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    /// Shanten with this many exposed sets.
    pub shanten: fn(&Hand, u8) -> i8,
    /// Kinds that lower it.
    pub ukeire: fn(&Hand, u8) -> KindSet,
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
    /// The concealed tiles, the winning one among them.
    pub hand: &'a Hand,
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

/// Dora and the like, those there are.
fn dora(win: &WinRecord) -> impl Iterator<Item = Item> {
    let names = ["dora", "ura_dora", "red_five", "nuki_dora"];
    let counted = names.into_iter().zip(win.dora).filter(|&(_, count)| count > 0);
    counted.map(|(name, count)| Item::of(name, count.to_string()))
}
