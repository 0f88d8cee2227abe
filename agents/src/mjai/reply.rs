//! The replies of a bot: read, and matched with the legal actions.

use super::failure::{Failure, Problem};
use super::numbers;
use hyakuman_core::common::LegalActions;
use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::excerpt::{excerpt, plain};
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Meld, MeldKind, RelSeat, Tile};
use hyakuman_games::logs::mjai::lines::Dialect;
use hyakuman_games::logs::mjai::{tile_of, word_of};
use hyakuman_riichi::{Action, Offer, Question, View};
use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;

/// A move in a reply. Keys that are not here are ignored.
#[derive(Deserialize, Clone, PartialEq, Debug)]
pub(crate) struct Move {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    actor: Option<i64>,
    target: Option<i64>,
    pai: Option<String>,
    consumed: Option<Vec<String>>,
    tsumogiri: Option<bool>,
    /// What the bot thinks of its moves.
    pub(super) meta: Option<Value>,
}

/// A decision, with which a move has to agree.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a, const N: usize> {
    pub(crate) view: &'a View<'a, N>,
    pub(crate) legal: &'a ActionMask,
    /// Whether riichi was declared, and its discard is asked for.
    pub(crate) riichi: bool,
    /// How moves are written.
    pub(crate) dialect: Dialect,
}

/// Reads a line: a move, or a list of one or two moves. Numbers that JSON does not have are texts.
pub(crate) fn read(line: &[u8]) -> Result<(Move, Option<Move>), Failure> {
    let read = read_json(line);
    match &read {
        Err(failure) if failure.problem == Problem::NotJson => {
            numbers::quoted(line).map_or(read, |line| read_json(&line))
        }
        _ => read,
    }
}

fn read_json(line: &[u8]) -> Result<(Move, Option<Move>), Failure> {
    if !line.trim_ascii_start().starts_with(b"[") {
        return serde_json::from_slice(line).map(|one| (one, None)).map_err(|error| misread(&error));
    }
    let mut moves = serde_json::from_slice::<Vec<Move>>(line).map_err(|error| misread(&error))?.into_iter();
    match (moves.next(), moves.next(), moves.next()) {
        (Some(first), second, None) => Ok((first, second)),
        _ => Err(Failure::new(Problem::Misread, "a list must have one or two moves")),
    }
}

fn misread(error: &serde_json::Error) -> Failure {
    let text = plain(&error.to_string(), 200);
    let what = text.split(" at line ").next().unwrap_or_default();
    match error.classify() {
        Category::Data => Failure::new(Problem::Misread, format!("the reply cannot be read: {what}")),
        _ => Failure::new(Problem::NotJson, format!("the reply is not JSON: {what}")),
    }
}

