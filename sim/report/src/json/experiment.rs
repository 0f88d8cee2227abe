//! An experiment.

use hyakuman_analysis::Level;
use hyakuman_arena::experiment::{Experiment, Finding, Found, Table};
use hyakuman_arena::{Estimand, Rate};
use serde_json::{Value, json};

/// What an experiment found.
pub fn experiment(experiment: &Experiment, found: &Found) -> Value {
    let Experiment { rulesets, tables, .. } = experiment;
    let ruleset = |at: usize| {
        let (name, rules) = &rulesets[at];
        let of = rules.describe();
        json!({ "name": name, "rules": of.id, "title": of.title, "rules_hash": of.hash_text() })
    };
    let table = |Table { name, agents, seats, .. }: &Table| json!({ "name": name, "agents": agents, "seats": seats.name() });
    let cell =
        |&[rules, table]: &[usize; 2]| json!({ "rules": rulesets[rules].0, "table": tables[table].name });
    let findings = found.findings.iter().map(|finding| of(experiment, finding));
    json!({
        "family": rulesets[0].1.describe().family,
        "rulesets": (0..rulesets.len()).map(ruleset).collect::<Vec<_>>(),
        "tables": tables.iter().map(table).collect::<Vec<_>>(),
        "walls": found.walls,
        "games": found.matches,
        "decisions": found.decisions,
        "adjustment": found.adjustment,
        "intervals": if found.level == Level::Fixed { "fixed" } else { "anytime" },
        "stopped": found.ending.name("walls"),
        "rescored": found.rescored.iter().map(cell).collect::<Vec<_>>(),
        "findings": findings.collect::<Vec<_>>(),
    })
}

fn of(experiment: &Experiment, finding: &Finding) -> Value {
    let Finding { asked, estimand, judged, equivalence: verdict, .. } = finding;
    let mut object = match estimand {
        Estimand::Rate(_) => json!({ "estimate": judged.effect.base }),
        _ => json!(judged),
    };
    let rate = |rate: &Rate| {
        let (rules, table) = (experiment.rules_of(rate), experiment.table_of(rate));
        json!({ "measure": rate.measure, "rules": rules, "table": table })
    };
    object["name"] = json!(estimand.to_string());
    object["asked"] = asked.rates().into_iter().map(rate).collect();
    object["equal_within"] = json!(verdict);
    object
}
