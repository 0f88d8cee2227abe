//! Agents at a table where riichi is declared with open hands.

use hyakuman_agents::{Defend, Shanten, Ukeire, Value};
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, playout::play};
use hyakuman_core::{MatchSeed, RelSeat, Seat};
use hyakuman_riichi::legal::RiichiActions;
use hyakuman_riichi::rules::OpenRiichi;
use hyakuman_riichi::{Action, Question, Riichi, RiichiRules, RiichiState, View, presets};
use std::sync::Arc;

/// Another agent, whose choices are looked at.
struct Watched {
    agent: Box<dyn Agent<Riichi>>,
    /// Announces an open riichi whenever it can.
    opens: bool,
    announced: u32,
    /// Discards with an open hand at the table.
    discards: u32,
}

impl Agent<Riichi> for Watched {
    fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
        self.agent.begin(rules, seat, seed);
    }

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        if let Some(code) = legal.open_riichi().filter(|_| self.opens) {
            self.announced += 1;
            return code;
        }
        let action = self.agent.act(view, legal);
        assert!(legal.has(action));
        self.announced += (Some(action) == legal.open_riichi()) as u32;
        self.check(view, action);
        action
    }
}

impl Watched {
    fn of(agent: impl Agent<Riichi> + 'static, opens: bool) -> Watched {
        Watched { agent: Box::new(agent), opens, announced: 0, discards: 0 }
    }

    /// Nobody discards what an open hand waits on while there is another tile.
    fn check(&mut self, view: &View<'_>, action: u8) {
        let tile = match Action::from_code(action) {
            Some(Action::Discard(tile) | Action::Riichi(tile)) => tile,
            Some(Action::Tsumogiri | Action::RiichiTsumogiri) => view.drawn().expect("the tile just drawn"),
            _ => return,
        };
        let bound = view.riichi(RelSeat::SELF) == RiichiState::Accepted || view.opening();
        if !bound && matches!(view.question(), Question::Turn(_)) && !view.open_waits().is_empty() {
            let others = view.full_hand().kinds() - view.forbidden() - view.open_waits();
            let gives = view.open_waits().has(tile.kind());
            assert!(others.is_empty() || !gives, "{tile} of {:?}", view.full_hand());
            self.discards += 1;
        }
    }
}

#[test]
fn shown_waits_are_not_discarded() {
    let rules = Arc::new(RiichiRules { open_riichi: OpenRiichi::Yakuman, ..presets::tenhou() });
    let mut agents = [
        Watched::of(Ukeire::default(), true),
        Watched::of(Shanten::default(), false),
        Watched::of(Defend::new(4), false),
        Watched::of(Value::new(4, 2), false),
    ];
    for number in 0..40 {
        play(&rules, MatchSeed { seed: 8, number }, &mut agents, &mut ()).expect("legal actions only");
    }
    assert!(agents[0].announced > 50, "{}", agents[0].announced);
    for agent in &agents[1..] {
        assert!(agent.discards > 100, "{}", agent.discards);
    }
    assert!(agents[3].announced > 0, "`value` opens where that costs no ron");
    assert!(agents[3].announced * 20 < agents[0].announced, "and only there: {}", agents[3].announced);
}
