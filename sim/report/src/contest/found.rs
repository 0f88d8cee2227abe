//! What was found besides the tables, in sentences.

use super::names;
use crate::document::Block;
use crate::head::matches;
use hyakuman_analysis::few::FEWEST_CHANGED;
use hyakuman_analysis::figures::{few_of_rates, grouped, ranged, walls_needed};
use hyakuman_analysis::resolution::POWER;
use hyakuman_analysis::sequential::{Decision, FEWEST, Look, SequentialTest, TRUNCATION};
use hyakuman_analysis::{FEWEST_CLUSTERS, Unit, Validity, equivalence};
use hyakuman_arena::contest::{ContestResolution, PairResult, letter};
use hyakuman_arena::{Contest, Ending};

/// What was found besides the tables.
pub(super) fn notes(contest: &Contest) -> Vec<Block> {
    let verdict = contest.test.as_ref().map(|(test, look)| verdict(test, look, contest));
    let resolution = contest.resolution.as_ref().map(|found| resolution(found, contest));
    let equal = equal_within(contest);
    let notes = [superiority(contest), Some(elo(contest)), equal, resolution, ending(contest), verdict];
    notes.into_iter().flatten().map(Block::Note).collect()
}

fn walls(number: u64) -> String {
    if number == 1 { "1 wall".to_owned() } else { format!("{} walls", grouped(number as f64, 0)) }
}

/// How sure it is that one of two agents is better.
fn superiority(contest: &Contest) -> Option<String> {
    let [pair] = &contest.pairs[..] else { return None };
    let chance = pair.superiority?;
    let [first, second] = pair.agents.map(letter);
    let (better, worse, chance) =
        if chance >= 0.5 { (first, second, chance) } else { (second, first, 1.0 - chance) };
    Some(format!(
        "Likelihood that {better} is better than {worse}: {} % (before the match any difference was as likely as any other)",
        percent(chance)
    ))
}

/// A likelihood without the percent sign; not 0 or 100, which none is.
pub(super) fn percent(chance: f64) -> String {
    format!("{:.1}", (100.0 * chance).clamp(0.1, 99.9))
}

/// Whether the differences are larger than the bound, in lines of their own.
fn equal_within(contest: &Contest) -> Option<String> {
    let line = |pair: &PairResult| {
        let [verdict, interval] = equivalence::shown(Unit::Thousandths, pair.equivalence.as_ref()?);
        let interval = if interval.is_empty() { interval } else { format!("  ({interval})") };
        Some(format!("{}  {verdict}{interval}", names(pair)))
    };
    let lines: Option<Vec<String>> = contest.pairs.iter().map(line).collect();
    lines.map(|lines| format!("equal within, rank points per match\n{}", lines.join("\n")))
}

/// What Elo is, or why there is none.
fn elo(contest: &Contest) -> String {
    match contest.elo {
        Some(_) => {
            "Elo, from who finishes above whom and not from points: 400 are odds of ten to one".to_owned()
        }
        None => "No Elo: some finished above all others every time, so nothing says how far apart they are"
            .to_owned(),
    }
}

/// How many walls it takes to tell two agents apart.
fn resolution(found: &ContestResolution, contest: &Contest) -> String {
    let ContestResolution { deviation, effect, walls_needed: needed, walls_for_one } = found;
    let on_each = matches(contest.matches_per_wall);
    let why = match effect.interval {
        None if contest.validity == Validity::Anytime => {
            " No intervals: the result chose the number of walls"
        }
        None => " No interval is shown for fewer than ten walls, or if all are alike",
        Some(_) => "",
    };
    let [observed, one] = [needed, walls_for_one].map(walls_needed);
    let (deviation, effect, power) = (ranged(deviation, 2), ranged(effect, 3), 100.0 * POWER);
    format!(
        "Walls needed to detect a difference (power {power} %, two-sided test at 5 %): {observed} for the observed one, {one} for 1 \
         rank point per match. Standard deviation per wall of {on_each}: {deviation}; effect size {effect}.{why}"
    )
}

/// Why it is over, where that is not the plan or a test.
fn ending(contest: &Contest) -> Option<String> {
    match contest.ending {
        Ending::Precision => Some(format!("The intervals are narrow enough after {}", walls(contest.walls))),
        Ending::Verdict => Some(format!("Every verdict is known after {}", walls(contest.walls))),
        Ending::Time(_) => Some(format!("The time was over after {}", walls(contest.walls))),
        Ending::All | Ending::Same | Ending::Test(_) => None,
    }
}

/// What the test found.
fn verdict(test: &SequentialTest, look: &Look, contest: &Contest) -> String {
    let ([h0, h1], [alpha, beta]) =
        (test.hypotheses(), test.error_rates().map(|rate| format!("{} %", 100.0 * rate)));
    let ([low, high], llr, walls) = (test.bounds(), look.llr, walls(contest.walls));
    let head = format!("test of A - B: H0 {h0} or less, H1 {h1} or more rank points per match");
    let how = if look.truncated {
        format!(
            "by the sign of the LLR ({llr:.2}), undecided at {TRUNCATION} times the walls of a test of fixed size"
        )
    } else {
        format!("with LLR {llr:.2} (bounds {low:.2} and {high:.2})")
    };
    match look.decision {
        Some(Decision::H1) => format!(
            "{head}\nH1 accepted after {walls}, {how}:\nA is better than B by more than {h0}. If H0 is true, the test says so with a probability of at most {alpha}{}",
            wider(contest, h0)
        ),
        Some(Decision::H0) => format!(
            "{head}\nH0 accepted after {walls}, {how}:\nA is better than B by less than {h1}, or not better. If H1 is true, the test says so with a probability of at most {beta}"
        ),
        None => format!("{head}\nundecided after {walls}, {how}{}", undecided(contest)),
    }
}

/// Says why the interval has H0 although the test accepts H1.
fn wider(contest: &Contest, h0: f64) -> &'static str {
    match contest.pairs[0].difference.estimate.bounds() {
        Some([low, _]) if low <= h0 => {
            "\nThe interval of A - B reaches H0 all the same: it is wider, because it holds whenever the test stops"
        }
        _ => "",
    }
}

/// Why a test has no decision.
fn undecided(contest: &Contest) -> String {
    let changed = contest.pairs[0].difference.walls_changed;
    if changed < FEWEST {
        return format!(
            ": the agents had different results on {}, a decision needs {FEWEST}",
            walls(changed)
        );
    }
    ": give a larger --max-walls".to_owned()
}

/// How to read the intervals.
pub(super) fn reading(contest: &Contest) -> String {
    let verdicts = contest.pairs.first().and_then(|pair| pair.equivalence.as_ref());
    let verdicts = verdicts
        .map(|found| format!(". {}", equivalence::explanation(found, contest.pairs.len(), contest.validity)));
    reading_of_intervals(contest.validity) + &verdicts.unwrap_or_default()
}

fn reading_of_intervals(validity: Validity) -> String {
    let interval = match validity {
        Validity::Fixed => "confidence interval",
        Validity::Anytime => "interval that covers whenever one stops",
    };
    let (fewest, changed) = match validity {
        Validity::Fixed => (FEWEST_CLUSTERS, FEWEST_CHANGED),
        Validity::Anytime => (FEWEST, FEWEST),
    };
    format!(
        "Rank points are per match; ± is half of the 95 % {interval}, with walls taken as independent; -a +b are its halves if they \
         differ. No interval is shown for fewer than {fewest} walls, if two agents differ on fewer than {changed}, or if all walls have \
         the same value; {}, of a difference on fewer than {changed} walls on which two agents differ",
        few_of_rates()
    )
}
