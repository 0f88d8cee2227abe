//! What a view computes for agents, against second readings that take the long way, in random matches of every ruleset of
//! the riichi engine.

mod after;
mod calls;
mod danger;
mod derived;
mod open;
mod redealt;
mod shown;
mod support;
mod worlds;
mod worth;
