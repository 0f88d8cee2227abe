//! Counts and statistics of matches.

use crate::lineup::Lineup;
use hyakuman_analysis::Measures;
use hyakuman_analysis::play::{MATCH_RATES, MatchCount, PlayerCount, player_rates};
use hyakuman_core::{Seat, SeatSet};
use hyakuman_games::game::{ActionMask, Game, KyokuEnd, KyokuResult, MAX_SEATS, MatchEnd};
use hyakuman_games::sink::Sink;

/// Counts of a player.
pub type PlayerCounts = [i64; PlayerCount::LEN];

/// The counts of one match, by seat.
#[derive(Clone, Debug)]
pub struct Counts {
    /// For each seat.
    pub seats: [PlayerCounts; MAX_SEATS],
    /// For the table.
    pub table: [i64; MatchCount::LEN],
}

/// The statistics of a run, or of a part of it.
#[derive(Clone, Debug)]
pub struct Stats {
    /// For each different agent of the lineup.
    pub agents: Vec<Measures>,
    /// For each seat.
    pub seats: Vec<Measures>,
    /// For whole matches.
    pub matches: Measures,
}

/// The counts of all matches on one wall, which are independent of those on other walls.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// For each different agent of the lineup.
    pub agents: [PlayerCounts; MAX_SEATS],
    /// For seats and table, summed over the matches.
    pub matches: Counts,
}

impl<G: Game> Sink<G> for Counts {
    const DECISIONS: bool = true;

    #[inline]
    fn decision(&mut self, _game: &G, seat: Seat, _legal: &ActionMask, _action: u8) {
        self.seats[seat.index()][PlayerCount::Decisions as usize] += 1;
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.hands(end, G::SEATS);
        self.wins(end);
        self.kyoku(end);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        for seat in 0..G::SEATS {
            let placement = end.placement[seat] as usize;
            self.add(seat, PlayerCount::Matches, 1);
            self.add(seat, PlayerCount::Placement, placement as i64 + 1);
            self.seats[seat][PlayerCount::First as usize + placement] += 1;
            self.add(seat, PlayerCount::RankPoints, end.rank_points[seat].into());
            self.table[MatchCount::Decisions as usize] += self.seats[seat][PlayerCount::Decisions as usize];
        }
        self.table[MatchCount::Matches as usize] += 1;
    }
}

impl Counts {
    /// All zero.
    pub const ZERO: Counts =
        Counts { seats: [[0; PlayerCount::LEN]; MAX_SEATS], table: [0; MatchCount::LEN] };

    #[inline]
    fn add(&mut self, seat: usize, count: PlayerCount, n: i64) {
        self.seats[seat][count as usize] += n;
    }

    /// Counts what applies to every hand of a kyoku, won or not.
    fn hands(&mut self, end: &KyokuEnd<'_>, seats: usize) {
        let drawn = end.result != KyokuResult::Win;
        let exhausted = end.result == KyokuResult::Exhaustive;
        for seat in Seat::all(seats) {
            let has = |set: SeatSet| set.has(seat) as i64;
            let i = seat.index();
            self.add(i, PlayerCount::Hands, 1);
            self.add(i, PlayerCount::Riichi, has(end.riichi));
            self.add(i, PlayerCount::Open, has(end.open));
            self.add(i, PlayerCount::Draws, drawn as i64);
            self.add(i, PlayerCount::Exhausted, exhausted as i64);
            self.add(i, PlayerCount::Tenpai, if exhausted { has(end.tenpai) } else { 0 });
        }
    }

    fn wins(&mut self, end: &KyokuEnd<'_>) {
        let mut dealt_in = SeatSet::EMPTY;
        for win in end.wins {
            let winner = win.winner.index();
            self.add(winner, PlayerCount::Wins, 1);
            self.add(winner, PlayerCount::WinPoints, win.points.into());
            match win.from {
                None => self.add(winner, PlayerCount::Tsumo, 1),
                Some(from) => {
                    dealt_in.insert(from);
                    self.add(from.index(), PlayerCount::DealInCost, (-win.deltas[from.index()]).into());
                }
            }
        }
        dealt_in.for_each(|seat| self.add(seat.index(), PlayerCount::DealIns, 1));
    }

