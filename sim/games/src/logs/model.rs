//! A match independent of the log format: a list of kyoku, each with hands, events and an end.
//!
//! Seats are fixed for the match, seat 0 the first dealer; readers convert other numberings. Scores and payments are in
//! points. What a format does not contain is `None`, never a guess.

use crate::logs::error::LogError;
pub use crate::logs::named::NamedRules;
use crate::logs::origin::LogPlayers;
use crate::logs::yaku::LogYaku;
use crate::show::Change;
use hyakuman_core::{Kind, Meld, RelSeat, Seat, Tile};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// One match of a log, or the part of it in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogMatch {
    /// The format it came in.
    pub format: Format,
    /// The site's name of the match (`2022080601gm-00a9-0000-e3595545`), if given.
    pub reference: Option<String>,
    /// When it was played, as far as the log says: a day at the site (`2022-08-01`), or a time (`2022-08-01T05:12:33Z`).
    pub date: Option<String>,
    /// The players by seat; empty if the log has none. Not part of the play.
    pub players: LogPlayers,
    /// The rules, as far as the log gives them.
    pub rules: LogRules,
    /// The kyoku in order.
    pub kyoku: Vec<LogKyoku>,
    /// Whether the log says that the match ended after the last kyoku.
    pub ended: bool,
    /// The final result, if given.
    pub result: Option<LogResult>,
    /// What of it cannot be read, at most 100 errors: each error ends its kyoku, whose end is then [`LogEnd::Unfinished`], leaves a
    /// gap, or takes the seed of the walls away.
    pub damage: Vec<LogError>,
    /// Where kyoku are missing that cannot be read: `n` is before `kyoku[n]`, the number of kyoku after the last one. Ascending.
    pub gaps: Vec<usize>,
}

/// How many errors of a match are kept.
const MOST_DAMAGE: usize = 100;

/// What of a match cannot be read, as its reader collects it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Damage {
    /// As in [`LogMatch::damage`].
    pub(crate) errors: Vec<LogError>,
    /// As in [`LogMatch::gaps`].
    pub(crate) gaps: Vec<usize>,
}

impl Damage {
    /// Adds an error, unless there are too many.
    pub(crate) fn add(&mut self, error: LogError) {
        self.errors.extend((self.errors.len() < MOST_DAMAGE).then_some(error));
    }

    /// Adds a gap after so many kyoku.
    pub(crate) fn gap(&mut self, kyoku: usize) {
        self.gaps.extend((self.gaps.last() != Some(&kyoku)).then_some(kyoku));
    }
}

hyakuman_core::named! {
    /// The format of a log, with its name in JSON and data sets.
    pub enum Format {
        /// Tenhou's XML.
        Mjlog = "mjlog",
        /// The JSON of tenhou.net/6.
        Tenhou6 = "tenhou6",
        /// JSON lines of the mjai protocol.
        Mjai = "mjai",
        /// The records of Mahjong Soul, decoded to JSON.
        MahjongSoul = "mahjongsoul",
        /// A match of this program, made by a [`Recorder`](crate::logs::Recorder).
        Record = "record",
    }
}

/// Words in the names of Mahjong Soul's ranked rooms: 銀の間, 银之间, Silver Room.
const SOUL_RANKED: [&str; 4] = ["の間", "之间", "之間", "Room"];

/// Words in the names of its other rooms, and of the game; one is misspelt by the program that writes it.
#[rustfmt::skip]
const SOUL_OTHERS: [&str; 12] = [
    "友人戦", "友人战", "友人場", "友人场", "大会戦", "大会室", "比赛场", "Friendly", "Tournament", "Tounament", "雀魂", "Mahjong Soul",
];

/// Whether this rule text is from Mahjong Soul.
pub(crate) fn is_mahjongsoul(display: &str) -> bool {
    is_soul_ranked(display) || SOUL_OTHERS.iter().any(|word| display.contains(word))
}

/// Whether this rule text is from a ranked room of Mahjong Soul.
pub(crate) fn is_soul_ranked(display: &str) -> bool {
    SOUL_RANKED.iter().any(|word| display.contains(word))
}

/// The heading of a written match. Readers discard it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Caption {
    /// The title, in one line.
    pub title: String,
    /// Names of the players by seat.
    pub names: Vec<String>,
}

/// The points of a riichi stick in logs that do not say.
pub(crate) const RIICHI_STICK: i32 = 1_000;

