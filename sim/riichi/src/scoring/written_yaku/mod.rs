//! Written yaku: those that a rules file defines (`[[yaku]]`; the own yaku of its rules), and the local yaku, which are written in the same words. Source:
//! RULES.md.
//!
//! `entry` reads one, `notation` its groups and tiles; `words` has the words that are accepted, `claims` what excludes what among them; `pattern` is the compiled form,
//! `facts` what it looks at; `fits` whether any hand can meet it; `example` draws hands, of which `possible` says whether they can happen; `near` says how far one is from a yaku. A win is matched in two steps: first the
//! conditions that all its readings share, then, for the yaku that are left, those of a reading. Neither allocates.

mod claims;
mod entry;
mod example;
mod facts;
mod fits;
mod near;
mod notation;
mod pattern;
mod possible;
#[cfg(test)]
mod tests;
mod words;

pub use entry::slug_of;
pub use example::{Example, Examples, examples};
pub(crate) use facts::{Facts, Reading};
pub(crate) use fits::Limits;
pub use near::{Goal, Goals, Held, Melded, Needs};
pub use words::Word;

use super::score::han_of;
use super::yaku::{Yaku, YakuSet, local};
use entry::Relations;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::WinRecord;
use hyakuman_core::game::ruleset::{EntryFault, RuleValue, Shape, nearest};
use near::CompiledGoals;
use pattern::Conditions;
use std::sync::{Mutex, OnceLock, PoisonError};
use toml::{Table, Value};

/// Every word that a yaku is written with: tables of words, each with its title.
pub const WORDS: [(&str, &[Word]); 8] = [
    ("Keys", entry::KEYS),
    ("Kinds", words::CLASSES),
    ("Groups", words::SORTS),
    ("Before a group", words::MARKS),
    ("Forms", words::FORMS),
    ("Waits", words::WAITS),
    ("Circumstances", words::CIRCUMSTANCES),
    ("Numbers", words::QUANTITIES),
];

/// [`WORDS`] as Markdown.
pub fn words_as_markdown() -> String {
    let row = |word: &Word| format!("| `{}` | {} |\n", word.word, word.meaning);
    let table = |(title, words): &(&str, &[Word])| {
        format!(
            "### {title}\n\n| word | meaning |\n| --- | --- |\n{}",
            words.iter().map(row).collect::<String>()
        )
    };
    WORDS.iter().map(table).collect::<Vec<_>>().join("\n")
}

/// Most yaku of a rules file: the bits of a [`WrittenYakuSet`].
pub const MOST_YAKU: usize = 64;

/// A set of yaku of a list: bit `n` for its `n`-th.
pub type WrittenYakuSet = u64;

/// The yaku of a rules file, in its order, or all local ones. Each list is compiled once and kept as long as the program runs, so that rules can be
/// copied.
#[derive(Clone, Copy, Debug, Default)]
pub struct WrittenYakuList(Option<&'static Compiled>);

#[derive(Debug)]
struct Compiled {
    /// As they were written.
    source: Vec<Value>,
    yaku: Vec<WrittenYaku>,
    /// Those that depend on the reading.
    of_reading: WrittenYakuSet,
    /// Those that an open and a closed hand may have.
    open_closed: [WrittenYakuSet; 2],
    /// Those that demand nothing rare.
    ordinary: WrittenYakuSet,
    /// What agents build towards, for each wind of a seat and a round once it was asked for.
    goals: [OnceLock<CompiledGoals>; 16],
}

/// A yaku of a rules file, or a local one.
#[derive(Clone, Debug)]
pub struct WrittenYaku {
    /// Name for people.
    pub name: &'static str,
    /// Name in JSON and records.
    pub slug: &'static str,
    /// Name in Japanese; empty if the file gives none.
    pub ja: &'static str,
    /// Its worth.
    pub worth: Worth,
    /// Whether it is enough to win; otherwise its han count like dora.
    pub counts: bool,
    /// Whether it counts beside other yakuman, if it is one.
    pub with_yakuman: bool,
    conditions: Conditions,
    replaces: Related,
    excludes: Related,
}

/// Yaku that come with the program, and yaku of the same file.
type Related = (YakuSet, WrittenYakuSet);

/// What a yaku of a rules file is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Han in a closed and in an open hand.
    Han {
        /// In a closed one.
        closed: u8,
        /// In an open one.
        open: u8,
    },
    /// The hand counts at least so many han.
    Limit(u8),
    /// A multiple of a yakuman.
    Yakuman(u8),
}

