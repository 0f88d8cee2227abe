//! Reads a decision row from nothing but the columns and their meanings.

use super::support::Sheet;
use hyakuman_core::{Hand, Kind, KindSet, MeldKind, Tile};
use hyakuman_riichi::{Action, RiichiState};

const SEATS: usize = 4;

/// A decision as the deciding seat saw it. Seats are absolute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decision {
    pub(crate) situation: Situation,
    pub(crate) own: Own,
    pub(crate) table: Open,
}

/// The state of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Situation {
    pub(crate) seat: usize,
    pub(crate) question: Pending,
    pub(crate) deals: u32,
    pub(crate) kyoku: u32,
    pub(crate) dealer: usize,
    pub(crate) round_wind: Kind,
    pub(crate) winds: [Kind; SEATS],
    pub(crate) honba: u32,
    pub(crate) kyotaku: u32,
    pub(crate) remaining: u32,
    pub(crate) scores: [i32; SEATS],
}

/// The cells that only the seat sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Own {
    pub(crate) drawn: Option<Tile>,
    pub(crate) hand: Vec<Tile>,
    pub(crate) shanten: i8,
    pub(crate) ukeire: Option<u32>,
    pub(crate) furiten: bool,
    pub(crate) legal: Vec<u8>,
    /// Kinds in hand that may not be discarded after a call.
    pub(crate) forbidden: KindSet,
    /// Copies of each kind it cannot see.
    pub(crate) unseen: Vec<u32>,
    /// Tiles passed on, and to whom.
    pub(crate) given: (Vec<Tile>, Option<usize>),
    /// Tiles passed on to it, and by whom.
    pub(crate) received: (Vec<Tile>, Option<usize>),
}

/// The public cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Open {
    pub(crate) rinshan: bool,
    /// All discards in order: seat and tile.
    pub(crate) discards: Vec<(usize, Tile)>,
    pub(crate) rivers: [Vec<Thrown>; SEATS],
    pub(crate) melds: [Vec<Set>; SEATS],
    /// For each of these sets the number of discards before it.
    pub(crate) melds_at: [Vec<usize>; SEATS],
    pub(crate) open: [bool; SEATS],
    pub(crate) riichi: [RiichiState; SEATS],
    pub(crate) double_riichi: [bool; SEATS],
    pub(crate) ippatsu: [bool; SEATS],
    pub(crate) liable: [Option<usize>; SEATS],
    /// With the number of discards before each.
    pub(crate) indicators: Vec<(Tile, usize)>,
    pub(crate) discarded: [KindSet; SEATS],
    pub(crate) safe_against: [KindSet; SEATS],
    pub(crate) seen: Hand,
    pub(crate) won: [bool; SEATS],
    pub(crate) won_tiles: Vec<Tile>,
}

/// What the seat has to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pending {
    Turn,
    Discard(Tile, usize),
    Kakan(Tile, usize),
    Ankan(Kind, usize),
    Stop,
    Exchange,
}

/// A discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thrown {
    pub(crate) tile: Tile,
    pub(crate) tsumogiri: bool,
    pub(crate) riichi: bool,
    pub(crate) called: bool,
}

/// An exposed set: its tiles, and whose tile was called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Set {
    pub(crate) kind: MeldKind,
    pub(crate) from: usize,
    pub(crate) tiles: Vec<Tile>,
}

/// Reads a row of `decisions`.
pub(crate) fn read(sheet: &Sheet<'_>, row: usize) -> Decision {
    let table = read_open(sheet, row);
    Decision { situation: read_situation(sheet, row), own: read_own(sheet, row, &table.seen), table }
}

