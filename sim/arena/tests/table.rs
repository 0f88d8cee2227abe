//! Tables of any game, which the caller moves on.

use hyakuman_agents::Roster;
use hyakuman_arena::table::{KeptAgents, Until, table, table_from};
use hyakuman_arena::{Error, Rules};
use hyakuman_core::MatchSeed;
use hyakuman_core::game::{ActionMask, Agent, AgentFailure, BatchAgent, Decision, StartState};
use hyakuman_games::registry::rulesets;
use hyakuman_games::viewer::{Format, Heading};
use hyakuman_riichi::{Riichi, View};

/// Fails in every decision.
struct Broken;

impl Agent<Riichi> for Broken {
    fn act(&mut self, _: &View<'_>, _: &ActionMask) -> u8 {
        255
    }

    fn failure(&mut self) -> Option<AgentFailure> {
        Some(AgentFailure("its program ended".into()))
    }
}

/// Needs no row; its answer is the index of the decision.
struct Counting;

impl BatchAgent<Riichi> for Counting {
    fn row_bytes(&self) -> usize {
        0
    }

    fn encode(&self, decision: &Decision<'_, '_, Riichi>, row: &mut [u8]) {
        row[0] = decision.legal.nth(decision.step % decision.legal.len());
    }

    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure> {
        actions.copy_from_slice(rows);
        Ok(())
    }
}

/// An agent gets the same questions in a single match as in a run, and its failure is reported in the same words.
#[test]
fn agents_of_a_single_match() {
    let mut roster = Roster::built_in();
    roster.add("broken", |_| Broken);
    roster.add_batched("counting", |_| Counting);
    let mut game = table(&Rules::preset("tenhou-east").unwrap(), MatchSeed { seed: 1, number: 3 });
    let (agents, seat) = (KeptAgents::new(roster), game.pending().next().unwrap());
    let advice = game.choice(&agents, "broken", seat).unwrap_err();
    let play = game.copied().play(&agents, &["broken"; 4], Until::Match).unwrap_err();
    for error in [advice, play] {
        assert!(matches!(error, Error::Protocol(_)), "{error}");
        assert_eq!(error.to_string(), "the agent broken failed in match 3: its program ended");
    }
    let mut copy = game.copied();
    copy.play(&agents, &["counting"; 4], Until::Match).unwrap();
    while let Some(seat) = game.pending().next() {
        let code = game.choice(&agents, "counting", seat).unwrap();
        game.take(seat, code).unwrap();
    }
    assert_eq!(game.history().actions, copy.history().actions);
}

/// Played kyoku by kyoku, a match is the same as played at once.
#[test]
fn a_match_is_played_kyoku_by_kyoku() {
    let (roster, agents) = (Roster::built_in(), KeptAgents::new(Roster::built_in()));
    for listing in rulesets() {
        let mut game = table(&Rules::preset(listing.id).unwrap(), MatchSeed { seed: 2, number: 1 });
        let (mut whole, specs) = (game.copied(), vec![roster.default_agent(listing.family); game.seats()]);
        whole.play(&agents, &specs, Until::Match).unwrap();
        let (mut kyoku, mut last) = (0, None);
        while !game.pending().is_empty() {
            game.play(&agents, &specs, Until::Kyoku).unwrap();
            assert!(game.last_kyoku() != last || game.pending().is_empty(), "{}: another kyoku", listing.id);
            last = game.last_kyoku();
            kyoku += 1;
        }
        assert_eq!(game.history().actions, whole.history().actions, "{}", listing.id);
        assert_eq!((game.result(), last), (whole.result(), whole.last_kyoku()), "{}", listing.id);
        assert_eq!(kyoku, game.result().unwrap().kyoku, "{}", listing.id);
    }
    let mut game = table(&Rules::preset("tenhou").unwrap(), MatchSeed { seed: 2, number: 1 });
    let error = game.play(&agents, &["random"; 3], Until::Kyoku).unwrap_err();
    assert_eq!(error.to_string(), "there are 3 agents for 4 seats");
}

#[test]
fn a_match_starts_at_a_state() {
    let scores = Some([31_000, 20_000, 40_000, 8_000]);
    let start = StartState { scores, kyoku: 6, honba: 2, sticks: 1, only_kyoku: true };
    let seed = MatchSeed { seed: 1, number: 0 };
    let mut game = table_from(&Rules::preset("tenhou").unwrap(), seed, &start).unwrap();
    assert!(
        game.written(Format::Text, &Heading::default())
            .unwrap_err()
            .to_string()
            .contains("did not start at the state of its rules")
    );
    game.play(&KeptAgents::new(Roster::built_in()), &["value"; 4], Until::Match).unwrap();
    assert_eq!((game.result().unwrap().kyoku, game.last_kyoku().unwrap().kyoku), (1, 6));
}
