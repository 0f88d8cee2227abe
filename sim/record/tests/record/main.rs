//! Real folders, real files: round trips, interrupted runs, damaged data sets.

mod damage;
mod extension;
mod forged;
mod protocol;
mod refusals;
mod round_trip;
mod strays;
mod tiny;
