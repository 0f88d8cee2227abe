//! The words of riichi mahjong and its variants in cases of the flow of play (format: [`flow`]).
//!
//! Lines of tiles: `rinshan T ..`, `dora T ..`, `ura T ..`: replacement tiles and indicators in order. Actions: `discard 5m`, `riichi 5m`, `open`,
//! `tsumo`, `kyuushu`, `nuki`, `nuki 0m`, `kan 5m`, `ron`, `chi 46m`, `pon`, `pon 05m`, `kan`, `pass on 5m`, `stop`, `continue`, `give 5m`.
//! States, `yes` or `no`: `furiten`, `riichi` (accepted), `out` (has won).

use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::eval::TileSet;
use hyakuman_core::game::{Game, Sink};
use hyakuman_core::testing::flow::{self, Engine, Words};
use hyakuman_core::wall::Faces;
use hyakuman_core::{KindSet, MeldKind, RelSeat, Seat, Tile};
use hyakuman_riichi::{Action, Event, Match, Question, RiichiState, Standard, Variant};
use std::marker::PhantomData;
use std::sync::Arc;

/// Plays every case of a file of riichi mahjong.
pub(crate) fn check(file: &str, text: &str) {
    check_house::<Standard>(file, text);
}

/// The same of a game.
pub(crate) fn check_house<V: Variant>(file: &str, text: &str) {
    flow::check::<V::Rules>(file, text, |case, variant| match V::riichi(&variant.rules).players {
        3 => flow::play::<3, House<V>>(case, variant).map(drop),
        _ => flow::play::<4, House<V>>(case, variant).map(drop),
    });
}

/// A game of the riichi engine.
struct House<V>(PhantomData<V>);

impl<const N: usize, V: Variant> Engine<N> for House<V> {
    type Game = Match<N, V>;

    fn start(
        rules: &Arc<V::Rules>,
        walls: Walls,
        state: MatchState<N>,
        sink: &mut dyn Sink<Match<N, V>>,
    ) -> Match<N, V> {
        Match::start_at(rules, walls, state, sink)
    }

    fn start_score(rules: &V::Rules) -> i32 {
        V::riichi(rules).start_points
    }

    fn match_state(game: &Match<N, V>) -> &MatchState<N> {
        game.match_state()
    }

    fn kinds() -> KindSet {
        V::Kinds::<N>::KINDS
    }

    fn faces(rules: &V::Rules) -> Faces {
        Faces::new(V::riichi(rules).red_fives)
    }

    fn place(rules: &V::Rules, len: usize, line: &str, i: usize) -> Option<usize> {
        Some(match line {
            "draws" => V::live_place(len, i),
            "rinshan" => V::rinshan_place(len, i),
            "dora" => V::indicator_places(rules, len, i)[0],
            "ura" => V::indicator_places(rules, len, i)[1],
            _ => return None,
        })
    }

    fn dora_of(rules: &V::Rules, indicator: hyakuman_core::Kind) -> Option<hyakuman_core::Kind> {
        V::dora_of(rules, indicator)
    }

    fn codes(
        game: &Match<N, V>,
        seat: Seat,
        words: &Words<'_>,
        shown: Option<Tile>,
    ) -> Result<Vec<u8>, String> {
        let drawn = Some(game.turn()).filter(|turn| turn.0 == seat).and_then(|turn| turn.1);
        let actions = actions::<V>(words, drawn, shown)?;
        Ok(actions.into_iter().map(Action::code).collect())
    }

    fn default_codes(game: &Match<N, V>, seat: Seat) -> Vec<u8> {
        if game.view(seat).question() == Question::Exchange {
            return game.legal(seat).first().into_iter().collect();
        }
        [Action::Pass, Action::Tsumogiri, Action::Continue].map(Action::code).to_vec()
    }

    fn is_asked(game: &Match<N, V>, seat: Seat, words: &Words<'_>) -> bool {
        let question = game.view(seat).question();
        matches!(question, Question::Turn(_) | Question::Yame | Question::Exchange) && !words.is_claim()
    }

