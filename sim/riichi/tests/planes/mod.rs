//! Planes and compact actions.

mod actions;
mod golden;
mod meaning;
mod oracle;
mod played;
mod recorded;
mod same;
