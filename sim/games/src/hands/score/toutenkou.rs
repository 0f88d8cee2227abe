//! Values winning hands of Toutenkou.

use super::request::{Request, Sort};
use super::riichi::{meld, owned, win};
use super::win_value::WinValue;
use super::{FamilyScorer, Score, Scored, checks};
use hyakuman_core::eval::{self, TileSet};
use hyakuman_core::{KindSet, Meld, Tile};
use hyakuman_riichi::score::{DoraCount, han_of};
use hyakuman_riichi::settle::win_deltas;
use hyakuman_riichi::toutenkou::score::{Value, value};
use hyakuman_riichi::toutenkou::{GARI, Gari, Kinds, Toutenkou, ToutenkouRules};
use hyakuman_riichi::variant::{Held, Variant};

/// Scores hands under the rules of one ruleset of the family.
pub(super) struct ToutenkouScorer {
    rules: ToutenkouRules,
}

impl Scored for Toutenkou {
    fn scorer(rules: &Self::Rules) -> Box<dyn FamilyScorer> {
        Box::new(ToutenkouScorer { rules: rules.clone() })
    }
}

impl FamilyScorer for ToutenkouScorer {
    fn score(&self, text: &str) -> Result<Score, String> {
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
    fn answer(&self, request: &Request, melds: &[Meld]) -> Score {
        let hand = request.whole_hand();
        let reds = Gari::riichi(&self.rules).red_fives;
        let is_aka = |tile: Tile| tile.is_red() && reds[tile.kind().suit() as usize] > 0;
        let face = |&tile: &Tile| if is_aka(tile) { tile } else { tile.kind().tile() };
        let reds = owned(request, melds).filter(|&tile| is_aka(tile)).count();
        let win = win(request, &hand, melds, self.dora(request, melds, reds), 3);
        let held = Held { nuki_tiles: request.nuki.iter().map(face).collect(), ever: ever(request, melds) };
        match value(&self.rules, &win, &held) {
            Some(value) => Score::Win(self.win_value(request, melds, &value)),
            None if eval::is_agari(&hand, melds.len() as u8) => Score::none("no yaku"),
            None => Score::none("not a complete hand"),
        }
    }

    /// Dora by type; ura count only with riichi.
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

    fn win_value(&self, request: &Request, melds: &[Meld], value: &Value) -> WinValue {
        let closed = !melds.iter().any(Meld::is_open);
        let points = |yaku| match value.yakuman {
            0 => han_of(yaku, closed).into(),
            _ => self.rules.yakuman_points.into(),
        };
        let yaku = value.yaku.iter().map(|yaku| (yaku.slug(), points(yaku)));
        let specials = value.specials.iter().map(|(special, points)| (special.name(), points.into()));
        let honba = (request.honba > 0).then_some(("honba", request.honba.into()));
        let ordinary = value.yakuman == 0;
        let points = value.total() + i32::from(request.honba);
        let rules = Gari::riichi(&self.rules);
        let deltas: [i32; 3] = win_deltas(rules, value, &request.won_by(), &request.stakes(3));
        WinValue {
            agari: true,
            yaku: yaku.chain(specials).chain(honba).collect(),
            dora: value.dora_points.into(),
            han: ordinary.then_some((value.regular + value.dora_points).into()),
            fu: None,
            yakuman: value.yakuman,
            limit: (!ordinary).then_some("yakuman"),
            points,
            deltas: deltas.to_vec(),
        }
    }
}

/// The gari tiles that the winner ever received: as given in the input; by default those the winner has.
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
        return Err(format!(
            "`{tile}` is not a gari tile and cannot be in `nuki`: gari tiles are 1m 5m 0m 9m 4z"
        ));
    }
    let indicators = request.dora.iter().chain(&request.ura).copied();
    let mut all = owned(request, melds).chain(indicators);
    if let Some(tile) = all.find(|tile| !Kinds::KINDS.has(tile.kind())) {
        return Err(format!("`{tile}` is not in play in this ruleset"));
    }
    checks::copies(owned(request, melds))
}

#[cfg(test)]
mod tests {
    use super::super::tests::answered;

    /// The answer to a hand as JSON, or the error.
    fn score(set: &[&str], text: &str) -> String {
        answered("toutenkou", set, text)
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
    fn karasu_is_as_given() {
        let none = T01.replace(r#"["1m","9m","4z"]"#, "[]");
        assert!(score(&[], &none).contains(r#"["karasu",20]"#));
        let gone = none.replace("\"honba\"", "\"received_gari\":true,\"honba\"");
        assert!(!score(&[], &gone).contains("karasu"));
    }

    #[test]
    fn what_the_game_does_not_have_is_an_error() {
        for (from, to, error) in [
            ("\"2p\"", "\"2m\"", "`2m` is not in play in this ruleset"),
            (
                "\"9m\"",
                "\"5z\"",
                "`5z` is not a gari tile and cannot be in `nuki`: gari tiles are 1m 5m 0m 9m 4z",
            ),
            ("[\"1m\",\"9m\",\"4z\"]", "2", "`nuki` must be tiles such as"),
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
