//! The rules of competitive Toppan as data: one field per rule, each said once. Clauses are those of RULES.md.
//!
//! Points are points here; inside the engine they are half points ([`super::terms`]).

use hyakuman_core::game::ruleset::{
    AsTable, Conflict, FieldDoc, Limit, Preset, Ruleset, Warning, beyond, value_text,
};
use hyakuman_core::game::{reasons, rule_fields};

rule_fields! {
    /// Every rule of a game of competitive Toppan.
    ToppanRules FIELDS of ToppanRules, r {
        /// Indicators shown from the start of a hand. T-1.4
        dora_indicators: u8 = 34; "a whole number from 0 to 80"; fits r.dora_indicators <= 80; idle [],
        /// Several indicators of a dora count each. T-1.5
        dora_stacking: bool = true;
            idle [
                { r.dora_indicators <= 1 && !turns_up(r) => "has no effect: there are never two indicators (`dora_indicators`, `toppan_extra`)" },
            ],
        /// What the tile turned up for a toppan hand is. T-1.6
        toppan_extra: enum ToppanExtra {
            /// One more indicator.
            Indicator,
            /// A dora itself.
            Tile,
            /// No tile is turned up.
            Off,
        } = ToppanExtra::Indicator;
            idle [
                { r.wangpai_reserve == 0 => "has no effect: no tile is kept back to be turned up (`wangpai_reserve` = 0)" },
            ],
        /// Whose hands the tile turned up for a toppan hand counts for. T-1.6
        extra_scope: enum ExtraScope {
            /// Everybody's.
            Table,
            /// That of who declared.
            Declarer,
        } = ExtraScope::Table;
            idle [
                { !turns_up(r) => "has no effect: no tile is turned up (`toppan_extra`, `wangpai_reserve`)" },
            ],
        /// Tiles kept back to be turned up. T-1.4
        wangpai_reserve: u8 = 4; "a whole number from 0 to 4"; fits r.wangpai_reserve <= 4; idle [],
        /// A hand is drawn from what the last one left of the wall, while that is enough. T-1.4
        continuous_wall: bool = false; idle [],
        /// Pairs, sequences and triplets are of one suit. T-1.3
        suit_sensitive_sets: bool = true; idle [],
        /// Red fives in characters, dots, bamboo. T-1.1
        red_fives: [u8; 3] = [1; 3]; "three whole numbers from 0 to 4"; fits r.red_fives.iter().all(|&fives| fives <= 4); idle [],
        /// Whose wins the honba add to. T-3.2
        honba_for: enum HonbaFor {
            /// Everybody's.
            Both,
            /// The dealer's.
            Dealer,
        } = HonbaFor::Both; idle [],
        /// Each tile of the round wind is worth a han. T-3.2
        roundwind_per_tile: bool = true; idle [],
        /// What the tile of a child is worth when the dealer goes bust. T-3.5
        score_child_on_dealer_bust: enum ChildOnBust {
            /// All its bonuses.
            Full,
            /// The basic han and the honba.
            BaseOnly,
        } = ChildOnBust::Full; idle [],
        /// What the dealer's own wind shows. T-2.5
        visible_own_wind: enum VisibleOwnWind {
            /// Half a point.
            Half,
            /// Ten, as long as the tiles shown make ten at most.
            Ten,
        } = VisibleOwnWind::Half; idle [],
        /// The first tile of a child is hidden from the others. T-2.1
        first_tile_child_hidden: bool = true; idle [],
        /// What a child may bet, in points. T-2.2
        bets: [f64; 3] = [0.5, 1.0, 2.0]; "three rising multiples of 0.5 from 0.5 to 100";
            fits r.bets.is_sorted_by(|a, b| a < b) && r.bets.into_iter().all(is_bet); idle [],
        /// Four equal hands are dealt again. T-2.8
        redraw_four_equal: bool = true; idle [],
        /// A hand that all three children win by a yaku is dealt again. T-2.8
        redraw_three_wins: bool = true; idle [],
        /// A hand dealt again adds a honba. T-2.8
        redraw_adds_honba: bool = false;
            idle [
                { !r.redraw_four_equal && !r.redraw_three_wins => "has no effect: no hand is dealt again (`redraw_four_equal`, `redraw_three_wins`)" },
            ],
        /// Points of each player at the start, which the result is counted from. T-4.5
        start: i32 = 200; "a whole number from 1 to 100000"; fits (1..=100_000).contains(&r.start); idle [],
        /// Points at which a player is bust. T-4.2
        bust_at: i32 = 0; "a whole number from -100000 to 99999"; fits (-100_000..=99_999).contains(&r.bust_at); idle [],
        /// Points that end the match. T-4.2
        upper_at: i32 = 450; "a whole number from 2 to 1000000"; fits (2..=1_000_000).contains(&r.upper_at); idle [],
        /// Prize for a bust and for the upper limit, in points. T-4.3
        prize: i32 = 30; "a multiple of 3 from 0 to 3000"; fits (0..=3_000).contains(&r.prize) && r.prize % 3 == 0; idle [],
        /// Where the prize for a bust goes. T-4.3
        bust_prize: enum BustPrize {
            /// To the player whose win it was.
            FromBustedToBuster,
            /// To the three others in equal parts.
            ShareOthers,
        } = BustPrize::FromBustedToBuster; idle [NO_PRIZE],
        /// Where the prize for the upper limit comes from. T-4.3
        upper_prize: enum UpperPrize {
            /// From the three others in equal parts.
            TenFromEach,
            /// From the player whose payment it was.
            FromPayer,
        } = UpperPrize::TenFromEach; idle [NO_PRIZE],
        /// Who floats. T-4.4
        floating: enum Floating {
            /// Who has the points of the start or more.
            AtLeast,
            /// Who has more.
            Above,
        } = Floating::AtLeast; idle [NO_UMA],
        /// The total from which a triplet that is not the whole hand is worth ten han. T-3.3
        doukoku_downgrade: enum Downgrade {
            /// Above ten and a half.
            Over,
            /// Ten and a half.
            AtLeast,
        } = Downgrade::Over; idle [],
        /// One suit and honors needs both of them. T-3.2
        honitsu_needs_both: bool = true; idle [],
        /// Four alike are two pairs. T-3.3
        four_alike_two_pairs: bool = true; idle [],
        /// Which uma is paid where two fit. T-4.4
        uma_precedence: enum UmaPrecedence {
            /// Upper limit, bust, who floats.
            UpperBustCount,
            /// Bust, upper limit, who floats.
            BustUpperCount,
        } = UmaPrecedence::UpperBustCount; idle [],
        /// How equal scores share the uma. T-4.4
        tie_break: enum TieBreak {
            /// The earlier seat is placed first.
            InitialSeat,
            /// Each gets the mean of their places.
            Split,
        } = TieBreak::InitialSeat; idle [NO_UMA],
        /// Uma by placement, in points: A one floats, B two, C three. T-4.4
        uma: [[i32; 4]; 3] = [[100, -10, -30, -60], [60, 20, -20, -60], [60, 20, 0, -80]];
            "three lists of four whole numbers from -10000 to 10000, each with the sum 0"; fits r.uma.iter().all(is_uma); idle [],
        /// Most honba there can be; None: no limit. T-4.1
        max_honba: Option<u8> = None; "a whole number from 1 to 255, or None"; fits r.max_honba != Some(0); idle [],
    }
}

