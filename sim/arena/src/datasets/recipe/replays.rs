//! Reads and plays the matches in the table `replays` of a data set, and counts them.

pub(crate) mod cells;

use super::{Recipe, logged};
use crate::counts::{Counts, WallCounts};
use crate::datasets::recording::blocks::Recording;
use crate::datasets::recording::recorder::{AfterEach, Recorder};
use crate::error::{Error, Within};
use crate::observer::Quiet;
use crate::settings::Settings;
use crate::stats::Stats;
use cells::Cells;
use hyakuman_core::MatchSeed;
use hyakuman_core::game::Deals;
use hyakuman_core::game::rows::{Logged, Origin, Table, replay_columns, source_columns};
use hyakuman_record::{Dataset, RecordError};
use std::iter;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// A recorded match.
#[derive(Debug)]
pub struct Replay {
    /// Its number in the run.
    pub number: u64,
    /// Seed of the run and number of the wall.
    pub seed: MatchSeed,
    /// The action codes, in order.
    pub actions: Vec<u8>,
    /// What a log says of it; `None` in a run.
    pub logged: Option<Arc<Logged>>,
}

impl Replay {
    /// Where its tiles come from.
    pub fn deals(&self) -> Deals {
        self.logged.as_ref().map_or(Deals::Keyed(self.seed), |logged| Deals::Known(Arc::clone(&logged.deals)))
    }
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
            let recipe = Recipe::of(&set.manifest().run)?;
            let rows = of_part(set, &recipe, part)?;
            open = Some((part, recipe, rows));
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
pub(crate) fn of_part(
    set: &Dataset,
    recipe: &Recipe,
    part: u64,
) -> Result<impl Iterator<Item = Result<Replay, RecordError>> + use<>, RecordError> {
    let (origin, seats) = (recipe.origin(), recipe.seats.len());
    let has_sources = set.tables().iter().any(|name| name == Table::Sources.name());
    let replays =
        cells::of_part(set, Table::Replays, &replay_columns(origin), part, move |row| replay(row, origin))?;
    let sources = has_sources.then(|| {
        cells::of_part(set, Table::Sources, &source_columns(seats), part, move |row| {
            logged::source(row, seats)
        })
    });
    let (mut sources, paths) =
        (sources.transpose()?, [Table::Replays, Table::Sources].map(|table| set.path(table.name(), part)));
    let damaged = move |table: usize, what: &str| RecordError::Damaged {
        path: paths[table].clone(),
        what: what.into(),
    };
    Ok(replays.map(move |found| {
        let mut found = found?.ok_or_else(|| damaged(0, "has walls that are not of its kyoku"))?;
        if let (Some(sources), Some(logged)) = (&mut sources, &mut found.logged) {
            let source = sources.next().ok_or_else(|| damaged(1, "has fewer rows than there are matches"))?;
            Arc::make_mut(logged).source = Some(source?);
        }
        Ok(found)
    }))
}

/// The match of a row; `None` if its deals are none.
fn replay(row: &Cells<'_>, origin: Origin) -> Option<Replay> {
    let logged = match origin {
        Origin::Run => None,
        Origin::Logs => {
            let deals = Arc::new(logged::deals(row, row.number("kyoku_played") as usize)?);
            Some(Arc::new(Logged { deals, hidden: row.bytes("hidden_answers").to_vec(), source: None }))
        }
    };
    let seed = MatchSeed { seed: row.number("seed") as u64, number: row.number("wall") as u64 };
    Some(Replay { number: row.number("match") as u64, seed, actions: row.bytes("actions").to_vec(), logged })
}

/// The recorded matches of a part, to be played again.
pub(crate) struct Part<'a> {
    pub set: &'a Dataset,
    pub recipe: &'a Recipe,
    pub settings: &'a Settings<'a>,
    pub part: u64,
}

impl Part<'_> {
    /// Plays the matches again and records them; `shared`: on all threads of the current rayon pool. Returns their statistics.
    pub(crate) fn record(&self, recording: &mut Recording<'_>, shared: bool) -> Result<Stats, Error> {
        if !shared {
            return recording.alone(|recorder, after_each| self.play(recorder, after_each));
        }
        let (size, mut replays) = (recording.block_size() as usize, self.replays()?);
        // A block has whole walls.
        let blocks = iter::from_fn(|| {
            let block: Result<Vec<Replay>, Error> = replays.by_ref().take(size).collect();
            (!block.as_ref().is_ok_and(Vec::is_empty)).then_some(block)
        });
        let replayer = self.replayer();
        recording.shared(&Quiet, blocks, |block: Vec<Replay>, recorder, after_each| {
            replayer.all(block.into_iter().map(Ok), recorder, after_each)
        })
    }

    /// The same on this thread; what is done with the rows is up to the caller.
    pub(crate) fn play(
        &self,
        recorder: &mut dyn Recorder,
        after_each: AfterEach<'_>,
    ) -> Result<Stats, Error> {
        self.replayer().all(self.replays()?, recorder, after_each)
    }

    fn replayer(&self) -> Replayer<'_> {
        Replayer { settings: self.settings, file: Some(self.path()) }
    }

    /// The matches of the part, checked; the last item is an error if the file has too few.
    fn replays(&self) -> Result<impl Iterator<Item = Result<Replay, Error>>, Error> {
        let (mut wanted, mut held) =
            (self.recipe.matches(self.part), of_part(self.set, self.recipe, self.part)?);
        Ok(iter::from_fn(move || match (held.next(), wanted.next()) {
            (Some(replay), wanted) => {
                Some(replay.map_err(Error::from).and_then(|replay| self.check(replay, wanted)))
            }
            (None, Some(missing)) => Some(Err(self.other(format!("does not hold match {missing}")))),
            (None, None) => None,
        }))
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

/// Plays recorded matches again, records and counts them.
pub(crate) struct Replayer<'a> {
    pub settings: &'a Settings<'a>,
    /// The file they are in, for messages.
    pub file: Option<PathBuf>,
}

impl Replayer<'_> {
    /// Plays matches of whole walls, one after another.
    pub(crate) fn all(
        &self,
        replays: impl Iterator<Item = Result<Replay, Error>>,
        recorder: &mut dyn Recorder,
        after_each: AfterEach<'_>,
    ) -> Result<Stats, Error> {
        let (lineup, mut stats, mut open) = (self.settings.lineup, self.settings.stats(), None);
        for replay in replays {
            let replay = replay?;
            let rotation = lineup.rotation_of(replay.number);
            let wall: &mut WallCounts = open.get_or_insert(WallCounts::EMPTY);
            wall.add(lineup, rotation, self.one(&replay, recorder)?);
            if rotation + 1 == lineup.rotations() {
                open.take().iter().for_each(|wall| stats.add(wall));
            }
            after_each(recorder.tables()?)?;
        }
        open.iter().for_each(|wall| stats.add(wall));
        Ok(stats)
    }

    fn one<'r>(&self, replay: &Replay, recorder: &'r mut dyn Recorder) -> Result<&'r Counts, Error> {
        let played = recorder.replay(replay);
        match &self.file {
            Some(file) => played.within(|| file.display()),
            None => played,
        }
    }
}
