//! Compares two rulesets on the same walls: the same agents in the same seats play every match under both.

use crate::arena::Arena;
use crate::effects::Effects;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::play::Job;
use crate::stats::Cluster;
use crate::tally::rules_of;
use crate::threads;
use hyakuman_games::Game;
use hyakuman_games::registry::{AnyRules, Visitor};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// The result of a comparison.
#[derive(Debug)]
pub struct Compared {
    /// The seating.
    pub lineup: Lineup,
    /// The differences of the rates.
    pub effects: Effects,
    /// Number of threads used.
    pub threads: usize,
    /// Names of the rates that do not apply to the game.
    pub inapplicable: &'static [&'static str],
}

impl Arena<'_> {
    /// Plays the matches under the rules of the arena and under those of a variant, on the same walls.
    ///
    /// # Errors
    /// The two rulesets differ in family or seats; otherwise the errors of [`Arena::play`].
    pub fn compare(&self, variant: &AnyRules, observer: &dyn Observer) -> Result<Compared, Error> {
        self.rules.visit(Compare { arena: self, variant, observer })
    }
}

/// A comparison; [`Visitor`] finds the game of the base rules.
struct Compare<'a> {
    arena: &'a Arena<'a>,
    variant: &'a AnyRules,
    observer: &'a dyn Observer,
}

impl Visitor for Compare<'_> {
    type Output = Result<Compared, Error>;

    fn visit<G: Game>(self, base: &Arc<G::Rules>) -> Self::Output {
        let Compare { arena, variant, observer } = self;
        let rules = rules_of::<G>(variant).ok_or_else(|| different_games(arena.rules, variant))?;
        let lineup = arena.lineup::<G>()?;
        let job = |rules| Job::new(arena.work::<G>(rules, &lineup, observer));
        let pair = Pair { base: job(base)?, variant: job(&rules)? };
        let pool = threads::pool(arena.threads)?;
        observer.start(2 * arena.games);
        let mut effects = pool.install(|| pair.play())?;
        drop(pair);
        effects.count_points_in(G::UNITS_PER_POINT);
        let (threads, inapplicable) = (pool.current_num_threads(), G::INAPPLICABLE_RATES);
        Ok(Compared { lineup, effects, threads, inapplicable })
    }
}

/// The same matches under two rulesets.
struct Pair<'a, G: Game> {
    base: Job<'a, G>,
    variant: Job<'a, G>,
}

impl<G: Game> Pair<'_, G> {
    /// Plays everything on the threads of the current pool.
    fn play(&self) -> Result<Effects, Error> {
        let lineup = self.base.work().lineup;
        let pieces = self.base.pieces().map(|piece| self.piece(piece));
        pieces.try_reduce(|| Effects::new(lineup), |sum, piece| Ok(sum.merge(&piece)))
    }

    /// Plays a range of matches, which starts with the first match on a wall.
    fn piece(&self, matches: Range<u64>) -> Result<Effects, Error> {
        let walls = |job: &Job<'_, G>| {
            let mut walls: Vec<Cluster> = Vec::new();
            job.walls(matches.clone(), &mut (), |wall| walls.push(wall)).map(|()| walls)
        };
        let (base, variant) = (walls(&self.base)?, walls(&self.variant)?);
        let mut effects = Effects::new(self.base.work().lineup);
        base.iter().zip(&variant).for_each(|(base, variant)| effects.add(base, variant));
        Ok(effects)
    }
}

fn different_games(base: &AnyRules, variant: &AnyRules) -> Error {
    let [base, variant] = [base, variant].map(AnyRules::id);
    Error::Usage(format!(
        "{variant} is not the same game as {base}: only rulesets of one family and number of seats can be compared"
    ))
}
