//! A tiny run with columns of every cell type: 7 matches in parts of 2, two tables.

use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
use hyakuman_record::{About, Folder, Manifest, Plan, PlannedTable, RecordError, Shard};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const fn column(name: &'static str, cell_type: CellType, change_rate: ChangeRate) -> Column {
    Column {
        name,
        cell_type,
        change_rate,
        unit: "unit",
        viewpoint: "public",
        meaning: "what it says",
        missing: "",
    }
}

/// Every cell type, with both change rates if that makes a difference.
pub(crate) const WIDE: &[Column] = &[
    column("match", CellType::I64, ChangeRate::Often),
    column("bool", CellType::Bool, ChangeRate::Rarely),
    column("u8", CellType::U8, ChangeRate::Rarely),
    column("u8_lively", CellType::U8, ChangeRate::Often),
    column("i8", CellType::I8, ChangeRate::Often),
    column("u16", CellType::U16, ChangeRate::Rarely),
    column("u16_lively", CellType::U16, ChangeRate::Often),
    column("i32", CellType::I32, ChangeRate::Rarely),
    column("i32_lively", CellType::I32, ChangeRate::Often),
    column("i64", CellType::I64, ChangeRate::Rarely),
    column("u64", CellType::U64, ChangeRate::Often),
    column("bytes", CellType::Bytes(5), ChangeRate::Often),
    column("wide_bytes", CellType::Bytes(88), ChangeRate::Often),
    column("blob", CellType::Blob, ChangeRate::Often),
    column("text", CellType::Text, ChangeRate::Rarely),
    column("u64_steady", CellType::U64, ChangeRate::Rarely),
];

/// The other table.
pub(crate) const NARROW: &[Column] = &[
    column("match", CellType::I64, ChangeRate::Often),
    column("deltas", CellType::Bytes(4), ChangeRate::Rarely),
];

/// Rows of [`WIDE`] with the extremes of every type.
pub(crate) fn wide(first: i64, count: usize) -> Rows {
    let mut rows = Rows::new(WIDE.len());
    for i in first..first + count as i64 {
        let noise = (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        rows.i64(i);
        rows.bool(noise & 1 == 0);
        rows.u8([0, 255, 7][i as usize % 3]);
        rows.u8(noise as u8);
        rows.i8(noise as i8);
        rows.u16([0, u16::MAX][i as usize % 2]);
        rows.u16(noise as u16);
        rows.i32([i32::MIN, 0, i32::MAX][i as usize % 3]);
        rows.i32((noise >> 32) as i32);
        rows.i64([i64::MIN, -1, i64::MAX][i as usize % 3]);
        rows.u64(noise);
        rows.bytes(&[noise as u8, 0, 255, i as u8, 1]);
        rows.bytes(&[(noise >> 8) as u8; 88]);
        rows.varying(&noise.to_le_bytes()[..i as usize % 9]);
        rows.varying(["", "東風", "tsumogiri"][i as usize % 3].as_bytes());
        rows.u64(u64::MAX - (noise & 1));
        rows.end_row();
    }
    rows
}

pub(crate) fn narrow(first: i64, count: usize) -> Rows {
    let mut rows = Rows::new(NARROW.len());
    for i in first..first + count as i64 {
        rows.i64(i);
        rows.bytes(&(i as u32).to_le_bytes());
        rows.end_row();
    }
    rows
}

pub(crate) fn about() -> About {
    let pairs = vec![("ruleset".to_owned(), "tiny".to_owned()), ("seed".to_owned(), "1".to_owned())];
    About { program: "hyakuman version 0.0.0".to_owned(), pairs }
}

pub(crate) fn tables() -> Vec<PlannedTable> {
    vec![
        PlannedTable { name: "wide".to_owned(), columns: WIDE.to_vec() },
        PlannedTable { name: "narrow".to_owned(), columns: NARROW.to_vec() },
    ]
}

/// Four parts.
pub(crate) fn plan() -> Plan {
    let identity =
        json!({"ruleset": "tiny", "seed": 1, "rules": {"uma": [15, 5, -5, -15], "length": "east"}});
    Plan { identity, matches: 7, part_size: 2, tables: tables(), about: about() }
}

pub(crate) fn write_part(folder: &Folder, number: u64) -> Result<(), RecordError> {
    let mut part = folder.part(number)?;
    let matches = folder.plan().matches_of(number);
    for number in matches.clone() {
        part.write(0, &wide(number as i64 * 100, 40))?;
        part.write(1, &narrow(number as i64, 1))?;
    }
    part.finish(json!({"sum": matches.sum::<u64>()})).map(|_| ())
}

/// Plays the rest of a shard; returns whether the data set is complete.
pub(crate) fn run(dir: &Path, resume: bool, shard: Shard) -> Result<bool, RecordError> {
    run_of(7, dir, resume, shard)
}

/// The same with another number of matches.
pub(crate) fn run_of(matches: u64, dir: &Path, resume: bool, shard: Shard) -> Result<bool, RecordError> {
    let folder = Folder::start(dir, Plan { matches, ..plan() }, resume, shard)?;
    folder.todo()?.into_iter().try_for_each(|part| write_part(&folder, part))?;
    folder.complete(card)
}

/// The card.
pub(crate) fn card(manifest: &Manifest) -> String {
    let matches = manifest.run.matches;
    format!("---\nsize: {matches}\n---\n\n# {matches} matches\n\nA tiny data set.\n")
}

/// A complete data set.
pub(crate) fn complete() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    assert!(run(dir.path(), false, Shard::WHOLE).unwrap());
    dir
}

/// Every file below a folder, by its path in it.
pub(crate) fn contents(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// Checks that the folder equals that of an undisturbed run.
pub(crate) fn assert_undisturbed(dir: &Path) {
    assert_same(dir, complete().path());
}

pub(crate) fn assert_same(dir: &Path, wanted: &Path) {
    let (held, wanted) = (contents(dir), contents(wanted));
    assert_eq!(held.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>());
    for (name, bytes) in wanted {
        assert!(held[&name] == bytes, "{name} differs from that of an undisturbed run");
    }
}

/// A value of a plan's identity, changed.
pub(crate) fn with_identity(key: &str, value: Value) -> Plan {
    let mut plan = plan();
    plan.identity.pointer_mut(key).map(|held| *held = value).unwrap();
    plan
}
