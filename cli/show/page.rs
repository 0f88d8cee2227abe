//! The formats of each family.
//!
//! A family that has a transcript ([`text::Transcribe`]) is one line in [`of`]. One with formats of its own has a
//! function like [`riichi`] that names and writes them. Its input is a [`Recorded`] match, which `rows::replay` plays
//! again with any sink.

use super::Format;
use hyakuman_game::rows::ReplayError;
use hyakuman_game::ruleset::{AsTable, value_text};
use hyakuman_game::{Deals, Game};
use hyakuman_logs::{Caption, log_of, mjai, model, tenhou6, text, unsupported_field};
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_riichi::{Riichi, RiichiRules};
use hyakuman_toppan::Toppan;
use hyakuman_viewer::{Heading, Shown, of_replay};
use hyakuman_yangzhou::Yangzhou;
use std::any::Any;
use std::sync::Arc;

/// A recorded match of a game.
pub struct Recorded<'a, G: Game> {
    /// Its rules.
    pub rules: &'a Arc<G::Rules>,
    /// Where its tiles come from.
    pub deals: Deals,
    /// The actions chosen.
    pub actions: &'a [u8],
    /// The heading.
    pub caption: &'a Caption,
    /// The name of the ruleset.
    pub ruleset: &'a str,
}

/// How matches of a game are written.
pub struct Page<G: Game> {
    /// The formats of the game.
    pub formats: &'static [Format],
    /// The rule, with its value, that a format cannot represent.
    pub unsupported: fn(&G::Rules, Format) -> Option<String>,
    /// Writes a match in one of the formats.
    pub write: fn(&Recorded<'_, G>, Format) -> Result<String, ReplayError>,
}

/// The formats of a game, if it has any besides JSON.
pub fn of<G: Game>() -> Option<Page<G>> {
    recast(riichi::<4>())
        .or_else(|| recast(riichi::<3>()))
        .or_else(|| recast(transcribed::<Toutenkou>()))
        .or_else(|| recast(transcribed::<Yangzhou>()))
        .or_else(|| recast(toppan()))
}

/// A game whose only format is its transcript.
fn transcribed<G: text::Transcribe + Shown>() -> Page<G> {
    let write = |of: &Recorded<'_, G>, format| match format {
        Format::Html => html(of),
        _ => Ok(text::page(&text::transcribe::<G>(of.rules, of.deals.clone(), of.actions)?, of.caption)),
    };
    Page { formats: &[Format::Text, Format::Html], unsupported: |_, _| None, write }
}

/// Toppan: text with a layout of its own.
fn toppan() -> Page<Toppan> {
    let write = |of: &Recorded<'_, Toppan>, format| match format {
        Format::Html => html(of),
        _ => text::toppan_page(of.rules, of.deals.clone(), of.actions, of.caption),
    };
    Page { formats: &[Format::Text, Format::Html], unsupported: |_, _| None, write }
}

/// The page of a match of any game.
fn html<G: Shown>(of: &Recorded<'_, G>) -> Result<String, ReplayError> {
    let Caption { title, names } = of.caption.clone();
    let heading = Heading { title, names, rules: of.ruleset.to_owned(), note: String::new() };
    Ok(hyakuman_viewer::page(&of_replay::<G>(of.rules, of.deals.clone(), of.actions, &heading)?))
}

/// Riichi: text, two log formats, and the page.
fn riichi<const N: usize>() -> Page<Riichi<N>> {
    let write = |of: &Recorded<'_, Riichi<N>>, format| {
        if format == Format::Html {
            return html(of);
        }
        let log = log_of::<N>(of.rules, of.deals.clone(), of.actions)?;
        Ok(match format {
            Format::Text => text::write(&log, of.caption),
            Format::Mjai => mjai::write_with(&log, of.caption),
            _ => tenhou6::write_with(&log, of.caption) + "\n",
        })
    };
    let unsupported = |rules: &RiichiRules, format: Format| {
        let field = unsupported_field(
            rules,
            match format {
                Format::Text | Format::Html => return None,
                Format::Mjai => model::Format::Mjai,
                Format::Tenhou6 => model::Format::Tenhou6,
            },
        )?;
        Some(format!("`{field}` = {}", value_text(&rules.to_table()[field])))
    };
    Page { formats: &[Format::Text, Format::Mjai, Format::Tenhou6, Format::Html], unsupported, write }
}

/// Converts the formats of game `H` to those of `G` if the two are the same game; `Any` compares the types.
fn recast<G: Game, H: Game>(page: Page<H>) -> Option<Page<G>> {
    let unknown: Box<dyn Any> = Box::new(page);
    unknown.downcast().ok().map(|page| *page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_registry::{Visitor, load_preset, rulesets};

    struct HasText;

    impl Visitor for HasText {
        type Output = bool;

        fn visit<G: Game>(self, _: &Arc<G::Rules>) -> bool {
            of::<G>().is_some_and(|page| page.formats.contains(&Format::Text))
        }
    }

    #[test]
    fn matches_of_every_ruleset_are_shown_as_text() {
        for listing in rulesets() {
            let has_text = load_preset(listing.id).unwrap().visit(HasText);
            assert!(has_text, "`of` has no line for {}: its matches are shown as JSON only", listing.family);
        }
    }
}
