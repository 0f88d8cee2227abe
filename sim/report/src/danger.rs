//! Danger tables of riichi mahjong.

use crate::document::{Block, Cell, Document, Table, plain};
use crate::head;
use hyakuman_analysis::figures::{few_of_rates, grouped};
use hyakuman_analysis::{FEWEST_CLUSTERS, Ratio, Unit};
use hyakuman_arena::Dangers;
use hyakuman_arena::danger::{DORA, DRAWN, DangerTables, SETS, SPANS, WinningHand, discards_in};
use hyakuman_core::game::ruleset::Described;
use hyakuman_riichi::danger::DangerClass;
use hyakuman_riichi::shown::Sign;

/// Cells with fewer cases are not shown.
const FEWEST_CASES: i128 = 30;

/// What the danger classes are.
const CLASSES: &str = "\
safe: the riichi cannot win on it by ron
no-suji: no two-sided wait on it is excluded; half-suji: one of two is excluded, by suji or a wall
suji: all two-sided waits on it are excluded by suji; walled: all are excluded, not all by suji
value-honor: a dragon, or a wind that is a yaku for the riichi; guest-wind: any other wind
The digits are ranks (19: 1 or 9), of honors unseen copies (3: three or more, 1: one or none).
A wall: all four copies of a tile that the wait needs are seen.";

/// The tables, of cells with enough cases.
pub fn document(found: &Dangers, rules: &Described, seed: u64) -> Document {
    let tables = &found.tables;
    let reading = format!(
        "- stands for fewer than {FEWEST_CASES} cases. ± is half of the 95 % confidence interval, with walls taken as independent; none \
         for fewer than {FEWEST_CLUSTERS} walls; {}. --json has the number of cases of every cell, and the intervals of the first two tables",
        few_of_rates()
    );
    let spans = || {
        (0..SPANS).map(|span| match discards_in(span) {
            (first, Some(last)) => format!("{first}-{last}"),
            (first, None) => format!("{first}+"),
        })
    };
    let classes = || DangerClass::ALL.iter().map(|&class| (class, class.name().to_owned()));
    let sets = |first: usize| (first..SETS).map(|sets| (sets, sets.to_string()));
    let signs = Sign::ALL.map(|sign| sign.name().to_owned());
    let open = |class, sign| pooled((0..SPANS).map(|span| tables.open(Sign::ALL[sign], class, span)));
    let blocks = vec![
        Block::Facts(head::played(rules, found.matches, seed, &found.lineup)),
        Block::titled(
            "% of tile kinds in hand that are waits of the riichi, by number of discards in its river",
            table("class", spans(), classes(), |class, span| pooled([tables.riichi(class, span)])),
        ),
        Block::titled(
            "% of hands without riichi that are tenpai, by exposed sets and number of discards in the river",
            table("sets", spans(), sets(0), |sets, span| pooled([tables.tenpai(sets, span)])),
        ),
        Block::titled(
            "% of tile kinds in hand that are waits of an open tenpai hand, by what its sets show",
            table("class", signs.into_iter(), classes(), open),
        ),
        Block::titled(
            "% of open hands that are tenpai, by exposed sets and last discards in a row as drawn",
            table("sets", up_to(DRAWN), sets(1), |sets, last| drawn(tables, sets, last)),
        ),
        Block::titled(
            "points paid by a deal-in, by visible dora of the winner",
            table("hand", up_to(DORA), winners(), |winner, dora| loss(tables, winner, dora)),
        ),
        Block::Note(CLASSES.to_owned()),
        Block::Reading(reading),
    ];
    Document { title: format!("Danger tables: {}", rules.id), blocks }
}

/// A row for each name, a column for each number from 0.
fn table<T: Copy>(
    head: &str,
    columns: impl Iterator<Item = String>,
    rows: impl Iterator<Item = (T, String)>,
    cell: impl Fn(T, usize) -> Cell,
) -> Table {
    let heads: Vec<String> = [head.to_owned()].into_iter().chain(columns).collect();
    let cells = |of| (0..heads.len() - 1).map(|column| cell(of, column)).collect();
    let rows: Vec<(String, Vec<Cell>)> = rows.map(|(of, name)| (name, cells(of))).collect();
    Table::new(heads, rows)
}

/// The share of open hands with so many sets and last discards as drawn that are tenpai.
fn drawn(tables: &DangerTables, sets: usize, drawn: usize) -> Cell {
    let spans = |sign| (0..SPANS).map(move |span| tables.drawn(sign, sets, drawn, span));
    pooled(Sign::ALL.into_iter().flat_map(spans))
}

fn loss(tables: &DangerTables, (hand, dealer): (WinningHand, bool), dora: usize) -> Cell {
    let cell = tables.loss(hand, dealer, dora);
    Cell::rate(Unit::Points, cell.estimate().filter(|_| cell.trials() >= FEWEST_CASES))
}

/// The share of these cells together.
fn pooled<'a>(cells: impl IntoIterator<Item = &'a Ratio>) -> Cell {
    let add = |[total, trials]: [i128; 2], cell: &Ratio| [total + cell.total(), trials + cell.trials()];
    let [total, trials] = cells.into_iter().fold([0; 2], add);
    let share = || grouped(100.0 * total as f64 / trials as f64, 1);
    plain(if trials < FEWEST_CASES { "-".to_owned() } else { share() })
}

/// Counts from 0 as heads of columns; the last one has all that are more, too.
fn up_to(columns: usize) -> impl Iterator<Item = String> {
    (0..columns).map(move |count| if count + 1 < columns { count.to_string() } else { format!("{count}+") })
}

/// Every sort of winner (its hand, and whether it is the dealer) with its name.
fn winners() -> impl Iterator<Item = ((WinningHand, bool), String)> {
    let name = |(hand, dealer): (WinningHand, bool)| {
        format!("{}{}", hand.name(), if dealer { ", dealer" } else { "" })
    };
    let winners = WinningHand::ALL.into_iter().flat_map(|hand| [(hand, false), (hand, true)]);
    winners.map(move |winner| (winner, name(winner)))
}
