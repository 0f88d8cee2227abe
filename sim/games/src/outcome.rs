//! What games report when a kyoku has been settled and when a match is over.
//!
//! One set of types for every family, so that statistics and records need not know which game they watch. It is a
//! superset of what each family needs: the names are those of riichi mahjong, which uses all of it, and each field says
//! what it holds in a family that does not have such a thing. [`crate::Game::INAPPLICABLE_RATES`] names the rates of play
//! that mean nothing for such a family.

use hyakuman_core::{Seat, SeatSet};

/// Most seats any game has.
pub const MAX_SEATS: usize = 4;

/// How a kyoku came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum KyokuResult {
    /// Somebody won.
    Win,
    /// The wall ran out (荒牌平局).
    Exhaustive,
    /// The wall ran out and a river of terminals and honors was paid (流し満貫).
    Nagashi,
    /// Nine different terminals and honors (九種九牌).
    Kyuushu,
    /// Four equal winds as first discards (四風連打).
    Suufon,
    /// Everybody in riichi (四家立直).
    Suucha,
    /// Four kans by more than one player (四槓散了).
    Suukan,
    /// Three winners on one tile (三家和).
    Sanchahou,
    /// Nobody pays, and the hand is dealt again (引き直し).
    Redraw,
}

impl KyokuResult {
    /// The word for it, as in records.
    pub const fn name(self) -> &'static str {
        match self {
            KyokuResult::Win => "win",
            KyokuResult::Exhaustive => "exhaustive",
            KyokuResult::Nagashi => "nagashi",
            KyokuResult::Kyuushu => "kyuushu",
            KyokuResult::Suufon => "suufon",
            KyokuResult::Suucha => "suucha",
            KyokuResult::Suukan => "suukan",
            KyokuResult::Sanchahou => "sanchahou",
            KyokuResult::Redraw => "redraw",
        }
    }
}

/// One win of a kyoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRecord {
    /// Who won.
    pub winner: Seat,
    /// Who dealt in; none for a win by own draw.
    pub from: Option<Seat>,
    /// Code of the winning tile's face (0 to 36).
    pub tile: u8,
    /// Han with dora; 0 for a yakuman. Families without han put their own unit here.
    pub han: u16,
    /// Fu; 0 where the family or the hand has none.
    pub fu: u8,
    /// Total multiple of yakuman, 0 for none.
    pub yakuman: u8,
    /// Set of yaku, by the family's numbering.
    pub yaku: u64,
    /// Dora, ura, red fives and set-aside tiles, in han.
    pub dora: [u8; 4],
    /// Value without honba and sticks, in points.
    pub points: i32,
    /// Changes of score this win brings, honba and sticks included.
    pub deltas: [i32; MAX_SEATS],
}

/// What is known when a kyoku has been settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KyokuEnd<'a> {
    /// Absolute index: winds passed times seats, plus the dealer.
    pub kyoku: u32,
    /// How many deals of this kyoku came before.
    pub repeat: u32,
    /// Counter of repeats on the table while it was played.
    pub honba: u32,
    /// Riichi sticks on the table when it began.
    pub kyotaku: u32,
    /// Scores when it began.
    pub before: [i32; MAX_SEATS],
    /// Changes of score, those of sticks put down included.
    pub deltas: [i32; MAX_SEATS],
    /// How it ended.
    pub result: KyokuResult,
    /// The wins, nearest after the discarder first.
    pub wins: &'a [WinRecord],
    /// Tiles drawn, the dealer's first included.
    pub draws: u32,
    /// Who was in riichi.
    pub riichi: SeatSet,
    /// Who had opened the hand.
    pub open: SeatSet,
    /// Who was tenpai at an exhaustive draw.
    pub tenpai: SeatSet,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EndReason {
    /// All that was to be played was played.
    Played,
    /// Somebody reached the points that end the extension (サドンデス).
    SuddenDeath,
    /// Somebody has too few points to go on (トビ).
    Bust,
    /// Somebody has the points that end a match at any time.
    Reached,
    /// The dealer, ahead in the last kyoku, stops (アガリ止め, 聴牌止め).
    Stopped,
}

impl EndReason {
    /// The word for it, as in records.
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Played => "played",
            EndReason::SuddenDeath => "sudden_death",
            EndReason::Bust => "bust",
            EndReason::Reached => "reached",
            EndReason::Stopped => "stopped",
        }
    }
}

/// What is known when a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchEnd {
    /// Scores, sticks left on the table handed out.
    pub scores: [i32; MAX_SEATS],
    /// Placement, 0 for the first.
    pub placement: [u8; MAX_SEATS],
    /// Result with uma and oka, in thousandths (45,200 is +45.2).
    pub rank_points: [i32; MAX_SEATS],
    /// Why it ended.
    pub reason: EndReason,
    /// How many deals were played.
    pub kyoku: u32,
}