/// What the yaku of a rules file add to the value of a hand.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Added {
    /// Han that are enough to win.
    pub(crate) yaku_han: u32,
    /// Han that count like dora and are not enough to win.
    pub(crate) bonus_han: u32,
    /// Least han of the hand.
    pub(crate) least_han: u32,
    /// Sum of the multiples of its yakuman, and the greatest of them.
    pub(crate) yakuman: u32,
    pub(crate) greatest_yakuman: u32,
}

/// How the han of a hand come together.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// Yaku of the program.
    pub yaku: YakuSet,
    /// Whether the hand is closed.
    pub closed: bool,
    /// Dora of all sorts.
    pub dora: u32,
    /// All han.
    pub total: u32,
}

impl Counted {
    /// Of a recorded win.
    pub fn of(win: &WinRecord, closed: bool) -> Counted {
        let dora = win.dora.iter().map(|&han| u32::from(han)).sum();
        Counted { yaku: YakuSet::from_bits(win.yaku), closed, dora, total: win.han.into() }
    }
}

impl WrittenYakuList {
    /// No yaku.
    pub const NONE: WrittenYakuList = WrittenYakuList(None);

    /// The yaku of this list of tables.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn compile(value: &Value) -> Result<WrittenYakuList, Vec<EntryFault>> {
        if value.as_array().is_some_and(Vec::is_empty) {
            return Ok(WrittenYakuList::NONE);
        }
        kept(value, || compiled(value, |slug| Yaku::from_slug(slug).is_none()))
            .map(|list| WrittenYakuList(Some(list)))
    }

    /// The local yaku, with the names that they have in the table of all yaku. To be called once.
    pub(crate) fn local(
        value: &Value,
        is_local: impl Fn(&str) -> bool,
    ) -> Result<WrittenYakuList, Vec<EntryFault>> {
        compiled(value, is_local).map(|list| WrittenYakuList(Some(Box::leak(Box::new(list)))))
    }

    /// Each of them.
    #[inline]
    pub fn all(&self) -> &'static [WrittenYaku] {
        self.0.map_or(&[], |compiled| &compiled.yaku)
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Those of the set with what each adds to a hand that has these yaku of the program and so many dora: han, or the multiple of a
    /// yakuman. A limit adds what the hand lacks of its `total` han.
    pub fn worths(&self, set: WrittenYakuSet, hand: &Counted) -> Vec<(&'static WrittenYaku, u32)> {
        let plain = |yaku: &WrittenYaku| match yaku.worth {
            Worth::Han { .. } => yaku.worth.han(hand.closed),
            Worth::Limit(_) => 0,
            Worth::Yakuman(times) => times.into(),
        };
        let mut worths: Vec<(&'static WrittenYaku, u32)> =
            self.of_set(set).map(|yaku| (yaku, plain(yaku))).collect();
        let of_program = hand.yaku.iter().map(|yaku| u32::from(han_of(yaku, hand.closed))).sum::<u32>();
        let known = of_program + hand.dora + worths.iter().map(|(_, han)| han).sum::<u32>();
        if let Some((_, han)) = worths.iter_mut().find(|(yaku, _)| matches!(yaku.worth, Worth::Limit(_))) {
            *han = hand.total.saturating_sub(known);
        }
        worths
    }

    /// The first that no win can have under these rules, and why, in words.
    pub(crate) fn first_impossible(&self, limits: &Limits) -> Option<(&'static WrittenYaku, String)> {
        self.all().iter().find_map(|yaku| Some((yaku, yaku.conditions.never(limits)?)))
    }

    /// The yakuman among these.
    pub(crate) fn yakuman(&self, set: WrittenYakuSet) -> WrittenYakuSet {
        self.those(set, |yaku| matches!(yaku.worth, Worth::Yakuman(_)))
    }

    /// These without yakuman that do not count beside another one. `others` are yakuman of the program.
    pub(crate) fn without_lone_yakuman(&self, set: WrittenYakuSet, others: u32) -> WrittenYakuSet {
        let is_alone = self.yakuman(set).count_ones() + others == 1;
        self.those(set, |yaku| yaku.with_yakuman || is_alone)
    }

    /// The set of those for which this is true.
    pub fn set_of(&self, is: impl Fn(&WrittenYaku) -> bool) -> WrittenYakuSet {
        set_of(self.all(), is)
    }

    /// Those of a set, in order.
    pub fn of_set(&self, set: WrittenYakuSet) -> impl Iterator<Item = &'static WrittenYaku> + use<> {
        self.all().iter().enumerate().filter(move |(number, _)| set >> number & 1 != 0).map(|(_, yaku)| yaku)
    }

    /// Those of `among` that this win may have in some reading.
    pub(crate) fn possible(&self, facts: &Facts<'_>, among: WrittenYakuSet) -> WrittenYakuSet {
        let Some(compiled) = self.0 else { return 0 };
        let ordinary = if facts.is_ordinary { compiled.ordinary } else { WrittenYakuSet::MAX };
        let fitting = among & ordinary & compiled.open_closed[usize::from(facts.closed)];
        self.those(fitting, |yaku| yaku.conditions.hold_for(facts))
    }

    /// Those of the `possible` ones that it has in this reading (none: they do not depend on it), without those that exclude each other or a yaku of `others`.
    pub(crate) fn held(
        &self,
        facts: &Facts<'_>,
        reading: Option<&Reading<'_>>,
        possible: WrittenYakuSet,
        others: YakuSet,
    ) -> WrittenYakuSet {
        let found = match reading {
            Some(reading) => self.those(possible, |yaku| yaku.conditions.hold_in(facts, reading)),
            None => possible,
        };
        let excluded =
            |&(of_program, of_file): &Related| !of_program.and(others).is_empty() || of_file & found != 0;
        self.those(found, |yaku| !excluded(&yaku.excludes))
    }

    /// Whether one of the possible ones depends on the reading.
    pub(crate) fn look_at_readings(&self, possible: WrittenYakuSet) -> bool {
        possible & self.0.map_or(0, |compiled| compiled.of_reading) != 0
    }

    /// What these replace.
    pub(crate) fn replaced(&self, held: WrittenYakuSet) -> (YakuSet, WrittenYakuSet) {
        self.of_set(held).fold((YakuSet::EMPTY, 0), |(of_program, of_file), yaku| {
            (of_program.or(yaku.replaces.0), of_file | yaku.replaces.1)
        })
    }

    /// What these add to the value of a closed or an open hand.
    pub(crate) fn added(&self, held: WrittenYakuSet, closed: bool) -> Added {
        let mut added = Added::default();
        for yaku in self.of_set(held) {
            match yaku.worth {
                Worth::Han { .. } if yaku.counts => added.yaku_han += yaku.worth.han(closed),
                Worth::Han { .. } => added.bonus_han += yaku.worth.han(closed),
                Worth::Limit(han) => added.least_han = added.least_han.max(han.into()),
                Worth::Yakuman(times) => {
                    added.yakuman += u32::from(times);
                    added.greatest_yakuman = added.greatest_yakuman.max(times.into());
                }
            }
        }
        added
    }

    /// Those of `among` of which `is` is true.
    #[inline]
    fn those(&self, among: WrittenYakuSet, is: impl Fn(&WrittenYaku) -> bool) -> WrittenYakuSet {
        let (all, mut left, mut found) = (self.all(), among, 0);
        while left != 0 {
            let number = left.trailing_zeros();
            left &= left - 1;
            found |= (is(&all[number as usize]) as u64) << number;
        }
        found
    }

    pub(crate) fn every(&self) -> WrittenYakuSet {
        (1u128 << self.all().len()).wrapping_sub(1) as u64
    }
}

