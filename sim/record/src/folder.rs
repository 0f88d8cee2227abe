//! The folder of a run: who may write to it, which parts are left to do, and when it is complete.

use crate::atomic::{self, TEMPORARY};
use crate::card;
use crate::error::{AGAIN, RecordError, TAKEN_FOR_PART, at, damaged};
use crate::lock::{self, LOCK, Lock};
use crate::manifest::{self, Manifest};
use crate::plan::{Paths, Plan, Shard};
use crate::regular::{self, names};
use crate::run::{MATCHES, Run};
use crate::sidecar::{Sidecar, json};
use crate::strays::{self, StrayKind};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Checks that a folder can be at this path: what is there, or above it, is no file.
///
/// # Errors
/// One sentence that names what is in the way.
pub fn check(path: &Path) -> Result<(), RecordError> {
    let file = path.ancestors().find(|part| part.exists()).filter(|part| !part.is_dir());
    let sentence = |file: &Path| format!("{} is a file: name a folder", file.display());
    file.map_or(Ok(()), |file| Err(RecordError::Refused(sentence(file))))
}

/// Makes a folder, and those that it is in, unless they are there.
///
/// # Errors
/// Something else is there, or it cannot be made.
pub fn create(path: &Path) -> Result<(), RecordError> {
    check(path)?;
    fs::create_dir_all(path).map_err(at("create", path))
}

/// A folder into which this process writes one shard of a run.
///
/// Parts may be written from several threads at once. Dropping it releases the shard to other processes.
pub struct Folder {
    plan: Plan,
    paths: Paths,
    shard: Shard,
    lock: Lock,
    /// Whether the folder is still that of the same run with fewer matches.
    shorter: Mutex<bool>,
}

impl Folder {
    /// Starts a run in a folder, or resumes it. If the folder holds the same run with fewer matches, it is extended
    /// when the first part is written, and is unchanged until then.
    ///
    /// # Errors
    /// The plan has a part size, a number of parts or table names that a data set cannot have; the folder holds another run, or this one with more matches; parts of this shard are done, or the run has fewer
    /// matches, and `resume` is false; another process writes parts of this shard, or of the run with fewer matches;
    /// foreign files are where ours would be, or would be read as ours; or the operating system reports an error.
    pub fn start(dir: &Path, plan: Plan, resume: bool, shard: Shard) -> Result<Folder, RecordError> {
        if let Some(what) = Run::new(&plan).problem() {
            return Err(RecordError::Refused(format!("the run {what}")));
        }
        let paths = Paths::new(dir, plan.parts());
        create(&paths.parts())?;
        // One process starts at a time, so that the folder does not change during the checks.
        let starting = start_lock(&paths)?;
        let shorter = match agree(&paths, &plan, resume) {
            Ok(shorter) => shorter,
            Err(error) => {
                drop(starting);
                // A foreign folder is left as it was; removing `parts` fails if it was not empty.
                let _ = fs::remove_dir(paths.parts());
                return Err(error);
            }
        };
        let lock = shard_lock(&paths, shard, plan.matches)?;
        if shorter {
            refuse_others(&paths, shard, plan.matches)?;
        }
        for table in &plan.tables {
            create(&paths.table(&table.name))?;
        }
        atomic::sync_folder(dir)?;
        let folder = Folder { plan, paths, shard, lock, shorter: Mutex::new(shorter) };
        folder.refuse_started(resume)?;
        folder.remove_temporaries()?;
        Ok(folder)
    }

    /// The parts of this shard that are left to do: those without a sidecar, or with files that do not match it.
    /// Reads every finished file of the shard.
    pub fn todo(&self) -> Result<Vec<u64>, RecordError> {
        Ok(self.own_parts().filter(|&part| !self.is_done(part)).collect())
    }

