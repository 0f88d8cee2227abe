//! The result of a match: placement by the scores, and final points with uma and oka. Source: RULES.md,
//!

use crate::rules::{FinalRounding, RiichiRules, TieBreak};
use crate::variant::Variant;
use hyakuman_core::common::match_state;
use hyakuman_core::game::ruleset::AsTable;
use hyakuman_core::game::{MAX_SEATS, MatchEnd};

/// The final points of each seat in riichi mahjong, in thousandths: score less the reference, uma by placement, oka to
/// the first. The remainders of rounding and of shares between equal scores go to the first. 0 for seats there are not.
pub fn rank_points<const N: usize>(rules: &RiichiRules, scores: &[i32; N]) -> [i32; MAX_SEATS] {
    rank_points_in(rules, scores, 1)
}

/// [`rank_points`] where one point of the score is `thousandths` thousandths of a final point.
pub fn rank_points_in<const N: usize>(
    rules: &RiichiRules,
    scores: &[i32; N],
    thousandths: i32,
) -> [i32; MAX_SEATS] {
    let (places, bonus) = (placement(rules, scores), bonus_by_place(rules, scores, thousandths));
    let mut points = [0; MAX_SEATS];
    for seat in 0..N {
        let shares = |other: usize| match rules.tie_break {
            TieBreak::Split => scores[other] == scores[seat],
            _ => other == seat,
        };
        let sharing = (0..N).filter(|&other| shares(other)).count() as i32;
        let shared: i32 =
            (0..N).filter(|&other| shares(other)).map(|other| bonus[places[other] as usize]).sum();
        let over = round(rules.final_rounding, scores[seat]) - rules.reference_points;
        points[seat] = over * thousandths + shared / sharing;
    }
    let over = scores.iter().sum::<i32>() - rules.reference_points * N as i32;
    let all = over * thousandths + bonus.iter().sum::<i32>();
    points[first_place::<N>(&places)] += all - points.iter().sum::<i32>();
    points
}

/// Whether two rulesets differ only in rules of final points ([`Variant::FINAL_RULES`]), and these follow from the scores:
/// such rules decide no payment, no placement and no end of a match. One exception: the order of equal scores, which `tie_break` = Chaser reverses, decides
/// who may stop a match and who gets the sticks left on the table.
pub(crate) fn differ_in_these_only<V: Variant>(base: &V::Rules, other: &V::Rules) -> bool {
    let reversed = |rules: &V::Rules| V::riichi(rules).tie_break == TieBreak::Chaser;
    let rest = |rules: &V::Rules| {
        let mut table = rules.to_table();
        V::FINAL_RULES.iter().for_each(|name| drop(table.remove(*name)));
        table
    };
    V::riichi(base).counts_nothing() && reversed(base) == reversed(other) && rest(base) == rest(other)
}

/// The final points of a match that ended so, under other rules.
pub(crate) fn rank_points_of<const N: usize, V: Variant>(
    rules: &V::Rules,
    end: &MatchEnd,
) -> [i32; MAX_SEATS] {
    let scores: [i32; N] = std::array::from_fn(|seat| end.scores[seat]);
    rank_points_in(V::riichi(rules), &scores, V::THOUSANDTHS)
}

/// Placement by seat, 0 for the first; ties by the rules, where equal seats may share their uma.
pub fn placement<const N: usize>(rules: &RiichiRules, scores: &[i32; N]) -> [u8; MAX_SEATS] {
    match_state::placement(scores, |a, b| if rules.tie_break == TieBreak::Chaser { a > b } else { a < b })
}

pub(crate) fn first_place<const N: usize>(places: &[u8; MAX_SEATS]) -> usize {
    (0..N).find(|&seat| places[seat] == 0).expect("somebody is first")
}

/// The uma of each place, in thousandths, when so many seats have at least `reference_points`.
pub fn uma_by_place<const N: usize>(rules: &RiichiRules, above: usize) -> [i32; N] {
    let uma = match &rules.floating_uma {
        None => rules.uma,
        Some(rows) if (1..N).contains(&above) => rows[above - 1],
        Some(_) => [0; 4],
    };
    std::array::from_fn(|place| uma[place] * rules.uma_unit)
}

/// Uma and oka of each place, in thousandths.
fn bonus_by_place<const N: usize>(rules: &RiichiRules, scores: &[i32; N], thousandths: i32) -> [i32; N] {
    let above = scores.iter().filter(|&&score| score >= rules.reference_points).count();
    let mut bonus = uma_by_place(rules, above);
    if rules.oka_to_first {
        bonus[0] += (rules.reference_points - rules.start_points) * N as i32 * thousandths;
    }
    bonus
}

/// A score as whole thousands.
fn round(rounding: FinalRounding, score: i32) -> i32 {
    let down = |score: i32| score.div_euclid(1_000) * 1_000;
    match rounding {
        FinalRounding::None => score,
        FinalRounding::HalfAwayFromZero => score.signum() * down(score.abs() + 500),
        FinalRounding::FiveDownSixUp => score.signum() * down(score.abs() + 499),
        FinalRounding::Floor => down(score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets::tenhou;
    use crate::rules::ChipSet;
    use crate::variant::Standard;

    /// Where something counts besides the scores, final points cannot be made from them.
    #[test]
    fn only_scores_are_rescored() {
        let differ = |base: RiichiRules| {
            let other = RiichiRules { uma: [30, 10, -10, -30], ..base.clone() };
            differ_in_these_only::<Standard>(&base, &other)
        };
        assert!(differ(tenhou()));
        assert!(!differ(RiichiRules { tobi_prize: 10, ..tenhou() }));
        assert!(!differ(RiichiRules { yakitori: 10, ..tenhou() }));
        assert!(!differ(RiichiRules { chips: ChipSet::ALL, ..tenhou() }));
    }
}
