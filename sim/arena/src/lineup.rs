//! The seating of every match.
//!
//! In rotation 0 the agents sit in the order of the list; each rotation moves them by one seat: in rotation `s` seat `i` has
//! the agent at place `i + s` of the list, modulo its length. Only different rotations are played, one after another on the
//! same wall: four for `a,b,c,d` or `a,a,a,b`, two for `a,b,a,b`, one for `a,a,a,a`. With `d` rotations, match `m` is played
//! on wall `m / d` in rotation `m % d`. If the number of matches is no multiple of `d`, the last wall lacks some rotations.
//!
//! The random stream of an agent depends on the wall and the seat, not on the agent: the rotations of a wall differ only in
//! the seating. So they are not independent of each other; the confidence intervals use the wall, with all its rotations, as
//! the independent unit.

use crate::error::Error;
use hyakuman_agents::Spec;
use hyakuman_core::MatchSeed;
use hyakuman_core::game::MAX_SEATS;
use hyakuman_core::game::rows::MatchId;

/// The agents of a run and their rotations.
#[derive(Clone, Debug)]
pub struct Lineup {
    /// The agent of each seat in rotation 0.
    named: Vec<Spec>,
    /// The different agents, in order of first appearance.
    agents: Vec<Spec>,
    /// For each place of `named`, the index of its agent in `agents`.
    index: Vec<usize>,
    /// The number of different rotations.
    rotations: usize,
    rotate: bool,
}

impl Lineup {
    /// Seats the agents at a table with this number of seats; a single agent takes all seats.
    ///
    /// # Errors
    /// The number of agents is neither one nor the number of seats.
    pub fn new(mut named: Vec<Spec>, seats: usize, rules: &str, rotate: bool) -> Result<Lineup, Error> {
        if named.len() == 1 {
            named = vec![named[0].clone(); seats];
        }
        if named.len() != seats {
            let sentence = format!(
                "there are {} agents for the {seats} seats of {rules}: name one or {seats}",
                named.len()
            );
            return Err(Error::Usage(sentence));
        }
        let mut agents: Vec<Spec> = Vec::new();
        let mut index = Vec::new();
        for spec in &named {
            index.push(agents.iter().position(|agent| agent == spec).unwrap_or(agents.len()));
            if index.last() == Some(&agents.len()) {
                agents.push(spec.clone());
            }
        }
        let same_after =
            |rotation: &usize| (0..seats).all(|seat| index[seat] == index[(seat + rotation) % seats]);
        let rotations = if rotate { (1..=seats).find(same_after).unwrap_or(seats) } else { 1 };
        Ok(Lineup { named, agents, index, rotations, rotate })
    }

    /// Whether the same places have equal agents, so that the rotations are the same.
    pub(crate) fn is_seated_like(&self, other: &Lineup) -> bool {
        self.index == other.index
    }

    /// The number of rotations played on a wall.
    pub fn rotations(&self) -> usize {
        self.rotations
    }

    /// The seating as named in a recipe: `rotate` or `fixed`.
    pub fn seating(&self) -> &'static str {
        if self.rotate { "rotate" } else { "fixed" }
    }

    /// The agent of each seat in rotation 0.
    pub fn named(&self) -> &[Spec] {
        &self.named
    }

    /// The names of [`Lineup::named`].
    pub fn names(&self) -> Vec<String> {
        self.named.iter().map(ToString::to_string).collect()
    }

    /// The different agents, in order of first appearance.
    pub fn agents(&self) -> &[Spec] {
        &self.agents
    }

    /// The agent of a seat in a rotation, as an index into [`Lineup::agents`].
    #[inline]
    pub fn agent_at(&self, seat: usize, rotation: usize) -> usize {
        self.index[(seat + rotation) % self.index.len()]
    }

    /// The matches of an agent on a wall, each counted once for every seat of the agent.
    pub fn matches_of(&self, agent: usize) -> usize {
        let seats = 0..self.named.len();
        let of_seat =
            |seat| (0..self.rotations).filter(|&rotation| self.agent_at(seat, rotation) == agent).count();
        seats.map(of_seat).sum()
    }

    /// The agents of all seats in a rotation, as indices into [`Lineup::agents`]; 0 for seats the game does not have.
    pub fn seated(&self, rotation: usize) -> [u8; MAX_SEATS] {
        std::array::from_fn(
            |seat| if seat < self.named.len() { self.agent_at(seat, rotation) as u8 } else { 0 },
        )
    }

    /// The rotation in which a match is played.
    #[inline]
    pub fn rotation_of(&self, number: u64) -> usize {
        (number % self.rotations as u64) as usize
    }

    /// Number, walls and agents of a match of a run with this random seed.
    pub fn match_id(&self, seed: u64, number: u64) -> MatchId {
        let seed = MatchSeed { seed, number: number / self.rotations as u64 };
        MatchId { number, seed, agents: self.seated(self.rotation_of(number)) }
    }

    /// That match, and who sits where in it.
    pub fn seating_of(&self, seed: u64, number: u64) -> Seating {
        Seating { id: self.match_id(seed, number), rotation: self.rotation_of(number) }
    }
}

/// A match, and who sits where in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The match.
    pub id: MatchId,
    /// The place of seat 0 in the lineup; that of the next seat is the next place.
    pub rotation: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineup(agents: &str, seats: usize, rotate: bool) -> Result<Lineup, String> {
        let named = hyakuman_agents::Roster::built_in().specs(agents).expect(agents);
        Lineup::new(named, seats, "house", rotate).map_err(|error| error.to_string())
    }

    #[test]
    fn only_different_rotations_are_played() {
        for (agents, seats, rotations) in [
            ("random", 4, 1),
            ("random,shanten,random,shanten", 4, 2),
            ("random,random,random,shanten", 4, 4),
            ("random,shanten,ukeire,tsumogiri", 4, 4),
            ("random,shanten:riichi=true,shanten", 3, 3),
            ("shanten:riichi=true,shanten,shanten", 3, 1),
        ] {
            assert_eq!(lineup(agents, seats, true).unwrap().rotations(), rotations, "{agents}");
            assert_eq!(lineup(agents, seats, false).unwrap().rotations(), 1, "{agents}");
        }
    }

    /// Over all rotations every place of the list plays every seat equally often.
    #[test]
    fn each_rotation_moves_agents_by_one_seat() {
        let lineup = lineup("random,shanten,ukeire,tsumogiri", 4, true).unwrap();
        let seated = |rotation| [0, 1, 2, 3].map(|seat| lineup.agent_at(seat, rotation));
        assert_eq!([0, 1, 2, 3].map(seated), [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]);
    }

    #[test]
    fn equal_agents_are_one() {
        let lineup =
            lineup("ukeire,ukeire:calls=false,ukeire:calls=true,ukeire:calls=false", 4, true).unwrap();
        let names: Vec<_> = lineup.agents().iter().map(ToString::to_string).collect();
        assert_eq!(names, ["ukeire", "ukeire:calls=false"]);
        assert_eq!([0, 1, 2, 3].map(|seat| lineup.agent_at(seat, 0)), [0, 1, 0, 1]);
    }

    #[test]
    fn a_wrong_number_of_agents_is_an_error() {
        let message = lineup("random,random", 4, true).unwrap_err();
        assert_eq!(message, "there are 2 agents for the 4 seats of house: name one or 4");
    }
}
