//! A match of people and agents in the browser.
//!
//! ```text
//! PeopleAtTable (a table, hints, files, reviews) <- Session (a thread that plays it) <- Server (HTTP, one address for each person)
//! ```
//!
//! Read in this order: `people` (what people may ask of a table), `session` (the thread, and what it has published), `http` (requests and
//! responses), `server` (addresses and answers), `files` and `review` (the match once it is over), `refusal` (what people read where something fails). A person gets what a `Watcher` of the seat has seen, and nothing else;
//! where something fails, a [`Refusal`].

mod files;
mod http;
mod people;
mod refusal;
mod review;
mod server;
mod session;
#[cfg(test)]
mod tests;

pub use people::{PeopleAtTable, PlayOptions};
pub use refusal::{Failure, Refusal};
pub use review::{Work, opinions};
pub use server::{Server, Settings, random_seed};
