//! Checks a data set.
//!
//! First the files: manifest, sidecars, sizes, hashes, schema, missing and foreign files, the card. Then the content: parts
//! are played again, from the table `replays` if there is one, otherwise with the agents, and must give the same files and the
//! same statistics.
//!
//! A data set may come from anywhere. So no agent that its manifest names starts a program or reads a file unless the caller
//! says so ([`Players`]). Matches of agents that are not deterministic cannot be played again without replays. Notes say which
//! matches were not played again, and why.

mod logs;

use crate::datasets::recipe::{Recipe, card};
use crate::datasets::rerun::Rerun;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::{Observer, Quiet};
use crate::threads;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::GameFacts;
use hyakuman_core::game::rows::Table;
use hyakuman_games::registry::AnyRules;
use hyakuman_record::card::missing_line;
use hyakuman_record::{Dataset, Finding, Plan, WRITE_AGAIN};
use std::path::Path;

/// Number of parts that are played again unless all are requested.
const SAMPLE: u64 = 3;

/// What to check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VerifyOptions {
    /// Play all parts again, not only three.
    pub all: bool,
    /// Who plays them if there is no table `replays`.
    pub players: Players,
    /// Number of threads; `None` for one per processor.
    pub threads: Option<u64>,
}

/// Who plays the matches of a data set again that has no table `replays`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Players {
    /// The agents that the manifest names, unless one of them starts a program or reads a file.
    #[default]
    Harmless,
    /// The agents that the manifest names.
    Trusted,
    /// These agents, in seat order, as in [`Arena::agents`](crate::Arena::agents). They must play as those of the manifest do.
    Given(String),
}

/// The result of the check.
#[derive(Debug)]
pub struct Verdict {
    /// The faults found; empty if the data set is as the program wrote it.
    pub findings: Vec<Finding>,
    /// Remarks that are no faults: other files in the folder, or why no part was played again.
    pub notes: Vec<Finding>,
    /// Number of parts of the data set.
    pub parts: u64,
    /// Number of parts played again.
    pub played: u64,
}

/// Checks the data set in a folder and plays three of its parts again, or all: from its replays if there are any, otherwise
/// with agents of the roster.
///
/// # Errors
/// There is no such folder; this program cannot play the matches of the data set; an agent chose an illegal action or failed; the
/// operating system reports an error; or the observer stopped the check.
pub fn verify(
    dir: &Path,
    options: &VerifyOptions,
    roster: &Roster,
    observer: &dyn Observer,
) -> Result<Verdict, Error> {
    let alone = |findings| Verdict { findings, notes: Vec::new(), parts: 0, played: 0 };
    if !dir.is_dir() {
        let sentence = format!("{} is not a folder: give the folder of a data set", dir.display());
        return Err(Error::Usage(sentence));
    }
    let Ok(set) = Dataset::open(dir) else { return Ok(alone(hyakuman_record::verify(dir, &[]))) };
    let (recipe, rules, lineup) = Recipe::read(&set)?;
    Verify { options, set: &set, recipe: &recipe, rules: &rules, lineup: &lineup, roster, observer }.verdict()
}

struct Verify<'a> {
    options: &'a VerifyOptions,
    set: &'a Dataset,
    recipe: &'a Recipe,
    rules: &'a AnyRules,
    lineup: &'a Lineup,
    roster: &'a Roster,
    observer: &'a dyn Observer,
}

impl Verify<'_> {
    fn verdict(&self) -> Result<Verdict, Error> {
        let Verify { options, set, recipe, rules, .. } = *self;
        let game = rules.facts();
        let plan = recipe.plan(&game);
        let mut findings = hyakuman_record::verify(set.dir(), &plan.tables);
        let (parts, mut notes) = (set.parts().end, hyakuman_record::notes(set));
        notes.extend(self.untrusted_opinions().map(|what| self.note(what)));
        if findings.is_empty() {
            findings.extend(logs::problem(set, recipe)?.map(|what| self.note(what)));
        }
        let who = if findings.is_empty() { self.who()? } else { Who::Nobody(None) };
        let sample = if let Who::Nobody(_) = who { Vec::new() } else { sample(parts, options.all) };
        match who {
            Who::Nobody(why) => notes.extend(why.map(|what| self.note(what))),
            Who::Replays => findings.extend(self.play(&plan, None, &sample)?),
            Who::Agents(players) => findings.extend(self.play(&plan, Some(players), &sample)?),
        }
        findings.extend(card_finding(&game, set, recipe));
        Ok(Verdict { findings, notes, parts, played: sample.len() as u64 })
    }
}

/// Who plays parts again.
enum Who {
    /// The table `replays` has every action.
    Replays,
    Agents(Lineup),
    /// Nobody; why, as the rest of a sentence.
    Nobody(Option<String>),
}

