//! What is counted of matches: whole numbers, of a match and of all matches on a wall.

use crate::lineup::Lineup;
use crate::measures::{MatchCount, PlayerCount};
use hyakuman_analysis::{add_counts, clear_counts};
use hyakuman_core::game::{LEAD_BOUNDS, MAX_SEATS, MAX_WIN_CLASSES};

/// Most measures of one's own.
pub const MOST_OWN_MEASURES: usize = 16;

/// Counts of all of them.
pub(crate) const OWN_COUNTS: usize = 2 * MOST_OWN_MEASURES;

/// Counts of a player, behind them those of measures of one's own.
pub(crate) const PLAYER_COUNTS: usize = PlayerCount::LEN + OWN_COUNTS;

/// Counts of a table, behind them those of measures of one's own.
pub(crate) const TABLE_COUNTS: usize = MatchCount::LEN + OWN_COUNTS;

/// Counts of a player.
pub type PlayerCounts = [i64; PLAYER_COUNTS];

/// Most yaku of a game: the bits of [`hyakuman_core::game::WinRecord::yaku`], and those of its rules.
pub(crate) const MAX_YAKU: usize = 2 * YAKU_OF_GAME;
/// The bits of [`hyakuman_core::game::WinRecord::yaku`].
pub(crate) const YAKU_OF_GAME: usize = 64;
/// Classes of the lead before the last kyoku.
pub(crate) const LEAD_CLASSES: usize = LEAD_BOUNDS + 1;

/// The counts of one match, or their sums over several.
#[derive(Clone, Debug)]
pub struct Counts {
    /// For each seat.
    pub seats: [PlayerCounts; MAX_SEATS],
    /// For the table.
    pub table: [i64; TABLE_COUNTS],
    /// For the wins of all seats.
    pub wins: WinCounts,
    /// For each class of the lead when the last regular kyoku is dealt the matches, then for each the comebacks.
    pub comebacks: [i64; 2 * LEAD_CLASSES],
}

/// The counts of the wins of all seats.
#[derive(Clone, Debug)]
pub struct WinCounts {
    /// Wins, then for each yaku the wins with it.
    pub yaku: [i64; 1 + MAX_YAKU],
    /// Wins, then for each class by value the wins, then for each their points.
    pub values: [i64; 1 + 2 * MAX_WIN_CLASSES],
}

/// The counts of all matches on one wall, which are independent of those on other walls.
#[derive(Clone, Debug)]
pub struct WallCounts {
    /// For each different agent of the lineup.
    pub agents: [PlayerCounts; MAX_SEATS],
    /// For seats and table, summed over the matches.
    pub matches: Counts,
    /// How far they lead.
    pub leads: Leads,
}

/// Sums over the matches on a wall. Of n seats with rank points T together, k have S, in thousandths.
#[derive(Clone, Debug)]
pub struct Leads {
    /// Of each different agent, then of each seat: `n S - k T`, which is k (n - k) times its mean less that of the others, and the squares of these.
    pub over_others: [[i64; 2]; 2 * MAX_SEATS],
    /// Of an agent and each one before it: the squares of `k' S - k S'`, which is k k' times the difference of their means.
    pub squares_between: [[i64; MAX_SEATS]; MAX_SEATS],
}

impl Counts {
    /// All zero.
    pub const ZERO: Counts = Counts {
        seats: [[0; PLAYER_COUNTS]; MAX_SEATS],
        table: [0; TABLE_COUNTS],
        wins: WinCounts::ZERO,
        comebacks: [0; 2 * LEAD_CLASSES],
    };

    /// Sets all to zero.
    pub fn clear(&mut self) {
        self.seats.iter_mut().for_each(|seat| clear_counts(seat));
        let Counts { table, wins: WinCounts { yaku, values }, comebacks, .. } = self;
        [&mut table[..], yaku, values, comebacks].into_iter().for_each(clear_counts);
    }
}

impl WinCounts {
    /// All zero.
    pub const ZERO: WinCounts = WinCounts { yaku: [0; 1 + MAX_YAKU], values: [0; 1 + 2 * MAX_WIN_CLASSES] };
}

impl WallCounts {
    /// No matches.
    pub const EMPTY: WallCounts = WallCounts {
        agents: [[0; PLAYER_COUNTS]; MAX_SEATS],
        matches: Counts::ZERO,
        leads: Leads { over_others: [[0; 2]; 2 * MAX_SEATS], squares_between: [[0; MAX_SEATS]; MAX_SEATS] },
    };

    /// Forgets all matches.
    pub fn clear(&mut self) {
        self.agents.iter_mut().for_each(|agent| clear_counts(agent));
        self.matches.clear();
        self.leads = WallCounts::EMPTY.leads;
    }

    /// Adds one match.
    pub fn add(&mut self, lineup: &Lineup, rotation: usize, counts: &Counts) {
        self.add_counts(lineup, rotation, counts);
        self.add_leads(lineup, rotation, counts);
    }

    /// Adds how far the agents and seats lead in a match with these counts.
    pub(crate) fn add_leads(&mut self, lineup: &Lineup, rotation: usize, counts: &Counts) {
        let seats = lineup.named().len();
        let points = |seat: usize| counts.seats[seat][PlayerCount::RankPoints as usize];
        let all: i64 = (0..seats).map(points).sum();
        let mut agents = [(0, 0); MAX_SEATS];
        for seat in 0..seats {
            let (held, sum) = &mut agents[lineup.agent_at(seat, rotation)];
            (*held, *sum) = (*held + 1, *sum + points(seat));
        }
        let agents = &agents[..lineup.agents().len()];
        let each = agents.iter().copied().chain((0..seats).map(|seat| (1, points(seat))));
        for ([sum, squares], (held, own)) in self.leads.over_others.iter_mut().zip(each) {
            let lead = seats as i64 * own - held * all;
            *sum += lead;
            *squares += lead * lead;
        }
        for (at, (held, own)) in agents.iter().enumerate() {
            for ((other_held, other), squares) in agents[..at].iter().zip(&mut self.leads.squares_between[at])
            {
                *squares += (other_held * own - held * other).pow(2);
            }
        }
    }

    /// Adds the counts of a match, or what they change by.
    pub(crate) fn add_counts(&mut self, lineup: &Lineup, rotation: usize, counts: &Counts) {
        for seat in 0..lineup.named().len() {
            add_counts(&mut self.agents[lineup.agent_at(seat, rotation)], &counts.seats[seat]);
            add_counts(&mut self.matches.seats[seat], &counts.seats[seat]);
        }
        let total = &mut self.matches;
        add_counts(&mut total.table, &counts.table);
        add_counts(&mut total.wins.yaku, &counts.wins.yaku);
        add_counts(&mut total.wins.values, &counts.wins.values);
        add_counts(&mut total.comebacks, &counts.comebacks);
    }
}
