//! The tests of this crate as one program: what they share is compiled once.

mod brute;
mod cases;
mod counts;
mod embedded;
mod golden_walls;
mod oracle;
mod slow;
mod suits;
