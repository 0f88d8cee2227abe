//! The effects of a comparison: which of them are shown, and their rows.

use crate::arms::shortened;
use crate::document::{Cell, Row, Table, plain};
use hyakuman_analysis::figures::{label, shown_effect, words};
use hyakuman_analysis::{Effect, Mark, Measure, PairedMeasures, Unit};
use hyakuman_arena::compare::{ArmResult, Compared};
use hyakuman_arena::estimand::{Judged, Subject, Target};
use hyakuman_arena::measures::{EDGE, is_effect_constant_in_self_play};
use hyakuman_arena::metrics::is_of_own_yaku;

/// Measures that are shown of several arms besides the primary ones.
const USUAL: [&str; 8] = ["kyoku", "rank_points", "edge", "won", "riichi", "call", "deal_in", "win_points"];

/// The measures shown for every seat; the JSON has all.
const OF_A_SEAT: [&str; 3] = ["placement", "rank_points", "edge"];

/// Most characters of the name of an agent above a column.
pub(crate) const SHORT: usize = 16;

/// The place of the difference in a row, from 0.
pub(crate) const DIFFERENCE: usize = 2;

/// A measure of an arm with its effect.
pub(crate) struct Found {
    /// Whose it is.
    pub subject: Subject,
    pub measure: &'static Measure,
    /// Variant against base, and what the difference says.
    pub judged: Judged,
}

impl Found {
    /// Base, variant and difference.
    pub(crate) fn row(&self) -> Row {
        row(label(self.measure), self.measure.unit, &self.judged)
    }
}

/// The usual measures and those of one's own, without the primary ones.
pub(crate) fn usual(compared: &Compared) -> impl Iterator<Item = Target> {
    let read = |name: &str| Target::read(name, &compared.known()).ok();
    let usual = USUAL.into_iter().filter_map(read);
    usual.chain(own(compared)).filter(|target| !compared.primary.contains(target))
}

/// Measures of one's own: of the table, or of every agent.
fn own(compared: &Compared) -> Vec<Target> {
    let known = compared.known();
    let names = compared.own_measures().iter().filter_map(|text| Some(text.split_once('=')?.0.trim()));
    let of_each = |name: &str| {
        let whose = compared.lineup.agents().iter().map(ToString::to_string).chain(["table".to_owned()]);
        whose.filter_map(|whose| Target::read(&format!("{whose}.{name}"), &known).ok()).collect::<Vec<_>>()
    };
    names.flat_map(of_each).collect()
}

/// The name of a measure, with whose it is where that is not clear: an agent in at most so many characters.
pub(crate) fn name(compared: &Compared, target: &Target, most: usize) -> String {
    let (agents, name) = (compared.lineup.agents(), label(target.measure));
    match target.subject {
        Subject::Seat(seat) => format!("seat {seat}: {name}"),
        Subject::Agent(at) if agents.len() > 1 => {
            let whose = agents[at].to_string();
            // An agent may be called as a measure is: placement.
            let word = if name == whose { "agent " } else { "" };
            format!("{word}{}: {name}", shortened(&whose, most))
        }
        Subject::Agent(_) | Subject::Table => name,
    }
}

/// The yaku that the rules of an arm or of the base define, with the share of wins that have each; and the local yaku that differ. Those that
/// never happened are left out.
pub(crate) fn yaku(compared: &Compared, arm: &ArmResult) -> impl Iterator<Item = Row> {
    let local = local_yaku(arm);
    let is_shown =
        move |measure: &Measure| is_of_own_yaku(measure) || local.contains(&plain_name(measure.name));
    unadjusted(compared, &arm.effects.metrics.yaku, is_shown)
}

/// Those of these measures, none of which is a primary one, that happened.
pub(crate) fn unadjusted(
    compared: &Compared,
    measures: &PairedMeasures,
    is_shown: impl Fn(&Measure) -> bool,
) -> impl Iterator<Item = Row> {
    let all = measures.effects_at(compared.level).filter(move |(measure, effect)| {
        let is_known = effect.base.is_some() || effect.variant.is_some();
        is_known && is_shown(measure) && effect.happens(measure)
    });
    all.map(|(measure, effect)| {
        row(words(measure.name), measure.unit, &Judged::new(effect, None, compared.level))
    })
}

/// The local yaku that are played in one of the two rulesets, in both if the lists differ.
fn local_yaku(arm: &ArmResult) -> Vec<String> {
    let lists = arm.changes.differences.iter().filter(|rule| rule.field == "local_yaku");
    let names = lists.flat_map(|rule| [&rule.a, &rule.b]).filter_map(|list| list.as_array()).flatten();
    names.filter_map(|name| name.as_str()).map(plain_name).collect()
}

/// A name without what differs between the names of rules and of yaku.
fn plain_name(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The measures of an arm that mean something in this game and happened: of the table, the agents, and the results of the
/// seats.
pub(crate) fn found(compared: &Compared, arm: &ArmResult) -> Vec<Found> {
    let effects = &arm.effects;
    let table = [(Subject::Table, &effects.matches)].into_iter();
    let agents = effects.agents.iter().enumerate().map(|(at, measures)| (Subject::Agent(at), measures));
    let seats = effects.seats.iter().enumerate().map(|(at, measures)| (Subject::Seat(at), measures));
    let edges = effects.metrics.edges.iter().map(|edge| (EDGE, edge.effect(compared.level)));
    // The table has none.
    let edges = [None].into_iter().chain(edges.map(Some));
    let of = |((subject, measures), edge): ((Subject, &PairedMeasures), Option<_>)| {
        let mut all: Vec<(&'static Measure, Effect)> = measures.effects_at(compared.level).collect();
        let results =
            all.iter().position(|(measure, _)| measure.name == "rank_points").map_or(0, |at| at + 1);
        all.splice(results..results, edge);
        let found = all.into_iter().map(|(measure, effect)| Found {
            subject,
            measure,
            judged: compared.judged(arm, subject, measure, effect),
        });
        found.filter(|found| means_something(compared, found)).collect::<Vec<_>>()
    };
    table.chain(agents).chain(seats).zip(edges).flat_map(of).collect()
}

fn means_something(compared: &Compared, Found { subject, measure, judged }: &Found) -> bool {
    let effect = &judged.effect;
    let self_play = compared.lineup.agents().len() == 1;
    let shown = match subject {
        Subject::Table => true,
        Subject::Agent(_) => !(self_play && is_effect_constant_in_self_play(measure, effect)),
        Subject::Seat(_) => OF_A_SEAT.contains(&measure.name),
    };
    let is_known = *measure != EDGE || effect.base.is_some() || effect.variant.is_some();
    shown && is_known && !compared.inapplicable.contains(&measure.name) && effect.happens(measure)
}

/// A table of base, variant and difference.
pub(crate) fn table(title: &str, rows: impl Iterator<Item = Row>) -> Table {
    let heads = [title, "base", "variant", "difference"];
    Table { rows: rows.collect(), ..Table::new::<_, Cell>(heads, []) }
}

fn row(label: String, unit: Unit, judged: &Judged) -> Row {
    let [base, variant, ..] = shown_effect(unit, &judged.effect);
    let mut difference = difference(unit, judged);
    difference.drawn.take_if(|_| judged.mark == Mark::Same);
    (label, vec![plain(base), plain(variant), difference]).into()
}

/// The difference with its mark, which can be drawn.
pub(crate) fn difference(unit: Unit, judged: &Judged) -> Cell {
    let mark = judged.mark.sign().to_string().trim().to_owned();
    Cell { mark, ..Cell::effect(unit, &judged.effect, judged.mark) }
}
