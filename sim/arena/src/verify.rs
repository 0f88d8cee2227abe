//! Checks a data set.
//!
//! First the files: manifest, sidecars, sizes, hashes, schema, missing and foreign files, the card. Then the content: parts
//! are played again, from the table `replays` if there is one, otherwise with the agents, and must give the same files.
//! Without replays, matches of an agent that is not deterministic are not played again; a note says so.

use crate::dataset::{Recipe, card};
use crate::error::{Error, Within};
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::rerun::{self, Rerun};
use crate::threads;
use hyakuman_agents::Roster;
use hyakuman_core::excerpt::excerpt;
use hyakuman_games::Game;
use hyakuman_games::registry::Visitor;
use hyakuman_record::card::missing_line;
use hyakuman_record::schema::FORMAT;
use hyakuman_record::{Dataset, Finding};
use std::path::Path;
use std::sync::Arc;

/// Number of parts that are played again unless all are requested.
const SAMPLE: u64 = 3;

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
/// with the agents of the roster.
///
/// # Errors
/// There is no such folder; this program cannot play the matches of the data set; an agent chose an illegal action or failed; the
/// operating system reports an error; or the observer stopped the check.
pub fn verify(
    dir: &Path,
    all: bool,
    threads: Option<u64>,
    roster: &Roster,
    observer: &dyn Observer,
) -> Result<Verdict, Error> {
    let alone = |findings| Verdict { findings, notes: Vec::new(), parts: 0, played: 0 };
    if !dir.is_dir() {
        let sentence = format!("{} is not a folder: give the folder of a data set", dir.display());
        return Err(Error::Usage(sentence));
    }
    let Ok(set) = Dataset::open(dir) else { return Ok(alone(hyakuman_record::verify(dir, &[]))) };
    let about = || dir.display();
    let recipe = Recipe::of(&set.manifest().run).within(about)?;
    let rules = recipe.load_rules().within(about)?;
    let lineup = recipe.load_lineup(&rules).within(about)?;
    rules.visit(Verify { dir, all, threads, set: &set, recipe: &recipe, lineup: &lineup, roster, observer })
}

/// A check; [`Visitor`] finds the game of the rules.
struct Verify<'a> {
    dir: &'a Path,
    all: bool,
    threads: Option<u64>,
    set: &'a Dataset,
    recipe: &'a Recipe,
    lineup: &'a Lineup,
    roster: &'a Roster,
    observer: &'a dyn Observer,
}

impl Visitor for Verify<'_> {
    type Output = Result<Verdict, Error>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Result<Verdict, Error> {
        let Verify { set, recipe, lineup, roster, observer, .. } = self;
        let plan = recipe.plan::<G>();
        let verify =
            if recipe.is_current() { hyakuman_record::verify } else { hyakuman_record::verify_older };
        let mut findings = verify(self.dir, &plan.tables);
        let card = card_finding::<G>(set, recipe);
        let (parts, notes) = (set.parts().end, hyakuman_record::notes(set));
        if !findings.is_empty() {
            findings.extend(card);
            return Ok(Verdict { findings, notes, parts, played: 0 });
        }
        if !recipe.is_repeatable() {
            let notes = notes.into_iter().chain([not_repeatable(set, recipe)]).collect();
            return Ok(Verdict { findings: card.into_iter().collect(), notes, parts, played: 0 });
        }
        let sample = sample(parts, self.all);
        observer.start(recipe.count(&sample));
        let job = rerun::agents(recipe, rules, lineup, roster)?;
        let rerun = Rerun::<G> { set, recipe, plan: &plan, rules, lineup, job, observer };
        let found = threads::pool(self.threads)?.install(|| rerun.parts(&sample));
        findings.extend(found?.into_iter().chain(card));
        Ok(Verdict { findings, notes, parts, played: sample.len() as u64 })
    }
}

/// Why no part is played again.
fn not_repeatable(set: &Dataset, recipe: &Recipe) -> Finding {
    let agents = recipe.not_deterministic.join(", ");
    let what = format!(
        "its matches cannot be played again: {} not deterministic ({agents}), and there is no table replays",
        if recipe.not_deterministic.len() == 1 { "an agent is" } else { "agents are" }
    );
    Finding { file: set.card().with_file_name("manifest.json"), what }
}

/// Reports a card that does not describe the data set. Users may change the head of the card and add text, nothing else. The
/// card of another version or format is not checked: it may be worded differently.
fn card_finding<G: Game>(set: &Dataset, recipe: &Recipe) -> Option<Finding> {
    if !recipe.is_current() || set.manifest().run.format != FORMAT {
        return None;
    }
    let held = set.card_text().ok()?;
    let written = card::of::<G>(recipe, set.manifest());
    let missing = excerpt(missing_line(&held, &written)?);
    let what = format!(
        "is not the card of this data set, or was edited: it lacks the line {missing:?} (its head may be changed, and text \
         be added): run with --resume to write it again"
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
