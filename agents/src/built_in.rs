//! The agents that come with the program. An agent is one entry here; nothing else lists them.

use crate::roster::{AgentEntry, OptionDoc, Options};
use crate::{Expectimax, Fan, Gari, Random, Shanten, Threshold, Tsumogiri, Ukeire, ukeire};
use hyakuman_games::Agent;
use hyakuman_games::riichi::Riichi;
use hyakuman_games::toppan::Toppan;
use hyakuman_games::toutenkou::Toutenkou;
use hyakuman_games::yangzhou::Yangzhou;

/// Every agent there is, in the order of `hyakuman agents list`.
pub(crate) fn entries() -> Vec<AgentEntry> {
    let entry = |name, about| AgentEntry::new(name).about(about);
    vec![
        draw_and_discard(entry("random", "any legal action, each equally likely"), |_| Random::default())
            .scalar::<Toppan, _>(|_| Random::default()),
        draw_and_discard(entry("tsumogiri", "discards what it draws, never calls, never wins"), |_| Tsumogiri),
        draw_and_discard(
            entry("shanten", "discards so as to stay as near to tenpai as it is; no calls, every win").option(RIICHI),
            |options| Shanten { riichi: options.is("riichi") },
        ),
        draw_and_discard(
            entry(
                "ukeire",
                "shanten, then live ukeire; riichi, calls that keep a yaku (none in Yangzhou), every win",
            )
            .option(CALLS)
            .option(FOLD)
            .option(RIICHI),
            ukeire,
        ),
        entry("fan", "builds and calls towards fan worth the minimum; every win")
            .scalar::<Yangzhou, _>(|_| Fan::default()),
        entry("gari", "ukeire that knows the points of Toutenkou: pulls, kans, karasu, noten")
            .scalar::<Toutenkou, _>(|_| Gari::default()),
        entry(
            "threshold",
            "draws below a sum and stays from it on; every yaku, the middle bet, deals as long as it can",
        )
        .option(STAY)
        .scalar::<Toppan, _>(|options| Threshold::new(half_points(options.text("stay")))),
        entry(
            "expectimax",
            "counts the tiles out of sight and weighs every draw, bet and deal by its points on average, whatever the standing",
        )
        .scalar::<Toppan, _>(|_| Expectimax),
    ]
}

/// Plays all games of draws and discards.
fn draw_and_discard<A>(
    entry: AgentEntry,
    make: impl Fn(&Options) -> A + Clone + Send + Sync + 'static,
) -> AgentEntry
where
    A: Agent<Riichi<4>> + Agent<Riichi<3>> + Agent<Toutenkou> + Agent<Yangzhou> + 'static,
{
    entry
        .scalar::<Riichi<4>, A>(make.clone())
        .scalar::<Riichi<3>, A>(make.clone())
        .scalar::<Toutenkou, A>(make.clone())
        .scalar::<Yangzhou, A>(make)
}

fn ukeire(options: &Options) -> Ukeire {
    Ukeire::new(ukeire::Options {
        calls: options.is("calls"),
        fold: options.is("fold"),
        riichi: options.is("riichi"),
        ..ukeire::Options::default()
    })
}

const CALLS: OptionDoc = OptionDoc {
    name: "calls",
    about: "calls chi and pon where the hand keeps a yaku (value tiles, tanyao, flush)",
    values: YES_NO,
};
const FOLD: OptionDoc = OptionDoc {
    name: "fold",
    about: "discards what is safe when somebody is in riichi and the hand is far from tenpai",
    values: YES_NO,
};
const RIICHI: OptionDoc =
    OptionDoc { name: "riichi", about: "declares riichi as soon as it can", values: YES_NO };
const STAY: OptionDoc = OptionDoc { name: "stay", about: "the sum to stay from, in points", values: &SUMS };
/// Sums of a hand of Toppan: the usual one, then all.
const SUMS: [&str; 20] = [
    "8", "1", "1.5", "2", "2.5", "3", "3.5", "4", "4.5", "5", "5.5", "6", "6.5", "7", "7.5", "8.5", "9",
    "9.5", "10", "10.5",
];
const YES_NO: &[&str] = &["true", "false"];

/// A sum in points as half points.
fn half_points(sum: &str) -> u8 {
    sum.parse::<f64>().map_or(0, |points| (2.0 * points) as u8)
}
