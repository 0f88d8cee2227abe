//! Plays recorded parts again and reports differences from the record.

use crate::datasets::recipe::{Recipe, replays};
use crate::datasets::recording::recorder::Opinions;
use crate::datasets::recording::{PartDestination, Recording, blocks, is_extra_of};
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::{Observer, Quiet};
use crate::play::{Job, MatchRecorder, Work};
use crate::stats::Stats;
use crate::threads;
use hyakuman_agents::Roster;
use hyakuman_core::column::{CellType, Rows};
use hyakuman_game::rows::{Logged, MatchId, Table, TableRecorder};
use hyakuman_game::{Game, Sink};
use hyakuman_record::{
    Dataset, EncodedRowGroup, Finding, Plan, RecordError, RowGroup, TableFile, TableStats, TableWriter,
};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

/// The inputs for playing parts again.
pub(crate) struct Rerun<'a, G: Game> {
    pub set: &'a Dataset,
    pub recipe: &'a Recipe,
    pub plan: &'a Plan,
    pub rules: &'a Arc<G::Rules>,
    pub lineup: &'a Lineup,
    /// The agents that play; `None` if the actions are in the table `replays`.
    pub job: Option<Job<'a, G>>,
    /// Makes the agent of the table `evaluations`; `None`: that table is not made again.
    pub roster: Option<&'a Roster>,
    pub observer: &'a dyn Observer,
}

/// Agents that play the matches of a recipe again, in these seats.
///
/// # Errors
/// An agent cannot be made.
pub(crate) fn agents<'a, G: Game>(
    recipe: &Recipe,
    rules: &'a Arc<G::Rules>,
    lineup: &'a Lineup,
    roster: &'a Roster,
) -> Result<Job<'a, G>, Error> {
    let Recipe { seed, games, .. } = *recipe;
    // Quiet: a part is always finished, and reported as done only after it has been compared.
    let own = recipe.own::<G>(rules)?;
    Job::new(Work {
        rules: Arc::clone(rules),
        lineup,
        roster,
        seed,
        games,
        in_play: None,
        own,
        observer: &Quiet,
    })
}

/// Computes the hashes of the files without writing them.
struct Hashes(Vec<TableWriter<io::Sink>>);

impl PartDestination for Hashes {
    fn row_group(&self, table: usize) -> RowGroup {
        self.0[table].row_group()
    }

    fn append(&mut self, table: usize, group: EncodedRowGroup) -> Result<(), RecordError> {
        self.0[table].append(group).map_err(RecordError::memory)
    }

    fn write(&mut self, table: usize, rows: &Rows) -> Result<(), RecordError> {
        self.0[table].write(rows).map_err(RecordError::memory)
    }
}

/// Keeps all rows.
impl<G: Game> MatchRecorder<G> for TableRecorder<G> {
    fn runs_to_end(&self) -> bool {
        true
    }

    fn begin(&mut self, id: MatchId) -> &mut dyn Sink<G> {
        TableRecorder::begin(self, id);
        self
    }

    fn begin_logged(&mut self, id: MatchId, logged: &Arc<Logged>) -> &mut dyn Sink<G> {
        TableRecorder::begin_logged(self, id, Arc::clone(logged));
        self
    }
}

