//! The list of built-in agents. An agent is one entry here; there is no other list.

use crate::learned::{CorrectionFile, Corrigible, Learned, shipped};
use crate::place::PlaceModel;
use crate::placement::Unfitted;
use crate::roster::{AgentEntry, Options, Roster};
use crate::value::{STYLE_NAMES, Style};
use crate::{
    Defend, Expectimax, Fan, Gari, Placement, Random, Shanten, Threshold, Tsumogiri, Ukeire, Value,
    agent_file, ukeire,
};
use hyakuman_core::game::{Agent, AnyAgent, GameFacts};
use hyakuman_riichi::toutenkou::{self, Toutenkou};
use hyakuman_riichi::{Match, Riichi, Standard, Variant};
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;
use std::path::Path;
use std::sync::Arc;

impl Roster {
    /// The agents that come with the program, in the order of `hyakuman agents list`.
    pub fn built_in() -> Roster {
        let entries = of_riichi().into_iter().chain(of_other_games());
        #[cfg(unix)]
        let entries = entries.chain([crate::mjai::entry()]);
        Roster::of(entries.map(AgentEntry::built_in).collect())
    }
}

fn entry(name: &'static str, about: &'static str) -> AgentEntry {
    AgentEntry::new(name).about(about)
}

/// Those that play riichi mahjong, and perhaps other games too.
fn of_riichi() -> Vec<AgentEntry> {
    vec![
        draw_and_discard(entry("random", "any legal action, each equally likely"), |_| Random::default())
            .scalar::<Toppan, _>(|_| Random::default())
            .ignores_rank_points(),
        draw_and_discard(entry("tsumogiri", "discards what it draws, never calls, never wins"), |_| Tsumogiri)
            .ignores_rank_points(),
        draw_and_discard(
            entry("shanten", "keeps its shanten minimal; no calls, every win").option(RIICHI),
            |options| Shanten { riichi: options.is("riichi") },
        )
        .ignores_rank_points(),
        draw_and_discard(
            entry(
                "ukeire",
                "lowest shanten, then most live ukeire; riichi, calls that keep a yaku (none in Yangzhou), every win",
            )
            .option(CALLS)
            .option(FOLD)
            .option(RIICHI),
            ukeire,
        )
        .ignores_rank_points(),
        entry("defend", "ukeire; while another player is in riichi, the most expected points: push or fold")
            .scalar::<Riichi<4>, _>(|_| Defend::new(4))
            .scalar::<Riichi<3>, _>(|_| Defend::new(3))
            .ignores_rank_points(),
        entry("value", "the most expected points in every decision: discards, calls, riichi, folds")
            .option(DEPTH)
            .option(RATES)
            .styled()
            .reads_file(RATES.name)
            .learned()
            .plays_by(|options| learned::<4, Standard, _>(options, value(options, 4)?))
            .plays_by(|options| learned::<3, Standard, _>(options, value(options, 3)?))
            .ignores_rank_points(),
        placement(entry("placement", "value, but for final rank points instead of points: uma, oka and places count")),
        crate::search::entry(),
    ]
}

/// Those of one other game.
fn of_other_games() -> Vec<AgentEntry> {
    vec![
        entry("fan", "builds and calls towards the hands worth most fan times their chance; every win")
            .scalar::<Yangzhou, _>(|_| Fan::default()),
        entry("gari", "the most expected final points: discards, pon, folds; sets gari tiles aside, riichi, every win")
            .learned()
            .plays_by(|options| learned::<3, toutenkou::Gari, _>(options, Gari::default())),
        entry(
            "threshold",
            "draws below a sum, stays from it on; every yaku, the middle bet, deals as long as it can",
        )
        .option(STAY)
        .scalar::<Toppan, _>(|options| Threshold::new(half_points(options.text("stay")))),
        entry(
            "expectimax",
            "chooses every draw, bet and deal by its average points, counting unseen tiles; ignores the scores",
        )
        .scalar::<Toppan, _>(|_| Expectimax),
    ]
}

/// Makes an agent play all games of draws and discards.
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

/// `placement` for four and three players; its remarks are rules without a fitted model of places.
fn placement(entry: AgentEntry) -> AgentEntry {
    let unfitted = Arc::new(Unfitted::default());
    let entry = entry.option(DEPTH).option(RATES).styled().reads_file(RATES.name).learned();
    let entry = entry.option(PLACES).reads_hashed(PLACES.name, PLACES_SHA256);
    places::<3>(places::<4>(entry, &unfitted), &unfitted).remarks(move || unfitted.remarks("placement"))
}

/// [`placement`] for `N` players.
fn places<const N: usize>(entry: AgentEntry, unfitted: &Arc<Unfitted>) -> AgentEntry {
    let unfitted = Arc::clone(unfitted);
    let play = move |options: &Options| {
        let (value, text) = (value(options, N)?, text(options, PLACES.name, PLACES_SHA256.name)?);
        learned::<N, Standard, _>(options, Placement::<N>::new(value).with_places(text).noting(&unfitted))
    };
    entry.plays_by(play).refuses::<Riichi<N>>(|options, rules| {
        let text = text(options, PLACES.name, PLACES_SHA256.name).ok()??;
        let error = PlaceModel::<N>::with_fit(rules, &text).err()?;
        Some(format!("{}: {error}", options.text(PLACES.name)))
    })
}

