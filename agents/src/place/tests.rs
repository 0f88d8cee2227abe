use super::*;
use crate::Ukeire;
use hyakuman_core::MatchSeed;
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, MatchEnd, Sink, playout};
use hyakuman_riichi::toutenkou::Gari;
use hyakuman_riichi::toutenkou::presets::toutenkou;
use hyakuman_riichi::{Riichi, presets};
use std::sync::Arc;

const STEEP: [i32; 4] = [90, 0, 0, -90];

fn seat(seat: u8) -> Seat {
    Seat::new(seat)
}

/// A kyoku about to be dealt, without honba and sticks.
fn dealt<const N: usize>(scores: [i32; N], kyoku: u32) -> Situation<N> {
    Situation { scores, kyoku, honba: 0, sticks: 0, over: false }
}

fn over<const N: usize>(scores: [i32; N]) -> Situation<N> {
    Situation { over: true, ..dealt(scores, 0) }
}

fn tenhou(uma: [i32; 4]) -> PlaceModel<4> {
    PlaceModel::new(&RiichiRules { uma, ..presets::tenhou() })
}

fn riichi_presets() -> impl Iterator<Item = RiichiRules> {
    presets::PRESETS.iter().map(|preset| (preset.rules)())
}

/// The last kyoku of a hanchan with these scores, asked at its first decision.
fn last_kyoku(scores: [i32; 4]) -> Riichi {
    use hyakuman_core::common::match_state::MatchState;
    use hyakuman_core::common::walls::Walls;
    let state = MatchState { kyoku: 7, scores, ..MatchState::first(0) };
    let walls = Walls::Keyed(MatchSeed { seed: 1, number: 0 });
    Riichi::start_at(&Arc::new(presets::tenhou()), walls, state, &mut ())
}

/// The situation after `winner` wins in the last kyoku, seen by seat 0.
fn won(scores: [i32; 4], winner: u8, from: Option<u8>, points: i32) -> Situation<4> {
    let game = last_kyoku(scores);
    let (winner, from) = (RelSeat::new(winner), from.map(RelSeat::new));
    after(&game.view(seat(0)), &Outcome::Win { winner, from, points })
}

#[test]
fn chances_of_places_are_consistent() {
    fn check<const N: usize>(rules: &RiichiRules) {
        let model = PlaceModel::<N>::new(rules);
        for kyoku in 0..rules.length_winds as u32 * N as u32 + 2 {
            let mut scores = [rules.start_points; N];
            (scores[0], scores[1]) = (scores[0] + 7_300, scores[1] - 7_300);
            let places: Vec<_> = Seat::all(N).map(|seat| model.places(&dealt(scores, kyoku), seat)).collect();
            for at in 0..N {
                let of_seat: f32 = places[at].iter().sum();
                let of_place: f32 = places.iter().map(|places| places[at]).sum();
                assert!((of_seat - 1.0).abs() < 1e-4 && (of_place - 1.0).abs() < 1e-4, "{places:?}");
            }
            assert!(places[0][0] > places[2][0] && places[2][0] > places[1][0], "{places:?}");
        }
    }
    for rules in riichi_presets() {
        if rules.players == 3 { check::<3>(&rules) } else { check::<4>(&rules) }
    }
}

#[test]
fn rank_points_sum_to_those_of_the_table() {
    let model = tenhou([20, 10, -10, -20]);
    let state = Situation { sticks: 2, honba: 1, ..dealt([31_000, 28_000, 22_000, 17_000], 5) };
    let sum: f32 = Seat::all(4).map(|seat| model.rank_points(&state, seat)).sum();
    assert!(sum.abs() < 0.02, "{sum}");
}

