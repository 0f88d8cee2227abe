//! Rules drawn at random, as far as they fit together, held to everything a game must hold to.

use super::oracle::Oracle;
use super::oracle_end::{End, Then};
use hyakuman_core::eval::{Full, Sanma};
use hyakuman_core::{MatchSeed, RelSeat, Rng, Seat, SeatSet};
use hyakuman_games::conformance::check_match;
use hyakuman_games::game::{KyokuEnd, MatchEnd};
use hyakuman_games::riichi::{Action, Event, Riichi, RiichiRules};
use hyakuman_games::ruleset::Source;
use hyakuman_games::{Answers, Game, Sink};
use std::sync::{Arc, LazyLock};

/// How many rulesets are drawn; HYAKUMAN_RULE_VARIATIONS asks for another number.
const VARIATIONS: u64 = 300;

/// Matches played with each.
const MATCHES: u64 = 3;

/// Values worth drawing, by field; `+` joins what only fits together. A value that does not fit those drawn before
/// it is left out.
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
    local_yaku [] [TsubameGaeshi,Kanburi,ShiiaruRaotai,Uumensai] [IipinMoyue,ChuupinRaoyui,Sanrenkou,IsshokuSanjun]
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
";

/// The same of the rules that three players have besides; what does not fit them above is left out.
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
";

/// Of four players; three have no use for them.
const NOT_OF_THREE: [&str; 17] = [
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

/// One set of rules, and how to ask for it.
struct Variation {
    rules: Arc<RiichiRules>,
    asked: String,
}

impl Variation {
    /// Draws a value for about half of the fields, in random order, and keeps those that fit.
    fn draw<const N: usize>(number: u64) -> Variation {
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
        Variation { rules, asked: format!("{base} {}", sets.join(" ")) }
    }
}

/// The fields and values to draw from with so many players.
fn values<const N: usize>() -> Vec<Vec<&'static str>> {
    let words = |text: &'static str| text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let of_four = words(VALUES)
        .filter(|words| N == 4 || words.first().is_some_and(|name| !NOT_OF_THREE.contains(name)));
    let of_three = words(if N == 3 { VALUES_OF_THREE } else { "" });
    of_four.chain(of_three).filter(|words| !words.is_empty()).collect()
}

fn load(base: &str, sets: &[String]) -> Option<RiichiRules> {
    let mut source = Source::preset(base);
    sets.iter().for_each(|set| source.set(set).expect("key=value"));
    source.load().map(|loaded| loaded.rules).ok()
}

/// The variations that everything here is checked with; the first ones are always the same.
fn drawn<const N: usize>() -> &'static [Variation] {
    static OF_FOUR: LazyLock<Vec<Variation>> = LazyLock::new(draw_all::<4>);
    static OF_THREE: LazyLock<Vec<Variation>> = LazyLock::new(draw_all::<3>);
    if N == 3 { &OF_THREE } else { &OF_FOUR }
}

fn draw_all<const N: usize>() -> Vec<Variation> {
    (0..variations()).map(Variation::draw::<N>).collect()
}

fn variations() -> u64 {
    let asked = std::env::var("HYAKUMAN_RULE_VARIATIONS").ok().and_then(|n| n.parse().ok());
    asked.unwrap_or(VARIATIONS)
}

#[test]
fn any_rules_that_fit_together_can_be_played() {
    check_variations::<4>();
}

#[test]
fn any_rules_of_three_players_can_be_played() {
    check_variations::<3>();
}

fn check_variations<const N: usize>() {
    for (number, Variation { rules, asked }) in (0..).zip(drawn::<N>()) {
        for of_match in 0..MATCHES {
            let seed = MatchSeed { seed: number, number: of_match };
            if let Err(what) = check_match::<Riichi<N>>(rules, seed) {
                panic!("variation {number}: {what}\n{asked}");
            }
        }
    }
}

