//! Yangzhou mahjong: the value of hands, and the game.

mod cases;
mod hand;
mod slow;