    fn brings(event: &Event, seat: Seat, on: Tile, is_claim: bool) -> bool {
        match *event {
            Event::Draw { seat: who, tile, .. } => !is_claim && who == seat && tile == Some(on),
            Event::Discard { seat: who, tile, .. } | Event::Nuki { seat: who, tile } => {
                is_claim && who != seat && tile == on
            }
            Event::Meld { seat: who, meld } => {
                let own_kan = meld.is_kan() && meld.kind() != MeldKind::Daiminkan;
                is_claim && who != seat && own_kan && meld.low() == on.kind()
            }
            _ => false,
        }
    }

    fn shown(game: &Match<N, V>) -> Option<Tile> {
        Seat::all(N).find_map(|seat| match game.view(seat).question() {
            Question::Claim(offer, _) => Some(offer.tile()),
            _ => None,
        })
    }

    fn turns_up(event: &Event) -> bool {
        matches!(event, Event::Dora { .. })
    }

    fn tiles(game: &Match<N, V>, seat: Seat) -> Vec<Tile> {
        game.tiles(seat).collect()
    }

    fn state(game: &Match<N, V>, seat: Seat, word: &str, value: &str) -> Option<String> {
        let view = game.view(seat);
        let is_so = match (word, value) {
            ("furiten", _) => view.furiten(),
            ("out", _) => view.has_won(RelSeat::SELF),
            ("riichi", "yes" | "no") => view.riichi(RelSeat::SELF) == RiichiState::Accepted,
            _ => return None,
        };
        Some(if is_so { "yes" } else { "no" }.into())
    }
}

/// What the words can mean: from the hand before the drawn tile.
fn actions<V: Variant>(
    words: &Words<'_>,
    drawn: Option<Tile>,
    shown: Option<Tile>,
) -> Result<Vec<Action>, String> {
    let tiles = words.tiles()?;
    let tile = tiles.first().copied();
    let reds = tiles.iter().filter(|tile| tile.is_red()).count() as u8;
    let drew = tile.is_some() && drawn == tile;
    Ok(match (words.name, tile) {
        ("discard", Some(tile)) => also(Action::Discard(tile), drew, Action::Tsumogiri),
        ("riichi", Some(tile)) => also(Action::Riichi(tile), drew, Action::RiichiTsumogiri),
        ("riichi", None) => every_riichi(),
        ("open", None) => vec![Action::OpenRiichi],
        ("kan", Some(tile)) => vec![Action::Kan(tile.kind())],
        ("kan", None) => vec![Action::Daiminkan],
        ("chi", Some(_)) => {
            let side = words.chi(shown.ok_or("nothing to chi")?.kind())?;
            vec![Action::Chi { side, red: reds > 0 }]
        }
        ("chi", None) => {
            let both = |side| [false, true].map(|red| Action::Chi { side, red });
            ChiSide::ALL.into_iter().flat_map(both).collect()
        }
        ("pon", Some(_)) => vec![Action::Pon { reds }],
        ("pon", None) => (0..3).map(|reds| Action::Pon { reds }).collect(),
        ("give", Some(tile)) => vec![Action::Exchange(tile)],
        ("tsumo", _) => vec![Action::Tsumo],
        ("ron", _) => vec![Action::Ron],
        ("pass", _) => vec![Action::Pass],
        ("nuki", Some(tile)) => vec![nuki::<V>(tile)?],
        ("nuki", None) => vec![Action::NUKI_NORTH],
        ("kyuushu", _) => vec![Action::Kyuushu],
        ("stop", _) => vec![Action::Stop],
        ("continue", _) => vec![Action::Continue],
        _ => return words.unknown(),
    })
}

/// Set this tile aside.
fn nuki<V: Variant>(tile: Tile) -> Result<Action, String> {
    let number = V::NUKI_TILES.iter().position(|&other| other == tile);
    number.map(|number| Action::Nuki(number as u8)).ok_or(format!("{tile} cannot be set aside"))
}

fn also(action: Action, holds: bool, other: Action) -> Vec<Action> {
    if holds { vec![action, other] } else { vec![action] }
}

fn every_riichi() -> Vec<Action> {
    (0..37).map(|code| Action::Riichi(Tile::of(code))).chain([Action::RiichiTsumogiri]).collect()
}
