//! The riichi rulesets by name. `tenhou` is [`RiichiRules::FIRST`]; every other one is a difference. RULES.md (sections 0, 7, 9) and RULEBOOKS.md
//! say where each rule comes from, and what is not known.

use super::*;
use hyakuman_core::game::presets;

presets! { RiichiRules {
    /// Tenhou (天鳳), four players, two winds (hanchan), with red fives and open tanyao.
    tenhou "tenhou", "Tenhou, four players, hanchan" = RiichiRules::FIRST;
    /// Tenhou, four players, the east wind only.
    tenhou_east "tenhou-east" of "tenhou", "Tenhou, four players, east only" = RiichiRules { length_winds: 1, ..tenhou() };
    /// Mahjong Soul (雀魂), four players, two winds, as ranked.
    mahjongsoul "mahjongsoul" of "tenhou", "Mahjong Soul, four players, hanchan" = RiichiRules {
        reference_points: 25_000,
        uma: [15, 5, -5, -15],
        final_rounding: FinalRounding::None,
        minkan_dora: MinkanDora::AtDiscardOrNextKanDecl,
        multi_ron: MultiRon::Triple,
        triple_ron_abort: false,
        abort_last_riichi_stick: true,
        kokushi_robs_ankan: true,
        pao_scope: PaoScope::YakumanOnly,
        double_yakuman: SOUL_DOUBLES,
        tenhou_best_of_14: true,
        ..tenhou()
    };
    /// Mahjong Soul, four players, the east wind only, as ranked.
    mahjongsoul_east "mahjongsoul-east" of "mahjongsoul", "Mahjong Soul, four players, east only" = RiichiRules { length_winds: 1, ..mahjongsoul() };
    /// Tenhou, three players, two winds, with red fives and open tanyao.
    tenhou_sanma "tenhou-sanma" of "tenhou", "Tenhou, three players, hanchan" = RiichiRules { reference_points: 40_000, uma: [20, 0, -20, 0], ..three_players(tenhou()) };
    /// Tenhou, three players, the east wind only.
    tenhou_sanma_east "tenhou-sanma-east" of "tenhou-sanma", "Tenhou, three players, east only" = RiichiRules { length_winds: 1, ..tenhou_sanma() };
    /// Mahjong Soul, three players, two winds, as ranked.
    mahjongsoul_sanma "mahjongsoul-sanma" of "mahjongsoul", "Mahjong Soul, three players, hanchan" = RiichiRules {
        reference_points: 35_000,
        uma: [15, 0, -15, 0],
        multi_ron: MultiRon::Double,
        ..three_players(mahjongsoul())
    };
    /// Mahjong Soul, three players, the east wind only, as ranked.
    mahjongsoul_sanma_east "mahjongsoul-sanma-east" of "mahjongsoul-sanma", "Mahjong Soul, three players, east only" = RiichiRules { length_winds: 1, ..mahjongsoul_sanma() };
    /// Mahjong Soul's battle of the asuras (修羅の戦): three tiles are exchanged, and a kyoku goes on to the third win.
    shura "shura" of "mahjongsoul-east", "Mahjong Soul Shura (修羅の戦): exchange of three tiles, three wins a kyoku" = RiichiRules {
        sudden_death: SuddenDeath::Immediate,
        agari_yame: Yame::Off,
        tenpai_yame: Yame::Off,
        renchan: Renchan::None,
        noten: Noten::PerPair(1_000),
        honba_ron: 0,
        honba_tsumo_each: 0,
        pao: PaoSet::EMPTY,
        wins_per_hand: 3,
        exchange_tiles: 3,
        chankan_keeps_kan: true,
        riichi_on_ronned_tile: RiichiOnRonnedTile::StandsIfAfford,
        abort_keeps_honba: AbortKeepsHonba::Reset0,
        ..mahjongsoul_east()
    };
    /// Mahjong Soul, four players, two winds, with every local yaku, as in the Melee Room (乱闘の間).
    mahjongsoul_local "mahjongsoul-local" of "mahjongsoul", "Mahjong Soul, four players, hanchan with all local yaku" = RiichiRules {
        renhou: Renhou::Yakuman,
        local_yaku: LocalYakuSet::of_mahjong_soul(),
        double_yakuman: DoubleYakumanSet::ALL,
        ..mahjongsoul()
    };
    /// M.League (Mリーグ), the Japanese professional league, by the text of its official rules (公式戦ルール).
    mleague "mleague" of "tenhou", "M.League, four players, hanchan" = RiichiRules {
        extension_winds: 0,
        target_points: 0,
        uma: [30, 10, -10, -30],
        final_rounding: FinalRounding::None,
        tie_break: TieBreak::Split,
        leftover_sticks: LeftoverSticks::SplitTies,
        tobi: Tobi::Off,
        agari_yame: Yame::Off,
        tenpai_yame: Yame::Off,
        minkan_dora: MinkanDora::Immediate,
        riichi_min_score: NO_MINIMUM,
        riichi_min_remaining: 1,
        riichi_ankan: RiichiAnkan::Strict,
        multi_ron: MultiRon::HeadBump,
        triple_ron_abort: false,
        abort_kyuushu: false,
        abort_suufon: false,
        abort_suucha: false,
        abort_suukan: false,
        karaten_melds: true,
        nagashi: Nagashi::Off,
        pao: PaoSet::ALL,
        pao_scope: PaoScope::YakumanOnly,
        kiriage: true,
        kazoe: Kazoe::Off,
        double_wind_pair_fu: 2,
        ..tenhou()
    };
    /// European Mahjong Association: riichi rules, 2016 edition, in force since 1 April 2016.
    ema_2016 "ema-2016" of "tenhou", "European Mahjong Association, riichi rules of 2016" = RiichiRules {
        extension_winds: 0,
        start_points: 30_000,
        target_points: 0,
        uma: [15, 5, -5, -15],
        final_rounding: FinalRounding::None,
        tie_break: TieBreak::Split,
        leftover_sticks: LeftoverSticks::SplitTies,
        tobi: Tobi::Off,
        agari_yame: Yame::Off,
        tenpai_yame: Yame::Off,
        red_fives: [0, 0, 0],
        minkan_dora: MinkanDora::Immediate,
        riichi_min_score: NO_MINIMUM,
        riichi_ankan: RiichiAnkan::Strict,
        multi_ron: MultiRon::Triple,
        triple_ron_abort: false,
        abort_kyuushu: false,
        abort_suufon: false,
        abort_suucha: false,
        abort_suukan: false,
        karaten_melds: true,
        nagashi: Nagashi::Off,
        pao_honba: PaoHonba::DiscarderAtRon,
        kazoe: Kazoe::Off,
        yakuman_stack: false,
        renhou: Renhou::FlatMangan,
        furiten_clear: FuritenClear::NextDraw,
        multi_ron_pot: MultiRonPot::OwnSticks,
        ..tenhou()
    };
    /// World Riichi Championship: the rule book of 16 June 2015.
    wrc_2015 "wrc-2015" of "ema-2016", "World Riichi Championship, rules of 2015" = RiichiRules {
        leftover_sticks: LeftoverSticks::Vanish,
        multi_ron: MultiRon::HeadBump,
        kiriage: true,
        multi_ron_pot: MultiRonPot::Nearest,
        ..ema_2016()
    };
    /// World Riichi Championship: the rule book of 26 May 2025, with the clarification of 29 June 2025, by notes on it.
    wrc_2025 "wrc-2025" of "wrc-2015", "World Riichi Championship, rules of 2025" = RiichiRules {
        riichi_min_remaining: 0,
        pao: PaoSet::ALL,
        pao_scope: PaoScope::YakumanOnly,
        kazoe: Kazoe::Yakuman,
        yakuman_stack: true,
        double_wind_pair_fu: 2,
        ..wrc_2015()
    };
    /// The A rules (公式ルール) of the Japan Professional Mahjong League (日本プロ麻雀連盟) of 2026, by notes on them: no ippatsu, ura
    /// or kan dora, an uma by how many end at 30,000 or more.
    jpml_a "jpml-a" of "mleague", "Japan Professional Mahjong League, A rules" = RiichiRules {
        start_points: 30_000,
        uma: [8, 4, -4, -8], // without effect beside `floating_uma`
        floating_uma: Some([[12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12]]),
        leftover_sticks: LeftoverSticks::Vanish,
        red_fives: [0, 0, 0],
        dora_ura: false,
        dora_kan: false,
        dora_kan_ura: false,
        ippatsu: false,
        pao_honba: PaoHonba::DiscarderAtRon,
        kiriage: false,
        kazoe: Kazoe::Yakuman,
        max_yakuman: Some(4),
        ..mleague()
    };
    /// The rules of Saikouisen (最高位戦日本プロ麻雀協会), by its competition rules as far as they were at hand and summaries of
    /// the regulation of 25 August 2025: 30,000 without red fives and liability.
    saikouisen "saikouisen" of "mleague", "Saikouisen (最高位戦日本プロ麻雀協会)" = RiichiRules {
        start_points: 30_000,
        leftover_sticks: LeftoverSticks::Vanish,
        red_fives: [0, 0, 0],
        pao: PaoSet::EMPTY,
        max_yakuman: Some(4),
        ..mleague()
    };
    /// The A rules of RMU, by its own page as far as it was at hand: another uma, and another answer to what is tenpai.
    rmu_a "rmu-a" of "saikouisen", "RMU, A rules" = RiichiRules {
        uma: [15, 5, -5, -15],
        karaten_melds: false,
        ..saikouisen()
    };
} }

/// How the rules of three players differ from those of four, on Tenhou and Mahjong Soul alike. Sources: the manual of Tenhou
/// and logs of its games; the rule texts of Mahjong Soul (RULES.md, section 6).
fn three_players(four: RiichiRules) -> RiichiRules {
    RiichiRules {
        players: 3,
        start_points: 35_000,
        target_points: 40_000,
        red_fives: [0, 1, 1],
        rinshan_tiles: 8,
        dora_wrap_1m9m: true,
        chii: false,
        kita: Kita::Nukidora,
        kita_ron: true,
        triple_ron_abort: false,
        abort_suufon: false,
        abort_suucha: false,
        noten: Noten::Pool(2_000),
        honba_ron: 200,
        ..four
    }
}

/// Any score may declare riichi.
const NO_MINIMUM: i32 = -1_000_000;

/// What counts twice in Mahjong Soul without local yaku.
const SOUL_DOUBLES: DoubleYakumanSet = DoubleYakumanSet::of(&[
    DoubleYakuman::SuuankouTanki,
    DoubleYakuman::Kokushi13,
    DoubleYakuman::JunseiChuuren,
    DoubleYakuman::Daisuushi,
]);
