//! The messages to a bot: events as mjai, one JSON object a line.

use super::settings::Three;
use hyakuman_core::{Kind, Meld, MeldKind, Seat, Tile};
use hyakuman_games::game::{KyokuEnd, KyokuResult, MAX_SEATS, MatchEnd, WinRecord};
use hyakuman_games::riichi::{Event, RiichiRules};
use hyakuman_games::ruleset::{Ruleset, hash_text};
use hyakuman_logs::mjai::{reason_of, word_of};
use serde_json::{Value, json};
use std::fmt::Write;

/// What is written in a particular way for a game and a bot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    /// Number of seats.
    pub(crate) seats: usize,
    /// How matches of three players are written.
    pub(crate) three: Three,
}

/// The start of a kyoku.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dealt {
    pub(crate) kyoku: u8,
    pub(crate) honba: u16,
    pub(crate) kyotaku: u16,
}

impl Dealt {
    /// Its name for people: `E1-0`.
    pub(crate) fn name(self, seats: usize) -> String {
        let (wind, number) = (self.kyoku as usize / seats, self.kyoku as usize % seats + 1);
        format!("{}{number}-{}", ["E", "S", "W", "N"][wind % 4], self.honba)
    }
}

/// The rules as a bot is told them: their hash, the name of the ruleset if it is built in, and every rule by its name.
pub(crate) fn rules(rules: &RiichiRules) -> Value {
    let mut told = serde_json::to_value(rules).expect("rules are plain data");
    let preset = RiichiRules::PRESETS.iter().find(|preset| (preset.rules)() == *rules);
    told["name"] = json!(preset.map(|preset| preset.id));
    told["hash"] = json!(hash_text(rules.rules_hash()));
    told
}

impl Dialect {
    /// Number of entries in lists by seat.
    fn entries(self) -> usize {
        if self.three == Three::Four { MAX_SEATS } else { self.seats }
    }

    /// `start_game` for the bot in a seat.
    pub(crate) fn start_game(self, seat: Seat, rules: &RiichiRules, told: &Value) -> String {
        let names: Vec<String> = (0..self.entries()).map(|seat| seat.to_string()).collect();
        let line = json!({
            "type": "start_game", "id": seat.index(), "names": names,
            "kyoku_first": if rules.length_winds < 2 { 4 } else { 0 },
            "aka_flag": rules.red_fives != [0; 3], "rules": told,
        });
        typed_first(&line)
    }

