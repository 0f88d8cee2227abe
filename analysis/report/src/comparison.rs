//! The page of a comparison: forest plots of the effects, then every measure of every arm in tables.

use crate::document::{Cell, Table, plain};
use crate::effects::{Found, cells};
use crate::head::described;
use crate::html::{facts, folded, heading, note, page, paragraph, section};
use crate::strips::Strips;
use crate::{apart, arms, effects};
use hyakuman_analysis::figures::{grouped, label, p_text, shown, unit_words, words};
use hyakuman_analysis::{Effect, Mark, Measure, PairedMeasures, Unit, equivalence};
use hyakuman_arena::compare::{ArmResult, Bounded, Compared, OtherTable};
use hyakuman_arena::estimand::{Judged, Subject, Target};

/// What a difference is.
const VARIANT: &str = "variant minus base";

/// A comparison to be shown as a page.
#[derive(Clone, Debug)]
pub struct ComparisonPage<'a> {
    /// The result.
    pub compared: &'a Compared,
    /// Random seed.
    pub seed: u64,
    /// Name of the seating.
    pub seating: &'a str,
    /// The shard that was played; `None` for all walls.
    pub shard: Option<String>,
    /// Why it stopped, a sentence; `None` if the number of matches was fixed.
    pub stopped: Option<String>,
    /// How to read differences and marks, in paragraphs.
    pub reading: Vec<String>,
}

