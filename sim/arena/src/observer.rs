//! Who watches long work from outside.

/// Is told how far the work has come, from any thread, and may end it.
pub trait Observer: Sync {
    /// The work begins: so many matches are to be played.
    fn start(&self, _matches: u64) {}

    /// A thread begins the match with this number.
    fn playing(&self, _number: u64) {}

    /// So many matches more are done.
    fn done(&self, _matches: u64) {}

    /// Shall the work stop? It does at the end of the match, or of the part of a data set, that is being played.
    fn stopped(&self) -> bool {
        false
    }
}

/// Says nothing and never stops.
#[derive(Clone, Copy, Default, Debug)]
pub struct Quiet;

impl Observer for Quiet {}
