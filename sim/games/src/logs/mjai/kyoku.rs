//! One kyoku: its events, its end, and the scores as they change.

use super::event::{Event, tile};
use super::table::Table;
use super::words::kind_of;
use crate::logs::error::LogError;
use crate::logs::hands::{Hands, check_length};
use crate::logs::model::{
    self, DrawKind, KyokuName, LogDraw, LogEnd, LogKyoku, LogPoints, LogWin, RIICHI_STICK,
};
use crate::show::Change;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::{Kind, RelSeat, Seat, Tile};
use serde_json::Value;

/// The events of the course of a kyoku.
const EVENTS: [&str; 12] = [
    "tsumo",
    "dahai",
    "chi",
    "pon",
    "daiminkan",
    "kakan",
    "ankan",
    "nukidora",
    "kita",
    "reach",
    "reach_accepted",
    "dora",
];

/// How the reason begins where a program breaks a kyoku off because a player failed (`error`, `Error: Illegal Action by
/// Player 1`). Such a kyoku has no end.
const BROKEN_OFF: &str = "error";

/// From here on, han are a number for a yakuman that programs made up.
const YAKUMAN_HAN: u64 = 100;

/// The kyoku being read.
pub(super) struct Kyoku {
    pub(super) log: LogKyoku,
    table: Table,
    hands: Hands,
    /// The seat that drew or played last.
    last: Seat,
    discarded: Option<(Seat, Tile)>,
    /// The seat that has declared riichi and has not discarded yet.
    declared: Option<Seat>,
    /// The seat that has declared riichi with the last discard, and has not paid its stick.
    owes: Option<Seat>,
    /// Scores by seat; `None` once they are not known.
    pub(super) scores: Option<Vec<i32>>,
}

impl Kyoku {
    /// The kyoku of a `start_kyoku`; `scores` are those before it, for logs that say only how they change.
    pub(super) fn new(
        event: Event,
        (table, number): (Table, u8),
        scores: Option<Vec<i32>>,
    ) -> Result<Kyoku, LogError> {
        let hand = |hand: &Value| {
            let problem = |count| LogError::new("", format!("a hand of {count} tiles, expected 13"));
            let hand = hand.as_array().map_or(&[][..], Vec::as_slice);
            if hand.len() == 13 { hand.iter().map(tile).collect() } else { Err(problem(hand.len())) }
        };
        let hands = table.by_seat(event.list("tehais")?, "tehais")?;
        let hands: Vec<Vec<Tile>> = hands.into_iter().map(hand).collect::<Result<_, _>>()?;
        let wind = event.tile("bakaze")?.kind().code().wrapping_sub(27);
        if wind > 3 {
            return Err(LogError::new("", "`bakaze` is not a wind; expected E, S, W or N"));
        }
        let unknown = || LogError::new("", "`scores` is missing, and the kyoku before does not say them");
        let name = KyokuName { wind, number, honba: event.number("honba", 0..=999)? as u32 };
        let log = LogKyoku {
            kyotaku: event.number("kyotaku", 0..=999)? as u32,
            scores: table.points(event, "scores")?.or(scores).ok_or_else(unknown)?,
            hands: hands.clone(),
            indicators: vec![event.tile("dora_marker")?],
            ..LogKyoku::of(name)
        };
        let (hands, scores, dealer) = (Hands::new(hands), Some(log.scores.clone()), log.dealer);
        Ok(Kyoku { log, table, hands, last: dealer, discarded: None, declared: None, owes: None, scores })
    }

    /// A draw, discard, call, riichi or new indicator.
    pub(super) fn play(&mut self, kind: &str, event: Event) -> Result<(), LogError> {
        check_length(self.log.events.len())?;
        match kind {
            kind if !EVENTS.contains(&kind) => return Err(unknown(kind)),
            "reach" => {
                self.declared = Some(self.table.seat(event, "actor")?);
                return Ok(());
            }
            "reach_accepted" => return self.accept(self.table.seat(event, "actor")?, event),
            "dora" => {
                let tile = event.tile("dora_marker")?;
                self.log.indicators.push(tile);
                self.log.events.push(Change::Dora(tile));
                return Ok(());
            }
            _ => {}
        }
        let happened = self.act(kind, event)?;
        if let Some(seat) = self.owes.take() {
            self.pay(seat); // Nobody won on it, and the log does not say so, or says so later.
        }
        if let Change::Discard { seat, riichi: true, .. } = happened {
            self.owes = Some(seat);
        }
        self.log.events.push(happened);
        Ok(())
    }

    /// What a seat draws or does; its tiles move.
    fn act(&mut self, kind: &str, event: Event) -> Result<Change, LogError> {
        let seat = self.table.seat(event, "actor")?;
        let (happened, used) = match kind {
            "tsumo" => {
                let tile = event.tile("pai")?;
                self.hands.draw(seat, tile);
                self.last = seat;
                return Ok(Change::Draw(seat, tile));
            }
            "dahai" => {
                let tile = event.tile("pai")?;
                let said = event.value.get("tsumogiri").and_then(Value::as_bool);
                // After a riichi there is no choice.
                let said = said.filter(|_| !self.log.events.contains(&Change::Stick(seat)));
                let tsumogiri = self.hands.is_drawn(seat, tile, said);
                self.discarded = Some((seat, tile));
                let riichi = self.declared.take() == Some(seat);
                (Change::Discard { seat, tile, tsumogiri, riichi }, vec![tile])
            }
            "chi" | "pon" | "daiminkan" | "ankan" => self.call(kind, event, seat)?,
            "kakan" => {
                let tile = event.tile("pai")?;
                (Change::Kakan(seat, tile), vec![tile])
            }
            "nukidora" | "kita" => (Change::Nuki(seat, Kind::NORTH.tile()), vec![Kind::NORTH.tile()]),
            _ => return Err(unknown(kind)),
        };
        self.hands.take(seat, &used);
        self.last = seat;
        Ok(happened)
    }

