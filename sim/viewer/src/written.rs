//! A match that was played, in every format: to read, for other programs, as a page. The one place that knows how the matches of a family are
//! written.

use crate::{Heading, Shown, of_beginning, of_replay, page};
use hyakuman_core::MatchSeed;
use hyakuman_game::Deals;
use hyakuman_game::rows::ReplayError;
use hyakuman_logs::{Caption, LogMatch, log_of, log_so_far, mjai, model, tenhou6, text, unsupported_field};
use hyakuman_registry::AnyRules;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_riichi::{Riichi, RiichiRules};
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;
use std::sync::Arc;

/// A format of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// To read.
    Text,
    /// Lines of mjai, all tiles shown.
    Mjai,
    /// JSON of tenhou.net/6, one line.
    Tenhou6,
    /// The page.
    Html,
}

impl Format {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Mjai => "mjai",
            Format::Tenhou6 => "tenhou6",
            Format::Html => "html",
        }
    }

    /// The formats of matches under these rules.
    pub fn of(rules: &AnyRules) -> &'static [Format] {
        match rules {
            AnyRules::Riichi(_) => &[Format::Text, Format::Mjai, Format::Tenhou6, Format::Html],
            AnyRules::Toutenkou(_) | AnyRules::Yangzhou(_) | AnyRules::Toppan(_) => {
                &[Format::Text, Format::Html]
            }
        }
    }

    /// The rule with which the format cannot have matches.
    pub fn unsupported(self, rules: &AnyRules) -> Option<&'static str> {
        match (rules, self) {
            (AnyRules::Riichi(loaded), Format::Mjai) => unsupported_field(&loaded.rules, model::Format::Mjai),
            (AnyRules::Riichi(loaded), Format::Tenhou6) => {
                unsupported_field(&loaded.rules, model::Format::Tenhou6)
            }
            _ => None,
        }
    }
}

/// A match that was played.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMatch<'a> {
    /// Its rules.
    pub rules: &'a AnyRules,
    /// How much of it was played, and where its tiles come from.
    pub deals: Extent<'a>,
    /// The actions chosen.
    pub actions: &'a [u8],
}

/// How much of a match was played, and where its tiles come from.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'a> {
    /// A match that is over.
    Whole(&'a Deals),
    /// A match with the walls of this seed, as far as it was played.
    SoFar(MatchSeed),
}

impl PlayedMatch<'_> {
    /// The match in one of [`Format::of`] its rules; panics in others. Toppan has text of matches that are over only.
    ///
    /// # Errors
    /// The actions do not form a match with these deals under these rules.
    pub fn written(&self, format: Format, heading: &Heading) -> Result<String, ReplayError> {
        assert!(Format::of(self.rules).contains(&format), "a format of the family");
        match self.rules {
            AnyRules::Riichi(loaded) if loaded.rules.players == 3 => {
                self.riichi::<3>(&Arc::new(loaded.rules.clone()), format, heading)
            }
            AnyRules::Riichi(loaded) => self.riichi::<4>(&Arc::new(loaded.rules.clone()), format, heading),
            AnyRules::Toutenkou(loaded) => {
                self.transcript::<Toutenkou>(&Arc::new(loaded.rules.clone()), format, heading)
            }
            AnyRules::Yangzhou(loaded) => {
                self.transcript::<Yangzhou>(&Arc::new(loaded.rules.clone()), format, heading)
            }
            AnyRules::Toppan(loaded) => {
                let rules = Arc::new(loaded.rules.clone());
                match format {
                    Format::Html => self.page::<Toppan>(&rules, heading),
                    _ => text::toppan_page(&rules, self.deals.deals(), self.actions, &caption(heading)),
                }
            }
        }
    }

    fn riichi<const N: usize>(
        &self,
        rules: &Arc<RiichiRules>,
        format: Format,
        heading: &Heading,
    ) -> Result<String, ReplayError> {
        let log = || -> Result<LogMatch, ReplayError> {
            match self.deals {
                Extent::Whole(deals) => log_of::<N>(rules, deals.clone(), self.actions),
                Extent::SoFar(seed) => log_so_far::<N>(rules, seed, self.actions),
            }
        };
        Ok(match format {
            Format::Text => text::write(&log()?, &caption(heading)),
            Format::Mjai => mjai::write_with(&log()?, &caption(heading)),
            Format::Tenhou6 => tenhou6::write_with(&log()?, &caption(heading)) + "\n",
            Format::Html => self.page::<Riichi<N>>(rules, heading)?,
        })
    }

    fn transcript<G: text::Transcribe + Shown>(
        &self,
        rules: &Arc<G::Rules>,
        format: Format,
        heading: &Heading,
    ) -> Result<String, ReplayError> {
        if format == Format::Html {
            return self.page::<G>(rules, heading);
        }
        let transcript = match self.deals {
            Extent::Whole(deals) => text::transcribe::<G>(rules, deals.clone(), self.actions)?,
            Extent::SoFar(seed) => text::transcribe_so_far::<G>(rules, seed, self.actions)?,
        };
        Ok(text::page(&transcript, &caption(heading)))
    }

    fn page<G: Shown>(&self, rules: &Arc<G::Rules>, heading: &Heading) -> Result<String, ReplayError> {
        let data = match self.deals {
            Extent::Whole(deals) => of_replay::<G>(rules, deals.clone(), self.actions, heading)?,
            Extent::SoFar(seed) => of_beginning::<G>(rules, seed, self.actions, heading)?,
        };
        Ok(page(&data))
    }
}

impl Extent<'_> {
    fn deals(self) -> Deals {
        match self {
            Extent::Whole(deals) => deals.clone(),
            Extent::SoFar(seed) => Deals::Keyed(seed),
        }
    }
}

fn caption(heading: &Heading) -> Caption {
    Caption { title: heading.title.clone(), names: heading.names.clone() }
}
