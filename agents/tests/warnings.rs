//! Rules of which a warning says that they have no effect: matches under two values of such a rule are the same.

use hyakuman_agents::{Roster, Spec};
use hyakuman_core::MatchSeed;
use hyakuman_core::game::ruleset::{Loaded, Ruleset, Source};
use hyakuman_core::game::testing::conformance::MatchTrace;
use hyakuman_core::game::{AnyAgent, Game, playout};
use hyakuman_games::registry::{AnyRules, load};
use hyakuman_riichi::Riichi;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Matches played under each value.
const MATCHES: u64 = 30;

/// A ruleset with changes under which a rule has no effect, the rule, and two of its values; `+` joins rules that are only valid
/// together. Two equal values: there is no other under which it holds.
const CASES: &str = "
    tenhou-east sudden_death=Off | extension_winds 1 2
    tenhou-east target_points=0 | extension_winds 1 2
    tenhou-east | target_points 25000 24900
    tenhou-east | target_points 100100 999900
    tenhou-east extension_winds=0 yame_needs_target=Never | target_points 30000 26000
    tenhou-east extension_winds=0 yame_needs_target=ExceptFinalHand | target_points 30000 26000
    tenhou-east extension_winds=0 | sudden_death RenchanFirst Off
    tenhou-east extension_winds=0 length_winds=0 | agari_yame Auto Ask
    tenhou-east extension_winds=0 length_winds=0 | tenpai_yame Auto Ask
    tenhou-east extension_winds=0 length_winds=0 | yame_needs_target Always Never
    tenhou-east extension_winds=0 length_winds=0 agari_yame=Off tenpai_yame=Off | renchan WinOrTenpai Win
    tenhou-east agari_yame=Off tenpai_yame=Off | yame_needs_target Always Never
    tenhou-east | upper_limit_end 100001 200000
    tenhou-east uma=[0,0,0,0] reference_points=25000 | tie_break Split InitialSeat
    tenhou-east floating_uma=[[12,-1,-3,-8],[8,4,-4,-8],[8,3,1,-12]] | uma [20,10,-10,-20] [30,10,-10,-30]
    tenhou-east uma=[0,0,0,0] | uma_unit 1000 500
    tenhou-east | riichi_min_remaining 70 200
    tenhou-sanma-east | riichi_min_remaining 55 200
    tenhou-east | riichi_min_score 100001 200000
    tenhou-east riichi_min_remaining=70 | riichi_stick 1000 500
    tenhou-east riichi_min_score=100001 | riichi_stick 1000 500
    tenhou-east riichi_min_remaining=70 | leftover_sticks First SplitTies
    tenhou-east riichi_min_remaining=70 dora_kan_ura=false | dora_ura true false
    tenhou-east riichi_min_remaining=70 | dora_kan_ura true false
    tenhou-east riichi_min_remaining=70 | riichi_ankan WaitsOnly Forbidden
    tenhou-east riichi_min_remaining=70 | ippatsu true false
    tenhou-east riichi_min_remaining=70 | abort_suucha true false
    tenhou-east riichi_min_remaining=70 | abort_last_riichi_stick true false
    tenhou-east riichi_min_remaining=70 | furiten_riichi true false
    tenhou-east riichi_min_remaining=70 | karaten_riichi true false
    shura riichi_min_remaining=70 | riichi_on_ronned_tile StandsIfAfford Fails
    tenhou-sanma-east riichi_min_remaining=55 | kita_after_riichi DrawnOnly Any
    tenhou-east riichi_stick=0 | leftover_sticks First SplitTies
    tenhou-east abort_suufon=false abort_suukan=false | abort_last_riichi_stick true false
    tenhou-east max_kans=0 dora_kan_ura=false | dora_kan true false
    tenhou-east max_kans=0 | dora_kan_ura true false
    tenhou-east max_kans=0 | minkan_dora Immediate AtDiscardOrNextKanDecl
    tenhou-east max_kans=0 | riichi_ankan WaitsOnly Forbidden
    tenhou-east max_kans=0 | kokushi_robs_ankan true false
    tenhou-east max_kans=0 kokushi_robs_ankan=true | ankan_pass_furiten true false
    tenhou-east max_kans=0 | rinshan_daiminkan_pao true false
    shura max_kans=0 | chankan_keeps_kan true false
    tenhou-east max_kans=0 | sanchahou_on_chankan true false
    tenhou-east max_kans=0 | rinshan_tsumo_fu true false
    tenhou-east dora_kan=false dora_kan_ura=false | minkan_dora Immediate AtDiscardOrNextKanDecl
    tenhou-east initial_indicators=0 | dora_omote true false
    tenhou-east initial_indicators=0 dora_kan_ura=false | dora_ura true false
    tenhou-east max_kans=3 | abort_suukan true false
    shura abort_suukan=false | shura_suukan_abort Immediate AfterDiscard
    tenhou-east | ankan_pass_furiten true false
    tenhou-east chii=false | kuikae BanSameAndSuji BanSame
    tenhou-sanma-east kita=Off kita_ron=false | kita_min_remaining 1 20
    tenhou-sanma-east kita=Yakuhai kita_ron=false | kita_after_riichi DrawnOnly Any
    tenhou-sanma-east nagashi=Off | kita_breaks_nagashi true false
    tenhou-east multi_ron=HeadBump | multi_ron_pot Nearest Split
    tenhou-east triple_ron_abort=false multi_ron=HeadBump | sanchahou_on_chankan true false
    shura | abort_keeps_honba Plus1 Reset0
    tenhou-east abort_kyuushu=false abort_suufon=false abort_suucha=false abort_suukan=false \
        triple_ron_abort=false multi_ron=HeadBump | abort_keeps_honba Plus1 Reset0
    tenhou-east abort_kyuushu=false abort_suufon=false abort_suucha=false abort_suukan=false \
        triple_ron_abort=false multi_ron=HeadBump | abort_passes_deal true false
    tenhou-east max_kyoku=4 | extension_winds 1 2
    tenhou-east max_kyoku=4 | target_points 30000 26000
    tenhou-east max_kyoku=4 | sudden_death RenchanFirst Immediate
    tenhou-east max_kyoku=4 | agari_yame Auto Ask
    tenhou-east max_kyoku=4 | tenpai_yame Auto Ask
    tenhou-east max_kyoku=4 | yame_needs_target Always Never
    tenhou-east pao=[] | pao_scope WholeHand YakumanOnly
    tenhou-east pao=[] | pao_honba Pao Discarder
    tenhou-sanma-east pao=[] | pao_tsumo_3p SumOfShares FullRon
    tenhou-east yakuman_stack=false | max_yakuman 1 2
    tenhou-east aotenjou=true | kiriage true false
    tenhou-east aotenjou=true | kazoe Yakuman Off
    tenhou-east | chip_value 2000 500
    tenhou-east ippatsu=false | chips [Ippatsu] []
    tenhou-east dora_ura=false dora_kan_ura=false | chips [Ura] []
    tenhou-east red_fives=[0,0,0] | chips [RedFives] []
    tenhou-east max_yakuman=1 | yakuman_stack true false
    tenhou-east max_yakuman=1 | double_yakuman [Kokushi13] [SuuankouTanki]
    toutenkou | target 350 350
    toutenkou riichi_min_live=51 | riichi_min_live 51 51
    toutenkou riichi_min_live=51 | riichi_bet 1 3
    toutenkou length=SingleHand | dealer TenhouRenchan WinnerIsDealer
    toutenkou double_ron=false | double_ron_honba NearestOnly Both
    toutenkou yakuman_counts_dora=true | yakuman_counts_pulled_red true false
    toutenkou reds=[0,1,1] | yakuman_counts_pulled_red true false
    toutenkou ron_bonus=0 | ron_bonus_on_robbed_kan true false
    toutenkou noten_total=0 | noten Pool20 TwentyEachNoten
    yangzhou-7 rotations=1 | combos Only18 Never
    yangzhou-7 rotations=1 | l3_tier_c 8 16
    yangzhou-7 rotations=1 miss_own_draw=false | naked_wait_exempt true false
    toppan wangpai_reserve=0 | toppan_extra Tile Indicator
    toppan toppan_extra=Off | extra_scope Table Declarer
    toppan wangpai_reserve=0 | extra_scope Table Declarer
    toppan dora_indicators=1 toppan_extra=Off | dora_stacking true false
    toppan redraw_four_equal=false redraw_three_wins=false | redraw_adds_honba true false
    toppan prize=0 | bust_prize FromBustedToBuster ShareOthers
    toppan prize=0 | upper_prize TenFromEach FromPayer
    toppan uma=[[0,0,0,0],[0,0,0,0],[0,0,0,0]] | floating AtLeast Above
    toppan uma=[[0,0,0,0],[0,0,0,0],[0,0,0,0]] | tie_break Split InitialSeat
