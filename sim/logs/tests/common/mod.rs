//! Real logs, from outside the project: `../shared/logs`, or under `HYAKUMAN_SHARED`.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub(crate) mod players;

use hyakuman_logs::{LogMatch, read};
use std::path::{Path, PathBuf};

/// Name and content of every log; empty, with a message, if the folder is absent.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let shared =
        std::env::var_os("HYAKUMAN_SHARED").map_or_else(|| Path::new(root).join("../shared"), PathBuf::from);
    let mut files = Vec::new();
    for sub in ["tenhou-4p-mjlog", "tenhou-4p-json", "tenhou-3p"] {
        let folder = shared.join("logs").join(sub);
        let Ok(entries) = std::fs::read_dir(&folder) else {
            eprintln!("skipped: no real logs in {}", folder.display());
            continue;
        };
        for path in entries.map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            files.push((name, std::fs::read(&path).unwrap()));
        }
    }
    files.sort();
    files
}

/// Every match of every log.
pub(crate) fn matches() -> Vec<(String, LogMatch)> {
    let read = |(name, bytes): (String, Vec<u8>)| {
        let named = |log: Result<LogMatch, _>| {
            let log = log.unwrap_or_else(|e| panic!("{name}: {e}"));
            (name.clone(), log)
        };
        read(&bytes).into_iter().map(named).collect::<Vec<_>>()
    };
    files().into_iter().flat_map(read).collect()
}
