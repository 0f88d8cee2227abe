//! A recorded match of any game as one JSON object. Its names are those of the columns of a data set, with one list in
//! the place of one column per seat.

use super::Recipe;
use hyakuman_arena::datasets::recipe::replays::Replay;
use hyakuman_core::game::rows::{ReplayError, replay};
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, MatchEnd, Sink, WinRecord};
use hyakuman_core::{Seat, SeatSet, Tile};
use hyakuman_games::registry::{AnyRules, Listed, Visitor};
use serde_json::{Value, json};
use std::sync::Arc;

/// The match on one line, with its number in the folder; `names` are the agents by seat.
pub fn text(
    recipe: &Recipe,
    rules: &AnyRules,
    (number, found): (u64, &Replay),
    names: &[String],
) -> Result<String, ReplayError> {
    let Writer { kyoku, end: mut object, .. } = rules.visit(Played(found))?;
    object["match"] = json!(number);
    object["wall"] = json!(found.seed.number);
    object["seed"] = json!(found.seed.seed);
    object["ruleset"] = json!(recipe.ruleset);
    object["rules_hash"] = json!(recipe.rules_hash);
    object["agents"] = json!(names);
    object["kyoku"] = json!(kyoku);
    Ok(format!("{object}\n"))
}

/// Plays a match again; [`Visitor`] finds its game.
struct Played<'a>(&'a Replay);

impl Visitor for Played<'_> {
    type Output = Result<Writer, ReplayError>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let mut writer = Writer { kyoku: Vec::new(), end: Value::Null, own: G::own_yaku(rules) };
        replay::<G>(rules, self.0.deals(), &self.0.actions, &mut writer)?;
        Ok(writer)
    }
}

/// Writes down the events of a match.
struct Writer {
    kyoku: Vec<Value>,
    end: Value,
    /// The yaku that the rules define.
    own: Vec<&'static str>,
}

impl<G: Game> Sink<G> for Writer {
    fn kyoku_start(&mut self) {
        self.kyoku.push(json!({ "decisions": [] }));
    }

    fn decision(&mut self, _game: &G, seat: Seat, _legal: &ActionMask, action: u8) {
        let decision = json!({ "seat": seat.index(), "action": action, "name": G::action_name(action) });
        if let Some(Value::Array(decisions)) = self.kyoku.last_mut().map(|kyoku| &mut kyoku["decisions"]) {
            decisions.push(decision);
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let Some(kyoku) = self.kyoku.last_mut() else { return };
        kyoku["kyoku"] = json!(end.kyoku);
        kyoku["repeat"] = json!(end.repeat);
        kyoku["round_wind"] = json!(end.kyoku as usize / G::SEATS);
        kyoku["dealer"] = json!(end.kyoku as usize % G::SEATS);
        kyoku["honba"] = json!(end.honba);
        kyoku["kyotaku"] = json!(end.kyotaku);
        kyoku["before"] = points::<G>(&end.before[..G::SEATS]);
        kyoku["delta"] = points::<G>(&end.deltas[..G::SEATS]);
        kyoku["result"] = json!(end.result.name());
        kyoku["draws"] = json!(end.draws);
        kyoku["riichi"] = seats(end.riichi);
        kyoku["open"] = seats(end.open);
        kyoku["tenpai"] = seats(end.tenpai);
        kyoku["wins"] = end.wins.iter().map(|win| win_of::<G>(&self.own, win)).collect();
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.end = json!({
            "score": points::<G>(&end.scores[..G::SEATS]),
            "placement": (0..G::SEATS).map(|seat| end.place(seat)).collect::<Vec<_>>(),
            "rank_points": end.rank_points[..G::SEATS],
            "ended": end.reason.name(),
        });
    }
}

/// Scores or payments in points; decimal numbers in games that count in fractions of a point.
fn points<G: Game>(units: &[i32]) -> Value {
    let in_points = |&units: &i32| match units % G::UNITS_PER_POINT {
        0 => json!(units / G::UNITS_PER_POINT),
        _ => json!(f64::from(units) / f64::from(G::UNITS_PER_POINT)),
    };
    units.iter().map(in_points).collect()
}

/// The numbers of the seats in a set.
fn seats(set: SeatSet) -> Value {
    set.map(Seat::index).collect()
}

fn win_of<G: Game>(own: &[&'static str], win: &WinRecord) -> Value {
    let [dora, ura, aka, nuki] = win.dora;
    json!({
        "winner": win.winner.index(),
        "from": win.from.map(Seat::index),
        "tile": Tile::of(win.tile).to_string(),
        "han": win.han,
        "fu": win.fu,
        "yakuman": win.yakuman,
        "yaku": G::each_yaku_name(own, win).collect::<Vec<_>>(),
        "dora": dora,
        "ura": ura,
        "aka": aka,
        "nuki": nuki,
        "points": points::<G>(&[win.points])[0],
        "delta": points::<G>(&win.deltas[..G::SEATS]),
    })
}