    fn call(&self, kind: &str, event: Event, seat: Seat) -> Result<(Change, Vec<Tile>), LogError> {
        let own = event.tiles("consumed")?;
        let meld = match (kind, &own[..]) {
            ("ankan", &[a, b, c, d]) => model::ankan([a, b, c, d]),
            ("chi", &[a, b]) => {
                let (called, _) = self.called(event, seat)?;
                model::chi(called, [a, b], self.table.seats)
            }
            ("pon", &[a, b]) => {
                let (called, from) = self.called(event, seat)?;
                model::pon(called, [a, b], from)
            }
            ("daiminkan", &[a, b, c]) => {
                let (called, from) = self.called(event, seat)?;
                model::daiminkan(called, [a, b, c], from)
            }
            _ => None,
        };
        let problem =
            || LogError::new("", format!("these tiles are not a {kind}: check `pai` and `consumed`"));
        Ok((Change::Call(seat, meld.ok_or_else(problem)?), own))
    }

    /// The called tile and its relative seat; it must be the last discard.
    fn called(&self, event: Event, caller: Seat) -> Result<(Tile, RelSeat), LogError> {
        let last = self.discarded.filter(|&(from, _)| from != caller);
        let from = if event.has("target") { Some(self.table.seat(event, "target")?) } else { None };
        let tile = if event.has("pai") { Some(event.tile("pai")?) } else { None };
        let is_called = |&(last_from, last_tile): &(Seat, Tile)| {
            from.unwrap_or(last_from) == last_from && tile.unwrap_or(last_tile) == last_tile
        };
        let (from, tile) = last.filter(is_called).ok_or_else(|| {
            let last = self.discarded.map_or("none".into(), |(seat, tile)| format!("{tile} of {seat:?}"));
            LogError::new("", format!("{caller:?} calls a tile that is not the last discard ({last})"))
        })?;
        Ok((tile, from.seen_from(caller, self.table.seats)))
    }

    /// The stick of a riichi is paid, unless that was clear before.
    fn accept(&mut self, seat: Seat, event: Event) -> Result<(), LogError> {
        if self.owes.take_if(|owes| *owes == seat).is_some()
            || !self.log.events.contains(&Change::Stick(seat))
        {
            self.pay(seat);
        }
        self.scores = self.table.points(event, "scores")?.or(self.scores.take());
        Ok(())
    }

    fn pay(&mut self, seat: Seat) {
        self.log.events.push(Change::Stick(seat));
        self.scores.iter_mut().for_each(|scores| scores[seat.index()] -= RIICHI_STICK);
    }

    pub(super) fn hora(&mut self, event: Event) -> Result<(), LogError> {
        let ura = ["ura_markers", "uradora_markers"].into_iter().find(|key| event.has(key));
        let ura = ura.map_or(Ok(Vec::new()), |key| event.tiles(key))?;
        let from = if event.has("target") { self.table.seat(event, "target")? } else { self.last };
        let win = LogWin {
            tile: if event.has("pai") { Some(event.tile("pai")?) } else { None },
            fu: event.positive("fu", 1_000).map(|fu| fu as u32),
            han: event.positive("fan", YAKUMAN_HAN).map(|fan| fan as u32),
            points: event.positive("hora_points", 10_000_000).map(|points| LogPoints::Sum(points as i32)),
            deltas: self.change(event)?,
            ..LogWin::of(self.table.seat(event, "actor")?, from)
        };
        self.log.add_win(win, ura)
    }

    pub(super) fn ryukyoku(&mut self, event: Event) -> Result<(), LogError> {
        let kind = match event.value.get("reason").and_then(Value::as_str) {
            None => None,
            Some(reason) => match kind_of(reason) {
                Ok(kind) => Some(kind),
                Err(plain) if plain.starts_with(BROKEN_OFF) => {
                    self.scores = None;
                    return Ok(());
                }
                Err(_) => {
                    let problem = format!("unknown reason `{}` of a draw", excerpt(reason));
                    return Err(LogError::new("", problem));
                }
            },
        };
        if self.log.has_ended() {
            return Err(LogError::new("", "a draw after the end of the kyoku"));
        }
        use DrawKind::{Exhaustive, Nagashi, Suucha};
        if let Some(seat) = self.owes.take().filter(|_| matches!(kind, Some(Exhaustive | Nagashi | Suucha))) {
            self.pay(seat);
        }
        let deltas = self.change(event)?;
        self.log.end = LogEnd::Draw(LogDraw { kind, deltas, ..LogDraw::default() });
        Ok(())
    }

    /// The changes of score of an end: those in the log, or by the scores after it.
    fn change(&mut self, event: Event) -> Result<Option<Vec<i32>>, LogError> {
        let (before, after) = (self.scores.take(), self.table.points(event, "scores")?);
        let between = |from: &[i32], to: &[i32]| from.iter().zip(to).map(|(from, to)| to - from).collect();
        let deltas = self.table.points(event, "deltas")?;
        let deltas = deltas.or_else(|| Some(between(before.as_ref()?, after.as_ref()?)));
        let sum = |(before, deltas): (Vec<i32>, &Vec<i32>)| {
            before.iter().zip(deltas).map(|(score, delta)| score + delta).collect()
        };
        self.scores = after.or_else(|| Some(sum((before?, deltas.as_ref()?))));
        Ok(deltas)
    }
}

fn unknown(kind: &str) -> LogError {
    LogError::new("", format!("unknown event `{}`", excerpt(kind)))
}
