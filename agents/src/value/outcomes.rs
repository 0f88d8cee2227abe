//! What the ways in which a kyoku may end are worth, by a model of the final places.

use crate::place::{PlaceModel, Situation, after, after_riichi};
use hyakuman_core::{RelSeat, Seat};
use hyakuman_riichi::{Outcome, RiichiRules, RiichiState, View};

/// Parts of the wins by ron and by the own draw.
const RONNED: f32 = 0.6;
const DRAWN: f32 = 0.4;
/// Part of the kyoku without an own win that end in an exhaustive draw, and times that while another seat is in riichi.
const EXHAUSTIVE: f32 = 0.22;
const EXHAUSTIVE_IN_RIICHI: f32 = 0.8;
/// How much more often a seat in riichi wins than one that is not.
const RIICHI_WINS: f32 = 4.0;
/// Points of the wins of others.
const OTHERS: [i32; 2] = [3_900, 8_000];
/// Points by which scores are changed to find what a point is worth.
const STEP: i32 = 3_000;
/// Points of wins and deal-ins that the model is asked for.
const WINS: [f32; 8] = [0.0, 1_000.0, 2_000.0, 3_900.0, 8_000.0, 12_000.0, 18_000.0, 36_000.0];
pub(super) const LOSSES: [f32; 5] = [0.0, 2_000.0, 8_000.0, 12_000.0, 24_000.0];
/// Points from one number of a table to the next.
const CELL: f32 = 500.0;
/// The last number that is one cell from the one before, and the two after it.
const LAST: usize = 24;
const BEYOND: [f32; 3] = [LAST as f32 * CELL, 18_000.0, 36_000.0];

/// Numbers by points of a win: every [`CELL`], then [`BEYOND`].
pub(super) type Table = [f32; LAST + 3];

/// What the viewer's match is worth after each end of this kyoku, in points as at the start of a match.
#[derive(Clone, Debug)]
pub(crate) struct Outcomes {
    /// After an own win.
    pub(super) wins: Table,
    /// After a deal-in, by seat after the own, at [`LOSSES`].
    pub(super) losses: [[f32; LOSSES.len()]; 3],
    /// If the viewer neither wins nor deals in.
    bystander: Bystander,
    /// The same after an own riichi, in a kyoku that may be the last.
    in_riichi: Option<Bystander>,
}

/// What the ends are worth that the viewer has no part in.
#[derive(Clone, Debug)]
struct Bystander {
    /// A win of each seat after the own.
    won: [f32; 3],
    drawn: f32,
}

impl Outcomes {
    /// At this moment of a kyoku. `unit`: rank points that a point is worth at the start of a match.
    pub(crate) fn new<const N: usize>(view: &View<'_, N>, model: &PlaceModel<N>, unit: f32) -> Outcomes {
        let worth = |outcome: &Outcome<N>| model.rank_points(&after(view, outcome), view.seat()) / unit;
        let in_riichi = |outcome: &Outcome<N>| {
            model.rank_points(&after_riichi(view, RelSeat::SELF, outcome), view.seat()) / unit
        };
        let mut losses = [[0.0; LOSSES.len()]; 3];
        for (winner, row) in view.others().zip(&mut losses) {
            let from = Some(RelSeat::SELF);
            *row = LOSSES.map(|points| worth(&Outcome::Win { winner, from, points: points as i32 }));
        }
        let wins = WINS.map(|points| win(view, RelSeat::SELF, points as i32, &worth));
        Outcomes {
            wins: filled(&wins),
            losses,
            bystander: Bystander::new(view, &worth),
            in_riichi: view.may_be_last().then(|| Bystander::new(view, &in_riichi)),
        }
    }

    /// What the viewer expects if it does not win.
    pub(super) fn reference<const N: usize>(&self, view: &View<'_, N>) -> f32 {
        self.bystander.mean(view)
    }

    /// What the stick of an own riichi is worth in a kyoku that may be the last: it may cost a place.
    pub(super) fn stick<const N: usize>(&self, view: &View<'_, N>) -> Option<f32> {
        self.in_riichi.as_ref().map(|in_riichi| self.bystander.mean(view) - in_riichi.mean(view))
    }
}

