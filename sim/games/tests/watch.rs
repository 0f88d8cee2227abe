//! Agents that watch a match: they are shown what their view shows, and nothing else.

use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Game, KyokuEnd, Revealed, Seen, Sink, playout};
use hyakuman_core::testing::conformance::MatchTrace;
use hyakuman_core::{MatchSeed, Rng, Seat, SeatSet};
use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_riichi::{Match, Riichi, Variant};
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;
use std::sync::Arc;

/// A game whose views show the events of a kyoku.
trait Events: Game {
    fn seen(view: &Self::View<'_>) -> Vec<Self::Event>;
    fn is_deal(event: &Self::Event) -> bool;
}

impl<const N: usize, V: Variant> Events for Match<N, V> {
    fn seen(view: &Self::View<'_>) -> Vec<hyakuman_riichi::Event> {
        view.events().collect()
    }

    fn is_deal(event: &hyakuman_riichi::Event) -> bool {
        matches!(event, hyakuman_riichi::Event::Deal { .. })
    }
}

impl Events for Yangzhou {
    fn seen(view: &Self::View<'_>) -> Vec<hyakuman_yangzhou::Event> {
        view.events().collect()
    }

    fn is_deal(event: &hyakuman_yangzhou::Event) -> bool {
        matches!(event, hyakuman_yangzhou::Event::Deal { .. })
    }
}

impl Events for Toppan {
    fn seen(view: &Self::View<'_>) -> Vec<hyakuman_toppan::Event> {
        view.events().collect()
    }

