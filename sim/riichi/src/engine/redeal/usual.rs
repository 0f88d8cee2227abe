//! How far from tenpai hands usually are that are not in riichi: counted in matches of `value` by `agents/examples/hands.rs`.

use hyakuman_core::Rng;
use std::sync::LazyLock;

const MOST_MELDS: usize = 4;
const MOST_DISCARDS: usize = 18;
/// The highest shanten of a row, which has no column.
const MOST_SHANTEN: usize = 6;
/// Shares are in this part.
const WHOLE: u32 = 1_000;

/// How often a hand has at most this shanten, 0 to 5, in thousandths.
type Row = [u16; MOST_SHANTEN];

/// By whether another seat is in riichi, melds and discards.
pub(super) struct UsualHands([[[Row; MOST_DISCARDS + 1]; MOST_MELDS + 1]; 2]);

impl UsualHands {
    /// Those of this number of players.
    pub(super) fn of(players: usize) -> &'static UsualHands {
        static FOUR: LazyLock<UsualHands> = LazyLock::new(|| UsualHands::parse(include_str!("four.txt")));
        static THREE: LazyLock<UsualHands> = LazyLock::new(|| UsualHands::parse(include_str!("three.txt")));
        if players == 3 { &THREE } else { &FOUR }
    }

    /// The shanten of a random one of these hands. `threat`: another seat is in riichi.
    pub(super) fn shanten(&self, threat: bool, melds: usize, discards: usize, rng: &mut Rng) -> i8 {
        let row = &self.0[threat as usize][melds.min(MOST_MELDS)][discards.min(MOST_DISCARDS)];
        let number = rng.below(WHOLE) as u16;
        row.iter().filter(|&&at_most| at_most <= number).count() as i8
    }

    /// The rows of a text, in order.
    fn parse(text: &str) -> UsualHands {
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        let numbers = rows.filter_map(|line| line.split_once(':')).map(|(_, numbers)| numbers);
        let mut numbers =
            numbers.flat_map(str::split_whitespace).map(|number| number.parse().expect("a number"));
        let mut next = || numbers.next().expect("a row for every case");
        let mut row = || std::array::from_fn(|_| next());
        UsualHands([(); 2].map(|()| std::array::from_fn(|_| std::array::from_fn(|_| row()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_row_for_every_case_and_shares_that_rise() {
        for (text, players) in [(include_str!("four.txt"), 4), (include_str!("three.txt"), 3)] {
            let rows = UsualHands::of(players).0.as_flattened().as_flattened();
            assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), rows.len());
            let is_sound = |row: &Row| row.is_sorted() && u32::from(row[MOST_SHANTEN - 1]) <= WHOLE;
            assert!(rows.iter().all(is_sound));
        }
    }

    #[test]
    fn shanten_is_drawn_as_often_as_the_table_says() {
        let (table, mut rng) = (UsualHands::of(4), Rng::from_seed(3));
        let mut tenpai = 0;
        (0..10_000).for_each(|_| tenpai += u32::from(table.shanten(false, 2, 9, &mut rng) == 0));
        let share = u32::from(table.0[0][2][9][0]);
        assert!(tenpai.abs_diff(10 * share) < 200, "{tenpai} of 10,000, expected {share} of 1,000");
    }
}