";

/// Rules by their name and changes.
fn rules(base: &str, changes: &[String]) -> AnyRules {
    let mut source = Source::preset(base);
    source.set_all(changes).unwrap();
    load(&source).unwrap_or_else(|error| panic!("{base} {changes:?}: {error}"))
}

/// Every warning and rule of a family that a case has shown to be without effect.
#[derive(Default)]
struct Shown(BTreeSet<(&'static str, usize, &'static str)>);

impl Shown {
    /// Notes the warnings of a rule that apply under `[a, b]`, and plays under both.
    fn check<G: Game>(&mut self, rule: &str, [a, b]: [&Loaded<G::Rules>; 2], what: &str) {
        let mut warned = false;
        for (number, warning) in G::Rules::WARNINGS.iter().enumerate() {
            let applies = (warning.when)(&a.rules)
                && ((warning.when)(&b.rules) || warning.says.starts_with("plays like"));
            if let Some(&rule) = warning.rules.iter().find(|name| applies && **name == rule) {
                warned = true;
                self.0.insert((G::Rules::FAMILY, number, rule));
            }
        }
        assert!(warned, "no warning: {what}");
        let [a, b] = [a, b].map(|loaded| play::<G>(&loaded.rules));
        let at = a.iter().zip(&b).position(|(a, b)| a != b);
        assert!(at.is_none(), "{what}: match {at:?} is not the same");
        assert!(a.iter().flat_map(|trace| &trace.log).count() > 1_000, "{what}: short matches");
    }