    fn is_deal(event: &hyakuman_toppan::Event) -> bool {
        matches!(event, hyakuman_toppan::Event::Deal { .. })
    }
}

/// Plays at random. If it watches, it compares what it was shown with its view at every decision.
struct Watcher<G: Game> {
    watches: bool,
    rng: Rng,
    shown: Vec<G::Event>,
    kyoku: u32,
    compared: u32,
    over: bool,
}

impl<G: Events> Watcher<G> {
    fn new(watches: bool) -> Self {
        Watcher { watches, rng: Rng::from_seed(0), shown: Vec::new(), kyoku: 0, compared: 0, over: false }
    }
}

impl<G: Events> Agent<G> for Watcher<G>
where
    G::Event: Send,
{
    fn begin(&mut self, _rules: &Arc<G::Rules>, _seat: Seat, seed: AgentSeed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8 {
        if self.watches {
            assert_eq!(format!("{:?}", self.shown), format!("{:?}", G::seen(view)));
            self.compared += 1;
        }
        legal.nth(self.rng.below(legal.len()))
    }

    fn watches(&self) -> bool {
        self.watches
    }

    fn watch(&mut self, seen: &Seen<'_, G>) {
        match seen {
            Seen::Event(event) => {
                if G::is_deal(event) {
                    self.shown.clear();
                }
                self.shown.push(*event);
            }
            Seen::KyokuEnd(end, revealed) => {
                check_revealed::<G>(end, revealed);
                self.kyoku += 1;
            }
            Seen::MatchEnd(end) => {
                assert_eq!(std::mem::take(&mut self.kyoku), end.kyoku, "every kyoku was shown");
                self.over = true;
            }
        }
    }
}

/// Winners and tenpai hands at an exhaustive draw are shown, of families that show hands, and nobody else; ura indicators after
/// riichi only.
fn check_revealed<G: Game>(end: &KyokuEnd<'_>, revealed: &Revealed) {
    let winners: SeatSet = end.wins.iter().map(|win| win.winner).collect();
    let shows = matches!(G::FAMILY, "riichi" | "toutenkou");
    for seat in Seat::all(G::SEATS) {
        let shown = revealed.hands[seat.index()].len();
        let expected = shows && (winners.has(seat) || end.tenpai.has(seat));
        assert_eq!(shown > 0, expected, "{end:?} {revealed:?}");
        assert!(shown == 0 || shown == usize::from(revealed.concealed[seat.index()]));
    }
    assert!(revealed.ura.is_empty() || winners.into_iter().any(|winner| end.riichi.has(winner)));
}

/// Plays one match; the agents of the seats below `watchers` watch it.
fn play<G: Events>(rules: &Arc<G::Rules>, number: u64, watchers: usize) -> MatchTrace
where
    G::Event: Send,
{
    let mut agents: Vec<Watcher<G>> = (0..G::SEATS).map(|seat| Watcher::new(seat < watchers)).collect();
    let mut trace = MatchTrace::default();
    playout::play(rules, MatchSeed { seed: 21, number }, &mut agents, &mut trace).expect("legal actions");
    for (seat, agent) in agents.iter().enumerate() {
        let watches = seat < watchers;
        assert_eq!((agent.over, agent.compared > 10), (watches, watches), "seat {seat}");
    }
    trace
}

/// Deals hidden tiles again at every tenth decision: the events are left as the decider saw them.
#[derive(Default)]
struct Redealer {
    decisions: u32,
}

impl<G: Events> Sink<G> for Redealer {
    fn decision(&mut self, game: &G, seat: Seat, _legal: &ActionMask, _action: u8) {
        self.decisions += 1;
        if self.decisions.is_multiple_of(10) {
            let mut other = game.clone();
            other.redeal_hidden(seat, &mut Rng::from_seed(self.decisions.into()));
            let seen = G::seen(&game.view(seat));
            assert_eq!(format!("{:?}", other.events()), format!("{:?}", &seen[..]));
        }
    }
}

/// The match is the same, whoever watches.
fn check<G: Events>(rules: &Arc<G::Rules>)
where
    G::Event: Send,
{
    for number in 0..3 {
        let unwatched = play::<G>(rules, number, 0);
        assert!(play::<G>(rules, number, 1) == unwatched && play::<G>(rules, number, G::SEATS) == unwatched);
    }
    let mut agents: Vec<Watcher<G>> = (0..G::SEATS).map(|_| Watcher::new(false)).collect();
    playout::play(rules, MatchSeed { seed: 22, number: 0 }, &mut agents, &mut Redealer::default())
        .expect("legal actions");
}

#[test]
fn watching_agents_see_what_their_view_shows() {
    for listing in hyakuman_games::registry::rulesets() {
        match hyakuman_games::registry::load_preset(listing.id).unwrap() {
            AnyRules::Riichi(loaded) if loaded.rules.players == 3 => {
                check::<Riichi<3>>(&Arc::new(loaded.rules))
            }
            AnyRules::Riichi(loaded) => check::<Riichi<4>>(&Arc::new(loaded.rules)),
            AnyRules::Toutenkou(loaded) => check::<Toutenkou>(&Arc::new(loaded.rules)),
            AnyRules::Yangzhou(loaded) => check::<Yangzhou>(&Arc::new(loaded.rules)),
            AnyRules::Toppan(loaded) => check::<Toppan>(&Arc::new(loaded.rules)),
        }
    }
}

/// Tiles that others draw or pass on among themselves are hidden; one's own are not.
#[test]
fn events_hide_what_a_seat_cannot_see() {
    let [own, other, third] = [0, 1, 2].map(Seat::new);
    let tile = Some(hyakuman_core::Tile::of(4));
    let drawn = |seat, tile| hyakuman_riichi::Event::Draw { seat, tile, rinshan: false };
    let handed = |from, to, tile| hyakuman_riichi::Event::Handed { from, to, tile };
    let seen = |event| <Riichi<4> as Game>::seen_by(&event, own);
    assert_eq!(seen(drawn(other, tile)), drawn(other, None));
    assert_eq!(seen(drawn(own, tile)), drawn(own, tile));
    assert_eq!(seen(handed(other, third, tile)), handed(other, third, None));
    assert_eq!(seen(handed(other, own, tile)), handed(other, own, tile));
}
