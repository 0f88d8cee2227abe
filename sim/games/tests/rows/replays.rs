//! Every table can be made again from `replays`, and what is no replay is refused.

use super::support::{Manner, Sheet, about, asking, match_id, record, rulesets};
use hyakuman_core::Rng;
use hyakuman_core::game::rows::{ReplayError, Table, TableRecorder, replay};
use hyakuman_riichi::{Riichi, RiichiRules};
use std::sync::Arc;

type Four = Riichi<4>;

/// The recorded actions of each match.
fn actions(recorder: &mut TableRecorder<Four>) -> Vec<Vec<u8>> {
    let sheet = Sheet::new(Table::Replays, recorder);
    (0..sheet.len()).map(|row| sheet.cell("actions", row).to_vec()).collect()
}

#[test]
fn every_table_can_be_made_again() {
    for (id, rules) in rulesets() {
        for manner in [Manner::Random, Manner::Greedy] {
            let (mut recorder, _) = record(&rules, manner, 0..20, || ());
            let mut again = TableRecorder::<Four>::new(&about(), &Table::OF_RUN);
            for (number, actions) in (0..).zip(actions(&mut recorder)) {
                let of_match = match_id(number);
                again.begin(of_match);
                replay(&rules, of_match.seed, &actions, &mut again).expect("what was played can be played");
            }
            for table in Table::OF_RUN {
                assert_eq!(recorder.rows(table), again.rows(table), "{id}, {manner:?}: {}", table.name());
            }
        }
    }
}

fn try_replay(rules: &Arc<RiichiRules>, actions: &[u8]) -> Result<(), ReplayError> {
    let mut recorder = TableRecorder::<Four>::new(&about(), &Table::OF_RUN);
    recorder.begin(match_id(0));
    replay(rules, match_id(0).seed, actions, &mut recorder)
}

#[test]
fn what_is_no_replay_is_refused() {
    let rules = Arc::new(asking());
    let (mut recorder, _) = record(&rules, Manner::Greedy, 0..1, || ());
    let actions = actions(&mut recorder).remove(0);
    let length = actions.len();
    assert_eq!(try_replay(&rules, &actions), Ok(()));
    for fewer in [0, 1, length / 2, length - 1] {
        assert_eq!(try_replay(&rules, &actions[..fewer]), Err(ReplayError::TooFew { actions: fewer }));
    }
    for more in 1..3 {
        let longer = [&actions[..], &vec![0; more]].concat();
        let error = ReplayError::TooMany { needed: length, actions: length + more };
        assert_eq!(try_replay(&rules, &longer), Err(error));
    }
    for wrong in [0, length / 3, length - 1] {
        let mut changed = actions.clone();
        changed[wrong] = 250;
        match try_replay(&rules, &changed) {
            Err(ReplayError::Illegal { step, illegal }) => {
                assert_eq!(step, wrong);
                assert!(illegal.reason.ends_with("has no action with this code"), "{illegal}");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Bytes of any sort, and recorded actions with some of them changed: an error or a match, never a panic.
#[test]
fn no_bytes_make_it_panic() {
    let mut rng = Rng::from_seed(11);
    let mut played = 0;
    for (_, rules) in rulesets() {
        let (mut recorder, _) = record(&rules, Manner::Random, 0..1, || ());
        let actions = actions(&mut recorder).remove(0);
        for _ in 0..300 {
            let noise: Vec<u8> = (0..rng.below(60)).map(|_| rng.below(256) as u8).collect();
            assert!(try_replay(&rules, &noise).is_err());
            let mut changed = actions.clone();
            for _ in 0..=rng.below(3) {
                let place = rng.below(changed.len() as u32) as usize;
                let codes = [55, 256][rng.below(2) as usize];
                changed[place] = rng.below(codes) as u8;
            }
            played += try_replay(&rules, &changed).is_ok() as u32;
        }
    }
    assert!(played > 0, "none of the changed matches could be played: hardly a test of long ones");
}
