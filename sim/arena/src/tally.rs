//! User-defined statistics of the matches of a run.

use crate::arena::Arena;
use crate::error::Error;
use crate::observer::Observer;
use crate::play::{Job, MatchRecorder};
use crate::reorder::in_order;
use crate::settings::Work;
use crate::threads;
use hyakuman_core::game::rows::MatchId;
use hyakuman_core::game::{Game, Sink};
use hyakuman_games::registry::Listed;
use std::sync::Arc;

/// Statistics that a sink collects over many matches of the game `G`: a value for each 64 walls of the run (one wall if an agent
/// is a program of its own), which are merged one after another, in the order of the matches. The values and their order do not
/// depend on threads or batches, so neither does the result, also where the order matters, as in sums of `f64`.
pub trait Tally<G: Game>: Sink<G> + Default + Send {
    /// A match begins; `id` has its number, seed and agents.
    fn begin(&mut self, id: MatchId) {
        let _ = id;
    }

    /// Adds the statistics of the matches that follow its own.
    fn merge(&mut self, later: Self);
}

impl Arena<'_> {
    /// Plays the matches, which are of the game `G`, and returns the [`Tally`] of all of them. Nothing else is recorded.
    ///
    /// # Errors
    /// The rules are of another game; otherwise the errors of [`Arena::play`].
    pub fn tally<G: Listed, T: Tally<G>>(&self, observer: &dyn Observer) -> Result<T, Error> {
        self.tally_with_threads(observer).map(|(tally, _)| tally)
    }

    /// [`Arena::tally`], and the number of threads used.
    pub(crate) fn tally_with_threads<G: Listed, T: Tally<G>>(
        &self,
        observer: &dyn Observer,
    ) -> Result<(T, usize), Error> {
        let rules = G::rules_of(self.rules).ok_or_else(|| {
            let (id, family, seats) = (self.rules.id(), G::FAMILY, G::SEATS);
            Error::Usage(format!("{id} is not a ruleset of {family} with {seats} seats, as the tally needs"))
        })?;
        let lineup = self.lineup()?;
        let settings = self.settings(&lineup, observer);
        let job = Job::<G>::new(Work { rules: Arc::new(rules.clone()), settings })?;
        let pool = threads::pool(self.threads)?;
        observer.start(self.games);
        let size = job.smallest_piece() * lineup.rotations() as u64;
        let piece = |matches| {
            let mut gather = Gather { values: Vec::new(), size };
            job.walls(matches, Some(&mut gather), &mut |_| {})?;
            Ok(gather.values)
        };
        let mut sum: Option<T> = None;
        let take = |values: Vec<T>| {
            for value in values {
                match &mut sum {
                    Some(sum) => sum.merge(value),
                    None => sum = Some(value),
                }
            }
            Ok(())
        };
        threads::within(&pool, || in_order(observer, job.pieces(), piece, take))?;
        Ok((sum.unwrap_or_default(), pool.current_num_threads()))
    }
}

/// The values of a piece.
struct Gather<T> {
    values: Vec<T>,
    /// Matches of a value.
    size: u64,
}

impl<G: Game, T: Tally<G>> MatchRecorder<G> for Gather<T> {
    fn begin(&mut self, id: MatchId) -> &mut dyn Sink<G> {
        if id.number.is_multiple_of(self.size) {
            self.values.push(T::default());
        }
        let value = self.values.last_mut().expect("a piece starts with a value");
        value.begin(id);
        value
    }
}
