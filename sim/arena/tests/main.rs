//! The tests of this crate as one program: what they share is compiled once.

mod batch;
mod calibrate;
mod compare;
mod contest;
mod danger;
mod evaluations;
mod experiment;
mod import;
mod labels;
mod metrics;
mod mjai;
mod own_measures;
mod places;
mod progress;
mod recording;
mod recount;
mod rollouts;
mod table;
