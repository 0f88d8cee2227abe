//! Writes a match as JSON of tenhou.net/6, which Tenhou's own viewer and most others open.

use super::result;
use crate::logs::model::{Caption, LogKyoku, LogMatch, NamedRules};
use crate::show::Change;
use hyakuman_core::{Meld, MeldKind, Seat, Tile};
use serde_json::{Value, json};

/// [`write_with`] without title and names.
pub fn write(log: &LogMatch) -> String {
    write_with(log, &Caption::default())
}

/// Writes the match as one JSON object, without what the format does not have (when indicators opened). A player
/// without a name gets the number of the seat. `rule` has all rules under a key of this program's, which other programs ignore.
pub fn write_with(log: &LogMatch, caption: &Caption) -> String {
    let seats = log.rules.seats;
    let [m, p, s] = log.rules.red_fives;
    let name = |seat: usize| match caption.names.get(seat) {
        Some(name) => name.clone(),
        None => {
            if seat < seats {
                seat.to_string()
            } else {
                String::new()
            }
        }
    };
    let mut value = json!({
        "title": [caption.title, ""],
        "name": (0..4).map(name).collect::<Vec<_>>(),
        "rule": {"disp": display(log), "aka51": m, "aka52": p, "aka53": s},
        "log": log.kyoku.iter().map(|kyoku| one_kyoku(kyoku, seats)).collect::<Vec<_>>(),
    });
    if let Some(named) = log.rules.named.to_json() {
        value["rule"][NamedRules::KEY] = named;
    }
    if let Some(reference) = &log.reference {
        value["ref"] = json!(reference);
    }
    if let Some(result) = log.result.as_ref().filter(|_| log.ended) {
        let points = result.thousandths.clone().unwrap_or_else(|| vec![0; seats]);
        let pairs = result.scores.iter().zip(&points);
        let mut sc: Vec<Value> =
            pairs.flat_map(|(&score, &n)| [json!(score), json!(f64::from(n) / 1_000.0)]).collect();
        sc.resize(8, json!(0));
        value["sc"] = json!(sc);
    }
    value.to_string()
}

/// The text for the rules, from which a reader recovers them.
fn display(log: &LogMatch) -> String {
    let rules = &log.rules;
    let words = [
        (rules.seats == 3, "三"),
        (rules.east_only == Some(true), "東"),
        (rules.east_only == Some(false), "南"),
        (rules.kuitan, "喰"),
        (rules.red_fives.iter().any(|&n| n > 0), "赤"),
    ];
    words.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect()
}

fn one_kyoku(kyoku: &LogKyoku, seats: usize) -> Value {
    let index = kyoku.name.wind as usize * 4 + kyoku.name.number as usize;
    let mut scores = kyoku.scores.clone();
    scores.resize(4, 0);
    let mut parts = vec![
        json!([index, kyoku.name.honba, kyoku.kyotaku]),
        json!(scores),
        json!(codes(&kyoku.indicators)),
        json!(codes(&kyoku.ura)),
    ];
    let mut lists: Vec<Lists> = kyoku.hands.iter().map(|_| Lists::default()).collect();
    for event in &kyoku.events {
        if let Some(seat) = event.seat() {
            lists[seat.index()].add(event, seat, seats);
        }
    }
    for (hand, lists) in kyoku.hands.iter().zip(lists) {
        parts.extend([json!(codes(hand)), json!(lists.takes), json!(lists.drops)]);
    }
    parts.resize(16, json!([]));
    parts.push(result::write(&kyoku.end));
    json!(parts)
}

/// The two lists of a seat.
#[derive(Default)]
struct Lists {
    takes: Vec<Value>,
    drops: Vec<Value>,
    /// For every pon its kind, and its text, split before the letter of the called tile.
    pons: Vec<(Tile, String, String)>,
}

impl Lists {
    fn add(&mut self, event: &Change, seat: Seat, seats: usize) {
        match *event {
            Change::Draw(_, tile) => self.takes.push(json!(code(tile))),
            Change::Discard { tile, tsumogiri, riichi, .. } => {
                let what = if tsumogiri { 60 } else { code(tile) };
                self.drops.push(if riichi { json!(format!("r{what}")) } else { json!(what) });
            }
            Change::Call(_, meld) if meld.kind() == MeldKind::Ankan => {
                let [a, b, c, d] = [0, 1, 2, 3].map(|i| code(meld.tiles()[i]));
                self.drops.push(json!(format!("{a}{b}{c}a{d}")));
            }
            Change::Call(_, meld) => self.call(&meld, meld.from().seat(seat, seats), seat),
            Change::Kakan(_, tile) => self.kakan(tile),
            Change::Nuki(..) => self.drops.push(json!("f44")),
            _ => {}
        }
    }

    fn call(&mut self, meld: &Meld, from: Seat, seat: Seat) {
        let (called, own) = (meld.tiles()[0], &meld.tiles()[1..]);
        let (before, after) = own.split_at(tiles_before(seat, from, own.len()));
        let letter = match meld.kind() {
            MeldKind::Chi => 'c',
            MeldKind::Pon => 'p',
            _ => 'm',
        };
        let (before, after) = (text(before), format!("{}{}", code(called), text(after)));
        self.takes.push(json!(format!("{before}{letter}{after}")));
        match letter {
            'm' => self.drops.push(json!(0)),
            'p' => self.pons.push((called, before, after)),
            _ => {}
        }
    }

    /// The text of the pon with the added tile before the called one.
    fn kakan(&mut self, tile: Tile) {
        if let Some((_, before, after)) = self.pons.iter().find(|(called, ..)| called.kind() == tile.kind()) {
            self.drops.push(json!(format!("{before}k{}{after}", code(tile))));
        }
    }
}

/// How many of the owner's tiles come before the letter, which encodes the discarder.
fn tiles_before(seat: Seat, from: Seat, own: usize) -> usize {
    match (from.index() + 4 - seat.index()) % 4 {
        3 => 0,
        2 => 1,
        _ => own,
    }
}

fn text(tiles: &[Tile]) -> String {
    tiles.iter().map(|&tile| code(tile).to_string()).collect()
}

fn codes(tiles: &[Tile]) -> Vec<u8> {
    tiles.iter().map(|&tile| code(tile)).collect()
}

fn code(tile: Tile) -> u8 {
    let kind = tile.kind();
    if tile.is_red() { 51 + kind.suit() } else { (kind.suit() + 1) * 10 + kind.rank() + 1 }
}
