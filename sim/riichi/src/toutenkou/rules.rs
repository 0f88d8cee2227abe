//! The rules of Toutenkou as data: one field per rule. Clauses are those of RULES.md.
//!
//! [`ToutenkouRules`] also has the [`RiichiRules`] that follow from its fields; the engine reads these.

mod shared;

use crate::RiichiRules;
use hyakuman_core::game::ruleset::{AsTable, FieldDoc, Limit, Preset, Ruleset, Warning};
use hyakuman_core::game::{name_set, rule_fields};
use std::fmt;
use std::ops::Deref;
use toml::Table;

name_set! {
    /// What aborts a kyoku (G-2.5).
    AbortSet of
    /// A thing that aborts a kyoku (G-2.5).
    Abort {
        /// Nine different terminals and honors on the first draw (九種九牌).
        Kyuushu,
        /// Four kans by more than one player (四槓散了).
        Suukan,
    }
}

rule_fields! {
    /// Every rule of a game of Toutenkou, as it is written. Points are what scores are counted in.
    Fields FIELDS of ToutenkouRules, r {
        /// Red fives among the four fives of manzu, pinzu and souzu. G-1.1
        reds: [u8; 3] = [1, 1, 1]; "three whole numbers from 0 to 4, such as [1, 1, 1]"; fits r.reds.iter().all(|&reds| reds <= 4);
            idle [],
        /// Which manzu tile an indicator among them makes dora. G-3
        manzu_dora: enum ManzuDora {
            /// 1m makes 9m, 9m makes 1m, 5m makes nothing.
            Seed,
            /// 1m makes 5m, 5m makes 9m, 9m makes 1m.
            Cycle159,
            /// 1m makes 9m, 9m makes 1m, 5m makes 5m.
            Self5,
        } = ManzuDora::Seed; idle [],
        /// What a hand without gari tiles is. G-4.3
        karasu: enum Karasu {
            /// The winner never got one in this kyoku, not even to throw it away.
            NeverReceived,
            /// There is none in the winning hand or set aside.
            NoneInFinalHand,
        } = Karasu::NeverReceived; idle [],
        /// The points of all gari stand for those of the four sets too. G-4.3
        all_gari_includes_sets: bool = false; idle [],
        /// Points of each yakuman. G-4.4
        yakuman_points: u16 = 20; "a whole number from 1 to 1000"; fits (1..=MOST_PART).contains(&r.yakuman_points); idle [],
        /// Dora, ura and red fives count with a yakuman. G-4.4
        yakuman_counts_dora: bool = false; idle [],
        /// Points of a win with another's tile. G-4.3
        ron_bonus: u16 = 8; "a whole number from 0 to 1000"; fits r.ron_bonus <= MOST_PART; idle [],
        /// Points of every win. G-4.3
        base_points: u16 = 2; "a whole number from 0 to 1000"; fits r.base_points <= MOST_PART; idle [],
        /// Every 5p and 5s of the hand is a point. G-4.3
        fives_bonus: bool = false; idle [],
        /// Points paid at an exhaustive draw; how is said by `noten`. G-5.3
        noten_total: u16 = 20; "an even number from 0 to 1000"; fits r.noten_total <= MOST_PART && r.noten_total.is_multiple_of(2);
            idle [],
        /// Points a riichi puts on the table, and must have. G-2.4
        riichi_bet: u16 = 1; "a whole number from 0 to 1000"; fits r.riichi_bet <= MOST_PART;
            idle [
                { !can_riichi(r) => "has no effect: no player can declare riichi (`riichi_min_live`)" },
            ],
        /// Live tiles that must be left to declare riichi. G-2.4
        riichi_min_live: u8 = 3; "a whole number from 0 to 51"; fits r.riichi_min_live <= LIVE;
            idle [
                { !can_riichi(r) => "is more than the live tiles that are left when the first player has drawn: no player can declare riichi" by riichi_min_live },
            ],
        /// Live tiles that must be left for a kan. G-2.3
        kan_min_live: u8 = 2; "a whole number from 2 to 51: two become an indicator"; fits (2..=LIVE).contains(&r.kan_min_live);
            idle [],
        /// A ron on a tile set aside has the yaku chankan. G-2.2
        gari_ron_chankan: bool = false; idle [],
        /// A tile set aside makes furiten like a discard. G-2.2
        gari_counts_for_furiten: bool = false; idle [],
        /// Tanyao counts in an open hand (喰いタン). G-4.2
        kuitan: bool = true; idle [],
        /// What aborts a kyoku. G-2.5
        abort: AbortSet = AbortSet::ALL; idle [],
        /// What discarding only terminals and honors pays. G-5.3
        nagashi: enum Nagashi {
            /// Nothing: a mangan has no value here.
            Off,
        } = Nagashi::Off; idle [],
        /// Whoever feeds the last open set of daisangen or daisuushi is liable (包). G-5.2
        pao: bool = true; idle [],
        /// Two may win on one tile; otherwise the nearest after the discarder does. G-5.1
        double_ron: bool = true; idle [],
        /// Who takes the honba when two win on one tile. G-5.1
        double_ron_honba: enum DoubleRonHonba {
            /// The winner nearest after the discarder.
            NearestOnly,
            /// Both.
            Both,
        } = DoubleRonHonba::NearestOnly;
            idle [
                { !r.double_ron => "has no effect: only one player wins on a tile (`double_ron` = false)" },
            ],
        /// A red five set aside counts its point as a red one with a yakuman too. G-4.4
        yakuman_counts_pulled_red: bool = false;
            idle [
                { r.yakuman_counts_dora => "has no effect: all red fives count with a yakuman (`yakuman_counts_dora` = true)" },
                { r.reds[0] == 0 => "has no effect: no five that can be set aside is red (`reds`)" },
            ],
        /// A win with the tile of a robbed kan has the points of a ron. G-4.3
        ron_bonus_on_robbed_kan: bool = true;
            idle [
                { r.ron_bonus == 0 => "has no effect: a ron has no points of its own (`ron_bonus` = 0)" },
            ],
        /// How `noten_total` is paid. G-5.3
        noten: enum Noten {
            /// `noten_total` in all.
            Pool20,
            /// `noten_total` from every noten player.
            TwentyEachNoten,
        } = Noten::Pool20;
            idle [
                { r.noten_total == 0 => "has no effect: nothing is paid at a draw (`noten_total` = 0)" },
            ],
        /// Who deals next. G-6.2
        dealer: enum Dealer {
            /// A dealer who wins, is tenpai at the draw or sees an abort stays; otherwise the next seat deals.
            TenhouRenchan,
            /// The same, but whoever wins deals next: seats in between are passed over.
            WinnerIsDealer,
        } = Dealer::TenhouRenchan;
            idle [
                { r.length == Length::SingleHand => "has no effect: the match is a single kyoku (`length` = SingleHand)" },
            ],
        /// Length of the match. G-6.1
        length: enum Length {
            /// One wind.
            East,
            /// Two winds.
            EastSouth,
            /// A single kyoku.
            SingleHand,
        } = Length::East; idle [],
        /// Points of each player at the start. G-6.1
        start: i32 = 350; "a whole number from 1 to 100000"; fits (1..=MOST_POINTS).contains(&r.start); idle [],
        /// Points the first place needs for the match to end after its length, and the zero of the results. G-6.3
        target: Option<i32> = Some(400); "a whole number from start to 100000, or \"None\"";
            needs [
                { r.target.is_none_or(|target| (r.start..=MOST_POINTS).contains(&target)), start => "" },
            ];
            idle [
                { r.length != Length::SingleHand && r.target == Some(r.start) => "is not above `start`: unless bets of riichi are on the table somebody has it, so hardly any match goes on after its length" by target, start },
            ],
        /// A negative score ends the match. G-6.3
        bust: bool = true; idle [],
        /// Bonus by placement, first to last. G-6.4
        uma: [i32; 3] = [20, 0, -20]; "three whole numbers from -1000 to 1000 that sum to zero, such as [20, 0, -20]";
            fits r.uma.iter().all(|uma| (-1_000..=1_000).contains(uma)) && r.uma.iter().sum::<i32>() == 0; idle [],
    }
}

