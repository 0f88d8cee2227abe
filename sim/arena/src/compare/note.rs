//! What a reader of a comparison should know: where its question has another answer than the numbers seem to give.

use super::{ArmResult, Changes};
use crate::estimand::Target;
use crate::lineup::Lineup;
use hyakuman_agents::{Knowledge, Spec};
use std::fmt;

/// A remark on the result. Arms are called as in [`Changes::arm`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// An agent was adapted to each ruleset: the agents under the base, and under each arm.
    Fitted(Vec<String>),
    /// These arms were re-scored.
    Rescored(Vec<String>),
    /// One agent plays every seat, so rules cannot change its results; these arms change final points only, or a primary
    /// measure is a result.
    Equals {
        /// The agent.
        agent: String,
        /// The primary measures that are results of a seat.
        measures: Vec<String>,
        /// Different agents for this game.
        example: String,
    },
    /// No wall changed in any measure: too rare, or no agent at the table makes use of the change.
    Unused(Vec<String>),
    /// These arms count rank points in another unit.
    Unit {
        /// The arms.
        arms: Vec<String>,
        /// The rules that differ and make the unit.
        rules: Vec<&'static str>,
    },
    /// Rules that differ and on which no decision of any agent at the table depends.
    Ignored(Vec<&'static str>),
    /// Yaku of the arms towards which no agent builds, in a sentence that names them.
    NotBuilt(String),
}

/// The rules that say what a rank point is worth.
fn unit_of_rank_points(family: &str) -> &'static [&'static str] {
    match family {
        "riichi" => &["uma", "floating_uma", "uma_unit", "oka_to_first", "reference_points", "start_points"],
        "toutenkou" => &["uma", "start", "target"],
        "toppan" => &["uma", "prize"],
        _ => &[],
    }
}

/// The remarks on these arms; `unbuilt` names yaku towards which no agent builds.
pub(super) fn notes(
    lineup: &Lineup,
    family: &str,
    arms: &[ArmResult],
    primary: &[Target],
    unbuilt: Option<String>,
) -> Vec<Note> {
    let which = |is: &dyn Fn(&ArmResult) -> bool| -> Vec<String> {
        arms.iter().filter(|arm| is(arm)).map(|arm| arm.changes.arm.clone()).collect()
    };
    let (rescored, unused) = (which(&|arm| arm.rescored), which(&|arm| arm.effects.nothing_changed()));
    let results = primary.iter().filter(|target| target.is_result() || target.is_edge());
    let measures: Vec<String> = results.map(ToString::to_string).collect();
    let equals = lineup.agents().len() == 1 && !(rescored.is_empty() && measures.is_empty());
    let mut notes = Vec::new();
    notes.extend(fitted(lineup, arms));
    notes.extend((!rescored.is_empty()).then_some(Note::Rescored(rescored)));
    notes.extend(equals.then(|| Note::Equals {
        agent: lineup.agents()[0].to_string(),
        measures,
        example: example(lineup, family),
    }));
    notes.extend((!unused.is_empty()).then_some(Note::Unused(unused)));
    notes.extend(on_rules(family, &arms.iter().map(|arm| &arm.changes).collect::<Vec<_>>(), unbuilt));
    notes
}

/// The remarks on what these arms change.
pub(crate) fn on_rules(family: &str, arms: &[&Changes], unbuilt: Option<String>) -> Vec<Note> {
    let notes = unit(family, arms).into_iter().chain(ignored(arms));
    notes.chain(unbuilt.map(Note::NotBuilt)).collect()
}

/// The arms under which rank points have another unit.
fn unit(family: &str, arms: &[&Changes]) -> Option<Note> {
    let of_unit = |rule: &&'static str| unit_of_rank_points(family).contains(rule);
    let changing = arms.iter().filter(|arm| arm.rules().any(|rule| of_unit(&rule)));
    let changing: Vec<String> = changing.map(|arm| arm.arm.clone()).collect();
    let rules = distinct(arms).filter(of_unit).collect();
    (!changing.is_empty()).then_some(Note::Unit { arms: changing, rules })
}

