//! Adapting an agent to its rules: labels by rollouts, a correction fitted to them, a match that shows what it is worth.
//!
//! | question | file |
//! | --- | --- |
//! | what labels are, and how they are made | `datasets/recording/labeller.rs` |
//! | labels read, and with the numbers of their decisions | `labels.rs`, `examples.rs` |
//! | the fit: a linear part, a net for the rest | `fit.rs`, `ridge.rs`, `net.rs` |
//! | what held-out labels say of it | `held_out.rs` |
//! | how much is done in the time given | `plan.rs` |
//! | the folder of the work, and what it was asked for | `folder.rs` |
//! | each of some rulesets | `each.rs` |
//!
//! Labels are a table of a data set, so they are resumed, sharded and verified like any other. An adaptation is recorded runs, fits and a contest, each
//! of which goes on by itself.

mod each;
mod examples;
mod fit;
mod folder;
mod held_out;
mod labels;
mod net;
mod plan;
mod ridge;

pub use crate::datasets::recording::labeller::{LabelWorth, Labelling};
pub(crate) use each::seconds_of_each;
pub use each::{AgentOfRules, adapt_to_each};
pub use fit::FEWEST as FEWEST_LABELS;
pub use held_out::Checked;
pub use labels::{LabelledSort, summary};
pub use plan::{AdaptPlan, Budget};

use crate::arena::Arena;
use crate::contest::ContestOptions;
use crate::datasets::recipe::{self, Recipe};
use crate::datasets::recording::RecordOptions;
use crate::error::{Error, Within};
use crate::grid::Plan;
use crate::observer::{Observer, OfAPart};
use crate::threads;
use examples::{AnyLabelled, Labelled};
use fit::{Fit, Fitting};
use folder::Folder;
use hyakuman_agents::learned::{BEGINNING, Sort};
use hyakuman_agents::place::fitted_points;
use hyakuman_agents::{Roster, Spec};
use hyakuman_analysis::Estimate;
use hyakuman_core::game::GameFacts;
use hyakuman_core::game::rows::Table;
use hyakuman_games::registry::{AnyRules, Listed, Visitor};
use hyakuman_record::atomic;
use plan::Trials;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The option of agents that have corrections.
const LEARNED: &str = "learned";
/// What the seed of the matches of a model of places differs in from that of the labels, and fewest such matches.
const OF_THE_PLACES: u64 = 0x706C_6163_6573;
const FEWEST_FOR_PLACES: u64 = 1_000;

/// What is adapted, and how much is done for it.
#[derive(Clone, Debug)]
pub struct AdaptOptions {
    /// The agent.
    pub agent: String,
    /// The agent that plays on after a labelled action; `None` for the agent itself, without looking ahead.
    pub policy: Option<String>,
    /// How much is done.
    pub budget: Budget,
    /// The file of the correction. Labels are kept in the folder of this name with `.work` after it, from which the work is continued.
    pub out: PathBuf,
    /// Random seed of the labels; the match has walls of its own.
    pub seed: u64,
    /// Number of threads; `None` for one per processor.
    pub threads: Option<u64>,
}

/// The result of an adaptation.
#[derive(Debug)]
pub struct Adapted {
    /// The adapted agent.
    pub agent: String,
    /// The agent as it was.
    pub base: String,
    /// What was done.
    pub plan: AdaptPlan,
    /// Labels fitted in the last step.
    pub labels: u64,
    /// What held-out labels say, by sort of decision.
    pub checked: BTreeMap<String, Checked>,
    /// Rank points a match of the adapted agent less those of the agent as it was, one against all others.
    pub gain: Estimate,
    /// Matches of that.
    pub matches: u64,
}

impl Adapted {
    /// The sorts of decision that are not corrected: each had fewer than [`FEWEST_LABELS`].
    pub fn left_out(&self) -> Vec<&'static str> {
        Sort::ALL.into_iter().map(Sort::name).filter(|sort| !self.checked.contains_key(*sort)).collect()
    }

    /// Whether the match shows that it is stronger than the agent as it was.
    pub fn is_stronger(&self) -> bool {
        self.gain.bounds().is_some_and(|[low, _]| low > 0.0)
    }

    /// What the match says, in a word.
    pub fn verdict(&self) -> &'static str {
        match self.gain.bounds() {
            Some([low, _]) if low > 0.0 => "stronger",
            Some([_, high]) if high < 0.0 => "weaker",
            _ => "not shown to be stronger",
        }
    }
}

