//! Which first tiles of other seats a seat sees.

use crate::hand::tiles;
use crate::play::{E, N, Play, S, W};
use hyakuman_core::column::Rows;
use hyakuman_core::game::Game;
use hyakuman_core::{RelSeat, Rng, Seat};
use hyakuman_toppan::Action::{Hit, Stay};
use hyakuman_toppan::{Event, Toppan};

/// The first tile of `of` as `seat` sees it, by the view, by the events, and in the row of a data set.
fn sees(game: &Toppan, seat: Seat, of: Seat) -> bool {
    let (view, tile) = (game.view(seat), game.held(of).tiles()[0]);
    let seen = view.first(of.seen_from(seat, 4));
    assert!(seen.is_none_or(|seen| seen == tile));
    let in_events = view.events().any(|event| match event {
        Event::Draw { seat, tile, first: true } if seat == of => tile.is_some(),
        Event::Show { seat, .. } => seat == of,
        _ => false,
    });
    assert_eq!(seen.is_some(), in_events, "{seat:?} of {of:?}");
    let mut row = Rows::new(Toppan::COLUMNS.len());
    Toppan::write_row(&mut (), &view, &mut row);
    let column = Toppan::COLUMNS.iter().position(|column| column.name == "tiles").expect("a column");
    let cell = row.cells(column).bytes()[22 * of.index()];
    assert_eq!(cell, if seen.is_some() { tile.code() } else { 254 });
    seen.is_some()
}

/// Who sees whose first tile: a row for each viewer.
fn table(play: &Play) -> [[bool; 4]; 4] {
    [E, S, W, N].map(|seat| [E, S, W, N].map(|of| sees(&play.game, seat, of)))
}

#[test]
fn first_tiles_are_hidden_until_they_are_shown() {
    let mut play = Play::new("", &["5p 8m 8p 9s 8m 9p"]);
    play.bets();
    let own = |seat: usize, of: usize| seat == of;
    let expect = |shown: &dyn Fn(usize, usize) -> bool| {
        std::array::from_fn(|seat| std::array::from_fn(|of| shown(seat, of)))
    };
    assert_eq!(table(&play), expect(&own));
    play.go(&[(E, Stay)]);
    assert_eq!(table(&play), expect(&own), "who stays shows nothing");
    play.go(&[(S, Hit)]);
    assert_eq!(table(&play), expect(&|seat, of| own(seat, of) || of == 1), "a yaku is shown");
    play.go(&[(W, Hit)]);
    assert_eq!(table(&play), expect(&|seat, of| own(seat, of) || of == 1 || of == 2), "and a bust");
    play.go(&[(N, Stay)]);
    assert_eq!(table(&play), expect(&|_, _| true), "all is shown when the hand is settled");
}

#[test]
fn first_tiles_of_children_may_be_open() {
    let mut play = Play::new("first_tile_child_hidden=false", &["5p 8m 8p 9s"]);
    play.bets();
    assert_eq!(table(&play)[3], [false, true, true, true], "that of the dealer is not");
}

#[test]
fn tiles_drawn_later_are_seen_by_all() {
    let mut play = Play::new("", &["1p 8m 8p 9s 2s 3s"]);
    play.bets().go(&[(E, Hit), (E, Hit)]);
    assert_eq!(play.game.view(N).open(RelSeat::new(1)), tiles("2s3s"));
    assert_eq!((play.game.view(N).count(RelSeat::new(1)), play.game.view(N).dealer_shows()), (3, 10));
}

/// Hidden tiles dealt again agree with what was seen, and every such tile occurs.
#[test]
fn hidden_tiles_are_dealt_anew_among_all_that_fit() {
    let mut play = Play::new("", &["1p 8m 8p 9s 9m 7p"]);
    play.bets().go(&[(E, Hit), (E, Stay)]);
    let mut rng = Rng::from_seed(1);
    let mut dealer = std::collections::BTreeSet::new();
    let mut child = std::collections::BTreeSet::new();
    for _ in 0..3_000 {
        let mut other = play.game.clone();
        other.redeal_hidden(W, &mut rng);
        other.audit().expect("every tile once");
        assert_eq!(other.held(W), play.game.held(W));
        assert_eq!(other.held(E).tiles()[1..], play.game.held(E).tiles()[1..]);
        dealer.insert(other.held(E).tiles()[0].to_string());
        child.insert(other.held(N).tiles()[0].to_string());
    }
    assert_eq!(dealer.len(), 10, "beside 9: ones and honors {dealer:?}");
    assert_eq!(child.len(), 37, "anything");
}
