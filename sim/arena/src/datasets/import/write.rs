//! The second half of an import: the matches of the survey are recorded, in order; those that are not in memory are read again.

use super::documents::{self, Document, MOST_BYTES};
use super::recorded::{HashOfLogs, Recorded, source};
use super::survey::Log;
use super::{Entry, Group, ImportOptions, Names, Survey};
use crate::datasets::recipe::replays::{Replay, Replayer, cells};
use crate::datasets::recipe::{Choice, Logs, Recipe, card, logged};
use crate::datasets::recording::job::AnyJob;
use crate::datasets::recording::{blocks::Recording, extra, todo};
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::threads;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::MatchSeed;
use hyakuman_core::game::rows::{Source, Table, source_columns};
use hyakuman_games::logs::{LogMatch, read_at_most, script};
use hyakuman_games::registry::AnyRules;
use hyakuman_record::{Folder, Shard, TableFile};
use hyakuman_riichi::RiichiRules;
use sha2::{Digest, Sha256};
use std::sync::mpsc;
use std::sync::{Arc, OnceLock};

/// Who played, in place of the name of an agent.
const PLAYER: &str = "player";

/// Writes all groups, one after another.
pub(super) fn write(
    options: &ImportOptions,
    survey: &Survey,
    roster: &Roster,
    observer: &dyn Observer,
) -> Result<(), Error> {
    let pool = threads::pool(options.threads)?;
    options.list(survey)?.map_or(Ok(()), |list| list.write())?;
    observer.start(survey.matches());
    for (group, out) in survey.groups.iter().zip(options.folders(survey)) {
        let recipe = recipe(options, survey, group)?.evaluated_by(roster, options.evaluate.as_deref())?;
        let writing = Writing { options, survey, group, recipe: &recipe, roster, observer };
        threads::within(&pool, || writing.folder(&out))?;
    }
    Ok(())
}

fn recipe(options: &ImportOptions, survey: &Survey, group: &Group) -> Result<Recipe, Error> {
    let rules = AnyRules::Riichi(group.rules.clone());
    let player: Spec = PLAYER.parse()?;
    let lineup = Lineup::new(vec![player], group.rules.rules.players.into(), &group.rules.id, false)?;
    let (tables, games) = (options.tables.clone(), group.matches());
    let recipe =
        Recipe::new(&rules, &lineup, &Choice { seed: 0, games, part_size: options.part_size, tables })?;
    let logs = Logs {
        documents: survey.documents,
        partial: group.partial,
        left_out: survey.all_left_out,
        names: options.names.name().into(),
        sha256: hash(survey, group),
    };
    Ok(Recipe { logs: Some(logs), ..recipe })
}

fn hash(survey: &Survey, group: &Group) -> String {
    let mut hash = HashOfLogs::default();
    for entry in &group.entries {
        hash.add(&survey.logs[entry.document as usize].sha256, entry.number);
    }
    hash.finish()
}

/// A group that is being written.
struct Writing<'a> {
    options: &'a ImportOptions,
    survey: &'a Survey,
    group: &'a Group,
    recipe: &'a Recipe,
    roster: &'a Roster,
    observer: &'a dyn Observer,
}

