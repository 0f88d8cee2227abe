//! What the agents of a contest did on a wall, at each table and two by two.

use super::sums::{COUNTS, PairSums};
use super::tables::ContestTable;
use crate::counts::WallCounts;
use crate::lineup::Lineup;
use crate::measures::PlayerCount;
use hyakuman_agents::Spec;
use hyakuman_analysis::{Group, add_counts};
use hyakuman_core::game::MAX_SEATS;

/// One lineup of a table.
pub(super) struct Seating {
    table: usize,
    /// The place at the table of each agent of the lineup.
    places: Vec<usize>,
}

/// Every lineup of every table.
pub(super) fn seatings(tables: &[ContestTable], agents: &[Spec]) -> Vec<Seating> {
    let seatings = |(at, table): (usize, &ContestTable)| -> Vec<Seating> {
        let place = |spec: &Spec| table.agents.iter().position(|&agent| agents[agent] == *spec);
        let places = |lineup: &Lineup| -> Vec<usize> {
            lineup.agents().iter().map(|spec| place(spec).expect("an agent of the table")).collect()
        };
        table.lineups.iter().map(|lineup| Seating { table: at, places: places(lineup) }).collect()
    };
    tables.iter().enumerate().flat_map(seatings).collect()
}

/// Each table on a wall.
pub(super) struct Wall(pub Vec<Played>);

/// A table on a wall.
pub(super) struct Played {
    /// The counts of each player.
    pub players: Vec<[i64; COUNTS]>,
    /// As [`Leads::squares_between`](crate::counts::Leads::squares_between), on both sides.
    squares: [[i64; MAX_SEATS]; MAX_SEATS],
}

/// Two agents on a wall, at all tables at which both sat.
pub(super) struct Met {
    pub counts: [[i64; COUNTS]; 2],
    pub difference: i64,
    pub leads: Group,
}

impl Wall {
    /// The counts of a wall under a ruleset, of which these are the cells.
    pub(super) fn of(tables: &[ContestTable], seatings: &[Seating], cells: &[&WallCounts]) -> Wall {
        let empty = |table: &ContestTable| Played {
            players: vec![[0; COUNTS]; table.agents.len()],
            squares: [[0; MAX_SEATS]; MAX_SEATS],
        };
        let mut wall = Wall(tables.iter().map(empty).collect());
        for (Seating { table, places }, cell) in seatings.iter().zip(cells) {
            let Played { players, squares } = &mut wall.0[*table];
            for ((at, &place), counts) in places.iter().enumerate().zip(&cell.agents) {
                add_counts(&mut players[place], counts);
                for (&before, more) in places[..at].iter().zip(&cell.leads.squares_between[at]) {
                    squares[place][before] += more;
                    squares[before][place] += more;
                }
            }
        }
        wall
    }

    /// Two agents on it.
    pub(super) fn pair(&self, tables: &[ContestTable], pair: &PairSums) -> Met {
        let mut met = Met { counts: [[0; COUNTS]; 2], difference: 0, leads: Group::default() };
        for (table, played) in tables.iter().zip(&self.0) {
            let Some(places) = places_of(table, pair.agents) else { continue };
            let [first, second] = places;
            for (sum, place) in met.counts.iter_mut().zip(places) {
                add_counts(sum, &played.players[place]);
            }
            let (difference, seats) = (contrast(table, &played.results(), places), table.seats());
            let scale = pair.scale / (seats[first] * seats[second]) as i64;
            met.difference += difference;
            met.leads.matches += table.seatings() as i64;
            met.leads.total += scale * difference;
            met.leads.squares += scale * scale * played.squares[first][second];
        }
        met
    }
}

impl Played {
    /// The rank points of each player.
    pub(super) fn results(&self) -> Vec<i64> {
        self.players.iter().map(|counts| counts[PlayerCount::RankPoints as usize]).collect()
    }
}

/// The places of two agents at a table; `None` if one does not sit there.
pub(super) fn places_of(table: &ContestTable, pair: [usize; 2]) -> Option<[usize; 2]> {
    let place = |agent| table.agents.iter().position(|&other| other == agent);
    Some([place(pair[0])?, place(pair[1])?])
}

/// The difference of two mean results at a table, times the seats of both.
pub(super) fn contrast(table: &ContestTable, results: &[i64], [first, second]: [usize; 2]) -> i64 {
    let seats = table.seats();
    seats[second] as i64 * results[first] - seats[first] as i64 * results[second]
}
