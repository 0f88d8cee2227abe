//! What happened in a kyoku, in a form that all games share. Text, pages and logs of other programs are written from it.
//!
//! ```text
//! event of a game, or event of a log -> Change -> Board (the table after it);  WinRecord and Board -> Won -> Items
//! ```
//!
//! Read in this order: `change`, [`board`], [`Shown`] (what a game adds: its events as changes, its position as a board, the
//! items of a win), then a family.

pub mod board;
mod change;
mod names;
mod riichi;
mod shown;
mod toppan;
mod yangzhou;

pub use board::{Board, SeatBoard, ToppanSeat};
pub use change::{Change, Covered, Seen};
pub use names::Item;
pub use shown::{Kernels, Place, Shown, With, Won};
