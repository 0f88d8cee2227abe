//! Recorded runs: what determines the bytes of a data set, writing and continuing one, and playing its matches again.
//!
//! Read in this order: [`recipe`], [`recording`] (a recorded run), `rerun` (recorded matches played again), [`expand`](mod@expand)
//! (other tables from them), [`import`] (real games instead of a run), [`verify`](mod@verify) (whether they are as recorded), [`sets`] and [`several`]
//! (several in one folder).
//!
//! They are no crate of their own: a recorded run is a run, with a recorder beside the counter, and divides its matches among threads by the same
//! code, which would have to be public.

pub mod expand;
pub mod import;
pub mod recipe;
pub mod recording;
mod rerun;
pub mod sets;
pub mod several;
pub mod verify;

pub use expand::{Expansion, expand};
pub use recording::RecordOptions;
pub use sets::{DataSets, SetOptions};
pub use several::data_sets;
pub use verify::{Players, Verdict, VerifyOptions, verify};