/// The values above are values: each of them fits at least once.
#[test]
fn every_value_is_drawn() {
    all_drawn::<4>();
    all_drawn::<3>();
}

fn all_drawn<const N: usize>() {
    let drawn: Vec<String> = drawn::<N>().iter().map(|variation| format!("{} ", variation.asked)).collect();
    let mut missing = Vec::new();
    for words in values::<N>() {
        let field = words[0];
        for value in &words[1..] {
            let set = format!(" {field}={} ", value.replace('+', " "));
            if !drawn.iter().any(|asked| asked.contains(&set)) {
                missing.push(set);
            }
        }
    }
    assert!(missing.is_empty(), "in none of the variations: {missing:?}");
}

/// What one step of a match tells.
enum Told<const N: usize> {
    Event(Event),
    End(End<N>, SeatSet),
    Over(MatchEnd),
}

/// All of it, in order.
struct Step<const N: usize>(Vec<Told<N>>);

impl<const N: usize> Sink<Riichi<N>> for Step<N> {
    fn event(&mut self, event: &Event) {
        self.0.push(Told::Event(*event));
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let deltas = std::array::from_fn(|seat| end.deltas[seat]);
        let own = End { result: end.result, deltas, wins: end.wins.to_vec() };
        self.0.push(Told::End(own, end.tenpai));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.0.push(Told::Over(*end));
    }
}

/// Plays a match at random with the oracle beside it. The error says where they part.
fn follow<const N: usize>(rules: &Arc<RiichiRules>, seed: MatchSeed) -> Result<(), String> {
    let mut rng = Rng::from_seed(seed.number);
    let mut step = Step(vec![]);
    let mut game = Riichi::<N>::start(rules, seed, &mut step);
    let mut oracle = Oracle::new(rules, &game);
    let mut then = None;
    loop {
        let told = std::mem::take(&mut step.0);
        for i in 0..told.len() {
            then = follow_step(&mut oracle, &game, then, &told[i..])?;
        }
        if game.deciders().is_empty() {
            return Ok(());
        }
        oracle.expect_picks();
        let mut answers = Answers::NONE;
        let asks = then.is_some_and(|then| matches!(then, Then::Ask(..)));
        for seat in Seat::all(N) {
            if asks != game.legal(seat).has(Action::Stop.code()) && game.deciders().has(seat) {
                return Err("asked to stop at the wrong time".into());
            }
            if !asks {
                oracle.agrees(seat, game.legal(seat))?;
            }
            if game.deciders().has(seat) {
                answers.set(seat, random_answer(&game, seat, &mut rng));
            }
        }
        oracle.asked = std::array::from_fn(|_| vec![]);
        oracle.picked(answers);
        game.apply(answers, &mut step);
    }
}

/// The first of the things told: does it fit what was expected?
fn follow_step<const N: usize>(
    oracle: &mut Oracle<N>,
    game: &Riichi<N>,
    then: Option<Then>,
    told: &[Told<N>],
) -> Result<Option<Then>, String> {
    if oracle.asked.iter().any(|codes| codes.len() > 1) {
        return Err(format!("nobody was asked: {:?}", oracle.asked));
    }
    match &told[0] {
        Told::End(end, tenpai) => return oracle.after(end, *tenpai).map(Some),
        Told::Over(end) => match then {
            Some(Then::Over | Then::Ask(..)) => oracle.check_result(end)?,
            other => return Err(format!("the match is over, expected {other:?}")),
        },
        Told::Event(event) => {
            if let Event::Deal { kyoku, honba, kyotaku } = *event
                && let Some(then) = then
            {
                let dealt = (kyoku as u32, honba as u32, kyotaku as u32);
                if then != Then::Deal(dealt.0, dealt.1, dealt.2)
                    && then != Then::Ask(dealt.0, dealt.1, dealt.2)
                {
                    return Err(format!("dealt {dealt:?}, expected {then:?}"));
                }
            }
            // Of a kyoku that is over by now its end tells.
            let end =
                told.iter().find_map(|told| if let Told::End(end, _) = told { Some(end) } else { None });
            oracle.follow(event, game, end.map_or(game.wins(), |end| &end.wins))?;
        }
    }
    Ok(None)
}

