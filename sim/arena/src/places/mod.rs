//! The model of final places ([`hyakuman_agents::place`]) fitted to a ruleset, by matches that are played for it.
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::{Arena, Quiet, Rules};
//!
//! let (rules, roster) = (Rules::preset("tenhou-east")?, Roster::built_in());
//! let arena = Arena::new(&rules, &roster).agents("shanten")?.games(40);
//! println!("{}", arena.places(&Quiet)?.text);
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```
//!
//! The situation before every kyoku and the end of its match are a row (`rows.rs`). Walls whose number ends with 9 are held out:
//! [`losses`] says how well the fit and other models foretell how their matches end.

pub mod losses;
mod rows;

use crate::arena::Arena;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::reorder::collect;
use crate::threads;
use hyakuman_agents::place::PlaceModel;
use hyakuman_agents::place::fit::Fitter;
use hyakuman_games::registry::{AnyRules, Listed};
use hyakuman_riichi::toutenkou::Gari;
use hyakuman_riichi::{Match, Standard, Variant};
use losses::SetLosses;
use rows::{Rows, Set};

/// What the text of a fit begins with.
pub const BEGINNING: &str = "# The fitted model of final places";

/// One wall in so many is held out.
pub const HELD_OUT: u64 = 10;

/// A fit.
#[derive(Debug)]
pub struct PlaceFit {
    /// The fit, as `placement:places=FILE` and `PlaceModel::with_fit` read it.
    pub text: String,
    /// What the models foretell of the walls held out: for each kyoku, and last for the extension.
    pub losses: Vec<SetLosses>,
    /// The seating.
    pub lineup: Lineup,
    /// Matches played.
    pub matches: u64,
    /// Decisions of all players.
    pub decisions: i64,
    /// Number of threads used.
    pub threads: usize,
}

impl Arena<'_> {
    /// Plays the matches and fits the model of final places to them. Nothing is recorded.
    ///
    /// # Errors
    /// The rules are not of riichi mahjong or Toutenkou; no wall would be held out; otherwise the errors of [`Arena::play`].
    pub fn places(&self, observer: &dyn Observer) -> Result<PlaceFit, Error> {
        match self.rules {
            AnyRules::Riichi(loaded) if loaded.rules.players == 3 => {
                self.fit_places::<3, Standard>(&loaded.rules, observer)
            }
            AnyRules::Riichi(loaded) => self.fit_places::<4, Standard>(&loaded.rules, observer),
            AnyRules::Toutenkou(loaded) => self.fit_places::<3, Gari>(&loaded.rules, observer),
            other => Err(Error::Usage(format!(
                "final places are fitted to riichi mahjong and Toutenkou; {} is a ruleset of {}",
                other.id(),
                other.describe().family
            ))),
        }
    }

    fn fit_places<const N: usize, V: Variant>(
        &self,
        rules: &V::Rules,
        observer: &dyn Observer,
    ) -> Result<PlaceFit, Error>
    where
        Match<N, V>: Listed,
    {
        let lineup = self.lineup()?;
        let least = HELD_OUT * lineup.rotations() as u64;
        if self.games < least {
            return Err(Error::Usage(format!(
                "{} games are too few for a fit: one wall in {HELD_OUT} is held out, so play at least {least}",
                self.games
            )));
        }
        let fitter = Fitter::<N>::new::<V>(rules);
        let (rows, threads) = self.tally_with_threads::<Match<N, V>, Rows<N>>(observer)?;
        let (decisions, sets) = (rows.decisions, rows.sets(&fitter));
        observer.so_far(self.games, "fitting");
        let pool = threads::pool(self.threads)?;
        let fit = |set: &Set<N>| Ok(fitter.fit(&set.fitted));
        let fitted = threads::within(&pool, || collect(observer, &sets, fit))?;
        let text = fitter.text(&self.about(&lineup), fitted);
        let model = PlaceModel::of_fit::<V>(rules, &text).map_err(Error::Failed)?;
        let models = losses::Models::new(model, PlaceModel::of::<V>(rules));
        let losses = threads::within(&pool, || collect(observer, &sets, |set| Ok(models.losses(set))))?;
        Ok(PlaceFit { text, losses, lineup, matches: self.games, decisions, threads })
    }

    /// What a fit was made of.
    fn about(&self, lineup: &Lineup) -> String {
        let (rules, agents) = (self.rules.describe(), lineup.agents().iter().map(ToString::to_string));
        let (id, hash, agents) = (&rules.id, rules.hash_text(), agents.collect::<Vec<_>>().join(", "));
        format!(
            "{}: rules {id} ({hash}), {} matches of {agents}, seed {};\n\
             one wall in {HELD_OUT} was held out. What each line means: docs/placement.md.",
            BEGINNING.trim_start_matches("# "),
            self.games,
            self.seed,
        )
    }
}
