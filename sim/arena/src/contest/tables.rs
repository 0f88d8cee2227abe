//! The tables of a contest: which agents meet, on how many seats, in which seatings.
//!
//! All seatings are played, not only rotations: in the rotations of one order an agent always has the same neighbours, and no number of walls
//! removes that.

use crate::error::Error;
use crate::lineup::Lineup;
use hyakuman_agents::Spec;
use std::fmt;

/// Who sits at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// Two agents, with this many seats each.
    Pair([usize; 2]),
    /// As many agents as seats.
    All,
}

/// A table with all its different seatings, each played on every wall.
#[derive(Debug)]
pub struct ContestTable {
    /// Who sits there.
    pub kind: TableKind,
    /// The agents, as indices into the list of the contest.
    pub agents: Vec<usize>,
    /// The seatings, as rotations of a few lists. Two lists are not rotations of each other.
    pub lineups: Vec<Lineup>,
}

impl TableKind {
    /// The kinds of tables for this number of agents and seats.
    fn possible(agents: usize, seats: usize) -> Vec<TableKind> {
        let pairs = (1..seats).map(|first| TableKind::Pair([first, seats - first]));
        let all = (agents == seats).then_some(TableKind::All);
        all.into_iter().chain(pairs).collect()
    }

    /// The kinds that are played if none is named: one table with all agents if they fill it, otherwise every kind of table
    /// of two. A sequential test has the balanced table only, if there is one: it takes half as many matches.
    fn default(agents: usize, seats: usize, is_test: bool) -> Vec<TableKind> {
        let possible = TableKind::possible(agents, seats);
        let balanced = TableKind::Pair([seats / 2; 2]);
        match () {
            _ if possible.contains(&TableKind::All) => vec![TableKind::All],
            _ if is_test && possible.contains(&balanced) => vec![balanced],
            _ => possible,
        }
    }

    /// Reads names separated by commas; the order of the result is fixed.
    pub(crate) fn list(
        names: Option<&str>,
        agents: usize,
        seats: usize,
        is_test: bool,
    ) -> Result<Vec<TableKind>, Error> {
        let Some(names) = names else { return Ok(TableKind::default(agents, seats, is_test)) };
        let possible = TableKind::possible(agents, seats);
        let mut chosen = vec![false; possible.len()];
        for name in names.split(',').map(str::trim) {
            let at = possible.iter().position(|kind| kind.to_string() == name).ok_or_else(|| {
                let known: Vec<_> = possible.iter().map(ToString::to_string).collect();
                let known = known.join(", ");
                Error::Usage(format!(
                    "there is no table {name:?} for {agents} agents and {seats} seats: choose from {known}"
                ))
            })?;
            chosen[at] = true;
        }
        Ok(possible.into_iter().zip(chosen).filter_map(|(kind, chosen)| chosen.then_some(kind)).collect())
    }
}

/// The name on the command line: `1v3`, `all`.
impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableKind::Pair([first, second]) => write!(f, "{first}v{second}"),
            TableKind::All => f.write_str("all"),
        }
    }
}

impl ContestTable {
    /// The tables of these kinds between all agents, pair by pair; of a gauntlet only those of the first agent.
    pub(crate) fn of_contest(
        kinds: &[TableKind],
        agents: &[Spec],
        gauntlet: bool,
        rules: &str,
    ) -> Result<Vec<ContestTable>, Error> {
        let mut tables = Vec::new();
        if kinds.contains(&TableKind::All) {
            tables.push(ContestTable::new(TableKind::All, (0..agents.len()).collect(), agents, rules)?);
        }
        for first in 0..if gauntlet { 1 } else { agents.len() } {
            for second in first + 1..agents.len() {
                for &kind in kinds.iter().filter(|kind| **kind != TableKind::All) {
                    tables.push(ContestTable::new(kind, vec![first, second], agents, rules)?);
                }
            }
        }
        Ok(tables)
    }

    fn new(kind: TableKind, agents: Vec<usize>, specs: &[Spec], rules: &str) -> Result<ContestTable, Error> {
        let seats = ContestTable::seats_of(kind, agents.len());
        let mut lineups = Vec::new();
        for seating in necklaces(&seats) {
            let named = seating.iter().map(|&place| specs[agents[place]].clone()).collect::<Vec<_>>();
            let count = named.len();
            lineups.push(Lineup::new(named, count, rules, true)?);
        }
        Ok(ContestTable { kind, agents, lineups })
    }

