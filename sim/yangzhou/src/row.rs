//! A row of the table `decisions`: everything a view shows, in columns of fixed width. Seats are absolute.
//!
//! Public cells change seldom and are the same for every seat: a [`RowCache`] keeps them from row to row and reads only the
//! events since. Two facts about the past are in the events but in no row: when a concealed kan was made, and when each
//! tile of the hand was drawn.

use super::kernels;
use super::state::{Event, Offer, SEATS};
use super::view::{Question, View};
use hyakuman_core::column::{Column, Rows, often, rarely};
use hyakuman_core::common::columns::{self, HAND_TILES, hand_cell};
use hyakuman_core::common::public_cells::{DISCARDERS, DISCARDS, EventCursor, MELDS, NONE, PublicCells};
use hyakuman_core::{Kind, RelSeat, Seat, row_cells};

/// The columns, in the order [`write_row`] fills them.
pub(super) const COLUMNS: &[Column] = Row::COLUMNS;

row_cells! {
    struct Row {
        /// what is asked: 0 own turn, 1 claim a discard, 2 rob an added kan, 3 rob a concealed kan
        question: u8 = often("code");
        kyoku: u8 = columns::KYOKU;
        /// how often the match has had the same `kyoku` before
        repeat: u16 = rarely("count");
        /// tiles left in the wall
        remaining: u8 = often("tiles");
        score_0: i32 = columns::SCORES[0];
        score_1: i32 = columns::SCORES[1];
        score_2: i32 = columns::SCORES[2];
        score_3: i32 = columns::SCORES[3];
        drawn: u8 = columns::DRAWN;
        offered: u8 = columns::OFFER[0];
        offered_by: u8 = columns::OFFER[1];
        hand: [u8; HAND_TILES] = columns::HAND;
        /// shanten of the concealed tiles, the one just drawn among them: -1 complete, 0 tenpai; four sets and a pair, whatever
        /// they are worth
        shanten: i8 = often("count").own();
        /// copies the seat cannot see of the kinds that bring the concealed tiles without the one just drawn nearer
        ukeire: u8 = often("tiles").own().or("255 after a call, where the hand has a tile too many");
        /// has missed a chance to win since its last turn, and may not win with another's tile
        missed: bool = rarely("flag").own();
        /// the last draw of the kyoku was a replacement tile
        replacement: bool = rarely("flag");
        discards: &'a [u8; DISCARDS] = columns::PUBLIC[0];
        discarders: &'a [u8; DISCARDERS] = columns::PUBLIC[1];
        melds: &'a [u8; MELDS] = columns::PUBLIC[2];
    }
}

/// What is kept from one row of a match to the next, to save computing it again.
#[derive(Clone, Debug, Default)]
pub struct RowCache {
    /// The events that have been read.
    cursor: EventCursor,
    public_cells: PublicCells,
    replacement: bool,
}

impl RowCache {
    /// Reads what has happened since the last row.
    fn catch_up(&mut self, view: &View<'_>) {
        if !self.cursor.is_of(view.match_state(), view.events().len()) {
            *self = RowCache { cursor: EventCursor::at(view.match_state()), ..RowCache::default() };
        }
        for event in view.events_from(self.cursor.read) {
            self.cursor.read += 1;
            match event {
                Event::Draw { replacement, .. } => self.replacement = replacement,
                Event::Discard { seat, tile, tsumogiri } => {
                    self.public_cells.discard(seat, tile.tile(), tsumogiri)
                }
                Event::Meld { seat, meld } => {
                    self.public_cells.meld(seat, &meld, SEATS);
                }
                _ => {}
            }
        }
    }
}

/// Fills a row.
pub(super) fn write_row(row_cache: &mut RowCache, view: &View<'_>, out: &mut Rows) {
    row_cache.catch_up(view);
    let (question, offered, offered_by) = asked(view);
    let [score_0, score_1, score_2, score_3] = scores(view);
    let own_sets = view.melds(RelSeat::SELF).len() as u8;
    let row = Row {
        question,
        kyoku: view.match_state().kyoku as u8,
        repeat: view.match_state().repeat as u16,
        remaining: view.remaining() as u8,
        score_0,
        score_1,
        score_2,
        score_3,
        drawn: view.drawn().map_or(NONE, Kind::code),
        offered,
        offered_by,
        hand: *hand_cell(view.hand(), [0; 3]).first_chunk().expect("more bytes than that"),
        shanten: kernels::shanten(&view.full_hand(), own_sets),
        ukeire: ukeire(view, own_sets),
        missed: view.missed(),
        replacement: row_cache.replacement,
        discards: &row_cache.public_cells.discards,
        discarders: &row_cache.public_cells.discarders,
        melds: &row_cache.public_cells.melds,
    };
    row.write(out);
}

/// By absolute seat.
fn scores(view: &View<'_>) -> [i32; SEATS] {
    std::array::from_fn(|seat| view.score(Seat::new(seat as u8).seen_from(view.seat(), SEATS)))
}

/// Unseen copies of the kinds that bring the hand without the tile just drawn nearer.
fn ukeire(view: &View<'_>, own_sets: u8) -> u8 {
    if view.hand().len() % 3 != 1 {
        return NONE;
    }
    let nearer = kernels::ukeire(view.hand(), own_sets);
    (4 * nearer.len() - view.full_hand().count_in(nearer) - view.seen().count_in(nearer)) as u8
}

/// Code of the question, the tile on offer, and whose it is.
fn asked(view: &View<'_>) -> (u8, u8, u8) {
    let (offer, from) = match view.question() {
        Question::Turn(_) => return (0, NONE, NONE),
        Question::Claim(offer, from) => (offer, from),
        Question::Nothing => return (NONE, NONE, NONE),
    };
    let question = match offer {
        Offer::Discard(_) => 1,
        Offer::Kakan(_) => 2,
        Offer::Ankan(_) => 3,
    };
    (question, offer.kind().code(), from.seat(view.seat(), SEATS).index() as u8)
}
