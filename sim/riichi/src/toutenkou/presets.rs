//! The rulesets of Toutenkou by name.

use super::rules::*;
use hyakuman_game::presets;

presets! { ToutenkouRules {
    /// Toutenkou as Tenhou plays it.
    toutenkou "toutenkou", "Toutenkou (東天紅), three players, gari tiles and points instead of fu" = TOUTENKOU.into();
} }

/// Every rule of `toutenkou`.
pub const TOUTENKOU: Fields = Fields {
    reds: [1, 1, 1],
    manzu_dora: ManzuDora::Seed,
    karasu: Karasu::NeverReceived,
    all_gari_includes_sets: false,
    yakuman_points: 20,
    yakuman_counts_dora: false,
    ron_bonus: 8,
    base_points: 2,
    fives_bonus: false,
    noten_total: 20,
    riichi_bet: 1,
    riichi_min_live: 3,
    kan_min_live: 2,
    gari_ron_chankan: false,
    gari_counts_for_furiten: false,
    kuitan: true,
    abort: AbortSet::ALL,
    nagashi: Nagashi::Off,
    pao: true,
    double_ron: true,
    double_ron_honba: DoubleRonHonba::NearestOnly,
    yakuman_counts_pulled_red: false,
    ron_bonus_on_robbed_kan: true,
    noten: Noten::Pool20,
    dealer: Dealer::TenhouRenchan,
    length: Length::East,
    start: 350,
    target: Some(400),
    bust: true,
    uma: [20, 0, -20],
};
