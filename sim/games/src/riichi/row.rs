//! The decision row: everything a view shows, in columns of fixed width.
//!
//! Seats are absolute, so that consecutive rows of a kyoku differ little: that is what keeps a file small. What all
//! can see changes seldom and is the same for every seat: a [`Scribe`] keeps it from row to row and reads only what
//! has happened since.

use super::kernels;
use super::state::{Event, Offer, RiichiState};
use super::view::{Question, View};
use hyakuman_core::column::{Column, Pace, Rows, Width};
use hyakuman_core::{Hand, KindSet, Meld, MeldKind, RelSeat, Seat, Tile};

/// Stands where there is no tile, seat or number.
const NONE: u8 = 255;
/// Seats a row has room for; a table of three leaves the last one empty.
const SEATS: usize = 4;
/// Melds a seat can have.
const MELDS: usize = 4;
/// Cells of one meld: sort and feeder, then four tiles.
const MELD_BYTES: usize = 5;
/// Most discards of all seats in a kyoku: one for each draw, of which there are 70, or 84 where the rules leave no
/// dead wall, and one for each of up to 16 calls.
const DISCARDS: usize = 100;
/// Most concealed tiles without the one drawn.
const HAND: usize = 14;

use Pace::{Lively, Steady};

/// The columns, in the order [`write_row`] fills them.
pub(super) const COLUMNS: &[Column] = &[
    Column::new(
        "question",
        Width::U8,
        Lively,
        "code",
        "what is asked: 0 own turn, 1 claim a discard, 2 rob an added kan, 3 rob a concealed kan, 4 stop the match",
    ),
    Column::new("kyoku", Width::U8, Steady, "count", "winds passed times seats, plus the seat of the dealer"),
    Column::new("honba", Width::U16, Steady, "count", "counter of repeats on the table"),
    Column::new("kyotaku", Width::U16, Steady, "count", "riichi sticks on the table"),
    Column::new("remaining", Width::U8, Lively, "tiles", "draws left"),
    Column::new("score_0", Width::I32, Steady, "points", "score of seat 0"),
    Column::new("score_1", Width::I32, Steady, "points", "score of seat 1"),
    Column::new("score_2", Width::I32, Steady, "points", "score of seat 2"),
    Column::new("score_3", Width::I32, Steady, "points", "score of seat 3; 0 at a table of three"),
    Column::new("drawn", Width::U8, Lively, "tile", "the tile just drawn").own().or("255"),
    Column::new("offered", Width::U8, Lively, "tile", "the tile that may be claimed").or("255"),
    Column::new("offered_by", Width::U8, Lively, "seat", "whose tile that is").or("255"),
    Column::new(
        "hand",
        Width::Bytes(HAND as u16),
        Lively,
        "tile",
        "the concealed tiles without the one just drawn, by kind, one byte each",
    )
    .own()
    .or("255 behind the last tile"),
    Column::new(
        "shanten",
        Width::I8,
        Lively,
        "count",
        "shanten of the concealed tiles, the one just drawn among them: -1 complete, 0 tenpai",
    )
    .own(),
    Column::new(
        "ukeire",
        Width::U8,
        Lively,
        "tiles",
        "copies the seat cannot see of the kinds that bring the concealed tiles without the one just drawn nearer",
    )
    .own()
    .or("255 after a call, where the hand has a tile too many"),
    Column::new("furiten", Width::Bool, Steady, "flag", "barred from winning by ron").own(),
    Column::new(
        "rinshan",
        Width::Bool,
        Steady,
        "flag",
        "the last draw of the kyoku was a replacement tile",
    ),
    Column::new(
        "discards",
        Width::Bytes(DISCARDS as u16),
        Lively,
        "tile",
        "all discards of the kyoku in order, one byte each: the tile, plus 64 if it was the tile just drawn, plus 128 \
         if it was called away",
    )
    .or("255 behind the last discard"),
    Column::new(
        "discarders",
        Width::Bytes(DISCARDS as u16 / 4),
        Lively,
        "seat",
        "who made each discard: two bits each, the lowest bits of a byte first",
    ),
    Column::new(
        "melds",
        Width::Bytes((SEATS * MELDS * MELD_BYTES) as u16),
        Steady,
        "code, seat, tile",
        "for each seat four sets of five bytes: sort (1 chi, 2 pon, 3 daiminkan, 4 kakan, 5 ankan) plus 16 times the \
         seat whose tile was called (for an ankan its own); then up to four tiles, the called one first, an added one \
         last",
    )
    .or("sort 0 where there is no set; tile 255"),
    Column::new(
        "riichi_at",
        Width::Bytes(SEATS as u16),
        Steady,
        "count",
        "for each seat which of the discards declared riichi, from 0",
    )
    .or("255"),
    Column::new(
        "riichi",
        Width::Bytes(SEATS as u16),
        Steady,
        "flags",
        "for each seat: 1 declared, 2 and the stick is paid, plus 4 double riichi, plus 8 within the first go-round \
         (ippatsu)",
    ),
    Column::new(
        "liable",
        Width::Bytes(SEATS as u16),
        Steady,
        "seat",
        "for each seat who is liable for its yakuman (pao)",
    )
    .or("255"),
    Column::new("indicators", Width::Bytes(5), Steady, "tile", "dora indicators turned up")
        .or("255 behind the last one"),
];

