//! Toutenkou: the value of hands, payments, and the game.

mod cases;
mod flow;
mod hand;
mod knobs;
mod oracle;
mod payments;
mod rows;
mod slow;
mod variations;
