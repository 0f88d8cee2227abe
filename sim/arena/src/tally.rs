//! User-defined statistics of the matches of a run.

use crate::arena::Arena;
use crate::error::Error;
use crate::observer::Observer;
use crate::play::{Job, MatchRecorder};
use crate::threads;
use hyakuman_games::registry::{AnyRules, Visitor};
use hyakuman_games::rows::MatchId;
use hyakuman_games::{Game, Sink};
use rayon::prelude::*;
use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

/// Statistics that a sink collects over many matches of the game `G`: one value for each piece of the run, merged in the
/// order of the matches.
pub trait Tally<G: Game>: Sink<G> + Default + Send {
    /// A match begins; `id` has its number, seed and agents.
    fn begin(&mut self, id: MatchId) {
        let _ = id;
    }

    /// Adds the statistics of the matches that follow its own; `later` may be of no match.
    fn merge(&mut self, later: Self);
}

impl Arena<'_> {
    /// Plays the matches, which are of the game `G`, and returns the [`Tally`] of all of them. Nothing else is recorded.
    ///
    /// # Errors
    /// The rules are of another game; otherwise the errors of [`Arena::play`].
    pub fn tally<G: Game, T: Tally<G>>(&self, observer: &dyn Observer) -> Result<T, Error> {
        self.tally_with_threads(observer).map(|(tally, _)| tally)
    }

    /// [`Arena::tally`], and the number of threads used.
    pub(crate) fn tally_with_threads<G: Game, T: Tally<G>>(
        &self,
        observer: &dyn Observer,
    ) -> Result<(T, usize), Error> {
        let rules = rules_of::<G>(self.rules).ok_or_else(|| {
            let (id, family, seats) = (self.rules.id(), G::FAMILY, G::SEATS);
            Error::Usage(format!("{id} is not a ruleset of {family} with {seats} seats, as the tally needs"))
        })?;
        let lineup = self.lineup::<G>()?;
        let job = Job::new(self.work::<G>(&rules, &lineup, observer))?;
        let pool = threads::pool(self.threads)?;
        observer.start(self.games);
        let piece = |matches| {
            let mut gather = Gather(T::default());
            job.piece(matches, &mut gather).map(|_| gather.0)
        };
        let merge = |mut earlier: T, later: T| {
            earlier.merge(later);
            Ok(earlier)
        };
        let tally = pool.install(|| job.pieces().map(piece).try_reduce(T::default, merge))?;
        Ok((tally, pool.current_num_threads()))
    }
}

/// The tally of a piece.
struct Gather<T>(T);

impl<G: Game, T: Tally<G>> MatchRecorder<G> for Gather<T> {
    const KEEPS: bool = true;
    const WHOLE: bool = false;
    type Sink<'a>
        = &'a mut T
    where
        Self: 'a;

    fn begin(&mut self, id: MatchId) -> &mut T {
        self.0.begin(id);
        &mut self.0
    }

    fn ended(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// The rules, if they are of the game `G`.
pub(crate) fn rules_of<G: Game>(rules: &AnyRules) -> Option<Arc<G::Rules>> {
    rules.visit(RulesOf::<G>(PhantomData))
}

struct RulesOf<G>(PhantomData<G>);

impl<G: Game> Visitor for RulesOf<G> {
    type Output = Option<Arc<G::Rules>>;

    fn visit<H: Game>(self, rules: &Arc<H::Rules>) -> Self::Output {
        let unknown: Arc<dyn Any + Send + Sync> = Arc::clone(rules) as _;
        unknown.downcast().ok().filter(|_| H::FAMILY == G::FAMILY && H::SEATS == G::SEATS)
    }
}
