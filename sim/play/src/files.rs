//! The match as a file, once it is over.

use crate::refusal::Refusal;
use hyakuman_game::Deals;
use hyakuman_game::rows::ReplayError;
use hyakuman_logs::{Caption, log_of, mjai, model, tenhou6, text, unsupported_field};
use hyakuman_riichi::Riichi;
use hyakuman_toppan::Toppan;
use hyakuman_viewer::{Heading, Shown, of_replay, page};
use std::sync::Arc;

/// How the matches of a game are written.
pub(crate) struct Files<G: Shown> {
    /// The formats; the page is one of all games.
    formats: &'static [&'static str],
    /// The rule that a format cannot have matches with.
    unsupported: fn(&str, &G::Rules) -> Option<&'static str>,
    write: Write<G>,
}

impl<G: Shown> Clone for Files<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Shown> Copy for Files<G> {}

/// Writes a match in one of the formats but the page.
type Write<G> = fn(&str, &Played<'_, G>) -> Result<String, ReplayError>;

/// A match that is over.
struct Played<'a, G: Shown> {
    rules: &'a Arc<G::Rules>,
    deals: &'a Deals,
    actions: &'a [u8],
    caption: Caption,
}

impl<const N: usize> Files<Riichi<N>> {
    pub(crate) fn riichi() -> Self {
        Files {
            formats: &["html", "mjai", "tenhou6", "text"],
            unsupported: |format, rules| {
                let format = match format {
                    "mjai" => model::Format::Mjai,
                    "tenhou6" => model::Format::Tenhou6,
                    _ => return None,
                };
                unsupported_field(rules, format)
            },
            write: |format, of| {
                let log = log_of::<N>(of.rules, of.deals.clone(), of.actions)?;
                Ok(match format {
                    "mjai" => mjai::write_with(&log, &of.caption),
                    "tenhou6" => tenhou6::write_with(&log, &of.caption) + "\n",
                    _ => text::write(&log, &of.caption),
                })
            },
        }
    }
}

impl<G: text::Transcribe + Shown> Files<G> {
    pub(crate) fn transcript() -> Self {
        Files {
            formats: &["html", "text"],
            unsupported: |_, _| None,
            write: |_, of| {
                Ok(text::page(&text::transcribe::<G>(of.rules, of.deals.clone(), of.actions)?, &of.caption))
            },
        }
    }
}

impl Files<Toppan> {
    pub(crate) fn toppan() -> Self {
        Files {
            formats: &["html", "text"],
            unsupported: |_, _| None,
            write: |_, of| text::toppan_page(of.rules, of.deals.clone(), of.actions, &of.caption),
        }
    }
}

impl<G: Shown> Files<G> {
    /// The formats of matches under these rules.
    pub(crate) fn of(&self, rules: &G::Rules) -> Vec<&'static str> {
        self.formats.iter().copied().filter(|format| (self.unsupported)(format, rules).is_none()).collect()
    }

    /// The type of a file and its text.
    pub(crate) fn write(
        &self,
        format: &str,
        rules: &Arc<G::Rules>,
        deals: &Deals,
        actions: &[u8],
        heading: &Heading,
    ) -> Result<(&'static str, String), Refusal> {
        let Some(format) = self.formats.iter().find(|known| **known == format) else {
            return Err(Refusal::NoFormat(self.formats));
        };
        if let Some(rule) = (self.unsupported)(format, rules) {
            return Err(Refusal::NoMatches(rule));
        }
        let caption = Caption { title: heading.title.clone(), names: heading.names.clone() };
        let written = match *format {
            "html" => of_replay::<G>(rules, deals.clone(), actions, heading).map(|data| page(&data)),
            other => (self.write)(other, &Played { rules, deals, actions, caption }),
        };
        let sort = match *format {
            "html" => "text/html; charset=utf-8",
            "tenhou6" => "application/json",
            _ => "text/plain; charset=utf-8",
        };
        written.map(|text| (sort, text)).map_err(|_| Refusal::NoFile)
    }
}
