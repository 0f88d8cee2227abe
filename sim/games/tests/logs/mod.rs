//! The tests of this crate as one program: what they share is compiled once.

mod common;
mod exports;
mod fuzz;
mod mahjongsoul;
mod mjai;
mod origin;
mod recorded;
mod referee;
mod round_trip;
mod script;
mod shared_logs;
mod tenhou;
mod wrappings;
