//! Reads and plays the matches in the table `replays` of a data set, and counts them.

use super::Recipe;
use crate::counter::Counter;
use crate::datasets::recording::{PartDestination, Recording, blocks::Block};
use crate::error::{Error, Within};
use crate::lineup::Lineup;
use crate::play::MatchRecorder;
use crate::stats::{Cluster, Stats};
use hyakuman_core::MatchSeed;
use hyakuman_core::column::{CellType, Rows};
use hyakuman_game::Game;
use hyakuman_game::rows::{self, Table};
use hyakuman_game::sink::Erased;
use hyakuman_record::table_file::FileColumn;
use hyakuman_record::{Dataset, RecordError, TableFile};
use std::iter;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// Rows read at a time.
const BATCH: usize = 1_024;

/// A recorded match.
#[derive(Debug)]
pub struct Replay {
    /// Its number in the run.
    pub number: u64,
    /// Seed of the run and number of the wall.
    pub seed: MatchSeed,
    /// The action codes, in order.
    pub actions: Vec<u8>,
}

/// Checks that the data set has the table `replays`.
///
/// # Errors
/// It does not (exit code 2).
pub fn check(set: &Dataset) -> Result<(), Error> {
    let table = Table::Replays.name();
    if set.tables().iter().any(|name| name == table) {
        return Ok(());
    }
    let (dir, kept) = (set.dir().display(), set.tables().join(", "));
    let sentence = format!(
        "{dir} holds {kept}; its matches cannot be played again without {table}: record it with --record {table}"
    );
    Err(Error::Usage(sentence))
}

/// The matches with these numbers, in order; the data set must have them. The file of each part involved is opened and read
/// once.
pub fn of_matches(set: &Dataset, numbers: Range<u64>) -> impl Iterator<Item = Result<Replay, Error>> {
    let mut open: Option<(u64, Recipe, _)> = None;
    numbers.map(move |number| {
        let part = set.part_of_match(number).expect("a match of the data set");
        if open.as_ref().is_none_or(|(held, ..)| *held != part) {
            open = Some((part, Recipe::of(&set.manifest().run)?, of_part(set, part)?));
        }
        let (_, recipe, rows) = open.as_mut().expect("just opened");
        let found = rows.find(|found| !matches!(found, Ok(found) if found.number < number)).transpose()?;
        let damaged = |what| {
            let path = set.path(Table::Replays.name(), part);
            Error::Record(RecordError::Damaged { path, what })
        };
        match found {
            Some(found) if found.number == number && found.is_of(recipe) => Ok(found),
            Some(found) if found.number == number => Err(damaged(found.other())),
            _ => Err(damaged(format!("does not hold match {number}: it is damaged"))),
        }
    })
}

impl Replay {
    /// Whether it has the seed and the wall that its number has in this run.
    fn is_of(&self, recipe: &Recipe) -> bool {
        let wall = self.number / recipe.rotations.max(1);
        self.seed == MatchSeed { seed: recipe.seed, number: wall }
    }

    /// What is wrong with the file of a match that is not of the run, as the rest of a sentence.
    fn other(&self) -> String {
        let Replay { number, seed: MatchSeed { seed, number: wall }, .. } = self;
        format!("is not of this run: it holds match {number} with seed {seed} and wall {wall}")
    }
}

/// The matches of a part, in order.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn of_part(
    set: &Dataset,
    part: u64,
) -> Result<impl Iterator<Item = Result<Replay, RecordError>>, RecordError> {
    let names = ["match", "wall", "seed", "actions"];
    let file: TableFile = set.file(Table::Replays.name(), part)?.select(&names)?;
    let place = |name: &str| file.columns().iter().position(|column| column.name == name).expect("selected");
    let of_type = |name: &&&str| is_of_replays(&file.columns()[place(name)]);
    if let Some(name) = names.iter().find(|name| !of_type(name)) {
        let (path, what) =
            (set.path(Table::Replays.name(), part), format!("has a column {name} of another type"));
        return Err(RecordError::Damaged { path, what });
    }
    let [number, wall, seed, actions] = names.map(place);
    let read = move |rows: &Rows, row: usize| Replay {
        number: word(rows, number, row),
        seed: MatchSeed { seed: word(rows, seed, row), number: word(rows, wall, row) },
        actions: rows.cells(actions).varying(row).to_vec(),
    };
    Ok(file.batches(BATCH).flat_map(move |rows| match rows {
        Ok(rows) => (0..rows.len()).map(|row| Ok(read(&rows, row))).collect(),
        Err(error) => vec![Err(error)],
    }))
}

/// The recorded matches of a part, to be played again.
pub(crate) struct Part<'a, G: Game> {
    pub set: &'a Dataset,
    pub recipe: &'a Recipe,
    pub rules: &'a Arc<G::Rules>,
    pub lineup: &'a Lineup,
    pub part: u64,
}

