//! Values hands of competitive Toppan.

use super::json::Object;
use super::request::{MOST_COUNTERS, TILES, WIND, Wind, needed_tiles, tiles};
use super::{FamilyScorer, Score, Scored, checks};
use hyakuman_core::Tile;
use hyakuman_toppan::deal::add_extra;
use hyakuman_toppan::rules::ToppanExtra;
use hyakuman_toppan::score::{Case, Value};
use hyakuman_toppan::terms::{Terms, UNITS_PER_POINT};
use hyakuman_toppan::{Held, Indicators, Toppan, ToppanRules};
use serde::{Serialize, Serializer};
use std::fmt;

const KEYS: [&str; 7] = ["tiles", "seat", "round", "honba", "bet", "indicators", "declared"];

/// Scores hands under the rules of one ruleset of the family.
pub(super) struct ToppanScorer {
    rules: ToppanRules,
    terms: Terms,
}

/// A hand in the input.
struct Request {
    /// In the order drawn.
    tiles: Vec<Tile>,
    seat: Wind,
    round: Wind,
    honba: u32,
    /// In half points.
    bet: i32,
    indicators: Vec<Tile>,
    declared: bool,
}

/// The value of a hand of Toppan.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct ToppanValue {
    /// Always true.
    pub agari: bool,
    /// Yaku with their han, including dora, honba and red fives; one that counts several times is listed once with the sum.
    pub yaku: Vec<(&'static str, u32)>,
    /// The sum of the han; `None` for a mangan.
    pub han: Option<u32>,
    /// Whether it is a mangan.
    pub mangan: bool,
    /// The payment of each loser.
    pub points: Points,
}

/// A number of half points; serialized and printed in points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points(pub i32);

impl Scored for Toppan {
    fn scorer(rules: &Self::Rules) -> Box<dyn FamilyScorer> {
        Box::new(ToppanScorer { terms: Terms::new(rules), rules: rules.clone() })
    }
}

impl FamilyScorer for ToppanScorer {
    fn score(&self, text: &str) -> Result<Score, String> {
        let request = self.request(Object::parse(text)?)?;
        let held: Held = match self.drawn(&request)? {
            Ok(held) => held,
            Err(reason) => return Ok(Score::none(reason)),
        };
        let indicators = self.indicators(&request.indicators);
        let case = Case {
            held: &held,
            seat_wind: request.seat.kind(),
            round_wind: request.round.kind(),
            indicators: &indicators,
            honba: request.honba,
        };
        let value = if request.declared { self.terms.scorer.declared(&case) } else { self.compared(&case) };
        Ok(match value {
            Some(value) => Score::Toppan(win_value(&value, request.bet)),
            None => Score::none(no_win(&held)),
        })
    }
}

impl ToppanScorer {
    fn request(&self, mut object: Object) -> Result<Request, String> {
        object.check_keys(&KEYS)?;
        let [_, middle, _] = self.terms.bets;
        let bets = self.terms.bets.map(|bet| Points(bet).to_string()).join(", ");
        let bet = |value: &serde_json::Value| self.bet(value.as_f64()?);
        let request = Request {
            tiles: needed_tiles(&mut object, "tiles")?,
            seat: object.needed("seat", WIND, Wind::of)?,
            round: object.needed("round", WIND, Wind::of)?,
            honba: object.number("honba", MOST_COUNTERS)?,
            bet: object.optional("bet", &format!("one of {bets}"), bet)?.unwrap_or(middle),
            indicators: tiles(&mut object, "indicators")?.unwrap_or_default(),
            declared: object.flag("declared")?,
        };
        let (given, most) = (request.indicators.len(), self.most_indicators());
        if given > most {
            return Err(format!("`indicators` must have at most {most} tiles, found {given}"));
        }
        Ok(request)
    }

    /// Converts a bet in points to half points, if the rules have it.
    fn bet(&self, points: f64) -> Option<i32> {
        let same = |bet: &i32| f64::from(*bet) == points * f64::from(UNITS_PER_POINT);
        self.terms.bets.into_iter().find(same)
    }

    /// The indicators of the start, plus one turned up.
    fn most_indicators(&self) -> usize {
        self.rules.dora_indicators as usize + usize::from(self.rules.toppan_extra != ToppanExtra::Off)
    }

    /// The indicators; the one after those of the start is the one turned up.
    fn indicators(&self, tiles: &[Tile]) -> Indicators {
        let (shown, extra) = tiles.split_at(tiles.len().min(self.rules.dora_indicators as usize));
        let mut indicators: Indicators = shown.iter().copied().collect();
        extra.iter().for_each(|&tile| add_extra(&mut indicators, tile, &self.rules));
        indicators
    }