    /// Turns the run with fewer matches in the folder into the beginning of this one. The order of the steps
    /// matters, because a process may be killed between them. First the manifest is removed, because it asserts that
    /// everything is complete. Then the recipe describes the longer run, and the last part of the shorter one, if it
    /// is not full, no longer counts as finished.
    pub(crate) fn extend(&self) -> Result<(), RecordError> {
        let mut shorter = self.shorter.lock().unwrap_or_else(PoisonError::into_inner);
        if !*shorter {
            return Ok(());
        }
        let paths = &self.paths;
        let _starting = start_lock(paths)?;
        // Another shard may have extended it already.
        if agree(paths, &self.plan, true)? {
            refuse_others(paths, self.shard, self.plan.matches)?;
            if paths.manifest().exists() {
                let (from, to) = (paths.manifest(), paths.before());
                fs::rename(&from, &to).map_err(at("rename", &from))?;
                atomic::sync_folder(&paths.parts())?;
                atomic::sync_folder(&paths.dir)?;
            }
            atomic::write(&paths.run(), &json(&Run::new(&self.plan)))?;
        }
        *shorter = false;
        Ok(())
    }

    /// The sidecars of all finished parts of all shards, in order.
    pub fn finished(&self) -> Result<Vec<Sidecar>, RecordError> {
        let parts = 0..self.plan.parts();
        let sidecars = parts.filter_map(|part| {
            let sidecar = Sidecar::read(&self.paths.sidecar(part)).transpose()?;
            let fits = sidecar.as_ref().map_or(true, |sidecar| sidecar.fits(&self.plan, part));
            fits.then_some(sidecar)
        });
        sidecars.collect()
    }

    /// Writes the manifest and the card if all parts of all shards are finished; returns whether they are. Text that
    /// users added to the card is kept.
    pub fn complete(&self, card: impl Fn(&Manifest) -> String) -> Result<bool, RecordError> {
        let _starting = start_lock(&self.paths)?;
        let sidecars = self.finished()?;
        let is_of_plan = manifest::read_run(&self.paths.run())? == Run::new(&self.plan);
        if sidecars.len() as u64 != self.plan.parts() || !is_of_plan {
            return Ok(false);
        }
        if let Some(part) = sidecars.iter().find(|part| !part.sizes_agree(&self.paths)) {
            let path = self.paths.sidecar(part.part);
            return Err(damaged(&path, format!("names files that are gone or of another size: {AGAIN}")));
        }
        let manifest = Manifest::new(Run::new(&self.plan), sidecars);
        self.write_card(&card(&manifest), card)?;
        atomic::write(&self.paths.manifest(), &manifest.to_json())?;
        atomic::remove(&self.paths.before())?;
        Ok(true)
    }

    /// Writes the card, unless the existing one has all of it. Changes by users are kept: in the card if they can be
    /// separated, otherwise in a file beside it.
    fn write_card(&self, now: &str, card: impl Fn(&Manifest) -> String) -> Result<(), RecordError> {
        let path = self.paths.card();
        let Some(held) = regular::read_if_there(&path, regular::MOST)? else {
            return atomic::write(&path, now.as_bytes());
        };
        let held = String::from_utf8_lossy(&held);
        if card::missing_line(&held, now).is_none() {
            return Ok(());
        }
        let before = Manifest::read(&self.paths.before()).ok().map(|before| card(&before));
        if let Some(before) = before.filter(|before| card::missing_line(&held, before).is_none()) {
            return atomic::write(&path, card::renewed(&held, &before, now).as_bytes());
        }
        if !held.trim().is_empty() {
            let mut beside = (1..).map(|number| self.paths.dir.join(format!("README.old-{number}.md")));
            let free = beside.find(|path| fs::symlink_metadata(path).is_err());
            free.map_or(Ok(()), |free| fs::rename(&path, free)).map_err(at("rename", &path))?;
        }
        atomic::write(&path, now.as_bytes())
    }

    /// Undoes the start if no part is finished and no other process is at work. The folder is then free for another
    /// run.
    pub fn abandon(&self) -> Result<(), RecordError> {
        let starting = start_lock(&self.paths)?;
        let own = [self.paths.run(), self.lock.path().to_owned(), starting.path().to_owned()];
        let mut names = names(&self.paths.parts())?.into_iter().map(|name| self.paths.parts().join(name));
        if names.all(|path| own.contains(&path)) {
            atomic::remove(&self.paths.run())?;
            for table in &self.plan.tables {
                // Fails, as intended, if a killed run left a file.
                let _ = fs::remove_dir(self.paths.table(&table.name));
            }
        }
        Ok(())
    }

