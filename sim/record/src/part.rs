//! One part being written: a file per table, with temporary names until all rows are written.

use crate::atomic::{self, temporary};
use crate::error::{RecordError, at};
use crate::file::TableWriter;
use crate::folder::Folder;
use crate::plan::PlannedTable;
use crate::row_group::{EncodedRowGroup, Layout};
use crate::sidecar::Sidecar;
use hyakuman_core::column::Rows;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::Arc;

/// Writes one part. If it is dropped before it is finished, its files are removed.
pub struct PartWriter<'a> {
    folder: &'a Folder,
    number: u64,
    files: Vec<(PathBuf, TableWriter<File>)>,
}

impl Folder {
    /// Starts a part.
    pub fn part(&self, number: u64) -> Result<PartWriter<'_>, RecordError> {
        self.extend()?;
        PartWriter::new(self, number)
    }
}

impl<'a> PartWriter<'a> {
    fn new(folder: &'a Folder, number: u64) -> Result<PartWriter<'a>, RecordError> {
        // Files of an earlier attempt are about to be replaced, so their sidecar must go first.
        atomic::remove(&folder.paths().sidecar(number))?;
        let mut part = PartWriter { folder, number, files: Vec::new() };
        for table in &folder.plan().tables {
            let path = folder.paths().file(&table.name, number);
            let writer = part.create(table, &path)?;
            part.files.push((path, writer));
        }
        Ok(part)
    }

    fn create(&self, table: &PlannedTable, path: &std::path::Path) -> Result<TableWriter<File>, RecordError> {
        let file = atomic::create(path)?;
        TableWriter::new(file, &table.name, &table.columns, &self.folder.plan().about)
            .map_err(at("write", &temporary(path)))
    }

    /// What the row groups of a table, given by its index in the plan, have in common.
    pub fn layout(&self, table: usize) -> &Arc<Layout> {
        self.files[table].1.layout()
    }

    /// Adds a row group to a table. The rows of a row group must depend only on the part.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append(&mut self, table: usize, group: EncodedRowGroup) -> Result<(), RecordError> {
        let (path, writer) = &mut self.files[table];
        writer.append(group).map_err(|source| at("write", &temporary(path))(source))
    }

    /// Adds a batch of rows to a table. The ends of batches must depend only on the part.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn write(&mut self, table: usize, rows: &Rows) -> Result<(), RecordError> {
        let (path, writer) = &mut self.files[table];
        writer.write(rows).map_err(|source| at("write", &temporary(path))(source))
    }

    /// Makes the part final and durable. `extra` is stored in its sidecar.
    pub fn finish(mut self, extra: Value) -> Result<Sidecar, RecordError> {
        let (plan, paths) = (self.folder.plan(), self.folder.paths());
        let mut tables = BTreeMap::new();
        for ((path, writer), table) in std::mem::take(&mut self.files).into_iter().zip(&plan.tables) {
            let written = writer.finish().and_then(|(file, stats)| file.sync_all().map(|()| stats));
            tables.insert(table.name.clone(), written.map_err(at("write", &temporary(&path)))?);
        }
        for table in &plan.tables {
            atomic::rename(&paths.file(&table.name, self.number))?;
            atomic::sync_folder(&paths.table(&table.name))?;
        }
        let sidecar = Sidecar::new(plan, self.number, tables, extra);
        sidecar.write(&paths.sidecar(self.number))?;
        Ok(sidecar)
    }
}

impl Drop for PartWriter<'_> {
    /// Removes temporary files; after `finish` there are none.
    fn drop(&mut self) {
        self.files.clear();
        for table in &self.folder.plan().tables {
            // Best effort: a resumed run removes what is left.
            let _ = fs::remove_file(temporary(&self.folder.paths().file(&table.name, self.number)));
        }
    }
}
