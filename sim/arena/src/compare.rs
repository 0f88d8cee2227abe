//! Two sets of rules on the same walls: the same agents play the same matches under both, seated alike.

use crate::effects::Effects;
use crate::error::Error;
use crate::lineup::{BuiltIn, Lineup};
use crate::observer::Observer;
use crate::play::{Job, pieces};
use crate::run::Plan;
use crate::stats::Cluster;
use crate::threads;
use hyakuman_games::Game;
use hyakuman_games::registry::{AnyRules, Visitor};
use rayon::prelude::*;
use std::any::Any;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

/// What came of a comparison.
#[derive(Debug)]
pub struct Compared {
    /// Who sat where.
    pub lineup: Lineup,
    /// How the rates differ.
    pub effects: Effects,
    /// Threads that worked.
    pub threads: usize,
    /// Names of the rates that mean nothing in the game.
    pub inapplicable: &'static [&'static str],
}

/// Plays the matches of a plan under two sets of rules; its `record` is not looked at.
///
/// # Errors
/// The rules are not of one game; otherwise those of [`run`](crate::run()).
pub fn compare(
    base: &AnyRules,
    variant: &AnyRules,
    plan: Plan<'_>,
    observer: &dyn Observer,
) -> Result<Compared, Error> {
    base.visit(Compare { base, variant, plan, observer })
}

/// A comparison in whatever game the base belongs to.
struct Compare<'a> {
    base: &'a AnyRules,
    variant: &'a AnyRules,
    plan: Plan<'a>,
    observer: &'a dyn Observer,
}

impl Visitor for Compare<'_> {
    type Output = Result<Compared, Error>;

    fn visit<G: Game>(self, base: &Arc<G::Rules>) -> Self::Output {
        let Plan { agents, rotate, seed, games, threads, .. } = self.plan;
        let variant = self.variant.visit(RulesOf::<G>(PhantomData));
        let variant = variant.ok_or_else(|| of_other_games(self.base, self.variant))?;
        let lineup = Lineup::new(agents, G::SEATS, self.base.id(), rotate)?;
        lineup.build::<G>(&BuiltIn)?; // Whoever does not play this game is named before the threads start.
        let pool = threads::pool(threads)?;
        let observer = self.observer;
        observer.start(2 * games);
        let job = |rules| Job::<G, _> { rules, lineup: &lineup, maker: &BuiltIn, seed, games, observer };
        let pair = Pair { base: job(base), variant: job(&variant) };
        let mut effects = pool.install(|| pair.play())?;
        effects.count_points_in(G::UNITS_PER_POINT);
        Ok(Compared {
            lineup,
            effects,
            threads: pool.current_num_threads(),
            inapplicable: G::INAPPLICABLE_RATES,
        })
    }
}

/// The rules of a game, if the rules visited are of that game.
struct RulesOf<G>(PhantomData<G>);

impl<G: Game> Visitor for RulesOf<G> {
    type Output = Option<Arc<G::Rules>>;

    fn visit<H: Game>(self, rules: &Arc<H::Rules>) -> Self::Output {
        let unknown: Arc<dyn Any + Send + Sync> = Arc::clone(rules) as _;
        unknown.downcast().ok().filter(|_| H::FAMILY == G::FAMILY && H::SEATS == G::SEATS)
    }
}

/// The same matches under two sets of rules.
struct Pair<'a, G: Game> {
    base: Job<'a, G, BuiltIn>,
    variant: Job<'a, G, BuiltIn>,
}

impl<G: Game> Pair<'_, G> {
    /// Plays everything on the threads of the current pool.
    fn play(&self) -> Result<Effects, Error> {
        let Job { lineup, games, .. } = self.base;
        let pieces = pieces(lineup, games).map(|piece| self.piece(piece));
        pieces.try_reduce(|| Effects::new(lineup), |sum, piece| Ok(sum.merge(&piece)))
    }

    /// Plays some matches, which start with the first on a wall.
    fn piece(&self, matches: Range<u64>) -> Result<Effects, Error> {
        let walls = |job: &Job<'_, G, BuiltIn>| {
            let mut walls: Vec<Cluster> = Vec::new();
            job.walls(matches.clone(), &mut (), |wall| walls.push(wall)).map(|()| walls)
        };
        let (base, variant) = (walls(&self.base)?, walls(&self.variant)?);
        let mut effects = Effects::new(self.base.lineup);
        base.iter().zip(&variant).for_each(|(base, variant)| effects.add(base, variant));
        Ok(effects)
    }
}

fn of_other_games(base: &AnyRules, variant: &AnyRules) -> Error {
    let [base, variant] = [base, variant].map(AnyRules::id);
    Error::Usage(format!(
        "{variant} is another game than {base}: only rules of one family and as many seats can be compared"
    ))
}
