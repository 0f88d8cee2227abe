//! The tests of this crate as one program: what they share is compiled once.

mod conformance;
mod flow;
mod harness;
mod knobs;
mod rows;
mod score;
mod toppan;
mod toutenkou;
mod view;
mod watch;
mod yangzhou;