impl ComparisonPage<'_> {
    /// The page: HTML that is well-formed XML, in UTF-8.
    pub fn html(&self) -> String {
        let compared = self.compared;
        let title = match &compared.arms[..] {
            [_] => format!("{} compared with {}", self.arm_label(0), compared.base.id),
            arms => format!("{} rulesets compared with {}", arms.len(), compared.base.id),
        };
        let notes: String = compared.notes.iter().map(|note| paragraph(&format!("Note: {note}"))).collect();
        let reading: String = self.reading.iter().map(|text| paragraph(text)).collect();
        let others = compared.others.iter().enumerate();
        page(
            &title,
            &[
                self.head(),
                notes,
                section("Who plays by the changes", &[arms::knowledge(compared).html(), note(LEGAL)]),
                self.found(),
                others.map(|(at, other)| self.other(at, other)).collect(),
                section("How to read this page", &[reading, note(LAST)]),
            ],
        )
    }

    /// What was found at the table.
    fn found(&self) -> String {
        let arms = self.compared.arms.iter().enumerate();
        [
            section("Primary measures", &[self.primary()]),
            section("Equal within", &[self.equal_within()]),
            section("Pairs of arms, primary measures", &[self.pairs()]),
            section("Exploratory measures", &[self.exploratory()]),
            section("Agents apart", &[self.apart()]),
            section("All measures", &[arms.map(|(number, arm)| self.details(number, arm)).collect()]),
        ]
        .concat()
    }

    /// What was found at another table, and how the effects differ from those here.
    fn other(&self, at: usize, OtherTable { compared, interactions }: &OtherTable) -> String {
        let there = ComparisonPage { compared, ..self.clone() };
        let plot = |(at, target): (usize, &Target)| {
            let row = |(number, arm): (usize, &Vec<Judged>)| {
                judged_strip(self.arm_label(number), target.measure.unit, &arm[at])
            };
            let rows = interactions.iter().enumerate().map(row).collect();
            let head = judged_head("there minus at table 1", interactions.iter().map(|arm| &arm[at]));
            forest(&self.name(target.subject, target.measure), &head, target.measure.unit, rows)
        };
        let plots = self.compared.primary.iter().enumerate().map(plot).collect();
        let (agents, matches) = (compared.lineup.names().join(" | "), grouped(compared.matches as f64, 0));
        let notes = compared.notes.iter().filter(|note| !self.compared.notes.contains(note));
        let notes = notes.map(|note| paragraph(&format!("Note: {note}"))).collect();
        let known = arms::knowledge(compared).html();
        let list = facts(&[
            ("agents", agents),
            ("matches", format!("{matches} of each ruleset, on the same walls")),
        ]);
        section(&format!("Table {}", at + 2), &[list, notes, known])
            + &section("Effects there less those at table 1", &[plots])
            + &there.found()
    }

    /// What was compared and played.
    fn head(&self) -> String {
        let compared = self.compared;
        let mut list = vec![
            ("base", described(&compared.base)),
            ("agents", compared.lineup.names().join(" | ")),
            (
                "matches",
                format!("{} of each ruleset, on the same walls", grouped(compared.matches as f64, 0)),
            ),
            ("deal sets (walls)", grouped(compared.walls as f64, 0)),
            ("seed", self.seed.to_string()),
            ("seating", self.seating.to_owned()),
        ];
        list.extend(self.shard.clone().map(|shard| ("shard", shard)));
        list.extend(self.stopped.clone().map(|stopped| ("stopped", stopped)));
        let arms = compared.arms.iter().enumerate();
        let arms = arms.map(|(number, arm)| arm_facts(&self.label(number), arm));
        facts(&list) + &arms.collect::<String>()
    }

    /// A forest plot for each primary measure, a row per arm, and the rates themselves.
    fn primary(&self) -> String {
        let compared = self.compared;
        let plot = |(at, target): (usize, &Target)| {
            let row = |(number, arm): (usize, &ArmResult)| {
                judged_strip(self.arm_label(number), target.measure.unit, &arm.primary[at])
            };
            let rows = compared.arms.iter().enumerate().map(row).collect();
            let effect = |arm: &ArmResult| arm.primary[at].effect;
            let head = judged_head(VARIANT, compared.arms.iter().map(|arm| &arm.primary[at]));
            forest(&self.name(target.subject, target.measure), &head, target.measure.unit, rows)
                + &self.rates(target.measure, &effect)
        };
        compared.primary.iter().enumerate().map(plot).collect()
    }

    /// The rate of base and arms.
    fn rates(&self, measure: &Measure, effect: &dyn Fn(&ArmResult) -> Effect) -> String {
        let arms = &self.compared.arms;
        let base = ("base".to_owned(), vec![shown(measure.unit, effect(&arms[0]).base)]);
        let row = |(number, arm): (usize, &ArmResult)| {
            (self.arm_label(number), vec![shown(measure.unit, effect(arm).variant)])
        };
        let rows = [base].into_iter().chain(arms.iter().enumerate().map(row));
        Table::new([String::new(), label(measure)], rows).html()
    }

    /// The verdicts on the bounds: a table per measure, a row per arm. The verdict is beside the arm, where a narrow screen shows it.
    fn equal_within(&self) -> String {
        let compared = self.compared;
        let table = |(at, bounded): (usize, &Bounded)| {
            let Target { subject, measure, .. } = &bounded.target;
            let row = |(number, arm): (usize, &ArmResult)| {
                let [verdict, interval] = equivalence::shown(measure.unit, &arm.equivalence[at]);
                (self.arm_label(number), vec![plain(verdict), plain(interval)])
            };
            let heads = [self.name(*subject, measure), "verdict".to_owned(), "interval".to_owned()];
            Table { words: true, ..Table::new(heads, compared.arms.iter().enumerate().map(row)) }.html()
        };
        compared.bounds.iter().enumerate().map(table).collect()
    }

    fn pairs(&self) -> String {
        let compared = self.compared;
        let plot = |(at, target): (usize, &Target)| {
            let rows = compared.pairs.iter().map(|pair| {
                let [first, second] = pair.arms.map(|arm| arm + 1);
                judged_strip(format!("{second} less {first}"), target.measure.unit, &pair.primary[at])
            });
            let head =
                judged_head("second arm minus first", compared.pairs.iter().map(|pair| &pair.primary[at]));
            forest(&self.name(target.subject, target.measure), &head, target.measure.unit, rows.collect())
        };
        compared.primary.iter().enumerate().map(plot).collect()
    }

    /// How well the agents are told apart under each ruleset.
    fn apart(&self) -> String {
        let columns = apart::columns(self.compared);
        let row = |at: usize| {
            let label = if at == 0 { "base".to_owned() } else { self.arm_label(at - 1) };
            (label, columns.iter().map(|column| column.cells[at].clone()).collect())
        };
        let rows = columns.first().map_or(0, |column| column.cells.len());
        let heads = [""].into_iter().chain(columns.iter().map(|column| &*column.head));
        Table::new(heads, (0..rows).map(row)).html()
    }

    /// Of several arms a plot for each usual measure; of one arm a plot for each unit.
    fn exploratory(&self) -> String {
        let compared = self.compared;
        if let [arm] = &compared.arms[..] {
            return self.by_unit(arm);
        }
        let plot = |target: Target| {
            let row = |(number, arm): (usize, &ArmResult)| {
                let effect = target.effect(&arm.effects, compared.level);
                let mark = Mark::of(effect.difference.as_ref(), None);
                strip(self.arm_label(number), target.measure.unit, &effect, mark)
            };
            let rows = compared.arms.iter().enumerate().map(row).collect();
            forest(&self.name(target.subject, target.measure), VARIANT, target.measure.unit, rows)
        };
        effects::usual(compared).map(plot).collect()
    }

    /// The measures of the table and of the agents, each unit with an axis of its own. Plain numbers (kyoku, decisions, …) count
    /// different things, so each has one.
    fn by_unit(&self, arm: &ArmResult) -> String {
        let key = |found: &Found| match found.measure.unit.whole() {
            Unit::Number | Unit::OneOrMore | Unit::Events => found.measure.name,
            unit => unit_words(unit),
        };
        let all = effects::found(self.compared, arm)
            .into_iter()
            .filter(|found| !matches!(found.subject, Subject::Seat(_)));
        let mut groups: Vec<(&str, Vec<Found>)> = Vec::new();
        for found in all.filter(|found| found.mark != Mark::Same && !found.primary) {
            let name = key(&found);
            match groups.iter_mut().find(|(known, _)| *known == name) {
                Some((_, group)) => group.push(found),
                None => groups.push((name, vec![found])),
            }
        }
        let plot = |(_, group): &(&str, Vec<Found>)| {
            let unit = group[0].measure.unit;
            let row = |found: &Found| {
                strip(self.name(found.subject, found.measure), unit, &found.effect, found.mark)
            };
            forest("", VARIANT, unit, group.iter().map(row).collect())
        };
        groups.iter().map(plot).collect()
    }

    /// Every measure of an arm.
    fn details(&self, number: usize, arm: &ArmResult) -> String {
        let found = effects::found(self.compared, arm);
        let mut tables = vec![self.table_of("table", &found, |subject| subject == Subject::Table)];
        for (at, agent) in self.compared.lineup.agents().iter().enumerate() {
            tables.push(self.table_of(&agent.to_string(), &found, |subject| subject == Subject::Agent(at)));
        }
        tables.push(
            self.table_of("seats, 0 deals first", &found, |subject| matches!(subject, Subject::Seat(_))),
        );
        let metrics = &arm.effects.metrics;
        for (title, measures) in [
            ("comebacks by lead %", &metrics.comebacks),
            ("value of a win, % of wins", &metrics.win_share),
            ("value of a win, points", &metrics.win_points),
            ("yaku, % of wins", &metrics.yaku),
        ] {
            tables.push(self.metrics(title, measures));
        }
        let alone = self.compared.arms.len() == 1;
        folded(&self.arm_label(number), alone, &tables)
    }

    fn table_of(&self, title: &str, found: &[Found], is: impl Fn(Subject) -> bool) -> String {
        let row = |found: &Found| {
            let name = match found.subject {
                Subject::Seat(_) => self.name(found.subject, found.measure),
                _ => label(found.measure),
            };
            (name, found.cells())
        };
        effects::table(title, found.iter().filter(|found| is(found.subject)).map(row)).html()
    }

    /// A table of measures that are not primary, without those that never happened.
    fn metrics(&self, title: &str, measures: &PairedMeasures) -> String {
        let happen = measures.effects_at(self.compared.level).filter(|(measure, effect)| {
            effect.happens(measure) && [effect.base, effect.variant].iter().any(Option::is_some)
        });
        let row = |(measure, effect): (&'static Measure, Effect)| {
            (words(measure.name), cells(measure.unit, &effect, Mark::of(effect.difference.as_ref(), None)))
        };
        effects::table(title, happen.map(row)).html()
    }

    /// The name of an arm in a plot or a table.
    fn arm_label(&self, number: usize) -> String {
        let label = self.label(number);
        let alone = self.compared.arms.len() == 1;
        if alone { label[1..].trim_start().to_owned() } else { label }
    }

    /// The same with its number.
    fn label(&self, number: usize) -> String {
        arms::labels(self.compared, LABEL)[1 + number].trim_start().to_owned()
    }

    /// The name of a measure, with whose it is if that is not clear.
    fn name(&self, subject: Subject, measure: &Measure) -> String {
        effects::name(self.compared, subject, measure, |agent| agent)
    }
}