/// The rules of a match, as far as its log gives them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogRules {
    /// Players: 3 or 4.
    pub seats: usize,
    /// Whether it is an east game (東風戦); `None` if the log does not say.
    pub east_only: Option<bool>,
    /// Red fives of each suit (m, p, s).
    pub red_fives: [u8; 3],
    /// Whether open tanyao (喰いタン) is allowed.
    pub kuitan: bool,
    /// Points of a riichi stick; 1,000 if the log does not say.
    pub riichi_stick: i32,
    /// The site's text for room and rules (`鳳南喰赤`); of a special game type of mjlog its number; may be empty.
    pub display: String,
    /// The type of game at the site.
    pub sort: GameSort,
    /// Rules that the log names one by one.
    pub named: NamedRules,
}

/// Types of games at Tenhou, as far as they change the rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GameSort {
    /// A ranked or private game with the usual rules, and every game of other sites.
    #[default]
    Ordinary,
    /// A parlour game (雀荘戦), with chips.
    Parlour,
    /// A skill game (技能戦): one kyoku.
    Skill,
    /// A game type with these bits of unknown meaning.
    Unknown(u32),
}

/// The final result in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogResult {
    /// Final scores in points by seat, leftover riichi sticks included.
    pub scores: Vec<i32>,
    /// Final rank points by seat in thousandths (uma and oka included), if given.
    pub thousandths: Option<Vec<i32>>,
}

/// One kyoku of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogKyoku {
    /// Which kyoku it is.
    pub name: KyokuName,
    /// The dealer.
    pub dealer: Seat,
    /// Riichi sticks on the table before it.
    pub kyotaku: u32,
    /// Scores in points before it, by seat.
    pub scores: Vec<i32>,
    /// The thirteen tiles dealt to each seat.
    pub hands: Vec<Vec<Tile>>,
    /// Every dora indicator in the log, the first one included, in order of opening.
    pub indicators: Vec<Tile>,
    /// The ura indicators, if a win showed them.
    pub ura: Vec<Tile>,
    /// What happened, in order.
    pub events: Vec<Change>,
    /// How it ended.
    pub end: LogEnd,
    /// The wall that the seed in the log gives.
    pub seed_wall: SeedWall,
}

/// Wind, number and honba of a kyoku, written `E2-1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KyokuName {
    /// Round wind: 0 east to 3 north.
    pub wind: u8,
    /// Number within the wind, from 0; equals the dealer's seat.
    pub number: u8,
    /// Honba.
    pub honba: u32,
}

/// The wall of a kyoku from the seed in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeedWall {
    /// The log has no seed of a known kind.
    Absent,
    /// Physical tiles in canonical order: dealt from the front, dead wall at the end.
    Wall(Vec<u8>),
    /// There is a seed, but none of its next walls deals these hands.
    Unmatched,
}

/// How a kyoku ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogEnd {
    /// One or more wins, in the order of the log.
    Wins(Vec<LogWin>),
    /// No win ended the kyoku.
    Draw(LogDraw),
    /// The log stops before the end of the kyoku.
    Unfinished,
}

/// One win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogWin {
    /// The winner.
    pub winner: Seat,
    /// The seat that gave the winning tile; the winner for tsumo.
    pub from: Seat,
    /// The seat that pays by pao.
    pub pao: Option<Seat>,
    /// The winning tile, if given.
    pub tile: Option<Tile>,
    /// Fu, if given.
    pub fu: Option<u32>,
    /// Han of all yaku and dora, if given; `None` for yakuman by shape.
    pub han: Option<u32>,
    /// The limit, if given.
    pub limit: Option<Limit>,
    /// The value without honba and sticks, if given.
    pub points: Option<LogPoints>,
    /// Yaku with their han (yakuman: 13 each), dora included; empty if not given.
    pub yaku: Vec<(LogYaku, u32)>,
    /// Yaku that the rules of the match define, dora-like ones too: of matches of the engine, and in tenhou.net/6 the names that are none of Tenhou's.
    pub own_yaku: Vec<LogOwnYaku>,
    /// Scores before the payment of this win, riichi sticks deducted, if given.
    pub scores_before: Option<Vec<i32>>,
    /// Changes of score in points by seat, riichi sticks won included, if given.
    pub deltas: Option<Vec<i32>>,
}

/// A yaku that the rules of a match define.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogOwnYaku {
    /// Name in records.
    pub slug: Cow<'static, str>,
    /// Name for people.
    pub name: Cow<'static, str>,
    /// Its han; 13 for a yakuman.
    pub han: u32,
}