impl<const N: usize> Asked<'_, N> {
    /// The code of the action that a move means; for `reach` see [`Asked::may_reach`].
    pub(crate) fn action(&self, one: &Move) -> Result<u8, Failure> {
        self.check_actor(one)?;
        let action = match one.kind.as_str() {
            "dahai" => return self.discard(one),
            _ if self.riichi => return Err(self.illegal("riichi was declared: it has to discard")),
            "none" => Action::Pass,
            "chi" => self.chi(one)?,
            "pon" => self.pon(one)?,
            "daiminkan" => self.daiminkan(one)?,
            "ankan" | "kakan" => self.own_kan(one)?,
            "hora" => self.win(one)?,
            "ryukyoku" => Action::Kyuushu,
            "nukidora" | "kita" => Action::NUKI_NORTH,
            other => {
                let what = format!("unknown type \"{}\"", excerpt(other));
                return Err(Failure::new(Problem::Misread, what));
            }
        };
        self.pick(action)
    }

    /// Whether a move declares riichi, which is then asked for its discard.
    pub(crate) fn may_reach(&self, one: &Move) -> Result<bool, Failure> {
        if one.kind != "reach" || self.riichi {
            return Ok(false);
        }
        self.check_actor(one)?;
        let can = !self.legal.riichi(self.view.drawn()).is_empty();
        if can { Ok(true) } else { Err(self.illegal("it may not declare riichi")) }
    }

    fn check_actor(&self, one: &Move) -> Result<(), Failure> {
        let own = self.view.seat().index() as i64;
        match one.actor {
            Some(actor) if actor != own => {
                let what = format!("the reply is for actor {actor}, but the bot is {own}");
                Err(Failure::new(Problem::OtherSeat, what))
            }
            _ => Ok(()),
        }
    }

    /// The action, if it is legal.
    fn pick(&self, action: Action) -> Result<u8, Failure> {
        if self.legal.has(action.code()) {
            return Ok(action.code());
        }
        Err(self.illegal(format!("it may not {action} here")))
    }

    fn illegal(&self, what: impl Into<String>) -> Failure {
        Failure { legal: self.moves(), ..Failure::new(Problem::Illegal, what) }
    }

    fn wrong_tile(&self, what: impl Into<String>) -> Failure {
        Failure { legal: self.moves(), ..Failure::new(Problem::WrongTile, what) }
    }

    fn discard(&self, one: &Move) -> Result<u8, Failure> {
        let (tile, drawn) = (tile_in("pai", one.pai.as_ref())?, self.view.drawn());
        let from_hand = if self.riichi { Action::Riichi(tile) } else { Action::Discard(tile) };
        let held = self.legal.has(from_hand.code());
        // A tile that is only there as the drawn one is the drawn one, whatever `tsumogiri` says.
        let is_drawn = drawn == Some(tile) && (one.tsumogiri.unwrap_or(true) || !held);
        if one.tsumogiri == Some(true) && !is_drawn {
            let what = format!("it did not draw the tile {} that it discards as drawn", show(one));
            return Err(self.wrong_tile(what));
        }
        if !is_drawn
            && !self.view.tiles().any(|own| own == tile)
            && !matches!(self.view.question(), Question::Claim(..))
        {
            return Err(self.wrong_tile(format!("it does not hold the tile {}", show(one))));
        }
        self.pick(match (is_drawn, self.riichi) {
            (false, _) => from_hand,
            (true, false) => Action::Tsumogiri,
            (true, true) => Action::RiichiTsumogiri,
        })
    }

    /// The tile on offer, after a check of `pai` and `target`.
    fn offered(&self, one: &Move) -> Result<Tile, Failure> {
        let Question::Claim(Offer::Discard(tile), from) = self.view.question() else {
            return Err(self.illegal("there is no discard to call"));
        };
        self.check_target(one, from)?;
        match &one.pai {
            Some(_) if tile_in("pai", one.pai.as_ref())? != tile => {
                Err(self.wrong_tile(format!("the tile to call is {}, not {}", word_of(tile), show(one))))
            }
            _ => Ok(tile),
        }
    }

    fn check_target(&self, one: &Move, from: RelSeat) -> Result<(), Failure> {
        let from = from.seat(self.view.seat(), N).index() as i64;
        match one.target {
            Some(target) if target != from => {
                Err(self.illegal(format!("target is {target} instead of {from}")))
            }
            _ => Ok(()),
        }
    }

    fn chi(&self, one: &Move) -> Result<Action, Failure> {
        let called = self.offered(one)?;
        let mut own = consumed(one, 2)?;
        own.sort_by_key(|tile| tile.kind().code());
        let kinds = [own[0].kind(), own[1].kind()];
        let side = ChiSide::ALL.into_iter().find(|side| side.own(called.kind()) == Some(kinds));
        let red = own.iter().any(|tile| tile.is_red());
        side.map(|side| Action::Chi { side, red })
            .ok_or_else(|| self.illegal("`consumed` makes no sequence with the discard"))
    }

    fn pon(&self, one: &Move) -> Result<Action, Failure> {
        let called = self.offered(one)?;
        let own = consumed(one, 2)?;
        self.all_of_kind(&own, called)?;
        Ok(Action::Pon { reds: own.iter().filter(|tile| tile.is_red()).count() as u8 })
    }

    fn daiminkan(&self, one: &Move) -> Result<Action, Failure> {
        let called = self.offered(one)?;
        if one.consumed.is_some() {
            self.all_of_kind(&consumed(one, 3)?, called)?;
        }
        Ok(Action::Daiminkan)
    }

    fn all_of_kind(&self, own: &[Tile], called: Tile) -> Result<(), Failure> {
        if own.iter().all(|tile| tile.kind() == called.kind()) {
            return Ok(());
        }
        Err(self.illegal("`consumed` has another kind than the discard"))
    }

    fn own_kan(&self, one: &Move) -> Result<Action, Failure> {
        let kind = match (&one.consumed, &one.pai) {
            (Some(tiles), _) if !tiles.is_empty() => tile_in("consumed", tiles.first())?.kind(),
            _ => tile_in("pai", one.pai.as_ref())?.kind(),
        };
        let is_pon = |meld: &Meld| meld.kind() == MeldKind::Pon && meld.low() == kind;
        let added = self.view.melds(RelSeat::SELF).iter().any(is_pon);
        if added != (one.kind == "kakan") {
            return Err(self.illegal(format!("it may not make this {}", one.kind)));
        }
        Ok(Action::Kan(kind))
    }

    fn win(&self, one: &Move) -> Result<Action, Failure> {
        let (action, tile, from) = match self.view.question() {
            Question::Claim(offer, from) => (Action::Ron, Some(offer.tile()), from),
            _ => (Action::Tsumo, self.view.drawn(), RelSeat::SELF),
        };
        self.check_target(one, from)?;
        let named = one.pai.as_ref().map(|word| tile_in("pai", Some(word))).transpose()?;
        match (named, tile) {
            (Some(named), Some(tile)) if named.kind() != tile.kind() => {
                Err(self.wrong_tile(format!("the winning tile is not {}", show(one))))
            }
            _ => Ok(action),
        }
    }
}

/// Whether an action declares riichi.
pub(crate) fn is_riichi(code: u8) -> bool {
    Action::from_code(code).is_some_and(Action::declares_riichi)
}