    fn kyoku(&mut self, end: &KyokuEnd<'_>) {
        let result = match end.result {
            KyokuResult::Win => MatchCount::Won,
            KyokuResult::Exhaustive => MatchCount::Exhaustive,
            KyokuResult::Nagashi => MatchCount::Nagashi,
            KyokuResult::Kyuushu => MatchCount::Kyuushu,
            KyokuResult::Suufon => MatchCount::Suufon,
            KyokuResult::Suucha => MatchCount::Suucha,
            KyokuResult::Suukan => MatchCount::Suukan,
            KyokuResult::Sanchahou => MatchCount::Sanchahou,
            KyokuResult::Redraw => MatchCount::Redraw,
        };
        self.table[result as usize] += 1;
        self.table[MatchCount::Kyoku as usize] += 1;
        self.table[MatchCount::Wins as usize] += end.wins.len() as i64;
        self.table[MatchCount::WithWins as usize] += i64::from(!end.wins.is_empty());
        self.table[MatchCount::Drawn as usize] += i64::from(end.draws);
    }
}

impl Cluster {
    /// No matches.
    pub const EMPTY: Cluster = Cluster { agents: [[0; PlayerCount::LEN]; MAX_SEATS], matches: Counts::ZERO };

    /// Adds one match.
    pub fn add(&mut self, lineup: &Lineup, rotation: usize, counts: &Counts) {
        for seat in 0..lineup.named().len() {
            sum(&mut self.agents[lineup.agent_at(seat, rotation)], &counts.seats[seat]);
            sum(&mut self.matches.seats[seat], &counts.seats[seat]);
        }
        sum(&mut self.matches.table, &counts.table);
    }
}

