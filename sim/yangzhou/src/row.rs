//! A row of the table `decisions`: everything a view shows, in columns of fixed width. Seats are absolute.
//!
//! Public cells change seldom and are the same for every seat: a [`RowCache`] keeps them from row to row and reads only the
//! events since. Two facts about the past are in the events but in no row: when a concealed kan was made, and when each
//! tile of the hand was drawn.

use super::kernels;
use super::state::{Event, Offer, SEATS};
use super::view::{Question, View};
use hyakuman_common::columns::{self, HAND_TILES, hand_cell};
use hyakuman_common::public_cells::{EventCursor, NONE, PublicCells};
use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
use hyakuman_core::{Kind, RelSeat};

use ChangeRate::{Often, Rarely};

/// The columns, in the order [`write_row`] fills them.
pub(super) const COLUMNS: &[Column] = &[
    Column::new(
        "question",
        CellType::U8,
        Often,
        "code",
        "what is asked: 0 own turn, 1 claim a discard, 2 rob an added kan, 3 rob a concealed kan",
    ),
    columns::KYOKU,
    Column::new("repeat", CellType::U16, Rarely, "count", "how often the match has had the same `kyoku` before"),
    Column::new("remaining", CellType::U8, Often, "tiles", "tiles left in the wall"),
    columns::SCORES[0],
    columns::SCORES[1],
    columns::SCORES[2],
    columns::SCORES[3],
    columns::DRAWN,
    columns::OFFER[0],
    columns::OFFER[1],
    columns::HAND,
    Column::new(
        "shanten",
        CellType::I8,
        Often,
        "count",
        "shanten of the concealed tiles, the one just drawn among them: -1 complete, 0 tenpai; four sets and a pair, \
         whatever they are worth",
    )
    .own(),
    Column::new(
        "ukeire",
        CellType::U8,
        Often,
        "tiles",
        "copies the seat cannot see of the kinds that bring the concealed tiles without the one just drawn nearer",
    )
    .own()
    .or("255 after a call, where the hand has a tile too many"),
    Column::new(
        "missed",
        CellType::Bool,
        Rarely,
        "flag",
        "has missed a chance to win since its last turn, and may not win with another's tile",
    )
    .own(),
    Column::new(
        "replacement",
        CellType::Bool,
        Rarely,
        "flag",
        "the last draw of the kyoku was a replacement tile",
    ),
    columns::PUBLIC[0],
    columns::PUBLIC[1],
    columns::PUBLIC[2],
];

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
    write_situation(view, out);
    write_own(view, out);
    let [replacement, discards, discarders, melds] = out.next_columns();
    replacement.push([row_cache.replacement as u8]);
    row_cache.public_cells.write([discards, discarders, melds]);
}

fn write_situation(view: &View<'_>, out: &mut Rows) {
    let [question_code, kyoku, repeat, remaining, scores @ ..] = out.next_columns::<{ 4 + SEATS }>();
    question_code.push([question(view).0]);
    kyoku.push([view.match_state().kyoku as u8]);
    repeat.push((view.match_state().repeat as u16).to_le_bytes());
    remaining.push([view.remaining() as u8]);
    for of in (0..SEATS).map(|steps| RelSeat::new(steps as u8)) {
        let seat = of.seat(view.seat(), SEATS).index();
        scores[seat].push(view.score(of).to_le_bytes());
    }
}

/// Code of the question, the tile on offer, and whose it is.
fn question(view: &View<'_>) -> (u8, u8, u8) {
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

fn write_own(view: &View<'_>, out: &mut Rows) {
    let (_, tile, by) = question(view);
    let (held, melds) = (view.hand(), view.melds(RelSeat::SELF).len() as u8);
    let [drawn, offered, offered_by, hand, shanten, ukeire, missed] = out.next_columns();
    drawn.push([view.drawn().map_or(NONE, Kind::code)]);
    offered.push([tile]);
    offered_by.push([by]);
    hand.push_copy::<HAND_TILES>(hand_cell(held, [0; 3]).first_chunk().expect("more bytes than that"));
    shanten.push(kernels::shanten(&view.full_hand(), melds).to_le_bytes());
    ukeire.push([match held.len() % 3 {
        1 => {
            let nearer = kernels::ukeire(held, melds);
            (4 * nearer.len() - view.full_hand().count_in(nearer) - view.seen().count_in(nearer)) as u8
        }
        _ => NONE,
    }]);
    missed.push([view.missed() as u8]);
}
