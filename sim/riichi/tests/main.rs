//! The tests of this crate as one program: what they share is compiled once.

mod engine;
mod flow;
mod knobs;
mod planes;
mod score;
mod toutenkou;
mod view;
