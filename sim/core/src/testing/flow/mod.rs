//! The flow of play as text: a deal, a script of moves and what follows, played by the engine of a family.
//!
//! A file holds cases, each begun by a line `case ID title`; `#` begins a comment. Any line that deals, plays or
//! expects may begin with `@LABEL` (or `@A|C`): it then applies only to the variants with these labels.
//!
//! | line | meaning |
//! | --- | --- |
//! | `case ID[,ID] title` | a new case |
//! | `rules LABEL PRESET [field=value ..]` | a variant; a case is played once for each; without any, `A` and the base |
//! | `base PRESET [field=value ..]` | what `vary` starts from, in this case or, before the first one, in all; else the first preset |
//! | `vary FIELD V1 V2[+other=x] ..` | a variant for each value of one field, labelled by the value |
//! | `values FIELD V1 V2[+other=x] ..`, `refused ..`, `idle ..` | about a rule, in no case: values to draw (`flow/drawn.rs` of riichi); [`super::knobs`] |
//! | `at E1 [again] [repeat N] [honba N] [sticks N] [scores A B C D]` | the state of the match; the default is its beginning; `again`: the winds a second time |
//! | `hand SEAT 13TILES`, `hand SEAT TILES ..` | a starting hand, or a part of one; the rest has no pairs or neighbours |
//! | `draws T ..`, `drawn SEAT T ..` | the draws in order (`_`: any tile); `drawn`: the draws of one seat, if nobody calls |
//! | `draw N T` | the N-th draw from the live wall |
//! | `place N T` | the tile at place N of the wall, from 0 |
//! | other lines of tiles, as `rinshan T ..` | what the family has besides ([`Engine::place`]) |
//! | `SEAT ACTION[, SEAT ACTION]` | the seats do this, at the same time, as soon as they all may |
//! | `SEAT may ACTION [on T]` | it is offered; `on T`: when that tile is shown to the seat, or drawn |
//! | `SEAT no ACTION [on T] [: why]` | it is not offered, and a part of the reason given |
//! | `SEAT holds [only] TILES` | the hand has these (`only`: no others, `-` none), beside the tile just drawn |
//! | `SEAT WORD VALUE` | the state of a seat now, in words of the family ([`Engine::state`]) |
//! | `scores A B C D` | the scores now |
//! | `open N` | the number of indicators turned up so far in the kyoku |
//! | `end RESULT [A B C D]` | the kyoku ends so, with these changes of score |
//! | `end RESULT .. [riichi SEATS] [declared SEATS] [tenpai SEATS] [draws N]` | who was in riichi, declared it, was tenpai (`-` nobody) |
//! | `end RESULT .. [wins N] [won SEATS]` | the number of wins, required where a kyoku with wins does not end by one; who won, in order |
//! | `win SEAT [key value ..]` | a win: `from tile han fu yakuman points dora ura aka nuki yaku notyaku`; `from -`: no single seat |
//! | `next E2 [again] [honba N] [sticks N] [scores ..]` | what is dealt next; lines behind it deal and play that kyoku |
//! | `over [scores ..] [places ..] [points ..] [reason R] [kyoku N]` | the match is over; final points, why, and after how many kyoku |
//!
//! Scores are in points. Whoever is not named does the harmless thing: passes, discards what is drawn, goes on. The actions and the other
//! words of a family are listed where it implements [`Engine`], the one place of its tests that touches its API.

mod case;
mod expect;
mod run;
mod wall;
mod words;

pub use case::{Case, CaseVariant, check_fields, parse};
pub use run::play;
pub use words::Words;

use crate::common::match_state::MatchState;
use crate::common::walls::Walls;
use crate::game::ruleset::Ruleset;
use crate::game::{Game, Sink};
use crate::wall::Faces;
use crate::{Kind, KindSet, Seat, Tile};
use std::sync::Arc;

/// The rules of an engine.
pub type RulesOf<const N: usize, E> = <<E as Engine<N>>::Game as Game>::Rules;
/// The events of an engine.
pub type EventOf<const N: usize, E> = <<E as Engine<N>>::Game as Game>::Event;

/// What cases need of the game of a family with `N` seats.
pub trait Engine<const N: usize> {
    /// The game.
    type Game: Game;

    /// A match from this state with these walls.
    fn start(
        rules: &Arc<RulesOf<N, Self>>,
        walls: Walls,
        match_state: MatchState<N>,
        sink: &mut dyn Sink<Self::Game>,
    ) -> Self::Game;

    /// The score, in units, with which everybody begins.
    fn start_score(rules: &RulesOf<N, Self>) -> i32;

    /// Scores, and which kyoku it is.
    fn match_state(game: &Self::Game) -> &MatchState<N>;

    /// The kinds in play.
    fn kinds() -> KindSet {
        KindSet::ALL
    }

    /// Tiles of a starting hand.
    const HAND: usize = 13;

    /// The faces of the tiles.
    fn faces(rules: &RulesOf<N, Self>) -> Faces;

    /// The index in a wall of `len` tiles of the `i`-th tile of a line: `draws` are all that are dealt or drawn, starting hands first.
    fn place(rules: &RulesOf<N, Self>, len: usize, line: &str, i: usize) -> Option<usize>;

    /// The dora of an indicator.
    fn dora_of(rules: &RulesOf<N, Self>, indicator: Kind) -> Option<Kind> {
        let _ = (rules, indicator);
        None
    }

    /// The codes that an action can mean now, best first; `shown` is [`Engine::shown`].
    ///
    /// # Errors
    /// The words are no action.
    fn codes(
        game: &Self::Game,
        seat: Seat,
        words: &Words<'_>,
        shown: Option<Tile>,
    ) -> Result<Vec<u8>, String>;

    /// What a decider does that is not named: the first of these that is legal.
    fn default_codes(game: &Self::Game, seat: Seat) -> Vec<u8>;

    /// Whether it is the seat's turn to choose such an action; claims are not asked for here.
    fn is_asked(game: &Self::Game, seat: Seat, words: &Words<'_>) -> bool;

    /// Whether this event is the moment for a seat to do something with this tile: it draws it, or for a claim, another shows it.
    fn brings(event: &EventOf<N, Self>, seat: Seat, tile: Tile, is_claim: bool) -> bool {
        let _ = (event, seat, tile, is_claim);
        false
    }

    /// The tile on offer, if one is.
    fn shown(game: &Self::Game) -> Option<Tile> {
        let _ = game;
        None
    }

    /// Whether an indicator is turned up.
    fn turns_up(event: &EventOf<N, Self>) -> bool {
        let _ = event;
        false
    }

    /// The tiles of a seat, but for one just drawn.
    fn tiles(game: &Self::Game, seat: Seat) -> Vec<Tile>;

    /// What is true of a seat, to be compared with the value in the line `SEAT WORD VALUE`; none if this is an action.
    fn state(game: &Self::Game, seat: Seat, word: &str, value: &str) -> Option<String>;
}

/// Plays every case of a file in every variant.
///
/// # Panics
/// Some fail: the message has all of them.
pub fn check<R: Ruleset>(
    file: &str,
    text: &str,
    play: impl Fn(&Case<R>, &CaseVariant<R>) -> Result<(), String>,
) {
    let mut failures = Vec::new();
    let cases = parse::<R>(text);
    assert!(!cases.is_empty(), "{file} holds no case");
    for case in &cases {
        for variant in &case.variants {
            if let Err(what) = play(case, variant) {
                failures.push(format!("{file}: {} [{}] {what}", case.id, variant.label));
            }
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}
