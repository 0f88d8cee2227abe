//! Competitive Toppan: the value of hands, and the game.

mod cases;
mod engine;
mod flow;
mod hand;
mod knobs;
mod oracle;
mod rows;
mod slow;
mod variations;
