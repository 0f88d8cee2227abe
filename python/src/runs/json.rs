//! Results as JSON, for the dataclasses of `hyakuman/runs.py`.

use crate::error::in_python;
use hyakuman_analysis::{Difference, Effect, Estimate, Level, Mark, Measure, PairedMeasures};
use hyakuman_arena::compare::{Ending, Judged};
use hyakuman_arena::{Compared, Contest, Played, Rates};
use serde_json::{Map, Value, json};

/// The result of a run.
pub(super) fn played(played: &Played, remarks: Vec<String>) -> String {
    let agents =
        played.agents().map(|(spec, found)| json!({ "agent": spec.to_string(), "rates": rates(found) }));
    let seats = (0..played.lineup.named().len()).map(|seat| rates(played.seat(seat)));
    json!({
        "games": played.stats.games(),
        "decisions": played.decisions,
        "agents": agents.collect::<Vec<_>>(),
        "seats": seats.collect::<Vec<_>>(),
        "table": rates(played.matches()),
        "data_set": played.data_set,
        "remarks": remarks,
    })
    .to_string()
}

/// The result of a comparison.
pub(super) fn compared(compared: &Compared) -> String {
    let primary = |judged: &[Judged]| {
        let found = compared.primary.iter().zip(judged);
        object(found.map(|(target, found)| (target.to_string(), judgement(found))))
    };
    let arms = compared.arms.iter().map(|arm| {
        let agents = compared.lineup.agents().iter().zip(&arm.effects.agents);
        json!({
            "name": arm.name,
            "primary": primary(&arm.primary),
            "agents": object(agents.map(|(agent, found)| (agent.to_string(), effects(found, compared)))),
            "seats": arm.effects.seats.iter().map(|found| effects(found, compared)).collect::<Vec<_>>(),
            "table": effects(&arm.effects.matches, compared),
            "rescored": arm.rescored,
        })
    });
    let pairs = compared.pairs.iter().map(|pair| {
        let names = pair.arms.map(|arm| compared.arms[arm].name.as_str());
        json!({ "arms": names, "primary": primary(&pair.primary) })
    });
    json!({
        "games": compared.matches,
        "walls": compared.walls,
        "arms": arms.collect::<Vec<_>>(),
        "pairs": pairs.collect::<Vec<_>>(),
        "stopped": match compared.ending {
            Ending::Matches => "games",
            Ending::Precision => "precision",
            Ending::Same => "same",
            Ending::Time(_) => "time",
        },
        "intervals": if compared.level == Level::Fixed { "fixed" } else { "anytime" },
        "notes": compared.notes.iter().map(|note| in_python(&note.to_string())).collect::<Vec<_>>(),
    })
    .to_string()
}

/// The result of a match between agents.
pub(super) fn contest(contest: &Contest) -> String {
    let name = |agent: usize| contest.agents[agent].to_string();
    let pairs = contest.pairs.iter().map(|pair| {
        json!({
            "agents": pair.agents.map(name),
            "games": pair.matches,
            "difference": estimate(pair.difference.estimate),
            "walls_changed": pair.difference.walls_changed,
        })
    });
    let ratings = contest.ratings.iter().enumerate();
    json!({
        "games": contest.matches,
        "walls": contest.walls,
        "ratings": object(ratings.map(|(agent, rating)| (name(agent), estimate(*rating)))),
        "pairs": pairs.collect::<Vec<_>>(),
    })
    .to_string()
}

fn object(entries: impl Iterator<Item = (String, Value)>) -> Value {
    Value::Object(entries.collect::<Map<_, _>>())
}

fn rates(rates: Rates<'_>) -> Value {
    let named = |(measure, found): (&Measure, Option<Estimate>)| {
        (measure.name.to_owned(), found.map_or(Value::Null, estimate))
    };
    object(rates.iter().map(named))
}

fn effects(measures: &PairedMeasures, compared: &Compared) -> Value {
    let applicable = |measure: &Measure| !compared.inapplicable.contains(&measure.name);
    let found = measures.effects_at(compared.level).filter(|(measure, _)| applicable(measure));
    object(found.map(|(measure, found)| (measure.name.to_owned(), effect(&found))))
}

fn judgement(judged: &Judged) -> Value {
    let mut value = effect(&judged.effect);
    value["p_adjusted"] = json!(judged.adjusted);
    value["shown"] = json!(judged.mark == Mark::Adjusted);
    value
}

fn effect(effect: &Effect) -> Value {
    let Effect { base, variant, difference } = effect;
    let [base, variant] = [base, variant].map(|found| found.map_or(Value::Null, estimate));
    json!({
        "base": base,
        "variant": variant,
        "difference": difference.map(|found| {
            let Difference { value, interval, clusters, .. } = found;
            estimate(Estimate { value, interval, clusters, few: found.few() })
        }),
        "p": difference.and_then(|found| found.p),
    })
}

/// With an interval from ten walls on, as in the output of the program.
fn estimate(found: Estimate) -> Value {
    json!({ "value": found.value, "interval": found.bounds(), "walls": found.clusters, "few": found.few })
}
