//! The entry of the roster.

use super::{Player, Search};
use crate::placement::Unfitted;
use crate::roster::{AgentEntry, Options, Roster};
use hyakuman_core::Seat;
use hyakuman_core::game::AnyAgent;
use hyakuman_riichi::Riichi;
use std::sync::Arc;

const NAME: &str = "search";
/// Most worlds of a decision.
const MOST_WORLDS: u32 = 1_000_000;

crate::options! {
    BASE = "base", &["value"], "the agent whose choices are checked; it values actions";
    WORLDS = "worlds", &["512"], "most worlds that a decision is played in";
    POLICY = "policy", &["value:depth=0"], "the agent that plays in these worlds";
}

/// `search` for four and three players; its remarks are rules without a fitted model of places.
pub(crate) fn entry() -> AgentEntry {
    let unfitted = Arc::new(Unfitted::default());
    let [four, three] = [Arc::clone(&unfitted), Arc::clone(&unfitted)];
    let mut entry = AgentEntry::new(NAME)
        .about("another agent's calls and riichi, checked by playing what may be hidden to the end of the kyoku; slow")
        .agent_option(BASE)
        .option(WORLDS)
        .agent_option(POLICY)
        .plays_with(move |options, roster| search::<4>(options, roster, &four))
        .plays_with(move |options, roster| search::<3>(options, roster, &three))
        .remarks(move || unfitted.remarks(NAME));
    entry.slow = true;
    entry
}

fn search<const N: usize>(
    options: &Options,
    roster: &Roster,
    unfitted: &Arc<Unfitted>,
) -> Result<AnyAgent<Riichi<N>>, String> {
    let text = options.text(WORLDS.name);
    let worlds = text.parse().ok().filter(|worlds| *worlds <= MOST_WORLDS);
    let worlds = worlds.ok_or_else(|| format!("worlds={text}: expected a number from 0 to {MOST_WORLDS}"))?;
    let base = nested(options, roster, BASE.name)?;
    let policy: Vec<Player<N>> =
        Seat::all(N).map(|_| nested(options, roster, POLICY.name)).collect::<Result<_, _>>()?;
    let policy = policy.try_into().unwrap_or_else(|_| unreachable!("an agent for each seat"));
    Ok(AnyAgent::Scalar(Box::new(Search::new(base, policy, worlds).noting(unfitted))))
}

/// The agent of an option.
fn nested<const N: usize>(options: &Options, roster: &Roster, option: &str) -> Result<Player<N>, String> {
    let spec = roster.spec(options.text(option)).map_err(|error| error.to_string())?;
    let unfit = |why| format!("{option}={spec}: {why}");
    if spec.name() == NAME || roster.is_external(&spec) {
        return Err(unfit("expected an agent that neither searches nor is a program of its own"));
    }
    let agent = roster.agent::<Riichi<N>>(&spec).map_err(|error| error.to_string())?;
    agent.scalar().ok_or_else(|| unfit("expected an agent that answers one decision at a time"))
}
