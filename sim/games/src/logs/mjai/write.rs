//! Writes a match as mjai lines.

use super::lines::{self, Dialect, Shown, Start, typed_first};
use crate::logs::hands::Hands;
use crate::logs::model::{Caption, LogKyoku, LogMatch, LogRules, NamedRules};
use crate::show::Change;
use hyakuman_core::{MeldKind, Seat, Tile};
use serde_json::{Value, json};

/// [`write_with`] without title and names.
pub fn write(log: &LogMatch) -> String {
    write_with(log, &Caption::default())
}

/// Writes the match as mjai lines, from `start_game` to `end_game` (omitted if the match did not end). A player without
/// a name gets the number of the seat.
pub fn write_with(log: &LogMatch, caption: &Caption) -> String {
    let name = |seat: usize| caption.names.get(seat).cloned().unwrap_or_else(|| seat.to_string());
    let names: Vec<String> = (0..log.rules.seats).map(name).collect();
    let mut start = json!({"type": "start_game", "names": names});
    if let Some(east_only) = log.rules.east_only {
        start["kyoku_first"] = json!(if east_only { 4 } else { 0 });
    }
    start["aka_flag"] = json!(log.rules.red_fives.iter().any(|&n| n > 0));
    if let Some(named) = log.rules.named.to_json() {
        start[NamedRules::KEY] = named;
    }
    let (dialect, mut text) = (Dialect::of_logs(log.rules.seats), typed_first(&start));
    log.kyoku.iter().for_each(|kyoku| one_kyoku(&mut text, dialect, kyoku, &log.rules));
    if log.ended {
        dialect.end_game(&mut text, log.result.as_ref().map(|result| &result.scores[..]));
    }
    text
}

/// These mjai lines as a seat sees them: the tiles that the others were dealt and drew are `?`.
pub fn seen_by(lines: &str, seat: Seat) -> String {
    let hidden = |line: &str| {
        let Ok(mut line) = serde_json::from_str::<Value>(line) else { return String::new() };
        match line["type"].as_str() {
            Some("tsumo") if line["actor"] != json!(seat.index()) => line["pai"] = json!("?"),
            Some("start_kyoku") => {
                let hands = line["tehais"].as_array_mut().into_iter().flatten().enumerate();
                for (_, hand) in hands.filter(|&(owner, _)| owner != seat.index()) {
                    hand.as_array_mut().into_iter().flatten().for_each(|tile| *tile = json!("?"));
                }
            }
            _ => {}
        }
        typed_first(&line)
    };
    lines.lines().map(hidden).collect()
}

fn one_kyoku(text: &mut String, dialect: Dialect, kyoku: &LogKyoku, rules: &LogRules) {
    let hands: Vec<(Seat, &[Tile])> =
        Seat::all(rules.seats).zip(kyoku.hands.iter().map(Vec::as_slice)).collect();
    let &LogKyoku { name, kyotaku, dealer, .. } = kyoku;
    let indicator = kyoku.indicators.first().copied();
    dialect
        .start_kyoku(text, &Start { name, kyotaku, dealer, indicator, scores: &kyoku.scores, hands: &hands });
    let opened = kyoku.events.iter().filter(|event| matches!(event, Change::Dora(_))).count();
    for &tile in kyoku.indicators[..kyoku.indicators.len().saturating_sub(opened)].iter().skip(1) {
        lines::dora(text, tile);
    }
    let mut course = Course::new(dialect, rules.riichi_stick, kyoku);
    kyoku.events.iter().for_each(|event| course.event(text, event));
    course.end(text, kyoku);
}

/// A kyoku up to an event.
struct Course {
    dialect: Dialect,
    stick: i32,
    /// The last one who discarded.
    discarder: Seat,
    scores: Vec<i32>,
    riichi: Vec<bool>,
    hands: Hands,
    pons: Vec<(Seat, Vec<Tile>)>,
}

impl Course {
    fn new(dialect: Dialect, stick: i32, kyoku: &LogKyoku) -> Course {
        let (scores, hands) = (kyoku.scores.clone(), Hands::new(kyoku.hands.clone()));
        let (riichi, pons) = (vec![false; dialect.seats], Vec::new());
        Course { dialect, stick, discarder: kyoku.dealer, scores, riichi, hands, pons }
    }

    fn event(&mut self, text: &mut String, event: &Change) {
        match *event {
            Change::Draw(seat, tile) => {
                lines::tsumo(text, seat, Some(tile));
                self.hands.draw(seat, tile);
            }
            Change::Discard { seat, tile, tsumogiri, riichi } => {
                if riichi {
                    lines::reach(text, seat);
                }
                lines::dahai(text, seat, tile, tsumogiri);
                self.discarder = seat;
                self.hands.take(seat, &[tile]);
            }
            Change::Stick(seat) => {
                self.scores[seat.index()] -= self.stick;
                self.riichi[seat.index()] = true;
                self.dialect.reach_accepted(text, seat, self.stick, &self.scores);
            }
            Change::Call(seat, meld) => {
                lines::call(text, seat, self.discarder, &meld);
                let called = usize::from(meld.kind() != MeldKind::Ankan);
                self.hands.take(seat, &meld.tiles()[called..]);
                if meld.kind() == MeldKind::Pon {
                    self.pons.push((seat, meld.tiles().to_vec()));
                }
            }
            Change::Kakan(seat, tile) => {
                let pon =
                    self.pons.iter().find(|(owner, pon)| *owner == seat && pon[0].kind() == tile.kind());
                let pon = pon.map_or(&[][..], |(_, pon)| pon);
                lines::set(text, MeldKind::Kakan, seat, Some((None, tile)), pon);
                self.hands.take(seat, &[tile]);
            }
            Change::Nuki(seat, tile) => {
                self.dialect.nuki(text, seat);
                self.hands.take(seat, &[tile]);
            }
            Change::Dora(tile) => lines::dora(text, tile),
            _ => {}
        }
    }

    fn end(self, text: &mut String, kyoku: &LogKyoku) {
        let mut hands = self.hands.tiles;
        for hand in &mut hands {
            let drawn = usize::from(hand.len() % 3 == 2);
            let held = hand.len() - drawn;
            hand[..held].sort_by_key(|tile| (tile.kind(), tile.is_red()));
        }
        let concealed: Vec<u8> = hands.iter().map(|hand| hand.len() as u8).collect();
        let shown = Shown {
            dealer: kyoku.dealer,
            hands: &hands,
            concealed: &concealed,
            riichi: &self.riichi,
            ura: &kyoku.ura,
        };
        self.dialect.end_kyoku(text, &kyoku.end, &shown);
    }
}