impl<G: Game> Rerun<'_, G> {
    /// The differences found in these parts.
    pub(crate) fn parts(&self, parts: &[u64]) -> Result<Vec<Finding>, Error> {
        let can_share = self.job.as_ref().is_none_or(Job::is_one_by_one);
        let found = threads::each_part(parts, can_share, |part, shared| self.part(part, shared))?;
        Ok(found.concat())
    }

    fn part(&self, part: u64, shared: bool) -> Result<Vec<Finding>, Error> {
        if self.observer.stopped() {
            return Err(Error::Interrupted);
        }
        let (hashes, stats) = match self.hashes(part, shared) {
            Ok(found) => found,
            Err(error) if self.job.is_none() && error.is_of_record() => {
                let what = format!("cannot be played again: {error}");
                return Ok(vec![self.finding(Table::Replays, part, what)]);
            }
            Err(error) => return Err(error),
        };
        let sidecar = self.set.sidecar(part)?;
        let mut findings = Vec::new();
        for table in self.tables() {
            if sidecar.tables.get(table.name()) != hashes.get(table.name()) {
                findings.extend(self.difference(table, part)?);
            }
        }
        if !is_extra_of(&sidecar, &stats) {
            let what = "has other statistics than the matches played again".to_owned();
            findings.push(Finding { file: self.set.sidecar_path(part), what });
        }
        self.observer.done(self.recipe.count(&[part]));
        Ok(findings)
    }

    /// The tables that are made again.
    fn tables(&self) -> Vec<Table> {
        let is_made = |table: &Table| !table.is_of_opinions() || self.roster.is_some();
        self.recipe.tables.iter().copied().filter(is_made).collect()
    }

    /// The hashes of the files of a part, which is played again, and its statistics.
    fn hashes(&self, part: u64, shared: bool) -> Result<(BTreeMap<&'static str, TableStats>, Stats), Error> {
        let tables = self.tables();
        let hashed = |held: &hyakuman_record::PlannedTable| {
            TableWriter::new(io::sink(), &held.name, &held.columns, &self.plan.about)
        };
        let planned =
            self.plan.tables.iter().filter(|held| tables.iter().any(|table| table.name() == held.name));
        let mut hashes = Hashes(planned.map(hashed).collect::<io::Result<_>>()?);
        let opinions = match self.roster {
            Some(roster) => self.recipe.opinions(roster, self.rules)?,
            None => Opinions::NONE,
        };
        let mut recording = Recording::new(self.recipe, &tables, &mut hashes, opinions)?;
        let stats = match shared {
            true => self.play_shared(part, &mut recording)?,
            false => self.play(part, &mut recording)?,
        };
        recording.finish()?;
        let written = hashes.0.into_iter().map(TableWriter::finish);
        let hashes = tables.iter().zip(written).map(|(table, written)| Ok((table.name(), written?.1)));
        Ok((hashes.collect::<Result<_, Error>>()?, stats))
    }

    /// Plays a part: from its replays if it has them, otherwise with the agents.
    fn play(&self, part: u64, recorder: &mut dyn MatchRecorder<G>) -> Result<Stats, Error> {
        match &self.job {
            Some(job) => job.piece(self.recipe.matches(part), Some(recorder)),
            None => self.replays(part).play(recorder),
        }
    }

    /// [`Rerun::play`] on all threads of the current rayon pool.
    fn play_shared(&self, part: u64, recording: &mut Recording<'_, G>) -> Result<Stats, Error> {
        match &self.job {
            Some(job) => blocks::play(job, self.recipe.matches(part), recording),
            None => self.replays(part).play_shared(recording),
        }
    }

    fn replays(&self, part: u64) -> replays::Part<'_, G> {
        let Rerun { set, recipe, rules, lineup, .. } = *self;
        replays::Part { set, recipe, rules, lineup, part }
    }

    /// The first row of a file that differs; none if all rows agree, that is, if another version wrote the same rows as
    /// other bytes.
    fn difference(&self, table: Table, part: u64) -> Result<Option<Finding>, Error> {
        if table.is_of_opinions() {
            let what = "differs from what its agents make of the decisions".to_owned();
            return Ok(Some(self.finding(table, part, what)));
        }
        let mut again = TableRecorder::new(&self.recipe.about(), &[table]);
        self.play(part, &mut again)?;
        let again = again.rows(table).expect("the table kept");
        let what = first_difference(self.set.file(table.name(), part)?, again)?;
        Ok(what.map(|what| self.finding(table, part, what)))
    }

    fn finding(&self, table: Table, part: u64, what: String) -> Finding {
        Finding { file: self.set.path(table.name(), part), what }
    }
}

/// The first difference between a file and the rows played again, which have the same columns, as the end of a sentence.
fn first_difference(file: TableFile, again: &Rows) -> Result<Option<String>, Error> {
    let columns: Vec<(String, CellType)> =
        file.columns().iter().map(|column| (column.name.clone(), column.cell_type)).collect();
    let mut first = 0;
    for held in file.batches(1_024) {
        let compared = Compared { held: &held?, again, first, columns: &columns };
        if let Some(what) = compared.first_difference() {
            return Ok(Some(what));
        }
        first += compared.held.len();
    }
    let short = first < again.len();
    Ok(short.then(|| format!("has {first} rows, but the matches played again have {}", again.len())))
}

/// Rows of a file, and the rows played again from row `first` on.
struct Compared<'a> {
    held: &'a Rows,
    again: &'a Rows,
    first: usize,
    /// Names and types.
    columns: &'a [(String, CellType)],
}

impl Compared<'_> {
    fn first_difference(&self) -> Option<String> {
        let (all, both) = (self.again.len(), self.held.len().min(self.again.len() - self.first));
        if !(0..self.columns.len()).all(|column| self.is_same(column, both)) {
            return (0..both).find_map(|row| self.difference(row));
        }
        let more = both < self.held.len();
        more.then(|| format!("has more rows than the {all} of the matches played again"))
    }

    /// Whether the first rows of a column are the same: compared at once if all cells have one size.
    fn is_same(&self, column: usize, rows: usize) -> bool {
        let (held, again) = (self.held.cells(column), self.again.cells(column));
        match self.columns[column].1.bytes() {
            Some(size) => held.bytes()[..rows * size] == again.bytes()[self.first * size..][..rows * size],
            None => (0..rows).all(|row| held.varying(row) == again.varying(self.first + row)),
        }
    }

    /// The first cell of a row that differs.
    fn difference(&self, row: usize) -> Option<String> {
        let (held, again, other) = (self.held, self.again, self.first + row);
        let differs = |&(at, &(_, of)): &(usize, &(String, CellType))| {
            cell(held, at, of, row) != cell(again, at, of, other)
        };
        let (at, &(ref name, of)) = self.columns.iter().enumerate().find(differs)?;
        let (held, made) = (text(held, at, of, row), text(again, at, of, other));
        Some(format!(
            "differs from the matches played again: row {other} has {name} {held} instead of {made}"
        ))
    }
}

fn cell(rows: &Rows, column: usize, cell_type: CellType, row: usize) -> &[u8] {
    let cells = rows.cells(column);
    cell_type.bytes().map_or_else(|| cells.varying(row), |size| &cells.bytes()[row * size..(row + 1) * size])
}

/// A cell for messages: a number, a text, or bytes in hexadecimal.
fn text(rows: &Rows, column: usize, cell_type: CellType, row: usize) -> String {
    if let Some(number) = rows.cells(column).number(cell_type, row) {
        return number.to_string();
    }
    let bytes = cell(rows, column, cell_type, row);
    match cell_type {
        CellType::Text => String::from_utf8_lossy(bytes).into_owned(),
        _ => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}
