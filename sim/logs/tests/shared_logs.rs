//! Every real log at hand is read, and its seeds, hands, draws and indicators agree.

use hyakuman_core::Wall;
use hyakuman_logs::model::{Format, LogEnd, LogEvent, SeedWall};
use hyakuman_logs::{LogMatch, read};
use std::path::{Path, PathBuf};

/// The folder of real logs, outside the project.
fn folder() -> PathBuf {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let shared =
        std::env::var_os("HYAKUMAN_SHARED").map_or_else(|| Path::new(root).join("../shared"), PathBuf::from);
    shared.join("logs")
}

/// Name and matches of every log; empty, with a word about it, where the folder is absent.
fn logs() -> Vec<(String, Vec<LogMatch>)> {
    let mut logs = Vec::new();
    for sub in ["tenhou-4p-mjlog", "tenhou-4p-json", "tenhou-3p"] {
        let Ok(files) = std::fs::read_dir(folder().join(sub)) else {
            eprintln!("skipped: no real logs in {}", folder().join(sub).display());
            continue;
        };
        for file in files.map(|file| file.unwrap().path()) {
            let matches = read(&std::fs::read(&file).unwrap());
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            logs.push((name.clone(), matches.unwrap_or_else(|e| panic!("{name}: {e}"))));
        }
    }
    logs
}

#[test]
fn all_are_read() {
    let logs = logs();
    let matches = || logs.iter().flat_map(|(_, matches)| matches);
    let kyoku = || matches().flat_map(|m| &m.kyoku);
    let count = |format| matches().filter(|m| m.format == format).count();
    if logs.is_empty() {
        return;
    }
    assert_eq!((count(Format::Mjlog), count(Format::Tenhou6)), (38, 18));
    let events = kyoku().map(|kyoku| kyoku.events.len()).sum::<usize>();
    let wins = kyoku().map(|k| if let LogEnd::Wins(wins) = &k.end { wins.len() } else { 0 }).sum::<usize>();
    let draws = kyoku().filter(|k| matches!(k.end, LogEnd::Draw(_))).count();
    let unfinished = kyoku().filter(|k| k.end == LogEnd::Unfinished).count();
    assert_eq!((kyoku().count(), wins, draws, unfinished), (348, 266, 67, 18));
    assert!(events > 20_000, "{events}");
}

#[test]
fn every_wall_agrees_with_what_is_seen() {
    let mut seeded = 0;
    for (name, matches) in logs() {
        for m in matches {
            for (i, kyoku) in m.kyoku.iter().enumerate() {
                let wall: Wall = m.wall(i).unwrap_or_else(|e| panic!("{name}: {e}"));
                assert_eq!(wall.len(), if m.rules.seats == 4 { 136 } else { 108 });
                assert_eq!(m.format == Format::Mjlog, matches!(kyoku.seed_wall, SeedWall::Wall(_)), "{name}");
                seeded += (m.format == Format::Mjlog) as usize;
            }
        }
    }
    println!("{seeded} walls came from seeds");
}

/// Every discard and call comes from the tiles of its seat.
#[test]
fn tiles_are_where_they_are_used() {
    for (name, matches) in logs() {
        for kyoku in matches.iter().flat_map(|m| &m.kyoku) {
            let mut hands = kyoku.hands.clone();
            for event in &kyoku.events {
                let (seat, used) = match event {
                    LogEvent::Draw(seat, tile) => {
                        hands[seat.index()].push(*tile);
                        continue;
                    }
                    LogEvent::Discard { seat, tile, .. } | LogEvent::Kakan(seat, tile) => (seat, vec![*tile]),
                    LogEvent::Call(seat, meld) => {
                        let skip = meld.called().is_some() as usize;
                        (seat, meld.tiles()[skip..].to_vec())
                    }
                    _ => continue,
                };
                for tile in used {
                    let hand = &mut hands[seat.index()];
                    let at = hand.iter().position(|&t| t == tile);
                    let at = at.unwrap_or_else(|| panic!("{name}: {}: {event:?} without {tile}", kyoku.name));
                    hand.swap_remove(at);
                }
            }
        }
    }
}
