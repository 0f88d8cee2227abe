//! What the outcomes of a kyoku are worth in final points: a placement model.

use hyakuman_core::RelSeat;
use hyakuman_riichi::RiichiState;
use hyakuman_riichi::toutenkou::View;

/// Seats.
const N: usize = 3;
/// Points of a hand between which gains are kept.
const STEP: f32 = 12.0;
/// Number of gains that are kept.
const STEPS: usize = 4;

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
    pub(super) deal_in: [f32; N],
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
        let (table, bonus) = (Standing::new(view), view.variant_rules().ron_bonus as f32);
        let other = |winner, from| {
            0.5 * (table.after_ron(winner, from, OTHERS_RON) + table.after_draw(winner, OTHERS_DRAW))
        };
        let reference = 0.5 * (other(1, 2) + other(2, 1));
        let win = |step: usize| {
            let points = step as f32 * STEP;
            let ron = |from| table.after_ron(0, from, points + bonus);
            0.5 * table.after_draw(0, points + 1.0) + 0.25 * (ron(1) + ron(2)) - reference
        };
        let deal_in = |steps| match steps {
            0 => 0.0,
            _ => reference - table.after_ron(steps, 0, DEAL_IN),
        };
        Stakes {
            deal: view.match_state().deals,
            win: std::array::from_fn(win),
            tenpai: table.tenpai(),
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
}

/// What final points depend on. Seats are relative to the viewer.
struct Standing<'a> {
    view: &'a View<'a>,
    /// Before the sticks of this kyoku, so that they are the same all through it.
    scores: [f32; N],
    /// Points of the sticks of earlier kyoku, and of honba.
    pot: f32,
    honba: f32,
    dealer: usize,
    /// The score that a match needs to end, and that results are counted from.
    target: f32,
    /// Whether this kyoku may be the last.
    last: bool,
    /// By whether the dealer stays: how much a point of lead counts for the placement.
    scale: [f32; 2],
    /// What the first place brings, the second, the third.
    prizes: [f32; N],
}

impl<'a> Standing<'a> {
    fn new(view: &'a View<'a>) -> Standing<'a> {
        let (rules, state) = (view.variant_rules(), view.match_state());
        let bet = rules.riichi_bet as f32;
        let staked = |steps: usize| {
            (view.riichi(RelSeat::new(steps as u8)) == RiichiState::Accepted) as u8 as f32 * bet
        };
        let score = |steps: usize| view.score(RelSeat::new(steps as u8)) as f32 + staked(steps);
        let target = rules.target.unwrap_or(rules.start) as f32;
        let left = view.kyoku_left();
        let scale = |played: u32| 1.0 / (SPREAD * (played as f32 * REPEATS + EXTENSION).sqrt());
        let [first, second, third] = rules.uma.map(|points| points as f32);
        Standing {
            view,
            scores: std::array::from_fn(score),
            pot: state.kyotaku as f32 * bet - (0..N).map(staked).sum::<f32>(),
            honba: state.honba as f32,
            dealer: view.dealer().steps() as usize,
            target,
            last: left == 1,
            scale: [scale(left - 1), scale(left)],
            prizes: [first + (target - rules.start as f32) * N as f32 / 10.0, second, third],
        }
    }

    fn after_ron(&self, winner: usize, from: usize, points: f32) -> f32 {
        let mut scores = self.scores;
        scores[winner] += points + self.honba + self.pot;
        scores[from] -= points + self.honba;
        self.worth(&scores, Some(winner))
    }

    fn after_draw(&self, winner: usize, points: f32) -> f32 {
        let paid = points + self.honba;
        let mut scores = self.scores.map(|score| score - paid);
        scores[winner] += N as f32 * paid + self.pot;
        self.worth(&scores, Some(winner))
    }

    /// What being tenpai at an exhaustive draw is worth instead of noten, if one of the others is tenpai.
    fn tenpai(&self) -> f32 {
        let pool = self.view.variant_rules().noten_total as f32;
        let after = |shares: [f32; N]| {
            let scores = std::array::from_fn(|seat| self.scores[seat] + shares[seat] * pool);
            self.worth(&scores, None)
        };
        let with = after([0.5, 0.5, -1.0]) + after([0.5, -1.0, 0.5]);
        let without = after([-0.5, 1.0, -0.5]) + after([-0.5, -0.5, 1.0]);
        0.5 * (with - without)
    }

    /// The viewer's expected final points after this kyoku, with these scores. The winner keeps the deal if it has it.
    #[inline]
    fn worth(&self, scores: &[f32; N], winner: Option<usize>) -> f32 {
        let stays = winner == Some(self.dealer);
        if self.is_over(scores, stays) {
            return self.finished(scores);
        }
        let above = |other: usize| {
            let lead = (scores[0] - scores[other]) * self.scale[stays as usize];
            0.5 + 0.5 * lead / (1.0 + lead * lead).sqrt()
        };
        let [a, b] = [above(1), above(2)];
        let places = [a * b, a + b - 2.0 * a * b, (1.0 - a) * (1.0 - b)];
        let prize: f32 = places.iter().zip(self.prizes).map(|(chance, prize)| chance * prize).sum();
        (scores[0] - self.target) / 10.0 + prize
    }

    /// Whether the match ends with these scores.
    #[inline]
    fn is_over(&self, scores: &[f32; N], dealer_stays: bool) -> bool {
        let most = scores[0].max(scores[1]).max(scores[2]);
        let least = scores[0].min(scores[1]).min(scores[2]);
        let stops = !dealer_stays || scores[self.dealer] >= most;
        self.last && most >= self.target && stops || least < 0.0 && self.view.variant_rules().bust
    }

    /// The viewer's final points if the match ends with these scores.
    fn finished(&self, scores: &[f32; N]) -> f32 {
        let me = self.view.seat();
        let mut by_seat = [0; N];
        for (steps, &score) in (0..N as u8).zip(scores) {
            by_seat[RelSeat::new(steps).seat(me, N).index()] = score as i32;
        }
        self.view.rank_points(&by_seat)[me.index()] as f32 / 1_000.0
    }
}
