//! Figures from elsewhere that a page has beside the rates of a question.

use super::file::{Entry, File, Form, Node};
use super::read::dotted;
use super::whose;
use crate::experiment::Half;
use hyakuman_core::excerpt::excerpt;

/// Most decimals of a figure.
const MOST_DECIMALS: usize = 15;

/// Figures of one source.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// By their measure as in [`Question::measures`](super::Question::measures).
    pub figures: Vec<(String, Figure)>,
}

/// A figure as it is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// In the unit of the measure; a share in percent.
    pub value: f64,
    /// How many decimals are written.
    pub decimals: usize,
}

/// A figure with its source, its measure and its place in the text.
pub(super) struct Known {
    source: String,
    pub at: usize,
    pub measure: String,
    pub number: Half,
    decimals: usize,
}

impl File<'_> {
    /// The figures of all sources, one source after another.
    pub(super) fn known(&self, sources: Vec<Entry>) -> Vec<Known> {
        sources.into_iter().flat_map(|entry| self.known_of(entry)).collect()
    }

    fn known_of(&self, Entry { key: source, at, value }: Entry) -> Vec<Known> {
        self.check_name("source", &source, at);
        let Form::Table(entries) = value.form else {
            let name = excerpt(&source);
            let message = format!(
                "`beside` {name:?}: accepted: figures of a source, such as \"Phoenix\" = {{ kyoku = 10.7 }}"
            );
            self.fault(at, message);
            return Vec::new();
        };
        let known = |(measure, node): (String, Node)| {
            let written = node.toml().trim_matches('"').replace('_', "");
            let number = Half::of_any_sign(&written);
            if number.is_none() {
                let (measure, written) = (excerpt(&measure), excerpt(&written));
                let message =
                    format!("`{measure}`: {written} is not a number, such as 10.7, or 21.1% of a share");
                self.fault(node.at, message);
            }
            let (source, decimals) = (source.clone(), decimals(&written, number?));
            Some(Known { source, at: node.at, measure, number: number?, decimals })
        };
        entries.into_iter().flat_map(dotted).filter_map(known).collect()
    }
}

/// The figures of each source.
pub(super) fn sources(known: &[Known]) -> Vec<Source> {
    let figure = |known: &Known| {
        let (Half::Plain(value) | Half::Percent(value)) = known.number;
        (whose(&known.measure), Figure { value, decimals: known.decimals })
    };
    let source =
        |all: &[Known]| Source { name: all[0].source.clone(), figures: all.iter().map(figure).collect() };
    known.chunk_by(|one, next| one.source == next.source).map(source).collect()
}

/// Those that are written; of `1e-3` those that it needs.
fn decimals(written: &str, number: Half) -> usize {
    let of = |text: &str| {
        let decimals = text.split_once('.').map_or("", |(_, decimals)| decimals);
        decimals.bytes().take_while(u8::is_ascii_digit).count()
    };
    of(written).max(of(&number.to_string())).min(MOST_DECIMALS)
}
