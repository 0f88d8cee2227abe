//! Rollouts of a decision: the same on any number of threads, of the view alone, and right where the answer is known.

use hyakuman_agents::Roster;
use hyakuman_arena::{Error, Quiet, RolledOut, Rollouts, threads};
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::{Agent, AnyAgent, Game, ValueUnit};
use hyakuman_core::{MatchSeed, Rng, Seat};
use hyakuman_riichi::{Action, Riichi, presets};
use std::sync::Arc;

const WORLDS: u64 = 70;

/// Plays the decision on this number of threads.
fn rolled<G: Game + Sync>(
    rules: &Arc<G::Rules>,
    game: &G,
    seat: Seat,
    (policy, true_hands, count): (&str, bool, u64),
) -> Result<RolledOut, Error> {
    let roster = Roster::built_in();
    let (policy, pool) = (roster.spec(policy).unwrap(), threads::pool(Some(count)).unwrap());
    let rollouts = Rollouts {
        roster: &roster,
        policy: &policy,
        worlds: WORLDS,
        true_hands,
        seed: 3,
        pool: &pool,
        observer: &Quiet,
    };
    rollouts.play(rules, game, seat, &game.legal(seat).iter().collect::<Vec<u8>>())
}

/// Some decisions of a match of `random`, shown to `check`.
fn decisions<G: Game>(rules: &Arc<G::Rules>, mut check: impl FnMut(&G, Seat)) {
    let (mut rng, mut table) =
        (Rng::from_seed(1), MatchInProgress::<G>::start(rules, MatchSeed { seed: 2, number: 0 }, &mut ()));
    for number in 0..200 {
        let Some(seat) = table.pending().next() else { return };
        if number % 50 == 25 {
            check(table.game(), seat);
        }
        let legal = table.game().legal(seat);
        table.answer(seat, legal.nth(rng.below(legal.len())), &mut ()).unwrap();
    }
}

fn of<G: Game + Sync>(rules: &Arc<G::Rules>, policy: &str) -> ValueUnit {
    let (mut unit, mut count) = (ValueUnit::Logit, 0);
    decisions::<G>(rules, |game, seat| {
        for true_hands in [false, true] {
            let [one, three] =
                [1, 3].map(|threads| rolled(rules, game, seat, (policy, true_hands, threads)).unwrap());
            assert_eq!(one, three, "on three threads");
            assert_eq!(one.actions.len(), game.legal(seat).len() as usize);
            assert!(one.actions.is_sorted_by(|a, b| a.worth.value >= b.worth.value));
            assert!(one.actions[0].behind.is_none() && one.actions[1..].iter().all(|it| it.behind.is_some()));
            for it in &one.actions[1..] {
                let less = one.actions[0].worth.value - it.worth.value;
                assert!((it.behind.unwrap().value - less).abs() < 1e-6);
            }
            (unit, count) = (one.unit, count + 1);
        }
    });
    assert!(count > 4, "{count}");
    unit
}

#[test]
fn results_do_not_depend_on_threads() {
    assert_eq!(of::<Riichi<4>>(&Arc::new(presets::tenhou()), "random"), ValueUnit::RankPoints);
    assert_eq!(of::<Riichi<3>>(&Arc::new(presets::tenhou_sanma()), "value:depth=0"), ValueUnit::RankPoints);
    let yangzhou = hyakuman_yangzhou::presets::yangzhou_13();
    assert_eq!(of::<hyakuman_yangzhou::Yangzhou>(&Arc::new(yangzhou), "ukeire"), ValueUnit::Points);
}

#[test]
fn dealt_hands_are_those_of_the_view() {
    let (rules, mut rng) = (Arc::new(presets::tenhou()), Rng::from_seed(9));
    decisions::<Riichi<4>>(&rules, |game, seat| {
        let other = game.view(seat).redealt(&mut rng);
        let [one, same] =
            [game, &other].map(|game| rolled(&rules, game, seat, ("ukeire", false, 2)).unwrap());
        assert_eq!(one, same);
    });
}

/// A win is worth more than to discard on.
#[test]
fn a_win_is_the_best_action() {
    let (rules, roster) = (Arc::new(presets::tenhou()), Roster::built_in());
    let agent = || roster.agent::<Riichi>(&roster.spec("ukeire").unwrap()).ok().and_then(AnyAgent::scalar);
    let mut agents: Vec<Box<dyn Agent<Riichi>>> = (0..4).filter_map(|_| agent()).collect();
    let (mut wins, mut best) = (0, 0);
    for number in 0..3 {
        let mut table = MatchInProgress::<Riichi>::start(&rules, MatchSeed { seed: 8, number }, &mut ());
        while let Some(seat) = table.pending().next() {
            let (game, legal) = (table.game(), table.game().legal(seat));
            let wins_by = [Action::Tsumo, Action::Ron].map(Action::code);
            if let Some(win) = wins_by.into_iter().find(|&code| legal.has(code)) {
                let found = rolled(&rules, game, seat, ("ukeire", false, 2)).unwrap();
                wins += 1;
                best += (found.actions[0].action == win) as u32;
            }
            let action = agents[seat.index()].act(&game.view(seat), legal);
            table.answer(seat, action, &mut ()).unwrap();
        }
    }
    assert!(wins > 10 && 10 * best >= 9 * wins, "{best} of {wins}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let rules = Arc::new(presets::tenhou());
    let game = Riichi::<4>::start(&rules, MatchSeed { seed: 1, number: 0 }, &mut ());
    let seat = game.deciders().next().unwrap();
    let roster = Roster::built_in();
    let (policy, pool) = (roster.spec("ukeire").unwrap(), threads::pool(Some(1)).unwrap());
    let rollouts = Rollouts {
        roster: &roster,
        policy: &policy,
        worlds: 0,
        true_hands: false,
        seed: 3,
        pool: &pool,
        observer: &Quiet,
    };
    let refused = rollouts.play(&rules, &game, seat, &[0]).unwrap_err().to_string();
    assert_eq!(refused, "0 worlds: expected 1 to 100000");
    let refused = rolled(&rules, &game, seat, ("gari", false, 1)).unwrap_err().to_string();
    assert!(refused.contains("plays toutenkou only"), "{refused}");
}