impl Compiled {
    fn new(source: Vec<Value>, yaku: Vec<WrittenYaku>) -> Compiled {
        let fits = |WrittenYaku { worth, conditions, .. }: &WrittenYaku, is_closed| {
            worth.fits(is_closed) && !if is_closed { conditions.is_open() } else { conditions.is_closed() }
        };
        let open_closed = [false, true].map(|is_closed| set_of(&yaku, |yaku| fits(yaku, is_closed)));
        let of_reading = set_of(&yaku, |yaku| yaku.conditions.of_reading);
        let ordinary = set_of(&yaku, |yaku| !yaku.conditions.demand_rare());
        Compiled { source, yaku, of_reading, open_closed, ordinary, goals: Default::default() }
    }
}

/// A sentence that names the yaku among these towards which no agent builds, and why; none if there are none.
pub fn not_built_towards<'a>(yaku: impl IntoIterator<Item = &'a WrittenYaku>) -> Option<String> {
    let named = |yaku: &WrittenYaku| {
        let words: Vec<String> = yaku.unforeseen().map(|word| format!("`{word}`")).collect();
        format!("`{}` ({})", yaku.slug, words.join(", "))
    };
    let yaku: Vec<String> = yaku.into_iter().filter(|yaku| !yaku.is_built_towards()).map(named).collect();
    (!yaku.is_empty()).then(|| {
        format!("no agent builds towards {}: that is rare and known at the win only", yaku.join(", "))
    })
}

