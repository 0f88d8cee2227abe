//! The named styles of `value` and `placement` play as docs/agents.md says: their rates beside those of the fitted agent.

use hyakuman_agents::Roster;
use hyakuman_core::MatchSeed;
use hyakuman_core::game::{AnyAgent, KyokuEnd, KyokuResult, Sink, playout};
use hyakuman_riichi::yaku::{Yaku, YakuSet};
use hyakuman_riichi::{Riichi, presets};
use std::sync::Arc;

const MATCHES: u64 = 120;

#[derive(Default)]
struct StyleSums {
    hands: f64,
    declared: f64,
    open: f64,
    deal_ins: f64,
    wins: f64,
    points: f64,
    in_riichi: f64,
    built: f64,
}

impl Sink<Riichi<4>> for StyleSums {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.hands += 4.0;
        self.declared += end.declared.len() as f64;
        self.open += end.open.len() as f64;
        let ron = end.result == KyokuResult::Win && end.wins[0].from.is_some();
        self.deal_ins += f64::from(ron);
        self.wins += end.wins.len() as f64;
        for win in end.wins {
            self.points += f64::from(win.points);
            self.in_riichi += f64::from(end.riichi.has(win.winner));
            let built = [Yaku::SanshokuDoujun, Yaku::Ittsuu, Yaku::Honitsu];
            self.built += f64::from(built.into_iter().any(|yaku| YakuSet::from_bits(win.yaku).has(yaku)));
        }
    }
}

/// Four of this agent.
fn play(roster: &Roster, text: &str) -> StyleSums {
    let (rules, spec, mut sums) =
        (Arc::new(presets::tenhou()), roster.spec(text).unwrap(), StyleSums::default());
    let agent =
        |_| roster.agent::<Riichi<4>>(&spec).ok().and_then(AnyAgent::scalar).expect("it plays riichi");
    let mut agents: Vec<_> = (0..4).map(agent).collect();
    for number in 0..MATCHES {
        playout::play(&rules, MatchSeed { seed: 4, number }, &mut agents, &mut sums).expect("legal play");
    }
    sums
}

/// Options of a style multiply on top of its numbers.
#[test]
fn a_style_goes_with_the_other_options() {
    let roster = Roster::built_in();
    let shown = |text: &str| roster.spec(text).map(|spec| spec.to_string());
    assert_eq!(shown("value:style=fitted"), Ok("value".into()));
    assert_eq!(shown("value:risk=0.5,style=tight"), Ok("value:style=tight,risk=0.5".into()));
}

/// What takes long: `./scripts/check.sh long` runs it.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: thousands of matches"]
    fn styles_have_the_rates_that_they_are_named_for() {
        let roster = Roster::built_in();
        for agent in ["value", "placement"] {
            let style = |name: &str| play(&roster, &format!("{agent}:style={name}"));
            let fitted = play(&roster, agent);
            let per_hand = |sums: &StyleSums, count: fn(&StyleSums) -> f64| count(sums) / sums.hands;
            let silent = style("silent");
            let riichi = per_hand(&silent, |sums| sums.declared);
            assert!((0.145..0.185).contains(&riichi), "{agent}, silent: {riichi} declare riichi");
            let of_wins = silent.in_riichi / silent.wins;
            assert!((0.36..0.44).contains(&of_wins), "{agent}, silent: {of_wins} of wins are in riichi");
            let calls = per_hand(&style("caller"), |sums| sums.open);
            assert!((0.32..0.375).contains(&calls), "{agent}, caller: {calls} open");
            let deal_ins =
                per_hand(&style("tight"), |sums| sums.deal_ins) / per_hand(&fitted, |sums| sums.deal_ins);
            assert!(deal_ins < 0.85, "{agent}, tight: {deal_ins} of the deal-ins");
            let builder = style("builder");
            let [points, built] = [|sums: &StyleSums| sums.points, |sums: &StyleSums| sums.built]
                .map(|count| count(&builder) / builder.wins / (count(&fitted) / fitted.wins));
            assert!(
                points > 1.07 && built > 1.1,
                "{agent}, builder: {points} of the points, {built} of the yaku"
            );
            assert!(builder.wins / builder.hands < fitted.wins / fitted.hands);
        }
    }
}