    /// `start_kyoku` for the bot in a seat, which was dealt these tiles.
    pub(crate) fn start_kyoku(
        self,
        text: &mut String,
        dealt: Dealt,
        (seat, hand): (Seat, &[Tile]),
        scores: &[i32; MAX_SEATS],
        indicator: Tile,
    ) {
        let (wind, number) = (dealt.kyoku as usize / self.seats, dealt.kyoku as usize % self.seats);
        let Dealt { honba, kyotaku, .. } = dealt;
        let (wind, indicator) = (word_of(Kind::wind((wind % 4) as u8).tile()), word_of(indicator));
        put(text, format_args!(r#"{{"type":"start_kyoku","bakaze":"{wind}","kyoku":{},"#, number + 1));
        put(text, format_args!(r#""honba":{honba},"kyotaku":{kyotaku},"oya":{number},"#));
        put(text, format_args!(r#""dora_marker":"{indicator}","scores":"#));
        self.numbers(text, scores);
        text.push_str(r#","tehais":["#);
        for other in 0..self.entries() {
            text.push_str(if other == 0 { "" } else { "," });
            match other == seat.index() {
                true => tiles(text, hand.iter().map(|&tile| word_of(tile))),
                false => tiles(text, ["?"; 13].into_iter()),
            }
        }
        text.push_str("]}\n");
    }

    /// The lines of an event, if it has any: the deal, wins and draws have none, see [`Dialect::start_kyoku`] and
    /// [`Dialect::end_kyoku`].
    pub(crate) fn event(self, text: &mut String, event: &Event) {
        match *event {
            Event::Draw { seat, tile, .. } => {
                let (actor, tile) = (seat.index(), tile.map_or("?", word_of));
                put(text, format_args!("{{\"type\":\"tsumo\",\"actor\":{actor},\"pai\":\"{tile}\"}}\n"));
            }
            Event::Discard { seat, tile, tsumogiri, riichi } => {
                if riichi {
                    reach(text, seat);
                }
                let (actor, tile) = (seat.index(), word_of(tile));
                put(
                    text,
                    format_args!(
                        r#"{{"type":"dahai","actor":{actor},"pai":"{tile}","tsumogiri":{tsumogiri}}}"#
                    ),
                );
                text.push('\n');
            }
            Event::Riichi { seat } => {
                put(text, format_args!("{{\"type\":\"reach_accepted\",\"actor\":{}}}\n", seat.index()));
            }
            Event::Meld { seat, meld } => self.meld(text, seat, &meld),
            Event::Nuki { seat, tile } => {
                let word = if self.three == Three::Kita { "kita" } else { "nukidora" };
                let (actor, tile) = (seat.index(), word_of(tile));
                put(text, format_args!("{{\"type\":\"{word}\",\"actor\":{actor},\"pai\":\"{tile}\"}}\n"));
            }
            Event::Dora { tile } => {
                put(text, format_args!("{{\"type\":\"dora\",\"dora_marker\":\"{}\"}}\n", word_of(tile)));
            }
            Event::Deal { .. } | Event::Handed { .. } | Event::Win { .. } | Event::Ryuukyoku { .. } => {}
        }
    }

    fn meld(self, text: &mut String, seat: Seat, meld: &Meld) {
        let (actor, all) = (seat.index(), meld.tiles());
        let (word, called, own) = match meld.kind() {
            MeldKind::Chi => ("chi", Some(all[0]), &all[1..]),
            MeldKind::Pon => ("pon", Some(all[0]), &all[1..]),
            MeldKind::Daiminkan => ("daiminkan", Some(all[0]), &all[1..]),
            MeldKind::Ankan => ("ankan", None, all),
            MeldKind::Kakan => ("kakan", Some(all[3]), &all[..3]),
        };
        put(text, format_args!(r#"{{"type":"{word}","actor":{actor}"#));
        if matches!(meld.kind(), MeldKind::Chi | MeldKind::Pon | MeldKind::Daiminkan) {
            put(text, format_args!(r#","target":{}"#, meld.from().seat(seat, self.seats).index()));
        }
        if let Some(tile) = called {
            put(text, format_args!(r#","pai":"{}""#, word_of(tile)));
        }
        text.push_str(r#","consumed":"#);
        tiles(text, own.iter().map(|&tile| word_of(tile)));
        text.push_str("}\n");
    }

    /// The result of a kyoku and `end_kyoku`; `stick` is what a riichi costs, which `reach_accepted` has told.
    pub(crate) fn end_kyoku(self, text: &mut String, end: &KyokuEnd<'_>, stick: i32) {
        end.wins.iter().for_each(|win| self.hora(text, win));
        if end.result != KyokuResult::Win {
            let reason = reason_of(end.result).unwrap_or_default();
            put(text, format_args!(r#"{{"type":"ryukyoku","reason":"{reason}","deltas":"#));
            let mut deltas = end.deltas;
            end.riichi.for_each(|seat| deltas[seat.index()] += stick);
            self.numbers(text, &deltas);
            text.push_str("}\n");
        }
        text.push_str("{\"type\":\"end_kyoku\"}\n");
    }

    fn hora(self, text: &mut String, win: &WinRecord) {
        let (actor, target) = (win.winner.index(), win.from.unwrap_or(win.winner).index());
        put(text, format_args!(r#"{{"type":"hora","actor":{actor},"target":{target},"#));
        put(text, format_args!(r#""pai":"{}","#, word_of(Tile::of(win.tile))));
        if win.yakuman == 0 {
            put(text, format_args!(r#""fu":{},"fan":{},"#, win.fu, win.han));
        }
        put(text, format_args!(r#""hora_points":{},"deltas":"#, win.points));
        self.numbers(text, &win.deltas);
        text.push_str("}\n");
    }

    /// `end_game`.
    pub(crate) fn end_game(self, text: &mut String, end: &MatchEnd) {
        text.push_str(r#"{"type":"end_game","scores":"#);
        self.numbers(text, &end.scores);
        text.push_str("}\n");
    }

    /// A number for each seat.
    fn numbers(self, text: &mut String, numbers: &[i32; MAX_SEATS]) {
        for (at, number) in numbers[..self.entries()].iter().enumerate() {
            put(text, format_args!("{}{number}", if at == 0 { '[' } else { ',' }));
        }
        text.push(']');
    }
}

/// `reach`, before the discard.
pub(crate) fn reach(text: &mut String, seat: Seat) {
    put(text, format_args!("{{\"type\":\"reach\",\"actor\":{}}}\n", seat.index()));
}

/// A list of tiles.
fn tiles(text: &mut String, words: impl Iterator<Item = &'static str>) {
    for (at, word) in words.enumerate() {
        put(text, format_args!("{}\"{word}\"", if at == 0 { '[' } else { ',' }));
    }
    text.push(']');
}

/// An object as a line with its type in front, for people and simple parsers.
fn typed_first(line: &Value) -> String {
    let object = line.as_object().expect("an object");
    let rest = object.iter().filter(|(key, _)| *key != "type");
    let rest: String = rest.map(|(key, value)| format!(",\"{key}\":{value}")).collect();
    format!("{{\"type\":{}{rest}}}\n", line["type"])
}

fn put(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a String can be written");
}
