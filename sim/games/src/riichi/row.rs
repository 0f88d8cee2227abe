//! The decision row: everything a view shows, in fixed-width columns.

use super::state::{Event, Offer, RiichiState};
use super::view::{Question, View};
use crate::table::river::MAX_DISCARDS;
use hyakuman_core::column::{Column, RowBuf, Width};
use hyakuman_core::{MeldKind, RelSeat, Tile};

/// Stands where there is no tile.
const NO_TILE: u8 = 255;
/// Cells of one meld: sort, whose discard, four tiles.
const MELD_BYTES: usize = 6;
/// Seats a row has room for; a table of three leaves the last one empty.
const SEATS: usize = 4;

const fn column(
    name: &'static str,
    width: Width,
    unit: &'static str,
    viewpoint: &'static str,
    meaning: &'static str,
) -> Column {
    Column { name, width, meaning, unit, viewpoint }
}

/// The columns, in the order [`write_row`] fills them. Places are relative to the deciding seat.
pub(super) const COLUMNS: &[Column] = &[
    column("seat", Width::U8, "seat", "public", "seat that decides, 0 the first dealer"),
    column(
        "question",
        Width::U8,
        "code",
        "own",
        "0 own turn, 1 discard, 2 kakan, 3 ankan to claim, 4 stop the match, 5 tile to pass on",
    ),
    column("kyoku", Width::U8, "count", "public", "winds passed times seats, plus the dealer"),
    column("honba", Width::U8, "count", "public", "counter of repeats, at most 255"),
    column("kyotaku", Width::U8, "count", "public", "riichi sticks on the table, at most 255"),
    column("dealer", Width::U8, "place", "public", "place of the dealer"),
    column("remaining", Width::U8, "tiles", "public", "draws left"),
    column("scores", Width::Bytes(16), "points", "public", "score by place, four signed 32-bit numbers"),
    column("drawn", Width::U8, "tile", "own", "tile just drawn, 255 none"),
    column("offered", Width::U8, "tile", "public", "tile that may be claimed, 255 none"),
    column("offered_from", Width::U8, "place", "public", "whose it is, 255 nobody's"),
    column(
        "hand",
        Width::Bytes(14),
        "tile",
        "own",
        "concealed tiles without the one drawn, rising, 255 none",
    ),
    column("forbidden", Width::U64, "kinds", "own", "kinds swap-calling forbids to discard, bit k is kind k"),
    column("furiten", Width::U8, "flag", "own", "1 where ron is barred"),
    column(
        "melds",
        Width::Bytes((SEATS * 4 * MELD_BYTES) as u16),
        "code, place, tile",
        "public",
        "by place four melds: sort (0 none, 1 chi, 2 pon, 3 daiminkan, 4 kakan, 5 ankan), place of the feeder \
         seen from the owner, four tiles: called first, added last, 255 none",
    ),
    column(
        "rivers",
        Width::Bytes((SEATS * MAX_DISCARDS) as u16),
        "tile",
        "public",
        "by place the discards in order: tile plus 64 if tsumogiri plus 128 if called, 255 none",
    ),
    column(
        "riichi_discard",
        Width::Bytes(4),
        "count",
        "public",
        "by place the number of the riichi discard, 255 none",
    ),
    column(
        "riichi",
        Width::Bytes(4),
        "flags",
        "public",
        "by place: 1 declared, 2 stick paid, plus 4 double, plus 8 ippatsu",
    ),
    column(
        "liable",
        Width::Bytes(4),
        "place",
        "public",
        "by place who is liable for its yakuman, 255 nobody",
    ),
    column("indicators", Width::Bytes(5), "tile", "public", "dora indicators turned up, 255 none"),
    column("last_rinshan", Width::U8, "flag", "public", "1 where the last draw was a replacement tile"),
];