/// Adapts an agent to its rules.
///
/// # Errors
/// The agent has no corrections or does not play these rules, the folder holds other work, there are too few labels to learn anything, a
/// file cannot be written, or the observer stopped the work: then the same call continues it.
pub fn adapt(
    rules: &AnyRules,
    roster: &Roster,
    options: &AdaptOptions,
    observer: &dyn Observer,
) -> Result<Adapted, Error> {
    let base = base(roster, &options.agent)?;
    check_out(&options.out)?;
    let how = labelling(roster, &base, options)?;
    let mut folder = Folder::of(rules, &how, options)?;
    let trials =
        Trials { rules, roster, base: &base, how: &how, threads: options.threads, folder: folder.trial() };
    let plan = folder.begin(|seconds, steps| trials.plan(seconds, steps, observer))?;
    Work { rules, roster, options, observer, base, how, folder }.adapt(&plan)
}

/// The agent as it is before it is adapted.
fn base(roster: &Roster, agent: &str) -> Result<Spec, Error> {
    let base = roster.spec(agent)?;
    match roster.spec(&base.clone().with(LEARNED, "FILE").to_string()) {
        Ok(_) => Ok(base),
        Err(_) => Err(Error::Usage(format!("{base} cannot be corrected: adapt value, placement or gari"))),
    }
}

/// The agent with the correction in a file.
fn corrected(roster: &Roster, base: &Spec, file: &Path) -> Result<Spec, Error> {
    let path = file.to_str().ok_or_else(|| Error::Usage(format!("{} is not UTF-8", file.display())))?;
    let spec = |path: &str| roster.spec(&base.clone().with(LEARNED, path).to_string());
    let found = spec(path)?;
    // A name without a folder may be that of a correction that comes with the program.
    Ok(if roster.needs(&found).is_some() { found } else { spec(&format!("./{path}"))? })
}

/// How the decisions of the agent are labelled.
fn labelling(roster: &Roster, base: &Spec, options: &AdaptOptions) -> Result<Labelling, Error> {
    let of = Labelling::of(roster, &base.to_string())?;
    match &options.policy {
        Some(policy) => Ok(Labelling { policy: roster.spec(policy)?.to_string(), ..of }),
        None => Ok(of),
    }
}

/// Whether the file of a correction can be written, before the work is done.
fn check_out(out: &Path) -> Result<(), Error> {
    if out.is_dir() {
        return Err(Error::Usage(format!("{} is a folder: name a file", out.display())));
    }
    atomic::check_kind(out, BEGINNING, "correction").within(|| out.display())
}

/// An adaptation under way.
struct Work<'a> {
    rules: &'a AnyRules,
    roster: &'a Roster,
    options: &'a AdaptOptions,
    observer: &'a dyn Observer,
    base: Spec,
    /// How its decisions are labelled. The policy is not corrected: that takes twice the time and showed no gain (docs/learned.md).
    how: Labelling,
    folder: Folder,
}

