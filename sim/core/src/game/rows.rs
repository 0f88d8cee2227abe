//! The tables of a data set: what is recorded of matches, as rows. No I/O: the caller takes the rows and stores them.
//!
//! A [`TableRecorder`] is a [`Sink`]: it follows the matches of a part one after another and writes up to nine tables
//! ([`Table`]). The cells known only when the kyoku or the match is over (the labels) are filled in then. The chosen
//! actions of a match are enough to play it again: [`replay`] does it, with any sink, so any other table can be made
//! from `replays` later.
//!
//! The tables are described here and not in the crate that writes files: the end of a kyoku and of a match is part of the contract
//! ([`KyokuEnd`], [`MatchEnd`]), so every family has these tables without code of its own.

mod decisions;
mod evaluations;
mod house;
mod kyoku;
mod labels;
mod matches;
mod oracle;
mod replays;
mod sources;
mod wins;

pub use evaluations::write_evaluation;
pub use labels::{label_columns, write_label};
pub use replays::{ReplayError, replay, replay_columns};
pub use sources::{Source, SourcePlayer, source_columns};

use crate::column::{CellType, ChangeRate, Column, Rows};
use crate::game::sink::{Sink, Wants};
use crate::game::{
    ActionMask, Game, GameFacts, HouseCounts, HouseRules, KnownDeals, KyokuEnd, MAX_SEATS, MatchEnd,
};
use crate::{MatchSeed, Seat};
use decisions::Labels;
use house::House;
use std::sync::Arc;

crate::named! {
    /// A table of a data set, with its name on the command line, which is that of its folder.
    pub enum Table {
        /// One row per match.
        Matches = "matches",
        /// One row per kyoku, repeats included.
        Kyoku = "kyoku",
        /// One row per win; a kyoku may have three.
        Wins = "wins",
        /// One row per decision: what the seat saw, could do and did, and the outcome.
        Decisions = "decisions",
        /// One row per match: its actions, from which all other tables can be made.
        Replays = "replays",
        /// One row per decision: what the seat could not see.
        Oracle = "oracle",
        /// One row per match: the log it comes from. Only in data sets made from logs.
        Sources = "sources",
        /// One row per decision and legal action: what an agent thinks it is worth. Only if an agent is asked.
        Evaluations = "evaluations",
        /// One row per sampled decision and other action: what it gains by rollouts. Only if labels are made.
        Labels = "labels",
    }
}

/// What the matches of a data set are. What only logs have is in columns of data sets of logs only: so those of runs keep their bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// Games of agents, played by this program.
    #[default]
    Run,
    /// Games read from logs of other programs.
    Logs,
}

impl Table {
    /// The tables of a run.
    pub const OF_RUN: [Table; 6] =
        [Table::Matches, Table::Kyoku, Table::Wins, Table::Decisions, Table::Replays, Table::Oracle];

    /// The tables of matches read from logs.
    pub const OF_LOGS: [Table; 7] = {
        let [matches, kyoku, wins, decisions, replays, oracle] = Table::OF_RUN;
        [matches, kyoku, wins, decisions, replays, oracle, Table::Sources]
    };

