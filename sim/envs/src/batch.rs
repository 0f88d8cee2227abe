//! What a round gives: the decisions of the learner, and the matches that have ended.

use hyakuman_game::MAX_SEATS;

/// Slices of the caller, one row for each decision. A slice may be empty: then it is not written. Slices may be longer than
/// the rows; what is behind them stays.
#[derive(Default, Debug)]
pub struct Batch<'a> {
    /// The table.
    pub env: &'a mut [i32],
    /// The deciding seat, absolute.
    pub seat: &'a mut [u8],
    /// The observation, [`crate::Layout::observation`] bytes a row.
    pub obs: &'a mut [u8],
    /// 1 for each legal action, otherwise 0, [`crate::Layout::actions`] bytes a row.
    pub mask: &'a mut [u8],
    /// The reward of this seat since its last decision, or since the match began.
    pub reward: &'a mut [f32],
    /// 1 for the first decision of this seat in its match, otherwise 0.
    pub first: &'a mut [u8],
}

/// A match that has ended. Arrays are by seat; seats that the game does not have are 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Finished {
    /// The table.
    pub env: u32,
    /// Number of the match, as in a run with the same agents.
    pub number: u64,
    /// Number of its walls.
    pub wall: u64,
    /// For each seat the place of its agent in [`crate::EnvOptions::agents`].
    pub agents: [u8; MAX_SEATS],
    /// Final scores in points.
    pub scores: [f32; MAX_SEATS],
    /// Placement, 0 for the first.
    pub placement: [u8; MAX_SEATS],
    /// Final points with uma and oka, in thousands.
    pub rank_points: [f32; MAX_SEATS],
    /// The reward of each seat of the learner since its last decision; 0 for other seats.
    pub reward: [f32; MAX_SEATS],
    /// Decisions of each seat of the learner; 0 for other seats.
    pub decisions: [u32; MAX_SEATS],
    /// Kyoku played, repeats included.
    pub kyoku: u32,
}

impl Batch<'_> {
    /// The first `rows` rows, and the rest. `observation` and `actions` are the bytes a row.
    pub(crate) fn split(self, rows: usize, observation: usize, actions: usize) -> [Self; 2] {
        let Batch { env, seat, obs, mask, reward, first } = self;
        let env = at(env, rows);
        let seat = at(seat, rows);
        let obs = at(obs, rows * observation);
        let mask = at(mask, rows * actions);
        let reward = at(reward, rows);
        let first = at(first, rows);
        [
            Batch { env: env.0, seat: seat.0, obs: obs.0, mask: mask.0, reward: reward.0, first: first.0 },
            Batch { env: env.1, seat: seat.1, obs: obs.1, mask: mask.1, reward: reward.1, first: first.1 },
        ]
    }

    /// The same slices, borrowed.
    pub(crate) fn borrowed(&mut self) -> Batch<'_> {
        let Batch { env, seat, obs, mask, reward, first } = self;
        Batch { env, seat, obs, mask, reward, first }
    }
}

fn at<T>(slice: &mut [T], place: usize) -> (&mut [T], &mut [T]) {
    if slice.is_empty() { (&mut [], &mut []) } else { slice.split_at_mut(place) }
}