    /// Free disk space for this run, in bytes.
    pub fn free_space(&self) -> Result<u64, RecordError> {
        fs4::available_space(&self.paths.dir).map_err(at("ask for the free space of", &self.paths.dir))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.paths.dir
    }

    /// The path of the sidecar of a part.
    pub fn sidecar(&self, part: u64) -> PathBuf {
        self.paths.sidecar(part)
    }

    /// The path of the file of a table and a part.
    pub fn file(&self, table: &str, part: u64) -> PathBuf {
        self.paths.file(table, part)
    }

    /// The parts that this process writes.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// The plan of the run.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) fn paths(&self) -> &Paths {
        &self.paths
    }

    /// The numbers of the parts of this shard.
    pub fn own_parts(&self) -> impl Iterator<Item = u64> {
        (0..self.plan.parts()).filter(|&part| self.shard.has(part))
    }

    /// Whether a part is finished and its files have their hashes. Reads all of them.
    pub fn is_done(&self, part: u64) -> bool {
        let sidecar = Sidecar::read(&self.paths.sidecar(part)).ok().flatten();
        sidecar.is_some_and(|sidecar| sidecar.fits(&self.plan, part) && sidecar.hashes_agree(&self.paths))
    }

    fn refuse_started(&self, resume: bool) -> Result<(), RecordError> {
        let done = self.own_parts().filter(|&part| self.paths.sidecar(part).exists()).count();
        if resume || done == 0 {
            return Ok(());
        }
        let (folder, of) = (self.paths.dir.display(), self.own_parts().count());
        Err(RecordError::Refused(format!(
            "{folder} holds this run already, {done} of {of} parts are done: add --resume to go on, or choose \
             another folder"
        )))
    }

    /// Removes the temporary files of this shard; those of other shards may be in use.
    fn remove_temporaries(&self) -> Result<(), RecordError> {
        let folders = self.plan.tables.iter().map(|table| (self.paths.table(&table.name), ".parquet"));
        for (folder, ending) in folders.chain([(self.paths.parts(), ".json")]) {
            for name in names(&folder)? {
                let unfinished = name.strip_suffix(TEMPORARY);
                let part = unfinished.and_then(|name| self.paths.part_of(name, ending));
                if part.is_some_and(|part| self.shard.has(part)) {
                    atomic::remove(&folder.join(name))?;
                }
            }
        }
        let whole = [self.paths.manifest(), self.paths.card(), self.paths.run()];
        whole.iter().try_for_each(|path| atomic::remove(&atomic::temporary(path)))
    }
}

/// Held while a process starts or completes a folder.
fn start_lock(paths: &Paths) -> Result<Lock, RecordError> {
    let path = paths.parts().join(format!("start{LOCK}"));
    Lock::take(&path)
}

/// Takes the lock of a shard, unless a living process holds one for a part in common; removes locks of dead processes.
/// The number of matches is written into the lock.
fn shard_lock(paths: &Paths, shard: Shard, matches: u64) -> Result<Lock, RecordError> {
    if let Some((other, _)) = living(paths)?.into_iter().find(|(other, _)| other.meets(shard)) {
        return Err(busy(paths, other));
    }
    let path = paths.parts().join(format!("{}{LOCK}", shard.file_name()));
    let mut lock = Lock::try_take(&path)?.ok_or_else(|| busy(paths, shard))?;
    lock.write(&matches.to_string()).map_err(at("write", &path))?;
    Ok(lock)
}

/// Refuses to extend a run while another process writes parts of it for another number of matches.
fn refuse_others(paths: &Paths, own: Shard, matches: u64) -> Result<(), RecordError> {
    let others = living(paths)?.into_iter();
    let mut others = others.filter(|(shard, note)| *shard != own && *note != matches.to_string());
    others.next().map_or(Ok(()), |(shard, _)| Err(busy(paths, shard)))
}

