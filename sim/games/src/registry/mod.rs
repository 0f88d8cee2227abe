//! From the name of a ruleset to a game and its rules.
//!
//! A game is a type that implements [`Game`](hyakuman_core::game::Game) and [`Listed`]; this file turns a name into that type. It is the only list of
//! families and their games: one variant of [`AnyRules`] for each family. A preset is one line in the family's own list, and the command line, the
//! conformance suite and the signatures find it there. Code that works with any game implements [`Visitor`].
//!
//! A match, played by an agent that discards what it has just drawn:
//!
//! ```
//! use hyakuman_core::MatchSeed;
//! use hyakuman_core::game::{ActionMask, Agent, MatchEnd, Sink, playout};
//! use hyakuman_riichi::{Action, Riichi, View, presets};
//! use std::sync::Arc;
//!
//! struct Tsumogiri;
//!
//! impl Agent<Riichi<4>> for Tsumogiri {
//!     fn act(&mut self, _: &View<'_, 4>, legal: &ActionMask) -> u8 {
//!         let passive = [Action::Tsumogiri, Action::Pass].map(Action::code);
//!         passive.into_iter().find(|&code| legal.has(code)).or(legal.first()).expect("at least two actions")
//!     }
//! }
//!
//! /// Keeps the result of the match.
//! #[derive(Default)]
//! struct Result(Option<MatchEnd>);
//!
//! impl Sink<Riichi<4>> for Result {
//!     fn match_end(&mut self, end: &MatchEnd) {
//!         self.0 = Some(*end);
//!     }
//! }
//!
//! let mut agents = [Tsumogiri, Tsumogiri, Tsumogiri, Tsumogiri];
//! let mut result = Result::default();
//! let seed = MatchSeed { seed: 1, number: 0 };
//! playout::play(&Arc::new(presets::tenhou()), seed, &mut agents, &mut result)?;
//! let end = result.0.expect("the match is over");
//! assert_eq!(end.scores.iter().sum::<i32>(), 100_000);
//! # Ok::<(), hyakuman_core::game::Illegal>(())
//! ```

mod listed;

pub use listed::{FamilyRules, Listed};

use crate::hands::{HandError, HandRules, Scorer};
use hyakuman_core::game::ruleset::{
    Described, FieldDoc, Loaded, Preset, Problem, RulesError, Ruleset, Source,
};
use hyakuman_core::game::{GameFacts, HouseRules};
use hyakuman_riichi::toutenkou::{Toutenkou, ToutenkouRules};
use hyakuman_riichi::written_yaku::WrittenYaku;
use hyakuman_riichi::{Riichi, RiichiRules};
use hyakuman_toppan::{Toppan, ToppanRules};
use hyakuman_yangzhou::{Yangzhou, YangzhouRules};
use std::sync::Arc;

