//! Follows a match of any game and makes a transcript.
//!
//! The parts specific to a game are in its [`Transcribe`]; everything else comes from the `Game` contract.

use super::place::at_the_end;
use super::transcript::{End, KyokuTranscript, Transcript, Victory, kyoku_name};
use crate::logs::model::LogResult;
use crate::logs::recorder::draw_kind;
use crate::show::{Board, Change, Item, Kernels, Shown, Won};
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, MatchEnd, Sink, WinRecord};
use hyakuman_core::{Seat, Tile};
use std::sync::Arc;

/// The parts of a transcript that are specific to a game.
pub trait Transcribe: Shown {
    /// The explanation of the symbols, line by line; written before the first kyoku.
    const LEGEND: &'static str;

    /// The value of a win, in one line: `52 fan`.
    fn value(win: &WinRecord) -> String;

    /// The name of the kyoku: `East 1, repeat 2`.
    fn heading(end: &KyokuEnd<'_>) -> String {
        let repeat = if end.repeat > 0 { format!(", repeat {}", end.repeat) } else { String::new() };
        format!("{}{repeat}", kyoku_name(end.kyoku, Self::SEATS))
    }
}

/// The kernels of a game of draws and discards.
pub(super) fn kernels<G: Shown>() -> Kernels {
    const { G::KERNELS.expect("a game of draws and discards") }
}

/// Observes a match and makes its transcript.
pub(crate) struct Transcriber<G: Game> {
    rules: Arc<G::Rules>,
    pub(crate) transcript: Transcript,
}

impl<G: Transcribe> Transcriber<G> {
    pub(crate) fn new(rules: &Arc<G::Rules>) -> Self {
        let transcript = Transcript {
            legend: G::LEGEND,
            seats: G::SEATS,
            kyoku: Vec::new(),
            result: None,
            kernels: kernels::<G>(),
        };
        Transcriber { rules: Arc::clone(rules), transcript }
    }

    /// The current kyoku.
    fn kyoku_transcript(&mut self) -> &mut KyokuTranscript {
        self.transcript.kyoku.last_mut().expect("a kyoku has begun")
    }

    /// A win in the form of a transcript.
    fn victory(rules: &G::Rules, board: &Board, end: &KyokuEnd<'_>, win: &WinRecord) -> Victory {
        let word = |Item { slug, value, .. }: Item| match &*value {
            "" => slug.to_owned(),
            value => format!("{slug} {value}"),
        };
        let items = G::items(rules, &Won::of::<G>(end, win, board));
        Victory {
            winner: win.winner,
            from: win.from,
            tile: Some(Tile::of(win.tile)),
            value: G::value(win),
            yaku: items.into_iter().map(word).collect(),
        }
    }
}

impl<G: Transcribe> Sink<G> for Transcriber<G> {
    fn kyoku_start(&mut self) {
        self.transcript.kyoku.push(KyokuTranscript {
            heading: String::new(),
            dealer: Seat::new(0),
            scores: Vec::new(),
            hands: Vec::new(),
            steps: Vec::new(),
            end: End::Unfinished,
            after: Vec::new(),
        });
    }

    fn event(&mut self, event: &G::Event) {
        // A win ends the kyoku, and the end has all of it.
        let step = G::change(&self.rules, event).filter(|step| !matches!(step, Change::Win { .. }));
        self.kyoku_transcript().steps.extend(step);
    }

    fn decision(&mut self, game: &G, _seat: Seat, _legal: &ActionMask, _action: u8) {
        let hands = &mut self.kyoku_transcript().hands;
        if hands.is_empty() {
            *hands = G::dealt(&game.board());
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let rules = Arc::clone(&self.rules);
        let kyoku_transcript = self.kyoku_transcript();
        kyoku_transcript.heading = G::heading(end);
        kyoku_transcript.dealer = Seat::new((end.kyoku % G::SEATS as u32) as u8);
        kyoku_transcript.scores = end.before[..G::SEATS].to_vec();
        kyoku_transcript.after = (0..G::SEATS).map(|seat| end.before[seat] + end.deltas[seat]).collect();
        kyoku_transcript.hands.resize(G::SEATS, Vec::new());
        let board = at_the_end(kyoku_transcript);
        let wins = end.wins.iter().map(|win| Self::victory(&rules, &board, end, win)).collect();
        kyoku_transcript.end = match draw_kind(end.result) {
            Some(kind) => End::Draw { wins, what: kind.name(), shown: end.tenpai.collect() },
            None => End::Wins(wins),
        };
    }

    fn match_end(&mut self, end: &MatchEnd) {
        let thousandths = Some(end.rank_points[..G::SEATS].to_vec());
        self.transcript.result = Some(LogResult { scores: end.scores[..G::SEATS].to_vec(), thousandths });
    }
}
