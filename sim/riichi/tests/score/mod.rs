//! The value of wins: golden tables, the settlement of scores, and hands scored by other programs.

mod cases;
mod foreign;
mod hand;
mod settle;
mod written;
