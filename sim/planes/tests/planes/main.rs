//! Planes and compact actions.

mod actions;
mod golden;
mod meaning;
mod played;
mod recorded;
mod same;
