//! The door: from the name of a ruleset to a game, its rules and everything that comes with them.
//!
//! Inside, a family is a type; here it is a line. A family is one variant of [`AnyRules`] with its arms; a preset
//! is one line in the family's own list. That buys the id, the command line, the conformance suite and the
//! signature. Whoever works with any game is a [`Visitor`].

use crate::game::Game;
use crate::riichi::{Riichi, RiichiRules};
use crate::ruleset::{Described, Loaded, Preset, RulesError, Ruleset, Source};
use crate::toppan::{Toppan, ToppanRules};
use crate::toutenkou::{Toutenkou, ToutenkouRules};
use crate::yangzhou::{Yangzhou, YangzhouRules};
use std::sync::Arc;

/// Checked rules of one of the families.
#[derive(Clone, Debug)]
pub enum AnyRules {
    /// Riichi mahjong.
    Riichi(Loaded<RiichiRules>),
    /// Toutenkou.
    Toutenkou(Loaded<ToutenkouRules>),
    /// Yangzhou mahjong.
    Yangzhou(Loaded<YangzhouRules>),
    /// Competitive Toppan.
    Toppan(Loaded<ToppanRules>),
}

/// A ruleset that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listing {
    /// Name on the command line.
    pub id: &'static str,
    /// One line to read.
    pub title: &'static str,
    /// Family it belongs to.
    pub family: &'static str,
}

/// Something that can be done with any game.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with this game under these rules.
    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output;
}

/// Every ruleset, family by family.
pub fn rulesets() -> Vec<Listing> {
    listings::<RiichiRules>()
        .chain(listings::<ToutenkouRules>())
        .chain(listings::<YangzhouRules>())
        .chain(listings::<ToppanRules>())
        .collect()
}

fn listings<R: Ruleset>() -> impl Iterator<Item = Listing> {
    R::PRESETS.iter().map(|&Preset { id, title, .. }| Listing { id, title, family: R::FAMILY })
}

/// Loads what a source asks for, in the family its base belongs to.
///
/// # Errors
/// The base is unknown, or the rules do not fit.
pub fn load(source: &Source) -> Result<AnyRules, RulesError> {
    if RiichiRules::preset(source.base()).is_some() {
        return source.load().map(AnyRules::Riichi);
    }
    if ToutenkouRules::preset(source.base()).is_some() {
        return source.load().map(AnyRules::Toutenkou);
    }
    if YangzhouRules::preset(source.base()).is_some() {
        return source.load().map(AnyRules::Yangzhou);
    }
    if ToppanRules::preset(source.base()).is_some() {
        return source.load().map(AnyRules::Toppan);
    }
    let known = rulesets();
    Err(source.unknown_base(known.iter().map(|listing| listing.id)))
}

/// The rules of a ruleset that comes with the program.
///
/// # Errors
/// There is none of this name.
pub fn load_preset(id: &str) -> Result<AnyRules, RulesError> {
    load(&Source::preset(id))
}

impl AnyRules {
    /// Name of the ruleset, or of the file it came from.
    pub fn id(&self) -> &str {
        match self {
            AnyRules::Riichi(loaded) => &loaded.id,
            AnyRules::Toutenkou(loaded) => &loaded.id,
            AnyRules::Yangzhou(loaded) => &loaded.id,
            AnyRules::Toppan(loaded) => &loaded.id,
        }
    }

    /// Every field with its value and meaning.
    pub fn describe(&self) -> Described {
        match self {
            AnyRules::Riichi(loaded) => loaded.describe(),
            AnyRules::Toutenkou(loaded) => loaded.describe(),
            AnyRules::Yangzhou(loaded) => loaded.describe(),
            AnyRules::Toppan(loaded) => loaded.describe(),
        }
    }

    /// Does something with the game these rules belong to.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match self {
            AnyRules::Riichi(loaded) if loaded.rules.players == 3 => {
                visitor.visit::<Riichi<3>>(&Arc::new(loaded.rules.clone()))
            }
            AnyRules::Riichi(loaded) => visitor.visit::<Riichi<4>>(&Arc::new(loaded.rules.clone())),
            AnyRules::Toutenkou(loaded) => visitor.visit::<Toutenkou>(&Arc::new(loaded.rules.clone())),
            AnyRules::Yangzhou(loaded) => visitor.visit::<Yangzhou>(&Arc::new(loaded.rules.clone())),
            AnyRules::Toppan(loaded) => visitor.visit::<Toppan>(&Arc::new(loaded.rules.clone())),
        }
    }
}
