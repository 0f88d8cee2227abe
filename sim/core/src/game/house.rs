//! What rules may count besides the scores, or show (house rules of riichi mahjong, R-10.4 to of its RULES.md).

use crate::game::outcome::MAX_SEATS;
use crate::{Seat, SeatSet, Tile};
use arrayvec::ArrayVec;

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
    /// Riichi with a hand that lies open (`open_riichi`).
    pub open_riichi: bool,
}

impl HouseRules {
    /// None of it.
    pub const NONE: HouseRules =
        HouseRules { chips: false, yakitori: false, prizes: false, wareme: false, open_riichi: false };
    /// All of it.
    pub const ALL: HouseRules =
        HouseRules { chips: true, yakitori: true, prizes: true, wareme: true, open_riichi: true };
    /// Each alone, with the name of its rule.
    pub const EACH: [(&str, HouseRules); 5] = [
        ("chips", HouseRules { chips: true, ..HouseRules::NONE }),
        ("yakitori", HouseRules { yakitori: true, ..HouseRules::NONE }),
        ("tobi_prize", HouseRules { prizes: true, ..HouseRules::NONE }),
        ("wareme", HouseRules { wareme: true, ..HouseRules::NONE }),
        ("open_riichi", HouseRules { open_riichi: true, ..HouseRules::NONE }),
    ];

    /// What both have.
    #[must_use]
    pub const fn and(self, other: HouseRules) -> HouseRules {
        HouseRules {
            chips: self.chips && other.chips,
            yakitori: self.yakitori && other.yakitori,
            prizes: self.prizes && other.prizes,
            wareme: self.wareme && other.wareme,
            open_riichi: self.open_riichi && other.open_riichi,
        }
    }
}

/// What has been counted since the match began, or shown in the present kyoku.
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
    /// By seat the concealed tiles of a hand that lies open, without the one just drawn; none of a hand that does not.
    pub open_hands: [ArrayVec<Tile, 13>; MAX_SEATS],
}
