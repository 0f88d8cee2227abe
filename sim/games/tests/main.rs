//! The tests of every ruleset as one program: what they share is compiled once.

mod conformance;
mod logs;
mod numbers;
mod rows;
mod rules;
mod rulesets;
mod watch;