/// Most characters of the name of an arm.
const LABEL: usize = 64;

const LEGAL: &str = "Every agent plays what is legal. \"at tenpai only\": in what a hand that is tenpai or complete is worth. An effect of a rule that no \
    agent plays by is the one on players who ignore it.";

const LAST: &str = "Dots are differences, lines their 95 % intervals, dashed where too few walls changed to judge (few). The last column \
    is the number of walls on which the change made a difference (for shares: on which it added or removed events). The numbers are those \
    of the text output and of --json.";

fn arm_facts(label: &str, arm: &ArmResult) -> String {
    let changes: Vec<String> = arms::changes(arm).collect();
    heading(label) + &facts(&[("rules", described(&arm.rules)), ("changes", changes.join(", "))])
}

/// A plot of differences around zero.
pub(crate) fn forest(name: &str, difference: &str, unit: Unit, rows: Vec<(String, Cell)>) -> String {
    let unit = Some(unit_words(unit)).filter(|unit| !name.ends_with(unit)).unwrap_or_default();
    let words = [name, difference, unit];
    let caption = words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<&str>>().join(", ");
    Strips { caption, last: "walls changed", bars: false, line: Some(0.0), rows }.html()
}

/// The head of differences: whether some have a p value.
fn judged_head<'a>(difference: &str, mut judged: impl Iterator<Item = &'a Judged>) -> String {
    let p = if judged.any(|judged| judged.adjusted.is_some()) { ", p adjusted" } else { "" };
    format!("{difference}{p}")
}

/// A difference with its adjusted p value, if it has one.
fn judged_strip(label: String, unit: Unit, judged: &Judged) -> (String, Cell) {
    let (label, mut cell) = strip(label, unit, &judged.effect, judged.mark);
    if let Some(p) = judged.adjusted {
        cell.interval += &format!(", p {}", p_text(p));
    }
    (label, cell)
}

pub(crate) fn strip(label: String, unit: Unit, effect: &Effect, mark: Mark) -> (String, Cell) {
    let Cell { value: number, interval, drawn, .. } = Cell::effect(unit, effect, mark);
    let interval = interval.split("  few").next().unwrap_or_default().to_owned();
    let shown = match mark {
        Mark::Adjusted => [format!("● {number}"), interval],
        Mark::Unadjusted => [format!("○ {number}"), interval],
        Mark::Few => [number, interval + " few"],
        Mark::Same => ["–".to_owned(), String::new()],
        Mark::Unclear => [number, interval],
    };
    (label, Cell { drawn, ..shown.into() })
}
