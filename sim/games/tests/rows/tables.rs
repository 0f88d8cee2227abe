//! A table does not depend on which other tables are recorded, nor on how often its rows are taken.

use super::support::{Manner, Sheet, about, asking, match_id, record};
use hyakuman_core::column::Rows;
use hyakuman_core::game::rows::{Origin, Table, TableRecorder, replay};
use hyakuman_core::game::{Game, GameFacts, HouseRules};
use hyakuman_riichi::Riichi;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;
use std::sync::Arc;

type Four = Riichi<4>;

const MATCHES: u64 = 6;

#[test]
fn a_table_does_not_depend_on_the_others() {
    let rules = Arc::new(asking());
    let (mut all, _) = record(&rules, Manner::Greedy, 0..MATCHES, || ());
    let actions: Vec<Vec<u8>> = {
        let sheet = Sheet::new(Table::Replays, &mut all);
        (0..sheet.len()).map(|row| sheet.cell("actions", row).to_vec()).collect()
    };
    for kept in 0..1 << Table::OF_RUN.len() {
        let is_kept = |table: &Table| kept >> *table as usize & 1 != 0;
        let tables: Vec<Table> = Table::OF_RUN.into_iter().filter(is_kept).collect();
        let mut recorder = TableRecorder::<Four>::new(&about(), &tables);
        for (number, actions) in (0..).zip(&actions) {
            recorder.begin(match_id(number));
            replay(&rules, match_id(number).seed, actions, &mut recorder).unwrap();
        }
        for table in Table::OF_RUN {
            let expected = is_kept(&table).then(|| all.rows(table).unwrap());
            assert_eq!(recorder.rows(table), expected, "{} with {tables:?}", table.name());
        }
    }
}

#[test]
fn rows_may_be_taken_between_matches() {
    let rules = Arc::new(asking());
    let (mut all, _) = record(&rules, Manner::Greedy, 0..MATCHES, || ());
    let mut taken: Vec<Vec<u8>> =
        Table::OF_RUN.iter().flat_map(|table| cells(all.rows(*table).unwrap())).collect();
    for number in (0..MATCHES).rev() {
        let (one, _) = record(&rules, Manner::Greedy, number..number + 1, || ());
        let parts =
            Table::OF_RUN.iter().flat_map(|table| cells(one.rows(*table).unwrap())).collect::<Vec<_>>();
        for (whole, part) in taken.iter_mut().zip(parts) {
            assert!(whole.ends_with(&part), "match {number}");
            whole.truncate(whole.len() - part.len());
        }
    }
    assert!(taken.iter().all(Vec::is_empty));
    let decisions = all.rows_mut(Table::Decisions).unwrap();
    decisions.clear();
    assert!(decisions.is_empty());
}

/// A column that no test reads may hold anything. The tests of rows name the columns that they read.
#[test]
fn every_column_is_read_by_a_test() {
    const RIICHI: &str =
        concat!(include_str!("reader.rs"), include_str!("three.rs"), include_str!("oracle.rs"));
    is_read::<Riichi<3>>(RIICHI, "rows/reader.rs");
    is_read::<Riichi<4>>(RIICHI, "rows/reader.rs");
    is_read::<Toutenkou>(
        concat!(
            include_str!("reader.rs"),
            include_str!("../../../riichi/tests/toutenkou/rows.rs"),
            include_str!("oracle.rs")
        ),
        "toutenkou/rows.rs",
    );
    is_read::<Yangzhou>(
        concat!(include_str!("yangzhou.rs"), include_str!("oracle.rs")),
        "rows/yangzhou.rs or rows/oracle.rs",
    );
    // `legal` is written alike in all families; rows/reader.rs reads it.
    is_read::<Toppan>(
        concat!(include_str!("../../../toppan/tests/rows.rs"), include_str!("oracle.rs"), "\"legal\""),
        "toppan/rows.rs",
    );
}

/// Is each column, those of house rules and logs included, read in the tests of what all families have, or, of decisions, in these?
fn is_read<G: Game>(of_family: &str, file: &str) {
    let common = concat!(
        include_str!("labels.rs"),
        include_str!("replays.rs"),
        include_str!("house.rs"),
        include_str!("given.rs")
    );
    for table in Table::ALL {
        let own = if matches!(table, Table::Decisions | Table::Oracle) { of_family } else { "" };
        for column in table.columns_of(&GameFacts::of::<G>(), Origin::Logs, HouseRules::ALL) {
            // score_0: "score" for each seat, or "score_{seat}"
            let name = column.name.trim_end_matches(|digit: char| digit.is_ascii_digit());
            let whole = [name.trim_end_matches('_'), column.name].map(|name| format!("\"{name}\""));
            let names = [&whole[..], &[format!("\"{name}{{")]].concat();
            let read = names.iter().any(|name| own.contains(name) || common.contains(name));
            let (table, name) = (table.name(), column.name);
            assert!(
                read,
                "no test reads `{name}` of {table} ({}): sim/games/tests/{file}, or rows/labels.rs",
                G::FAMILY
            );
        }
    }
}

/// The bytes of each column.
fn cells(rows: &Rows) -> Vec<Vec<u8>> {
    let columns = (0..).take_while(|&column| column < rows.columns());
    columns.map(|column| rows.cells(column).bytes().to_vec()).collect()
}
