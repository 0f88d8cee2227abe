//! The rules of competitive Toppan as data: one field per rule, each said once. Clauses are those of RULES.md.
//!
//! Points are points here; inside the engine they are half points ([`super::terms`]).

use hyakuman_core::game::ruleset::{
    AsTable, Conflict, FieldDoc, Preset, Ruleset, Warning, outside, value_text,
};
use hyakuman_core::game::{options, rule_fields, warnings};

options! {
    /// What the tile turned up for a toppan hand is (T-1.6).
    ToppanExtra {
        /// One more indicator.
        Indicator,
        /// A dora itself.
        Tile,
        /// No tile is turned up.
        Off,
    }

    /// Whose hands the tile turned up for a toppan hand counts for (T-1.6).
    ExtraScope {
        /// Everybody's.
        Table,
        /// That of who declared.
        Declarer,
    }

    /// Whose wins the honba add to (T-3.2).
    HonbaFor {
        /// Everybody's.
        Both,
        /// The dealer's.
        Dealer,
    }

    /// What the tile of a child is worth when the dealer goes bust (T-3.5).
    ChildOnBust {
        /// All its bonuses.
        Full,
        /// The basic han and the honba.
        BaseOnly,
    }

    /// What the dealer's own wind shows (T-2.5).
    VisibleOwnWind {
        /// Half a point.
        Half,
        /// Ten, as long as the tiles shown make ten at most.
        Ten,
    }

    /// Where the prize for a bust goes (T-4.3).
    BustPrize {
        /// To the player whose win it was.
        FromBustedToBuster,
        /// To the three others in equal parts.
        ShareOthers,
    }

    /// Where the prize for the upper limit comes from (T-4.3).
    UpperPrize {
        /// From the three others in equal parts.
        TenFromEach,
        /// From the player whose payment it was.
        FromPayer,
    }

    /// Who floats (T-4.4).
    Floating {
        /// Who has the points of the start or more.
        AtLeast,
        /// Who has more.
        Above,
    }

    /// The total from which a triplet that is not the whole hand is worth ten han (T-3.3).
    Downgrade {
        /// Above ten and a half.
        Over,
        /// Ten and a half.
        AtLeast,
    }

    /// Which uma is paid where two fit (T-4.4).
    UmaPrecedence {
        /// Upper limit, bust, who floats.
        UpperBustCount,
        /// Bust, upper limit, who floats.
        BustUpperCount,
    }

    /// How equal scores share the uma (T-4.4).
    TieBreak {
        /// The earlier seat is placed first.
        InitialSeat,
        /// Each gets the mean of their places.
        Split,
    }
}

rule_fields! {
    /// Every rule of a game of competitive Toppan.
    ToppanRules FIELDS {
        /// Indicators shown from the start of a hand. T-1.4
        dora_indicators: u8 = 34; "a whole number from 0 to 80",
        /// Several indicators of a dora count each. T-1.5
        dora_stacking: bool = true; "true | false",
        /// What the tile turned up for a toppan hand is. T-1.6
        toppan_extra: ToppanExtra = ToppanExtra::Indicator; "Indicator | Tile | Off",
        /// Whose hands the tile turned up for a toppan hand counts for. T-1.6
        extra_scope: ExtraScope = ExtraScope::Table; "Table | Declarer",
        /// Tiles kept back to be turned up. T-1.4
        wangpai_reserve: u8 = 4; "a whole number from 0 to 4",
        /// A hand is drawn from what the last one left of the wall, while that is enough. T-1.4
        continuous_wall: bool = false; "true | false",
        /// Pairs, sequences and triplets are of one suit. T-1.3
        suit_sensitive_sets: bool = true; "true | false",
        /// Red fives in characters, dots, bamboo. T-1.1
        red_fives: [u8; 3] = [1; 3]; "three whole numbers from 0 to 4",
        /// Whose wins the honba add to. T-3.2
        honba_for: HonbaFor = HonbaFor::Both; "Both | Dealer",
        /// Each tile of the round wind is worth a han. T-3.2
        roundwind_per_tile: bool = true; "true | false",
        /// What the tile of a child is worth when the dealer goes bust. T-3.5
        score_child_on_dealer_bust: ChildOnBust = ChildOnBust::Full; "Full | BaseOnly",
        /// What the dealer's own wind shows. T-2.5
        visible_own_wind: VisibleOwnWind = VisibleOwnWind::Half; "Half | Ten",
        /// The first tile of a child is hidden from the others. T-2.1
        first_tile_child_hidden: bool = true; "true | false",
        /// What a child may bet, in points. T-2.2
        bets: [f64; 3] = [0.5, 1.0, 2.0]; "three rising multiples of 0.5 from 0.5 to 100",
        /// Four equal hands are dealt again. T-2.8
        redraw_four_equal: bool = true; "true | false",
        /// A hand that all three children win by a yaku is dealt again. T-2.8
        redraw_three_wins: bool = true; "true | false",
        /// A hand dealt again adds a honba. T-2.8
        redraw_adds_honba: bool = false; "true | false",
        /// Points of each player at the start, which the result is counted from. T-4.5
        start: i32 = 200; "a whole number from 1 to 100000",
        /// Points at which a player is bust. T-4.2
        bust_at: i32 = 0; "a whole number from -100000 to 99999",
        /// Points that end the match. T-4.2
        upper_at: i32 = 450; "a whole number from 2 to 1000000",
        /// Prize for a bust and for the upper limit, in points. T-4.3
        prize: i32 = 30; "a multiple of 3 from 0 to 3000",
        /// Where the prize for a bust goes. T-4.3
        bust_prize: BustPrize = BustPrize::FromBustedToBuster; "FromBustedToBuster | ShareOthers",
        /// Where the prize for the upper limit comes from. T-4.3
        upper_prize: UpperPrize = UpperPrize::TenFromEach; "TenFromEach | FromPayer",
        /// Who floats. T-4.4
        floating: Floating = Floating::AtLeast; "AtLeast | Above",
        /// The total from which a triplet that is not the whole hand is worth ten han. T-3.3
        doukoku_downgrade: Downgrade = Downgrade::Over; "Over | AtLeast",
        /// One suit and honors needs both of them. T-3.2
        honitsu_needs_both: bool = true; "true | false",
        /// Four alike are two pairs. T-3.3
        four_alike_two_pairs: bool = true; "true | false",
        /// Which uma is paid where two fit. T-4.4
        uma_precedence: UmaPrecedence = UmaPrecedence::UpperBustCount; "UpperBustCount | BustUpperCount",
        /// How equal scores share the uma. T-4.4
        tie_break: TieBreak = TieBreak::InitialSeat; "InitialSeat | Split",
        /// Uma by placement, in points: A one floats, B two, C three. T-4.4
        uma: [[i32; 4]; 3] = [[100, -10, -30, -60], [60, 20, -20, -60], [60, 20, 0, -80]]; "three lists of four whole numbers from -10000 to 10000, each with the sum 0",
        /// Most honba there can be; None: no limit. T-4.1
        max_honba: Option<u8> = None; "a whole number from 1 to 255, or None",
    }
}

