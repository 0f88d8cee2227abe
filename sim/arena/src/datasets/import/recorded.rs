//! A match of a log as it is recorded.

use super::Names;
use super::documents::Document;
use hyakuman_core::game::rows::{Logged, Source, SourcePlayer};
use hyakuman_core::game::{KnownDeals, MAX_SEATS};
use hyakuman_games::logs::{LogMatch, LogPlayer, Script};
use sha2::{Digest, Sha256};
use std::mem::size_of_val;
use std::sync::Arc;

/// Tiles that a seat is dealt before the first draw.
const HAND: usize = 13;

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

/// A number that matches have in common if the same was dealt and played in them, whatever the format of their logs: physical tiles
/// of one kind, and those that were not dealt, are not compared. `ruleset`: the one that the log names, as logs of this program do, which may be of
/// the same deals.
pub(crate) fn fingerprint(script: &Script, seats: usize, ruleset: Option<&str>) -> u128 {
    let KnownDeals { kyoku, honba, kyotaku, scores, walls } = &script.deals;
    let mut hash = Sha256::new().chain_update(ruleset.unwrap_or_default());
    [*kyoku, *honba, *kyotaku].iter().for_each(|number| hash.update(number.to_le_bytes()));
    scores.iter().for_each(|score| hash.update(score.to_le_bytes()));
    for wall in walls {
        let mut kinds: Vec<u8> = wall.ids().iter().take(HAND * seats).map(|id| id / 4).collect();
        kinds.sort_unstable();
        hash.update(&kinds);
    }
    hash.update(&script.actions);
    number(hash)
}

/// What a log says of itself. Paths and references may hold names of players: they are dropped with them.
pub(super) fn source(document: &Document, log: &LogMatch, names: Names) -> Source {
    let kept = |text: &str| if names == Names::Drop { String::new() } else { text.to_owned() };
    Source {
        file: kept(&document.file),
        member: kept(&document.member),
        format: log.format.name().into(),
        reference: kept(log.reference.as_deref().unwrap_or_default()),
        room: log.rules.display.clone(),
        date: log.date.clone().or_else(|| document.date()).unwrap_or_default(),
        partial: log.is_partial(),
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

/// A number for the beginning of a match with this reference of the site.
pub(super) fn fingerprint_of_reference(log: &LogMatch) -> Option<u128> {
    let (reference, first) = (log.reference.as_ref()?, log.kyoku.first()?);
    Some(number(Sha256::new().chain_update(reference).chain_update(first.name.to_string())))
}

fn number(hash: Sha256) -> u128 {
    u128::from_le_bytes(hash.finalize()[..size_of::<u128>()].try_into().expect("its first bytes"))
}

/// The hash of the logs of a data set: of the SHA-256 of the file of each match and its number in that file, in order.
#[derive(Default)]
pub(crate) struct HashOfLogs(Sha256);

impl HashOfLogs {
    pub(crate) fn add(&mut self, sha256: &[u8], number: u32) {
        self.0.update(sha256);
        self.0.update(number.to_le_bytes());
    }

    /// As hexadecimal digits.
    pub(crate) fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