/// The value of a win, as the log writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogPoints {
    /// The sum of all payments.
    Sum(i32),
    /// The payment of every other seat.
    Each(i32),
    /// The dealer pays `dealer`, the others `child`.
    Split {
        /// The payment of each non-dealer.
        child: i32,
        /// The payment of the dealer.
        dealer: i32,
    },
}

hyakuman_core::named! {
    /// The limit of a win.
    pub enum Limit {
        /// Below mangan.
        None = "no limit",
        /// 満貫
        Mangan = "mangan",
        /// 跳満
        Haneman = "haneman",
        /// 倍満
        Baiman = "baiman",
        /// 三倍満
        Sanbaiman = "sanbaiman",
        /// 役満, including counted yakuman (数え役満).
        Yakuman = "yakuman",
    }
}

/// A kyoku that no win ended.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LogDraw {
    /// The wins before it, in games that continue after a win. Only in matches of this program.
    pub wins: Vec<LogWin>,
    /// The kind of draw, if given.
    pub kind: Option<DrawKind>,
    /// Changes of score in points by seat, if given.
    pub deltas: Option<Vec<i32>>,
    /// Scores before these payments, if given.
    pub scores_before: Option<Vec<i32>>,
    /// The seats that showed their hands (tenpai; for kyuushu the declarer), if given.
    pub shown: Option<Vec<Seat>>,
}

hyakuman_core::named! {
    /// Kinds of draw, each with its name for people.
    pub enum DrawKind {
        /// The wall ran out (荒牌平局).
        Exhaustive = "Exhaustive draw",
        /// An exhaustive draw with nagashi mangan (流し満貫).
        Nagashi = "Exhaustive draw with nagashi mangan",
        /// Nine different terminals and honors (九種九牌).
        Kyuushu = "Abortive draw: nine terminals and honors (kyuushu kyuuhai)",
        /// Four equal winds (四風連打).
        Suufon = "Abortive draw: four winds (suufon renda)",
        /// Four riichi (四家立直).
        Suucha = "Abortive draw: four riichi (suucha riichi)",
        /// Four kans (四槓散了).
        Suukan = "Abortive draw: four kans (suukaikan)",
        /// Three rons (三家和).
        Sanchahou = "Abortive draw: three rons (sanchahou)",
    }
}

impl LogDraw {
    /// The seats that were tenpai and showed it, if that is known; nobody after an abortive draw.
    pub(crate) fn tenpai(&self) -> Option<&[Seat]> {
        match self.kind? {
            DrawKind::Exhaustive | DrawKind::Nagashi => self.shown.as_deref(),
            _ => Some(&[]),
        }
    }
}

impl LogWin {
    /// A win of which nothing else is known.
    pub(crate) fn of(winner: Seat, from: Seat) -> LogWin {
        LogWin {
            winner,
            from,
            pao: None,
            tile: None,
            fu: None,
            han: None,
            limit: None,
            points: None,
            yaku: Vec::new(),
            own_yaku: Vec::new(),
            scores_before: None,
            deltas: None,
        }
    }
}

impl LogMatch {
    /// A match of which nothing else is known.
    pub(crate) fn of(format: Format, rules: LogRules, kyoku: Vec<LogKyoku>, damage: Damage) -> LogMatch {
        LogMatch {
            format,
            reference: None,
            date: None,
            players: LogPlayers::default(),
            rules,
            kyoku,
            ended: false,
            result: None,
            damage: damage.errors,
            gaps: damage.gaps,
        }
    }

    /// Whether the log starts after the beginning of the match.
    pub fn starts_late(&self) -> bool {
        self.has_gap(0)
            || self.kyoku.first().is_none_or(|kyoku| {
                kyoku.name != KyokuName { wind: 0, number: 0, honba: 0 } || kyoku.kyotaku != 0
            })
    }

    /// Whether the log stops before the end of the match or of one of its kyoku, or one is missing.
    pub fn stops_early(&self) -> bool {
        let is_cut = |kyoku: &LogKyoku| !kyoku.has_ended();
        !self.ended || !self.gaps.is_empty() || self.kyoku.iter().any(is_cut)
    }

    /// Whether it is only a part of a match.
    pub fn is_partial(&self) -> bool {
        self.starts_late() || self.stops_early()
    }

    /// Whether kyoku are missing before this place.
    pub(crate) fn has_gap(&self, at: usize) -> bool {
        self.gaps.binary_search(&at).is_ok()
    }