/// The rules that differ in some arm and that no agent knows.
fn ignored(arms: &[&Changes]) -> Option<Note> {
    let known = |rule: &&'static str| {
        let of_rule = arms.iter().flat_map(|arm| arm.knowledge()).filter(|(other, _)| other == rule);
        of_rule.flat_map(|(_, agents)| agents).any(|&known| known != Knowledge::NotAtAll)
    };
    let rules: Vec<_> = distinct(arms).filter(|rule| !known(rule)).collect();
    (!rules.is_empty()).then_some(Note::Ignored(rules))
}

/// The rules that differ in some arm, each once.
fn distinct(arms: &[&Changes]) -> impl Iterator<Item = &'static str> {
    let mut rules: Vec<&'static str> = Vec::new();
    for rule in arms.iter().flat_map(|arm| arm.rules()) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules.into_iter()
}

/// The agents under each ruleset, if they differ.
fn fitted(lineup: &Lineup, arms: &[ArmResult]) -> Option<Note> {
    let differ = arms.iter().any(|arm| arm.agents != lineup.named());
    let text = |agents: &[Spec]| {
        let single = agents.iter().all(|agent| *agent == agents[0]);
        let agents = if single { &agents[..1] } else { agents };
        agents.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ")
    };
    let all = [lineup.named()].into_iter().chain(arms.iter().map(|arm| &arm.agents[..]));
    differ.then(|| Note::Fitted(all.map(text).collect()))
}

/// Agents of different strength at a table of this family.
fn example(lineup: &Lineup, family: &str) -> String {
    let (one, rest) = match family {
        "riichi" => ("placement", "ukeire"),
        _ => (lineup.agents()[0].name(), "random"),
    };
    let others = vec![rest; lineup.named().len() - 1];
    format!("{one},{}", others.join(","))
}

/// Whole sentences.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Fitted(agents) => {
                f.write_str(
                    "each ruleset is played by the agents adapted to it; the intervals are of the matches, not of what the agents learned, which another \
                     seed would make otherwise: base ",
                )?;
                f.write_str(&agents[0])?;
                let mut arms = agents.iter().enumerate().skip(1);
                arms.try_for_each(|(arm, agents)| write!(f, "; arm {arm} {agents}"))
            }
            Note::Rescored(arms) => write!(
                f,
                "{} re-scored: the same matches as the base or an earlier arm, with other final points; exact for these \
                 agents, not for agents that would adapt, such as placement.",
                subject(arms, "was", "were")
            ),
            Note::Equals { agent, measures, example } => equals(f, agent, measures, example),
            Note::Unused(arms) => write!(
                f,
                "{} nothing on any wall: what the rule is about is too rare for this number of games, or no agent at this \
                 table makes use of it. Play more games, or other agents (hyakuman agents list).",
                subject(arms, "changed", "changed")
            ),
            Note::Unit { arms, rules } => write!(
                f,
                "{} rank points in another unit than the base ({}), so their difference is not that of the players alone; placement and edge, \
                 how clearly a player leads, have the same unit under all rules.",
                subject(arms, "counts", "count"),
                rules.join(", ")
            ),
            Note::Ignored(rules) => write!(
                f,
                "no agent at this table plays by {}: the effect is the one on players who ignore {}.",
                rules.join(", "),
                if rules.len() == 1 { "the rule" } else { "these rules" }
            ),
            Note::NotBuilt(sentence) => write!(f, "{sentence}."),
        }
    }
}

fn equals(f: &mut fmt::Formatter<'_>, agent: &str, measures: &[String], example: &str) -> fmt::Result {
    write!(
        f,
        "{agent} plays every seat, so no rule can change its average placement, nor rank points that add up to zero"
    )?;
    if !measures.is_empty() {
        write!(f, "; {} shows the advantage of that seat", measures.join(", "))?;
    }
    write!(
        f,
        ". To see what a rule does to better and worse players, seat different agents: --agents {example}."
    )
}

/// `Arm 2 was`, `Arms 1, 2, 5 were`.
fn subject(arms: &[String], one: &str, many: &str) -> String {
    let names = arms.join(", ");
    if arms.len() == 1 { format!("Arm {names} {one}") } else { format!("Arms {names} {many}") }
}
