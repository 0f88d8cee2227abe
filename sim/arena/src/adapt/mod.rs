//! Adapting an agent to its rules: labels by rollouts, a correction fitted to them, a match that shows what it is worth.
//!
//! | question | file |
//! | --- | --- |
//! | what labels are, and how they are made | `datasets/recording/labeller.rs` |
//! | labels read, and with the numbers of their decisions | `labels.rs`, `examples.rs` |
//! | the fit: a linear part, a net for the rest | `fit.rs`, `ridge.rs`, `net.rs` |
//! | what held-out labels say of it | `held_out.rs` |
//! | how much is done in the time given | `plan.rs` |

mod examples;
mod fit;
mod held_out;
mod labels;
mod net;
mod plan;
mod ridge;

pub use crate::datasets::recording::labeller::{LabelWorth, Labelling};
pub use held_out::Checked;
pub use labels::{LabelledSort, sorts_of};
pub use plan::{AdaptPlan, Budget};

use crate::arena::Arena;
use crate::contest::{ContestOptions, Plan};
use crate::datasets::recipe::{self, Recipe};
use crate::datasets::recording::RecordOptions;
use crate::error::{Error, Within};
use crate::observer::{Observer, OfAPart, OneOf};
use crate::threads;
use crate::tune::fitted::{Fitted, FittedAgents};
use examples::Labelled;
use fit::{Fit, Fitting};
use hyakuman_agents::learned::CorrectionFile;
use hyakuman_agents::place::{FinalPoints, final_points};
use hyakuman_agents::{Roster, Spec};
use hyakuman_analysis::Estimate;
use hyakuman_game::Game;
use hyakuman_game::rows::Table;
use hyakuman_game::ruleset::Described;
use hyakuman_registry::{AnyRules, Visitor};
use serde_json::json;
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
    /// How much is done.
    pub budget: Budget,
    /// The file of the correction.
    pub out: PathBuf,
    /// The folder of the labels, from which the work is continued.
    pub work: PathBuf,
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
/// The agent has no corrections or does not play these rules, the folder holds other work, a file cannot be written, or the observer
/// stopped the work: then the same call continues it.
pub fn adapt(
    rules: &AnyRules,
    roster: &Roster,
    options: &AdaptOptions,
    observer: &dyn Observer,
) -> Result<Adapted, Error> {
    let base = roster.spec(&options.agent)?;
    if roster.spec(&base.clone().with(LEARNED, "FILE").to_string()).is_err() {
        return Err(Error::Usage(format!("{base} cannot be corrected: adapt value, placement or gari")));
    }
    std::fs::create_dir_all(&options.work).within(|| options.work.display())?;
    let work = Work { rules, roster, options, observer, base };
    let plan = work.plan()?;
    let total = plan.matches(rules);
    observer.start(total);
    let worth = work.worth(&plan)?;
    let mut agent = work.base.clone();
    let mut fitted = None;
    for step in 0..plan.steps {
        observer.so_far(total, &format!("step {}: labels", step + 1));
        work.label(&plan, step, &agent, &worth)?;
        observer.so_far(total, &format!("step {}: fit", step + 1));
        let fit = work.fit(step)?;
        let file = options.work.join(format!("step-{}.agent", step + 1));
        work.write(&file, &fit, None)?;
        agent = work.corrected(&file)?;
        fitted = Some(fit);
    }
    let fit = fitted.ok_or_else(|| Error::Usage("a plan without steps".into()))?;
    observer.so_far(total, "match");
    work.judge(&plan, &agent, fit)
}

