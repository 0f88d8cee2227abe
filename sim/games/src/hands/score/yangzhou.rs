//! Values winning hands of Yangzhou mahjong.

use super::request::Request;
use super::riichi::{all_tiles, meld};
use super::win_value::WinValue;
use super::{FamilyScorer, Score, Scored, checks};
use hyakuman_core::Meld;
use hyakuman_riichi::settle::WonBy;
use hyakuman_yangzhou::Yangzhou;
use hyakuman_yangzhou::score::{self, Value, Way, Win};
use hyakuman_yangzhou::settle::win_deltas;

/// Scores hands under the rules of one ruleset of the family.
pub(super) struct YangzhouScorer {
    scorer: score::Scorer,
}

impl Scored for Yangzhou {
    fn scorer(rules: &Self::Rules) -> Box<dyn FamilyScorer> {
        Box::new(YangzhouScorer { scorer: score::Scorer::new(rules) })
    }
}

impl FamilyScorer for YangzhouScorer {
    fn score(&self, text: &str) -> Result<Score, String> {
        let request = Request::parse(text)?;
        let melds = request.melds.iter().map(meld).collect::<Result<Vec<Meld>, _>>()?;
        check_tiles(&request, &melds)?;
        check_circumstances(&request)?;
        Ok(self.answer(&request, &melds))
    }
}

impl YangzhouScorer {
    fn answer(&self, request: &Request, melds: &[Meld]) -> Score {
        let hand = request.whole_hand();
        let win = Win {
            hand: &hand,
            melds,
            tile: request.win.kind(),
            way: way(request),
            seat_wind: request.seat.kind(),
            round_wind: request.round.kind(),
        };
        let minimum = self.scorer.scale().minimum(win.way);
        match self.scorer.best(&win) {
            None => Score::none("not a complete hand"),
            Some(Value { total, .. }) if total < minimum => {
                Score::none(format!("{total} fan of the {minimum} it takes"))
            }
            Some(value) => Score::Win(self.win_value(request, &value)),
        }
    }

    fn win_value(&self, request: &Request, value: &Value) -> WinValue {
        let WonBy { winner, from, .. } = request.won_by();
        let win_value = |fan| u32::from(self.scorer.scale().worth_in(fan, &value.fans));
        WinValue {
            agari: true,
            yaku: value.fans.set.iter().map(|fan| (fan.slug(), win_value(fan))).collect(),
            dora: 0,
            han: Some(value.total.into()),
            fu: None,
            yakuman: 0,
            limit: None,
            points: value.total.into(),
            deltas: win_deltas(value.total, winner, from).to_vec(),
        }
    }
}

fn way(request: &Request) -> Way {
    match request.chankan {
        _ if request.is_tsumo() => Way::Tsumo,
        true => Way::RobbedKan,
        false => Way::Ron,
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
    let inapplicable = [
        ("riichi", request.riichi > 0),
        ("open_riichi", request.open_riichi),
        ("from_riichi", request.from_riichi),
        ("ippatsu", request.ippatsu),
        ("riichi_tile", request.riichi_tile),
        ("after_nuki", request.after_nuki),
        ("dora", !request.dora.is_empty()),
        ("ura", !request.ura.is_empty()),
        ("nuki", !request.nuki.is_empty()),
        ("honba", request.honba > 0),
        ("kyotaku", request.kyotaku > 0),
    ];
    if let Some((key, _)) = inapplicable.into_iter().find(|(_, given)| *given) {
        return Err(format!("there is no {key} in this ruleset: leave out `{key}`"));
    }
    checks::discarder(request)
}

#[cfg(test)]
mod tests {
    use super::super::tests::answered;

    /// The answer to a hand as JSON, or the error.
    fn score(rules: &str, text: &str) -> String {
        answered(rules, &[], text)
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
    fn a_hand_below_the_minimum_does_not_win() {
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
        for key in ["open_riichi", "from_riichi", "riichi_tile", "after_nuki"] {
            let given = score("yangzhou", &PURE.replace("\"by\"", &format!("\"{key}\":true,\"by\"")));
            assert_eq!(given, format!("there is no {key} in this ruleset: leave out `{key}`"));
        }
        assert!(score("yangzhou", &PURE.replace(",\"from\":\"W\"", "")).starts_with("a ron needs"));
        assert!(score("yangzhou", &PURE.replace("\"1m\",", "")).starts_with("expected 14"));
    }
}