/// What all can see and a row tells, kept from row to row of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scribe {
    /// Events of the kyoku that have been read.
    read: usize,
    /// The deal they belong to.
    deal: u32,
    discarded: usize,
    discards: [u8; DISCARDS],
    discarders: [u8; DISCARDS / 4],
    melds: [u8; SEATS * MELDS * MELD_BYTES],
    riichi_at: [u8; SEATS],
    indicators: [u8; 5],
    indicated: usize,
    rinshan: bool,
}

impl Default for Scribe {
    fn default() -> Self {
        Scribe {
            read: 0,
            deal: 0,
            discarded: 0,
            discards: [NONE; DISCARDS],
            discarders: [0; DISCARDS / 4],
            melds: NO_MELDS,
            riichi_at: [NONE; SEATS],
            indicators: [NONE; 5],
            indicated: 0,
            rinshan: false,
        }
    }
}

/// No set, in every place.
const NO_MELDS: [u8; SEATS * MELDS * MELD_BYTES] = {
    let mut bytes = [NONE; SEATS * MELDS * MELD_BYTES];
    let mut i = 0;
    while i < bytes.len() {
        bytes[i] = 0;
        i += MELD_BYTES;
    }
    bytes
};

impl Scribe {
    /// Reads what has happened since the last row.
    fn catch_up<const N: usize>(&mut self, view: &View<'_, N>) {
        if self.deal != view.deals() || self.read > view.events().len() {
            *self = Scribe { deal: view.deals(), ..Scribe::default() };
        }
        for event in view.events_from(self.read) {
            self.read += 1;
            match event {
                Event::Draw { rinshan, .. } => self.rinshan = rinshan,
                Event::Discard { seat, tile, tsumogiri, riichi } => {
                    self.discard(seat, tile, tsumogiri, riichi)
                }
                Event::Meld { seat, meld } => self.meld::<N>(seat, &meld),
                Event::Dora { tile } => {
                    self.indicators[self.indicated] = tile.code();
                    self.indicated += 1;
                }
                _ => {}
            }
        }
    }

    fn discard(&mut self, seat: Seat, tile: Tile, tsumogiri: bool, riichi: bool) {
        let number = self.discarded;
        self.discards[number] = tile.code() | (tsumogiri as u8) << 6;
        self.discarders[number / 4] |= (seat.index() as u8) << (2 * (number % 4));
        if riichi {
            self.riichi_at[seat.index()] = number as u8;
        }
        self.discarded += 1;
    }

    /// A new set, or a pon that became a kan; a set with a called tile takes it from the last discard.
    fn meld<const N: usize>(&mut self, seat: Seat, meld: &Meld) {
        let sort = match meld.kind() {
            MeldKind::Chi => 1,
            MeldKind::Pon => 2,
            MeldKind::Daiminkan => 3,
            MeldKind::Kakan => 4,
            MeldKind::Ankan => 5,
        };
        if sort <= 3 {
            self.discards[self.discarded - 1] |= 128;
        }
        let sets = &mut self.melds[seat.index() * MELDS * MELD_BYTES..][..MELDS * MELD_BYTES];
        let low = meld.low().code();
        let grown = |set: &[u8]| sort == 4 && set[0] & 15 == 2 && Tile::of(set[1]).kind().code() == low;
        let set = sets.chunks_exact_mut(MELD_BYTES).find(|set| set[0] == 0 || grown(set));
        let set = set.expect("room for four sets");
        set[0] = sort | (meld.from().seat(seat, N).index() as u8) << 4;
        set[1..].iter_mut().zip(meld.tiles()).for_each(|(cell, tile)| *cell = tile.code());
    }
}

