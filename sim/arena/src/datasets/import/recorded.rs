//! A match of a log as it is recorded.

use super::Names;
use super::documents::Document;
use hyakuman_game::MAX_SEATS;
use hyakuman_game::rows::{Logged, Source, SourcePlayer};
use hyakuman_logs::{LogMatch, LogPlayer, Script};
use sha2::{Digest, Sha256};
use std::mem::size_of_val;
use std::sync::Arc;

/// What was played, and the log that says so.
#[derive(Debug)]
pub(super) struct Recorded {
    pub actions: Vec<u8>,
    pub logged: Arc<Logged>,
}

impl Recorded {
    pub(super) fn new(script: Script, source: Source) -> Recorded {
        let Script { deals, actions, hidden } = script;
        let logged = Logged { deals: Arc::new(deals), hidden, source: Some(source) };
        Recorded { actions, logged: Arc::new(logged) }
    }

    /// About how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        const REST: usize = 1_024;
        self.actions.len() + size_of_val(&self.logged.deals.walls[..]) + REST
    }
}

/// What a log says of itself.
pub(super) fn source(document: &Document, log: &LogMatch, names: Names) -> Source {
    let Document { file, member, .. } = document;
    Source {
        file: file.clone(),
        member: member.clone(),
        format: log.format.name().into(),
        reference: log.reference.clone().unwrap_or_default(),
        room: log.rules.display.clone(),
        date: log.date.clone().or_else(|| document.date()).unwrap_or_default(),
        partial: log.starts_late() || log.stops_early(),
        players: players(log, names),
        ..Source::default()
    }
}

fn players(log: &LogMatch, names: Names) -> [SourcePlayer; MAX_SEATS] {
    let kept = |name: &String| match names {
        Names::Keep => name.clone(),
        Names::Hash if !name.is_empty() => hex(&Sha256::digest(name)[..8]),
        Names::Hash | Names::Drop => String::new(),
    };
    let player = |LogPlayer { name, grade, rate }: &LogPlayer| SourcePlayer {
        name: kept(name),
        grade: grade.clone().unwrap_or_default(),
        rate: rate.map_or(0, |rate| (100.0 * rate).round() as i32),
    };
    std::array::from_fn(|seat| log.players.0.get(seat).map(player).unwrap_or_default())
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
