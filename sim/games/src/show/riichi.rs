//! The games of the riichi engine: riichi mahjong of four and three players, Shura among them, and Toutenkou.

use crate::show::board::{mark, sort};
use crate::show::shown::dora;
use crate::show::{Board, Change, Item, Kernels, Place, SeatBoard, Shown, Won};
use hyakuman_core::game::{Game, HouseRules, WinRecord};
use hyakuman_core::{KindSet, MeldKind, RelSeat, Seat, Tile};
use hyakuman_riichi::score::{Course, DoraCount, Win, WinFlags, han_of};
use hyakuman_riichi::toutenkou::score::yaku_and_specials;
use hyakuman_riichi::toutenkou::special::{Special, Specials};
use hyakuman_riichi::toutenkou::{Gari, ToutenkouRules};
use hyakuman_riichi::variant::{Held, Standard, Variant};
use hyakuman_riichi::written_yaku::{Counted, WrittenYaku};
use hyakuman_riichi::yaku::{Yaku, YakuSet};
use hyakuman_riichi::{Event, Match, NukiTiles, RiichiRules, RiichiState, View};

/// The value of a win, item by item.
trait Items: Variant {
    fn items(rules: &Self::Rules, won: &Won<'_>) -> Vec<Item>;

    /// What all who pay give together for the value of the hand.
    fn received(win: &WinRecord, seats: usize) -> i32;
}

fn item(yaku: Yaku, value: String) -> Item {
    let info = yaku.info();
    Item { slug: info.slug, name: info.name.to_owned(), kanji: info.kanji, value }
}

/// A yaku of the rules file.
fn own_item(yaku: &WrittenYaku, win: &WinRecord, han: u32) -> Item {
    let value = if win.yakuman > 0 { String::new() } else { han.to_string() };
    Item { slug: yaku.slug, name: yaku.name.to_owned(), kanji: yaku.ja_or_name(), value }
}

impl Items for Standard {
    /// Yaku with their han, then dora; of a yakuman only the names.
    fn items(rules: &RiichiRules, won: &Won<'_>) -> Vec<Item> {
        let win = won.record;
        let han = |yaku| if win.yakuman > 0 { String::new() } else { han_of(yaku, won.closed).to_string() };
        let yaku = YakuSet::from_bits(win.yaku).iter().map(|yaku| item(yaku, han(yaku)));
        let own = rules.yaku.worths(win.own_yaku, &Counted::of(win, won.closed));
        let own = own.into_iter().map(|(yaku, worth)| own_item(yaku, win, worth));
        yaku.chain(own).chain(dora(win).filter(|_| win.yakuman == 0)).collect()
    }

    fn received(win: &WinRecord, _: usize) -> i32 {
        win.points
    }
}

impl Items for Gari {
    /// Yaku, dora and specials with their points.
    fn items(rules: &ToutenkouRules, won: &Won<'_>) -> Vec<Item> {
        let win = won.record;
        let (yaku, numbers) = yaku_and_specials(win.yaku);
        let numbers: Vec<u32> = numbers.collect();
        let first = Gari::YAKU_NAMES.len() - Special::COUNT;
        let points = specials(rules, won);
        let special = |&number: &u32| Special::ALL[number as usize - first];
        let of_specials: i32 = numbers.iter().map(|number| i32::from(points.points(special(number)))).sum();
        let of_one = |one| match win.yakuman {
            0 => i32::from(han_of(one, won.closed)),
            multiple => i32::from(rules.yakuman_points) * i32::from(multiple) / yaku.iter().count() as i32,
        };
        let of_yaku: i32 = yaku.iter().map(of_one).sum();
        let mut items: Vec<_> = yaku.iter().map(|one| item(one, of_one(one).to_string())).collect();
        let of_dora = win.points - of_yaku - of_specials;
        if of_dora > 0 {
            items.push(Item::bonus("dora", of_dora.to_string()));
        }
        items.extend(numbers.iter().map(|number| {
            let value = points.points(special(number)).to_string();
            Item::bonus(special(number).name(), value)
        }));
        items
    }

    /// At a tsumo each of the others pays the points.
    fn received(win: &WinRecord, seats: usize) -> i32 {
        win.points * if win.from.is_none() { seats as i32 - 1 } else { 1 }
    }
}

/// The points of the specials, as far as the win has them. What the board does not show (whether a gari tile was ever drawn,
/// a robbed kan) decides only which of them the win has, and that is in its record.
fn specials(rules: &ToutenkouRules, won: &Won<'_>) -> Specials {
    let mut nuki_tiles = NukiTiles::NONE;
    won.board.seats[won.record.winner.index()].aside.iter().for_each(|&tile| nuki_tiles.add(tile));
    let win = Win {
        hand: &won.hand,
        melds: won.melds,
        tile: Tile::of(won.record.tile).kind(),
        tsumo: won.record.from.is_none(),
        seat_wind: won.seat_wind,
        round_wind: won.round_wind,
        flags: WinFlags::NONE,
        dora: DoraCount::default(),
        course: Course::default(),
    };
    Specials::of(rules, &win, &Held { nuki_tiles, ever: KindSet::EMPTY })
}

impl<const N: usize, V: Items> Shown for Match<N, V> {
    const KERNELS: Option<Kernels> = Some(Kernels::of::<V::Kinds<N>>());
    const ASIDE: &'static [Tile] = V::NUKI_TILES;

    fn board(&self) -> Board {
        let (view, house) = (self.view(Seat::new(0)), V::riichi(self.rules()).house());
        Board {
            seats: Seat::all(N).map(|seat| seat_board(self, seat)).collect(),
            indicators: view.indicators().collect(),
            dora_kinds: view.dora(),
            left: view.remaining(),
            sticks: self.match_state().kyotaku,
            stick: V::riichi(self.rules()).riichi_stick,
            house: (house != HouseRules::NONE).then(|| (house, self.house_counts())),
            ..Board::default()
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
            Event::Draw { seat, tile, .. } => Change::Draw(seat, tile?),
            Event::Discard { seat, tile, tsumogiri, riichi } => {
                Change::Discard { seat, tile, tsumogiri, riichi }
            }
            Event::OpenRiichi { seat } => Change::OpenRiichi(seat),
            Event::Riichi { seat } => Change::Stick(seat),
            Event::Meld { seat, meld } if meld.kind() == MeldKind::Kakan => {
                Change::Kakan(seat, meld.tiles()[3])
            }
            Event::Meld { seat, meld } => Change::Call(seat, meld),
            Event::Nuki { seat, tile } => Change::Nuki(seat, tile),
            Event::Dora { tile } => Change::Dora(tile),
            Event::Win { seat, from, .. } => {
                Change::Win { seat, from, kan_stands: V::riichi(rules).chankan_keeps_kan }
            }
            Event::Deal { .. } | Event::Ryuukyoku { .. } => return None,
        })
    }

    fn unseen(&self, seat: Seat, kinds: KindSet) -> u32 {
        self.view(seat).unseen(kinds)
    }

    fn items(rules: &V::Rules, won: &Won<'_>) -> Vec<Item> {
        V::items(rules, won)
    }

    /// Sticks are all that a win brings to the table's scores; honba is the rest.
    fn extras(win: &WinRecord) -> [i32; 2] {
        let sticks: i32 = win.deltas.iter().sum();
        [win.deltas[win.winner.index()] - sticks - V::received(win, N), sticks]
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
        face_up: view.face_up(own) || view.opening(),
        furiten: hand.len() % 3 == 1 && view.furiten(),
        won: view.has_won(own),
        score: view.score(own),
        hand,
        ..SeatBoard::default()
    }
}