/// Adapts an agent to each of these rulesets, and notes the adapted agents in the file `agents.json` of a folder, where a later call finds
/// them. Returns the spec that plays each ruleset with its own.
///
/// # Errors
/// Those of [`adapt`].
pub fn adapt_to_each(
    rulesets: &[&AnyRules],
    roster: &Roster,
    options: &AdaptOptions,
    observer: &dyn Observer,
) -> Result<String, Error> {
    let folder = &options.work;
    std::fs::create_dir_all(folder).within(|| folder.display())?;
    let notes = folder.join("agents.json");
    let mut before = 0;
    for (at, rules) in rulesets.iter().enumerate() {
        let described = rules.describe();
        if FittedAgents::has(&notes, &described)? {
            continue;
        }
        let name = described.hash_text();
        let (out, work) = (folder.join(format!("{name}.agent")), folder.join(name));
        let one = OneOf { all: observer, before, number: [at + 1, rulesets.len()] };
        let adapted = adapt(rules, roster, &AdaptOptions { out, work, ..options.clone() }, &one)?;
        before += adapted.plan.matches(rules);
        FittedAgents::add(&notes, adapted.note(&described, options.seed))?;
    }
    Ok(Spec::list("tuned")?
        .remove(0)
        .with("file", &notes.display().to_string())
        .with("trust", "true")
        .to_string())
}

impl Adapted {
    /// The agent as files of fitted agents have it.
    fn note(&self, rules: &Described, seed: u64) -> Fitted {
        Fitted {
            rules: rules.id.clone(),
            rules_hash: rules.hash_text(),
            agent: if self.gain.value > 0.0 { self.agent.clone() } else { self.base.clone() },
            before: self.base.clone(),
            found: self.agent.clone(),
            gain: Some(self.gain.value),
            gain_ci95: self.gain.bounds(),
            seed,
            steps: u64::from(self.plan.steps),
            step_walls: self.plan.games,
            held_out: self.plan.walls,
        }
    }
}

/// An adaptation under way.
struct Work<'a> {
    rules: &'a AnyRules,
    roster: &'a Roster,
    options: &'a AdaptOptions,
    observer: &'a dyn Observer,
    base: Spec,
}

impl Work<'_> {
    fn arena(&self, agents: &[&Spec]) -> Result<Arena<'_>, Error> {
        let texts: Vec<String> = agents.iter().map(ToString::to_string).collect();
        Ok(Arena::new(self.rules, self.roster).agents(&texts.join(","))?.threads(self.options.threads))
    }

    /// The agent with the correction in a file.
    fn corrected(&self, file: &Path) -> Result<Spec, Error> {
        let path = file.to_str().ok_or_else(|| Error::Usage(format!("{} is not UTF-8", file.display())))?;
        Ok(self.roster.spec(&self.base.clone().with(LEARNED, path).to_string())?)
    }

    /// The folder of the labels of a step.
    fn labels(&self, step: u32) -> PathBuf {
        self.options.work.join(format!("labels-{}", step + 1))
    }

    /// What the end of a kyoku is worth: rank points by the model of places that the program has for such rules, else by a fit that is made
    /// and kept in the folder.
    fn worth(&self, plan: &AdaptPlan) -> Result<LabelWorth, Error> {
        if self.rules.visit(HasPlaces) {
            return Ok(LabelWorth::RankPoints);
        }
        let file = self.options.work.join("places.txt");
        if !file.exists() {
            let arena = self.arena(&[&self.base])?.games(plan.games.max(FEWEST_FOR_PLACES));
            let fit = arena.seed(self.options.seed ^ OF_THE_PLACES).places(&OfAPart(self.observer))?;
            std::fs::write(&file, fit.text).within(|| format!("{} cannot be written", file.display()))?;
        }
        std::fs::read_to_string(&file).map(LabelWorth::RankPointsBy).within(|| file.display())
    }

    /// Makes the labels of a step, in matches of this agent.
    fn label(&self, plan: &AdaptPlan, step: u32, agent: &Spec, worth: &LabelWorth) -> Result<(), Error> {
        let record = RecordOptions {
            tables: vec![Table::Replays],
            resume: true,
            label: Some(labelling(self.roster, agent, &self.base, worth)?),
            ..RecordOptions::new(self.labels(step))
        };
        let arena =
            self.arena(&[agent])?.games(plan.games).seed(self.options.seed.wrapping_add(u64::from(step)));
        arena.record(record).play(&OfAPart(self.observer)).map(drop)
    }

    /// Fits a correction to the labels of all steps so far.
    fn fit(&self, step: u32) -> Result<Fit, Error> {
        let folders: Vec<PathBuf> = (0..=step).map(|step| self.labels(step)).collect();
        let pool = threads::pool(self.options.threads)?;
        threads::within(&pool, || {
            self.rules.visit(FitLabels { folders: &folders, roster: self.roster, observer: self.observer })
        })
    }

    /// Writes a correction. That of a step has no plan in its card: it is the same file in a longer plan.
    fn write(&self, file: &Path, fit: &Fit, result: Option<&Adapted>) -> Result<(), Error> {
        let described = self.rules.describe();
        let card = json!({
            "program": format!("hyakuman {}", env!("CARGO_PKG_VERSION")),
            "ruleset": described.id,
            "rules_hash": described.hash_text(),
            "agent": self.base.to_string(),
            "plan": result.map(|result| result.plan),
            "labels": fit.labels,
            "held_out": fit.checked,
            "match": result.map(|result| json!({
                "gain": result.gain.value, "ci95": result.gain.bounds(), "matches": result.matches,
            })),
        });
        let text = CorrectionFile::new(card, fit.sorts.clone()).text();
        std::fs::write(file, text).within(|| format!("{} cannot be written", file.display()))
    }

    /// Plays the adapted agent against the agent as it was, and writes the result.
    fn judge(&self, plan: &AdaptPlan, agent: &Spec, fit: Fit) -> Result<Adapted, Error> {
        let arena = self.arena(&[agent, &self.base])?.seed(self.options.seed ^ plan::OF_THE_MATCH);
        let tables = format!("1v{}", self.rules.visit(Seats) - 1);
        let state = Some(self.options.work.join(format!("match-{}-{}.state", plan.steps, plan.games)));
        let options = ContestOptions { plan: Plan::Walls(plan.walls), tables: Some(tables), state };
        let contest = arena.contest(&options, &OfAPart(self.observer))?;
        let out = self.corrected(&self.options.out);
        let mut adapted = Adapted {
            agent: String::new(),
            base: self.base.to_string(),
            plan: *plan,
            labels: fit.labels,
            checked: fit.checked.clone(),
            gain: contest.pairs[0].difference.estimate,
            matches: contest.matches,
        };
        self.write(&self.options.out, &fit, Some(&adapted))?;
        adapted.agent = out?.to_string();
        Ok(adapted)
    }
}