/// Indicators, the tiles kept back and the most that a hand can need, 52, fit into 136.
const MOST_SET_ASIDE: u8 = 84;

reasons! { ToppanRules, r:
    NO_PRIZE if r.prize == 0
        => "has no effect: there is no prize (`prize` = 0)";
    NO_UMA if r.uma == [[0; 4]; 3]
        => "has no effect: there is no uma (`uma` has zeros only)";
}

/// Whether tiles are turned up for toppan hands.
fn turns_up(r: &ToppanRules) -> bool {
    r.toppan_extra != ToppanExtra::Off && r.wangpai_reserve > 0
}

fn is_bet(points: f64) -> bool {
    (points * 2.0).fract() == 0.0 && (0.5..=100.0).contains(&points)
}

fn is_uma(row: &[i32; 4]) -> bool {
    row.iter().all(|points| points.abs() <= 10_000) && row.iter().sum::<i32>() == 0
}

impl Ruleset for ToppanRules {
    const FAMILY: &'static str = "toppan";
    const FIELDS: &'static [FieldDoc] = FIELDS;
    const PRESETS: &'static [Preset<ToppanRules>] = super::presets::PRESETS;
    const WARNINGS: &'static [Warning<ToppanRules>] = ToppanRules::IDLE;
    const LIMITS: &'static [Limit<ToppanRules>] = ToppanRules::DEMANDS;

    fn validate(&self) -> Vec<Conflict> {
        let mut conflicts = beyond(self);
        if conflicts.is_empty() {
            conflicts.extend(self.limits());
        }
        conflicts
    }
}

impl ToppanRules {
    /// Limits that must lie beyond the points of the start, and tiles that must be there.
    fn limits(&self) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        if self.bust_at >= self.start {
            let accepted = vec![
                ("bust_at", format!("at most {}", self.start - 1)),
                ("start", format!("at least {}", self.bust_at + 1)),
            ];
            let why = "everybody would be bust from the start";
            conflicts.push(self.conflict(&["bust_at", "start"], why, accepted));
        }
        if self.upper_at <= self.start {
            let accepted = vec![
                ("upper_at", format!("at least {}", self.start + 1)),
                ("start", format!("at most {}", self.upper_at - 1)),
            ];
            let why = "the match would be over from the start";
            conflicts.push(self.conflict(&["upper_at", "start"], why, accepted));
        }
        if self.dora_indicators + self.wangpai_reserve > MOST_SET_ASIDE {
            let accepted =
                vec![("dora_indicators", format!("at most {}", MOST_SET_ASIDE - self.wangpai_reserve))];
            let why = "too few tiles would be left to draw";
            conflicts.push(self.conflict(&["dora_indicators", "wangpai_reserve"], why, accepted));
        }
        conflicts
    }

    fn conflict(
        &self,
        fields: &'static [&'static str],
        why: &'static str,
        accepted: Vec<(&'static str, String)>,
    ) -> Conflict {
        let table = self.to_table();
        let values = fields.iter().map(|&name| (name, value_text(&table[name]))).collect();
        Conflict { fields, values, why, accepted }
    }
}
