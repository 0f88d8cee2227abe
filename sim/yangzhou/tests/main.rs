//! Yangzhou mahjong: the value of hands, and the game.

mod cases;
mod engine;
mod flow;
mod hand;
mod knobs;
mod oracle;
mod slow;