    fn seats_of(kind: TableKind, agents: usize) -> Vec<usize> {
        match kind {
            TableKind::Pair(seats) => seats.to_vec(),
            TableKind::All => vec![1; agents],
        }
    }

    /// Seats of each agent of the table in a match.
    pub fn seats(&self) -> Vec<usize> {
        ContestTable::seats_of(self.kind, self.agents.len())
    }

    /// The number of seatings, that is of matches on each wall.
    pub fn seatings(&self) -> usize {
        self.lineups.iter().map(Lineup::rotations).sum()
    }
}

/// Every way to place the players in a circle, of which player `p` has `seats[p]` seats: the seatings that are not rotations
/// of each other, each as its first rotation in lexicographic order.
pub(crate) fn necklaces(seats: &[usize]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    extend(&mut Vec::new(), &mut seats.to_vec(), &mut found);
    found.retain(|seating| {
        let rotation = |by: usize| seating[by..].iter().chain(&seating[..by]);
        (1..seating.len()).all(|by| seating.iter().le(rotation(by)))
    });
    found
}

/// Adds every arrangement of the remaining seats after `start`.
fn extend(start: &mut Vec<usize>, left: &mut [usize], found: &mut Vec<Vec<usize>>) {
    if left.iter().all(|&count| count == 0) {
        return found.push(start.clone());
    }
    for player in 0..left.len() {
        if left[player] > 0 {
            left[player] -= 1;
            start.push(player);
            extend(start, left, found);
            start.pop();
            left[player] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(kinds: &[TableKind]) -> String {
        kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn kinds_are_named_by_their_seats() {
        let list =
            |text, agents, seats| TableKind::list(text, agents, seats, false).map(|kinds| names(&kinds));
        for (text, agents, seats, expected) in [
            (None, 2, 4, "1v3,2v2,3v1"),
            (None, 2, 3, "1v2,2v1"),
            (None, 4, 4, "all"),
            (None, 3, 3, "all"),
            (None, 3, 4, "1v3,2v2,3v1"),
            (Some("3v1, 1v3,3v1"), 2, 4, "1v3,3v1"),
            (Some("2v2,all"), 4, 4, "all,2v2"),
        ] {
            assert_eq!(list(text, agents, seats).unwrap(), expected);
        }
        let of_test = |seats| names(&TableKind::list(None, 2, seats, true).unwrap());
        assert_eq!([4, 3].map(of_test), ["2v2", "1v2,2v1"]);
        for (text, agents, seats) in [("2v2", 2, 3), ("all", 2, 4), ("", 2, 4), ("4v0", 2, 4)] {
            let error = list(Some(text), agents, seats).unwrap_err().to_string();
            assert!(error.contains("choose from 1v"), "{error}");
        }
    }

    /// All different seatings, none twice: 4, 6 and 4 of two agents, 24 of four.
    #[test]
    fn every_seating_is_played_once() {
        for (kind, agents, seats, lists, expected) in [
            (TableKind::Pair([1, 3]), 2, 4, 1, 4),
            (TableKind::Pair([2, 2]), 2, 4, 2, 6),
            (TableKind::Pair([3, 1]), 2, 4, 1, 4),
            (TableKind::Pair([1, 2]), 2, 3, 1, 3),
            (TableKind::All, 4, 4, 6, 24),
            (TableKind::All, 3, 3, 2, 6),
        ] {
            let specs = hyakuman_agents::Roster::built_in().specs("random,shanten,tsumogiri,ukeire").unwrap();
            let table = ContestTable::new(kind, (0..agents).collect(), &specs[..agents], "house").unwrap();
            let mut seatings: Vec<Vec<Spec>> = Vec::new();
            for lineup in &table.lineups {
                for rotation in 0..lineup.rotations() {
                    let agents =
                        (0..seats).map(|seat| lineup.agents()[lineup.agent_at(seat, rotation)].clone());
                    seatings.push(agents.collect());
                }
            }
            let count = seatings.len();
            let unique = (0..count).filter(|&at| !seatings[..at].contains(&seatings[at])).count();
            assert_eq!(
                (table.lineups.len(), table.seatings(), unique),
                (lists, expected, expected),
                "{kind}"
            );
        }
    }
}