fn sum(into: &mut [i64], counts: &[i64]) {
    into.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

impl Stats {
    /// No matches.
    pub fn new(lineup: &Lineup) -> Stats {
        let seats = lineup.named().len();
        let players = |n| vec![Measures::new(player_rates(seats), PlayerCount::LEN); n];
        let (agents, seats) = (players(lineup.agents().len()), players(seats));
        Stats { agents, seats, matches: Measures::new(MATCH_RATES, MatchCount::LEN) }
    }

    /// Sets how many counted units make one point.
    pub fn count_points_in(&mut self, units_per_point: i32) {
        self.measures_mut().for_each(|measures| measures.count_points_in(units_per_point));
    }

    /// Adds all matches on a wall.
    pub fn add(&mut self, wall: &Cluster) {
        self.agents.iter_mut().zip(&wall.agents).for_each(|(agent, counts)| agent.add(counts));
        self.seats.iter_mut().zip(&wall.matches.seats).for_each(|(seat, counts)| seat.add(counts));
        self.matches.add(&wall.matches.table);
    }

    /// Adds the walls of another part of the run.
    #[must_use]
    pub fn merge(mut self, other: &Stats) -> Stats {
        self.agents.iter_mut().zip(&other.agents).for_each(|(agent, other)| agent.merge(other));
        self.seats.iter_mut().zip(&other.seats).for_each(|(seat, other)| seat.merge(other));
        self.matches.merge(&other.matches);
        self
    }

    /// All sums as text; [`Stats::from_text`] restores the statistics from it.
    pub fn to_text(&self) -> String {
        let sums = self.measures().flat_map(Measures::sums);
        sums.map(|sum| sum.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Restores statistics from [`Stats::to_text`]; `None` for any other text.
    pub fn from_text(lineup: &Lineup, text: &str) -> Option<Stats> {
        let sums: Vec<i128> = text.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let (mut stats, mut sums) = (Stats::new(lineup), sums.into_iter());
        let whole = stats.measures_mut().all(|measures| measures.take_sums(&mut sums));
        (whole && sums.next().is_none()).then_some(stats)
    }

    fn measures(&self) -> impl Iterator<Item = &Measures> {
        self.agents.iter().chain(&self.seats).chain([&self.matches])
    }

    fn measures_mut(&mut self) -> impl Iterator<Item = &mut Measures> {
        self.agents.iter_mut().chain(&mut self.seats).chain([&mut self.matches])
    }

    /// Matches played.
    pub fn games(&self) -> i64 {
        self.matches.total(MatchCount::Matches as usize)
    }

    /// Decisions of all players.
    pub fn decisions(&self) -> i64 {
        self.matches.total(MatchCount::Decisions as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_games::game::{EndReason, WinRecord};

    type Table4 = hyakuman_games::riichi::Riichi<4>;

    fn kyoku<'a>(result: KyokuResult, wins: &'a [WinRecord], riichi: u8, tenpai: u8) -> KyokuEnd<'a> {
        let [riichi, tenpai, open] = [riichi, tenpai, 0b0010].map(SeatSet::from_bits);
        let (before, deltas) = ([25_000; 4], [0; 4]);
        let (kyoku, repeat, honba, kyotaku, draws) = (0, 0, 0, 0, 50);
        KyokuEnd { kyoku, repeat, honba, kyotaku, before, deltas, result, wins, draws, riichi, open, tenpai }
    }

    fn win(winner: u8, from: Option<u8>, points: i32, deltas: [i32; 4]) -> WinRecord {
        let (winner, from) = (Seat::new(winner), from.map(Seat::new));
        let (tile, han, fu, yakuman, yaku, dora) = (0, 1, 30, 0, 0, [0; 4]);
        WinRecord { winner, from, tile, han, fu, yakuman, yaku, dora, points, deltas }
    }

    fn kyoku_end(counts: &mut Counts, end: &KyokuEnd<'_>) {
        Sink::<Table4>::kyoku_end(counts, end);
    }

    /// Seat 1 deals in to two seats at once, seat 2 wins by tsumo, then an exhaustive draw with seat 3 tenpai.
    #[test]
    fn a_match_is_counted() {
        use PlayerCount::*;
        let mut counts = Counts::ZERO;
        let two =
            [win(2, Some(1), 3_900, [0, -4_200, 4_200, 0]), win(3, Some(1), 1_000, [0, -1_000, 0, 1_000])];
        kyoku_end(&mut counts, &kyoku(KyokuResult::Win, &two, 0b0100, 0b1100));
        kyoku_end(
            &mut counts,
            &kyoku(KyokuResult::Win, &[win(2, None, 2_000, [-1_000, -500, 2_000, -500])], 0, 0),
        );
        kyoku_end(&mut counts, &kyoku(KyokuResult::Exhaustive, &[], 0b1000, 0b1000));
        kyoku_end(&mut counts, &kyoku(KyokuResult::Suufon, &[], 0, 0));
        let scores = [24_000, 19_300, 31_200, 25_500];
        let (placement, rank_points) = ([2, 3, 0, 1], [-16_000, -30_700, 41_200, 5_500]);
        Sink::<Table4>::match_end(
            &mut counts,
            &MatchEnd { scores, placement, rank_points, kyoku: 4, reason: EndReason::Played },
        );
        let expected = [
            (Hands, [4, 4, 4, 4]),
            (Wins, [0, 0, 2, 1]),
            (Tsumo, [0, 0, 1, 0]),
            (WinPoints, [0, 0, 5_900, 1_000]),
            (DealIns, [0, 1, 0, 0]),
            (DealInCost, [0, 5_200, 0, 0]),
            (Riichi, [0, 0, 1, 1]),
            (Open, [0, 4, 0, 0]),
            (Draws, [2, 2, 2, 2]),
            (Exhausted, [1, 1, 1, 1]),
            (Tenpai, [0, 0, 0, 1]),
            (Placement, [3, 4, 1, 2]),
            (First, [0, 0, 1, 0]),
            (Fourth, [0, 1, 0, 0]),
            (RankPoints, [-16_000, -30_700, 41_200, 5_500]),
        ];
        for (count, by_seat) in expected {
            assert_eq!(counts.seats.map(|seat| seat[count as usize]), by_seat, "{count:?}");
        }
        let table = |count: MatchCount| counts.table[count as usize];
        assert_eq!((table(MatchCount::Kyoku), table(MatchCount::Won), table(MatchCount::Wins)), (4, 2, 3));
        assert_eq!(
            (table(MatchCount::Exhaustive), table(MatchCount::Suufon), table(MatchCount::Drawn)),
            (1, 1, 200)
        );
    }

    /// A kyoku may continue after a win and end in a draw. Three kyoku: one win then a draw, three wins, a draw.
    #[test]
    fn wins_before_an_exhaustive_draw_are_counted() {
        let mut counts = Counts::ZERO;
        let three = [1, 2, 3].map(|winner| win(winner, Some(0), 1_000, [0; 4]));
        kyoku_end(&mut counts, &kyoku(KyokuResult::Exhaustive, &three[..1], 0, 0));
        kyoku_end(&mut counts, &kyoku(KyokuResult::Win, &three, 0, 0));
        kyoku_end(&mut counts, &kyoku(KyokuResult::Exhaustive, &[], 0, 0));
        let table = [MatchCount::Won, MatchCount::Wins, MatchCount::WithWins].map(|count| count as usize);
        assert_eq!(table.map(|count| counts.table[count]), [1, 4, 2]);
        assert_eq!(counts.seats[0][PlayerCount::Draws as usize], 2);
    }
}
