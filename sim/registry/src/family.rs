//! What a game in the list has besides its engine.

use crate::AnyRules;
use hyakuman_hands::Scored;
use hyakuman_logs::Written;
use hyakuman_planes::Encoding;
use hyakuman_riichi::Riichi;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;

/// A game in the list: its engine ([`hyakuman_game::Game`]), what is shown of it ([`hyakuman_show::Shown`]), how its matches are written
/// ([`Written`]) and its hands valued ([`Scored`]), and what learners get.
pub trait Family: Written + Scored + Sync {
    /// Tensors and compact actions; `None`: learners get rows and action codes.
    const ENCODING: Option<Encoding<Self>> = None;

    /// The rules, if they are of this game.
    fn rules_of(rules: &AnyRules) -> Option<&Self::Rules>;
}

impl<const N: usize> Family for Riichi<N> {
    const ENCODING: Option<Encoding<Self>> = Some(Encoding::RIICHI);

    fn rules_of(rules: &AnyRules) -> Option<&Self::Rules> {
        match rules {
            AnyRules::Riichi(loaded) if loaded.rules.players as usize == N => Some(&loaded.rules),
            _ => None,
        }
    }
}

impl Family for Toutenkou {
    fn rules_of(rules: &AnyRules) -> Option<&Self::Rules> {
        if let AnyRules::Toutenkou(loaded) = rules { Some(&loaded.rules) } else { None }
    }
}

impl Family for Yangzhou {
    fn rules_of(rules: &AnyRules) -> Option<&Self::Rules> {
        if let AnyRules::Yangzhou(loaded) = rules { Some(&loaded.rules) } else { None }
    }
}

impl Family for Toppan {
    fn rules_of(rules: &AnyRules) -> Option<&Self::Rules> {
        if let AnyRules::Toppan(loaded) = rules { Some(&loaded.rules) } else { None }
    }
}
