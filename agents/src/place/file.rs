//! The text file of a fit: the kind of match, then the numbers of each kyoku and of the extension.
//!
//! Lines are a name, a colon and numbers; `#` begins a comment. Lines of one name are in the order of the kyoku, then of the
//! pairs (0, 1), (0, 2) ... (1, 2) ... or seats. `fitted.rs` says what the numbers mean.

use hyakuman_core::excerpt::excerpt;
use hyakuman_riichi::toutenkou::Gari;
use hyakuman_riichi::{RiichiRules, Standard, Variant};
use std::collections::HashMap;
use std::fmt;

/// The differences at which tables have numbers, in thousands; between them they are linear.
pub(super) const KNOTS: [i8; 25] =
    [-50, -34, -26, -20, -16, -12, -10, -8, -6, -4, -2, -1, 0, 1, 2, 4, 6, 8, 10, 12, 16, 20, 26, 34, 50];
/// The knot below a difference, or the last but one, and how far the difference is from it to the next, from 0 to 1.
#[inline]
pub(super) fn knot_below(difference: f32) -> (usize, f32) {
    let difference = difference.clamp(KNOTS[0].into(), KNOTS[KNOTS.len() - 1].into());
    let next =
        KNOTS.iter().skip(1).position(|&knot| f32::from(knot) >= difference).unwrap_or(KNOTS.len() - 2);
    let [low, high] = [KNOTS[next], KNOTS[next + 1]].map(f32::from);
    (next, (difference - low) / (high - low))
}

/// The line with the family.
const FAMILY: &str = "family";
/// The families whose matches can be fitted.
const FAMILIES: [&str; 2] = [Standard::FAMILY, Gari::FAMILY];

/// Slopes of a pair.
pub(super) const EXTRAS: usize = 4;

/// What matches must have in common to share a fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MatchKind {
    pub family: &'static str,
    pub players: i32,
    pub winds: i32,
    pub start: i32,
    pub target: i32,
    pub wins_per_hand: i32,
}

#[derive(Clone, Debug)]
pub(super) struct FitFile {
    pub kind: MatchKind,
    /// By kyoku; the last is the extension.
    pub kyoku: Vec<KyokuNumbers>,
}

/// The numbers of one kyoku, by pair or seat.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct KyokuNumbers {
    pub drift: Vec<f32>,
    pub odds: Vec<[f32; KNOTS.len()]>,
    pub first: Vec<[f32; KNOTS.len()]>,
    pub last: Vec<[f32; KNOTS.len()]>,
    pub slopes: Vec<[f32; EXTRAS]>,
}

impl MatchKind {
    pub(super) fn of(family: &'static str, rules: &RiichiRules) -> MatchKind {
        MatchKind {
            family,
            players: rules.players.into(),
            winds: rules.length_winds.into(),
            start: rules.start_points,
            target: rules.target_points,
            wins_per_hand: rules.wins_per_hand.into(),
        }
    }

    /// The kind that the first lines of a file say.
    pub(super) fn read(text: &str) -> Result<MatchKind, String> {
        Lines::read(text)?.kind()
    }

    /// Checks that a fit for `found` is one for this kind.
    fn expect(&self, found: &MatchKind) -> Result<(), String> {
        if found.family != self.family {
            return Err(format!("it is a fit for {}, not for {}", found.family, self.family));
        }
        let mut both = self.named().into_iter().zip(found.named());
        let differing = both.find(|((_, wanted), (_, found))| wanted != found);
        differing.map_or(Ok(()), |(([_, rule], wanted), (_, found))| {
            Err(format!("it is a fit for {rule} = {found}, but these rules have {rule} = {wanted}"))
        })
    }

    /// Kyoku of the regular length.
    pub(super) fn regular(&self) -> usize {
        (self.winds * self.players) as usize
    }

    /// The numbers by their names in a file, and as rules.
    fn named(&self) -> [([&'static str; 2], i32); 5] {
        [
            (["players", "players"], self.players),
            (["winds", "length_winds"], self.winds),
            (["start", "start_points"], self.start),
            (["target", "target_points"], self.target),
            (["wins_per_hand", "wins_per_hand"], self.wins_per_hand),
        ]
    }
}

impl FitFile {
    /// Reads a fit for this kind of match.
    pub(super) fn parse(text: &str, kind: &MatchKind) -> Result<FitFile, String> {
        let mut lines = Lines::read(text)?;
        kind.expect(&lines.kind()?)?;
        let (sets, seats) = (kind.regular() + 1, kind.players as usize);
        let pairs = seats * (seats - 1) / 2;
        lines.expect_knots()?;
        let drift = lines.numbers("drift", sets, seats)?;
        let [odds, first, last] = [("odds", pairs), ("first", seats), ("last", seats)]
            .map(|(name, each)| lines.rows::<{ KNOTS.len() }>(name, sets * each));
        let (odds, first, last, slopes) = (odds?, first?, last?, lines.rows("slopes", sets * pairs)?);
        let numbers = |at: usize| KyokuNumbers {
            drift: drift[at].clone(),
            odds: odds[at * pairs..][..pairs].to_vec(),
            first: first[at * seats..][..seats].to_vec(),
            last: last[at * seats..][..seats].to_vec(),
            slopes: slopes[at * pairs..][..pairs].to_vec(),
        };
        lines.end().map(|()| FitFile { kind: *kind, kyoku: (0..sets).map(numbers).collect() })
    }
}

impl fmt::Display for FitFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FAMILY}: {}", self.kind.family)?;
        for ([name, _], number) in self.kind.named() {
            writeln!(f, "{name}: {number}")?;
        }
        writeln!(f, "knots: {}", words(KNOTS))?;
        for (at, numbers) in self.kyoku.iter().enumerate() {
            match at == self.kind.regular() {
                true => writeln!(f, "\n# extension, seats from its dealer")?,
                false => writeln!(f, "\n# kyoku {at}")?,
            }
            write!(f, "{numbers}")?;
        }
        Ok(())
    }
}

