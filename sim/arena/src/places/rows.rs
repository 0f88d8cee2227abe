//! The situations of played matches, with how these ended.

use super::HELD_OUT;
use crate::tally::Tally;
use hyakuman_agents::place::Situation;
use hyakuman_agents::place::fit::{Ended, Fitter};
use hyakuman_core::Seat;
use hyakuman_core::game::rows::MatchId;
use hyakuman_core::game::sink::Wants;
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, MatchEnd, Sink};

/// Most rows of a kyoku that are fitted, and most that are held out: enough for a fit, and memory is bounded.
const MOST: usize = 160_000;

/// The rows of one set of numbers.
pub(super) struct Set<const N: usize> {
    pub fitted: Vec<Ended<N>>,
    pub held_out: Vec<Ended<N>>,
}

/// Gathers the rows of matches.
#[derive(Default)]
pub(super) struct Rows<const N: usize> {
    /// By index of the kyoku.
    kyoku: Vec<Set<N>>,
    /// The situations of the match being played.
    open: Vec<Situation<N>>,
    /// Whether its wall is held out.
    held_out: bool,
    pub decisions: i64,
}

impl<const N: usize> Default for Set<N> {
    fn default() -> Set<N> {
        Set { fitted: Vec::new(), held_out: Vec::new() }
    }
}

impl<const N: usize> Set<N> {
    /// Adds rows of each sort until there are this many.
    fn add(&mut self, later: Set<N>, most: usize) {
        for (held, later) in [(&mut self.fitted, later.fitted), (&mut self.held_out, later.held_out)] {
            let room = most.saturating_sub(held.len());
            held.extend(later.into_iter().take(room));
        }
    }
}

/// Rows evenly spread over all, if there are too many.
fn thin<const N: usize>(rows: &mut Vec<Ended<N>>) {
    let (all, mut at) = (rows.len().max(MOST), 0);
    rows.retain(|_| {
        at += 1;
        at * MOST / all > (at - 1) * MOST / all
    });
}

impl<const N: usize> Rows<N> {
    pub(super) fn sets(self, fitter: &Fitter<N>) -> Vec<Set<N>> {
        let mut sets: Vec<Set<N>> = (0..fitter.sets()).map(|_| Set::default()).collect();
        for (kyoku, rows) in (0..).zip(self.kyoku) {
            sets[fitter.set(kyoku)].add(rows, usize::MAX);
        }
        for set in &mut sets {
            thin(&mut set.fitted);
            thin(&mut set.held_out);
        }
        sets
    }

    fn of_kyoku(&mut self, kyoku: usize) -> &mut Set<N> {
        while self.kyoku.len() <= kyoku {
            self.kyoku.push(Set::default());
        }
        &mut self.kyoku[kyoku]
    }
}

impl<const N: usize, G: Game> Sink<G> for Rows<N> {
    fn wants(&self) -> Wants {
        Wants::DECISIONS
    }

    fn decision(&mut self, _game: &G, _seat: Seat, _legal: &ActionMask, _action: u8) {
        self.decisions += 1;
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let &KyokuEnd { kyoku, honba, kyotaku, .. } = end;
        let scores = std::array::from_fn(|seat| end.before[seat]);
        self.open.push(Situation { scores, kyoku, honba, sticks: kyotaku, over: false });
    }

    fn match_end(&mut self, end: &MatchEnd) {
        let scores = std::array::from_fn(|seat| end.scores[seat]);
        let mut order = [0; N];
        (0..N).for_each(|seat| order[usize::from(end.placement[seat])] = seat as u8);
        let held_out = self.held_out;
        for situation in std::mem::take(&mut self.open) {
            let rows = self.of_kyoku(situation.kyoku as usize);
            let rows = if held_out { &mut rows.held_out } else { &mut rows.fitted };
            rows.push(Ended { situation, scores, order });
        }
    }
}

impl<const N: usize, G: Game> Tally<G> for Rows<N> {
    fn begin(&mut self, id: MatchId) {
        self.held_out = id.seed.number % HELD_OUT == HELD_OUT - 1;
    }

    fn merge(&mut self, later: Rows<N>) {
        for (kyoku, rows) in later.kyoku.into_iter().enumerate() {
            self.of_kyoku(kyoku).add(rows, MOST);
        }
        self.decisions += later.decisions;
    }
}