impl Writing<'_> {
    /// Writes the parts that are left, in order, and completes the data set.
    fn folder(&self, out: &std::path::Path) -> Result<(), Error> {
        let Writing { options, recipe, roster, observer, .. } = *self;
        let rules = AnyRules::Riichi(self.group.rules.clone());
        let game = rules.facts();
        let folder = Folder::start(out, recipe.plan(&game), options.resume, Shard::WHOLE)?;
        let lineup = recipe.load_lineup(&rules)?;
        let job = recipe.settings(&rules, &lineup, roster, observer)?.replaying()?;
        let todo = todo(&folder, observer)?;
        self.refuse_moved(&folder, &todo)?;
        observer.done(recipe.games - recipe.count(&todo));
        documents::with(&options.paths, options.paths.len() > 1, |documents| {
            let mut reading = Reading { documents, next: 0, open: None, survey: self.survey };
            todo.iter().try_for_each(|&part| self.part(&folder, part, &mut reading, &*job))
        })?;
        folder.complete(|manifest| card::of(&game, recipe, manifest))?;
        Ok(())
    }

    /// Checks that the finished parts name the logs where they are now.
    fn refuse_moved(&self, folder: &Folder, todo: &[u64]) -> Result<(), Error> {
        let Writing { options, survey, group, recipe, .. } = *self;
        let is_compared = recipe.tables.contains(&Table::Sources) && options.names != Names::Drop;
        let seats = recipe.seats.len();
        for part in folder.own_parts().filter(|part| is_compared && !todo.contains(part)) {
            let path = folder.file(Table::Sources.name(), part);
            let file = TableFile::open(&path)?;
            let held =
                cells::of_file(file, path, &source_columns(seats), move |row| logged::source(row, seats))?;
            for (number, held) in recipe.matches(part).zip(held) {
                let (held, entry) = (held?, &group.entries[number as usize]);
                let Log { file, member, .. } = &survey.logs[entry.document as usize];
                if (&held.file[..], &held.member[..]) != (&**file, &**member) {
                    return Err(moved(folder, [&held.file, &held.member], [file, member]));
                }
            }
        }
        Ok(())
    }

    fn part(
        &self,
        folder: &Folder,
        part: u64,
        reading: &mut Reading<'_>,
        job: &dyn AnyJob,
    ) -> Result<(), Error> {
        let Writing { group, recipe, observer, .. } = *self;
        let (mut out, rules) = (folder.part(part)?, Arc::new(group.rules.rules.clone()));
        let mut recording = Recording::new(job, recipe, &recipe.tables, &mut out);
        let blocks = recording.blocks(recipe.matches(part)).map(|numbers| {
            let entries = &group.entries[numbers.start as usize..numbers.end as usize];
            numbers.zip(entries).map(|(number, entry)| Ok((number, reading.place(entry)?))).collect()
        });
        let replayer = Replayer { settings: job.settings(), file: None };
        let stats = recording.shared(observer, blocks, |wanted: Vec<Wanted>, recorder, after_each| {
            let replays = wanted.iter().map(|wanted| self.replay(wanted, &rules));
            let stats = replayer.all(replays, recorder, after_each)?;
            observer.done(wanted.len() as u64);
            Ok(stats)
        })?;
        recording.finish()?;
        out.finish(extra(&stats))?;
        Ok(())
    }

    /// The match as a record.
    fn replay(&self, (number, place): &Wanted, rules: &Arc<RiichiRules>) -> Result<Replay, Error> {
        let read;
        let Recorded { actions, logged } = match place {
            MatchPlace::Kept(kept) => &**kept,
            MatchPlace::In(open, in_document) => {
                read = self.read(open, *in_document, rules)?;
                &read
            }
        };
        let seed = MatchSeed { seed: self.recipe.seed, number: *number };
        Ok(Replay { number: *number, seed, actions: actions.clone(), logged: Some(Arc::clone(logged)) })
    }

    /// Reads a match again.
    fn read(&self, open: &Open, number: u32, rules: &Arc<RiichiRules>) -> Result<Recorded, Error> {
        let Open { document, sha256, .. } = open;
        let changed =
            || Error::Failed(format!("{} has changed while it was read: start again", document.name()));
        let log = open.log(number).ok_or_else(changed)?;
        let found = script(log, rules).ok().and_then(|(_, found)| found).ok_or_else(changed)?;
        Ok(Recorded::new(
            found,
            Source { sha256: *sha256, number, ..source(document, log, self.options.names) },
        ))
    }
}

fn moved(folder: &Folder, held: [&str; 2], found: [&str; 2]) -> Error {
    let [held, found] = [held, found].map(|[file, member]| documents::name("", file, member));
    let folder = folder.path().display();
    Error::Usage(format!(
        "{folder} was begun with {held}, which is {found} now: give the logs as they were given before, or choose another folder"
    ))
}

/// A match to record, with its number.
type Wanted = (u64, MatchPlace);

/// Where a match is.
enum MatchPlace {
    /// As it was read.
    Kept(Arc<Recorded>),
    /// Its number in the document.
    In(Arc<Open>, u32),
}

/// A document in use.
struct Open {
    document: Document,
    /// As in the survey.
    sha256: [u8; 32],
    /// Its matches, read once; `None` for one that cannot be read.
    logs: OnceLock<Vec<Option<LogMatch>>>,
}

impl Open {
    /// A match; `None` if the document is not as it was.
    fn log(&self, number: u32) -> Option<&LogMatch> {
        let read = || {
            let bytes = self.document.bytes().unwrap_or_default();
            let is_same = Sha256::digest(&bytes)[..] == self.sha256;
            let logs = is_same.then(|| read_at_most(&bytes, MOST_BYTES));
            logs.unwrap_or_default().into_iter().map(Result::ok).collect()
        };
        self.logs.get_or_init(read).get(number as usize)?.as_ref()
    }
}

/// Reads documents in order.
struct Reading<'a> {
    documents: mpsc::IntoIter<Document>,
    /// The number of the next one.
    next: u32,
    open: Option<(u32, Arc<Open>)>,
    survey: &'a Survey,
}

impl Reading<'_> {
    /// Where a match is. They are asked for in order.
    fn place(&mut self, entry: &Entry) -> Result<MatchPlace, Error> {
        match &entry.kept {
            Some(kept) => Ok(MatchPlace::Kept(Arc::clone(kept))),
            None => Ok(MatchPlace::In(self.document(entry.document)?, entry.number)),
        }
    }

    fn document(&mut self, document: u32) -> Result<Arc<Open>, Error> {
        if let Some((number, open)) = &self.open
            && *number == document
        {
            return Ok(Arc::clone(open));
        }
        let skipped = (document - self.next) as usize;
        let found = self.documents.nth(skipped);
        let found = found
            .ok_or_else(|| Error::Failed("the logs have changed while they were read: start again".into()))?;
        let open = Open {
            document: found,
            sha256: self.survey.logs[document as usize].sha256,
            logs: OnceLock::new(),
        };
        let open = Arc::new(open);
        (self.next, self.open) = (document + 1, Some((document, Arc::clone(&open))));
        Ok(open)
    }
}