fn read_situation(sheet: &Sheet<'_>, row: usize) -> Situation {
    let int = |name| sheet.int(name, row);
    let kyoku = int("kyoku") as usize;
    let dealer = kyoku % SEATS;
    Situation {
        seat: int("seat") as usize,
        question: read_question(sheet, row),
        deals: int("kyoku_number") as u32 + 1,
        kyoku: kyoku as u32,
        dealer,
        round_wind: Kind::wind((kyoku / SEATS) as u8),
        winds: std::array::from_fn(|seat| Kind::wind(((seat + SEATS - dealer) % SEATS) as u8)),
        honba: int("honba") as u32,
        kyotaku: int("kyotaku") as u32,
        remaining: int("remaining") as u32,
        scores: sheet.by_seat("score", row).map(|score| score as i32),
    }
}

fn read_own(sheet: &Sheet<'_>, row: usize, seen: &Hand) -> Own {
    let int = |name| sheet.int(name, row);
    let (hand, drawn) = (tiles(sheet.cell("hand", row)), tile(int("drawn")));
    let legal = read_legal(sheet.cell("legal", row));
    let held = |kind: Kind| hand.iter().chain(&drawn).filter(|tile| tile.kind() == kind).count() as u32;
    Own {
        shanten: int("shanten") as i8,
        ukeire: some(int("ukeire")).map(|tiles| tiles as u32),
        furiten: int("furiten") != 0,
        forbidden: forbidden(int("question"), drawn, &hand, &legal),
        unseen: Kind::all().map(|kind| 4 - seen.count(kind) as u32 - held(kind)).collect(),
        given: (tiles(sheet.cell("given", row)), some(int("given_to")).map(|seat| seat as usize)),
        received: (tiles(sheet.cell("received", row)), some(int("received_from")).map(|seat| seat as usize)),
        drawn,
        hand,
        legal,
    }
}

fn read_open(sheet: &Sheet<'_>, row: usize) -> Open {
    let (discards, rivers, since) = read_discards(sheet, row);
    let melds = read_melds(sheet.cell("melds", row));
    let (flags, liable) = (sheet.cell("riichi", row), sheet.cell("liable", row));
    let (indicators, won_tiles) = (tiles(sheet.cell("indicators", row)), tiles(sheet.cell("won_tiles", row)));
    let at = times(sheet.cell("indicators_at", row));
    assert_eq!(at.len(), indicators.len(), "a time for each indicator");
    let kinds = |river: &Vec<Thrown>| river.iter().map(|thrown| thrown.tile.kind()).collect::<KindSet>();
    let discarded = rivers.each_ref().map(kinds);
    let states = [RiichiState::No, RiichiState::Declared, RiichiState::Accepted];
    let riichi: [RiichiState; SEATS] = std::array::from_fn(|seat| states[flags[seat] as usize & 3]);
    let safe = |seat: usize| match riichi[seat] {
        RiichiState::Accepted => discarded[seat] | since[seat],
        _ => discarded[seat],
    };
    Open {
        rinshan: sheet.int("rinshan", row) != 0,
        open: melds.each_ref().map(|melds| melds.iter().any(|meld| meld.kind != MeldKind::Ankan)),
        riichi,
        double_riichi: std::array::from_fn(|seat| flags[seat] & 4 != 0),
        ippatsu: std::array::from_fn(|seat| flags[seat] & 8 != 0),
        liable: std::array::from_fn(|seat| some(liable[seat] as i64).map(|by| by as usize)),
        safe_against: std::array::from_fn(safe),
        seen: seen(&rivers, &melds, &[&indicators[..], &won_tiles].concat()),
        won: std::array::from_fn(|seat| sheet.int("has_won", row) >> seat & 1 != 0),
        won_tiles,
        discards,
        rivers,
        melds_at: std::array::from_fn(|seat| times(&sheet.cell("melds_at", row)[4 * seat..][..4])),
        melds,
        indicators: indicators.into_iter().zip(at).collect(),
        discarded,
    }
}

pub(crate) fn some(code: i64) -> Option<i64> {
    (code != 255).then_some(code)
}

pub(crate) fn tile(code: i64) -> Option<Tile> {
    some(code).map(|code| Tile::of(code as u8))
}

/// The tiles of a cell, up to the first byte for no tile.
pub(crate) fn tiles(cell: &[u8]) -> Vec<Tile> {
    let tiles: Vec<Tile> = cell.iter().map_while(|&code| tile(code as i64)).collect();
    assert!(cell[tiles.len()..].iter().all(|&code| code == 255), "a gap in {cell:?}");
    tiles
}

