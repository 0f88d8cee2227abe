//! Yangzhou mahjong.

use crate::show::board::{mark, sort};
use crate::show::{Board, Change, Item, Kernels, Place, SeatBoard, Shown, Won};
use hyakuman_core::game::Game;
use hyakuman_core::{Kind, KindSet, MeldKind, RelSeat, Seat, Tile};
use hyakuman_yangzhou::score::{Scorer, Way, Win};
use hyakuman_yangzhou::{Event, Yangzhou, YangzhouRules};

impl Shown for Yangzhou {
    const KERNELS: Option<Kernels> = Some(Kernels::STANDARD);

    fn board(&self) -> Board {
        let left = self.view(Seat::new(0)).remaining();
        let seats = Seat::all(Self::SEATS).map(|seat| seat_board(self, seat)).collect();
        Board { seats, left, ..Board::default() }
    }

    fn place(&self) -> Place {
        let state = self.match_state();
        Place { kyoku: state.kyoku, repeat: state.repeat, honba: state.honba, scores: state.scores }
    }

    fn change(_: &YangzhouRules, event: &Event) -> Option<Change> {
        Some(match *event {
            Event::Draw { seat, tile, .. } => Change::Draw(seat, tile?.tile()),
            Event::Discard { seat, tile, tsumogiri } => {
                Change::Discard { seat, tile: tile.tile(), tsumogiri, riichi: false }
            }
            Event::Meld { seat, meld } if meld.kind() == MeldKind::Kakan => {
                Change::Kakan(seat, meld.low().tile())
            }
            Event::Meld { seat, meld } => Change::Call(seat, meld),
            Event::Win { seat, from, .. } => Change::Win { seat, from, kan_stands: true },
            Event::Deal { .. } | Event::Ryuukyoku => return None,
        })
    }

    fn unseen(&self, seat: Seat, kinds: KindSet) -> u32 {
        let view = self.view(seat);
        4 * kinds.len() - view.full_hand().count_in(kinds) - view.seen().count_in(kinds)
    }

    /// Each fan with its total value, repetitions included.
    fn items(rules: &YangzhouRules, won: &Won<'_>) -> Vec<Item> {
        let scorer = Scorer::new(rules);
        let win = Win {
            hand: &won.hand,
            melds: won.melds,
            tile: Tile::of(won.record.tile).kind(),
            way: if won.record.from.is_none() { Way::Tsumo } else { Way::Ron }, // a robbed kan has the same fans
            seat_wind: won.seat_wind,
            round_wind: won.round_wind,
        };
        let Some(value) = scorer.best(&win) else { return Vec::new() };
        let worth = |fan| scorer.scale().worth_in(fan, &value.fans).to_string();
        value.fans.set.iter().map(|fan| Item::of(fan.slug(), fan.kanji(), worth(fan))).collect()
    }
}

fn seat_board(game: &Yangzhou, seat: Seat) -> SeatBoard {
    let (view, own) = (game.view(seat), RelSeat::SELF);
    let copies = |kind: Kind| std::iter::repeat_n(kind.tile(), view.hand().count(kind) as usize);
    let mut hand: Vec<Tile> = view.hand().kinds().into_iter().flat_map(copies).collect();
    sort(&mut hand);
    let marks = |tsumogiri: bool, called: bool| {
        u8::from(tsumogiri) * mark::TSUMOGIRI + u8::from(called) * mark::CALLED
    };
    let river =
        view.river(own).iter().map(|discard| (discard.tile, marks(discard.tsumogiri, discard.called)));
    SeatBoard {
        drawn: view.drawn().map(Kind::tile),
        river: river.collect(),
        melds: view.melds(own).to_vec(),
        furiten: view.missed(),
        score: view.score(own),
        hand,
        ..SeatBoard::default()
    }
}