/// Declares [`AnyRules`] and what goes from family to family and game to game, so that each is listed once.
macro_rules! families {
    ($($(#[$doc:meta])+ $family:ident($rules:ty): $($game:ty)|+),+ $(,)?) => {
        /// Checked rules of one of the families.
        #[derive(Clone, Debug)]
        pub enum AnyRules {
            $($(#[$doc])+ $family(Loaded<$rules>)),+
        }

        /// Every ruleset that comes with the program, family by family.
        pub fn rulesets() -> Vec<Listing> {
            [$(listings::<$rules>()),+].concat()
        }

        /// What is said of a rule of a family; `None` if it has none of this name.
        pub fn field(family: &str, rule: &str) -> Option<&'static FieldDoc> {
            let all = [$((<$rules>::FAMILY, <$rules as Ruleset>::FIELDS)),+];
            let mut fields = all.into_iter().filter(|all| all.0 == family).flat_map(|all| all.1);
            fields.find(|field| field.name == rule)
        }

        /// Loads the rules of a source, in the family to which its base belongs.
        ///
        /// # Errors
        /// The base is unknown, or the rules are invalid or contradict each other.
        pub fn load(source: &Source) -> Result<AnyRules, RulesError> {
            $(if <$rules>::preset(source.base()).is_some() {
                return source.load().map(AnyRules::$family);
            })+
            let faults = [$(source.faults_in::<$rules>()),+];
            Err(source.unknown_base(rulesets().iter().map(|listing| listing.id), faults))
        }

        impl AnyRules {
            /// Name of the ruleset, or of the file it came from.
            pub fn id(&self) -> &str {
                match self {
                    $(AnyRules::$family(loaded) => &loaded.id),+
                }
            }

            /// Rules that were written and do nothing, or not what they seem to say.
            pub fn warnings(&self) -> &[Problem] {
                match self {
                    $(AnyRules::$family(loaded) => &loaded.warnings),+
                }
            }

            /// Every rule with its value and meaning.
            pub fn describe(&self) -> Described {
                match self {
                    $(AnyRules::$family(loaded) => loaded.describe()),+
                }
            }

            /// Calls the visitor with the game to which these rules belong.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self {
                    $(AnyRules::$family(loaded) => {
                        let rules = &Arc::new(loaded.rules.clone());
                        $(if <$game>::has(rules) {
                            return visitor.visit::<$game>(rules);
                        })+
                    })+
                }
                unreachable!("rules are those of one of the games of their family")
            }
        }

        /// Adds every game of the list, in order.
        pub fn each_game<E: EachGame>(each: &E, mut to: E::Of) -> E::Of {
            $($(to = each.add::<$game>(to);)+)+
            to
        }

        $(impl FamilyRules for $rules {
            fn of(rules: &AnyRules) -> Option<&Self> {
                if let AnyRules::$family(loaded) = rules { Some(&loaded.rules) } else { None }
            }
        })+
    };
}

families! {
    /// Riichi mahjong.
    Riichi(RiichiRules): Riichi<3> | Riichi<4>,
    /// Toutenkou.
    Toutenkou(ToutenkouRules): Toutenkou,
    /// Yangzhou mahjong.
    Yangzhou(YangzhouRules): Yangzhou,
    /// Competitive Toppan.
    Toppan(ToppanRules): Toppan,
}

impl AnyRules {
    /// The yaku of a rules file and the local yaku that they have.
    pub fn written_yaku(&self) -> Vec<&'static WrittenYaku> {
        match self {
            AnyRules::Riichi(loaded) => loaded.rules.written_yaku().collect(),
            _ => Vec::new(),
        }
    }

    /// The constants of that game.
    pub fn facts(&self) -> GameFacts {
        self.visit(OfGame).0
    }

    /// Whether the others are of the same game.
    pub fn is_same_game(&self, other: &AnyRules) -> bool {
        let [own, other] = [self, other].map(AnyRules::facts);
        (own.family, own.seats) == (other.family, other.seats)
    }

    /// The names of the yaku that they define, by number ([`Game::own_yaku`](hyakuman_core::game::Game::own_yaku)).
    pub fn own_yaku(&self) -> Vec<&'static str> {
        self.visit(OfGame).1
    }

    /// What they count besides the scores.
    pub fn house_rules(&self) -> HouseRules {
        self.visit(OfGame).2
    }

    /// Values single hands under these rules.
    pub fn scorer(&self) -> Scorer {
        self.visit(OfHands)
    }

    /// Answers shanten, ukeire and discards of single hands.
    ///
    /// # Errors
    /// The game has no shanten.
    pub fn hand_rules(&self) -> Result<HandRules, HandError> {
        self.visit(Shanten(self.id()))
    }
}

struct OfHands;

impl Visitor for OfHands {
    type Output = Scorer;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Scorer {
        Scorer::of::<G>(rules)
    }
}

struct Shanten<'a>(&'a str);

impl Visitor for Shanten<'_> {
    type Output = Result<HandRules, HandError>;

    fn visit<G: Listed>(self, _: &Arc<G::Rules>) -> Self::Output {
        HandRules::of::<G>(self.0)
    }
}

struct OfGame;

impl Visitor for OfGame {
    type Output = (GameFacts, Vec<&'static str>, HouseRules);

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        (GameFacts::of::<G>(), G::own_yaku(rules), G::house_rules(rules))
    }
}

/// A ruleset that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listing {
    /// Name on the command line.
    pub id: &'static str,
    /// One line that describes it, for people.
    pub title: &'static str,
    /// What it is, and where its rules come from, in Markdown.
    pub about: &'static str,
    /// The ruleset from which it differs; `None` if it is defined in full.
    pub base: Option<&'static str>,
    /// Family it belongs to.
    pub family: &'static str,
}

/// A function that is generic over the games of the list.
pub trait Visitor {
    /// Its result.
    type Output;

    /// Calls it with this game and these rules.
    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output;
}

/// A function that is generic over the games of the list and needs no rules: what it makes of one game is given to it with the next.
pub trait EachGame {
    /// What it makes.
    type Of;

    /// Adds this game.
    fn add<G: Listed>(&self, to: Self::Of) -> Self::Of;
}

/// Loads a ruleset that comes with the program.
///
/// # Errors
/// There is no ruleset with this name.
pub fn load_preset(id: &str) -> Result<AnyRules, RulesError> {
    load(&Source::preset(id))
}

fn listings<R: Ruleset>() -> Vec<Listing> {
    let family = R::FAMILY;
    let listing =
        |&Preset { id, title, about, base, .. }: &Preset<R>| Listing { id, title, about, base, family };
    R::PRESETS.iter().map(listing).collect()
}
