//! `hyakuman tune --choose`: options that are choices.

use super::{TuneArgs, paired};
use crate::figures::grouped;
use crate::run::report::{Timing, add_rules, write_rules};
use anyhow::Result;
use hyakuman_analysis::Unit;
use hyakuman_analysis::figures::shown;
use hyakuman_arena::tune::choose::Candidate;
use hyakuman_arena::{ChooseOptions, Chosen};
use hyakuman_game::ruleset::Described;
use hyakuman_report::table::{Cell, Table, plain};
use serde_json::{Value, json};
use std::io::Write;

impl TuneArgs {
    pub(super) fn choices(&self) -> ChooseOptions {
        let TuneArgs { budget, held_out, .. } = *self;
        ChooseOptions { options: self.choose.clone(), budget, held_out, out: self.out.clone() }
    }

    pub(super) fn write_choice(
        &self,
        rules: &Described,
        chosen: &Chosen,
        timing: Timing,
        out: &mut impl Write,
    ) -> Result<()> {
        if self.json {
            return Ok(writeln!(out, "{}", self.choice(rules, chosen, timing)?)?);
        }
        write_rules(rules, out)?;
        let Chosen { tuned, candidates, rounds, walls } = chosen;
        let [walls, budget] = [*walls, self.budget].map(|number| grouped(number as f64, 0));
        let (count, seed) = (candidates.len(), self.common.seed);
        writeln!(
            out,
            "{count} agents against {}, rounds: {rounds}, deal sets (walls): {walls} of at most {budget}, seed {seed}",
            tuned.before
        )?;
        self.write_gain(tuned, "round", out)?;
        writeln!(out, "\nThe agent was chosen by these numbers, so the best look better than they are:\n")?;
        writeln!(
            out,
            "{}",
            Table::new(
                ["agent", "rounds", "walls", "rank points in the last round"],
                candidates.iter().map(row)
            )
        )?;
        timing.write(tuned.decisions, out)
    }

    fn choice(&self, rules: &Described, chosen: &Chosen, timing: Timing) -> Result<Value> {
        let Chosen { tuned, candidates, rounds, walls } = chosen;
        let mut object = self.to_json(rules, tuned, timing)?;
        let candidate = |Candidate { agent, rounds, last }: &Candidate| json!({ "agent": agent.to_string(), "rounds": rounds, "last": last.map(paired) });
        object["candidates"] = candidates.iter().map(candidate).collect();
        object["budget"] = json!(self.budget);
        (object["steps"], object["walls"]) = (json!(rounds), json!(walls));
        add_rules(&mut object, rules);
        Ok(object)
    }
}

fn row(Candidate { agent, rounds, last }: &Candidate) -> (String, Vec<Cell>) {
    let walls = last.map_or(0, |last| last.estimate.clusters);
    let difference = match last {
        Some(last) if last.walls_changed == 0 => plain("the same"),
        last => shown(Unit::Thousandths, last.map(|last| last.estimate)),
    };
    (agent.to_string(), vec![plain(rounds.to_string()), plain(grouped(walls as f64, 0)), difference])
}

/// Reads an option with values: `calls=true,false`, `calls`.
pub(super) fn read(text: &str) -> Result<(String, Vec<String>), String> {
    let (option, values) =
        text.split_once('=').map_or((text, None), |(option, values)| (option, Some(values)));
    let values: Vec<String> =
        values.map_or(Vec::new(), |values| values.split(',').map(|value| value.trim().to_owned()).collect());
    if option.trim().is_empty() || values.iter().any(String::is_empty) {
        return Err("expected an option, or an option and values, such as calls=true,false".to_owned());
    }
    Ok((option.trim().to_owned(), values))
}

/// The arguments as a command line, with a leading space.
pub(super) fn text(choose: &[(String, Vec<String>)]) -> String {
    let one = |(option, values): &(String, Vec<String>)| match &values[..] {
        [] => format!(" --choose {option}"),
        values => format!(" --choose {option}={}", values.join(",")),
    };
    choose.iter().map(one).collect()
}
