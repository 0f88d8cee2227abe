//! How likely it is that a win has what is known at the win only. Measured by `scripts/win_chances.py`: four `value` under `tenhou`. Norths, and how many
//! closed hands declare riichi, are estimates.

use super::super::claims::{Claim, contradiction, plain, within};
use super::super::pattern::{ALL_WAITS, Conditions};
use super::super::words::{Circumstance, Form, Quantity, WAITS};
use hyakuman_core::Kind;

/// Where a yaku needs something that is rarer, no agent builds towards it.
const RARE: f32 = 0.06;

/// The chances of the waits, in the order of their words. A hand that can be read in two ways has two.
const OF_WAITS: [f32; 5] = [0.55, 0.07, 0.25, 0.17, 0.15];

impl Conditions {
    /// How likely a closed or an open hand that has the tiles meets them, with these winds or with those that they want; 0 if that is too rare.
    pub(super) fn chance(&self, is_closed: bool, winds: Option<[Kind; 2]>) -> f32 {
        let of_flag = |&claim: &Claim| {
            let (flag, wanted) = plain(claim);
            let is_of_winds = flag.of_winds([Kind::EAST; 2]).is_some();
            let holds = winds.map_or(is_of_winds.then_some(wanted), |winds| flag.of_winds(winds));
            let chance = holds.map_or_else(|| flag.chance(is_closed), |holds| f32::from(u8::from(holds)));
            if wanted { chance } else { 1.0 - chance }
        };
        let (flags, claims) = (self.flags_apart(), self.claims());
        let flags: f32 = flags.iter().map(of_flag).product();
        let is_open_question = |&(number, range): &(Quantity, [u32; 2])| {
            let known = number.range(&claims);
            within(known, range) != known
        };
        let numbers = self.asked().filter(is_open_question).map(|(number, range)| number.chance(range));
        let chance = flags * numbers.product::<f32>() * self.chance_of_wait();
        if chance < RARE { 0.0 } else { chance }
    }

    /// The circumstances, without those that follow from another one.
    fn flags_apart(&self) -> Vec<Claim> {
        let mut apart: Vec<Claim> = Vec::new();
        for claim in self.flags.iter().copied().map(plain) {
            if !apart.contains(&claim) {
                apart.push(claim);
            }
        }
        let follows = |(circumstance, holds): Claim, from: Claim| {
            from.0 != circumstance && contradiction(&[from, (circumstance, !holds)]).is_some()
        };
        let all = apart.clone();
        apart.retain(|&claim| !all.iter().any(|&from| follows(claim, from)));
        apart
    }

    fn chance_of_wait(&self) -> f32 {
        let is_standard = self.forms >> Form::Standard as u8 & 1 != 0;
        // Seven pairs always wait on a pair.
        if self.waits == ALL_WAITS || !is_standard {
            return 1.0;
        }
        let of = |(at, chance): (usize, &f32)| if self.waits >> at & 1 != 0 { *chance } else { 0.0 };
        OF_WAITS.iter().enumerate().take(WAITS.len()).map(of).sum::<f32>().min(1.0)
    }

    /// The words of what is not certain, if all together is too rare to be built towards.
    pub(super) fn rare(&self) -> impl Iterator<Item = &'static str> + use<> {
        let is_rare = [false, true].iter().all(|&is_closed| self.chance(is_closed, None) == 0.0);
        let flags = self.flags.iter().filter(|(flag, _)| !flag.is_foreseen()).map(|(flag, _)| flag.word());
        let numbers = self.asked().filter(|(number, _)| !number.is_of_tiles());
        let words = flags.chain(numbers.map(|(number, _)| number.word()));
        let words: Vec<_> = words.chain((self.waits != ALL_WAITS).then_some("wait")).collect();
        words.into_iter().filter(move |_| is_rare)
    }
}

impl Circumstance {
    /// How likely it holds of a closed or an open hand.
    fn chance(self, is_closed: bool) -> f32 {
        use Circumstance::*;
        let if_closed = |chance| if is_closed { chance } else { 0.0 };
        match self {
            // A closed hand is taken to declare riichi, mostly.
            Riichi => if_closed(0.8),
            Closed => if_closed(1.0),
            Tsumo => 0.39,
            Ippatsu => if_closed(0.2),
            FromLeft | FromAcross | FromRight => 0.2,
            RiichiTile => 0.053,
            LastTile => 0.01,
            OutsideRiver => 0.006,
            AfterKan | DiscardAfterKan => 0.003,
            DoubleRiichi | OpenRiichi => if_closed(0.001),
            RobbedKan | FirstGoRound => 0.0005,
            // `plain` leaves no other, and winds are known.
            Ron | Open | Dealer | EastRound | SouthRound | WestRound => 0.0,
        }
    }
}

impl Quantity {
    /// How likely it is between these; 1 for what tiles decide.
    fn chance(self, [least, most]: [u32; 2]) -> f32 {
        let more =
            most.checked_add(1).filter(|_| !self.is_of_tiles()).map_or(0.0, |more| self.at_least(more));
        self.at_least(least) - more
    }

    /// How likely it is at least this: known for some values, in between on a line.
    fn at_least(self, least: u32) -> f32 {
        let Some((step, chances)) = self.chances() else { return 1.0 };
        let at = |place: usize| [1.0].iter().chain(chances).copied().nth(place).unwrap_or(0.0);
        let (place, rest) = ((least / step) as usize, (least % step) as f32 / step as f32);
        at(place) * (1.0 - rest) + at(place + 1) * rest
    }

    /// For each multiple of a step how likely it is at least that.
    fn chances(self) -> Option<(u32, &'static [f32])> {
        Some(match self {
            Quantity::Red => (1, &[0.42, 0.07, 0.003]),
            Quantity::Dora => (1, &[0.39, 0.14, 0.046, 0.004]),
            Quantity::Ura => (1, &[0.18, 0.05, 0.013]),
            Quantity::Norths => (1, &[0.6, 0.25, 0.05]),
            Quantity::Waits => (1, &[1.0, 0.7, 0.07, 0.005]),
            Quantity::Discards => (4, &[0.99, 0.84, 0.43, 0.1]),
            Quantity::Left => (10, &[0.9, 0.72, 0.46, 0.2, 0.046]),
            Quantity::Honba => (1, &[0.36, 0.12, 0.041]),
            _ => return None,
        })
    }
}
