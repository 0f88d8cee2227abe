//! The actions of competitive Toppan and their codes. [`ACTIONS`] lists them; they are part of the record format.

use hyakuman_core::game::ActionCodes;
use std::fmt;

/// One thing a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// Draw a tile (ヒット).
    Hit,
    /// Draw no more (ステイ).
    Stay,
    /// Declare a winning yaku (和了).
    Win,
    /// Bet the lowest (0), middle (1) or highest (2) amount there is (半, 等, 倍).
    Bet(u8),
    /// Deal again (連荘).
    Continue,
    /// Hand the deal on.
    Pass,
}

/// First code of the bets.
pub(super) const BET: u8 = 3;

/// All codes, in rising order.
pub const ACTIONS: &[ActionCodes] = &[
    ActionCodes::one(0, "hit: draw a tile"),
    ActionCodes::one(1, "stay: draw no more"),
    ActionCodes::one(2, "win: declare a winning yaku"),
    ActionCodes::one(3, "bet the lowest amount"),
    ActionCodes::one(4, "bet the middle amount"),
    ActionCodes::one(5, "bet the highest amount"),
    ActionCodes::one(6, "continue as dealer"),
    ActionCodes::one(7, "pass the deal on"),
];

impl Action {
    /// The code, 0 to 7.
    #[inline]
    pub const fn code(self) -> u8 {
        match self {
            Action::Hit => 0,
            Action::Stay => 1,
            Action::Win => 2,
            Action::Bet(amount) => BET + amount,
            Action::Continue => 6,
            Action::Pass => 7,
        }
    }

    /// The code as a mask.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.code()
    }

    /// The action with this code, if there is one.
    #[inline]
    pub const fn from_code(code: u8) -> Option<Action> {
        use Action::{Bet, Continue, Hit, Pass, Stay, Win};
        const ALL: [Action; 8] = [Hit, Stay, Win, Bet(0), Bet(1), Bet(2), Continue, Pass];
        if (code as usize) < ALL.len() { Some(ALL[code as usize]) } else { None }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let meaning = ACTIONS[self.code() as usize].meaning;
        f.write_str(meaning.split(':').next().unwrap_or(meaning))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_every_code_once_in_order() {
        let listed: Vec<u8> = ACTIONS.iter().flat_map(|codes| codes.first..=codes.last).collect();
        assert_eq!(listed, (0..=255).filter(|&code| Action::from_code(code).is_some()).collect::<Vec<_>>());
        for code in listed {
            assert_eq!(Action::from_code(code).map(Action::code), Some(code));
        }
    }
}