#[test]
fn the_end_is_exact_and_ties_go_by_seat() {
    let model = tenhou([20, 10, -10, -20]);
    let state = over([30_000, 30_000, 25_000, 15_000]);
    assert_eq!(model.places(&state, seat(1)), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!([0, 1, 2, 3].map(|of| model.rank_points(&state, seat(of))), [40.0, 10.0, -15.0, -35.0]);
    let shared = PlaceModel::<4>::new(&presets::mleague());
    assert_eq!(shared.places(&state, seat(1)), [0.5, 0.5, 0.0, 0.0]);
    assert_eq!(shared.rank_points(&state, seat(0)), shared.rank_points(&state, seat(1)));
}

#[test]
fn in_the_last_kyoku_an_equal_score_is_worth_more_to_the_earlier_seat() {
    let model = tenhou(STEEP);
    let state = dealt([25_000; 4], 7);
    assert!(model.places(&state, seat(0))[0] > model.places(&state, seat(2))[0]);
}

/// Of Toutenkou, where ten points are a rank point: score less target, uma, and oka to the first.
#[test]
fn points_of_toutenkou_are_tenths() {
    let model = PlaceModel::<3>::of::<Gari>(&toutenkou());
    let points = |state: Situation<3>| [0, 1, 2].map(|of| model.rank_points(&state, seat(of)));
    assert_eq!(points(over([500, 350, 200])), [45.0, -5.0, -40.0]);
    let before = points(dealt([500, 350, 200], 2));
    assert!(
        before.iter().sum::<f32>().abs() < 0.05 && before[0] > before[1] && before[1] > before[2],
        "{before:?}"
    );
    assert!(model.places(&dealt([500, 350, 200], 2), seat(0))[0] > 0.7);
}

/// Winning 1,000 ends the match with the lead; if another wins, the leader may be passed.
#[test]
fn a_leader_gains_much_from_a_cheap_win_in_the_last_kyoku() {
    let (model, scores) = (tenhou(STEEP), [36_000, 31_000, 18_000, 15_000]);
    let win = model.rank_points(&won(scores, 0, Some(2), 1_000), seat(0));
    let others = [
        won(scores, 1, None, 7_900),
        won(scores, 1, Some(2), 8_000),
        won(scores, 2, Some(3), 3_900),
        won(scores, 3, Some(2), 5_800),
    ];
    let lose: f32 = others.iter().map(|state| model.rank_points(state, seat(0))).sum::<f32>() / 4.0;
    assert!(win - lose > 30.0, "{win} {lose}");
}

#[test]
fn fourth_far_behind_gains_nothing_from_a_cheap_win_that_ends_the_match() {
    let model = tenhou(STEEP);
    let scores = [8_000, 24_000, 31_000, 37_000];
    let cheap = won(scores, 0, Some(2), 1_000);
    assert!(cheap.over);
    let again = dealt(scores, 7);
    assert_eq!(model.places(&cheap, seat(0)), [0.0, 0.0, 0.0, 1.0]);
    assert!(model.rank_points(&cheap, seat(0)) < model.rank_points(&again, seat(0)));
}

#[test]
fn a_bust_ends_the_match() {
    let state = won([1_000, 24_000, 37_000, 38_000], 1, Some(0), 2_000);
    assert!(state.over);
    assert_eq!(state.scores, [-1_000, 26_000, 37_000, 38_000]);
    let model = tenhou([20, 10, -10, -20]);
    assert_eq!(model.rank_points(&state, seat(0)), -51.0);
}

#[test]
fn the_dealer_repeats_the_last_kyoku_unless_he_leads() {
    assert!(!won([40_000, 30_000, 20_000, 10_000], 3, Some(2), 1_500).over);
    assert!(won([30_000, 20_000, 10_000, 40_000], 3, Some(2), 1_500).over);
    assert!(!won([25_000, 25_000, 25_000, 25_000], 0, Some(2), 1_000).over, "nobody has the target");
}

/// Under the steep uma only first and fourth place count.
#[test]
fn uma_enters_after_the_model() {
    let state = dealt([34_000, 26_000, 24_000, 16_000], 6);
    let (steep, flat) = (tenhou(STEEP), tenhou([20, 10, -10, -20]));
    for of in Seat::all(4) {
        let [first, second, third, fourth] = steep.places(&state, of);
        assert_eq!(steep.places(&state, of), flat.places(&state, of));
        let difference = 70.0 * (first - fourth) - 10.0 * (second - third);
        assert!((steep.rank_points(&state, of) - flat.rank_points(&state, of) - difference).abs() < 1e-3);
    }
}

#[test]
fn fits_are_used_where_they_apply() {
    for preset in presets::PRESETS {
        let rules = (preset.rules)();
        let fitted = match rules.players {
            3 => PlaceModel::<3>::new(&rules).is_fitted(),
            _ => PlaceModel::<4>::new(&rules).is_fitted(),
        };
        assert!(fitted, "{}", preset.id);
    }
    assert!(PlaceModel::<3>::of::<Gari>(&toutenkou()).is_fitted());
    let tenhou = presets::tenhou();
    for other in [
        RiichiRules { start_points: 30_000, ..tenhou.clone() },
        RiichiRules { length_winds: 0, ..tenhou.clone() },
        RiichiRules { wins_per_hand: 2, ..presets::shura() },
        RiichiRules { wins_per_hand: 3, ..tenhou },
    ] {
        assert!(!PlaceModel::<4>::new(&other).is_fitted());
    }
}

#[test]
fn a_fit_in_a_text_is_used_and_one_for_other_rules_or_with_a_fault_is_refused() {
    let text = include_str!("four_east.txt");
    let rules = presets::tenhou_east();
    let (own, built_in) = (PlaceModel::<4>::with_fit(&rules, text).unwrap(), PlaceModel::new(&rules));
    let state = dealt([30_000, 20_000, 26_000, 24_000], 2);
    assert!(own.is_fitted());
    assert_eq!(own.places(&state, seat(2)), built_in.places(&state, seat(2)));
    let fault = |text: &str| PlaceModel::<4>::with_fit(&rules, text).unwrap_err();
    for (from, to, sentence) in [
        ("players: 4", "players: 3", "it is a fit for players = 3, but these rules have players = 4"),
        ("winds: 1", "winds: 2", "it is a fit for length_winds = 2, but these rules have length_winds = 1"),
        (
            "start: 25000",
            "start: 30000",
            "it is a fit for start_points = 30000, but these rules have start_points = 25000",
        ),
        (
            "target: 30000",
            "target: 0",
            "it is a fit for target_points = 0, but these rules have target_points = 30000",
        ),
        ("hand: 1", "hand: 3", "it is a fit for wins_per_hand = 3, but these rules have wins_per_hand = 1"),
        ("family: riichi", "family: toutenkou", "it is a fit for toutenkou, not for riichi"),
        ("family: riichi", "family: go", "line 3: go is none of the families riichi, toutenkou"),
        ("wins_per_hand: 1", "", "there is no line wins_per_hand"),
        ("players: 4", "players: many", "line 4: many is not a number"),
        ("players: 4", "players: NaN", "line 4: NaN is not a number"),
        ("players: 4", "players", "line 4: expected a name, a colon and numbers"),
        ("start: 25000", "start: 25000 1", "line 6: start has 2 numbers instead of 1"),
        (
            "knots: -50",
            "knots: -51",
            "line 9: the knots are not -50 -34 -26 -20 -16 -12 -10 -8 -6 -4 -2 -1 0 1 2 4 6 8 10 12 16 20 26 34 50",
        ),
        ("drift: 168 78 3 -249", "", "there are 4 lines drift instead of 5"),
        ("drift: 168 78 3 -249", "drift: 1 2 3 4\ndrift: 1 2 3 4", "there are 6 lines drift instead of 5"),
        ("drift: 168 78 3 -249", "drift: 1 2 3", "line 12: drift has 3 numbers instead of 4"),
        ("# kyoku 1", "shape: 1", "line 34: there are no numbers called shape"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(fault(&text.replacen(from, to, 1)), sentence);
    }
    assert_eq!(fault(""), "there is no line family");
}

/// The log loss of the places of all seats at the start of each kyoku, in matches that were not fitted: docs/placement.md.
#[test]
fn the_fit_foretells_played_matches_better_than_the_normal_model() {
    let fitted = loss(presets::tenhou_east(), PlaceModel::<4>::new);
    let normal = loss(presets::tenhou_east(), |rules| PlaceModel::<4>::new(rules).normal());
    assert!(fitted < normal - 0.005 && (1.0..1.2).contains(&fitted), "{fitted} {normal}");
}

fn loss(rules: RiichiRules, model: impl Fn(&RiichiRules) -> PlaceModel<4>) -> f32 {
    let (model, rules) = (model(&rules), Arc::new(rules));
    let (mut sum, mut count) = (0.0, 0.0);
    for number in 0..1_500 {
        let mut played = Played::default();
        playout::play(&rules, MatchSeed { seed: 8, number }, &mut [Ukeire::default(); 4], &mut played)
            .unwrap();
        for state in &played.dealt {
            for seat in Seat::all(4) {
                sum -= model.places(state, seat)[played.places[seat.index()] as usize].ln();
                count += 1.0;
            }
        }
    }
    sum / count
}

/// The kyoku of a match, and how it ended.
#[derive(Default)]
struct Played {
    dealt: Vec<Situation<4>>,
    places: [u8; 4],
}

impl Sink<Riichi> for Played {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let &KyokuEnd { before, kyoku, honba, kyotaku, .. } = end;
        self.dealt.push(Situation { scores: before, kyoku, honba, sticks: kyotaku, over: false });
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.places = end.placement;
    }
}

/// What is foretold from the last decision of a kyoku is what the engine then does.
#[test]
fn wins_of_ukeire_end_as_foretold() {
    let (mut wins, mut matches_over) = (0, 0);
    for number in 0..60 {
        let mut agents = [Ukeire::default(); 4];
        let mut sink = LastWin::default();
        playout::play(&Arc::new(presets::tenhou()), MatchSeed { seed: 9, number }, &mut agents, &mut sink)
            .unwrap();
        wins += sink.wins;
        matches_over += sink.over;
    }
    assert!(wins > 400 && matches_over > 30, "{wins} {matches_over}");
}

/// Compares the situation after each win with the next decision.
#[derive(Default)]
struct LastWin {
    game: Option<Riichi>,
    foretold: Option<Situation<4>>,
    wins: u32,
    over: u32,
}

impl Sink<Riichi> for LastWin {
    fn decision(&mut self, game: &Riichi, _: Seat, _: &ActionMask, _: u8) {
        if let Some(foretold) = self.foretold.take() {
            assert_eq!(foretold, Situation::at(game.match_state(), false));
            self.wins += 1;
        }
        self.game = Some(game.clone());
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let (Some(game), [win]) = (&self.game, end.wins) else { return };
        let (view, rel) = (game.view(seat(0)), |of: Seat| of.seen_from(seat(0), 4));
        if view.liable(rel(win.winner)).is_none() {
            let (winner, from) = (rel(win.winner), win.from.map(rel));
            self.foretold = Some(after(&view, &Outcome::Win { winner, from, points: win.points }));
        }
    }

    fn match_end(&mut self, end: &MatchEnd) {
        if let Some(foretold) = self.foretold.take() {
            assert!(foretold.over);
            assert_eq!(foretold.scores, end.scores);
            self.over += 1;
        }
    }
}

/// In every kyoku of every ruleset with a model for four.
#[test]
fn more_points_are_worth_more() {
    for rules in riichi_presets().filter(|rules| rules.players == 4) {
        let model = PlaceModel::<4>::new(&rules);
        for kyoku in 0..4 * u32::from(rules.length_winds) {
            let worth = |more: i32| {
                let scores = [3 * more, -more, -more, -more].map(|more| rules.start_points + more);
                model.rank_points(&dealt(scores, kyoku), seat(0))
            };
            let worths: Vec<f32> = (-4..=4).map(|thousands| worth(1_000 * thousands)).collect();
            assert!(worths.is_sorted(), "kyoku {kyoku}, target {}: {worths:?}", rules.target_points);
        }
    }
}
