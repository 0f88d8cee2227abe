//! What rules may count besides the scores, or show (house rules of riichi mahjong, R-10.4 to of its RULES.md).

use crate::game::outcome::MAX_SEATS;
use crate::{Seat, SeatSet, Tile};
use arrayvec::ArrayVec;

/// Declares [`HouseRules`]: for each what is counted or shown, and the name of the rule.
macro_rules! house_rules {
    ($($(#[$doc:meta])+ $house:ident $rule:literal),+ $(,)?) => {
        /// Which of it the rules have. Each has columns of its own in the tables of a data set, and only there.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        pub struct HouseRules { $($(#[$doc])+ pub $house: bool),+ }

        impl HouseRules {
            /// None of it.
            pub const NONE: HouseRules = HouseRules { $($house: false),+ };
            /// All of it.
            pub const ALL: HouseRules = HouseRules { $($house: true),+ };
            /// Each alone, with the name of its rule.
            pub const EACH: &[(&str, HouseRules)] = &[$(($rule, HouseRules { $house: true, ..HouseRules::NONE })),+];

            /// What both have.
            #[must_use]
            pub const fn and(self, other: HouseRules) -> HouseRules {
                HouseRules { $($house: self.$house && other.$house),+ }
            }
        }
    };
}

house_rules! {
    /// Chips for wins.
    chips "chips",
    /// A fee of who wins no kyoku of the match.
    yakitori "yakitori",
    /// A prize for who made another bust.
    prizes "tobi_prize",
    /// A seat that pays and is paid double for wins.
    wareme "wareme",
    /// Riichi with a hand that lies open.
    open_riichi "open_riichi",
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
