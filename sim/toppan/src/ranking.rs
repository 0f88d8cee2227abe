//! Placement and result of a match: prizes and uma (RULES.md T-4.3 to T-4.5). Results are in thousandths of a point.

use super::rules::{BustPrize, Floating, TieBreak, ToppanRules, UmaPrecedence, UpperPrize};
use super::state::SEATS;
use super::terms::{Terms, UNITS_PER_POINT};
use hyakuman_core::Seat;
use hyakuman_core::common::match_state::placement;

/// Thousandths in a point.
const POINT: i32 = 1_000;

/// Something that ends a match at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limit {
    /// Too few points.
    Bust,
    /// The points of the upper limit.
    Upper,
}

/// The seats that have passed a limit, and by whose payment.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Ending {
    /// For each bust seat, the seat that it paid.
    bust_by: [Option<Seat>; SEATS],
    /// For each seat at the upper limit, the seat that paid it.
    upper_by: [Option<Seat>; SEATS],
}

impl Ending {
    /// Notes a payment between `seat` and `other` that changed the score of `seat`. The last crossing of a limit counts.
    pub(super) fn step(&mut self, seat: Seat, other: Seat, before: i32, after: i32, terms: &Terms) {
        let note = |by: &mut Option<Seat>, was: bool, is: bool| match (was, is) {
            (false, true) => *by = Some(other),
            (_, false) => *by = None,
            _ => {}
        };
        note(&mut self.bust_by[seat.index()], before <= terms.bust_at, after <= terms.bust_at);
        note(&mut self.upper_by[seat.index()], before >= terms.upper_at, after >= terms.upper_at);
    }

    /// The limit that decides the uma, if one was passed.
    pub(super) fn first(&self, rules: &ToppanRules) -> Option<Limit> {
        let bust = self.bust_by.iter().any(Option::is_some).then_some(Limit::Bust);
        let upper = self.upper_by.iter().any(Option::is_some).then_some(Limit::Upper);
        match rules.uma_precedence {
            UmaPrecedence::UpperBustCount => upper.or(bust),
            UmaPrecedence::BustUpperCount => bust.or(upper),
        }
    }
}

/// Placement (0 the first) and result of each seat for these scores in half points.
pub(super) fn result(
    rules: &ToppanRules,
    scores: &[i32; SEATS],
    ending: &Ending,
) -> ([u8; SEATS], [i32; SEATS]) {
    let placement = placement(scores, |a, b| a < b);
    let uma = uma_row(rules, scores, ending).map_or([0; SEATS], |row| uma(rules, row, scores, &placement));
    let prizes = prizes(rules, ending);
    let start = rules.start * UNITS_PER_POINT;
    let points = |seat: usize| {
        let own = (scores[seat] - start).saturating_mul(POINT / UNITS_PER_POINT);
        own.saturating_add(uma[seat] + prizes[seat])
    };
    (placement, std::array::from_fn(points))
}

/// The uma that is paid: A, B or C, or none if all seats float or none does.
fn uma_row<'a>(rules: &'a ToppanRules, scores: &[i32; SEATS], ending: &Ending) -> Option<&'a [i32; SEATS]> {
    let start = rules.start * UNITS_PER_POINT;
    let floats = |&&score: &&i32| match rules.floating {
        Floating::AtLeast => score >= start,
        Floating::Above => score > start,
    };
    let [one, two, three] = &rules.uma;
    match (ending.first(rules), scores.iter().filter(floats).count()) {
        (Some(Limit::Upper), _) | (None, 1) => Some(one),
        (Some(Limit::Bust), _) | (None, 3) => Some(three),
        (None, 2) => Some(two),
        _ => None,
    }
}

/// The uma of each seat in thousandths.
fn uma(
    rules: &ToppanRules,
    row: &[i32; SEATS],
    scores: &[i32; SEATS],
    placement: &[u8; SEATS],
) -> [i32; SEATS] {
    let place = |seat: usize| placement[seat] as usize;
    if rules.tie_break == TieBreak::InitialSeat {
        return std::array::from_fn(|seat| row[place(seat)] * POINT);
    }
    std::array::from_fn(|seat| {
        let equal: Vec<usize> = (0..SEATS).filter(|&other| scores[other] == scores[seat]).collect();
        let sum: i32 = equal.iter().map(|&other| row[place(other)] * POINT).sum();
        let (share, rest) = (sum.div_euclid(equal.len() as i32), sum.rem_euclid(equal.len() as i32));
        // The remainder goes to the earlier seats, a thousandth each.
        share + i32::from(equal.iter().take(rest as usize).any(|&other| other == seat))
    })
}

