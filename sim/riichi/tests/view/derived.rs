//! What follows from a view, against second readings: from events, from tiles one at a time, and by playing on.

use crate::view::support::{Check, in_every_ruleset};
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::{EndReason, Game, KyokuEnd, KyokuResult, MatchEnd, Sink};
use hyakuman_core::{Kind, MeldKind, RelSeat, Seat, Tile};
use hyakuman_riichi::{Action, Event, Match, Question, Variant, View};

#[test]
fn draws_left_are_those_of_a_kyoku_without_calls() {
    let mut draws = Draws::default();
    in_every_ruleset(6, &mut draws);
    assert!(draws.compared > 2_000 && draws.exchanges > 5, "{draws:?}");
}

#[derive(Default, Debug)]
struct Draws {
    decisions: u32,
    compared: u32,
    exchanges: u32,
}

impl Check for Draws {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        self.decisions += 1;
        let question = game.view(seat).question();
        let exchange = question == Question::Exchange;
        if !exchange && !self.decisions.is_multiple_of(23) {
            return;
        }
        let Some(drawn) = draws_by_seat(game) else { return };
        for seat in Seat::all(N) {
            assert_eq!(game.view(seat).own_draws_left(), drawn[seat.index()], "{seat:?}, {question:?}");
        }
        self.compared += 1;
        self.exchanges += exchange as u32;
    }
}

/// Plays on until the end of the kyoku, without calls, kans and wins: the draws of each seat; none if something else ends it.
fn draws_by_seat<const N: usize, V: Variant>(game: &Match<N, V>) -> Option<[u32; 4]> {
    let mut table = MatchInProgress::of(game.clone());
    let mut sink = DrawSink::default();
    while let (None, Some(seat)) = (sink.result, table.pending().next()) {
        let legal = table.game().legal(seat);
        let plain = [Action::Pass.code(), Action::Tsumogiri.code(), Action::Continue.code()];
        let action = plain.into_iter().find(|&code| legal.has(code)).unwrap_or_else(|| legal.nth(0));
        table.answer(seat, action, &mut sink).unwrap();
    }
    (sink.result == Some(KyokuResult::Exhaustive) || sink.result == Some(KyokuResult::Nagashi))
        .then_some(sink.draws)
}

#[derive(Default)]
struct DrawSink {
    draws: [u32; 4],
    result: Option<KyokuResult>,
}

impl<const N: usize, V: Variant> Sink<Match<N, V>> for DrawSink {
    fn event(&mut self, event: &Event) {
        if let (None, Event::Draw { seat, .. }) = (self.result, event) {
            self.draws[seat.index()] += 1;
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.result = Some(end.result);
    }
}

#[test]
fn public_facts_agree_with_second_readings() {
    let mut facts = Facts::default();
    in_every_ruleset(4, &mut facts);
    assert!(facts.dora > 100 && facts.after_call > 100 && facts.drawn_red > 100, "{facts:?}");
}

#[derive(Default, Debug)]
struct Facts {
    dora: u32,
    after_call: u32,
    drawn_red: u32,
}

impl Check for Facts {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        let view = game.view(seat);
        let red = |suit: u8| {
            let tiles = view.tiles().chain(view.drawn());
            tiles.filter(|&tile| tile == Tile::red_five(suit)).count() as u8
        };
        assert_eq!(view.full_reds(), [red(0), red(1), red(2)]);
        self.drawn_red += view.drawn().is_some_and(Tile::is_red) as u32;
        for of in (0..N as u8).map(RelSeat::new) {
            let dora = visible_dora(&view, of);
            assert_eq!(view.visible_dora(of), dora);
            let since = discards_since_call(&view, of);
            assert_eq!(view.discards_since_call(of), since);
            self.dora += (dora > 0) as u32;
            self.after_call += (view.open(of) && since > 1) as u32;
        }
    }
}

/// Every visible tile of the seat by every indicator.
fn visible_dora<const N: usize, V: Variant>(view: &View<'_, N, V>, of: RelSeat) -> u32 {
    let nuki = view.nuki(of);
    let melds = view.melds(of).iter().flat_map(|meld| meld.tiles().iter().copied());
    let tiles: Vec<Tile> = melds.chain(nuki.tiles()).collect();
    let mut han = nuki.len() as u32;
    for (i, indicator) in view.indicators().enumerate() {
        let dora: Option<Kind> = V::dora_of(view.variant_rules(), indicator.kind());
        if view.rules().indicator_counts(i).0 {
            han += tiles.iter().filter(|tile| Some(tile.kind()) == dora).count() as u32;
        }
    }
    han + tiles.iter().filter(|tile| tile.is_red()).count() as u32
}

/// Counted event by event.
fn discards_since_call<const N: usize, V: Variant>(view: &View<'_, N, V>, of: RelSeat) -> u32 {
    let owner = of.seat(view.seat(), N);
    let mut count = 0;
    for event in view.events() {
        match event {
            Event::Meld { seat, meld } if seat == owner && is_call(meld.kind()) => count = 0,
            Event::Discard { seat, tsumogiri: false, .. } if seat == owner => count += 1,
            _ => {}
        }
    }
    count
}

fn is_call(kind: MeldKind) -> bool {
    matches!(kind, MeldKind::Chi | MeldKind::Pon | MeldKind::Daiminkan)
}

#[test]
fn the_match_is_as_long_as_said_and_ends_with_the_points_said() {
    let mut lengths = Lengths::default();
    in_every_ruleset(8, &mut lengths);
    assert!(lengths.regular > 40 && lengths.extended > 0, "{lengths:?}");
}

/// Number, kyoku left and whether it may be the last, for every kyoku of a match.
#[derive(Default, Debug)]
struct Lengths {
    kyoku: Vec<(u32, u32, bool)>,
    regular: u32,
    extended: u32,
}

impl Check for Lengths {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        let view = game.view(seat);
        let found = (view.match_state().kyoku, view.kyoku_left(), view.may_be_last());
        if self.kyoku.last() != Some(&found) {
            self.kyoku.push(found);
        }
    }

    fn over<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, end: &MatchEnd) {
        let kyoku = std::mem::take(&mut self.kyoku);
        let view = game.view(Seat::new(0));
        let scores = std::array::from_fn(|seat| end.scores[seat]);
        assert_eq!(view.rank_points(&scores)[..], end.rank_points[..N]);
        if matches!(end.reason, EndReason::Bust | EndReason::Reached) {
            return;
        }
        let winds = view.rules().length_winds as u32;
        for (i, &(number, left, may_be_last)) in kyoku.iter().enumerate() {
            assert!(kyoku.len() - i >= left as usize, "{kyoku:?}");
            assert_eq!(may_be_last, winds == 0 || number + 1 >= winds * N as u32, "{kyoku:?}");
            assert_eq!(left, (winds * N as u32).saturating_sub(number).max(1));
        }
        assert!(kyoku.last().unwrap().2, "{kyoku:?}");
        self.regular += 1;
        self.extended += (kyoku.last().unwrap().0 >= winds * N as u32) as u32;
    }
}
