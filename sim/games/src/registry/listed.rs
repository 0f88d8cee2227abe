//! What a game in the list has besides its engine.

use crate::hands::Scored;
use crate::logs::Written;
use crate::registry::AnyRules;
use hyakuman_core::game::Game;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_riichi::planes::Encoding;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_riichi::{Riichi, RiichiRules};
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;

/// A game in the list: its engine ([`hyakuman_core::game::Game`]), what is shown of it ([`Shown`](crate::show::Shown)), how its matches are written
/// ([`Written`]) and its hands valued ([`Scored`]), and what learners get. So a visitor gets all of a game, and no other room has a list of games.
pub trait Listed: Written + Scored + Sync + Game<Rules: FamilyRules> {
    /// Tensors and compact actions; `None`: learners get rows and action codes.
    const ENCODING: Option<Encoding<Self>> = None;

    /// Whether rules of its family are for this game: for this number of players.
    fn has(rules: &Self::Rules) -> bool {
        let _ = rules;
        true
    }

    /// The rules, if they are of this game.
    fn rules_of(rules: &AnyRules) -> Option<&Self::Rules> {
        Self::Rules::of(rules).filter(|rules| Self::has(rules))
    }
}

/// The rules of a family in the list.
pub trait FamilyRules: Ruleset {
    /// The rules, if they are of this family.
    fn of(rules: &AnyRules) -> Option<&Self>;
}

impl<const N: usize> Listed for Riichi<N> {
    const ENCODING: Option<Encoding<Self>> = Some(Encoding::RIICHI);

    fn has(rules: &RiichiRules) -> bool {
        rules.players as usize == N
    }
}

impl Listed for Toutenkou {}

impl Listed for Yangzhou {}

impl Listed for Toppan {}
