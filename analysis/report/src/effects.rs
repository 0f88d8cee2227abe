//! The effects of a comparison: which of them are shown, and their tables, for both the page and the text.

use crate::table::{Cell, Table, plain};
use hyakuman_analysis::figures::shown_effect;
use hyakuman_analysis::{Effect, Mark, Measure, PairedMeasures, Unit};
use hyakuman_arena::compare::{ArmResult, Compared, Subject, Target};
use hyakuman_arena::measures::is_effect_constant_in_self_play;

/// Measures that are shown of several arms besides the primary ones.
const USUAL: [&str; 7] = ["kyoku", "rank_points", "won", "riichi", "call", "deal_in", "win_points"];

/// The measures shown for every seat; the JSON has all.
const OF_A_SEAT: [&str; 2] = ["placement", "rank_points"];

/// A measure of an arm with its effect.
#[derive(Clone, Debug)]
pub struct Found {
    /// Whose it is.
    pub subject: Subject,
    /// The measure.
    pub measure: &'static Measure,
    /// Variant against base.
    pub effect: Effect,
    /// What the difference says.
    pub mark: Mark,
    /// Whether it is a primary measure.
    pub primary: bool,
}

impl Found {
    /// Base, variant, difference with its mark.
    pub fn cells(&self) -> Vec<Cell> {
        cells(self.measure.unit, &self.effect, self.mark)
    }
}

/// The usual measures that are not primary.
pub fn usual(compared: &Compared) -> impl Iterator<Item = Target> {
    let read = |name| Target::read(name, &compared.known()).ok();
    USUAL.into_iter().filter_map(read).filter(|target| !compared.primary.contains(target))
}

/// The measures of an arm that mean something in this game and happened: of the table, the agents, and the results of the
/// seats.
pub fn found(compared: &Compared, arm: &ArmResult) -> Vec<Found> {
    let effects = &arm.effects;
    let table = [(Subject::Table, &effects.matches)].into_iter();
    let agents = effects.agents.iter().enumerate().map(|(at, measures)| (Subject::Agent(at), measures));
    let seats = effects.seats.iter().enumerate().map(|(at, measures)| (Subject::Seat(at), measures));
    let of = |(subject, measures): (Subject, &PairedMeasures)| {
        let found = measures.effects_at(compared.level).map(|(measure, effect)| {
            let judged = compared.judged(arm, subject, measure);
            let mark = Mark::of(effect.difference.as_ref(), judged.and_then(|judged| judged.adjusted));
            Found { subject, measure, effect, mark, primary: judged.is_some() }
        });
        found.filter(|found| means_something(compared, found)).collect::<Vec<_>>()
    };
    table.chain(agents).chain(seats).flat_map(of).collect()
}

fn means_something(compared: &Compared, Found { subject, measure, effect, .. }: &Found) -> bool {
    let self_play = compared.lineup.agents().len() == 1;
    let shown = match subject {
        Subject::Table => true,
        Subject::Agent(_) => !(self_play && is_effect_constant_in_self_play(measure, effect)),
        Subject::Seat(_) => OF_A_SEAT.contains(&measure.name),
    };
    shown && !compared.inapplicable.contains(&measure.name) && effect.happens(measure)
}

/// A table of base, variant and difference.
pub fn table(title: &str, rows: impl Iterator<Item = (String, Vec<Cell>)>) -> Table {
    Table::new([title, "base", "variant", "difference"], rows)
}

/// Base, variant, difference with its mark.
pub(crate) fn cells(unit: Unit, effect: &Effect, mark: Mark) -> Vec<Cell> {
    let [base, variant, difference, interval] = shown_effect(unit, effect);
    vec![plain(base), plain(variant), [format!("{} {difference}", mark.sign()), interval]]
}