/// Indicators, the tiles kept back and the most that a hand can need, 52, fit into 136.
const MOST_SET_ASIDE: u8 = 84;

warnings! {
    /// Rules that fit together, but of which one does nothing.
    WARNINGS of ToppanRules, r:
    toppan_extra if r.wangpai_reserve == 0
        => "has no effect: no tile is kept back to be turned up (`wangpai_reserve` = 0)";
    extra_scope if !turns_up(r)
        => "has no effect: no tile is turned up (`toppan_extra`, `wangpai_reserve`)";
    dora_stacking if r.dora_indicators <= 1 && !turns_up(r)
        => "has no effect: there are never two indicators (`dora_indicators`, `toppan_extra`)";
    redraw_adds_honba if !r.redraw_four_equal && !r.redraw_three_wins
        => "has no effect: no hand is dealt again (`redraw_four_equal`, `redraw_three_wins`)";
    bust_prize, upper_prize if r.prize == 0
        => "has no effect: there is no prize (`prize` = 0)";
    floating, tie_break if r.uma == [[0; 4]; 3]
        => "has no effect: there is no uma (`uma` has zeros only)";
}

/// Whether tiles are turned up for toppan hands.
fn turns_up(r: &ToppanRules) -> bool {
    r.toppan_extra != ToppanExtra::Off && r.wangpai_reserve > 0
}

impl Ruleset for ToppanRules {
    const FAMILY: &'static str = "toppan";
    const FIELDS: &'static [FieldDoc] = FIELDS;
    const PRESETS: &'static [Preset<ToppanRules>] = super::presets::PRESETS;
    const WARNINGS: &'static [Warning<ToppanRules>] = WARNINGS;

    fn validate(&self) -> Vec<Conflict> {
        let domains = self.domains();
        let mut conflicts: Vec<Conflict> =
            domains.into_iter().filter(|(fits, _)| !fits).map(|(_, fields)| outside(self, fields)).collect();
        if conflicts.is_empty() {
            conflicts.extend(self.limits());
        }
        conflicts
    }
}

impl ToppanRules {
    /// Is each field within the domain that its documentation names?
    fn domains(&self) -> [(bool, &'static [&'static str]); 10] {
        let half_points = |bet: f64| (bet * 2.0).fract() == 0.0 && (0.5..=100.0).contains(&bet);
        let uma_fits =
            |row: &[i32; 4]| row.iter().all(|points| points.abs() <= 10_000) && row.iter().sum::<i32>() == 0;
        [
            (self.dora_indicators <= 80, &["dora_indicators"]),
            (self.wangpai_reserve <= 4, &["wangpai_reserve"]),
            (self.red_fives.iter().all(|&fives| fives <= 4), &["red_fives"]),
            (self.bets.is_sorted_by(|a, b| a < b) && self.bets.into_iter().all(half_points), &["bets"]),
            ((1..=100_000).contains(&self.start), &["start"]),
            ((-100_000..=99_999).contains(&self.bust_at), &["bust_at"]),
            ((2..=1_000_000).contains(&self.upper_at), &["upper_at"]),
            ((0..=3_000).contains(&self.prize) && self.prize % 3 == 0, &["prize"]),
            (self.uma.iter().all(uma_fits), &["uma"]),
            (self.max_honba != Some(0), &["max_honba"]),
        ]
    }

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
