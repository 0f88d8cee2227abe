//! What agents think of the legal actions: of each of them, in numbers, and without an effect on how they play.

use hyakuman_agents::Roster;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, AnyAgent, Game, Seen, playout};
use hyakuman_core::testing::conformance::MatchTrace;
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::registry::{Listed, Visitor};
use std::sync::Arc;

const MATCHES: u64 = 6;

/// Agents with evaluations, and the least percentage of the actions played that are worth most to them. In play not all discards are
/// looked at as closely, and some actions are not weighed: gari tiles set aside, for example.
const COMPARE: [(&str, u32); 6] =
    [("value", 95), ("placement", 95), ("defend", 97), ("gari", 90), ("fan", 99), ("expectimax", 100)];

/// Plays as an agent, and asks it at every decision.
struct Asked<G: Game> {
    agent: Box<dyn Agent<G>>,
    /// Decisions, those with an evaluation, and those in which no action is worth more than the one played.
    decisions: u32,
    compared: u32,
    best: u32,
}

impl<G: Game> Agent<G> for Asked<G> {
    fn begin(&mut self, rules: &Arc<G::Rules>, seat: Seat, seed: AgentSeed) {
        self.agent.begin(rules, seat, seed);
    }

    fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8 {
        let (found, action) = (self.agent.evaluate(view, legal), self.agent.act(view, legal));
        self.decisions += 1;
        let Some(found) = found else { return action };
        let mut codes: Vec<u8> = found.candidates.iter().map(|candidate| candidate.action).collect();
        codes.sort_unstable();
        assert_eq!(codes, legal.iter().collect::<Vec<u8>>(), "each legal action once");
        assert!(found.candidates.is_sorted_by(|a, b| a.value >= b.value), "{:?}", found.candidates);
        let groups = self.agent.groups().len();
        for candidate in &found.candidates {
            let chances = [candidate.win, candidate.deal_in, candidate.tenpai];
            assert!(
                chances.into_iter().flatten().all(|chance| (0.0..=1.0).contains(&chance)),
                "{candidate:?}"
            );
            assert!(
                candidate.value.is_finite() && candidate.loss.is_none_or(f32::is_finite),
                "{candidate:?}"
            );
            assert!(candidate.group.is_none_or(|group| usize::from(group) < groups), "{candidate:?}");
        }
        self.compared += 1;
        self.best += (found.of(action).unwrap().value == found.candidates[0].value) as u32;
        action
    }

    fn watches(&self) -> bool {
        self.agent.watches()
    }

    fn watch(&mut self, seen: &Seen<'_, G>) {
        self.agent.watch(seen);
    }
}

/// Plays matches of an agent with and without questions; returns decisions, evaluations, and how often the best was played.
struct Compare<'a>(&'a Roster, &'a str);

impl Visitor for Compare<'_> {
    type Output = [u32; 3];

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> [u32; 3] {
        let spec = self.0.spec(self.1).unwrap();
        let agent = || self.0.agent::<G>(&spec).ok().and_then(AnyAgent::scalar).expect("an agent");
        let mut plain: Vec<_> = (0..G::SEATS).map(|_| agent()).collect();
        let asked = |_| Asked { agent: agent(), decisions: 0, compared: 0, best: 0 };
        let mut asked: Vec<Asked<G>> = (0..G::SEATS).map(asked).collect();
        for number in 0..MATCHES {
            let (seed, mut traces) =
                (MatchSeed { seed: 9, number }, [MatchTrace::default(), MatchTrace::default()]);
            playout::play::<G, _>(rules, seed, &mut plain, &mut traces[0]).expect("legal");
            playout::play::<G, _>(rules, seed, &mut asked, &mut traces[1]).expect("legal");
            assert!(traces[0] == traces[1], "{}: another match if asked", self.1);
        }
        let sum = |count: fn(&Asked<G>) -> u32| asked.iter().map(count).sum();
        [sum(|asked| asked.decisions), sum(|asked| asked.compared), sum(|asked| asked.best)]
    }
}

#[test]
fn evaluations_are_whole_and_change_nothing() {
    let roster = Roster::built_in();
    for listing in hyakuman_games::registry::rulesets() {
        let rules = hyakuman_games::registry::load_preset(listing.id).unwrap();
        let quick = roster.entries().iter().filter(|entry| !entry.external && !entry.slow);
        for entry in quick.filter(|entry| entry.plays(listing.family)) {
            let [decisions, compared, best] = rules.visit(Compare(&roster, &entry.name));
            let expected = COMPARE.iter().find(|(name, _)| *name == entry.name);
            let what = format!("{} {}: {decisions}, {compared}, {best}", listing.id, entry.name);
            assert_eq!(compared > 0, expected.is_some(), "{what}");
            assert!(expected.is_none_or(|(_, least)| 100 * best >= least * compared), "{what}");
        }
    }
}