impl WrittenYaku {
    /// Its Japanese name, or if it has none its name.
    pub fn ja_or_name(&self) -> &'static str {
        if self.ja.is_empty() { self.name } else { self.ja }
    }
}

impl Worth {
    /// Han in a closed or an open hand; 0 for a yakuman.
    pub fn han(self, is_closed: bool) -> u32 {
        match self {
            Worth::Han { closed, open } => [open, closed][usize::from(is_closed)].into(),
            Worth::Limit(han) => han.into(),
            Worth::Yakuman(_) => 0,
        }
    }

    fn fits(self, is_closed: bool) -> bool {
        matches!(self, Worth::Yakuman(_)) || self.han(is_closed) > 0
    }
}

fn set_of(yaku: &[WrittenYaku], is: impl Fn(&WrittenYaku) -> bool) -> WrittenYakuSet {
    (0..).zip(yaku).fold(0, |set, (number, yaku)| set | WrittenYakuSet::from(is(yaku)) << number)
}

/// The yaku of a list of tables; each may have a name of which `is_free` is true.
fn compiled(value: &Value, is_free: impl Fn(&str) -> bool) -> Result<Compiled, Vec<EntryFault>> {
    let source = tables(value)?;
    let (mut yaku, mut faults, mut left) = (Vec::new(), Vec::new(), entry::MOST_REPLACED);
    for (number, table) in source.iter().enumerate() {
        match entry::read(number, table, &mut left) {
            Ok(read) => yaku.push((number, read)),
            Err(found) => faults.extend(found),
        }
    }
    faults.extend(names_taken(&yaku, is_free));
    if !faults.is_empty() {
        return Err(faults);
    }
    let yaku = related(yaku)?;
    Ok(Compiled::new(source.into_iter().cloned().map(Value::Table).collect(), yaku))
}

/// The list for as long as the program runs; the same list is compiled and kept once.
fn kept<E>(source: &Value, compile: impl FnOnce() -> Result<Compiled, E>) -> Result<&'static Compiled, E> {
    static KEPT: Mutex<Vec<&'static Compiled>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.iter().find(|known| source.as_array() == Some(&known.source)) {
        return Ok(known);
    }
    let new: &'static Compiled = Box::leak(Box::new(compile()?));
    kept.push(new);
    Ok(new)
}

impl PartialEq for WrittenYakuList {
    fn eq(&self, other: &WrittenYakuList) -> bool {
        self.source() == other.source()
    }
}

impl WrittenYakuList {
    fn source(&self) -> &[Value] {
        self.0.map_or(&[], |compiled| &compiled.source)
    }
}

impl RuleValue for WrittenYakuList {
    const SHAPE: Shape = Shape::Entries(|value| WrittenYakuList::compile(value).err().unwrap_or_default());

    fn to_value(&self) -> Value {
        Value::Array(self.source().to_vec())
    }

    fn of_value(value: &Value) -> Option<Self> {
        WrittenYakuList::compile(value).ok()
    }
}

/// The names in records of the yaku of a list of tables that was compiled before.
pub fn slugs(value: &Value) -> Vec<&'static str> {
    let names = value.as_array().into_iter().flatten().filter_map(|yaku| yaku.get("name")?.as_str());
    names.map(|name| hyakuman_core::kept(&slug_of(name))).collect()
}

/// The tables of a list.
fn tables(value: &Value) -> Result<Vec<&Table>, Vec<EntryFault>> {
    let tables: Option<Vec<&Table>> =
        value.as_array().and_then(|items| items.iter().map(Value::as_table).collect());
    let wrong =
        |message: String| Err(vec![EntryFault { entry: 0, key: String::new(), item: None, at: 0, message }]);
    match tables {
        None => wrong("`yaku` is not a list of tables; each begins with [[yaku]]".to_owned()),
        Some(tables) if tables.len() > MOST_YAKU => {
            wrong(format!("{} yaku are too many; accepted: at most {MOST_YAKU}", tables.len()))
        }
        Some(tables) => Ok(tables),
    }
}

type Read = (usize, (WrittenYaku, Relations));