/// How the decisions of an agent are labelled; it is `base`, or that with a correction. `base` plays on in any case: the corrected
/// agent as the policy takes twice the time and showed no gain (docs/learned.md).
fn labelling(roster: &Roster, agent: &Spec, base: &Spec, worth: &LabelWorth) -> Result<Labelling, Error> {
    let of_base = Labelling::of(roster, &base.to_string())?;
    Ok(Labelling { agent: agent.to_string(), worth: worth.clone(), ..of_base })
}

/// Fits the labels in some folders; [`Visitor`] finds the game of their rules.
struct FitLabels<'a> {
    folders: &'a [PathBuf],
    roster: &'a Roster,
    observer: &'a dyn Observer,
}

impl Visitor for FitLabels<'_> {
    type Output = Result<Fit, Error>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let FitLabels { folders, roster, observer } = self;
        let labelled = |folder: &PathBuf| {
            let set = recipe::open(folder)?;
            let recipe = Recipe::of(&set.manifest().run)?;
            Ok(Labelled::<G> { set, recipe, rules, roster })
        };
        let sets = folders.iter().map(labelled).collect::<Result<Vec<_>, Error>>()?;
        Fitting { sets: &sets, observer }.fit()
    }
}

/// Whether the program has a model of places for such rules.
struct HasPlaces;

impl Visitor for HasPlaces {
    type Output = bool;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> bool {
        matches!(final_points::<G>(rules, None), Ok(Some(FinalPoints { is_fitted: true, .. })))
    }
}

/// The number of seats of a game.
struct Seats;

impl Visitor for Seats {
    type Output = usize;

    fn visit<G: Game>(self, _: &Arc<G::Rules>) -> usize {
        G::SEATS
    }
}
