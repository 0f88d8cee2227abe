//! The tests of this crate as one program: what they share is compiled once.

mod flow;
mod harness;
mod knobs;
mod planes;
mod score;
mod toutenkou;
mod view;
