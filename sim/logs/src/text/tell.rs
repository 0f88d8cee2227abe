//! A match of any game, played again from its record, as a story.
//!
//! What a game says in words of its own is in its [`Tell`]; everything else the contract knows.

use super::log::draw_name;
use super::place::at_the_end;
use super::story::{Chapter, End, Step, Story, Victory, WINDS, kyoku_name};
use crate::model::LogResult;
use crate::recorder::draw_kind;
use hyakuman_core::{Hand, Kind, KindSet, MatchSeed, Meld, Seat, Tile};
use hyakuman_games::game::{KyokuEnd, MatchEnd, WinRecord};
use hyakuman_games::rows::{ReplayError, replay};
use hyakuman_games::{ActionMask, Game, Sink};
use std::sync::Arc;

/// What a game says on a page in words of its own.
pub trait Tell: Game {
    /// What the signs mean, line by line; stands above the first kyoku.
    const LEGEND: &'static str;

    /// The tiles of a seat at the first decision of a kyoku, without the one just drawn: those it was dealt.
    fn dealt(&self, seat: Seat) -> Vec<Tile>;

    /// What an event is on the page, if anything. Deals and ends of a kyoku are told without it.
    fn step(event: &Self::Event) -> Option<Step>;

    /// What completes these concealed tiles beside so many sets.
    fn waits(hand: &Hand, sets: u8) -> KindSet;

    /// What a win is worth, in one line: `52 fan`.
    fn value(win: &WinRecord) -> String;

    /// What a win is worth that for, piece by piece.
    fn yaku(rules: &Self::Rules, won: &Won<'_>) -> Vec<String> {
        let _ = rules;
        let numbers = (0..u64::BITS).filter(|number| won.record.yaku >> number & 1 != 0);
        numbers.map(|number| Self::yaku_name(number).to_owned()).collect()
    }

    /// Which kyoku it was: `East 1, repeat 2`.
    fn heading(end: &KyokuEnd<'_>) -> String {
        let repeat = if end.repeat > 0 { format!(", repeat {}", end.repeat) } else { String::new() };
        format!("{}{repeat}", kyoku_name(end.kyoku, Self::SEATS))
    }
}

/// A win with the tiles it was won with.
#[derive(Clone, Copy, Debug)]
pub struct Won<'a> {
    /// What was paid for it.
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

/// A recorded match, played again, to be read.
///
/// # Errors
/// The actions are not those of a match with this seed under these rules.
pub fn story_of<G: Tell>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    actions: &[u8],
) -> Result<Story, ReplayError> {
    let story =
        Story { legend: G::LEGEND, seats: G::SEATS, chapters: Vec::new(), result: None, waits: G::waits };
    let mut teller = Teller::<G> { rules: Arc::clone(rules), story };
    replay::<G>(rules, seed, actions, &mut teller)?;
    Ok(teller.story)
}

/// Watches a match and tells of it.
struct Teller<G: Game> {
    rules: Arc<G::Rules>,
    story: Story,
}

impl<G: Tell> Teller<G> {
    /// The kyoku in play.
    fn chapter(&mut self) -> &mut Chapter {
        self.story.chapters.last_mut().expect("a kyoku has begun")
    }

    /// What a win was, with the tiles it was won with.
    fn victory(rules: &G::Rules, chapter: &Chapter, end: &KyokuEnd<'_>, win: &WinRecord) -> Victory {
        let place = &at_the_end(chapter)[win.winner.index()];
        let mut hand = place.concealed().expect("tiles of one set");
        if win.from.is_some() {
            hand.add(Tile::of(win.tile).kind());
        }
        let steps = win.winner.seen_from(chapter.dealer, G::SEATS).steps();
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

impl<G: Tell> Sink<G> for Teller<G> {
    const DECISIONS: bool = true;

    fn kyoku_start(&mut self) {
        self.story.chapters.push(Chapter {
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
            self.chapter().steps.push(step);
        }
    }

    fn decision(&mut self, game: &G, _seat: Seat, _legal: &ActionMask, _action: u8) {
        let hands = &mut self.chapter().hands;
        if hands.is_empty() {
            *hands = Seat::all(G::SEATS).map(|seat| game.dealt(seat)).collect();
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let rules = Arc::clone(&self.rules);
        let chapter = self.chapter();
        chapter.heading = G::heading(end);
        chapter.dealer = Seat::new((end.kyoku % G::SEATS as u32) as u8);
        chapter.scores = end.before[..G::SEATS].to_vec();
        chapter.after = (0..G::SEATS).map(|seat| end.before[seat] + end.deltas[seat]).collect();
        chapter.hands.resize(G::SEATS, Vec::new());
        let wins = end.wins.iter().map(|win| Self::victory(&rules, chapter, end, win)).collect();
        chapter.end = match draw_kind(end.result) {
            Some(kind) => End::Draw { wins, what: draw_name(kind), shown: end.tenpai.collect() },
            None => End::Wins(wins),
        };
    }

    fn match_end(&mut self, end: &MatchEnd) {
        let thousandths = Some(end.rank_points[..G::SEATS].to_vec());
        self.story.result = Some(LogResult { scores: end.scores[..G::SEATS].to_vec(), thousandths });
    }
}
