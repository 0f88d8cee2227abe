//! The cost of recording: making the rows of ukeire hanchan, writing the files, and both together with the play, on one
//! thread.
//!
//! "end to end" is play, rows and files (in memory, no disk) for every decision; "replays" is the same for that table
//! alone. Their difference to "none", measured in the same run, is the cost of recording.
//!
//! "import" reads the same hanchan as logs, judges them, and records them: the tables without decisions, and decisions alone.

#[allow(dead_code, reason = "shared with the other benches")]
mod report;

use hyakuman_agents::Ukeire;
use hyakuman_core::MatchSeed;
use hyakuman_core::column::Rows;
use hyakuman_core::game::Deals;
use hyakuman_core::game::playout::play;
use hyakuman_core::game::rows::{About, BATCH, MatchId, Table, TableRecorder, replay};
use hyakuman_games::logs::{LogMatch, Recorder, Script, mjai, read, script, tenhou6};
use hyakuman_record::TableWriter;
use hyakuman_riichi::{Riichi, RiichiRules, presets};
use report::Report;
use std::io::Sink;
use std::sync::Arc;

/// Hanchan per pass.
const MATCHES: u64 = 100;

type Tenhou = Riichi<4>;

fn main() {
    let mut report = Report::new();
    let batches = rows();
    let count: usize = batches.iter().map(Rows::len).sum();
    report.expect("record/rows", count as u64);
    report.time("record/writer", count, &mut || file(Table::Decisions, &batches));
    report.time("record/none", count, &mut || hanchan(&[], &mut |_, _| ()));
    report.time("record/replays", count, &mut || recorded(Table::Replays));
    report.time("record/decisions", count, &mut || recorded(Table::Decisions));
    for (format, write) in FORMATS {
        let logs = logs(write);
        let tables = [Table::Matches, Table::Kyoku, Table::Wins, Table::Replays];
        report.time(&format!("import/{format}"), MATCHES as usize, &mut || imported(&tables, &logs));
        let decisions = format!("import/{format}/decisions");
        report.time(&decisions, count, &mut || imported(&[Table::Decisions], &logs));
    }
    summary(&report, count);
    report.finish();
}

/// Plays the same hanchan each time; `full` gets the rows of a table in large batches and at the end.
fn hanchan(tables: &[Table], full: &mut impl FnMut(Table, &Rows)) -> u64 {
    let rules: Arc<RiichiRules> = Arc::new(presets::tenhou());
    let mut agents = [0; 4].map(|_| Ukeire::default());
    let mut book = TableRecorder::<Tenhou>::new(&about(), tables);
    for number in 0..MATCHES {
        let seed = MatchSeed { seed: 1, number };
        if tables.is_empty() {
            play::<Tenhou, _>(&rules, seed, &mut agents, &mut ()).expect("legal actions only");
            continue;
        }
        book.begin(MatchId { number, seed, agents: [0; 4] });
        play::<Tenhou, _>(&rules, seed, &mut agents, &mut book).expect("legal actions only");
        for &table in tables {
            let rows = book.rows_mut(table).expect("a table that is kept");
            if rows.len() >= BATCH || number + 1 == MATCHES {
                full(table, rows);
                rows.clear();
            }
        }
    }
    MATCHES
}

/// A format, and how a match is written in it.
type Format = (&'static str, fn(&LogMatch) -> String);

const FORMATS: [Format; 2] = [("tenhou6", tenhou6::write), ("mjai", mjai::write)];

/// The hanchan as logs.
fn logs(write: fn(&LogMatch) -> String) -> Vec<String> {
    let (rules, mut agents) = (Arc::new(presets::tenhou()), [0; 4].map(|_| Ukeire::default()));
    let log = |number| {
        let mut recorder = Recorder::<4>::new(&rules);
        play::<Tenhou, _>(&rules, MatchSeed { seed: 1, number }, &mut agents, &mut recorder)
            .expect("legal actions only");
        write(&recorder.log())
    };
    (0..MATCHES).map(log).collect()
}

/// Reads, judges and records logs; returns the bytes.
fn imported(tables: &[Table], logs: &[String]) -> u64 {
    let rules = Arc::new(presets::tenhou());
    let mut book = TableRecorder::<Tenhou>::new(&about(), tables);
    for (number, log) in (0..).zip(logs) {
        let log = read(log.as_bytes()).remove(0).expect("a log");
        let Script { deals, actions, .. } =
            script(&log, &rules).expect("its rules").1.expect("no disagreement");
        book.begin(MatchId { number, seed: MatchSeed { seed: 0, number }, agents: [0; 4] });
        replay::<Tenhou>(&rules, Deals::Known(Arc::new(deals)), &actions, &mut book).expect("what was read");
    }
    let bytes =
        |&table: &Table| file(table, std::slice::from_ref(book.rows(table).expect("a table that is kept")));
    tables.iter().map(bytes).sum()
}

/// All decisions, in batches as a run writes them.
fn rows() -> Vec<Rows> {
    let mut batches = Vec::new();
    hanchan(&[Table::Decisions], &mut |_, rows| batches.push(rows.clone()));
    batches
}

/// Plays and records one table; returns the bytes.
fn recorded(table: Table) -> u64 {
    let mut out = writer(table);
    hanchan(&[table], &mut |_, rows| out.write(rows).expect("memory takes everything"));
    out.finish().expect("memory takes everything").1.bytes
}

/// Writes given rows; returns the bytes.
fn file(table: Table, batches: &[Rows]) -> u64 {
    let mut out = writer(table);
    batches.iter().for_each(|rows| out.write(rows).expect("memory takes everything"));
    out.finish().expect("memory takes everything").1.bytes
}

fn writer(table: Table) -> TableWriter<Sink> {
    let about = hyakuman_record::About::default();
    TableWriter::new(std::io::sink(), table.name(), &table.columns::<Tenhou>(), &about)
        .expect("memory takes everything")
}

fn about() -> Arc<About> {
    Arc::new(About { ruleset: "tenhou".into(), agents: vec!["ukeire".into()], ..About::default() })
}

#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn summary(report: &Report, rows: usize) {
    let seconds = |name: &str| report.seconds(name);
    let [Some(writer), Some(none), Some(replays), Some(all)] =
        ["record/writer", "record/none", "record/replays", "record/decisions"].map(seconds)
    else {
        return;
    };
    let bytes = file(Table::Decisions, &self::rows()) as f64 / rows as f64;
    println!(
        "writer alone         {:>6.2} million rows/s  {:>6.1} ns a row  {bytes:.1} bytes a row",
        1e-6 / writer,
        writer * 1e9
    );
    println!("decisions, with play {:>6.2} million rows/s  {:>6.1} ns a row", 1e-6 / all, all * 1e9);
    println!("rows of decisions    {:>31.1} ns a row", (all - none - writer) * 1e9);
    println!("replays cost         {:>6.1} % of the play", 100.0 * (replays / none - 1.0));
    for (format, _) in FORMATS {
        if let (Some(rest), Some(decisions)) =
            (seconds(&format!("import/{format}")), seconds(&format!("import/{format}/decisions")))
        {
            let rate = 100.0 * all / decisions;
            println!(
                "import of {format:<10} {:>6.0} matches/s, decisions at {rate:.0} % of the rate with play",
                1.0 / rest
            );
        }
    }
}
