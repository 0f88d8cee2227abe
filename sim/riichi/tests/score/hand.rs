//! A win written in tile notation.

use hyakuman_core::common::dora::dora_of;
use hyakuman_core::notation::parse_tiles;
use hyakuman_core::{Hand, Kind, Meld, RelSeat, Seat, SeatSet, Tile};
use hyakuman_riichi::rules::RiichiRules;
use hyakuman_riichi::score::{self, DoraCount, HandValue, Win, WinFlags};
use hyakuman_riichi::settle::{Stakes, WonBy, win_deltas};

/// A win, its tiles with colours.
#[derive(Clone, Debug)]
pub(crate) struct Won {
    pub(crate) concealed: Vec<Tile>,
    pub(crate) win: Tile,
    pub(crate) melds: Vec<Meld>,
    pub(crate) tsumo: bool,
    pub(crate) seat: Kind,
    pub(crate) round: Kind,
    pub(crate) flags: WinFlags,
    pub(crate) dora: Vec<Kind>,
    pub(crate) ura: Vec<Kind>,
    /// Norths set aside.
    pub(crate) nuki: u8,
}

impl Won {
    pub(crate) fn value(&self, rules: &RiichiRules) -> Option<HandValue> {
        let mut hand = Hand::EMPTY;
        self.concealed.iter().chain([&self.win]).for_each(|tile| hand.add(tile.kind()));
        let win = Win {
            hand: &hand,
            melds: &self.melds,
            tile: self.win.kind(),
            tsumo: self.tsumo,
            seat_wind: self.seat,
            round_wind: self.round,
            flags: self.flags,
            dora: self.dora_count(rules.dora_wrap_1m9m),
            course: Default::default(),
        };
        score::value(rules, &win)
    }

    fn tiles(&self) -> impl Iterator<Item = Tile> {
        let melds = self.melds.iter().flat_map(|meld| meld.tiles().iter().copied());
        self.concealed.iter().copied().chain([self.win]).chain(melds)
    }

    fn dora_count(&self, wrap: bool) -> DoraCount {
        let hits = |indicators: &[Kind]| {
            let dora = indicators.iter().map(|&indicator| dora_of(indicator, wrap));
            let norths = |kind| if kind == Kind::NORTH { self.nuki } else { 0 };
            let copies = |kind| self.tiles().filter(|tile| tile.kind() == kind).count() as u8;
            dora.map(|kind| copies(kind) + norths(kind)).sum()
        };
        let aka = self.tiles().filter(|tile| tile.is_red()).count() as u8;
        DoraCount { dora: hits(&self.dora), ura: hits(&self.ura), aka, nuki: self.nuki }
    }

    /// Changes of score with seat 0 as east; a ron is from `from`.
    pub(crate) fn deltas(
        &self,
        rules: &RiichiRules,
        value: &HandValue,
        from: Seat,
        honba: u32,
        kyotaku: u32,
    ) -> [i32; 4] {
        let winner = Seat::new(self.seat.code() - Kind::EAST.code());
        let won = WonBy { winner, from: (!self.tsumo).then_some(from), pao: None };
        let stakes = Stakes { dealer: Seat::new(0), honba, kyotaku, active: SeatSet::all(4), wareme: None };
        win_deltas(rules, value, &won, &stakes)
    }
}

/// Tiles of a text; panics where it is none.
pub(crate) fn tiles(text: &str) -> Vec<Tile> {
    parse_tiles(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A meld from its sort and tiles, the called one first.
pub(crate) fn meld(sort: &str, tiles: &[Tile]) -> Meld {
    let from = RelSeat::new(3);
    match (sort, tiles) {
        ("chi", &[a, b, c]) => Meld::chi(a, [b, c], from),
        ("pon", &[a, b, c]) => Meld::pon(a, [b, c], from),
        ("minkan" | "daiminkan", &[a, b, c, d]) => Meld::daiminkan(a, [b, c, d], from),
        ("kakan", &[a, b, c, d]) => Meld::pon(a, [b, c], from).with_added(d),
        ("ankan", &[a, b, c, d]) => Meld::ankan([a, b, c, d]),
        _ => panic!("no meld: {sort} {tiles:?}"),
    }
}
