//! Winning hands of Toutenkou: from what is given to a win, from its value to JSON.

use super::request::{By, Request, Sort, Wind};
use super::riichi::{flags, meld, owned};
use super::{Answer, Scorer, checks};
use hyakuman_core::eval::{Tables, TileSet};
use hyakuman_core::{Hand, KindSet, Meld, SeatSet, Tile};
use hyakuman_games::riichi::house::{Held, House};
use hyakuman_games::riichi::score::{DoraCount, Win, han_of};
use hyakuman_games::riichi::settle::{Stakes, WonBy, win_deltas};
use hyakuman_games::toutenkou::score::{Value, value};
use hyakuman_games::toutenkou::{GARI, Gari, Kinds, ToutenkouRules};
use serde::Serialize;
use std::fmt;

/// Scores hands under the rules of one ruleset of the family.
pub(super) struct ToutenkouScorer {
    rules: ToutenkouRules,
    tables: &'static Tables,
}

/// What a winning hand is worth.
#[derive(Serialize, Debug)]
pub(super) struct Worth {
    agari: bool,
    /// Yaku and what counts beside them, honba too, each with its points.
    yaku: Vec<(&'static str, u32)>,
    /// Points of dora and red fives.
    dora: u32,
    /// Points of yaku and dora; of a yakuman none are told.
    han: Option<u32>,
    fu: Option<u8>,
    yakuman: u8,
    limit: Option<&'static str>,
    /// What the discarder, or each of the others, pays.
    points: i32,
    deltas: [i32; 3],
}

impl Scorer for ToutenkouScorer {
    fn score(&self, text: &str) -> Result<Answer, String> {
        let request = Request::parse_gari(text)?;
        if request.melds.iter().any(|meld| meld.sort == Sort::Chi) {
            return Err("there is no chi in this ruleset".to_owned());
        }
        let melds = request.melds.iter().map(meld).collect::<Result<Vec<Meld>, _>>()?;
        check_tiles(&request, &melds)?;
        checks::seats(&request, 3)?;
        checks::riichi(&request, &melds)?;
        checks::discarder(&request)?;
        Ok(self.answer(&request, &melds))
    }
}

impl ToutenkouScorer {
    /// A scorer under these rules.
    pub(super) fn new(rules: ToutenkouRules) -> ToutenkouScorer {
        ToutenkouScorer { rules, tables: Tables::get() }
    }

    fn answer(&self, request: &Request, melds: &[Meld]) -> Answer {
        let mut hand = Hand::EMPTY;
        request.hand.iter().chain([&request.win]).for_each(|tile| hand.add(tile.kind()));
        let reds = Gari::riichi(&self.rules).red_fives;
        let is_aka = |tile: Tile| tile.is_red() && reds[tile.kind().suit() as usize] > 0;
        let face = |&tile: &Tile| if is_aka(tile) { tile } else { tile.kind().tile() };
        let win = Win {
            hand: &hand,
            melds,
            tile: request.win.kind(),
            tsumo: request.by == By::Tsumo,
            seat_wind: request.seat.kind(),
            round_wind: request.round.kind(),
            flags: flags(request),
            dora: self.dora(request, melds, owned(request, melds).filter(|&tile| is_aka(tile)).count()),
        };
        let held = Held { aside: request.nuki.iter().map(face).collect(), ever: ever(request, melds) };
        match value(self.tables, &self.rules, &win, &held) {
            Some(value) => Answer::Toutenkou(self.worth(request, melds, &value)),
            None if self.tables.is_agari(&hand, melds.len() as u8) => no_win("no yaku"),
            None => no_win("not a complete hand"),
        }
    }

    /// Dora by sort; ura are turned for riichi only.
    fn dora(&self, request: &Request, melds: &[Meld], aka: usize) -> DoraCount {
        let hits = |indicators: &[Tile]| -> usize {
            let dora = indicators.iter().filter_map(|tile| Gari::dora_of(&self.rules, tile.kind()));
            dora.map(|dora| owned(request, melds).filter(|tile| tile.kind() == dora).count()).sum()
        };
        let ura = if request.riichi > 0 { hits(&request.ura) } else { 0 };
        let [dora, ura, aka, nuki] = [hits(&request.dora), ura, aka, request.nuki.len()]
            .map(|count| u8::try_from(count).unwrap_or(u8::MAX));
        DoraCount { dora, ura, aka, nuki }
    }

    fn worth(&self, request: &Request, melds: &[Meld], value: &Value) -> Worth {
        let closed = !melds.iter().any(Meld::is_open);
        let points = |yaku| match value.yakuman {
            0 => han_of(yaku, closed).into(),
            _ => self.rules.yakuman_points.into(),
        };
        let yaku = value.yaku.iter().map(|yaku| (yaku.slug(), points(yaku)));
        let specials = value.specials.iter().map(|(special, points)| (special.slug(), points.into()));
        let honba = (request.honba > 0).then_some(("honba", request.honba.into()));
        let ordinary = value.yakuman == 0;
        Worth {
            agari: true,
            yaku: yaku.chain(specials).chain(honba).collect(),
            dora: value.dora_points.into(),
            han: ordinary.then_some((value.regular + value.dora_points).into()),
            fu: None,
            yakuman: value.yakuman,
            limit: (!ordinary).then_some("yakuman"),
            points: value.total() + i32::from(request.honba),
            deltas: self.paid(request, value),
        }
    }