    /// The tables of a data set of this origin.
    pub fn of(origin: Origin) -> &'static [Table] {
        match origin {
            Origin::Run => &Table::OF_RUN,
            Origin::Logs => &Table::OF_LOGS,
        }
    }

    /// Whether it has a row for each decision, or several.
    pub const fn has_row_per_decision(self) -> bool {
        matches!(self, Table::Decisions | Table::Oracle | Table::Evaluations | Table::Labels)
    }

    /// Whether agents other than those that play are asked for it.
    pub const fn is_of_opinions(self) -> bool {
        matches!(self, Table::Evaluations | Table::Labels)
    }

    /// Its columns for a game, in a data set of a run without house rules.
    pub fn columns<G: Game>(self) -> Vec<Column> {
        self.columns_of(&GameFacts::of::<G>(), Origin::Run, HouseRules::NONE)
    }

    /// Its columns for a game, in a data set of this origin, of rules with these house rules.
    pub fn columns_of(self, game: &GameFacts, origin: Origin, house: HouseRules) -> Vec<Column> {
        let seats = game.seats;
        let mut columns = match self {
            Table::Matches => matches::columns(seats, house),
            Table::Kyoku => kyoku::columns(seats, house),
            Table::Wins => wins::columns(seats, house),
            Table::Decisions => decisions::columns(game, origin, house),
            Table::Replays => replay_columns(origin),
            Table::Oracle => oracle::columns(game),
            Table::Sources => source_columns(seats),
            Table::Evaluations => evaluations::columns(),
            Table::Labels => label_columns(),
        };
        if origin == Origin::Logs {
            columns.iter_mut().for_each(note_unfinished);
        }
        let points = columns.iter_mut().filter(|column| column.unit == "points");
        points.for_each(|column| column.unit = game.score_unit);
        columns
    }
}

/// Says in the description of a column what it holds if a log stops before the end of the match.
fn note_unfinished(column: &mut Column) {
    let unknown = match column.name {
        "ended" => "unfinished: the log stops before the end of the match",
        name if name.starts_with("placement") => "0: the log stops before the end of the match",
        name if name.starts_with("rank_points") => "0 where the placement is 0",
        _ => return,
    };
    *column = column.or(unknown);
}

/// Number of rows of a table that are written to the file at once, at the end of a match: few enough for the caches. Part
/// of the record format, because it determines the pages of a file.
pub const BATCH: usize = 4_096;

/// Data common to the matches of a run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct About {
    /// Name of the ruleset.
    pub ruleset: String,
    /// Hash of its rules, as sixteen hexadecimal digits.
    pub rules_hash: String,
    /// Names of the different agents.
    pub agents: Vec<String>,
    /// The names of the yaku that the rules define ([`Game::own_yaku`]).
    pub own_yaku: Vec<&'static str>,
    /// What the matches are.
    pub origin: Origin,
    /// What the rules count besides the scores.
    pub house: HouseRules,
}

/// Which match is played, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchId {
    /// Number of the match in the run.
    pub number: u64,
    /// Its random seed; the number in it is that of the wall.
    pub seed: MatchSeed,
    /// For each seat, the index of its agent in [`About::agents`].
    pub agents: [u8; MAX_SEATS],
}

/// What a log says of a match besides the actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// What was dealt.
    pub deals: Arc<KnownDeals>,
    /// The decisions of which the log does not show the answer: decision `n` is bit `n % 8` of byte `n / 8`; bytes at the end may be missing.
    pub hidden: Vec<u8>,
    /// The log. `None` if the table `sources` is not recorded.
    pub source: Option<Source>,
}

impl Logged {
    /// Whether the log shows the answer of this decision of the match.
    fn shows_answer(&self, step: usize) -> bool {
        self.hidden.get(step / 8).is_none_or(|byte| byte >> (step % 8) & 1 == 0)
    }
}

/// Writes the rows of matches while they are played.
///
/// Call [`TableRecorder::begin`], play the match with the recorder as its sink, and take the [`TableRecorder::rows`] when there are
/// enough of them.
#[derive(Clone, Debug)]
pub struct TableRecorder<G: Game> {
    about: Arc<About>,
    /// The rows of each table; `None` for a table that is not recorded.
    rows: [Option<Rows>; Table::ALL.len()],
    id: MatchId,
    /// What a log says of the match: of every match of [`Origin::Logs`].
    logged: Option<Arc<Logged>>,
    /// Actions chosen in the match so far, one per decision.
    actions: Vec<u8>,
    /// Kyoku of the match that have begun.
    begun: usize,
    /// The outcome of each finished kyoku of the match.
    ended: Vec<Labels>,
    /// What the match has counted besides the scores, and the chips before the last kyoku.
    counts: HouseCounts,
    chips_before: [i32; MAX_SEATS],
    row_cache: G::RowCache,
    /// Whether a table with a row for each decision is recorded.
    by_decision: bool,
}