/// The tiles of `consumed`, which are this many.
fn consumed(one: &Move, count: usize) -> Result<Vec<Tile>, Failure> {
    let tiles = one.consumed.as_deref().unwrap_or_default();
    if tiles.len() != count {
        let what = format!("`consumed` must have {count} tiles");
        return Err(Failure::new(Problem::Misread, what));
    }
    tiles.iter().map(|word| tile_in("consumed", Some(word))).collect()
}

fn tile_in(key: &str, word: Option<&String>) -> Result<Tile, Failure> {
    let word = word.ok_or_else(|| Failure::new(Problem::Misread, format!("`{key}` is missing")))?;
    tile_of(word).ok_or_else(|| {
        let word = excerpt(word);
        let what = format!("`{key}`: \"{word}\" is not a tile: 1m to 9s, 5mr 5pr 5sr, E S W N P F C");
        Failure::new(Problem::Misread, what)
    })
}

fn show(one: &Move) -> &str {
    one.pai.as_deref().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use hyakuman_core::game::{Agent, AgentSeed, playout};
    use hyakuman_core::{MatchSeed, Seat};
    use hyakuman_riichi::{Riichi, RiichiRules, presets};
    use std::sync::Arc;

    /// Plays at random; every legal action is written and read back.
    struct Writes(Random, [u32; 256]);

    impl<const N: usize> Agent<Riichi<N>> for Writes {
        fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
            Agent::<Riichi<N>>::begin(&mut self.0, rules, seat, seed);
        }

        fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
            for code in legal.iter().filter(|_| view.question() != Question::Yame) {
                let action = Action::from_code(code).expect("an action");
                let asked = Asked { view, legal, riichi: false, dialect: Dialect::of_logs(N) };
                let read = |text: String| read(text.as_bytes()).unwrap().0;
                let riichi = is_riichi(code);
                assert_eq!(asked.may_reach(&read(asked.written(action))), Ok(riichi), "{action}");
                let asked = Asked { riichi, ..asked };
                assert_eq!(asked.action(&read(asked.written(action))), Ok(code), "{action}");
                assert!(asked.moves().contains(&asked.written(action)), "{action}");
                self.1[code as usize] += 1;
            }
            Agent::<Riichi<N>>::act(&mut self.0, view, legal)
        }
    }

    #[test]
    fn every_legal_action_has_a_move() {
        let mut met = [0; 256];
        for (rules, seats) in [(presets::tenhou(), 4), (presets::tenhou_sanma(), 3)] {
            let rules = Arc::new(rules);
            let writes = || Writes(Random::default(), [0; 256]);
            let mut agents: Vec<Writes> = (0..seats).map(|_| writes()).collect();
            for number in 0..120 {
                let seed = MatchSeed { seed: 5, number };
                match seats {
                    3 => playout::play::<Riichi<3>, _>(&rules, seed, &mut agents, &mut ()).unwrap(),
                    _ => playout::play::<Riichi<4>, _>(&rules, seed, &mut agents, &mut ()).unwrap(),
                }
            }
            agents.iter().for_each(|agent| (0..256).for_each(|code| met[code] += agent.1[code]));
        }
        let missing: Vec<Action> =
            (0..=u8::MAX).filter(|&code| met[code as usize] == 0).filter_map(Action::from_code).collect();
        let rare = |action: &Action| {
            matches!(action, Action::Riichi(_) | Action::Kan(_) | Action::Pon { reds: 2 } | Action::Nuki(1..))
                || matches!(
                    action,
                    Action::Exchange(_) | Action::Stop | Action::Continue | Action::OpenRiichi
                )
        };
        assert!(missing.iter().all(rare), "{missing:?}");
    }

    #[test]
    fn replies_are_read_leniently_where_the_meaning_is_clear() {
        for text in [
            r#"{"type":"none"}"#,
            r#"  {"actor":1,"type":"none","meta":{"q_values":[1.5],"mask_bits":7},"log":"x"}"#,
            r#"[{"type":"none","pai":null}]"#,
            r#"[{"type":"none"},{"type":"dahai","pai":"5mr","tsumogiri":false}]"#,
            r#"{"type":"none","meta":{"q_values":[NaN,-Infinity, 1e999],"why":"\"NaN, {"},"log":Infinity}"#,
        ] {
            assert!(read(text.as_bytes()).is_ok(), "{text}");
        }
        for (text, problem) in [
            ("", Problem::NotJson),
            ("none", Problem::NotJson),
            (r#"{"type":"none""#, Problem::NotJson),
            ("{}", Problem::Misread),
            ("[]", Problem::Misread),
            ("3", Problem::Misread),
            (r#"{"type":"dahai","actor":"1"}"#, Problem::Misread),
            (r#"{"type":"dahai","actor":NaN}"#, Problem::Misread),
            (r#"{"type":"none","meta":Nan}"#, Problem::NotJson),
            (r#"{"type":"dahai","tsumogiri":1}"#, Problem::Misread),
            (r#"[{"type":"none"},{"type":"none"},{"type":"none"}]"#, Problem::Misread),
        ] {
            assert_eq!(read(text.as_bytes()).unwrap_err().problem, problem, "{text}");
        }
    }
}
