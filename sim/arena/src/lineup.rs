//! Who sits where, match by match.
//!
//! Seated in the order they are named, the agents move on by one seat from rotation to rotation: in rotation `s` seat `i` has
//! the agent named at place `i + s`. Only the rotations that make a difference are played, one after another on the same
//! wall: four for `a,b,c,d` or `a,a,a,b`, two for `a,b,a,b`, one for `a,a,a,a`. Match `m` of `d` rotations is played on
//! wall `m / d` in rotation `m % d`. Where the number of matches is no multiple of `d`, the last wall misses some rotations.
//!
//! The lots of an agent belong to the wall and the seat, whoever sits there: the rotations of a wall differ in who sits
//! where and in nothing else. They are therefore not independent of each other; the intervals take the wall, with all
//! its rotations, as the unit that is.

use crate::error::Error;
use hyakuman_agents::Spec;
use hyakuman_games::game::MAX_SEATS;

/// The agents of a run, and how they change seats.
#[derive(Debug)]
pub struct Lineup {
    /// The agent of each seat in rotation 0.
    named: Vec<Spec>,
    /// The different agents, in the order in which they are named first.
    agents: Vec<Spec>,
    /// For each place of `named` its index in `agents`.
    index: Vec<usize>,
    /// How many rotations make a difference.
    rotations: usize,
    rotate: bool,
}

impl Lineup {
    /// Seats the agents at a table of `seats`; one agent takes all of them.
    ///
    /// # Errors
    /// There are neither one nor as many agents as seats.
    pub fn new(mut named: Vec<Spec>, seats: usize, rules: &str, rotate: bool) -> Result<Lineup, Error> {
        if named.len() == 1 {
            named = vec![named[0].clone(); seats];
        }
        if named.len() != seats {
            let sentence = format!(
                "--agents names {} agents and {rules} has {seats} seats: name one or {seats}",
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

    /// How many rotations are played on a wall.
    pub fn rotations(&self) -> usize {
        self.rotations
    }

    /// The name of the seating.
    pub fn seating(&self) -> &'static str {
        if self.rotate { "rotate" } else { "fixed" }
    }

    /// The agents as they sit in rotation 0.
    pub fn named(&self) -> &[Spec] {
        &self.named
    }

    /// The different agents.
    pub fn agents(&self) -> &[Spec] {
        &self.agents
    }

    /// Which of [`Lineup::agents`] sits at a seat in a rotation.
    #[inline]
    pub fn agent_at(&self, seat: usize, rotation: usize) -> usize {
        self.index[(seat + rotation) % self.index.len()]
    }

    /// The agent of each seat in a rotation, by its number among [`Lineup::agents`].
    pub fn seated(&self, rotation: usize) -> [u8; MAX_SEATS] {
        std::array::from_fn(
            |seat| if seat < self.named.len() { self.agent_at(seat, rotation) as u8 } else { 0 },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineup(agents: &str, seats: usize, rotate: bool) -> Result<Lineup, String> {
        let named = hyakuman_agents::Roster::built_in().specs(agents).expect(agents);
        Lineup::new(named, seats, "house", rotate).map_err(|error| error.to_string())
    }

    #[test]
    fn only_rotations_that_make_a_difference_are_played() {
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

    /// Over all rotations every place of the list meets every seat as often.
    #[test]
    fn agents_move_on_by_one_seat() {
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
        let told = lineup("random,random", 4, true).unwrap_err();
        assert_eq!(told, "--agents names 2 agents and house has 4 seats: name one or 4");
    }
}
