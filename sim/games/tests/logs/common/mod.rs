//! Logs to read: matches of our own engine, which are in `data`, and the real ones, which are outside the project: in
//! `../shared/logs`, or under `HYAKUMAN_SHARED`. Tests of those are in modules `shared`, and ignored unless requested.
pub(crate) mod players;
pub(crate) mod soul;

use hyakuman_games::logs::{LogMatch, read};
use std::path::{Path, PathBuf};

/// Name and bytes of a log.
pub(crate) type File = (String, Vec<u8>);

/// The logs that our own engine wrote.
pub(crate) fn own_files() -> Vec<File> {
    let mut files = in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs/data"));
    files.retain(|(name, _)| name != "README.md");
    files
}

/// Where files outside the project are.
fn shared() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    std::env::var_os("HYAKUMAN_SHARED").map_or_else(beside, PathBuf::from)
}

/// A log that another program wrote.
pub(crate) fn shared_case(name: &str) -> Vec<u8> {
    let path = shared().join("cases/logs-4").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The real logs.
pub(crate) fn real_files() -> Vec<File> {
    let shared = shared();
    let folders = ["tenhou-4p-mjlog", "tenhou-4p-json", "tenhou-3p"];
    let mut files: Vec<File> =
        folders.iter().flat_map(|folder| in_folder(&shared.join("logs").join(folder))).collect();
    files.sort();
    files
}

fn in_folder(folder: &Path) -> Vec<File> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| {
        panic!("no logs in {} (HYAKUMAN_SHARED says where they are): {e}", folder.display())
    });
    let file = |path: PathBuf| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap())
    };
    let mut files: Vec<File> = entries.map(|entry| file(entry.unwrap().path())).collect();
    files.sort();
    files
}

/// Every match of our own logs.
pub(crate) fn own() -> Vec<(String, LogMatch)> {
    matches(own_files())
}

/// Every match of the real logs.
pub(crate) fn real() -> Vec<(String, LogMatch)> {
    matches(real_files())
}

fn matches(files: Vec<File>) -> Vec<(String, LogMatch)> {
    let read = |(name, bytes): File| {
        let named = |log: Result<LogMatch, _>| {
            let log = log.unwrap_or_else(|e| panic!("{name}: {e}"));
            (name.clone(), log)
        };
        read(&bytes).into_iter().map(named).collect::<Vec<_>>()
    };
    files.into_iter().flat_map(read).collect()
}
