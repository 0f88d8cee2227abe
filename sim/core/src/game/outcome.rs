//! What games report when a kyoku has been settled and when a match is over.
//!
//! One set of types for every family, so that statistics and records need not know which game they watch. It is a
//! superset of what any family needs: the names are those of riichi mahjong, which uses all of it, and every field says
//! what a family without such a thing puts there. [`crate::game::Game::INAPPLICABLE_RATES`] names the rates of play that mean
//! nothing in a family because of it.
//!
//! A *kyoku* is one hand of play, from the deal to its payments. A kyoku that is played again, by a renchan or after an
//! abortive draw, has the same index and the next repeat.

use crate::{Seat, SeatSet, Tile};
use arrayvec::ArrayVec;

/// Most seats any game has. Arrays by seat have this length; a seat that a game does not have is 0.
pub const MAX_SEATS: usize = 4;

crate::named! {
    /// How a kyoku ended. Yangzhou mahjong ends by `Win` or `Exhaustive`, Toppan by `Win` or `Redraw`, the games of the riichi
    /// engine by any but `Redraw`.
    ///
    /// One list for all families, not a type of each: statistics count a result by its place in the list, and data sets have one list of names.
    pub enum KyokuResult {
        /// At least one seat won.
        Win = "win",
        /// The wall ran out (荒牌平局).
        Exhaustive = "exhaustive",
        /// The wall ran out, and discarding only terminals and honors was paid (流し満貫).
        Nagashi = "nagashi",
        /// Nine different terminals and honors (九種九牌).
        Kyuushu = "kyuushu",
        /// Four equal winds as first discards (四風連打).
        Suufon = "suufon",
        /// Every seat in riichi (四家立直).
        Suucha = "suucha",
        /// Four kans by more than one seat (四槓散了).
        Suukan = "suukan",
        /// Three winners on one tile (三家和).
        Sanchahou = "sanchahou",
        /// Nobody pays, and the kyoku is dealt again (引き直し).
        Redraw = "redraw",
    }
}

/// One win of a kyoku. Points are in the game's [`crate::game::Game::SCORE_UNIT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRecord {
    /// Who won.
    pub winner: Seat,
    /// Who dealt in. None for a tsumo, and in Toppan where several seats pay.
    pub from: Option<Seat>,
    /// Code of the winning tile (0 to 36); in Toppan of the last tile drawn.
    pub tile: u8,
    /// Han with dora, 0 for a yakuman. In Toutenkou the points of yaku and dora, in Yangzhou mahjong and Toppan the sum of
    /// the fans or han.
    pub han: u16,
    /// Fu. 0 for a yakuman, and in a family without fu.
    pub fu: u8,
    /// Multiple of a yakuman, 0 for none. 0 in a family without yakuman.
    pub yakuman: u8,
    /// Set of yaku: bit `n` for the yaku whose name is [`crate::game::Game::yaku_name`]`(n)`.
    pub yaku: u64,
    /// Set of yaku that the rules define themselves: bit `n` for the `n`-th name of [`crate::game::Game::own_yaku`].
    pub own_yaku: u64,
    /// Number of dora, ura dora, red fives and tiles set aside. 0 for the sorts that a family does not have or counts
    /// among its yaku.
    pub dora: [u8; 4],
    /// Value of the hand, without honba and riichi sticks.
    pub points: i32,
    /// Changes of all scores by this win, honba and riichi sticks included.
    pub deltas: [i32; MAX_SEATS],
}

impl WinRecord {
    /// A win by this seat of which nothing else is known: every number is 0.
    pub const fn of(winner: Seat) -> WinRecord {
        WinRecord {
            winner,
            from: None,
            tile: 0,
            han: 0,
            fu: 0,
            yakuman: 0,
            yaku: 0,
            own_yaku: 0,
            dora: [0; 4],
            points: 0,
            deltas: [0; MAX_SEATS],
        }
    }

    /// The class of a win by a value: the number of bounds, which rise, that it has reached.
    pub fn class_by(value: i32, bounds: &[i32]) -> usize {
        bounds.iter().filter(|&&bound| value >= bound).count()
    }
}

