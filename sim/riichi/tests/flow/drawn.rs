//! Rules drawn at random: for every rule the values worth trying, and only rules that do not contradict each other.

use hyakuman_core::Rng;
use hyakuman_core::game::ruleset::Source;
use hyakuman_riichi::RiichiRules;
use hyakuman_riichi::rules::LocalYakuSet;
use std::sync::{Arc, LazyLock};

/// Values to draw from, by rule; `+` joins rules that are only valid together. A value that contradicts those drawn before
/// it is dropped.
const VALUES: &str = "
    length_winds 0+extension_winds=0 1 1 1 2
    extension_winds 0 1 2
    start_points 25000 30000 1000 8000 100000+reference_points=100000
    reference_points 25000 30000 100000
    target_points 0 30000 26000 100000
    uma [0,0,0,0] [30,10,-10,-30]
    oka_to_first true false
    final_rounding None HalfAwayFromZero FiveDownSixUp Floor
    tie_break InitialSeat Split Chaser
    leftover_sticks First Vanish SplitTies
    tobi Off Below0 AtOrBelow0
    upper_limit_end None 31000 50000
    sudden_death Off RenchanFirst Immediate
    agari_yame Off Auto Ask
    tenpai_yame Off Auto Ask
    yame_needs_target Always ExceptFinalHand Never
    renchan None+agari_yame=Off+tenpai_yame=Off Win+tenpai_yame=Off WinOrTenpai
    red_fives [0,0,0] [4,4,4] [0,2,1] [3,0,4]
    rinshan_tiles 4 0+max_kans=0 2+max_kans=2 8 20+reserved_undrawn=40
    reserved_undrawn 14 10 18 40 80
    dora_omote true false
    dora_ura true false+dora_kan_ura=false
    dora_kan true false+dora_kan_ura=false
    dora_kan_ura true false
    initial_indicators 0 1 2+max_kans=3 5+dora_kan=false+dora_kan_ura=false
    minkan_dora BeforeDiscardOrRinshan AtDiscardOrNextKanDecl Immediate
    chii true false
    kuitan true false
    kuikae Free BanSame BanSameAndSuji
    han_shibari 1 2 4
    riichi_stick 0 500 1000 5000
    riichi_min_score 0 1000 5000 -1000000+tobi=Off
    riichi_min_remaining 0 1 4 30
    riichi_ankan WaitsOnly Strict Forbidden
    ippatsu true false
    multi_ron HeadBump Double Triple+triple_ron_abort=false
    triple_ron_abort true false
    abort_kyuushu true false
    abort_suufon true false
    abort_suucha true false
    abort_suukan true false
    abort_last_riichi_stick true false
    max_kans 0 1 2 3 4
    kokushi_robs_ankan true false
    furiten_pass_noyaku true false
    karaten_closed4 true false
    karaten_melds true false
    nagashi Off Mangan Yakuman
    nagashi_takes_honba true false
    noten {Pool=0} {Pool=600} {Pool=12000} {PerPair=1000} {PerNoten=1200}
    honba_ron 0 300 1500
    honba_tsumo_each 0 100 500
    pao [] [Daisangen] [Daisangen,Daisuushi,Suukantsu]
    pao_scope WholeHand YakumanOnly
    pao_honba Pao Discarder DiscarderAtRon
    rinshan_daiminkan_pao true false
    kiriage true false
    kazoe Off Yakuman
    double_yakuman [] [SuuankouTanki,Kokushi13] [SuuankouTanki,Kokushi13,JunseiChuuren,Daisuushi]
    yakuman_stack true false
    max_yakuman None 1 2
    tenhou_best_of_14 true false
    double_wind_pair_fu 2 4
    rinshan_tsumo_fu true false
    open_pinfu_30 true false
    pinfu_tsumo true false
    renhou Off Mangan FlatMangan Yakuman
    local_yaku []
    abort_keeps_honba Plus1 Reset0
    atozuke true false
    keishiki_tenpai true false
    furiten_riichi true false
    karaten_riichi true false
    furiten_clear OwnDiscard NextDraw
    multi_ron_pot Nearest Split OwnSticks HonbaToAll
    ankan_pass_furiten true false
    sanchahou_on_chankan true false
    wins_per_hand 1 2+renchan=None+agari_yame=Off+tenpai_yame=Off+honba_ron=0+honba_tsumo_each=0 3+renchan=None+agari_yame=Off+tenpai_yame=Off+honba_ron=0+honba_tsumo_each=0
    exchange_tiles 0 1 2 3
    exchange_dir Random3 RandomDerangement Fixed
    exchange_pool 13 14
    chankan_keeps_kan true false
    riichi_on_ronned_tile Fails StandsIfAfford
    shura_suukan_abort Immediate AfterDiscard
    aotenjou false true
    floating_uma None [[12,-1,-3,-8],[8,4,-4,-8],[8,3,1,-12]] [[0,0,0,0],[1,1,-1,-1],[0,0,0,0]]
    uma_unit 100 500 1000
    tobi_prize 0 10
    yakitori 0 15
    chips [] [RedFives,Yakuman] [ClosedRedFives,Ippatsu,Ura]
    chip_value 100 2000
    wareme false true
    abort_passes_deal false true
    max_kyoku None 1 5 12
    open_riichi Off Han Yakuman
    without_yaku [] [tanyao,pinfu,haku,menzen_tsumo]
    yaku [] [{name='Any',han=1,when='ron',replaces=['chanta']},{name='Suit',yakuman=1,tiles='a'},{name='All',han=2,every=['run','pair'],counts_as_yaku=false}] [{name='Under',han=1,counts_as_yaku=false,when='ura>=1'},{name='Much',limit='mangan',groups=['EEE']}] [{name='Red',han=1,when='red>=1'},{name='Shown',han=2,open=1,when=['dora>=2','tsumo']}]