impl<G: Game> TableRecorder<G> {
    /// A recorder of these tables.
    pub fn new(about: &Arc<About>, tables: &[Table]) -> Self {
        let columns = |table: Table| table.columns_of(&GameFacts::of::<G>(), about.origin, about.house).len();
        let kept = |table: Table| tables.contains(&table).then(|| Rows::new(columns(table)));
        let seed = MatchSeed { seed: 0, number: 0 };
        TableRecorder {
            about: Arc::clone(about),
            rows: Table::ALL.map(kept),
            id: MatchId { number: 0, seed, agents: [0; MAX_SEATS] },
            logged: None,
            actions: Vec::new(),
            begun: 0,
            ended: Vec::new(),
            counts: HouseCounts::default(),
            chips_before: [0; MAX_SEATS],
            row_cache: G::RowCache::default(),
            by_decision: tables.iter().any(|table| table.has_row_per_decision()),
        }
    }

    /// A new match begins, of which a log says this.
    pub fn begin_logged(&mut self, id: MatchId, logged: Arc<Logged>) {
        self.begin(id);
        self.logged = Some(logged);
    }

    /// A new match begins.
    pub fn begin(&mut self, id: MatchId) {
        (self.id, self.logged) = (id, None);
        self.actions.clear();
        self.begun = 0;
        self.ended.clear();
        self.counts = HouseCounts::default();
        self.chips_before = [0; MAX_SEATS];
        self.row_cache = G::RowCache::default();
    }

    /// Writes the rows of a decision; apart from the game loop, which is smaller without it where only actions are kept.
    #[inline(never)]
    fn write_decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        if let Some(rows) = &mut self.rows[Table::Decisions as usize] {
            let number = self.begun - 1;
            let now;
            let counts = match self.about.house == HouseRules::NONE {
                true => &self.counts, // there are none
                false => {
                    now = game.house_counts();
                    &now
                }
            };
            let house = House { rules: self.about.house, counts, seats: G::SEATS };
            let seen = decisions::Seen { number, seat, legal, action, origin: self.about.origin, house };
            decisions::write_seen(rows, &seen, &mut self.row_cache, game);
        }
        if let Some(rows) = &mut self.rows[Table::Oracle as usize] {
            oracle::write(rows, &self.id, (self.begun - 1, self.actions.len(), seat), game);
        }
    }

    /// The rows of a table; between two matches, those of finished matches only. The caller clears them after storing them.
    pub fn rows(&self, table: Table) -> Option<&Rows> {
        self.rows[table as usize].as_ref()
    }

    /// Removes the rows of all tables but keeps the memory.
    pub fn clear(&mut self) {
        self.rows.iter_mut().flatten().for_each(Rows::clear);
    }

    /// The rows of a table, to be cleared or moved.
    pub fn rows_mut(&mut self, table: Table) -> Option<&mut Rows> {
        self.rows[table as usize].as_mut()
    }
}

impl<G: Game> Sink<G> for TableRecorder<G> {
    fn wants(&self) -> Wants {
        Wants::DECISIONS
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        if self.by_decision {
            self.write_decision(game, seat, legal, action);
        }
        self.actions.push(action);
    }

