//! The tests of this crate as one program: what they share is compiled once.

mod best;
mod evaluate;
mod expectimax;
mod fan;
mod gari;
mod learned;
mod open_riichi;
mod own_yaku;
mod placement;
mod play;
mod rates;
mod search;
mod specs;
mod styles;
mod value;
mod warnings;
