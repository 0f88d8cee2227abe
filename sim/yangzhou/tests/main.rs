//! Yangzhou mahjong: the value of hands, and the game.

mod cases;
mod hand;
mod oracle;
mod play;
mod procedure;
mod slow;