    /// Checks that every rule of every warning of the family was shown.
    fn has_all<R: Ruleset>(&self) {
        for (number, warning) in R::WARNINGS.iter().enumerate() {
            for rule in warning.rules {
                let shown = self.0.contains(&(R::FAMILY, number, rule));
                assert!(shown, "{}: no case shows that `{rule}` {}", R::FAMILY, warning.says);
            }
        }
    }
}

fn play<G: Game>(rules: &G::Rules) -> Vec<MatchTrace> {
    let roster = Roster::built_in();
    let spec = |text: &str| roster.spec(text).unwrap();
    let specs: Vec<Spec> = match G::Rules::FAMILY {
        "toppan" => ["threshold", "random", "threshold", "random"].map(spec).into(),
        _ => ["ukeire", "ukeire", "random", "ukeire"].map(spec).into(),
    };
    let agents = specs.iter().take(G::SEATS).map(|spec| roster.agent::<G>(spec).unwrap());
    let mut agents: Vec<_> = agents.filter_map(AnyAgent::scalar).collect();
    let rules = Arc::new(rules.clone());
    let one = |number| {
        let mut trace = MatchTrace::default();
        playout::play(&rules, MatchSeed { seed: 7, number }, &mut agents, &mut trace).unwrap();
        trace
    };
    (0..MATCHES).map(one).collect()
}

#[test]
fn rules_without_effect_change_no_match() {
    let mut shown = Shown::default();
    for line in CASES.replace("\\\n", "").lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (given, varied) = line.split_once('|').unwrap();
        let given: Vec<&str> = given.split_whitespace().collect();
        let [rule, a, b] = varied.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{line}") };
        let under = |value: &str| {
            let changes = given[1..]
                .iter()
                .map(ToString::to_string)
                .filter(|set| !set.starts_with(&format!("{rule}=")));
            rules(given[0], &changes.chain([format!("{rule}={value}")]).collect::<Vec<_>>())
        };
        match (&under(a), &under(b)) {
            (AnyRules::Riichi(a), AnyRules::Riichi(b)) if a.rules.players == 3 => {
                shown.check::<Riichi<3>>(rule, [a, b], line)
            }
            (AnyRules::Riichi(a), AnyRules::Riichi(b)) => shown.check::<Riichi<4>>(rule, [a, b], line),
            (AnyRules::Toutenkou(a), AnyRules::Toutenkou(b)) => shown.check::<Toutenkou>(rule, [a, b], line),
            (AnyRules::Yangzhou(a), AnyRules::Yangzhou(b)) => shown.check::<Yangzhou>(rule, [a, b], line),
            (AnyRules::Toppan(a), AnyRules::Toppan(b)) => shown.check::<Toppan>(rule, [a, b], line),
            _ => panic!("{line}: one ruleset"),
        }
    }
    shown.has_all::<<Riichi<4> as Game>::Rules>();
    shown.has_all::<<Toutenkou as Game>::Rules>();
    shown.has_all::<<Yangzhou as Game>::Rules>();
    shown.has_all::<<Toppan as Game>::Rules>();
}
