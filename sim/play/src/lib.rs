//! A match of people and agents in the browser.
//!
//! ```text
//! Table (match, agents, what each person sees) <- Session (a thread that plays it) <- Server (HTTP, one address for each person)
//! ```
//!
//! Read in this order: `table` (a match of any game), `seen` (who is shown what), `session` (the thread, and what it has published), `http` (requests and
//! responses), `server` (addresses and answers), `files` and `review` (the match once it is over), `refusal` (what people read where something fails). A person gets what a `Watcher` of the seat has seen, and nothing else;
//! where something fails, a [`Refusal`].

mod files;
mod http;
mod refusal;
mod review;
mod seen;
mod server;
mod session;
mod table;
#[cfg(test)]
mod tests;

pub use refusal::{Failure, Refusal};
pub use review::{Work, opinions};
pub use server::{Server, Settings, random_seed};
pub use table::{AnyTable, PlayOptions, table};
