//! What the people see of a match, and the agents that watch it.

use hyakuman_core::{Seat, SeatSet};
use hyakuman_game::sink::Shown as ShowAgents;
use hyakuman_game::{ActionMask, Agent, KyokuEnd, MatchEnd, Seen, Sink};
use hyakuman_viewer::{Shown, Watcher};

/// What the people see.
#[derive(Clone)]
pub(crate) struct Watchers<G: Shown>(pub(crate) Vec<(Seat, Watcher<'static, G>)>);

impl<G: Shown> Watchers<G> {
    pub(crate) fn of(&self, seat: Seat) -> &Watcher<'static, G> {
        &self.0.iter().find(|(of, _)| *of == seat).expect("a person").1
    }

    pub(crate) fn watchers(&mut self) -> impl Iterator<Item = &mut Watcher<'static, G>> {
        self.0.iter_mut().map(|(_, watcher)| watcher)
    }
}

impl<G: Shown> Sink<G> for Watchers<G> {
    fn event(&mut self, event: &G::Event) {
        self.watchers().for_each(|watcher| watcher.event(event));
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        self.watchers().for_each(|watcher| watcher.decision(game, seat, legal, action));
    }

    fn kyoku_start(&mut self) {
        self.watchers().for_each(Sink::<G>::kyoku_start);
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        self.watchers().for_each(|watcher| watcher.settled(game, end));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.watchers().for_each(|watcher| Sink::<G>::match_end(watcher, end));
    }
}

/// Does something that the people see, and the agents that watch.
pub(crate) fn shown<G: Shown, T>(
    agents: &mut [Option<Box<dyn Agent<G>>>],
    sink: &mut dyn Sink<G>,
    act: impl FnOnce(&mut dyn Sink<G>) -> T,
) -> T {
    let watches = |seat: &Seat| agents[seat.index()].as_ref().is_some_and(|agent| agent.watches());
    let watchers: SeatSet = Seat::all(G::SEATS).filter(watches).collect();
    let show = &mut |seat: Seat, seen: &Seen<'_, G>| {
        agents[seat.index()].iter_mut().for_each(|agent| agent.watch(seen));
    };
    act(&mut ShowAgents { watchers, show, sink })
}
