//! The games of the riichi engine: riichi mahjong of four and three players, Shura among them, and Toutenkou.

use super::{Item, Kernels, Place, Shown, Won, dora};
use crate::board::{Board, Change, SeatBoard, mark, sort};
use hyakuman_core::{KindSet, MeldKind, RelSeat, Seat, Tile};
use hyakuman_games::Game;
use hyakuman_games::riichi::score::han_of;
use hyakuman_games::riichi::variant::{Standard, Variant};
use hyakuman_games::riichi::yaku::{Yaku, YakuSet};
use hyakuman_games::riichi::{Event, Match, RiichiState, View, kernels};
use hyakuman_games::toutenkou::Gari;
use hyakuman_games::toutenkou::score::yaku_and_specials;

/// The value of a win, item by item.
trait Items: Variant {
    fn items(won: &Won<'_>) -> Vec<Item>;
}

fn item(yaku: Yaku, value: String) -> Item {
    let info = yaku.info();
    Item { name: info.name.to_owned(), kanji: info.kanji, value }
}

impl Items for Standard {
    /// Yaku with their han, then dora; of a yakuman only the names.
    fn items(won: &Won<'_>) -> Vec<Item> {
        let win = won.record;
        let han = |yaku| if win.yakuman > 0 { String::new() } else { han_of(yaku, won.closed).to_string() };
        let yaku = YakuSet::from_bits(win.yaku).iter().map(|yaku| item(yaku, han(yaku)));
        yaku.chain(dora(win).filter(|_| win.yakuman == 0)).collect()
    }
}

impl Items for Gari {
    /// Yaku and dora with their points, then the other items with their total points; of a yakuman only the names.
    fn items(won: &Won<'_>) -> Vec<Item> {
        let win = won.record;
        let (yaku, specials) = yaku_and_specials(win.yaku);
        let points = |points: i32| if win.yakuman > 0 { String::new() } else { points.to_string() };
        let mut items: Vec<_> =
            yaku.iter().map(|one| item(one, points(han_of(one, won.closed).into()))).collect();
        let of_dora = i32::from(win.han) - yaku.han(won.closed) as i32;
        if of_dora > 0 && win.yakuman == 0 {
            items.push(Item::of("dora", of_dora.to_string()));
        }
        let rest = win.points - i32::from(win.han);
        let first = items.len();
        items.extend(specials.map(|number| Item::of(Gari::YAKU_NAMES[number as usize], String::new())));
        if let Some(item) = items.get_mut(first) {
            item.value = points(rest);
        }
        items
    }
}

impl<const N: usize, V: Items> Shown for Match<N, V> {
    const KERNELS: Option<Kernels> =
        Some(Kernels { shanten: kernels::shanten_in::<N, V>, ukeire: kernels::ukeire_in::<N, V> });
    const ASIDE: &'static [Tile] = V::NUKI_TILES;

    fn board(&self) -> Board {
        let view = self.view(Seat::new(0));
        Board {
            seats: Seat::all(N).map(|seat| seat_board(self, seat)).collect(),
            indicators: view.indicators().collect(),
            dora_kinds: view.dora(),
            dora: Vec::new(),
            left: view.remaining(),
            sticks: self.match_state().kyotaku,
        }
    }

    fn place(&self) -> Place {
        let state = self.match_state();
        let scores = std::array::from_fn(|seat| state.scores.get(seat).copied().unwrap_or(0));
        Place { kyoku: state.kyoku, repeat: state.repeat, honba: state.honba, scores }
    }

    fn ura(&self) -> Vec<Tile> {
        let counts = |&(i, _): &(usize, Tile)| V::riichi(self.rules()).indicator_counts(i).1;
        self.ura_indicators().enumerate().filter(counts).map(|(_, tile)| tile).collect()
    }

    fn change(rules: &V::Rules, event: &Event) -> Option<Change> {
        Some(match *event {
            Event::Handed { from, to, tile } => Change::Handed { from, to, tile: tile? },
            Event::Draw { seat, tile, .. } => Change::Draw { seat, tile: tile? },
            Event::Discard { seat, tile, tsumogiri, riichi } => {
                Change::Discard { seat, tile, tsumogiri, riichi }
            }
            Event::Riichi { seat } => Change::Stick { seat, value: V::riichi(rules).riichi_stick },
            Event::Meld { seat, meld } if meld.kind() == MeldKind::Kakan => {
                Change::Kakan { seat, tile: meld.tiles()[3] }
            }
            Event::Meld { seat, meld } => Change::Call { seat, meld },
            Event::Nuki { seat, tile } => Change::Aside { seat, tile },
            Event::Dora { tile } => Change::Indicator { tile },
            Event::Win { seat, from, .. } => Change::Win { seat, from },
            Event::Deal { .. } | Event::Ryuukyoku { .. } => return None,
        })
    }

    fn unseen(&self, seat: Seat, kinds: KindSet) -> u32 {
        self.view(seat).unseen(kinds)
    }

    fn items(_: &V::Rules, won: &Won<'_>) -> Vec<Item> {
        V::items(won)
    }
}

fn seat_board<const N: usize, V: Variant>(game: &Match<N, V>, seat: Seat) -> SeatBoard {
    let (view, own): (View<'_, N, V>, _) = (game.view(seat), RelSeat::SELF);
    let mut hand: Vec<Tile> = view.tiles().collect();
    if view.given_to().is_none() {
        hand.extend(view.given()); // picked for the exchange, still in front of the seat
    }
    sort(&mut hand);
    let river = view.river(own).iter().map(|discard| {
        let marks = [
            (discard.tsumogiri, mark::TSUMOGIRI),
            (discard.riichi, mark::RIICHI),
            (discard.called, mark::CALLED),
        ];
        (discard.tile, marks.iter().filter(|(has, _)| *has).map(|(_, mark)| mark).sum())
    });
    SeatBoard {
        drawn: view.drawn(),
        river: river.collect(),
        melds: view.melds(own).to_vec(),
        aside: view.nuki(own).tiles().collect(),
        riichi: view.riichi(own) != RiichiState::No,
        furiten: hand.len() % 3 == 1 && view.furiten(),
        won: view.has_won(own),
        score: view.score(own),
        toppan: None,
        hand,
    }
}
