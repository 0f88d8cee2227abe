//! Toutenkou: the value of hands, payments, and the game.

mod cases;
mod flow;
mod hand;
#[path = "../flow/harness/mod.rs"]
mod harness;
mod oracle;
mod payments;
mod rows;
mod slow;
mod variations;