/// The numbers of discards of a cell, up to the first byte for none.
fn times(cell: &[u8]) -> Vec<usize> {
    cell.iter().map_while(|&code| some(code as i64)).map(|count| count as usize).collect()
}

fn read_question(sheet: &Sheet<'_>, row: usize) -> Pending {
    let int = |name| sheet.int(name, row);
    let offered = || (tile(int("offered")).expect("a tile on offer"), int("offered_by") as usize);
    match int("question") {
        0 => Pending::Turn,
        1 => Pending::Discard(offered().0, offered().1),
        2 => Pending::Kakan(offered().0, offered().1),
        3 => Pending::Ankan(offered().0.kind(), offered().1),
        4 => Pending::Stop,
        6 => Pending::Exchange,
        other => panic!("question {other}"),
    }
}

type Discards = (Vec<(usize, Tile)>, [Vec<Thrown>; SEATS], [KindSet; SEATS]);

/// The discards in order, the rivers, and for each seat the kinds discarded after its riichi.
fn read_discards(sheet: &Sheet<'_>, row: usize) -> Discards {
    let (codes, seats) = (sheet.cell("discards", row), sheet.cell("discarders", row));
    let riichi_at = sheet.cell("riichi_at", row);
    let mut found: Discards = Default::default();
    for (number, &code) in codes.iter().enumerate().take_while(|(_, code)| **code != 255) {
        let (seat, tile) = ((seats[number / 4] >> (2 * (number % 4)) & 3) as usize, Tile::of(code & 63));
        let riichi = riichi_at[seat] as usize == number;
        found.0.push((seat, tile));
        found.1[seat].push(Thrown { tile, tsumogiri: code & 64 != 0, riichi, called: code & 128 != 0 });
        let later = (0..SEATS).filter(|&seat| number > riichi_at[seat] as usize);
        later.for_each(|seat| found.2[seat].insert(tile.kind()));
    }
    found
}

pub(crate) fn read_melds(cell: &[u8]) -> [Vec<Set>; SEATS] {
    let sorts = [MeldKind::Chi, MeldKind::Pon, MeldKind::Daiminkan, MeldKind::Kakan, MeldKind::Ankan];
    let mut melds: [Vec<Set>; SEATS] = Default::default();
    for (number, set) in cell.chunks_exact(5).enumerate().filter(|(_, set)| set[0] & 15 != 0) {
        let (kind, from) = (sorts[(set[0] & 15) as usize - 1], (set[0] >> 4) as usize);
        melds[number / 4].push(Set { kind, from, tiles: tiles(&set[1..]) });
    }
    melds
}

pub(crate) fn read_legal(cell: &[u8]) -> Vec<u8> {
    (0..=255).filter(|&code| cell[code as usize / 8] >> (code % 8) & 1 != 0).collect()
}

/// After a call: the kinds in hand that are not among the legal discards.
fn forbidden(question: i64, drawn: Option<Tile>, hand: &[Tile], legal: &[u8]) -> KindSet {
    if question != 0 || drawn.is_some() {
        return KindSet::EMPTY;
    }
    let barred = |tile: &&Tile| !legal.contains(&Action::Discard(**tile).code());
    hand.iter().filter(barred).map(|tile| tile.kind()).collect()
}

/// The public cells of a row.
pub(crate) fn seen(rivers: &[Vec<Thrown>; SEATS], melds: &[Vec<Set>; SEATS], indicators: &[Tile]) -> Hand {
    let mut seen = Hand::EMPTY;
    let rivers = rivers.iter().flatten().filter(|thrown| !thrown.called).map(|thrown| thrown.tile);
    let melds = melds.iter().flatten().flat_map(|meld| &meld.tiles);
    rivers.chain(melds.copied()).chain(indicators.iter().copied()).for_each(|tile| seen.add(tile.kind()));
    seen
}
