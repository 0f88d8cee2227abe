//! The columns of each table, and an example query.

use crate::datasets::recipe::Recipe;
use hyakuman_core::column::{CellType, Column};
use hyakuman_core::game::GameFacts;
use hyakuman_core::game::rows::Table;

/// What a row of the table is.
pub(super) fn about(table: Table) -> &'static str {
    match table {
        Table::Matches => "one row per match: its agents and its result",
        Table::Kyoku => "one row per kyoku: how it began and ended",
        Table::Wins => "one row per win; a kyoku has none, one or several",
        Table::Decisions => {
            "one row per decision: what the seat saw, its legal actions, its choice, and the results"
        }
        Table::Replays => "one row per match: its actions, from which all other tables can be made",
        Table::Oracle => "one row per decision: what the seat could not see",
        Table::Sources => "one row per match: the log it comes from, and what it says of the players",
        Table::Evaluations => "one row per decision and legal action: what an agent thinks it is worth",
        Table::Labels => {
            "one row per sampled decision and other action: what it gains over the choice of an agent, by rollouts"
        }
    }
}

/// An example query in the SQL of DuckDB.
fn query(table: Table) -> &'static str {
    match table {
        Table::Matches => {
            "-- How matches end, and after how many kyoku\nSELECT ended, count(*) AS matches, avg(kyoku_played) AS kyoku, \
             avg(decisions) AS decisions\nFROM 'matches/*.parquet' GROUP BY ended ORDER BY matches DESC"
        }
        Table::Kyoku => {
            "-- How kyoku end, and after how many draws\nSELECT result, count(*) AS kyoku, avg(draws) AS draws\n\
             FROM 'kyoku/*.parquet' GROUP BY result ORDER BY kyoku DESC"
        }
        Table::Wins => {
            "-- How often each yaku is part of a win, and the average points of those hands\nSELECT yaku, count(*) AS wins, avg(points) AS \
             points\nFROM (SELECT unnest(string_split(yaku_names, ' ')) AS yaku, points FROM 'wins/*.parquet')\n\
             GROUP BY yaku ORDER BY wins DESC"
        }
        Table::Decisions => {
            "-- Which actions each agent chooses, and the average result of the kyoku\nSELECT agent, action, count(*) AS chosen, \
             avg(kyoku_delta) AS kyoku_delta\nFROM 'decisions/*.parquet' GROUP BY ALL ORDER BY ALL"
        }
        Table::Replays => {
            "-- The matches with the most decisions\nSELECT match, octet_length(actions) AS decisions\n\
             FROM 'replays/*.parquet' ORDER BY decisions DESC, match LIMIT 10"
        }
        Table::Oracle => {
            "-- How many decisions of each seat are recorded with what it could not see\nSELECT seat, count(*) AS decisions\n\
             FROM 'oracle/*.parquet' GROUP BY seat ORDER BY seat"
        }
        Table::Evaluations => {
            "-- What the actions chosen lost by the opinion of the agent, in thousandths of its unit, and how often it would have done the same\n\
             WITH best AS (SELECT match, step, value FROM 'evaluations/*.parquet' WHERE choice)\n\
             SELECT seat, avg(greatest(best.value - done.value, 0)) AS lost, avg(done.choice::int) AS same, count(*) AS decisions\n\
             FROM 'decisions/*.parquet' JOIN 'evaluations/*.parquet' AS done USING (match, step, seat, action)\n\
             JOIN best USING (match, step) GROUP BY seat ORDER BY seat"
        }
        Table::Labels => {
            "-- What other actions gain by sort of decision, in thousandths, with the error of the mean\n\
             SELECT sort, count(*) AS labels, avg(advantage) AS gain, stddev(advantage) / sqrt(count(*)) AS error\n\
             FROM 'labels/*.parquet' GROUP BY sort ORDER BY sort"
        }
        Table::Sources => {
            "-- How many matches of each room and month\nSELECT room, date[:7] AS month, count(*) AS matches\n\
             FROM 'sources/*.parquet' GROUP BY ALL ORDER BY ALL"
        }
    }
}

/// The sections of all tables.
pub(super) fn text(game: &GameFacts, recipe: &Recipe) -> String {
    let sections = recipe.tables.iter().map(|&table| section(table, &recipe.columns_of(game, table)));
    include_str!("tables.md").to_owned() + &sections.collect::<String>()
}

fn section(table: Table, columns: &[Column]) -> String {
    let rows: String = columns.chunk_by(same_but_for_the_seat).map(row).collect();
    format!(
        "\n### `{}`: {}\n\n| column | type | unit | view | meaning | missing |\n| --- | --- | --- | --- | --- | --- |\n\
         {rows}\n```sql\n{}\n```\n",
        table.name(),
        about(table),
        query(table),
    )
}

/// Whether these are the columns of one quantity for two successive seats.
fn same_but_for_the_seat(a: &Column, b: &Column) -> bool {
    let of_seat = |column: &Column| column.name.ends_with(|digit: char| digit.is_ascii_digit());
    of_seat(a) && of_seat(b) && Column { name: b.name, ..*a } == *b
}

/// The line of a column, or of a group of columns that differ in the seat only.
fn row(columns: &[Column]) -> String {
    let Column { name, cell_type, unit, viewpoint, meaning, missing, .. } = columns[0];
    let name = match columns {
        [_] => format!("`{name}`"),
        [.., last] => format!("`{name}` to `{}`", last.name),
        [] => String::new(),
    };
    format!("| {name} | {} | {unit} | {viewpoint} | {meaning} | {missing} |\n", type_name(cell_type))
}

/// The type as named by Arrow and numpy.
fn type_name(cell_type: CellType) -> String {
    match cell_type {
        CellType::Bool => "bool".into(),
        CellType::U8 => "uint8".into(),
        CellType::I8 => "int8".into(),
        CellType::U16 => "uint16".into(),
        CellType::I32 => "int32".into(),
        CellType::I64 => "int64".into(),
        CellType::U64 => "uint64".into(),
        CellType::Bytes(n) => format!("{n} bytes"),
        CellType::Blob => "bytes".into(),
        CellType::Text => "text".into(),
    }
}