/// The content of the text file whose path is an option; `None` if it is not set.
fn text(options: &Options, file: &str, hash: &str) -> Result<Option<String>, String> {
    let path = options.text(file);
    if path.is_empty() {
        return Ok(None);
    }
    agent_file::text(Path::new(path), options.text(hash)).map(Some)
}

impl AgentEntry {
    /// With the options of [`Style`].
    fn styled(self) -> AgentEntry {
        [RISK, WIN, DRAW, OPEN]
            .into_iter()
            .fold(self.option(STYLE), |entry, option| entry.number(option, 0.0, 5.0))
    }

    /// With a file of a correction.
    fn learned(self) -> AgentEntry {
        let mut entry = self.option(LEARNED);
        entry.rank_points_option = Some(LEARNED.name);
        entry.reads_or_has(LEARNED.name, LEARNED_SHA256, |name| shipped::text(name).is_some())
    }
}

fn value(options: &Options, players: usize) -> Result<Value, String> {
    let depth = options.value("depth")?;
    let value = match text(options, RATES.name, agent_file::SHA256.name)? {
        None => Value::new(players, depth),
        Some(text) => Value::with_rates(&text, depth)
            .map_err(|error| format!("{}: {error}", options.text(RATES.name)))?,
    };
    let [risk, win, draw, open] = [RISK, WIN, DRAW, OPEN].map(|option| options.value(option.name));
    let value = value.styled(&Style::named(options.text(STYLE.name)));
    Ok(value.styled(&Style { risk: risk?, win: win?, draw: draw?, open: open?, ..Style::FITTED }))
}

/// An agent with the correction that the options name.
fn learned<const N: usize, V: Variant, A: Corrigible<Match<N, V>> + 'static>(
    options: &Options,
    agent: A,
) -> Result<AnyAgent<Match<N, V>>, String> {
    let correction =
        |text: &str| CorrectionFile::read(text)?.correction(&GameFacts::of::<Match<N, V>>()).map(Arc::new);
    let correction = match shipped::text(options.text(LEARNED.name)) {
        Some(text) => correction(text).map(Some),
        None => {
            let own = text(options, LEARNED.name, LEARNED_SHA256.name);
            let names = || shipped::ALL.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            let own = own.map_err(|error| format!("{error}; the program has corrections for {}", names()))?;
            own.as_deref().map(correction).transpose()
        }
    };
    let correction = correction.map_err(|error| format!("{}: {error}", options.text(LEARNED.name)))?;
    Ok(AnyAgent::Scalar(Box::new(Learned::<A, N>::new(agent, correction))))
}

crate::options! {
    DEPTH = "depth", &["2", "1", "0"], "shanten up to which every draw is looked at with the best discard after it";
    RATES = "rates", &[""], "path of a file of fitted numbers that replace the built-in ones";
    LEARNED = "learned", &[""], "a correction learned from rollouts: the ruleset of one that comes with the program, or the path of one";
    LEARNED_SHA256 = "learned_sha256", &[""], "refuses a correction whose SHA-256 does not begin with these hexadecimal digits";
    PLACES = "places", &[""], "path of a fit of final places to the rules (hyakuman agents places), in place of the built-in one";
    PLACES_SHA256 = "places_sha256", &[""], "refuses a file of places whose SHA-256 does not begin with these hexadecimal digits";
    STYLE = "style", &STYLE_NAMES, "how it differs from the fitted agent: waits without riichi, builds yaku, folds early, calls often";
    RISK = "risk", &["1"], "multiplier on expected losses (1 = neutral)";
    WIN = "win", &["1"], "multiplier on what a win is worth besides its points (1 = neutral)";
    DRAW = "draw", &["1"], "multiplier on what tenpai at a draw is worth (1 = neutral)";
    OPEN = "open", &["1"], "multiplier on what a hand is worth after a call, against passing (1 = neutral)";
    CALLS = "calls", YES_NO, "calls chi and pon if the hand keeps a yaku (value tiles, tanyao, flush)";
    FOLD = "fold", YES_NO, "discards safe tiles if another player is in riichi and the hand is not tenpai";
    RIICHI = "riichi", YES_NO, "declares riichi as soon as it can";
    STAY = "stay", &SUMS, "the least sum to stay with, in points";
}
/// Sums of a hand of Toppan: the default first, then all others.
const SUMS: [&str; 20] = [
    "8", "1", "1.5", "2", "2.5", "3", "3.5", "4", "4.5", "5", "5.5", "6", "6.5", "7", "7.5", "8.5", "9",
    "9.5", "10", "10.5",
];
const YES_NO: &[&str] = &["true", "false"];

/// A sum in points as half points.
fn half_points(sum: &str) -> u8 {
    sum.parse::<f64>().map_or(0, |points| (2.0 * points) as u8)
}
