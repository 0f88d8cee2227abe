//! An agent adapted to each of some rulesets, for `compare --adapt`.

use super::folder::Folder;
use super::{AdaptOptions, Adapted, adapt, base, labelling};
use crate::error::{Error, Within};
use crate::observer::{Observer, OneOf};
use crate::tune::fitted::{Fitted, FittedAgents, NAME};
use hyakuman_agents::{Roster, Spec};
use hyakuman_game::ruleset::Described;
use hyakuman_registry::AnyRules;
use std::path::Path;

/// The file of the adapted agents of a folder.
const AGENTS: &str = "agents.json";

/// The spec that plays each ruleset with its agent in the file that [`adapt_to_each`] writes in a folder.
///
/// # Errors
/// The path of the folder is not UTF-8.
pub fn adapted_agents(folder: &Path) -> Result<Spec, Error> {
    let no_text = || Error::Usage(format!("{} is not UTF-8", folder.display()));
    let file = folder.join(AGENTS).to_str().ok_or_else(no_text)?.to_owned();
    Ok(NAME.parse::<Spec>()?.with("file", &file).with("trust", "true"))
}

/// Adapts an agent to each of these rulesets; `options.out` is a folder. The adapted agents are listed in a file there, and what is listed is
/// not made again. Returns a sentence for each ruleset that is played by the agent as it was, because adapting gained nothing.
///
/// # Errors
/// Those of [`adapt`]; before anything is played, that the folder holds an agent that was adapted in another way.
pub fn adapt_to_each(
    rulesets: &[&AnyRules],
    roster: &Roster,
    options: &AdaptOptions,
    observer: &dyn Observer,
) -> Result<Vec<String>, Error> {
    let folder = &options.out;
    std::fs::create_dir_all(folder).within(|| folder.display())?;
    let listed = folder.join(AGENTS);
    let how = labelling(roster, &base(roster, &options.agent)?, options)?;
    let of_rules = |rules: &AnyRules| {
        let out = folder.join(format!("{}.agent", rules.describe().hash_text()));
        AdaptOptions { out, ..options.clone() }
    };
    let folders = rulesets.iter().map(|rules| Folder::of(rules, &how, &of_rules(rules)));
    let folders = folders.collect::<Result<Vec<_>, Error>>()?;
    let mut before = 0;
    for (at, (rules, folder)) in rulesets.iter().zip(&folders).enumerate() {
        let described = rules.describe();
        if folder.is_begun() && FittedAgents::find(&listed, &described)?.is_some() {
            continue;
        }
        let one = OneOf::new(observer, before, [at + 1, rulesets.len()]);
        let adapted = adapt(rules, roster, &of_rules(rules), &one)?;
        before += one.matches.into_inner();
        FittedAgents::add(&listed, adapted.fitted(&described, options.seed))?;
    }
    let found = rulesets.iter().map(|rules| FittedAgents::find(&listed, &rules.describe()));
    let found: Vec<Fitted> = found.filter_map(Result::transpose).collect::<Result<_, Error>>()?;
    Ok(found.iter().filter_map(Fitted::without_gain).collect())
}

impl Adapted {
    /// The agent as files of fitted agents have it.
    fn fitted(&self, rules: &Described, seed: u64) -> Fitted {
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

impl Fitted {
    /// A sentence, if the rules are played by the agent as it was.
    fn without_gain(&self) -> Option<String> {
        let Fitted { rules, agent, before, gain, .. } = self;
        let gain = gain.filter(|_| agent == before)?;
        Some(format!(
            "{rules} is played by {before} as it is: adapting gained {gain:+.2} rank points a match"
        ))
    }
}
