//! The words of Yangzhou mahjong in cases of the flow of play (format: [`hyakuman_core::testing::flow`]).
//!
//! Lines of tiles: `rinshan T ..`: those drawn from the tail, in order. Actions: `discard 5m`, `tsumo`, `kan 5m`, `ron`, `chi 46m`, `pon`, `kan`,
//! `pass`. States: `missed yes` or `no`: a chance to win; `drew 5m`: on turn with this tile (`-`: none, after a call); `left N`: tiles in the wall;
//! `prevailing 1z`: the prevailing wind.

use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::{Game, Sink};
use hyakuman_core::testing::flow::{Engine, Words};
use hyakuman_core::wall::Faces;
use hyakuman_core::{MeldKind, Seat, Tile};
use hyakuman_yangzhou::{Action, Event, Question, Yangzhou, YangzhouRules};
use std::sync::Arc;

/// The game in cases.
pub(crate) struct Played;

impl Engine<4> for Played {
    type Game = Yangzhou;

    fn start(
        rules: &Arc<YangzhouRules>,
        walls: Walls,
        state: MatchState<4>,
        sink: &mut dyn Sink<Yangzhou>,
    ) -> Yangzhou {
        Yangzhou::start_at(rules, walls, state, sink)
    }

    fn start_score(rules: &YangzhouRules) -> i32 {
        rules.start
    }

    fn match_state(game: &Yangzhou) -> &MatchState<4> {
        game.match_state()
    }

    fn faces(_: &YangzhouRules) -> Faces {
        Faces::new([0; 3])
    }

    fn place(_: &YangzhouRules, len: usize, line: &str, i: usize) -> Option<usize> {
        match line {
            "draws" => Some(i),
            "rinshan" => Some(len - 1 - i),
            _ => None,
        }
    }

    fn codes(game: &Yangzhou, seat: Seat, words: &Words<'_>, shown: Option<Tile>) -> Result<Vec<u8>, String> {
        let kind = words.tiles()?.first().map(|tile| tile.kind());
        let actions = match (words.name, kind) {
            ("discard", Some(kind)) if game.view(seat).drawn() == Some(kind) => {
                vec![Action::Discard(kind), Action::Tsumogiri]
            }
            ("discard", Some(kind)) => vec![Action::Discard(kind)],
            ("kan", Some(kind)) => vec![Action::Kan(kind)],
            ("kan", None) => vec![Action::Daiminkan],
            ("chi", Some(_)) => vec![Action::Chi(words.chi(shown.ok_or("nothing to chi")?.kind())?)],
            ("pon", _) => vec![Action::Pon],
            ("tsumo", _) => vec![Action::Tsumo],
            ("ron", _) => vec![Action::Ron],
            ("pass", _) => vec![Action::Pass],
            _ => return words.unknown(),
        };
        Ok(actions.into_iter().map(Action::code).collect())
    }

    fn default_codes(_: &Yangzhou, _: Seat) -> Vec<u8> {
        [Action::Pass, Action::Tsumogiri].map(Action::code).to_vec()
    }

    fn is_asked(game: &Yangzhou, seat: Seat, words: &Words<'_>) -> bool {
        matches!(game.view(seat).question(), Question::Turn(_)) && !words.is_claim()
    }

    fn brings(event: &Event, seat: Seat, on: Tile, is_claim: bool) -> bool {
        match *event {
            Event::Draw { seat: who, tile, .. } => !is_claim && who == seat && tile == Some(on.kind()),
            Event::Discard { seat: who, tile, .. } => is_claim && who != seat && tile == on.kind(),
            Event::Meld { seat: who, meld } => {
                let own_kan = meld.is_kan() && meld.kind() != MeldKind::Daiminkan;
                is_claim && who != seat && own_kan && meld.low() == on.kind()
            }
            _ => false,
        }
    }

    fn shown(game: &Yangzhou) -> Option<Tile> {
        Seat::all(4).find_map(|seat| match game.view(seat).question() {
            Question::Claim(offer, _) => Some(offer.kind().tile()),
            _ => None,
        })
    }

    fn tiles(game: &Yangzhou, seat: Seat) -> Vec<Tile> {
        let hand = game.hand(seat);
        hand.kinds().into_iter().flat_map(|kind| vec![kind.tile(); hand.count(kind).into()]).collect()
    }

    fn state(game: &Yangzhou, seat: Seat, word: &str, _: &str) -> Option<String> {
        let view = game.view(seat);
        Some(match (word, view.question()) {
            ("missed", _) => if view.missed() { "yes" } else { "no" }.into(),
            ("prevailing", _) => view.match_state().round_wind().to_string(),
            ("left", _) => view.remaining().to_string(),
            ("drew", Question::Turn(drawn)) => drawn.map_or("-".into(), |kind| kind.to_string()),
            ("drew", _) => "not on turn".into(),
            _ => return None,
        })
    }
}