/// The yaku whose name another one has.
fn names_taken(yaku: &[Read], is_free: impl Fn(&str) -> bool) -> Vec<EntryFault> {
    let mut faults = Vec::new();
    for (at, (entry, (one, _))) in yaku.iter().enumerate() {
        let message = if !is_free(one.slug) {
            let played = local::of_slug(one.slug)
                .map_or(String::new(), |local| format!(", or play that one: local_yaku = [\"{local:?}\"]"));
            format!("there is a yaku `{}` already; give this one another name{played}", one.slug)
        } else if yaku[..at].iter().any(|(_, (other, _))| other.slug == one.slug) {
            format!("the file has two yaku `{}`", one.slug)
        } else {
            continue;
        };
        faults.push(EntryFault { entry: *entry, key: "name".into(), item: None, at: 0, message });
    }
    faults
}

/// The yaku with what they replace and exclude.
fn related(read: Vec<Read>) -> Result<Vec<WrittenYaku>, Vec<EntryFault>> {
    let slugs: Vec<&'static str> = read.iter().map(|(_, (yaku, _))| yaku.slug).collect();
    let mut faults = Vec::new();
    let mut yaku = Vec::new();
    let bonus: WrittenYakuSet = read
        .iter()
        .enumerate()
        .filter(|(_, (_, (yaku, _)))| !yaku.counts)
        .fold(0, |set, (at, _)| set | 1 << at);
    for (number, (mut one, names)) in read {
        for (key, names, related) in
            [("replaces", names.replaces, &mut one.replaces), ("excludes", names.excludes, &mut one.excludes)]
        {
            for (item, name) in names.iter().enumerate() {
                if let Err(message) = relate(related, name, number, &slugs) {
                    let (key, item) = (key.to_owned(), Some(item));
                    faults.push(EntryFault { entry: number, key, item, at: 0, message });
                }
            }
        }
        if one.excludes.1 & bonus != 0 {
            let message = "it excludes a yaku that counts like dora: whether a hand has that one may be known only after the win";
            let (key, message) = ("excludes".to_owned(), message.to_owned());
            faults.push(EntryFault { entry: number, key, item: None, at: 0, message });
        }
        yaku.push(one);
    }
    faults.extend(mutual(&yaku));
    if faults.is_empty() { Ok(yaku) } else { Err(faults) }
}

/// Adds the yaku of this name.
fn relate(related: &mut Related, name: &str, own: usize, slugs: &[&'static str]) -> Result<(), String> {
    let slug = slug_of(name);
    if let Some(yaku) = Yaku::from_slug(&slug) {
        related.0.add(yaku, true);
        return Ok(());
    }
    match slugs.iter().position(|known| *known == slug) {
        Some(number) if number == own => Err("a yaku neither replaces nor excludes itself".to_owned()),
        Some(number) => {
            related.1 |= 1 << number;
            Ok(())
        }
        None => {
            let known = super::yaku::YAKU.iter().map(|info| info.slug).chain(slugs.iter().copied());
            let meant =
                nearest(&slug, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Err(format!("there is no yaku `{}`{meant}", excerpt(name)))
        }
    }
}

/// Yaku that replace or exclude each other in a circle: none of them would count.
fn mutual(yaku: &[WrittenYaku]) -> Vec<EntryFault> {
    let excludes: Vec<WrittenYakuSet> = yaku.iter().map(|yaku| yaku.excludes.1).collect();
    let replaces: Vec<WrittenYakuSet> = yaku.iter().map(|yaku| yaku.replaces.1).collect();
    let mut faults = Vec::new();
    for (key, related) in [("excludes", excludes), ("replaces", replaces)] {
        if let Some(number) = (0..yaku.len()).find(|&number| reached(&related, number) >> number & 1 != 0) {
            let back = |&other: &usize| {
                reached(&related, number) >> other & 1 != 0 && reached(&related, other) >> number & 1 != 0
            };
            let circle: Vec<String> =
                (0..yaku.len()).filter(back).map(|at| format!("`{}`", yaku[at].slug)).collect();
            let message =
                format!("{} name each other in `{key}`, so none of them would count", circle.join(", "));
            faults.push(EntryFault { entry: number, key: key.to_owned(), item: None, at: 0, message });
        }
    }
    faults
}

/// The yaku that one names, and those that these name, and so on.
fn reached(related: &[WrittenYakuSet], from: usize) -> WrittenYakuSet {
    let (mut found, mut next) = (0, related[from]);
    while next != 0 {
        let number = next.trailing_zeros();
        found |= 1 << number;
        next = (next | related[number as usize]) & !found;
    }
    found
}
