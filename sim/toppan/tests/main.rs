//! Competitive Toppan: the value of hands, and the game.

mod cases;
mod hand;
mod knobs;
mod oracle;
mod play;
mod procedure;
mod rows;
mod slow;
mod variations;
mod view;