impl Verify<'_> {
    fn who(&self) -> Result<Who, Error> {
        let Verify { options, recipe, lineup, roster, .. } = self;
        if recipe.tables.contains(&Table::Replays) {
            return Ok(Who::Replays);
        }
        if recipe.logs.is_some() {
            let what = "its matches cannot be played again: they are of logs, and there is no table replays";
            return Ok(Who::Nobody(Some(what.into())));
        }
        if let Players::Given(agents) = &options.players {
            return self.given(agents).map(Who::Agents);
        }
        if let Some(what) = not_repeatable(recipe, lineup, roster) {
            return Ok(Who::Nobody(Some(what)));
        }
        let needs = |agent| Some((agent, roster.needs(agent)?));
        match lineup.agents().iter().find_map(needs) {
            Some((agent, needs)) if options.players == Players::Harmless => {
                let what = format!(
                    "its matches were not played again: its agent {agent} {needs}; --trust allows what the manifest names, and \
                     --agents names agents of yours that play instead"
                );
                Ok(Who::Nobody(Some(what)))
            }
            _ => Ok(Who::Agents((*lineup).clone())),
        }
    }

    /// Agents of the caller in the seats of those of the manifest.
    fn given(&self, agents: &str) -> Result<Lineup, Error> {
        let Verify { recipe, lineup, roster, .. } = self;
        let (seats, rotate) = (lineup.named().len(), lineup.seating() == "rotate");
        let given = Lineup::new(roster.specs(agents)?, seats, &recipe.ruleset, rotate)?;
        if given.is_seated_like(lineup) {
            return Ok(given);
        }
        let sentence =
            format!("--agents {agents}: the data set has other seats: {}", lineup.names().join(","));
        Err(Error::Usage(sentence))
    }

    /// The differences found in these parts, which are played again.
    fn play(&self, plan: &Plan, players: Option<Lineup>, sample: &[u64]) -> Result<Vec<Finding>, Error> {
        let Verify { options, set, recipe, rules, lineup, roster, observer } = *self;
        // Quiet: a part is always finished, and reported as done only after it has been compared.
        let settings = recipe.settings(rules, players.as_ref().unwrap_or(lineup), roster, &Quiet)?;
        let job = if players.is_some() { settings.job()? } else { settings.replaying()? };
        observer.start(recipe.count(sample));
        let (from, opinions) = (players.is_none().then_some(set), self.untrusted_opinions().is_none());
        let rerun = Rerun { set, recipe, plan, job: &*job, from, opinions, observer };
        threads::within(&threads::pool(options.threads)?, || rerun.parts(sample))
    }

    /// Why the agents of the tables `evaluations` and `labels` are not asked again, as the rest of a sentence: one would start a program or
    /// read a file, which the caller has not allowed.
    fn untrusted_opinions(&self) -> Option<String> {
        let Verify { options, recipe, roster, .. } = self;
        let mut agents = recipe.asked().filter_map(|agent| agent.parse::<Spec>().ok());
        let needs = agents.find_map(|agent| Some(format!("{agent} {}", roster.needs(&agent)?)));
        needs.filter(|_| options.players != Players::Trusted).map(|needs| {
            format!(
                "its tables evaluations and labels were not made again: the agent {needs}; --trust allows what the manifest names"
            )
        })
    }

    fn note(&self, what: String) -> Finding {
        Finding { file: self.set.card().with_file_name("manifest.json"), what }
    }
}

/// Why agents cannot play the matches again, as the rest of a sentence. The manifest may hide what the roster knows.
fn not_repeatable(recipe: &Recipe, lineup: &Lineup, roster: &Roster) -> Option<String> {
    let hidden =
        lineup.agents().iter().filter(|agent| !roster.is_deterministic(agent)).map(ToString::to_string);
    let mut agents = recipe.not_deterministic.clone();
    agents.extend(hidden.filter(|agent| !recipe.not_deterministic.contains(agent)));
    (!agents.is_empty()).then(|| {
        format!(
            "its matches cannot be played again: {} not deterministic ({}), and there is no table replays",
            if agents.len() == 1 { "an agent is" } else { "agents are" },
            agents.join(", ")
        )
    })
}

/// Reports a card that does not describe the data set. Users may change the head of the card and add text, nothing else.
fn card_finding(game: &GameFacts, set: &Dataset, recipe: &Recipe) -> Option<Finding> {
    let held = set.card_text().ok()?;
    let written = card::of(game, recipe, set.manifest());
    let missing = excerpt(missing_line(&held, &written)?);
    let what = format!(
        "is not the card of this data set, or was edited: it lacks the line {missing:?} (its head may be changed, and text \
         be added): {WRITE_AGAIN}"
    );
    Some(Finding { file: set.card(), what })
}

/// The parts to play again: all, or [`SAMPLE`] spread evenly, including the first and the last.
fn sample(parts: u64, all: bool) -> Vec<u64> {
    if all || parts <= SAMPLE {
        return (0..parts).collect();
    }
    (0..SAMPLE).map(|i| i * (parts - 1) / (SAMPLE - 1)).collect()
}
