//! Every count of a run once more, from its record and as simply as possible. A new count does not compile without a line here.

use crate::metrics::{Row, deviation, rows, rows_of};
use hyakuman_arena::measures::{MatchCount, PlayerCount};
use hyakuman_core::game::GameFacts;
use hyakuman_record::Dataset;

/// A match by its record.
pub(crate) struct Match<'a> {
    pub row: &'a Row,
    /// In order.
    pub kyoku: Vec<Kyoku<'a>>,
}

/// A kyoku, and what each seat did in it.
pub(crate) struct Kyoku<'a> {
    pub row: &'a Row,
    pub wins: Vec<&'a Row>,
    hands: Vec<Hand<'a>>,
}

/// A kyoku as one seat played it.
#[derive(Default)]
struct Hand<'a> {
    won: Vec<&'a Row>,
    /// The wins that the seat dealt into.
    fed: Vec<&'a Row>,
    decisions: i64,
    declared: bool,
    riichi: bool,
    open: bool,
    tenpai: bool,
    delta: i64,
    result: &'a str,
}

/// The rows of a record.
pub(crate) struct Record {
    pub matches: Vec<Row>,
    pub kyoku: Vec<Row>,
    pub wins: Vec<Row>,
    decisions: Vec<Row>,
    /// The actions that declare riichi.
    riichi: Vec<i64>,
}

impl Record {
    pub(crate) fn of(set: &Dataset, game: &GameFacts) -> Record {
        let [matches, kyoku, wins] = ["matches", "kyoku", "wins"].map(|table| rows(set, table));
        let decisions = rows_of(set, "decisions", &["match", "kyoku_number", "seat", "action"]);
        let riichi = game.actions.iter().filter(|codes| codes.meaning.starts_with("declare riichi"));
        let riichi = riichi.flat_map(|codes| i64::from(codes.first)..=i64::from(codes.last)).collect();
        Record { matches, kyoku, wins, decisions, riichi }
    }

    /// The matches with all that belongs to them. Rows of every table are in the order of play.
    pub(crate) fn matches(&self) -> Vec<Match<'_>> {
        let key = |row: &Row| [row.get("match"), row.get("kyoku_number")];
        let of_match = |row: &&Row, game: &Row| row.get("match") == game.get("match");
        let (mut wins, mut decisions) = (self.wins.iter().peekable(), self.decisions.iter().peekable());
        let mut of_kyoku = |row: &'_ Row| {
            let wins: Vec<&Row> = std::iter::from_fn(|| wins.next_if(|win| key(win) == key(row))).collect();
            let of_kyoku = std::iter::from_fn(|| decisions.next_if(|made| key(made) == key(row)));
            (wins, of_kyoku.map(|made| (made.get("seat"), made.get("action"))).collect::<Vec<_>>())
        };
        let mut kyoku = self.kyoku.iter().peekable();
        let game = |row| {
            let of_game = std::iter::from_fn(|| kyoku.next_if(|kyoku| of_match(kyoku, row)));
            let kyoku = of_game.map(|row| {
                let (wins, decisions) = of_kyoku(row);
                Kyoku::new(row, wins, &decisions, &self.riichi)
            });
            Match { row, kyoku: kyoku.collect() }
        };
        self.matches.iter().map(game).collect()
    }
}

impl<'a> Kyoku<'a> {
    fn new(row: &'a Row, wins: Vec<&'a Row>, decisions: &[(i64, i64)], codes: &[i64]) -> Kyoku<'a> {
        let [delta, riichi, open, tenpai] = ["delta", "riichi", "open", "tenpai"].map(|name| row.seats(name));
        let hand = |seat: usize| {
            let of = |name| wins.iter().copied().filter(|win| win.get(name) == seat as i64).collect();
            let made = || decisions.iter().filter(|made| made.0 == seat as i64);
            Hand {
                won: of("winner"),
                fed: of("from"),
                decisions: made().count() as i64,
                declared: made().any(|made| codes.contains(&made.1)),
                riichi: riichi[seat] != 0,
                open: open[seat] != 0,
                tenpai: tenpai[seat] != 0,
                delta: delta[seat],
                result: &row.words["result"],
            }
        };
        let hands = (0..delta.len()).map(hand).collect();
        Kyoku { row, wins, hands }
    }

    /// The most wins in a row by the same tile of the same discarder.
    fn wins_on_one_tile(&self) -> usize {
        let by = |win: &&Row| ["from", "tile"].map(|name| win.get(name));
        let of_one = self.wins.chunk_by(|a, b| by(a) == by(b) && a.get("from") != 255);
        of_one.map(<[&Row]>::len).max().unwrap_or(0)
    }
}

