//! The folder of an adaptation. The request is its first file: a folder is continued for the same request only.

use super::plan::{AdaptPlan, Budget};
use super::{AdaptOptions, Labelling};
use crate::error::Error;
use hyakuman_games::registry::AnyRules;
use hyakuman_record::{atomic, folder, quoted, regular};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The file of the request.
const REQUEST: &str = "adapt.json";

/// What the user asked for.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    program: String,
    rules: String,
    rules_hash: String,
    agent: String,
    policy: String,
    seed: u64,
    budget: Budget,
    /// How much is done, once it is known.
    plan: Option<AdaptPlan>,
}

/// The folder of one adaptation, with its request.
pub(super) struct Folder {
    path: PathBuf,
    request: Request,
}

impl Folder {
    /// The folder of the labels of an adaptation; nothing is written.
    pub(super) fn of(rules: &AnyRules, how: &Labelling, options: &AdaptOptions) -> Result<Folder, Error> {
        let path = options.out.with_added_extension("work");
        let rules = rules.describe();
        let request = Request {
            program: env!("CARGO_PKG_VERSION").into(),
            rules_hash: rules.hash_text(),
            rules: rules.id,
            agent: how.agent.clone(),
            policy: how.policy.clone(),
            seed: options.seed,
            budget: options.budget,
            plan: None,
        };
        match Request::read(&path)? {
            None => Ok(Folder { path, request }),
            Some(found) => match request.difference(&found) {
                None => Ok(Folder { path, request: found }),
                Some(difference) => Err(Error::Usage(format!(
                    "{} is the folder of other work: {difference}; write to another file, or remove that folder",
                    path.display()
                ))),
            },
        }
    }

    /// Whether an adaptation has begun in it.
    pub(super) fn is_begun(&self) -> bool {
        self.path.join(REQUEST).exists()
    }

    /// Creates the folder with its request, unless it is there. Returns the plan in it; if it has none, that of `plan`, which is then kept.
    pub(super) fn begin(
        &mut self,
        plan: impl FnOnce(f64, u32) -> Result<AdaptPlan, Error>,
    ) -> Result<AdaptPlan, Error> {
        if !self.is_begun() {
            folder::create(&self.path)?;
            self.write()?;
        }
        let found = match (self.request.plan, self.request.budget) {
            (Some(plan), _) | (None, Budget::Plan(plan)) => plan,
            (None, Budget::Seconds { seconds, steps }) => plan(seconds, steps)?,
        };
        self.request.plan = Some(found);
        self.write()?;
        Ok(found)
    }

    fn write(&self) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(&self.request).expect("plain data") + "\n";
        Ok(atomic::write(&self.path.join(REQUEST), text.as_bytes())?)
    }

    /// The data set of the trial that finds a plan.
    pub(super) fn trial(&self) -> PathBuf {
        self.path.join("trial")
    }

    /// The data set of the labels of a step, from 0.
    pub(super) fn labels(&self, step: u32) -> PathBuf {
        self.path.join(format!("labels-{}", step + 1))
    }

    /// The correction that was fitted in a step, from 0.
    pub(super) fn correction(&self, step: u32) -> PathBuf {
        self.path.join(format!("step-{}.agent", step + 1))
    }

    /// The fit of places that is made for rules for which the program has none.
    pub(super) fn places(&self) -> PathBuf {
        self.path.join("places.txt")
    }

    /// The totals of the match.
    pub(super) fn state(&self) -> PathBuf {
        self.path.join("match.state")
    }
}

impl Request {
    /// Reads that of a folder; `None` for a folder that is free or not there.
    fn read(folder: &Path) -> Result<Option<Request>, Error> {
        let file = folder.join(REQUEST);
        let Some(bytes) = regular::read_if_there(&file, regular::MOST)? else {
            let sentence = || format!("{} holds other files: write to another file", folder.display());
            return if atomic::is_free(folder) { Ok(None) } else { Err(Error::Usage(sentence())) };
        };
        let unknown = |error| {
            let (file, error) = (file.display(), quoted(&error));
            Error::Usage(format!("{file} is no request of hyakuman agents adapt: {error}"))
        };
        serde_json::from_slice(&bytes).map(Some).map_err(unknown)
    }

    /// The first difference to an earlier request, in words; `None` if the work is the same.
    fn difference(&self, found: &Request) -> Option<String> {
        let [ours, theirs] = [self, found].map(|request| {
            let Request { program, rules, rules_hash, agent, policy, seed, budget, .. } = request;
            [
                ("the program", program.clone()),
                ("the ruleset", format!("{rules} ({rules_hash})")),
                ("the agent", agent.clone()),
                ("the policy", policy.clone()),
                ("the seed", seed.to_string()),
                ("the budget", budget.to_string()),
            ]
        });
        let same_plan = matches!(self.budget, Budget::Plan(plan) if found.plan == Some(plan));
        let mut differences = ours.into_iter().zip(theirs).filter(|(ours, theirs)| ours != theirs);
        let ((what, ours), (_, theirs)) =
            differences.find(|((what, _), _)| !(same_plan && *what == "the budget"))?;
        Some(format!("{what} is {theirs} there, not {ours}"))
    }
}
