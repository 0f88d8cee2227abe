//! Boards as JSON: the first of a kyoku whole, of the others what changed.
//!
//! A tile is one letter ([`letter`]). A board is a flat object: a letter for what it is and the number of the seat, such
//! as `h2` for the hand of seat 2. A text that continues the one before it is `[kept, rest]`, with the number of letters
//! kept.

use crate::show::board::hand_of;
use crate::show::{Board, Change, Covered, Kernels, SeatBoard, Seen, With};
use hyakuman_core::game::{HouseCounts, HouseRules};
use hyakuman_core::{Kind, KindSet, Meld, MeldKind, Seat, Tile};
use serde_json::{Map, Value, json};

/// The letter of each tile, in order of code.
const LETTERS: &[u8; Tile::COUNT] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijk";

pub(crate) fn letter(tile: Tile) -> char {
    LETTERS[tile.index()].into()
}

pub(crate) fn letters(tiles: impl IntoIterator<Item = Tile>) -> String {
    tiles.into_iter().map(letter).collect()
}

/// The letters of kinds, in order of code.
pub(crate) fn letters_of_kinds(kinds: KindSet) -> String {
    letters(kinds.into_iter().map(Kind::tile))
}

/// An action: its word, the letter of its tile or `*` for the one just drawn; of a chi the place of the called tile, and whether a five
/// of one's own is red.
pub(crate) fn action((word, with): (&str, With)) -> Value {
    match with {
        With::Nothing => json!([word, ""]),
        With::Tile(tile) => json!([word, letter(tile)]),
        With::Drawn => json!([word, "*"]),
        With::Chi(side, red) => json!([word, "", side as u8, red]),
    }
}

/// A board as a flat object.
pub(crate) fn fields(board: &Board, kernels: Option<Kernels>) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("i".into(), json!(letters(board.indicators.iter().copied())));
    fields.insert("o".into(), json!(letters_of_kinds(board.dora_kinds)));
    if !board.dora.is_empty() {
        fields.insert("g".into(), json!(board.dora.iter().map(|n| char::from(b'0' + n)).collect::<String>()));
    }
    fields.insert("l".into(), json!(board.left));
    fields.insert("k".into(), json!(board.sticks));
    for (number, seat) in board.seats.iter().enumerate() {
        let mut set = |name: char, value: Value| fields.insert(format!("{name}{number}"), value);
        set('h', json!("-".repeat(seat.covered.into()) + &letters(seat.hand.iter().copied())));
        set('d', json!(if seat.drawn_covered { "-".into() } else { letters(seat.drawn) }));
        set('r', json!(river(seat)));
        set('m', json!(seat.melds.iter().map(meld).collect::<Vec<_>>().join(" ")));
        set('a', json!(letters(seat.aside.iter().copied())));
        set('p', json!(seat.score));
        set('f', json!(flags(seat)));
        set('q', json!(letters(seat.robbed)));
        if let Some((shanten, waits)) = kernels.and_then(|kernels| shanten_and_waits(kernels, seat)) {
            set('s', json!(shanten));
            set('w', json!(letters_of_kinds(waits)));
        }
        if let Some(house) = &board.house {
            set('t', json!(house_words(house, Seat::new(number as u8))));
        }
        if let Some(toppan) = &seat.toppan {
            set('b', json!(toppan.bet));
            set('c', json!(toppan.course));
            set('e', json!(letters(toppan.extra)));
            set('x', json!(toppan.sum));
        }
    }
    fields
}

/// What changed from one board to the next, both as [`fields`].
pub(crate) fn difference(before: &Map<String, Value>, after: &Map<String, Value>) -> Map<String, Value> {
    let changed = after.iter().filter(|(name, value)| before.get(*name) != Some(value));
    changed.map(|(name, value)| (name.clone(), shortened(before.get(name), value))).collect()
}

/// A text that continues `before`, as `[kept, rest]`, where that is shorter; any other value as it is.
fn shortened(before: Option<&Value>, after: &Value) -> Value {
    if let (Some(Value::String(before)), Value::String(after)) = (before, after) {
        let kept = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
        if kept > 5 {
            return json!([kept, &after[kept..]]);
        }
    }
    after.clone()
}

/// Discards: two characters each, the tile and its marks as a hexadecimal digit.
fn river(seat: &SeatBoard) -> String {
    let digit = |marks: u8| char::from_digit(marks.into(), 16).expect("four marks");
    seat.river.iter().flat_map(|&(tile, marks)| [letter(tile), digit(marks)]).collect()
}

/// The letter of a step; `None` for one that is part of the step before or after it.
pub(crate) fn step_letter(seen: &Seen) -> Option<char> {
    let change = match seen {
        Seen::Open(change) => change,
        Seen::Covered(Covered::Draw(_)) => return Some('D'),
        Seen::Covered(Covered::Handed { .. }) => return Some('H'),
    };
    Some(match change {
        Change::Handed { .. } => 'H',
        Change::Draw(..) => 'D',
        Change::Discard { riichi: true, .. } => 'R',
        Change::Discard { .. } => 'X',
        Change::Call(_, meld) => letter_of(meld.kind()),
        Change::Kakan(..) => 'k',
        Change::Nuki(..) => 'n',
        Change::Win { .. } => 'W',
        Change::Bet(..) => 'B',
        Change::Course(_, course) => ['O', 'Y', 'V', 'U'][*course as usize],
        Change::TurnUp(..) => 'T',
        Change::OpenRiichi(_) | Change::Stick(_) | Change::Dora(_) | Change::Show(..) => return None,
    })
}

fn letter_of(kind: MeldKind) -> char {
    char::from(kind.name().as_bytes()[0])
}

/// A set: its letter, the seat it came from as steps from its owner, its tiles with the called one first.
fn meld(meld: &Meld) -> String {
    format!("{}{}{}", letter_of(meld.kind()), meld.from().steps(), letters(meld.tiles().iter().copied()))
}

/// What rules count besides the scores of a seat: `w` pays and is paid double, `n` has not won, `c5` has five chips.
fn house_words((rules, counts): &(HouseRules, HouseCounts), seat: Seat) -> String {
    let words = [
        (rules.wareme && counts.wareme == Some(seat)).then(|| "w".to_owned()),
        (rules.yakitori && !counts.winners.has(seat)).then(|| "n".to_owned()),
        rules.chips.then(|| format!("c{}", counts.chips[seat.index()])),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Bits: riichi, furiten, won, shown: the first tile of Toppan, or a hand that lies open.
fn flags(seat: &SeatBoard) -> u8 {
    let shown = seat.face_up || seat.toppan.as_ref().is_some_and(|toppan| toppan.shown);
    u8::from(seat.riichi) + 2 * u8::from(seat.furiten) + 4 * u8::from(seat.won) + 8 * u8::from(shown)
}

/// Shanten of the hand without the tile just drawn, and its waits if it is tenpai; `None` after a call.
fn shanten_and_waits(kernels: Kernels, seat: &SeatBoard) -> Option<(i8, KindSet)> {
    let hand = hand_of(seat.hand.iter().copied())?;
    if hand.len() % 3 != 1 || hand.len() + 3 * seat.melds.len() as u32 != 13 {
        return None;
    }
    let melds = seat.melds.len() as u8;
    let shanten = (kernels.shanten)(&hand, melds);
    Some((shanten, if shanten == 0 { (kernels.waits)(&hand, melds) } else { KindSet::EMPTY }))
}
