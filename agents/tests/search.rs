//! `search`: legal, deterministic, of its view alone, and what its options may be.

use crate::play::Play;
use hyakuman_agents::{Roster, Value};
use hyakuman_core::game::ruleset::Source;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, AnyAgent, Evaluation, Game, ValueUnit, playout};
use hyakuman_core::{MatchSeed, Rng, Seat};
use hyakuman_games::registry::{load, load_preset, rulesets};
use hyakuman_riichi::{Riichi, RiichiRules, View, presets};
use std::sync::Arc;

fn agent<const N: usize>(spec: &str) -> Box<dyn Agent<Riichi<N>>> {
    let roster = Roster::built_in();
    let agent = roster.agent::<Riichi<N>>(&roster.spec(spec).unwrap()).unwrap();
    AnyAgent::scalar(agent).unwrap()
}

/// Plays as `value`, and asks two agents `search` at every decision.
struct Asked<const N: usize> {
    agents: [Box<dyn Agent<Riichi<N>>>; 2],
    rng: Rng,
    /// Decisions, those in which a value is not that of the base, and those with another choice.
    decisions: u32,
    searched: u32,
    overridden: u32,
}

impl<const N: usize> Asked<N> {
    fn check(&mut self, view: &View<'_, N>, legal: &ActionMask, found: &Evaluation) {
        assert_eq!(found.unit, ValueUnit::RankPoints);
        let mut codes: Vec<u8> = found.candidates.iter().map(|candidate| candidate.action).collect();
        codes.sort_unstable();
        assert_eq!(codes, legal.iter().collect::<Vec<u8>>(), "each legal action once");
        let base = Value::new(N, 2).evaluate(view, legal).expect("values");
        let worth = |code| base.of(code).expect("the same actions").value / 1_000.0;
        let differs = |one: u8, value: f32| (value - worth(one)).abs() > 1e-4;
        self.searched += found.candidates.iter().any(|it| differs(it.action, it.value)) as u32;
    }
}

impl<const N: usize> Agent<Riichi<N>> for Asked<N> {
    fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
        self.agents.iter_mut().for_each(|agent| agent.begin(rules, seat, seed));
    }

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let [one, other] = &mut self.agents;
        let own = Value::new(N, 2).act(view, legal);
        self.decisions += 1;
        if !self.decisions.is_multiple_of(3) {
            return own;
        }
        let world = view.redealt(&mut self.rng);
        let (same, searched) = (world.view(view.seat()), one.act(view, legal));
        assert_eq!(searched, other.act(&same, legal), "the same action for an equal view");
        let found = one.evaluate(view, legal);
        assert_eq!(found, other.evaluate(&same, legal), "the same values");
        self.overridden += (searched != own) as u32;
        if let Some(found) = found {
            self.check(view, legal, &found);
        }
        own
    }
}

fn ask<const N: usize>(rules: RiichiRules) {
    let spec = "search:worlds=24,policy=ukeire";
    let asked = |_| {
        let agents = [agent::<N>(spec), agent::<N>(spec)];
        Asked { agents, rng: Rng::from_seed(7), decisions: 0, searched: 0, overridden: 0 }
    };
    let (rules, mut asked): (_, Vec<Asked<N>>) = (Arc::new(rules), (0..N).map(asked).collect());
    for number in 0..4 {
        playout::play::<Riichi<N>, _>(&rules, MatchSeed { seed: 4, number }, &mut asked, &mut ()).unwrap();
    }
    let sum = |count: fn(&Asked<N>) -> u32| asked.iter().map(count).sum::<u32>();
    let [all, searched, overridden] =
        [sum(|asked| asked.decisions), sum(|asked| asked.searched), sum(|asked| asked.overridden)];
    assert!(searched > 40 && overridden > 0, "{all} decisions, {searched} searched, {overridden} overridden");
    assert!(20 * overridden < all, "{overridden} of {all} are overridden");
}

#[test]
fn it_sees_its_view_alone_and_values_every_action() {
    ask::<4>(presets::tenhou());
    ask::<3>(presets::tenhou_sanma());
}

#[test]
fn without_worlds_it_is_its_base() {
    let roster = Roster::built_in();
    let rules = load_preset("tenhou").unwrap();
    let play = |specs: &str| {
        let specs = roster.specs(specs).unwrap();
        rules.visit(Play { roster: &roster, specs: &specs, matches: 3 }).unwrap()
    };
    assert_eq!(play("search:worlds=0"), play("value"));
    assert_eq!(play("search:base=ukeire"), play("ukeire"), "it has no values");
}

#[test]
fn its_options_are_agents_and_a_number() {
    let roster = Roster::built_in();
    let shown =
        |text: &str| roster.spec(text).map(|spec| spec.to_string()).map_err(|error| error.to_string());
    assert_eq!(shown("search:base=value,worlds=512"), Ok("search".into()));
    let shortest = "search:base=\"value:depth=1\"";
    assert_eq!(shown("search:base=\"value:depth=1,risk=1.0\""), Ok(shortest.into()));
    assert!(shown("search:base=nothing").unwrap_err().starts_with("search:base: unknown agent \"nothing\""));
    let refused = |text: &str| {
        let spec = roster.spec(text).unwrap();
        roster.agent::<Riichi>(&spec).map(drop).unwrap_err().to_string()
    };
    assert!(refused("search:worlds=-1").ends_with("worlds=-1: expected a number from 0 to 1000000"));
    let sentence = "policy=search: expected an agent that neither searches nor is a program of its own";
    assert!(refused("search:policy=search").ends_with(sentence));
    assert!(
        refused("search:base=gari").contains("does not play")
            || refused("search:base=gari").contains("plays toutenkou only")
    );
}

/// What a spec needs, its agents included, so that a file of agents from elsewhere is not trusted with it.
#[test]
fn it_needs_what_its_agents_need() {
    let roster = Roster::built_in();
    let needs = |text: &str| roster.needs(&roster.spec(text).unwrap());
    assert_eq!(needs("search"), None);
    assert_eq!(needs("search:base=\"value:rates=numbers.txt\""), Some("reads a file"));
    #[cfg(unix)]
    {
        let bot = roster.spec("search:base=\"mjai:cmd=bot\"").unwrap();
        assert_eq!(roster.needs(&bot), Some("starts a program"));
        assert!(roster.is_external(&bot) && !roster.is_deterministic(&bot));
        assert!(roster.agent::<Riichi>(&bot).is_err());
    }
}

/// What takes long: `./scripts/check.sh long` runs it.
mod long {
    use super::*;

    /// The first kyoku of a match of each.
    #[test]
    #[ignore = "long: rollouts in every ruleset"]
    fn it_plays_legally_and_the_same_again_in_every_ruleset_of_riichi() {
        let roster = Roster::built_in();
        let specs = roster.specs("search:worlds=17,search:base=placement,worlds=2,value:depth=0").unwrap();
        for listing in rulesets().into_iter().filter(|listing| listing.family == "riichi") {
            let mut source = Source::preset(listing.id);
            source.set("max_kyoku=3").unwrap();
            let rules = load(&source).unwrap();
            let play = || rules.visit(Play { roster: &roster, specs: &specs, matches: 1 });
            let played = play().unwrap_or_else(|error| panic!("{}: {error}", listing.id));
            assert_eq!(played, play().unwrap(), "{}", listing.id);
        }
    }
}
