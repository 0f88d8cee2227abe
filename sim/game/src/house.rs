//! What rules may count besides the scores (house rules of riichi mahjong, R-10.4 to of its RULES.md).

use crate::outcome::MAX_SEATS;
use hyakuman_core::{Seat, SeatSet};

/// Which of it the rules have. Each has columns of its own in the tables of a data set, and only there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HouseRules {
    /// Chips for wins (`chips`).
    pub chips: bool,
    /// A fee of who wins no kyoku of the match (`yakitori`).
    pub yakitori: bool,
    /// A prize for who made another bust (`tobi_prize`).
    pub prizes: bool,
    /// A seat that pays and is paid double for wins (`wareme`).
    pub wareme: bool,
}

impl HouseRules {
    /// None of it.
    pub const NONE: HouseRules = HouseRules { chips: false, yakitori: false, prizes: false, wareme: false };
    /// All of it.
    pub const ALL: HouseRules = HouseRules { chips: true, yakitori: true, prizes: true, wareme: true };
    /// Each alone, with the name of its rule.
    pub const EACH: [(&str, HouseRules); 4] = [
        ("chips", HouseRules { chips: true, ..HouseRules::NONE }),
        ("yakitori", HouseRules { yakitori: true, ..HouseRules::NONE }),
        ("tobi_prize", HouseRules { prizes: true, ..HouseRules::NONE }),
        ("wareme", HouseRules { wareme: true, ..HouseRules::NONE }),
    ];

    /// What both have.
    #[must_use]
    pub const fn and(self, other: HouseRules) -> HouseRules {
        HouseRules {
            chips: self.chips && other.chips,
            yakitori: self.yakitori && other.yakitori,
            prizes: self.prizes && other.prizes,
            wareme: self.wareme && other.wareme,
        }
    }
}

/// What has been counted since the match began.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HouseCounts {
    /// By seat the chips it got, less those it paid.
    pub chips: [i32; MAX_SEATS],
    /// For each win of the present kyoku, in order, the chips that each who pays gives for it.
    pub chips_of_wins: [u8; 3],
    /// By seat the prizes it got, less those it paid.
    pub prizes: [i32; MAX_SEATS],
    /// The seats that have won a kyoku.
    pub winners: SeatSet,
    /// The seat that pays and is paid double in the present kyoku, where there is one.
    pub wareme: Option<Seat>,
}