/// A random action, but mostly one that brings the hand on: riichi, a discard that keeps the shanten, no call.
fn random_answer<const N: usize>(game: &Riichi<N>, seat: Seat, rng: &mut Rng) -> u8 {
    let legal = game.legal(seat);
    if legal.has(Action::Tsumo.code()) && rng.below(2) == 0 {
        return Action::Tsumo.code();
    }
    if rng.below(12) == 0 {
        return legal.nth(rng.below(legal.len()));
    }
    if legal.has(Action::Pass.code()) {
        let wins = legal.has(Action::Ron.code()) && rng.below(2) == 0;
        return if wins { Action::Ron.code() } else { Action::Pass.code() };
    }
    let view = game.view(seat);
    let (hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
    let keep = match N {
        3 => view.tables().keep::<Sanma>(&hand, melds),
        _ => view.tables().keep::<Full>(&hand, melds),
    };
    if legal.has(Action::NUKI_NORTH.code()) && rng.below(2) == 0 {
        return Action::NUKI_NORTH.code();
    }
    let keeps = |code: &u8| match Action::from_code(*code) {
        Some(Action::Discard(tile)) => keep.has(tile.kind()),
        Some(Action::Tsumogiri) => view.drawn().is_none_or(|tile| keep.has(tile.kind())),
        _ => false,
    };
    let riichi = legal.iter().filter(|&code| matches!(Action::from_code(code), Some(Action::Riichi(_))));
    let good: Vec<u8> = riichi.chain(legal.iter().filter(keeps)).collect();
    match good.len() as u32 {
        0 => legal.nth(rng.below(legal.len())),
        n => good[rng.below(n) as usize],
    }
}

/// Who is asked, and for what, is what a second reading of the rules says.
#[test]
fn the_oracle_agrees() {
    follow_variations::<4>();
}

#[test]
fn the_oracle_agrees_on_three_players() {
    follow_variations::<3>();
}

fn follow_variations<const N: usize>() {
    let mut followed = 0;
    for (number, Variation { rules, asked }) in (0..).zip(drawn::<N>()) {
        if !Oracle::<N>::covers(rules) {
            continue;
        }
        followed += 1;
        for of_match in 0..MATCHES {
            let seed = MatchSeed { seed: number, number: of_match };
            if let Err(what) = follow::<N>(rules, seed) {
                panic!("variation {number}, match {of_match}: {what}\n{asked}");
            }
        }
    }
    assert!(followed > variations() / 5, "only {followed} rulesets were followed");
}

/// Matches of each kind of Shura; many, since what is rare there takes several wins.
const SHURA_MATCHES: u64 = 150;

/// The same for kyoku that go on after a win, with wins in plenty.
#[test]
fn the_oracle_agrees_on_shura() {
    let kinds = [
        "",
        "exchange_tiles=0 chankan_keeps_kan=false riichi_on_ronned_tile=Fails start_points=8000 reference_points=8000",
        "exchange_pool=14 exchange_dir=RandomDerangement shura_suukan_abort=AfterDiscard noten={Pool=3000}",
        "wins_per_hand=2 multi_ron=HeadBump tobi=Off riichi_min_score=0 start_points=1000 reference_points=1000",
    ];
    for kind in kinds {
        let sets: Vec<String> = kind.split_whitespace().map(String::from).collect();
        let rules = Arc::new(load("shura", &sets).expect(kind));
        for number in 0..SHURA_MATCHES {
            if let Err(what) = follow::<4>(&rules, MatchSeed { seed: 9, number }) {
                panic!("shura {kind}, match {number}: {what}");
            }
        }
    }
}
