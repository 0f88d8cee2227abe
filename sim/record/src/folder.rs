//! The folder of a run: who may write into it, which parts are left to do, and when it is complete.

use crate::atomic::{self, TEMPORARY};
use crate::error::{RecordError, at, damaged};
use crate::lock::{LOCK, Lock};
use crate::manifest::{Manifest, Run, read_json};
use crate::part::PartWriter;
use crate::plan::{Layout, Plan, Shard};
use crate::sidecar::{Sidecar, json};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A folder that this process writes one shard of a run into.
///
/// Parts may be written from several threads at once. Dropped, it lets other processes take its shard.
pub struct Folder {
    plan: Plan,
    layout: Layout,
    shard: Shard,
    lock: Lock,
}

impl Folder {
    /// Starts a run in a folder, or goes on with it.
    ///
    /// # Errors
    /// If the folder is that of another run; if parts of this shard are done and `resume` is false; if another
    /// process writes parts of this shard; if there are foreign files where ours would go; if the operating system
    /// refuses.
    pub fn start(dir: &Path, plan: Plan, resume: bool, shard: Shard) -> Result<Folder, RecordError> {
        let layout = Layout::new(dir, plan.parts());
        fs::create_dir_all(layout.parts()).map_err(at("create", &layout.parts()))?;
        // One process starts at a time; what it finds does not change while it looks.
        let starting = start_lock(&layout)?;
        if let Err(error) = agree(&layout, &plan) {
            drop(starting);
            // A folder that is not ours is left as it was found; this fails where it was not empty.
            let _ = fs::remove_dir(layout.parts());
            return Err(error);
        }
        let lock = shard_lock(&layout, shard)?;
        for table in &plan.tables {
            fs::create_dir_all(layout.table(&table.name))
                .map_err(at("create", &layout.table(&table.name)))?;
        }
        atomic::sync_folder(dir)?;
        let folder = Folder { plan, layout, shard, lock };
        folder.refuse_started(resume)?;
        folder.remove_temporaries()?;
        Ok(folder)
    }

    /// The parts of this shard that are left to do: no sidecar, or its files are not what it says. Reads every
    /// finished file of the shard.
    pub fn todo(&self) -> Result<Vec<u64>, RecordError> {
        Ok(self.own_parts().filter(|&part| !self.is_done(part)).collect())
    }

    /// Starts a part.
    pub fn part(&self, number: u64) -> Result<PartWriter<'_>, RecordError> {
        PartWriter::new(self, number)
    }

    /// The sidecars of all finished parts of all shards, in order.
    pub fn finished(&self) -> Result<Vec<Sidecar>, RecordError> {
        let parts = 0..self.plan.parts();
        parts.filter_map(|part| Sidecar::read(&self.layout.sidecar(part)).transpose()).collect()
    }

    /// Writes the manifest and the card, if all parts of all shards are finished; returns whether they are.
    pub fn complete(&self, card: impl FnOnce(&Manifest) -> String) -> Result<bool, RecordError> {
        let _starting = start_lock(&self.layout)?;
        let sidecars = self.finished()?;
        if sidecars.len() as u64 != self.plan.parts() {
            return Ok(false);
        }
        if let Some(part) = sidecars.iter().find(|part| !part.sizes_agree(&self.layout)) {
            let path = self.layout.sidecar(part.part);
            return Err(damaged(&path, "names files that are gone or of another size: go on with --resume"));
        }
        let manifest = Manifest::new(Run::new(&self.plan), sidecars);
        atomic::write(&self.layout.card(), card(&manifest).as_bytes())?;
        atomic::write(&self.layout.manifest(), &manifest.to_json())?;
        Ok(true)
    }

    /// Takes the start back, if nothing came of it: no part is finished, and nobody else is at work. The folder is then
    /// free for another run.
    pub fn abandon(&self) -> Result<(), RecordError> {
        let starting = start_lock(&self.layout)?;
        let own = [self.layout.run(), self.lock.path().to_owned(), starting.path().to_owned()];
        let mut names = names(&self.layout.parts())?.into_iter().map(|name| self.layout.parts().join(name));
        if names.all(|path| own.contains(&path)) {
            atomic::remove(&self.layout.run())?;
            for table in &self.plan.tables {
                // Fails, as it should, where a killed run left something.
                let _ = fs::remove_dir(self.layout.table(&table.name));
            }
        }
        Ok(())
    }

    /// Free disk space for this run, in bytes.
    pub fn free_space(&self) -> Result<u64, RecordError> {
        fs4::available_space(&self.layout.dir).map_err(at("ask for the free space of", &self.layout.dir))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.layout.dir
    }

    /// The parts that this process writes.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// What is being run.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    fn own_parts(&self) -> impl Iterator<Item = u64> {
        (0..self.plan.parts()).filter(|&part| self.shard.has(part))
    }

    fn is_done(&self, part: u64) -> bool {
        let sidecar = Sidecar::read(&self.layout.sidecar(part)).ok().flatten();
        sidecar.is_some_and(|sidecar| {
            sidecar.part == part
                && (sidecar.first_match, sidecar.matches) == range(&self.plan.matches_of(part))
                && sidecar.tables.keys().eq(self.table_names().iter())
                && sidecar.hashes_agree(&self.layout)
        })
    }

    fn table_names(&self) -> std::collections::BTreeSet<String> {
        self.plan.tables.iter().map(|table| table.name.clone()).collect()
    }

    fn refuse_started(&self, resume: bool) -> Result<(), RecordError> {
        let done = self.own_parts().filter(|&part| self.layout.sidecar(part).exists()).count() as u64;
        match resume || done == 0 {
            true => Ok(()),
            false => Err(RecordError::Started {
                folder: self.layout.dir.clone(),
                done,
                of: self.own_parts().count() as u64,
            }),
        }
    }

    /// Removes the temporaries of this shard; those of others may be in the making.
    fn remove_temporaries(&self) -> Result<(), RecordError> {
        let folders = self.plan.tables.iter().map(|table| (self.layout.table(&table.name), ".parquet.tmp"));
        for (folder, ending) in folders.chain([(self.layout.parts(), ".json.tmp")]) {
            for name in names(&folder)? {
                let part = self.layout.part_of(&name, ending);
                if part.is_some_and(|part| self.shard.has(part)) {
                    atomic::remove(&folder.join(name))?;
                }
            }
        }
        let whole = [self.layout.manifest(), self.layout.card(), self.layout.run()];
        whole.iter().try_for_each(|path| atomic::remove(&atomic::temporary(path)))
    }
}

