//! The rulesets of competitive Toppan by name, in full.

use super::rules::*;
use hyakuman_game::presets;

presets! { ToppanRules {
    /// The competition rules for beginners, east and south.
    toppan "toppan", "competitive Toppan, ten-and-a-half with mahjong tiles" = ToppanRules {
        dora_indicators: 34,
        dora_stacking: true,
        toppan_extra: ToppanExtra::Indicator,
        extra_scope: ExtraScope::Table,
        wangpai_reserve: 4,
        continuous_wall: false,
        suit_sensitive_sets: true,
        red_fives: [1; 3],
        honba_for: HonbaFor::Both,
        roundwind_per_tile: true,
        score_child_on_dealer_bust: ChildOnBust::Full,
        visible_own_wind: VisibleOwnWind::Half,
        first_tile_child_hidden: true,
        bets: [0.5, 1.0, 2.0],
        redraw_four_equal: true,
        redraw_three_wins: true,
        redraw_adds_honba: false,
        start: 200,
        bust_at: 0,
        upper_at: 450,
        prize: 30,
        bust_prize: BustPrize::FromBustedToBuster,
        upper_prize: UpperPrize::TenFromEach,
        floating: Floating::AtLeast,
        doukoku_downgrade: Downgrade::Over,
        honitsu_needs_both: true,
        four_alike_two_pairs: true,
        uma_precedence: UmaPrecedence::UpperBustCount,
        tie_break: TieBreak::InitialSeat,
        uma: [[100, -10, -30, -60], [60, 20, -20, -60], [60, 20, 0, -80]],
        max_honba: None,
    };
} }