/// Fills a row.
pub(super) fn write_row<const N: usize>(view: &View<'_, N>, out: &mut RowBuf) {
    write_situation(view, out);
    write_own(view, out);
    write_melds(view, out);
    write_rivers(view, out);
    let places = || places::<N>();
    for place in places() {
        let declared = place.and_then(|of| view.river(of).iter().position(|discard| discard.riichi));
        out.u8(declared.map_or(NO_TILE, |i| i as u8));
    }
    places().for_each(|place| out.u8(place.map_or(0, |of| riichi_flags(view, of))));
    places().for_each(|place| out.u8(place.and_then(|of| view.liable(of)).map_or(NO_TILE, RelSeat::steps)));
    write_padded(out, 5, view.indicators());
    let last_draw = view.events().filter(|event| matches!(event, Event::Draw { .. })).last();
    out.u8(matches!(last_draw, Some(Event::Draw { rinshan: true, .. })) as u8);
}

/// The places of a row; none where the table has no such seat.
fn places<const N: usize>() -> impl Iterator<Item = Option<RelSeat>> {
    (0..SEATS as u8).map(|steps| ((steps as usize) < N).then(|| RelSeat::new(steps)))
}

fn write_situation<const N: usize>(view: &View<'_, N>, out: &mut RowBuf) {
    out.u8(view.seat().index() as u8);
    out.u8(match view.question() {
        Question::Turn(_) => 0,
        Question::Claim(Offer::Discard(_), _) => 1,
        Question::Claim(Offer::Kakan(_), _) => 2,
        Question::Claim(Offer::Ankan(_), _) => 3,
        Question::Yame => 4,
        Question::Exchange => 5,
        Question::Nothing => NO_TILE,
    });
    out.u8(view.kyoku() as u8);
    out.u8(view.honba().min(255) as u8);
    out.u8(view.kyotaku().min(255) as u8);
    out.u8(view.dealer().steps());
    out.u8(view.remaining() as u8);
    places::<N>().for_each(|place| out.i32(place.map_or(0, |of| view.score(of))));
}

fn write_own<const N: usize>(view: &View<'_, N>, out: &mut RowBuf) {
    out.u8(view.drawn().map_or(NO_TILE, Tile::code));
    let (offered, from) = match view.question() {
        Question::Claim(offer, from) => (offer.tile().code(), from.steps()),
        _ => (NO_TILE, NO_TILE),
    };
    out.u8(offered);
    out.u8(from);
    write_padded(out, 14, view.tiles());
    out.u64(view.forbidden().bits());
    out.u8(view.furiten() as u8);
}

fn write_melds<const N: usize>(view: &View<'_, N>, out: &mut RowBuf) {
    for place in places::<N>() {
        let melds = place.map_or(&[][..], |of| view.melds(of));
        for i in 0..4 {
            let Some(meld) = melds.get(i) else {
                out.bytes(&[0, 0, NO_TILE, NO_TILE, NO_TILE, NO_TILE]);
                continue;
            };
            out.u8(match meld.kind() {
                MeldKind::Chi => 1,
                MeldKind::Pon => 2,
                MeldKind::Daiminkan => 3,
                MeldKind::Kakan => 4,
                MeldKind::Ankan => 5,
            });
            out.u8(meld.from().steps());
            write_padded(out, 4, meld.tiles().iter().copied());
        }
    }
}

fn write_rivers<const N: usize>(view: &View<'_, N>, out: &mut RowBuf) {
    for place in places::<N>() {
        let river = place.map_or(&[][..], |of| view.river(of));
        for i in 0..MAX_DISCARDS {
            out.u8(river.get(i).map_or(NO_TILE, |discard| {
                discard.tile.code() | (discard.tsumogiri as u8) << 6 | (discard.called as u8) << 7
            }));
        }
    }
}

fn riichi_flags<const N: usize>(view: &View<'_, N>, of: RelSeat) -> u8 {
    let state = match view.riichi(of) {
        RiichiState::No => 0,
        RiichiState::Declared => 1,
        RiichiState::Accepted => 2,
    };
    state | (view.double_riichi(of) as u8) << 2 | (view.ippatsu(of) as u8) << 3
}

fn write_padded(out: &mut RowBuf, len: usize, tiles: impl Iterator<Item = Tile>) {
    let mut left = len;
    for tile in tiles {
        out.u8(tile.code());
        left -= 1;
    }
    (0..left).for_each(|_| out.u8(NO_TILE));
}