/// The prizes of each seat, paid or received, in thousandths.
fn prizes(rules: &ToppanRules, ending: &Ending) -> [i32; SEATS] {
    let (prize, third) = (rules.prize * POINT, rules.prize * POINT / (SEATS as i32 - 1));
    let mut prizes = [0; SEATS];
    for (busted, by) in ending.bust_by.iter().enumerate().filter_map(|(seat, by)| Some((seat, (*by)?))) {
        match rules.bust_prize {
            BustPrize::FromBustedToBuster => {
                prizes[by.index()] += prize;
                prizes[busted] -= prize;
            }
            BustPrize::ShareOthers => move_thirds(&mut prizes, busted, -third),
        }
    }
    for (upper, by) in ending.upper_by.iter().enumerate().filter_map(|(seat, by)| Some((seat, (*by)?))) {
        match rules.upper_prize {
            UpperPrize::TenFromEach => move_thirds(&mut prizes, upper, third),
            UpperPrize::FromPayer => {
                prizes[upper] += prize;
                prizes[by.index()] -= prize;
            }
        }
    }
    prizes
}

/// Moves a third from each of the others to a seat.
fn move_thirds(prizes: &mut [i32; SEATS], to: usize, third: i32) {
    for (seat, points) in prizes.iter_mut().enumerate() {
        *points += if seat == to { third * (SEATS as i32 - 1) } else { -third };
    }
}

#[cfg(test)]
mod tests {
    use super::super::presets::toppan;
    use super::*;

    /// The result, in points, of a match with these scores in points. `by` is the other seat of the last payment of every seat
    /// that passed a limit.
    fn points(rules: &ToppanRules, scores: [i32; 4], by: u8) -> [i32; 4] {
        let terms = Terms::new(rules);
        let mut ending = Ending::default();
        for (seat, score) in Seat::all(SEATS).zip(scores) {
            ending.step(seat, Seat::new(by), 400, score * UNITS_PER_POINT, &terms);
        }
        let (_, result) = result(rules, &scores.map(|score| score * UNITS_PER_POINT), &ending);
        assert_eq!(result.iter().sum::<i32>(), 0, "{scores:?}");
        result.map(|thousandths| thousandths / POINT)
    }

    #[test]
    fn p38_two_float() {
        assert_eq!(points(&toppan(), [260, 210, 190, 140], 0), [120, 30, -30, -120]);
    }

    #[test]
    fn p39_the_upper_limit() {
        let rules = ToppanRules { prize: 0, ..toppan() };
        assert_eq!(points(&rules, [455, 180, 100, 65], 3), [355, -30, -130, -195]);
        assert_eq!(points(&toppan(), [455, 180, 100, 65], 3), [385, -40, -140, -205]);
        let rules = ToppanRules { upper_prize: UpperPrize::FromPayer, ..toppan() };
        assert_eq!(points(&rules, [455, 180, 100, 65], 3), [385, -30, -130, -225]);
    }

    #[test]
    fn p40_a_bust() {
        let rules = ToppanRules { prize: 0, ..toppan() };
        assert_eq!(points(&rules, [310, 250, 245, -5], 1), [170, 70, 45, -285]);
        assert_eq!(points(&toppan(), [310, 250, 245, -5], 1), [170, 100, 45, -315]);
        let rules = ToppanRules { bust_prize: BustPrize::ShareOthers, ..toppan() };
        assert_eq!(points(&rules, [310, 250, 245, -5], 1), [180, 80, 55, -315]);
    }

    #[test]
    fn p54_one_floats() {
        assert_eq!(points(&toppan(), [290, 180, 170, 160], 0), [190, -30, -60, -100]);
    }

    #[test]
    fn p55_three_float() {
        assert_eq!(points(&toppan(), [230, 220, 210, 140], 0), [90, 40, 10, -140]);
    }

    #[test]
    fn p56_a_bust_before_the_prize() {
        let rules = ToppanRules { prize: 0, ..toppan() };
        assert_eq!(points(&rules, [440, 190, 180, -10], 0), [300, 10, -20, -290]);
    }

    #[test]
    fn both_limits_go_by_the_precedence() {
        let rules = ToppanRules { prize: 0, ..toppan() };
        assert_eq!(points(&rules, [500, 200, 150, -50], 0), [400, -10, -80, -310]);
        let rules = ToppanRules { uma_precedence: UmaPrecedence::BustUpperCount, ..rules };
        assert_eq!(points(&rules, [500, 200, 150, -50], 0), [360, 20, -50, -330]);
    }

    #[test]
    fn who_has_the_start_floats_or_not() {
        assert_eq!(points(&toppan(), [200; 4], 0), [0; 4]);
        assert_eq!(points(&toppan(), [300, 200, 160, 140], 0), [160, 20, -60, -120]);
        let above = ToppanRules { floating: Floating::Above, ..toppan() };
        assert_eq!(points(&above, [300, 200, 160, 140], 0), [200, -10, -70, -120]);
        assert_eq!(points(&above, [200; 4], 0), [0; 4]);
    }

    #[test]
    fn equal_scores_go_by_seat_or_share() {
        assert_eq!(points(&toppan(), [250, 250, 150, 150], 0), [110, 70, -70, -110]);
        let split = ToppanRules { tie_break: TieBreak::Split, ..toppan() };
        assert_eq!(points(&split, [250, 250, 150, 150], 0), [90, 90, -90, -90]);
        assert_eq!(points(&split, [260, 180, 180, 180], 0), [160, -53, -53, -53]);
    }
}
