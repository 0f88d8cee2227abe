//! What the outcomes of a kyoku are worth in final points: a placement model.

use crate::fan::chances::k;
use hyakuman_core::{RelSeat, Seat};
use hyakuman_games::toutenkou::View;

/// Seats.
const N: usize = 3;
/// Points of a hand between which gains are kept.
const STEP: f32 = 10.0;
/// Number of gains that are kept.
const STEPS: usize = 5;

/// What outcomes are worth to the viewer, compared with a kyoku that others win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    key: ([i32; N], u32, u32, u32),
    /// Of a win by the points of the hand without those of a ron.
    win: [f32; STEPS],
    /// Of being tenpai at an exhaustive draw instead of noten.
    pub(super) tenpai: f32,
    /// Lost by dealing in to each other seat.
    deal_in: [f32; N],
    /// Of a kyoku that others win, in final points.
    reference: f32,
}

impl Stakes {
    /// As the viewer sees them now; those of the last decision if nothing has changed.
    pub(super) fn renew(old: &mut Option<Stakes>, view: &View<'_>) -> Stakes {
        let key = key(view);
        match old {
            Some(stakes) if stakes.key == key => *stakes,
            _ => *old.insert(Stakes::new(view)),
        }
    }

    fn new(view: &View<'_>) -> Stakes {
        let me = view.seat();
        let seat = |steps: u8| RelSeat::new(steps).seat(me, N);
        let other = |winner: u8, from: u8| {
            0.5 * after_ron(view, seat(winner), seat(from), k(41, 18.0)) + 0.5 * after_draw(view, seat(winner), k(42, 10.0))
        };
        let reference = 0.5 * (other(1, 2) + other(2, 1));
        let win = |i: usize| {
            let points = i as f32 * STEP;
            let ron = |from| after_ron(view, me, seat(from), points + view.variant_rules().ron_bonus as f32);
            0.5 * after_draw(view, me, points + 1.0) + 0.25 * (ron(1) + ron(2)) - reference
        };
        let deal_in = |steps: usize| match steps {
            0 => 0.0,
            _ => reference - after_ron(view, seat(steps as u8), me, k(43, 19.0)),
        };
        let pool = view.variant_rules().noten_total as f32;
        let at_draw = |share: [f32; N]| {
            let mut scores = scores(view);
            (0..N).for_each(|steps| scores[seat(steps as u8).index()] += share[steps]);
            worth(view, &scores, None)
        };
        let tenpai = at_draw([0.5 * pool, 0.5 * pool, -pool]) + at_draw([0.5 * pool, -pool, 0.5 * pool])
            - at_draw([-0.5 * pool, pool, -0.5 * pool]) - at_draw([-0.5 * pool, -0.5 * pool, pool]);
        Stakes {
            key: key(view),
            win: std::array::from_fn(win),
            tenpai: 0.5 * tenpai,
            deal_in: std::array::from_fn(deal_in),
            reference,
        }
    }

    /// The gain of a win of a hand of these points, without those of a ron.
    #[inline]
    pub(super) fn win(&self, points: f32) -> f32 {
        let place = (points / STEP).clamp(0.0, STEPS as f32 - 1.001);
        let low = place as usize;
        self.win[low] + (place - low as f32) * (self.win[low + 1] - self.win[low])
    }

    /// The loss of dealing in to a seat.
    #[inline]
    pub(super) fn deal_in(&self, to: RelSeat) -> f32 {
        self.deal_in[to.steps() as usize]
    }
}

fn key(view: &View<'_>) -> ([i32; N], u32, u32, u32) {
    let state = view.match_state();
    (state.scores, state.kyoku, state.honba, state.kyotaku)
}

fn scores(view: &View<'_>) -> [f32; N] {
    view.match_state().scores.map(|score| score as f32)
}

fn after_ron(view: &View<'_>, winner: Seat, from: Seat, points: f32) -> f32 {
    let state = view.match_state();
    let mut scores = scores(view);
    let paid = points + state.honba as f32;
    scores[winner.index()] += paid + pot(view);
    scores[from.index()] -= paid;
    worth(view, &scores, Some(winner))
}

fn after_draw(view: &View<'_>, winner: Seat, points: f32) -> f32 {
    let state = view.match_state();
    let paid = points + state.honba as f32;
    let mut scores = scores(view).map(|score| score - paid);
    scores[winner.index()] += N as f32 * paid + pot(view);
    worth(view, &scores, Some(winner))
}

fn pot(view: &View<'_>) -> f32 {
    view.match_state().kyotaku as f32 * view.variant_rules().riichi_bet as f32
}

/// The viewer's expected final points after this kyoku, with these scores. The winner keeps the deal if it has it.
fn worth(view: &View<'_>, scores: &[f32; N], winner: Option<Seat>) -> f32 {
    let rules = view.variant_rules();
    let me = view.seat().index();
    let target = rules.target.unwrap_or(rules.start) as f32;
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let dealer = view.match_state().dealer();
    let stays = winner == Some(dealer);
    let over = view.may_be_last() && most >= target && (!stays || scores[dealer.index()] >= most)
        || rules.bust && scores.iter().any(|&score| score < 0.0);
    if over {
        return view.final_points(&scores.map(|score| score as i32))[me] as f32 / 1_000.0;
    }
    let left = (view.kyoku_left() as f32 - 1.0 + stays as u8 as f32) * k(44, 1.3) + k(45, 1.5);
    let scale = 1.0 / (k(46, 32.0) * left.sqrt());
    let above = |other: usize| {
        let x = (scores[me] - scores[other]) * scale;
        0.5 + 0.5 * x / (1.0 + x * x).sqrt()
    };
    let [a, b] = [above((me + 1) % N), above((me + 2) % N)];
    let oka = (target - rules.start as f32) * N as f32 / 10.0;
    let [first, second, third] = [a * b, a + b - 2.0 * a * b, (1.0 - a) * (1.0 - b)];
    let uma = rules.uma.map(|points| points as f32);
    (scores[me] - target) / 10.0 + first * (uma[0] + oka) + second * uma[1] + third * uma[2]
}
