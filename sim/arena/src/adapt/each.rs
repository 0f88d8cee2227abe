//! An agent adapted to each of some rulesets, for `compare --adapt`.

use super::folder::Folder;
use super::plan::{Budget, Trials};
use super::{AdaptOptions, adapt, base, corrected, labelling};
use crate::error::Error;
use crate::observer::{Observer, OneOf};
use hyakuman_agents::learned::CorrectionFile;
use hyakuman_agents::{Roster, Spec};
use hyakuman_games::registry::AnyRules;
use hyakuman_record::{folder, regular};
use std::path::Path;

/// The agent that plays a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentOfRules {
    /// The adapted agent, or the agent as it was if adapting gained nothing.
    pub agent: String,
    /// A sentence that says that it gained nothing.
    pub remark: Option<String>,
}

/// Adapts an agent to each of these rulesets; `options.out` is a folder, with a correction for each. What is finished there is not made
/// again. Returns the agent of each ruleset, in their order.
///
/// # Errors
/// Those of [`adapt`]; before anything is played, that the folder holds an agent that was adapted in another way.
pub fn adapt_to_each(
    rulesets: &[&AnyRules],
    roster: &Roster,
    options: &AdaptOptions,
    observer: &dyn Observer,
) -> Result<Vec<AgentOfRules>, Error> {
    let folder = &options.out;
    folder::create(folder)?;
    let base = base(roster, &options.agent)?;
    let how = labelling(roster, &base, options)?;
    let one = |rules: &&AnyRules| {
        let out = folder.join(format!("{}.agent", rules.describe().hash_text()));
        let (agent, options) = (corrected(roster, &base, &out)?, AdaptOptions { out, ..options.clone() });
        Ok((Folder::of(rules, &how, &options)?, options, agent))
    };
    let all = rulesets.iter().map(one).collect::<Result<Vec<_>, Error>>()?;
    let (mut before, mut agents) = (0, Vec::new());
    for (rules, (folder, options, agent)) in rulesets.iter().zip(&all) {
        let gain = match gain_in(folder, &options.out)? {
            Some(gain) => gain,
            None => {
                let observer = OneOf::new(observer, before, [agents.len() + 1, rulesets.len()]);
                let adapted = adapt(rules, roster, options, &observer)?;
                before += observer.matches.into_inner();
                adapted.gain.value
            }
        };
        agents.push(AgentOfRules::new(rules, &base, agent, gain));
    }
    Ok(agents)
}

/// About how long that takes here by a plan, in seconds, if nothing of it is finished: by a trial under the first of the rulesets.
///
/// # Errors
/// Those of [`adapt`].
pub(crate) fn seconds_of_each(
    rulesets: &[&AnyRules],
    roster: &Roster,
    options: &AdaptOptions,
    observer: &dyn Observer,
) -> Result<f64, Error> {
    let Budget::Plan(plan) = options.budget else { return Ok(0.0) };
    let base = base(roster, &options.agent)?;
    let (how, folder) = (labelling(roster, &base, options)?, options.out.clone());
    let trials =
        Trials { rules: rulesets[0], roster, base: &base, how: &how, threads: options.threads, folder };
    Ok(trials.seconds(&plan, observer)? * rulesets.len() as f64)
}

/// What a finished adaptation gained, from the card of its correction.
fn gain_in(folder: &Folder, correction: &Path) -> Result<Option<f64>, Error> {
    if !folder.is_begun() {
        return Ok(None);
    }
    let Some(bytes) = regular::read_if_there(correction, regular::MOST)? else { return Ok(None) };
    let found = CorrectionFile::read(&String::from_utf8_lossy(&bytes));
    let found = found.map_err(|what| Error::Usage(format!("{}: {what}", correction.display())))?;
    Ok(found.card["result"]["match"]["gain"].as_f64())
}

impl AgentOfRules {
    fn new(rules: &AnyRules, base: &Spec, adapted: &Spec, gain: f64) -> AgentOfRules {
        if gain > 0.0 {
            return AgentOfRules { agent: adapted.to_string(), remark: None };
        }
        let rules = rules.id();
        let remark =
            format!("{rules} is played by {base} as it is: adapting gained {gain:+.2} rank points a match");
        AgentOfRules { agent: base.to_string(), remark: Some(remark) }
    }
}
