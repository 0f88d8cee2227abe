//! Yangzhou mahjong: the value of hands, and the game.

mod cases;
mod hand;
mod knobs;
mod oracle;
mod play;
mod procedure;
mod slow;