impl Bystander {
    fn new<const N: usize>(view: &View<'_, N>, worth: &impl Fn(&Outcome<N>) -> f32) -> Bystander {
        let mut won = [0.0; 3];
        for (winner, won) in view.others().zip(&mut won) {
            *won = mean(OTHERS.into_iter().map(|points| win(view, winner, points, worth)));
        }
        Bystander { won, drawn: worth(&Outcome::Draw { tenpai: [false; N] }) }
    }

    /// The mean, with the seats that still play, and those in riichi, as the viewer sees them now.
    fn mean<const N: usize>(&self, view: &View<'_, N>) -> f32 {
        let (mut sum, mut weights, mut exhaustive) = (0.0, 0.0, EXHAUSTIVE);
        for (seat, won) in view.others().zip(&self.won).filter(|&(seat, _)| !view.has_won(seat)) {
            let mut weight = 1.0;
            if view.riichi(seat) != RiichiState::No {
                weight = RIICHI_WINS;
                exhaustive = EXHAUSTIVE * EXHAUSTIVE_IN_RIICHI;
            }
            weights += weight;
            sum += weight * won;
        }
        exhaustive * self.drawn + (1.0 - exhaustive) * sum / weights
    }
}

/// Rank points that a point is worth at the start of a match.
pub(crate) fn unit<const N: usize>(model: &PlaceModel<N>, rules: &RiichiRules) -> f32 {
    let worth = |points| {
        let mut scores = [rules.start_points - points / (N as i32 - 1); N];
        scores[0] = rules.start_points + points;
        let start = Situation { scores, kyoku: 0, honba: 0, sticks: 0, over: false };
        model.rank_points(&start, Seat::new(0))
    };
    (worth(STEP) - worth(-STEP)) / (2 * STEP) as f32
}

/// What a win of a seat is worth: by its own draw, or from a seat that is neither it nor the viewer.
fn win<const N: usize>(
    view: &View<'_, N>,
    winner: RelSeat,
    points: i32,
    worth: &impl Fn(&Outcome<N>) -> f32,
) -> f32 {
    let others = view.others().filter(|&from| from != winner);
    let ronned = mean(others.map(|from| worth(&Outcome::Win { winner, from: Some(from), points })));
    DRAWN * worth(&Outcome::Win { winner, from: None, points }) + RONNED * ronned
}

fn mean(numbers: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + number, count + 1));
    sum / count.max(1) as f32
}

/// A table from its numbers at [`WINS`].
fn filled(known: &[f32; WINS.len()]) -> Table {
    let points = |cell| if cell <= LAST { cell as f32 * CELL } else { BEYOND[cell - LAST] };
    std::array::from_fn(|cell| between(&WINS, known, points(cell)))
}

/// The number of a table at these points: linear between its cells, and beyond the last one.
#[inline]
pub(super) fn at_points(table: &Table, points: f32) -> f32 {
    let place = points.max(0.0) / CELL;
    let (cell, part) = match place as usize {
        cell if cell < LAST => (cell, place - cell as f32),
        _ if points < BEYOND[1] => (LAST, (points - BEYOND[0]) / (BEYOND[1] - BEYOND[0])),
        _ => (LAST + 1, (points - BEYOND[1]) / (BEYOND[2] - BEYOND[1])),
    };
    table[cell] + (table[cell + 1] - table[cell]) * part
}

/// Linear between the known points, and beyond the last one.
#[inline]
pub(super) fn between<const K: usize>(at: &[f32; K], known: &[f32; K], points: f32) -> f32 {
    let mut i = 1;
    while i + 1 < K && at[i] < points {
        i += 1;
    }
    known[i - 1] + (known[i] - known[i - 1]) * (points - at[i - 1]) / (at[i] - at[i - 1])
}

#[cfg(test)]
mod tests {
    use super::Bystander;
    use crate::threat::tests::after_wins;
    use hyakuman_core::RelSeat;

    #[test]
    fn a_seat_that_has_won_does_not_win_again() {
        after_wins(|view, _, _| {
            let won = [1, 2, 3].map(|steps| f32::from(view.has_won(RelSeat::new(steps))));
            assert_eq!(Bystander { won, drawn: 0.0 }.mean(view), 0.0);
        });
    }
}
