//! Yangzhou mahjong: the value of hands, and the game.

mod cases;
mod hand;
mod play;
mod procedure;
mod slow;