/// Most points of a part of a hand, a bet or a payment.
const MOST_PART: u16 = 1_000;
/// Most points of a score at the start.
const MOST_POINTS: i32 = 100_000;
/// Draws after the deal.
const LIVE: u8 = 51;

/// Whether enough live tiles are left for a riichi when the first player has drawn.
fn can_riichi(r: &Fields) -> bool {
    r.riichi_min_live < LIVE
}

/// The rules of a game of Toutenkou: its [`Fields`], and the rules of riichi mahjong that follow from them.
#[derive(Clone, PartialEq, Debug)]
pub struct ToutenkouRules {
    fields: Fields,
    riichi: RiichiRules,
}

impl ToutenkouRules {
    /// The rules that the engine reads.
    #[inline]
    pub(crate) fn riichi(&self) -> &RiichiRules {
        &self.riichi
    }
}

impl From<Fields> for ToutenkouRules {
    fn from(fields: Fields) -> ToutenkouRules {
        let riichi = shared::riichi(&fields);
        ToutenkouRules { fields, riichi }
    }
}

impl AsTable for ToutenkouRules {
    fn to_table(&self) -> Table {
        self.fields.to_table()
    }

    fn from_table(table: Table) -> Result<Self, String> {
        Fields::from_table(table).map(ToutenkouRules::from)
    }
}

impl Deref for ToutenkouRules {
    type Target = Fields;

    #[inline]
    fn deref(&self) -> &Fields {
        &self.fields
    }
}

impl Ruleset for ToutenkouRules {
    const FAMILY: &'static str = "toutenkou";
    const FIELDS: &'static [FieldDoc] = FIELDS;
    const PRESETS: &'static [Preset<ToutenkouRules>] = super::presets::PRESETS;
    const WARNINGS: &'static [Warning<ToutenkouRules>] = Fields::IDLE;
    const LIMITS: &'static [Limit<ToutenkouRules>] = Fields::DEMANDS;
}
