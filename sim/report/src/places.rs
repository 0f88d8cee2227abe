//! The model of final places fitted to a ruleset.

use crate::document::{Block, Cell, Document, Table, plain};
use crate::head;
use hyakuman_analysis::figures::grouped;
use hyakuman_arena::PlaceFit;
use hyakuman_arena::places::HELD_OUT;
use hyakuman_arena::places::losses::{Loss, Losses, SetLosses, mean};
use hyakuman_core::game::ruleset::Described;

/// What the models foretell of the walls held out.
pub fn document(fit: &PlaceFit, rules: &Described, seed: u64) -> Document {
    let reading = format!(
        "Log loss on the walls held out, one in {HELD_OUT}: of the place of a seat, / of the order of all. prior: how often each happened; \
         normal: the model for rulesets without a fit; built-in: the fit that comes with the program, if there is one"
    );
    let facts = Block::Facts(head::played(rules, fit.matches, seed, &fit.lineup));
    let blocks = vec![facts, Block::Table(losses(fit)), Block::Reading(reading)];
    Document { title: format!("Final places: {}", rules.id), blocks }
}

/// The losses of each kyoku that has some, and of all.
fn losses(fit: &PlaceFit) -> Table {
    let label = |kyoku: usize| match kyoku + 1 == fit.losses.len() {
        true => "extension".to_owned(),
        false => kyoku.to_string(),
    };
    let sets = fit.losses.iter().enumerate().map(|(kyoku, set)| (label(kyoku), *set));
    let sum = |of: fn(&SetLosses) -> usize| fit.losses.iter().map(of).sum();
    let (fitted, held_out) = (sum(|set| set.fitted), sum(|set| set.held_out));
    let all = SetLosses { fitted, held_out, losses: mean(&fit.losses) };
    let rows = sets.chain([("all".to_owned(), all)]);
    let rows = rows.filter_map(|(label, set)| Some((label, cells(&set, &set.losses?))));
    let built_in = all.losses.and_then(|losses| losses.built_in).map(|_| "built-in");
    let heads = ["kyoku", "fitted", "held out", "prior", "normal"].into_iter();
    Table::new(heads.chain(built_in).chain(["fit"]), rows)
}

fn cells(set: &SetLosses, losses: &Losses) -> Vec<Cell> {
    let shown = |Loss { place, order }: Loss| format!("{place:.4} / {order:.4}");
    let counts = [set.fitted, set.held_out].map(|rows| grouped(rows as f64, 0));
    let losses = [Some(losses.prior), Some(losses.normal), losses.built_in, Some(losses.fit)];
    counts.into_iter().chain(losses.into_iter().flatten().map(shown)).map(plain).collect()
}