";

/// Values of the rules that only three players have, in addition to the list above.
const VALUES_OF_THREE: &str = "
    start_points 35000
    reference_points 40000
    target_points 40000
    uma [0,0,0,0] [30,0,-30,0]
    red_fives [0,4,4] [0,2,1]
    reserved_undrawn 14 18 40 66
    rinshan_tiles 4+max_kans=0 6+max_kans=2 8 20+reserved_undrawn=40
    dora_wrap_1m9m true
    kita Off+kita_ron=false+kita_ron_chankan=false+kita_after_pon=false+kita_breaks_nagashi=false Yakuhai+kita_ron=false+kita_ron_chankan=false+kita_after_pon=false+kita_breaks_nagashi=false Nukidora
    kita_after_pon true false
    kita_ron true false+kita_ron_chankan=false
    kita_ron_chankan true false
    kita_min_remaining 1 2 20
    kita_after_riichi DrawnOnly Any No
    kita_breaks_nagashi true false
    multi_ron HeadBump Double
    noten {Pool=200} {Pool=4000}
    sanma_tsumo Loss SplitNorth SplitEven
    pao_tsumo_3p SumOfShares FullRon
    local_yaku [Kanburi,Uumensai] [TsubameGaeshi,Kanburi,Sanrenkou]
    kanburi_after_kita true false
    uumensai_counts_kita true false
    floating_uma None [[10,-3,-7,0],[7,3,-10,0],[0,0,0,0]]
";

/// Values of rules that only four players have.
const NOT_OF_THREE: [&str; 18] = [
    "floating_uma",
    "wins_per_hand",
    "exchange_tiles",
    "exchange_dir",
    "exchange_pool",
    "chankan_keeps_kan",
    "riichi_on_ronned_tile",
    "shura_suukan_abort",
    "reserved_undrawn",
    "uma",
    "red_fives",
    "rinshan_tiles",
    "chii",
    "multi_ron",
    "triple_ron_abort",
    "abort_suufon",
    "abort_suucha",
    "noten",
];

/// One ruleset, and the text that gives it on the command line.
pub(crate) struct Variation {
    pub(crate) rules: Arc<RiichiRules>,
    pub(crate) source: String,
}

impl Variation {
    /// Draws a value for about half of the rules, in random order, and keeps those that are valid.
    pub(crate) fn draw<const N: usize>(number: u64) -> Variation {
        let mut rng = Rng::from_seed(number);
        let base = match N {
            3 => &["tenhou-sanma", "mahjongsoul-sanma", "tenhou-sanma-east"][..],
            _ => &["tenhou", "mahjongsoul", "tenhou-east", "shura"][..],
        };
        let base = base[rng.below(base.len() as u32) as usize];
        let mut fields = values::<N>();
        let mut sets: Vec<String> = Vec::new();
        while !fields.is_empty() {
            let words = fields.swap_remove(rng.below(fields.len() as u32) as usize);
            let value = words[1 + rng.below(words.len() as u32 - 1) as usize];
            let before = sets.len();
            sets.extend(format!("{}={value}", words[0]).split('+').map(String::from));
            if rng.below(2) == 0 || load(base, &sets).is_none() {
                sets.truncate(before);
            }
        }
        let rules = Arc::new(load(base, &sets).expect("every step fitted"));
        Variation { rules, source: format!("{base} {}", sets.join(" ")) }
    }
}

/// The rules and values to draw from for this number of players.
pub(crate) fn values<const N: usize>() -> Vec<Vec<&'static str>> {
    let words = |text: &'static str| text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let of_four = words(VALUES)
        .map(
            |words| if words.first() == Some(&"local_yaku") { [words, local_yaku()].concat() } else { words },
        )
        .filter(|words| N == 4 || words.first().is_some_and(|name| !NOT_OF_THREE.contains(name)));
    let of_three = words(if N == 3 { VALUES_OF_THREE } else { "" });
    of_four.chain(of_three).filter(|words| !words.is_empty()).collect()
}

/// Lists of four local yaku that together have all.
fn local_yaku() -> Vec<&'static str> {
    static LISTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let names: Vec<String> = LocalYakuSet::ALL.iter().map(|local| format!("{local:?}")).collect();
        names.chunks(4).map(|names| format!("[{}]", names.join(","))).collect()
    });
    LISTS.iter().map(String::as_str).collect()
}

pub(crate) fn load(base: &str, sets: &[String]) -> Option<RiichiRules> {
    let mut source = Source::preset(base);
    sets.iter().for_each(|set| source.set(set).expect("key=value"));
    source.load().map(|loaded| loaded.rules).ok()
}