    /// The change of every score. Seats are winds: east, the dealer, is seat 0.
    fn paid(&self, request: &Request, value: &Value) -> [i32; 3] {
        let from = request.from.filter(|_| request.by == By::Ron).map(Wind::seat);
        let won = WonBy { winner: request.seat.seat(), from, pao: None };
        let stakes = Stakes {
            dealer: Wind::E.seat(),
            honba: request.honba.into(),
            kyotaku: request.kyotaku.into(),
            active: SeatSet::all(3),
        };
        win_deltas(Gari::riichi(&self.rules), value, &won, &stakes)
    }
}

fn no_win(reason: &str) -> Answer {
    Answer::None { agari: false, reason: reason.to_owned() }
}

/// The gari tiles that ever came to the winner: as told, or else those there are.
fn ever(request: &Request, melds: &[Meld]) -> KindSet {
    let own = owned(request, melds).map(Tile::kind).filter(|&kind| GARI.has(kind)).collect();
    match request.received_gari {
        None => own,
        Some(true) => GARI,
        Some(false) => KindSet::EMPTY,
    }
}

fn check_tiles(request: &Request, melds: &[Meld]) -> Result<(), String> {
    checks::count(request, melds)?;
    if let Some(tile) = request.nuki.iter().find(|tile| !GARI.has(tile.kind())) {
        return Err(format!("`{tile}` is no gari tile and cannot be in `nuki`: those are 1m 5m 0m 9m 4z"));
    }
    let indicators = request.dora.iter().chain(&request.ura).copied();
    let mut all = owned(request, melds).chain(indicators);
    if let Some(tile) = all.find(|tile| !Kinds::KINDS.has(tile.kind())) {
        return Err(format!("`{tile}` is not in play in this ruleset"));
    }
    checks::copies(owned(request, melds))
}

/// For people: the value in three lines.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> =
            self.yaku.iter().map(|(name, points)| format!("{name} {points}")).collect();
        if self.dora > 0 {
            parts.push(format!("dora {}", self.dora));
        }
        writeln!(f, "{} points\n{}", self.points, parts.join(", "))?;
        let seats = ["E", "S", "W"].iter().zip(&self.deltas);
        let deltas: Vec<String> = seats.map(|(seat, change)| format!("{seat} {change:+}")).collect();
        writeln!(f, "{}", deltas.join("  "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::under;

    /// The answer to a hand as JSON, or the error.
    fn score(set: &[&str], text: &str) -> String {
        match under("toutenkou", set).score(text) {
            Ok(answer) => serde_json::to_string(&answer).expect("JSON"),
            Err(error) => error,
        }
    }

    /// T01 with honba 2 and a stick.
    const T01: &str = r#"{"hand":["2p","3p","4p","5p","6p","3s","4s","5s","6s","7s","8s","5p","5p"],"win":"7p",
        "by":"tsumo","seat":"S","round":"E","riichi":1,"nuki":["1m","9m","4z"],"honba":2,"kyotaku":1}"#;

    #[test]
    fn points_are_those_of_the_hand_with_honba() {
        let yaku = r#"[["riichi",1],["menzen_tsumo",1],["pinfu",1],["tanyao",1],["base",2],["menzen",1],["gari",3],["honba",2]]"#;
        let rest = r#""dora":0,"han":4,"fu":null,"yakuman":0,"limit":null,"points":12,"deltas":[-12,25,-12]"#;
        assert_eq!(score(&[], T01), format!(r#"{{"agari":true,"yaku":{yaku},{rest}}}"#));
    }

    #[test]
    fn a_red_one_set_aside_counts_as_both() {
        let red = T01.replace("\"9m\"", "\"0m\"");
        assert!(
            score(&[], &red).contains(r#""dora":1,"han":5"#) && score(&[], &red).contains("\"points\":13")
        );
        assert!(score(&["reds=[0,1,1]"], &red).contains("\"points\":12"));
    }

    #[test]
    fn karasu_is_as_told() {
        let none = T01.replace(r#"["1m","9m","4z"]"#, "[]");
        assert!(score(&[], &none).contains(r#"["karasu",20]"#));
        let gone = none.replace("\"honba\"", "\"received_gari\":true,\"honba\"");
        assert!(!score(&[], &gone).contains("karasu"));
    }

    #[test]
    fn what_the_game_does_not_have_is_an_error() {
        for (from, to, error) in [
            ("\"2p\"", "\"2m\"", "`2m` is not in play in this ruleset"),
            ("\"9m\"", "\"5z\"", "`5z` is no gari tile and cannot be in `nuki`: those are 1m 5m 0m 9m 4z"),
            ("[\"1m\",\"9m\",\"4z\"]", "2", "`nuki` must be a list of tiles such as"),
            (
                "[\"1m\",",
                "[\"1m\",\"1m\",\"1m\",\"1m\",\"1m\",",
                "there are 5 copies of `1m`, more than four",
            ),
            ("\"seat\":\"S\"", "\"seat\":\"N\"", "with three players nobody sits at N"),
        ] {
            let found = score(&[], &T01.replace(from, to));
            assert!(found.starts_with(error), "{found}");
        }
    }
}