/// The statistics of matches that are played one after another, each wall whole.
struct Counted<'a, G: Game> {
    lineup: &'a Lineup,
    counter: Counter<G>,
    /// The matches on the open wall; `None` before the first.
    wall: Option<Cluster>,
    stats: Stats,
}

impl<'a, G: Game> Counted<'a, G> {
    fn new(rules: &Arc<G::Rules>, lineup: &'a Lineup) -> Self {
        Counted { lineup, counter: Counter::new(rules), wall: None, stats: Stats::new(lineup) }
    }

    /// Adds the match with this number, which is over.
    fn add(&mut self, number: u64) {
        let (lineup, rotation) = (self.lineup, self.lineup.rotation_of(number));
        let wall = self.wall.get_or_insert(Cluster::EMPTY);
        wall.add(lineup, rotation, self.counter.counts());
        if rotation + 1 == lineup.rotations() {
            self.end_wall();
        }
    }

    fn end_wall(&mut self) {
        self.wall.take().iter().for_each(|wall| self.stats.add(wall));
    }

    fn finish(mut self) -> Stats {
        self.end_wall();
        self.stats
    }
}

impl<G: Game> Part<'_, G> {
    /// Plays the matches again and records them. Returns their statistics.
    ///
    /// # Errors
    /// The file cannot be read, holds other matches than those of the part, or actions that are no match; or the recording
    /// fails.
    pub(crate) fn play(&self, recorder: &mut dyn MatchRecorder<G>) -> Result<Stats, Error> {
        self.all(self.replays()?, recorder)
    }

    /// [`Part::play`] on all threads of the current rayon pool.
    ///
    /// # Errors
    /// Those of [`Part::play`].
    pub(crate) fn play_shared<W: PartDestination>(
        &self,
        recording: &mut Recording<'_, G, W>,
    ) -> Result<Stats, Error> {
        let (size, mut replays) = (recording.block_size() as usize, self.replays()?);
        // A block has whole walls.
        let blocks = iter::from_fn(|| {
            let block: Result<Vec<Replay>, Error> = replays.by_ref().take(size).collect();
            (!block.as_ref().is_ok_and(Vec::is_empty)).then_some(block)
        });
        let play =
            |block: Vec<Replay>, recorder: &mut Block<'_, G>| self.all(block.into_iter().map(Ok), recorder);
        let played = recording.blocks(blocks, play)?;
        Ok(Stats::sum(self.lineup, &played))
    }

    /// Plays matches of whole walls, one after another.
    fn all(
        &self,
        replays: impl Iterator<Item = Result<Replay, Error>>,
        recorder: &mut dyn MatchRecorder<G>,
    ) -> Result<Stats, Error> {
        let mut counted = Counted::new(self.rules, self.lineup);
        for replay in replays {
            self.one(&replay?, &mut counted, recorder)?;
        }
        Ok(counted.finish())
    }

    /// The matches of the part, checked; the last item is an error if the file has too few.
    fn replays(&self) -> Result<impl Iterator<Item = Result<Replay, Error>>, Error> {
        let (mut wanted, mut held) = (self.recipe.matches(self.part), of_part(self.set, self.part)?);
        Ok(iter::from_fn(move || match (held.next(), wanted.next()) {
            (Some(replay), wanted) => {
                Some(replay.map_err(Error::from).and_then(|replay| self.check(replay, wanted)))
            }
            (None, Some(missing)) => Some(Err(self.other(format!("does not hold match {missing}")))),
            (None, None) => None,
        }))
    }

    fn one(
        &self,
        replay: &Replay,
        counted: &mut Counted<'_, G>,
        recorder: &mut dyn MatchRecorder<G>,
    ) -> Result<(), Error> {
        let Replay { number, seed, ref actions } = *replay;
        let id = self.lineup.match_id(self.recipe.seed, number);
        counted.counter.begin();
        rows::replay(self.rules, seed, actions, &mut (&mut counted.counter, Erased(recorder.begin(id))))
            .within(|| format!("{}: match {number}", self.path().display()))?;
        counted.add(number);
        recorder.ended()
    }

    /// Refuses a match that is not the wanted one.
    fn check(&self, replay: Replay, wanted: Option<u64>) -> Result<Replay, Error> {
        match wanted == Some(replay.number) && replay.is_of(self.recipe) {
            true => Ok(replay),
            false => Err(self.other(replay.other())),
        }
    }

    fn other(&self, what: String) -> Error {
        Error::Record(RecordError::Damaged { path: self.path(), what })
    }

    fn path(&self) -> PathBuf {
        self.set.path(Table::Replays.name(), self.part)
    }
}

/// Whether a column has the width that [`of_part`] reads.
fn is_of_replays(column: &FileColumn) -> bool {
    match column.name.as_str() {
        "actions" => column.cell_type == CellType::Blob,
        _ => column.cell_type.bytes() == Some(8),
    }
}

/// A cell of eight bytes.
fn word(rows: &Rows, column: usize, row: usize) -> u64 {
    let (words, _) = rows.cells(column).bytes().as_chunks::<8>();
    u64::from_le_bytes(words[row])
}
