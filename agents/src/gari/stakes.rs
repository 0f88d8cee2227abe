//! What the outcomes of a kyoku are worth in final points: a placement model.

use hyakuman_core::{RelSeat, Seat};
use hyakuman_games::riichi::RiichiState;
use hyakuman_games::toutenkou::View;

/// Seats.
const N: usize = 3;
/// Points of a hand between which gains are kept.
const STEP: f32 = 10.0;
/// Number of gains that are kept.
const STEPS: usize = 5;

/// Mean points of the wins of others by ron and by draw, and of a deal-in to a riichi: of `ukeire`.
const OTHERS_RON: f32 = 18.0;
const OTHERS_DRAW: f32 = 10.0;
const DEAL_IN: f32 = 19.0;
/// How often a kyoku is played, and kyoku after the last regular one.
const REPEATS: f32 = 1.3;
const EXTENSION: f32 = 1.5;
/// How far two scores drift apart in a kyoku, in points.
const SPREAD: f32 = 32.0;

/// What outcomes are worth to the viewer in final points, compared with a kyoku that others win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    /// Number of the kyoku in the match.
    deal: u32,
    /// Of a win by the points of the hand without those of a ron.
    win: [f32; STEPS],
    /// Of being tenpai at an exhaustive draw instead of noten.
    pub(super) tenpai: f32,
    /// Lost by dealing in to each other seat.
    deal_in: [f32; N],
}

impl Stakes {
    /// As the viewer sees them now; those of the last decision of the same kyoku.
    pub(super) fn renew(old: &mut Option<Stakes>, view: &View<'_>) -> Stakes {
        let deal = view.match_state().deals;
        match old {
            Some(stakes) if stakes.deal == deal => *stakes,
            _ => *old.insert(Stakes::new(view)),
        }
    }

    fn new(view: &View<'_>) -> Stakes {
        let (me, seat) = (view.seat(), |steps: u8| RelSeat::new(steps).seat(view.seat(), N));
        let other = |winner, from| {
            let ron = after_ron(view, seat(winner), seat(from), OTHERS_RON);
            0.5 * (ron + after_draw(view, seat(winner), OTHERS_DRAW))
        };
        let reference = 0.5 * (other(1, 2) + other(2, 1));
        let win = |step: usize| {
            let points = step as f32 * STEP;
            let ron = |from| after_ron(view, me, seat(from), points + view.variant_rules().ron_bonus as f32);
            0.5 * after_draw(view, me, points + 1.0) + 0.25 * (ron(1) + ron(2)) - reference
        };
        let deal_in = |steps| match steps {
            0 => 0.0,
            _ => reference - after_ron(view, seat(steps as u8), me, DEAL_IN),
        };
        Stakes {
            deal: view.match_state().deals,
            win: std::array::from_fn(win),
            tenpai: tenpai(view),
            deal_in: std::array::from_fn(deal_in),
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

/// What being tenpai at an exhaustive draw is worth instead of noten, if one of the others is tenpai.
fn tenpai(view: &View<'_>) -> f32 {
    let pool = view.variant_rules().noten_total as f32;
    let at_draw = |shares: [f32; N]| {
        let mut scores = scores(view);
        for (steps, share) in (0..N as u8).zip(shares) {
            scores[RelSeat::new(steps).seat(view.seat(), N).index()] += share * pool;
        }
        worth(view, &scores, None)
    };
    let with = at_draw([0.5, 0.5, -1.0]) + at_draw([0.5, -1.0, 0.5]);
    let without = at_draw([-0.5, 1.0, -0.5]) + at_draw([-0.5, -0.5, 1.0]);
    0.5 * (with - without)
}

/// The scores before the sticks of this kyoku, so that they are the same all through it.
fn scores(view: &View<'_>) -> [f32; N] {
    let mut scores = view.match_state().scores;
    for seat in (0..N as u8).map(RelSeat::new).filter(|&seat| in_riichi(view, seat)) {
        scores[seat.seat(view.seat(), N).index()] += view.variant_rules().riichi_bet as i32;
    }
    scores.map(|score| score as f32)
}

fn in_riichi(view: &View<'_>, seat: RelSeat) -> bool {
    view.riichi(seat) == RiichiState::Accepted
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

/// The points of the sticks of earlier kyoku.
fn pot(view: &View<'_>) -> f32 {
    let new = (0..N as u8).filter(|&steps| in_riichi(view, RelSeat::new(steps))).count();
    (view.match_state().kyotaku as f32 - new as f32) * view.variant_rules().riichi_bet as f32
}

/// The viewer's expected final points after this kyoku, with these scores. The winner keeps the deal if it has it.
fn worth(view: &View<'_>, scores: &[f32; N], winner: Option<Seat>) -> f32 {
    let (rules, me) = (view.variant_rules(), view.seat().index());
    let dealer = view.match_state().dealer();
    let stays = winner == Some(dealer);
    if is_over(view, scores, stays) {
        return view.final_points(&scores.map(|score| score as i32))[me] as f32 / 1_000.0;
    }
    let left = (view.kyoku_left() as f32 - 1.0 + stays as u8 as f32) * REPEATS + EXTENSION;
    let scale = 1.0 / (SPREAD * left.sqrt());
    let above = |other: usize| {
        let lead = (scores[me] - scores[other]) * scale;
        0.5 + 0.5 * lead / (1.0 + lead * lead).sqrt()
    };
    let [a, b] = [above((me + 1) % N), above((me + 2) % N)];
    let places = [a * b, a + b - 2.0 * a * b, (1.0 - a) * (1.0 - b)];
    let target = target(view);
    let oka = (target - rules.start as f32) * N as f32 / 10.0;
    let uma: f32 = places.iter().zip(rules.uma).map(|(chance, uma)| chance * uma as f32).sum();
    (scores[me] - target) / 10.0 + uma + places[0] * oka
}

/// Whether the match ends with these scores.
fn is_over(view: &View<'_>, scores: &[f32; N], dealer_stays: bool) -> bool {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let stops = !dealer_stays || scores[view.match_state().dealer().index()] >= most;
    let bust = view.variant_rules().bust && scores.iter().any(|&score| score < 0.0);
    bust || view.may_be_last() && most >= target(view) && stops
}

/// The score that a match needs to end, and that results are counted from.
fn target(view: &View<'_>) -> f32 {
    let rules = view.variant_rules();
    rules.target.unwrap_or(rules.start) as f32
}
