//! A match of any game that was played, in every format.

use crate::logs::{Caption, Extent, Format};
use crate::registry::{AnyRules, Listed, Visitor};
use crate::viewer::{Heading, Opinions, of_played, page};
use hyakuman_core::game::rows::ReplayError;
use std::sync::Arc;

/// A match that was played.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMatch<'a> {
    /// Its rules.
    pub rules: &'a AnyRules,
    /// How much of it was played, and where its tiles come from.
    pub extent: Extent<'a>,
    /// The actions chosen.
    pub actions: &'a [u8],
}

impl PlayedMatch<'_> {
    /// The match in one of the [`formats`] of its rules; panics in others. Toppan has text of matches that are over only.
    ///
    /// # Errors
    /// The actions do not form a match with these deals under these rules.
    pub fn written(&self, format: Format, heading: &Heading) -> Result<String, ReplayError> {
        assert!(formats(self.rules).contains(&format), "a format of the game");
        self.rules.visit(Write { played: self, format, heading, opinions: None })
    }

    /// The page of the match, with what an agent thinks of the decisions.
    ///
    /// # Errors
    /// Those of [`PlayedMatch::written`].
    pub fn page(&self, heading: &Heading, opinions: Option<&Opinions>) -> Result<String, ReplayError> {
        self.rules.visit(Write { played: self, format: Format::Html, heading, opinions })
    }
}

/// The formats of matches under these rules.
pub fn formats(rules: &AnyRules) -> Vec<Format> {
    let (logs, _) = rules.visit(Logs(Format::Text));
    [Format::Text].into_iter().chain(logs.iter().copied()).chain([Format::Html]).collect()
}

/// The rule with which a format cannot have matches under these rules.
pub fn unsupported(rules: &AnyRules, format: Format) -> Option<&'static str> {
    rules.visit(Logs(format)).1
}

struct Write<'a> {
    played: &'a PlayedMatch<'a>,
    format: Format,
    heading: &'a Heading,
    opinions: Option<&'a Opinions>,
}

impl Visitor for Write<'_> {
    type Output = Result<String, ReplayError>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let Write { played: &PlayedMatch { extent, actions, .. }, format, heading, opinions } = self;
        if format == Format::Html {
            return Ok(page(&of_played::<G>(rules, extent, actions, heading, opinions)?));
        }
        let caption = Caption { title: heading.title.clone(), names: heading.names.clone() };
        G::written(rules, extent, actions, format, &caption)
    }
}

/// The formats of logs of the game, and the rule with which this format cannot have its matches.
struct Logs(Format);

impl Visitor for Logs {
    type Output = (&'static [Format], Option<&'static str>);

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        (G::LOGS, G::unsupported(rules, self.0))
    }
}