impl Match<'_> {
    /// A count of the player in a seat.
    pub(crate) fn of_player(&self, count: PlayerCount, seat: usize) -> i64 {
        let [placement, points, score] =
            ["placement", "rank_points", "score"].map(|name| self.row.seats(name)[seat]);
        let hands = || self.kyoku.iter().map(|kyoku| &kyoku.hands[seat]);
        let number = |is: &dyn Fn(&Hand<'_>) -> bool| hands().filter(|hand| is(hand)).count() as i64;
        let deltas =
            |is: &dyn Fn(&Hand<'_>) -> bool| hands().filter(|hand| is(hand)).map(|hand| hand.delta).sum();
        let wins = || hands().flat_map(|hand| &hand.won);
        match count {
            PlayerCount::Matches => 1,
            PlayerCount::Placement => placement,
            PlayerCount::First => (placement == 1).into(),
            PlayerCount::Second => (placement == 2).into(),
            PlayerCount::Third => (placement == 3).into(),
            PlayerCount::Fourth => (placement == 4).into(),
            PlayerCount::RankPoints => points,
            PlayerCount::RankSquares => points * points,
            PlayerCount::BelowZero => (score < 0).into(),
            PlayerCount::Hands => number(&|_| true),
            PlayerCount::Wins => wins().count() as i64,
            PlayerCount::Tsumo => wins().filter(|win| win.get("from") == 255).count() as i64,
            PlayerCount::WinPoints => wins().map(|win| win.get("points")).sum(),
            PlayerCount::DealIns => number(&|hand| !hand.fed.is_empty()),
            PlayerCount::DealInCost => {
                hands().flat_map(|hand| &hand.fed).map(|win| -win.seats("delta")[seat]).sum()
            }
            PlayerCount::Riichi => number(&|hand| hand.riichi),
            PlayerCount::RiichiDeclared => number(&|hand| hand.declared),
            PlayerCount::RiichiWins => number(&|hand| hand.riichi && !hand.won.is_empty()),
            PlayerCount::RiichiDelta => deltas(&|hand| hand.riichi),
            PlayerCount::Open => number(&|hand| hand.open),
            PlayerCount::OpenWins => number(&|hand| hand.open && !hand.won.is_empty()),
            PlayerCount::OpenDelta => deltas(&|hand| hand.open),
            PlayerCount::Closed => number(&|hand| !hand.open && !hand.riichi),
            PlayerCount::ClosedDelta => deltas(&|hand| !hand.open && !hand.riichi),
            PlayerCount::Draws => number(&|hand| hand.result != "win"),
            PlayerCount::Exhausted => number(&|hand| hand.result == "exhaustive"),
            PlayerCount::Tenpai => number(&|hand| hand.tenpai),
            PlayerCount::Decisions => hands().map(|hand| hand.decisions).sum(),
        }
    }

    /// A count of the whole table, in a match whose regular length is so many kyoku.
    pub(crate) fn of_table(&self, count: MatchCount, regular: i64) -> i64 {
        let seats = self.row.seats("score").len() as i64;
        let number =
            |is: &dyn Fn(&Kyoku<'_>) -> bool| self.kyoku.iter().filter(|kyoku| is(kyoku)).count() as i64;
        let sum = |of: &dyn Fn(&Kyoku<'_>) -> i64| self.kyoku.iter().map(of).sum::<i64>();
        let result = |word| number(&|kyoku| kyoku.row.words["result"] == word);
        let ended = |word| i64::from(self.row.words["ended"] == word);
        match count {
            MatchCount::Matches => 1,
            MatchCount::Kyoku => number(&|_| true),
            MatchCount::Decisions => self.row.get("decisions"),
            MatchCount::Drawn => sum(&|kyoku| kyoku.row.get("draws")),
            MatchCount::Won => result("win"),
            MatchCount::Exhaustive => result("exhaustive"),
            MatchCount::Nagashi => result("nagashi"),
            MatchCount::Kyuushu => result("kyuushu"),
            MatchCount::Suufon => result("suufon"),
            MatchCount::Suucha => result("suucha"),
            MatchCount::Suukan => result("suukan"),
            MatchCount::Sanchahou => result("sanchahou"),
            MatchCount::Redraw => result("redraw"),
            MatchCount::Wins => sum(&|kyoku| kyoku.wins.len() as i64),
            MatchCount::WithWins => number(&|kyoku| !kyoku.wins.is_empty()),
            MatchCount::DoubleRon => number(&|kyoku| kyoku.wins_on_one_tile() == 2),
            MatchCount::TripleRon => number(&|kyoku| kyoku.wins_on_one_tile() == 3),
            MatchCount::ExtensionKyoku => number(&|kyoku| kyoku.row.get("kyoku") >= regular),
            MatchCount::ExtensionMatches => {
                self.kyoku.iter().any(|kyoku| kyoku.row.get("kyoku") >= regular).into()
            }
            MatchCount::LastKyoku => self.before_last(regular).is_some().into(),
            MatchCount::Comebacks => {
                self.before_last(regular).is_some_and(|[leader, _]| self.place(leader) != 1).into()
            }
            MatchCount::LastToFirst => {
                self.before_last(regular).is_some_and(|[_, last]| self.place(last) == 1).into()
            }
            MatchCount::Others => seats - 1,
            MatchCount::KyokuOthers => (seats - 1) * number(&|_| true),
            MatchCount::Dealer => {
                sum(&|kyoku| over_others(&kyoku.row.seats("delta"), kyoku.row.get("dealer") as usize))
            }
            MatchCount::FirstSeat => over_others(&self.row.seats("rank_points"), 0),
            MatchCount::SecondSeat => over_others(&self.row.seats("rank_points"), 1),
            MatchCount::ThirdSeat => over_others(&self.row.seats("rank_points"), 2),
            MatchCount::FourthSeat => over_others(&self.row.seats("rank_points"), 3),
            MatchCount::Spread => (1_000.0 * deviation(&self.floats("score"))).round() as i64,
            MatchCount::SquaredSeats => seats * seats,
            MatchCount::RankVariance => {
                (deviation(&self.floats("rank_points")) * seats as f64).powi(2).round() as i64
            }
            MatchCount::EndPlayed => ended("played"),
            MatchCount::EndSuddenDeath => ended("sudden_death"),
            MatchCount::EndBust => ended("bust"),
            MatchCount::EndReached => ended("reached"),
            MatchCount::EndStopped => ended("stopped"),
        }
    }

    /// The seats that were first and last when the last regular kyoku was dealt.
    fn before_last(&self, regular: i64) -> Option<[usize; 2]> {
        let last = self.kyoku.iter().find(|kyoku| kyoku.row.get("kyoku") == regular - 1)?;
        let before = last.row.seats("before");
        let mut seats: Vec<usize> = (0..before.len()).collect();
        seats.sort_by_key(|&seat| (-before[seat], seat));
        Some([seats[0], seats[seats.len() - 1]])
    }

    fn place(&self, seat: usize) -> i64 {
        self.row.seats("placement")[seat]
    }

    fn floats(&self, name: &str) -> Vec<f64> {
        self.row.seats(name).into_iter().map(|value| value as f64).collect()
    }
}

/// The value of a seat times the seats, less that of all; 0 if there is no such seat.
fn over_others(values: &[i64], seat: usize) -> i64 {
    values.get(seat).map_or(0, |value| values.len() as i64 * value - values.iter().sum::<i64>())
}