    fn kyoku_start(&mut self) {
        self.begun += 1;
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        self.chips_before = self.counts.chips;
        self.counts = counts_of(game, self.about.house);
        self.kyoku_end(end);
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let house = House { rules: self.about.house, counts: &self.counts, seats: G::SEATS };
        if let Some(rows) = &mut self.rows[Table::Kyoku as usize] {
            kyoku::write::<G>(rows, &self.id, self.ended.len(), end, (&house, &self.chips_before));
        }
        if let Some(rows) = &mut self.rows[Table::Wins as usize] {
            wins::write::<G>(rows, &self.id, &self.about.own_yaku, self.ended.len(), end, &house);
        }
        self.ended.push(Labels::of(end));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        let (id, logged) = (&self.id, self.logged.as_deref());
        let house = House { rules: self.about.house, counts: &self.counts, seats: G::SEATS };
        if let Some(rows) = &mut self.rows[Table::Decisions as usize] {
            let size = (G::COLUMNS.len(), self.actions.len());
            decisions::write_rest(rows, size, id, &self.ended, end);
            decisions::write_known(rows, self.actions.len(), logged);
        }
        if let Some(rows) = &mut self.rows[Table::Matches as usize] {
            matches::write::<G>(rows, id, &self.about, self.actions.len() as u32, end, &house);
        }
        if let Some(rows) = &mut self.rows[Table::Replays as usize] {
            replays::write(rows, id, &self.actions, logged);
        }
        if let (Some(rows), Some(source)) =
            (&mut self.rows[Table::Sources as usize], logged.and_then(|logged| logged.source.as_ref()))
        {
            sources::write(rows, id, G::SEATS, source, end);
        }
    }
}

/// What a match has counted besides the scores; nothing where the rules count nothing.
fn counts_of<G: Game>(game: &G, house: HouseRules) -> HouseCounts {
    if house == HouseRules::NONE { HouseCounts::default() } else { game.house_counts() }
}

/// The match of a row: the first column of every table.
const MATCH: Column = Column::new(
    "match",
    CellType::I64,
    ChangeRate::Often,
    "number",
    "number of the match in the run, from 0",
);
/// The kyoku, and the seat that decides, of a row of a decision.
const KYOKU_NUMBER: Column = Column::new(
    "kyoku_number",
    CellType::U16,
    ChangeRate::Rarely,
    "number",
    "which kyoku of the match in order of play, from 0, repeats counted; with `match` the key of table kyoku",
);
const SEAT: Column =
    Column::new("seat", CellType::U8, ChangeRate::Often, "seat", "seat that decides, 0 the first dealer");
/// The decision, of a row that is not in the table `decisions`.
const STEP: Column = Column::new(
    "step",
    CellType::I32,
    ChangeRate::Steadily,
    "number",
    "which decision of the match, from 0; with `match` the key of table decisions",
);
/// Its random seed.
const ORIGIN: [Column; 2] = [
    Column::new(
        "wall",
        CellType::I64,
        ChangeRate::Often,
        "number",
        "number of its walls: with the seed it gives every tile; matches that share it had the same",
    ),
    Column::new("seed", CellType::U64, ChangeRate::Rarely, "number", "seed of the run"),
];

/// The columns of a quantity that every seat has: the first `seats` of four.
fn by_seat(columns: [Column; MAX_SEATS], seats: usize) -> impl Iterator<Item = Column> {
    columns.into_iter().take(seats)
}

/// Names of a quantity's columns, one for each seat.
macro_rules! seat_names {
    ($name:literal) => {
        [concat!($name, "_0"), concat!($name, "_1"), concat!($name, "_2"), concat!($name, "_3")]
    };
}
use seat_names;

/// Declares a table: its columns, each beside what writes its cells. Columns are a list, or those of all seats.
macro_rules! table {
    (
        $(#[$lists:meta])* $public:vis fn $list:ident($($given:tt)*);
        $(#[$writes:meta])* $vis:vis fn $write:ident $(<$game:ident>)? ($rows:ident, $($of:tt)*);
        $($columns:expr => $cells:expr;)+
    ) => {
        $(#[$lists])*
        $public fn $list($($given)*) -> Vec<Column> {
            let mut columns = Vec::new();
            $(columns.extend($columns);)+
            columns
        }

        $(#[$writes])*
        $vis fn $write $(<$game: Game>)? ($rows: &mut Rows, $($of)*) {
            $($cells;)+
            $rows.end_row();
        }
    };
}
use table;
