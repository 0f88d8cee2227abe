//! Other names of rules, for messages about a rule that does not exist.

use hyakuman_core::game::ruleset::Synonym;

/// What aborts a kyoku.
const ABORTS: &[&str] =
    &["abort_kyuushu", "abort_suufon", "abort_suucha", "abort_suukan", "triple_ron_abort"];

/// Names that players and other programs use, and the rules that are meant; no name is there twice.
pub(super) const SYNONYMS: &[Synonym] = &[
    // The match.
    (&["rounds", "game_length", "hanchan", "tonpuu", "tonpuusen", "east_only"], &["length_winds"]),
    (&["west_round", "shaanyuu", "nishiiri"], &["extension_winds"]),
    (&["starting_points", "starting_score", "initial_points"], &["start_points"]),
    (&["return_points", "kaeshi"], &["reference_points"]),
    (&["oka"], &["reference_points", "oka_to_first"]),
    (&["goal_points"], &["target_points"]),
    (&["tie", "ties"], &["tie_break"]),
    (
        &["bankruptcy", "bankrupt", "bust", "busting", "buttobi", "negative_scores", "dobon", "hakoshita"],
        &["tobi"],
    ),
    (&["agariyame"], &["agari_yame"]),
    (&["tenpaiyame"], &["tenpai_yame"]),
    (&["dealer_repeat"], &["renchan"]),
    // Dora.
    (&["aka", "akadora", "aka_dora", "red", "reds", "red_dora"], &["red_fives"]),
    (&["omotedora"], &["dora_omote"]),
    (&["ura", "uradora", "ura_dora"], &["dora_ura"]),
    (&["kandora", "kan_dora"], &["dora_kan"]),
    (&["kan_ura", "kan_uradora"], &["dora_kan_ura"]),
    // Calls, norths, riichi.
    (&["chi"], &["chii"]),
    (&["swap_calling"], &["kuikae"]),
    (&["nuki", "nukidora", "north_dora"], &["kita"]),
    (&["riichi_deposit", "riichi_bou"], &["riichi_stick"]),
    (&["kokushi_ankan"], &["kokushi_robs_ankan"]),
    // Draws.
    (&["abortive_draw", "abortive_draws", "abort", "aborts", "tochuu_ryuukyoku"], ABORTS),
    (&["kyuushu", "kyuushu_kyuuhai", "nine_terminals"], &["abort_kyuushu"]),
    (&["suufon", "suufon_renda", "four_winds"], &["abort_suufon"]),
    (&["suucha", "suucha_riichi", "four_riichi"], &["abort_suucha"]),
    (&["suukan", "suukan_sanra", "suukaikan", "four_kans"], &["abort_suukan"]),
    (&["nagashi_mangan"], &["nagashi"]),
    (&["noten_penalty", "noten_bappu", "tenpai_payment"], &["noten"]),
    (&["keiten"], &["keishiki_tenpai"]),
    (&["sanchahou"], &["triple_ron_abort"]),
    // Wins.
    (&["atamahane", "head_bump", "double_ron", "multiple_ron", "daburon"], &["multi_ron"]),
    (&["triple_ron"], &["multi_ron", "triple_ron_abort"]),
    (&["honba"], &["honba_ron", "honba_tsumo_each"]),
    (&["tsumo"], &["pinfu_tsumo", "honba_tsumo_each", "sanma_tsumo"]),
    (&["tsumo_pinfu", "pinzumo"], &["pinfu_tsumo"]),
    (&["tsumo_loss", "tsumozon"], &["sanma_tsumo"]),
    (&["sekinin_barai", "liability"], &["pao"]),
    (&["daiminkan_pao"], &["rinshan_daiminkan_pao"]),
    (&["kiriage_mangan"], &["kiriage"]),
    (&["kazoe_yakuman", "counted_yakuman"], &["kazoe"]),
    (&["multiple_yakuman"], &["yakuman_stack"]),
    (&["minimum_han", "min_han", "shibari"], &["han_shibari"]),
    (&["no_limit"], &["aotenjou"]),
    // Yaku.
    (&["tanyao", "open_tanyao", "kuitanyao"], &["kuitan"]),
    (&["double_wind_pair", "double_wind"], &["double_wind_pair_fu"]),
    (&["old_yaku", "koyaku"], &["local_yaku"]),
    // Chips and penalties.
    (&["shuugi", "shugi"], &["chips"]),
    (&["bust_prize"], &["tobi_prize"]),
];