impl fmt::Display for KyokuNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fixed =
            |numbers: &[f32], digits| words(numbers.iter().map(|number| format!("{number:.digits$}")));
        writeln!(f, "drift: {}", fixed(&self.drift, 1))?;
        for (name, tables) in [("odds", &self.odds), ("first", &self.first), ("last", &self.last)] {
            tables.iter().try_for_each(|table| writeln!(f, "{name}: {}", fixed(table, 3)))?;
        }
        self.slopes.iter().try_for_each(|slopes| writeln!(f, "slopes: {}", fixed(slopes, 3)))
    }
}

fn words<T: fmt::Display>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

/// The lines of each name that were not read yet, with their numbers.
struct Lines<'a>(HashMap<&'a str, Vec<(usize, &'a str)>>);

impl<'a> Lines<'a> {
    fn read(text: &'a str) -> Result<Lines<'a>, String> {
        let mut lines: HashMap<_, Vec<_>> = HashMap::new();
        for (at, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let (name, numbers) = line
                .split_once(':')
                .ok_or_else(|| format!("line {at}: expected a name, a colon and numbers"))?;
            lines.entry(name.trim()).or_default().push((at, numbers));
        }
        Ok(Lines(lines))
    }

    /// The kind of match, which is not checked.
    fn kind(&mut self) -> Result<MatchKind, String> {
        let family = self.take(FAMILY, 1)?[0];
        let family = FAMILIES.into_iter().find(|name| *name == family.1.trim()).ok_or_else(|| {
            format!(
                "line {}: {} is none of the families {}",
                family.0,
                excerpt(family.1.trim()),
                FAMILIES.join(", ")
            )
        })?;
        let mut one = |name| self.rows::<1>(name, 1).map(|rows| rows[0][0] as i32);
        Ok(MatchKind {
            family,
            players: one("players")?,
            winds: one("winds")?,
            start: one("start")?,
            target: one("target")?,
            wins_per_hand: one("wins_per_hand")?,
        })
    }

    fn expect_knots(&mut self) -> Result<(), String> {
        let at = self.0.get("knots").map_or(0, |lines| lines[0].0);
        match self.rows::<{ KNOTS.len() }>("knots", 1)?[0] == KNOTS.map(f32::from) {
            true => Ok(()),
            false => Err(format!("line {at}: the knots are not {}", words(KNOTS))),
        }
    }

    /// So many rows of a name.
    fn rows<const K: usize>(&mut self, name: &str, count: usize) -> Result<Vec<[f32; K]>, String> {
        let rows = self.numbers(name, count, K)?;
        Ok(rows.into_iter().map(|row| std::array::from_fn(|at| row[at])).collect())
    }

    /// So many rows of a name, of so many numbers each.
    fn numbers(&mut self, name: &str, count: usize, width: usize) -> Result<Vec<Vec<f32>>, String> {
        let row = |(at, text): (usize, &str)| {
            let row =
                text.split_whitespace().map(|word| number(at, word)).collect::<Result<Vec<f32>, _>>()?;
            match row.len() == width {
                true => Ok(row),
                false => Err(format!("line {at}: {name} has {} numbers instead of {width}", row.len())),
            }
        };
        self.take(name, count)?.into_iter().map(row).collect()
    }

    fn take(&mut self, name: &str, count: usize) -> Result<Vec<(usize, &'a str)>, String> {
        match self.0.remove(name) {
            None => Err(format!("there is no line {name}")),
            Some(lines) if lines.len() == count => Ok(lines),
            Some(lines) => Err(format!("there are {} lines {name} instead of {count}", lines.len())),
        }
    }

    /// Every line was read.
    fn end(&self) -> Result<(), String> {
        let unknown = self.0.iter().map(|(name, lines)| (lines[0].0, name)).min();
        unknown.map_or(Ok(()), |(at, name)| {
            Err(format!("line {at}: there are no numbers called {}", excerpt(name)))
        })
    }
}

fn number(line: usize, word: &str) -> Result<f32, String> {
    let number = word.parse().ok().filter(|number: &f32| number.is_finite());
    number.ok_or_else(|| format!("line {line}: {} is not a number", excerpt(word)))
}