/// The shards of living processes and the content of their locks; removes locks of dead processes.
fn living(paths: &Paths) -> Result<Vec<(Shard, String)>, RecordError> {
    let mut living = Vec::new();
    for name in names(&paths.parts())? {
        let Some(shard) = name.strip_suffix(LOCK).and_then(Shard::from_file_name) else { continue };
        let path = paths.parts().join(name);
        if Lock::try_take(&path)?.is_none() {
            living.push((shard, lock::note(&path)));
        }
    }
    Ok(living)
}

fn busy(paths: &Paths, shard: Shard) -> RecordError {
    let folder = paths.dir.display();
    RecordError::Refused(format!(
        "another process is writing shard {shard} of {folder}: wait for it, or take a shard that it does not write"
    ))
}

/// Checks that the folder holds this run; an empty one is initialised. True if it holds the run with fewer matches.
fn agree(paths: &Paths, plan: &Plan, resume: bool) -> Result<bool, RecordError> {
    let wanted = Run::new(plan);
    if fs::symlink_metadata(paths.run()).is_err() {
        refuse_foreign(paths, &wanted)?;
        return atomic::write(&paths.run(), &json(&wanted)).map(|()| false);
    }
    let held = manifest::read_run(&paths.run())?;
    // A damaged manifest is rewritten, but not one of a newer format.
    if let Ok(Some(bytes)) = regular::read_if_there(&paths.manifest(), regular::MOST_OF_MANIFEST) {
        manifest::check_format(&paths.manifest(), &bytes)?;
    }
    let shorter = compare(paths, &held, &wanted, resume)?;
    let strays = strays::find(paths, &wanted.tables, wanted.parts)?;
    if let Some(stray) = strays.into_iter().find(|stray| stray.kind == StrayKind::TakenForPart) {
        let path = stray.path.display();
        return Err(RecordError::Refused(format!("{path} {TAKEN_FOR_PART}: move it out of the folder")));
    }
    if !manifest::is_as_written(&paths.run(), &held)? {
        atomic::write(&paths.run(), &json(&held))?;
    }
    Ok(shorter)
}

/// Whether the folder holds this run with fewer matches. Any other difference is an error.
fn compare(paths: &Paths, held: &Run, wanted: &Run, resume: bool) -> Result<bool, RecordError> {
    let folder = paths.dir.display();
    let refused = match held.difference(wanted) {
        None => return Ok(false),
        Some((key, ..)) if key == MATCHES => match (held.matches, wanted.matches) {
            (held, wanted) if held < wanted && resume => return Ok(true),
            (held, wanted) if held < wanted => format!(
                "{folder} holds this run with {held} matches: add --resume to extend it to {wanted}, or choose another \
                 folder"
            ),
            (held, wanted) => format!(
                "{folder} holds this run with {held} matches, and {wanted} are fewer: a run can be extended, not cut, so \
                 ask for {held} or more, or choose another folder"
            ),
        },
        Some((key, held, wanted)) => {
            format!("{folder} holds a run with {key} {held}, not {wanted}: choose another folder")
        }
    };
    Err(RecordError::Refused(refused))
}

/// Refuses a folder without a run that has files where ours would be, or that would be read as ours.
fn refuse_foreign(paths: &Paths, wanted: &Run) -> Result<(), RecordError> {
    let own = [paths.manifest(), paths.card()].into_iter().filter(|path| fs::symlink_metadata(path).is_ok());
    // Like a run without parts: no part may exist.
    let strays = strays::find(paths, &wanted.tables, 0)?.into_iter();
    let mut taken =
        own.chain(strays.filter(|stray| stray.kind == StrayKind::TakenForPart).map(|stray| stray.path));
    match taken.next() {
        None => Ok(()),
        Some(path) => {
            let path = path.display();
            let refused =
                format!("{path} exists, but no run was started in this folder: choose another folder");
            Err(RecordError::Refused(refused))
        }
    }
}
