//! What to play: rules, agents, walls, threads.

use crate::datasets::RecordOptions;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::own_measures::OwnMeasures;
use crate::settings::Settings;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::game::HouseRules;
use hyakuman_games::registry::AnyRules;

/// The settings of a run: rules, agents, walls, threads.
///
/// ```
/// use hyakuman_agents::Roster;
/// use hyakuman_arena::{Arena, Quiet, Rules};
///
/// let rules = Rules::preset("tenhou")?;
/// let roster = Roster::built_in();
/// let arena = Arena::new(&rules, &roster).agents("shanten,random,random,random")?.games(100).seed(1);
/// let played = arena.play(&Quiet)?;
/// let shanten = played.agent("shanten").unwrap();
/// assert!(shanten.rank_points().unwrap().value > 20.0);
/// # Ok::<(), hyakuman_arena::Error>(())
/// ```
#[derive(Clone)]
pub struct Arena<'a> {
    pub(crate) rules: &'a AnyRules,
    pub(crate) roster: &'a Roster,
    pub(crate) agents: Vec<Spec>,
    pub(crate) rotate: bool,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) threads: Option<u64>,
    pub(crate) in_play: Option<usize>,
    pub(crate) measures: Vec<String>,
    pub(crate) record: Option<RecordOptions>,
}

impl<'a> Arena<'a> {
    /// A thousand matches with seed 1, the default agent of the game in every seat, one thread per processor.
    pub fn new(rules: &'a AnyRules, roster: &'a Roster) -> Self {
        let family = rules.describe().family;
        let default = roster.spec(roster.default_agent(family)).expect("a built-in agent");
        Arena {
            rules,
            roster,
            agents: vec![default],
            rotate: true,
            seed: 1,
            games: 1_000,
            threads: None,
            in_play: None,
            measures: Vec::new(),
            record: None,
        }
    }

    /// Sets the agents, in seat order, separated by commas: one for each seat, or one for all seats.
    ///
    /// # Errors
    /// The roster has no such agent, or the agent no such option.
    pub fn agents(mut self, agents: &str) -> Result<Self, Error> {
        let specs = self.roster.specs(agents)?.into_iter();
        self.agents = specs.map(|spec| self.roster.with_hash(spec)).collect();
        Ok(self)
    }

    /// The same run under other rules.
    pub(crate) fn under<'b>(&self, rules: &'b AnyRules) -> Arena<'b>
    where
        'a: 'b,
    {
        Arena { rules, ..self.clone() }
    }

    /// Sets the number of matches; each rotation is a match.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        Arena { games, ..self }
    }

    /// Sets the random seed of the run: it determines every wall and every random stream.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Arena { seed, ..self }
    }

    /// With `true` (the default) each wall is played once per different seat rotation. With `false` the agents keep their
    /// seats and every match has its own wall.
    #[must_use]
    pub fn rotate(self, rotate: bool) -> Self {
        Arena { rotate, ..self }
    }

    /// Sets the number of threads; `None` for one per processor. The result is the same for any number.
    #[must_use]
    pub fn threads(self, threads: impl Into<Option<u64>>) -> Self {
        Arena { threads: threads.into(), ..self }
    }

    /// Sets how many matches each thread keeps in play for batched agents; `None` for the number they request
    /// ([`BatchAgent::matches_in_play`](hyakuman_core::game::BatchAgent::matches_in_play)). The result is the same for any
    /// number.
    #[must_use]
    pub fn matches_in_play(self, matches: impl Into<Option<usize>>) -> Self {
        Arena { in_play: matches.into(), ..self }
    }

    /// Sets measures of one's own ([`mod@crate::own_measures`]), such as `unlucky = mean(delta where riichi and not won)`: they are among the rates of players
    /// and table. They are checked before anything is played.
    #[must_use]
    pub fn measures(self, measures: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Arena { measures: measures.into_iter().map(Into::into).collect(), ..self }
    }

    /// Records the matches as a data set; `None` for statistics only. [`Arena::compare`] records nothing: [`Arena::of_arm`] plays
    /// the matches of an arm.
    #[must_use]
    pub fn record(self, options: impl Into<Option<RecordOptions>>) -> Self {
        Arena { record: options.into(), ..self }
    }

    /// The settings of its matches, without measures of one's own.
    pub(crate) fn settings<'b>(&'b self, lineup: &'b Lineup, observer: &'b dyn Observer) -> Settings<'b> {
        let Arena { rules: ruleset, roster, seed, games, in_play, .. } = *self;
        Settings {
            ruleset,
            lineup,
            roster,
            seed,
            games,
            in_play,
            own_measures: None,
            observer,
            to_end: false,
        }
    }

    /// The measures of one's own, for all of these rules, which are of one game.
    pub(crate) fn own_measures<'b>(
        &self,
        rules: impl IntoIterator<Item = &'b AnyRules>,
    ) -> Result<Option<OwnMeasures>, Error> {
        let rules: Vec<_> = rules.into_iter().collect();
        let house = rules.iter().map(|rules| rules.house_rules()).reduce(HouseRules::and);
        let mut yaku: Vec<&'static str> = rules.iter().flat_map(|rules| rules.own_yaku()).collect();
        yaku.sort_unstable();
        yaku.dedup();
        OwnMeasures::compile(&self.measures, &self.rules.facts(), &yaku, house.unwrap_or_default())
    }

    /// The seating of the agents, who play at least one match.
    pub(crate) fn lineup(&self) -> Result<Lineup, Error> {
        if self.games == 0 {
            return Err(Error::Usage("there are 0 games to play: play at least 1".into()));
        }
        Lineup::new(self.agents.clone(), self.rules.facts().seats, self.rules.id(), self.rotate)
    }
}