impl Work<'_> {
    fn adapt(&self, plan: &AdaptPlan) -> Result<Adapted, Error> {
        let for_places = self.matches_for_places(plan);
        let total = for_places + plan.matches(self.rules);
        self.observer.start(total);
        let worth = self.worth(for_places)?;
        let mut agent = self.base.clone();
        let mut fitted = None;
        for step in 0..plan.steps {
            self.observer.so_far(total, &format!("step {}: labels", step + 1));
            self.label(plan, step, &agent, &worth)?;
            self.observer.so_far(total, &format!("step {}: fit", step + 1));
            let fit = self.fit(step)?;
            let file = self.folder.correction(step);
            self.write(&file, &fit, Value::Null)?;
            agent = corrected(self.roster, &self.base, &file)?;
            fitted = Some(fit);
        }
        let fit = fitted.filter(|fit| fit.labels > 0).ok_or_else(|| {
            let matches = u64::from(plan.steps) * plan.games;
            let fewest = fit::FEWEST;
            Error::Usage(format!(
                "{matches} matches are too few to learn from: no sort of decision has {fewest} labels; give it more, in another file"
            ))
        })?;
        self.observer.so_far(total, "match");
        self.judge(plan, &agent, fit)
    }

    fn arena(&self, agents: &[&Spec]) -> Result<Arena<'_>, Error> {
        arena(self.rules, self.roster, agents, self.options.threads)
    }

    /// What the end of a kyoku is worth: rank points by the model of places that the program has for such rules, else by a fit that is made
    /// and kept in the folder.
    fn worth(&self, for_places: u64) -> Result<LabelWorth, Error> {
        if self.rules.visit(HasPlaces) {
            return Ok(LabelWorth::RankPoints);
        }
        let file = self.folder.places();
        if for_places > 0 {
            let arena = self.arena(&[&self.base])?.games(for_places);
            let fit = arena.seed(self.options.seed ^ OF_THE_PLACES).places(&self.part(for_places))?;
            atomic::write(&file, fit.text.as_bytes())?;
        }
        LabelWorth::of(Some(&file), false)
    }

    /// Matches to be played for such a fit.
    fn matches_for_places(&self, plan: &AdaptPlan) -> u64 {
        let are_known = self.rules.visit(HasPlaces) || self.folder.places().exists();
        if are_known { 0 } else { plan.games.max(FEWEST_FOR_PLACES) }
    }

    fn part(&self, matches: u64) -> OfAPart<'_> {
        OfAPart { whole: self.observer, matches }
    }

    /// Makes the labels of a step, in matches of this agent.
    fn label(&self, plan: &AdaptPlan, step: u32, agent: &Spec, worth: &LabelWorth) -> Result<(), Error> {
        let record = RecordOptions {
            tables: vec![Table::Replays],
            resume: true,
            label: Some(Labelling { agent: agent.to_string(), worth: worth.clone(), ..self.how.clone() }),
            ..RecordOptions::new(self.folder.labels(step))
        };
        let arena =
            self.arena(&[agent])?.games(plan.games).seed(self.options.seed.wrapping_add(u64::from(step)));
        arena.record(record).play(&self.part(plan.games)).map(drop)
    }

    /// Fits a correction to the labels of all steps so far.
    fn fit(&self, step: u32) -> Result<Fit, Error> {
        let folders: Vec<PathBuf> = (0..=step).map(|step| self.folder.labels(step)).collect();
        let pool = threads::pool(self.options.threads)?;
        threads::within(&pool, || {
            self.rules.visit(FitLabels { folders: &folders, roster: self.roster, observer: self.observer })
        })
    }

    /// Writes a correction, with a result in its card. That of a step has none.
    fn write(&self, file: &Path, fit: &Fit, result: Value) -> Result<(), Error> {
        let described = self.rules.describe();
        let mut written = fit.file.clone();
        written.card = json!({
            "program": format!("hyakuman {}", env!("CARGO_PKG_VERSION")),
            "ruleset": described.id,
            "rules_hash": described.hash_text(),
            "agent": self.base.to_string(),
            "policy": self.how.policy,
            "labels": fit.labels,
            "held_out": fit.checked,
            "result": result,
        });
        Ok(atomic::write(file, written.text().as_bytes())?)
    }

    /// Plays the adapted agent against the agent as it was, and writes the result.
    fn judge(&self, plan: &AdaptPlan, agent: &Spec, fit: Fit) -> Result<Adapted, Error> {
        let arena = self.arena(&[agent, &self.base])?.seed(self.options.seed ^ plan::OF_THE_MATCH);
        let seats = self.rules.facts().seats;
        let tables = format!("1v{}", seats - 1);
        let state = Some(self.folder.state());
        let usual = ContestOptions::walls(plan.walls);
        let options = ContestOptions { tables: Some(tables), plan: Plan { state, ..usual.plan }, ..usual };
        let contest = arena.contest(&options, &self.part(plan.walls * seats as u64))?;
        let (gain, matches) = (contest.pairs[0].difference.estimate, contest.matches);
        let of_match = json!({ "gain": gain.value, "ci95": gain.bounds(), "matches": matches });
        self.write(&self.options.out, &fit, json!({ "plan": plan, "match": of_match }))?;
        Ok(Adapted {
            agent: corrected(self.roster, &self.base, &self.options.out)?.to_string(),
            base: self.base.to_string(),
            plan: *plan,
            labels: fit.labels,
            checked: fit.checked,
            gain,
            matches,
        })
    }
}

fn arena<'a>(
    rules: &'a AnyRules,
    roster: &'a Roster,
    agents: &[&Spec],
    threads: Option<u64>,
) -> Result<Arena<'a>, Error> {
    let texts: Vec<String> = agents.iter().map(ToString::to_string).collect();
    Ok(Arena::new(rules, roster).agents(&texts.join(","))?.threads(threads))
}

/// Fits the labels in some folders; [`Visitor`] finds the game of their rules.
struct FitLabels<'a> {
    folders: &'a [PathBuf],
    roster: &'a Roster,
    observer: &'a dyn Observer,
}

impl Visitor for FitLabels<'_> {
    type Output = Result<Fit, Error>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let FitLabels { folders, roster, observer } = self;
        let labelled = |folder: &PathBuf| {
            let set = recipe::open(folder)?;
            let recipe = Recipe::of(&set.manifest().run)?;
            Ok(Box::new(Labelled::<G> { set, recipe, rules, roster }) as Box<dyn AnyLabelled>)
        };
        let sets = folders.iter().map(labelled).collect::<Result<Vec<_>, Error>>()?;
        Fitting { game: GameFacts::of::<G>(), sets: &sets, observer }.fit()
    }
}

/// Whether the program has a model of places for such rules.
struct HasPlaces;

impl Visitor for HasPlaces {
    type Output = bool;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> bool {
        fitted_points::<G>(rules, None, ("", "")).is_ok()
    }
}