/// What is known when a kyoku has been settled. Scores are in the game's [`crate::game::Game::SCORE_UNIT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KyokuEnd<'a> {
    /// Index of the kyoku in the match: prevailing winds passed times seats, plus the seat of the dealer.
    pub kyoku: u32,
    /// How often this kyoku was played before.
    pub repeat: u32,
    /// Honba while it was played. In Toppan the number of hands that the dealer has ended by staying or winning; 0 in
    /// Yangzhou mahjong.
    pub honba: u32,
    /// Riichi sticks on the table when it began; 0 in a family without riichi.
    pub kyotaku: u32,
    /// Scores when it began.
    pub before: [i32; MAX_SEATS],
    /// Changes of all scores, riichi sticks paid included.
    pub deltas: [i32; MAX_SEATS],
    /// How it ended.
    pub result: KyokuResult,
    /// Its wins in order of time; of several wins on one tile the nearest after the discarder first.
    pub wins: &'a [WinRecord],
    /// Tiles drawn, replacement tiles and the dealer's first draw included.
    pub draws: u32,
    /// Seats in riichi: they declared it and put down the stick. Empty in a family without riichi.
    pub riichi: SeatSet,
    /// Seats that declared riichi: those in riichi, and those whose declaring discard was won on or ended the kyoku, so that no
    /// stick was put down. Empty in a family without riichi.
    pub declared: SeatSet,
    /// Seats that called a tile; empty in a family without calls.
    pub open: SeatSet,
    /// Seats that were tenpai at an exhaustive draw; empty after any other end, and in a family without tenpai.
    pub tenpai: SeatSet,
}

/// What the rules reveal at the end of a kyoku. Nothing in a family whose agents see no hands then.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Revealed {
    /// The concealed tiles of a winner, without the winning tile, and of a seat that is tenpai at an exhaustive draw; empty for
    /// the other seats.
    pub hands: [ArrayVec<Tile, 13>; MAX_SEATS],
    /// Number of concealed tiles of each seat, without the one just drawn.
    pub concealed: [u8; MAX_SEATS],
    /// The ura indicators, if a winner is in riichi.
    pub ura: ArrayVec<Tile, 5>,
}

crate::named! {
    /// Why a match ended.
    pub enum EndReason {
        /// Its full length was played.
        Played = "played",
        /// A score reached the target in the extension (サドンデス).
        SuddenDeath = "sudden_death",
        /// A score is too low to go on (トビ).
        Bust = "bust",
        /// A score reached the limit that ends a match at any time.
        Reached = "reached",
        /// The dealer leads in the last kyoku and stops (アガリ止め, 聴牌止め).
        Stopped = "stopped",
        /// Its record stops before the end ([`crate::game::Deals::Known`]). Placement and rank points are unknown; no game reports it.
        Unfinished = "unfinished",
    }
}

/// What is known when a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchEnd {
    /// Final scores, with the riichi sticks left on the table handed out, in the game's [`crate::game::Game::SCORE_UNIT`].
    pub scores: [i32; MAX_SEATS],
    /// Placement, 0 for the first.
    pub placement: [u8; MAX_SEATS],
    /// Final points with uma and oka, in thousandths (45,200 is +45.2).
    pub rank_points: [i32; MAX_SEATS],
    /// Why it ended.
    pub reason: EndReason,
    /// Number of kyoku played, repeats included.
    pub kyoku: u32,
}

impl MatchEnd {
    /// The placement of a seat as records have it: 1 for the first, 0 if the end of the match is unknown.
    pub fn place(&self, seat: usize) -> u8 {
        if self.reason == EndReason::Unfinished { 0 } else { self.placement[seat] + 1 }
    }
}

/// The place of a seat by scores, 0 for the first; of equal scores the earlier seat is better.
#[inline]
pub fn place_by_score(scores: &[i32], seat: usize) -> usize {
    let is_better = |&other: &usize| (scores[other], seat) > (scores[seat], other);
    (0..scores.len()).filter(is_better).count()
}
