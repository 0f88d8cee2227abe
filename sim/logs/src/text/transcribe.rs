//! Replays a recorded match of any game and makes a transcript.
//!
//! The parts specific to a game are in its [`Transcribe`]; everything else comes from the `Game` contract.

use super::log::draw_name;
use super::place::at_the_end;
use super::transcript::{End, KyokuTranscript, Step, Transcript, Victory, WINDS, kyoku_name};
use crate::model::LogResult;
use crate::recorder::{draw_kind, replay_so_far};
use hyakuman_core::{Hand, Kind, KindSet, MatchSeed, Meld, Seat, Tile};
use hyakuman_game::rows::{ReplayError, replay};
use hyakuman_game::{ActionMask, Game, KyokuEnd, MatchEnd, Sink, WinRecord};
use std::sync::Arc;

/// The parts of a transcript that are specific to a game.
pub trait Transcribe: Game {
    /// The explanation of the symbols, line by line; written before the first kyoku.
    const LEGEND: &'static str;

    /// The tiles that a seat was dealt: those at the first decision of a kyoku, without the one just drawn.
    fn dealt(&self, seat: Seat) -> Vec<Tile>;

    /// The step of an event, if it is written. Deals and ends of kyoku are written without it.
    fn step(event: &Self::Event) -> Option<Step>;

    /// The kinds that complete these concealed tiles with `sets` exposed sets.
    fn waits(hand: &Hand, sets: u8) -> KindSet;

    /// The value of a win, in one line: `52 fan`.
    fn value(win: &WinRecord) -> String;

    /// The items of the value of a win.
    fn yaku(rules: &Self::Rules, won: &Won<'_>) -> Vec<String> {
        let _ = rules;
        let numbers = (0..u64::BITS).filter(|number| won.record.yaku >> number & 1 != 0);
        numbers.map(|number| Self::yaku_name(number).to_owned()).collect()
    }

    /// The name of the kyoku: `East 1, repeat 2`.
    fn heading(end: &KyokuEnd<'_>) -> String {
        let repeat = if end.repeat > 0 { format!(", repeat {}", end.repeat) } else { String::new() };
        format!("{}{repeat}", kyoku_name(end.kyoku, Self::SEATS))
    }
}

/// A win with the winner's tiles.
#[derive(Clone, Copy, Debug)]
pub struct Won<'a> {
    /// Its payment.
    pub record: &'a WinRecord,
    /// The concealed tiles, the winning one among them.
    pub hand: &'a Hand,
    /// The exposed sets.
    pub melds: &'a [Meld],
    /// The winner's wind.
    pub seat_wind: Kind,
    /// The prevailing wind.
    pub round_wind: Kind,
}

/// Replays a recorded match and makes its transcript.
///
/// # Errors
/// The actions do not form a match with this seed under these rules.
pub fn transcribe<G: Transcribe>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    actions: &[u8],
) -> Result<Transcript, ReplayError> {
    let mut transcriber = Transcriber::<G>::new(rules);
    replay::<G>(rules, seed, actions, &mut transcriber)?;
    Ok(transcriber.transcript)
}

/// [`transcribe`] for a match that need not have ended.
///
/// # Errors
/// The actions do not form the beginning of a match with this seed under these rules.
pub fn transcribe_so_far<G: Transcribe>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    actions: &[u8],
) -> Result<Transcript, ReplayError> {
    let mut transcriber = Transcriber::<G>::new(rules);
    replay_so_far::<G>(rules, seed, actions, &mut transcriber)?;
    Ok(transcriber.transcript)
}

/// Observes a match and makes its transcript.
struct Transcriber<G: Game> {
    rules: Arc<G::Rules>,
    transcript: Transcript,
}

impl<G: Transcribe> Transcriber<G> {
    fn new(rules: &Arc<G::Rules>) -> Self {
        let transcript = Transcript {
            legend: G::LEGEND,
            seats: G::SEATS,
            kyoku: Vec::new(),
            result: None,
            waits: G::waits,
        };
        Transcriber { rules: Arc::clone(rules), transcript }
    }

    /// The current kyoku.
    fn kyoku_transcript(&mut self) -> &mut KyokuTranscript {
        self.transcript.kyoku.last_mut().expect("a kyoku has begun")
    }

    /// A win in the form of a transcript.
    fn victory(
        rules: &G::Rules,
        kyoku_transcript: &KyokuTranscript,
        end: &KyokuEnd<'_>,
        win: &WinRecord,
    ) -> Victory {
        let place = &at_the_end(kyoku_transcript)[win.winner.index()];
        let mut hand = place.concealed().expect("tiles of one set");
        if win.from.is_some() {
            hand.add(Tile::of(win.tile).kind());
        }
        let steps = win.winner.seen_from(kyoku_transcript.dealer, G::SEATS).steps();
        let round = end.kyoku as usize / G::SEATS % WINDS.len();
        let (seat_wind, round_wind) = (Kind::wind(steps), Kind::wind(round as u8));
        let won = Won { record: win, hand: &hand, melds: place.melds(), seat_wind, round_wind };
        Victory {
            winner: win.winner,
            from: win.from,
            tile: Some(Tile::of(win.tile)),
            value: G::value(win),
            yaku: G::yaku(rules, &won),
        }
    }
}

impl<G: Transcribe> Sink<G> for Transcriber<G> {
    const DECISIONS: bool = true;

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
        if let Some(step) = G::step(event) {
            self.kyoku_transcript().steps.push(step);
        }
    }

    fn decision(&mut self, game: &G, _seat: Seat, _legal: &ActionMask, _action: u8) {
        let hands = &mut self.kyoku_transcript().hands;
        if hands.is_empty() {
            *hands = Seat::all(G::SEATS).map(|seat| game.dealt(seat)).collect();
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
        let wins = end.wins.iter().map(|win| Self::victory(&rules, kyoku_transcript, end, win)).collect();
        kyoku_transcript.end = match draw_kind(end.result) {
            Some(kind) => End::Draw { wins, what: draw_name(kind), shown: end.tenpai.collect() },
            None => End::Wins(wins),
        };
    }

    fn match_end(&mut self, end: &MatchEnd) {
        let thousandths = Some(end.rank_points[..G::SEATS].to_vec());
        self.transcript.result = Some(LogResult { scores: end.scores[..G::SEATS].to_vec(), thousandths });
    }
}