/// The first match of a part, and how many it has.
fn range(matches: &Range<u64>) -> (u64, u64) {
    (matches.start, matches.end - matches.start)
}

/// Held while a process starts or completes a folder.
fn start_lock(layout: &Layout) -> Result<Lock, RecordError> {
    let path = layout.parts().join(format!("start{LOCK}"));
    Lock::take(&path).map_err(at("lock", &path))
}

/// Takes the lock of a shard, if no living process holds one that meets it; removes those of dead ones.
fn shard_lock(layout: &Layout, shard: Shard) -> Result<Lock, RecordError> {
    let path = |shard: Shard| layout.parts().join(format!("{}{LOCK}", shard.file_name()));
    let others = names(&layout.parts())?.into_iter();
    for other in others.filter_map(|name| Shard::from_file_name(name.strip_suffix(LOCK)?)) {
        let path = path(other);
        let lives = Lock::try_take(&path).map_err(at("lock", &path))?.is_none();
        if lives && other.meets(shard) {
            return Err(busy(layout, other));
        }
    }
    let path = path(shard);
    Lock::try_take(&path).map_err(at("lock", &path))?.ok_or_else(|| busy(layout, shard))
}

fn busy(layout: &Layout, shard: Shard) -> RecordError {
    RecordError::Busy { folder: layout.dir.clone(), shard: shard.to_string() }
}

/// Is the folder that of this run? An empty one becomes so.
fn agree(layout: &Layout, plan: &Plan) -> Result<(), RecordError> {
    let wanted = Run::new(plan);
    if !layout.run().is_file() {
        refuse_foreign(layout, plan)?;
        return atomic::write(&layout.run(), &json(&wanted));
    }
    let held: Run = read_json(&layout.run(), "the identity of a run")?;
    match held.difference(&wanted) {
        None => Ok(()),
        Some((key, held, wanted)) => {
            Err(RecordError::OtherRun { folder: layout.dir.clone(), key, held, wanted })
        }
    }
}

/// Refuses a folder without a run that has something where our files would go.
fn refuse_foreign(layout: &Layout, plan: &Plan) -> Result<(), RecordError> {
    let foreign = |path: PathBuf| Err(RecordError::Foreign { path });
    for path in [layout.manifest(), layout.card()] {
        if path.exists() {
            return foreign(path);
        }
    }
    let ours = |name: &str| name.ends_with(LOCK) || name.ends_with(TEMPORARY);
    if let Some(name) = names(&layout.parts())?.into_iter().find(|name| !ours(name)) {
        return foreign(layout.parts().join(name));
    }
    for table in &plan.tables {
        let folder = layout.table(&table.name);
        if let Some(name) = names(&folder)?.into_iter().next() {
            return foreign(folder.join(name));
        }
    }
    Ok(())
}

/// Names in a folder, sorted; none where there is no folder.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>, RecordError> {
    if !folder.try_exists().map_err(at("read", folder))? {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(at("read", folder))?;
    let mut names: Vec<_> =
        entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}
