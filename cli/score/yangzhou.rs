//! Winning hands of Yangzhou mahjong: from what is given to a win, from its value to JSON.

use super::request::{By, Request, Wind};
use super::riichi::{all_tiles, meld};
use super::{Answer, Scorer, checks};
use hyakuman_core::eval::Tables;
use hyakuman_core::{Hand, Meld};
use hyakuman_games::yangzhou::YangzhouRules;
use hyakuman_games::yangzhou::score::{self, Value, Win};
use hyakuman_games::yangzhou::settle::win_deltas;
use serde::Serialize;
use std::fmt;

/// Scores hands under the rules of one ruleset of the family.
pub(super) struct YangzhouScorer {
    scorer: score::Scorer,
    tables: &'static Tables,
}

/// What a winning hand is worth; what the game does not have is 0 or null.
#[derive(Serialize, Debug)]
pub(super) struct Worth {
    agari: bool,
    /// Fans, each with its value, all its times together.
    yaku: Vec<(&'static str, u16)>,
    dora: u32,
    /// Their sum.
    han: u16,
    fu: Option<u8>,
    yakuman: u8,
    limit: Option<&'static str>,
    /// The same sum: the unit of payment.
    points: u16,
    deltas: [i32; 4],
}

impl Scorer for YangzhouScorer {
    fn score(&self, text: &str) -> Result<Answer, String> {
        let request = Request::parse(text)?;
        let melds = request.melds.iter().map(meld).collect::<Result<Vec<Meld>, _>>()?;
        check_tiles(&request, &melds)?;
        check_circumstances(&request)?;
        Ok(self.answer(&request, &melds))
    }
}

impl YangzhouScorer {
    /// A scorer under these rules.
    pub(super) fn new(rules: &YangzhouRules) -> YangzhouScorer {
        YangzhouScorer { scorer: score::Scorer::new(rules), tables: Tables::get() }
    }

    fn answer(&self, request: &Request, melds: &[Meld]) -> Answer {
        let mut hand = Hand::EMPTY;
        request.hand.iter().chain([&request.win]).for_each(|tile| hand.add(tile.kind()));
        let win = Win {
            hand: &hand,
            melds,
            tile: request.win.kind(),
            tsumo: request.by == By::Tsumo,
            seat_wind: request.seat.kind(),
            round_wind: request.round.kind(),
        };
        let minimum = self.scorer.scale().minimum();
        match self.scorer.best(self.tables, &win) {
            None => Answer::None { agari: false, reason: "not a complete hand".to_owned() },
            Some(Value { total, .. }) if total < minimum => {
                Answer::None { agari: false, reason: format!("{total} fan of the {minimum} it takes") }
            }
            Some(value) => Answer::Yangzhou(self.worth(request, &value)),
        }
    }

    fn worth(&self, request: &Request, value: &Value) -> Worth {
        let from = request.from.filter(|_| request.by == By::Ron).map(Wind::seat);
        let worth = |fan| self.scorer.scale().worth_in(fan, &value.fans);
        Worth {
            agari: true,
            yaku: value.fans.set.iter().map(|fan| (fan.slug(), worth(fan))).collect(),
            dora: 0,
            han: value.total,
            fu: None,
            yakuman: 0,
            limit: None,
            points: value.total,
            deltas: win_deltas(value.total, request.seat.seat(), from),
        }
    }
}

fn check_tiles(request: &Request, melds: &[Meld]) -> Result<(), String> {
    checks::count(request, melds)?;
    let given = request.hand.iter().chain([&request.win]).chain(request.melds.iter().flat_map(|m| &m.tiles));
    if let Some(tile) = given.into_iter().find(|tile| tile.is_red()) {
        return Err(format!("`{tile}` is not in play in this ruleset: there are no red fives"));
    }
    checks::copies(all_tiles(request, melds))
}

fn check_circumstances(request: &Request) -> Result<(), String> {
    let foreign = [
        ("riichi", request.riichi > 0),
        ("ippatsu", request.ippatsu),
        ("dora", !request.dora.is_empty()),
        ("ura", !request.ura.is_empty()),
        ("nuki", !request.nuki.is_empty()),
        ("honba", request.honba > 0),
        ("kyotaku", request.kyotaku > 0),
    ];
    if let Some((key, _)) = foreign.into_iter().find(|(_, given)| *given) {
        return Err(format!("there is no {key} in this ruleset: leave out `{key}`"));
    }
    checks::discarder(request)
}

/// For people: the value in three lines.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fans: Vec<String> = self.yaku.iter().map(|(name, value)| format!("{name} {value}")).collect();
        writeln!(f, "{} fan\n{}", self.points, fans.join(", "))?;
        let seats = ["E", "S", "W", "N"].iter().zip(&self.deltas);
        let deltas: Vec<String> = seats.map(|(seat, change)| format!("{seat} {change:+}")).collect();
        writeln!(f, "{}", deltas.join("  "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::under;

    /// The answer to a hand as JSON, or the error.
    fn score(rules: &str, text: &str) -> String {
        match under(rules, &[]).score(text) {
            Ok(answer) => serde_json::to_string(&answer).expect("JSON"),
            Err(error) => error,
        }
    }

    const PURE: &str = r#"{"hand":["1m","2m","3m","4m","5m","6m","7m","8m","9m","3z"],"win":"3z",
        "melds":[{"type":"pon","tiles":["7z","7z","7z"]}],"by":"ron","from":"W","seat":"S","round":"E"}"#;

    #[test]
    fn fans_come_with_their_values() {
        let yaku = r#"[["hongzhong",1],["dudiao",1],["hunyise",20],["yitiaolong",20],["hunlong",10]]"#;
        let rest =
            r#""dora":0,"han":52,"fu":null,"yakuman":0,"limit":null,"points":52,"deltas":[0,104,-104,0]"#;
        assert_eq!(score("yangzhou", PURE), format!(r#"{{"agari":true,"yaku":{yaku},{rest}}}"#));
        assert!(score("yangzhou-7", PURE).contains(r#""points":22"#));
    }

    #[test]
    fn below_the_minimum_is_no_win() {
        let plain = PURE.replace("\"1m\",\"2m\",\"3m\",", "\"1p\",\"2p\",\"3p\",");
        let reason = "2 fan of the 18 it takes";
        let lianfu = "3 fan of the 18 it takes";
        let found = score("yangzhou", &plain);
        assert!(
            found == format!(r#"{{"agari":false,"reason":"{reason}"}}"#) || found.contains(lianfu),
            "{found}"
        );
        let reason = r#"{"agari":false,"reason":"not a complete hand"}"#;
        assert_eq!(score("yangzhou", &PURE.replace("\"win\":\"3z\"", "\"win\":\"4z\"")), reason);
    }

    #[test]
    fn what_the_game_does_not_have_is_an_error() {
        let red = PURE.replace("\"5m\"", "\"0m\"");
        assert!(score("yangzhou", &red).contains("no red fives"));
        let riichi = PURE.replace("\"by\"", "\"honba\":1,\"by\"");
        assert_eq!(score("yangzhou", &riichi), "there is no honba in this ruleset: leave out `honba`");
        assert!(score("yangzhou", &PURE.replace(",\"from\":\"W\"", "")).starts_with("a ron needs"));
        assert!(score("yangzhou", &PURE.replace("\"1m\",", "")).starts_with("expected 14"));
    }
}