/// Fills a row.
#[inline]
pub(super) fn write_row<const N: usize>(scribe: &mut Scribe, view: &View<'_, N>, out: &mut Rows) {
    scribe.catch_up(view);
    write_situation(view, out);
    write_own(view, out);
    out.bool(scribe.rinshan);
    out.bytes(&scribe.discards);
    out.bytes(&scribe.discarders);
    out.bytes(&scribe.melds);
    out.bytes(&scribe.riichi_at);
    let (mut riichi, mut liable) = ([0; SEATS], [NONE; SEATS]);
    for seat in 0..N {
        let of = place(view, seat);
        riichi[seat] = riichi_flags(view, of);
        liable[seat] = view.liable(of).map_or(NONE, |by| seat_of(view, by));
    }
    out.bytes(&riichi);
    out.bytes(&liable);
    out.bytes(&scribe.indicators);
}

/// Where a seat is, seen from the viewer.
#[inline]
fn place<const N: usize>(view: &View<'_, N>, seat: usize) -> RelSeat {
    Seat::new(seat as u8).seen_from(view.seat(), N)
}

#[inline]
fn seat_of<const N: usize>(view: &View<'_, N>, place: RelSeat) -> u8 {
    place.seat(view.seat(), N).index() as u8
}

#[inline]
fn write_situation<const N: usize>(view: &View<'_, N>, out: &mut Rows) {
    out.u8(match view.question() {
        Question::Turn(_) => 0,
        Question::Claim(Offer::Discard(_), _) => 1,
        Question::Claim(Offer::Kakan(_), _) => 2,
        Question::Claim(Offer::Ankan(_), _) => 3,
        Question::Yame => 4,
        Question::Nothing => NONE,
    });
    out.u8(view.kyoku() as u8);
    out.u16(view.honba() as u16);
    out.u16(view.kyotaku() as u16);
    out.u8(view.remaining() as u8);
    (0..SEATS).for_each(|seat| out.i32(if seat < N { view.score(place(view, seat)) } else { 0 }));
}

#[inline]
fn write_own<const N: usize>(view: &View<'_, N>, out: &mut Rows) {
    out.u8(view.drawn().map_or(NONE, Tile::code));
    let (offered, by) = match view.question() {
        Question::Claim(offer, from) => (offer.tile().code(), seat_of(view, from)),
        _ => (NONE, NONE),
    };
    out.u8(offered);
    out.u8(by);
    out.bytes(&tiles(view.hand(), view.reds()));
    let (full, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
    out.i8(kernels::shanten::<N>(view.tables(), &full, melds));
    out.u8(ukeire(view, &full, melds));
    out.bool(view.furiten());
}

/// The tiles of a hand by kind, red fives behind the plain ones.
#[inline]
fn tiles(hand: &Hand, reds: [u8; 3]) -> [u8; HAND] {
    // Sixteen cells in a register: what is written byte by byte would have to wait before it can be copied.
    let mut cells = u128::MAX;
    let mut end = 0;
    for kind in hand.kinds() {
        let copies = hand.count(kind) as u32;
        let cell = (!kind.code() as u32 * 0x0101_0101) & (u32::MAX >> (32 - 8 * copies));
        cells ^= (cell as u128) << (8 * end);
        end += copies;
    }
    if reds != [0; 3] {
        for (suit, &reds) in reds.iter().enumerate() {
            let red = Tile::red_five(suit as u8);
            let up_to_five = KindSet::from_bits((2 << red.kind().code()) - 1);
            let end = hand.count_in(up_to_five);
            for i in end - reds as u32..end {
                cells ^= ((red.code() ^ red.kind().code()) as u128) << (8 * i);
            }
        }
    }
    *cells.to_le_bytes().first_chunk().expect("longer than a hand")
}

/// Live copies of what brings the hand nearer; none for 3n+2 tiles.
#[inline]
fn ukeire<const N: usize>(view: &View<'_, N>, full: &Hand, melds: u8) -> u8 {
    let hand = view.hand();
    if hand.len() % 3 != 1 {
        return NONE;
    }
    let kinds = kernels::ukeire::<N>(view.tables(), hand, melds);
    (4 * kinds.len() - full.count_in(kinds) - view.seen().count_in(kinds)) as u8
}

#[inline]
fn riichi_flags<const N: usize>(view: &View<'_, N>, of: RelSeat) -> u8 {
    let state = match view.riichi(of) {
        RiichiState::No => 0,
        RiichiState::Declared => 1,
        RiichiState::Accepted => 2,
    };
    state | (view.double_riichi(of) as u8) << 2 | (view.ippatsu(of) as u8) << 3
}