    /// The hand after drawing the tiles; the inner error is the reason if it could not draw all of them.
    fn drawn(&self, request: &Request) -> Result<Result<Held, String>, String> {
        if request.tiles.is_empty() {
            return Err(format!("`tiles` must not be empty: {TILES}"));
        }
        checks::copies(request.tiles.iter().copied())?;
        let mut held = Held::EMPTY;
        for &tile in &request.tiles {
            if held.is_over() {
                let (sum, count) = (Points(held.least().into()), held.tiles().len());
                return Ok(Err(format!("no tile is drawn after {sum} with {count} tiles")));
            }
            held.draw(tile);
        }
        Ok(Ok(held))
    }

    /// The value of an undeclared hand, if it is not bust.
    fn compared(&self, case: &Case<'_>) -> Option<Value> {
        (!case.held.is_over()).then(|| self.terms.scorer.compared(case))
    }
}

fn no_win(held: &Held) -> String {
    match held.is_over() {
        true => format!("bust with {}", Points(held.least().into())),
        false => "no winning yaku".to_owned(),
    }
}

fn win_value(value: &Value, bet: i32) -> ToppanValue {
    ToppanValue {
        agari: true,
        yaku: value.yaku.iter().map(|yaku| (yaku.slug(), value.worth(yaku))).collect(),
        han: (!value.mangan).then_some(value.han),
        mangan: value.mangan,
        points: Points(value.pay(bet)),
    }
}

/// Serialized as an integer if it is one.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % UNITS_PER_POINT {
            0 => serializer.serialize_i32(self.0 / UNITS_PER_POINT),
            _ => serializer.serialize_f64(f64::from(self.0) / f64::from(UNITS_PER_POINT)),
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / f64::from(UNITS_PER_POINT))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::answered;

    /// The answer to a hand as JSON, or the error.
    fn score(set: &[&str], text: &str) -> String {
        answered("toppan", set, text)
    }

    /// Tiles as written in a list, and more keys.
    fn hand(tiles: &str, more: &str) -> String {
        let tiles: Vec<String> = tiles.split(' ').map(|tile| format!("{tile:?}")).collect();
        format!(r#"{{"tiles":[{}],"seat":"S","round":"E"{more}}}"#, tiles.join(","))
    }

    #[test]
    fn yaku_come_with_their_han() {
        let rest = r#""han":2,"mangan":false,"points":2}"#;
        assert_eq!(
            score(&[], &hand("4m 5m 6m", r#","bet":1,"declared":true"#)),
            format!(r#"{{"agari":true,"yaku":[["kihonten",1],["tonshunfu",1]],{rest}"#)
        );
        let half = score(&[], &hand("0s", r#","bet":0.5,"honba":1"#));
        assert_eq!(
            half,
            r#"{"agari":true,"yaku":[["kihonten",1],["honba",1],["honuupai",3]],"han":5,"mangan":false,"points":2.5}"#
        );
        let mangan = r#"{"agari":true,"yaku":[["tonkufu",40]],"han":null,"mangan":true,"points":80}"#;
        assert_eq!(score(&[], &hand("5m 5m 5m", r#","bet":2,"declared":true,"honba":3"#)), mangan);
    }

    #[test]
    fn the_35th_indicator_is_what_the_rules_say() {
        let mut indicators = vec!["1z"; 34];
        indicators.push("6s");
        let more = format!(r#","declared":true,"indicators":{indicators:?}"#);
        let found = |set: &[&str]| score(set, &hand("3m 7p 5z", &more));
        assert!(found(&[]).contains(r#"["dora",1]"#), "{}", found(&[]));
        assert!(!found(&["toppan_extra=Tile"]).contains("dora"));
        let message = "`indicators` must have at most 34 tiles, found 35";
        assert_eq!(found(&["toppan_extra=Off"]), message);
    }

    #[test]
    fn hands_that_do_not_win_have_a_reason() {
        for (tiles, declared, reason) in [
            ("2p 3m 4m 5m", true, "bust with 14"),
            ("8m 3m", false, "bust with 11"),
            ("1m 4p", true, "no winning yaku"),
            ("7m 8m 9m", true, "no tile is drawn after 15 with 2 tiles"),
        ] {
            let found = score(&[], &hand(tiles, &format!(r#","declared":{declared}"#)));
            assert_eq!(found, format!(r#"{{"agari":false,"reason":{reason:?}}}"#), "{tiles}");
        }
    }

    #[test]
    fn errors_are_reported() {
        for (text, error) in [
            (hand("1m", r#","bet":3"#), "`bet` must be one of 0.5, 1, 2, found 3"),
            (hand("5m 5m 5m 5m 0m", ""), "there are 5 copies of `5m`, more than four"),
            (r#"{"tiles":[],"seat":"S","round":"E"}"#.into(), "`tiles` must not be empty: tiles such as"),
            (hand("1m", r#","melds":[]"#), "there is no key `melds`"),
            (r#"{"seat":"S","round":"E"}"#.into(), "`tiles` is missing"),
        ] {
            assert!(score(&[], &text).starts_with(error), "{}", score(&[], &text));
        }
    }
}