    /// The most kyoku one after another that reach their end; the first ones, if there are as many elsewhere.
    pub(crate) fn longest_run(&self) -> Range<usize> {
        let (mut longest, mut begin) = (0..0, 0);
        for (at, kyoku) in self.kyoku.iter().enumerate() {
            if self.has_gap(at) {
                begin = at;
            }
            match kyoku.has_ended() {
                false => begin = at + 1,
                true if at + 1 - begin > longest.len() => longest = begin..at + 1,
                true => {}
            }
        }
        longest
    }

    /// The match, where all that cannot be read is in this place.
    pub(crate) fn within(mut self, outer: impl fmt::Display) -> LogMatch {
        self.damage = self.damage.into_iter().map(|error| error.within(&outer)).collect();
        self
    }

    /// The match, if a kyoku reaches its end or all of it can be read.
    pub(crate) fn readable(self) -> Result<LogMatch, LogError> {
        match self.damage.first() {
            Some(first) if !self.kyoku.iter().any(LogKyoku::has_ended) => Err(first.clone()),
            _ => Ok(self),
        }
    }

    /// A warning that names what could not be read; `None` if everything was.
    pub fn warning(&self) -> Option<String> {
        let first = self.damage.first()?;
        Some(match self.damage.len() - 1 {
            0 => format!("not read: {first}"),
            more => format!("not read: {first}; and {more} more"),
        })
    }
}

impl LogKyoku {
    /// A kyoku of which nothing else is known.
    pub(crate) fn of(name: KyokuName) -> LogKyoku {
        LogKyoku {
            name,
            dealer: Seat::new(name.number),
            kyotaku: 0,
            scores: Vec::new(),
            hands: Vec::new(),
            indicators: Vec::new(),
            ura: Vec::new(),
            events: Vec::new(),
            end: LogEnd::Unfinished,
            seed_wall: SeedWall::Absent,
        }
    }

    /// Whether the log has its end.
    pub fn has_ended(&self) -> bool {
        self.end != LogEnd::Unfinished
    }

    /// Adds a win to the end, with the ura indicators it showed.
    pub(crate) fn add_win(&mut self, win: LogWin, ura: Vec<Tile>) -> Result<(), LogError> {
        if !ura.is_empty() {
            self.ura = ura;
        }
        match &mut self.end {
            LogEnd::Wins(wins) => wins.push(win),
            end @ LogEnd::Unfinished => *end = LogEnd::Wins(vec![win]),
            LogEnd::Draw(_) => return Err(LogError::new("", "a win after a draw ended the kyoku")),
        }
        Ok(())
    }
}

impl fmt::Display for KyokuName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}", ['E', 'S', 'W', 'N'][self.wind as usize % 4], self.number + 1, self.honba)
    }
}

/// A sequence with a tile of the previous seat, if these tiles are a sequence.
pub(crate) fn chi(called: Tile, own: [Tile; 2], seats: usize) -> Option<Meld> {
    let mut kinds = [called, own[0], own[1]].map(|tile| tile.kind().code());
    kinds.sort_unstable();
    let [a, b, c] = kinds;
    let run = b == a + 1 && c == a + 2 && !Kind::of(c).is_honor() && a / 9 == c / 9;
    run.then(|| Meld::chi(called, sorted(own), RelSeat::new(seats as u8 - 1)))
}

/// A pon, if the tiles are equal.
pub(crate) fn pon(called: Tile, own: [Tile; 2], from: RelSeat) -> Option<Meld> {
    same_kind(&[called, own[0], own[1]]).then(|| Meld::pon(called, sorted(own), from))
}

/// A daiminkan, if the tiles are equal.
pub(crate) fn daiminkan(called: Tile, own: [Tile; 3], from: RelSeat) -> Option<Meld> {
    same_kind(&[called, own[0], own[1], own[2]]).then(|| Meld::daiminkan(called, sorted(own), from))
}

/// An ankan, if the tiles are equal.
pub(crate) fn ankan(tiles: [Tile; 4]) -> Option<Meld> {
    same_kind(&tiles).then(|| Meld::ankan(sorted(tiles)))
}

/// Sorts the owner's tiles of a meld, red fives last, so that all formats give the same meld.
fn sorted<const N: usize>(mut tiles: [Tile; N]) -> [Tile; N] {
    tiles.sort_unstable();
    tiles
}

fn same_kind(tiles: &[Tile]) -> bool {
    tiles.iter().all(|tile| tile.kind() == tiles[0].kind())
}
