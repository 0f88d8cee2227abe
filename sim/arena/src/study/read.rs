//! Reads a study file: every fault of it at once.

use super::beside::{Known, sources};
use super::file::{Entry, File, Form, Keys, Node};
use super::rules::text_of;
use super::{Question, Study, whose};
use crate::experiment::{Half, Seats, Stop};
use hyakuman_agents::Roster;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::ruleset::RulesError;
use std::path::Path;

/// The page of all questions, which none of them has.
const INDEX: &str = "index";

/// Most walls or matches.
const MOST: u64 = 1_000_000_000;

/// Most questions of a study.
const MOST_QUESTIONS: usize = 200;

/// What a question has unless it says otherwise, with its place in the text.
#[derive(Clone, Default)]
pub(super) struct Usual {
    pub(super) base: Option<Node>,
    /// `None` if they cannot be read.
    pub(super) measures: Option<Vec<(usize, String)>>,
    pub(super) primary: Vec<(usize, String)>,
    pub(super) length: Option<Length>,
    pub(super) seats: Option<Seats>,
    pub(super) stop: Option<(usize, Stop)>,
    pub(super) seed: u64,
    pub(super) repeats: u64,
}

/// How much is played.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Walls(u64),
    /// Of each table under each ruleset.
    Matches(u64),
    /// Of the whole study; where it is written.
    Budget(usize, u64),
}

/// The bound of a measure, with its place in the text.
pub(super) type Bound = (usize, String, Half);

/// The numbers that a question gives of its measures, and whether it has arms and bounds, right or wrong ones.
pub(super) struct Given {
    pub(super) bounds: Vec<Bound>,
    pub(super) known: Vec<Known>,
    pub(super) has_arms: bool,
    pub(super) has_bounds: bool,
}

/// A measure of one's own.
pub(super) struct OwnMeasure {
    pub(super) name: String,
    /// `name = expression`, and where it is; `None` if it cannot be read.
    pub(super) definition: Option<(usize, String)>,
}

impl OwnMeasure {
    /// Whether it is that of a player by this name.
    pub(super) fn is_called(&self, measure: &str) -> bool {
        measure.rsplit('.').next() == Some(&self.name)
    }
}

/// A table of the file.
pub(super) struct Named {
    pub(super) name: String,
    /// `None` if they cannot be read.
    pub(super) agents: Option<(usize, String)>,
    pub(super) about: String,
    pub(super) length: Option<Length>,
    pub(super) seats: Option<Seats>,
    pub(super) adapt: Option<[u64; 2]>,
}

pub(super) struct Reader<'a> {
    pub(super) file: &'a File<'a>,
    pub(super) folder: &'a Path,
    pub(super) roster: &'a Roster,
    /// `None` if they cannot be read.
    pub(super) own_measures: Option<Vec<OwnMeasure>>,
    /// The same.
    pub(super) tables: Option<Vec<Named>>,
}

impl Study {
    /// Reads a study file.
    ///
    /// # Errors
    /// It cannot be read; everything that is wrong with it ([`Study::read`]).
    pub fn open(path: impl AsRef<Path>, roster: &Roster) -> Result<Study, RulesError> {
        let text = text_of(path.as_ref()).map_err(|sentence| RulesError::one(String::new(), sentence))?;
        Study::read(path, &text, roster)
    }

    /// Reads a study from the text of a file; `path` names it, and rules files are looked for beside it.
    ///
    /// # Errors
    /// Everything that is wrong, in the order of the lines.
    pub fn read(path: impl AsRef<Path>, text: &str, roster: &Roster) -> Result<Study, RulesError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let file = File::new(&name, text);
        let folder = path.parent().unwrap_or(Path::new(""));
        let letter =
            |letter: char| if letter.is_alphanumeric() || "._-".contains(letter) { letter } else { '_' };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().chars().map(letter).collect();
        let reader = Reader { file: &file, folder, roster, own_measures: None, tables: None };
        let entries = file.entries();
        let study = (!entries.is_empty()).then(|| reader.study(stem, entries)).flatten();
        if study.is_none() && file.faults() == 0 {
            file.fault(0, "there is no question: write [questions.NAME] with arms or tables");
        }
        file.finish()?;
        Ok(study.expect("a study without faults"))
    }
}

impl<'a> Reader<'a> {
    fn study(mut self, name: String, entries: Vec<Entry>) -> Option<Study> {
        let mut keys = Keys::new(self.file, "a study", entries);
        let title = keys.text("title").map_or_else(|| name.clone(), |(_, title)| title);
        let about = keys.text("about").map(|(_, about)| about).unwrap_or_default();
        let first = Usual { measures: Some(Vec::new()), seed: 1, repeats: 1, ..Usual::default() };
        let usual = self.usual(&mut keys, first, true);
        let (own, tables) = (keys.table("own_measures"), keys.table("tables"));
        let own = own.or_else(|| (!keys.is_unread("own_measures")).then(Vec::new));
        let tables = tables.or_else(|| (!keys.is_unread("tables")).then(Vec::new));
        self.own_measures = own.map(|entries| self.definitions(entries));
        self.tables = tables.map(|entries| self.named(entries));
        let questions = keys.table("questions").unwrap_or_default();
        keys.finish();
        if questions.len() > MOST_QUESTIONS {
            let count = questions.len();
            self.file.fault(questions[0].at, format!("{count} questions are more than {MOST_QUESTIONS}"));
            return None;
        }
        let read: Vec<_> = questions.into_iter().map(|entry| self.question(entry, &usual)).collect();
        self.check_unused(&read, &usual);
        let read =
            read.into_iter().map(|read| read.filter(|(_, is_whole)| *is_whole).map(|(question, _)| question));
        let questions = self.within_budget(read.collect::<Option<Vec<Question>>>()?, &usual);
        (!questions.is_empty()).then_some(Study { name, title, about, questions })
    }

    /// The keys that a study and a question have.
    fn usual(&self, keys: &mut Keys<'_>, usual: Usual, is_study: bool) -> Usual {
        let until = keys.text("until").and_then(|(at, text)| match Stop::until(&text) {
            Ok(stop) => Some((at, stop)),
            Err(sentence) => keys.refuse("until", at, format!("`until`: {sentence}")),
        });
        let until = until.or_else(|| usual.stop.filter(|_| !keys.is_unread("until")));
        let measures = keys.texts("measures");
        // Other measures have primary ones of their own.
        let primary = if measures.is_some() { Vec::new() } else { usual.primary };
        let measures = measures.or_else(|| usual.measures.filter(|_| !keys.is_unread("measures")));
        Usual {
            base: keys.take("base").or(usual.base),
            measures,
            primary: keys.texts("primary").unwrap_or(primary),
            length: self.length(keys, is_study).or(usual.length),
            seats: self.seats(keys).or(usual.seats),
            stop: until,
            seed: keys.count("seed", 1_000_000 * MOST).map_or(usual.seed, |(_, seed)| seed),
            repeats: keys.count("repeats", 100).map_or(usual.repeats, |(_, repeats)| repeats),
        }
    }

    fn length(&self, keys: &mut Keys<'_>, is_study: bool) -> Option<Length> {
        let (walls, matches) = (keys.count("walls", MOST), keys.count("matches", MOST));
        let budget = if is_study { keys.count("budget", 1_000 * MOST) } else { None };
        let (walls, matches, budget) = (
            walls.map(|(at, walls)| (at, Length::Walls(walls))),
            matches.map(|(at, matches)| (at, Length::Matches(matches))),
            budget.map(|(at, budget)| (at, Length::Budget(at, budget))),
        );
        let mut given = [walls, matches, budget].into_iter().flatten();
        let (_, first) = given.next()?;
        if let Some((at, _)) = given.next() {
            self.file
                .fault(at, "how much is played is given twice: keep one of `walls`, `matches` and `budget`");
        }
        Some(first)
    }

    fn seats(&self, keys: &mut Keys<'_>) -> Option<Seats> {
        let (at, text) = keys.text("seats")?;
        let found = Seats::ALL.into_iter().find(|seats| seats.name() == text);
        if found.is_none() {
            let known = Seats::ALL.map(Seats::name).join(", ");
            self.file.fault(at, format!("`seats` = {:?} is not accepted; accepted: {known}", excerpt(&text)));
        }
        found
    }

    fn definitions(&self, entries: Vec<Entry>) -> Vec<OwnMeasure> {
        let definition = |Entry { key: name, at, value }: Entry| {
            let definition = match value.form {
                Form::Text(text) => Some((at, format!("{name} = {text}"))),
                _ => {
                    let shown = excerpt(&name);
                    self.file.fault(at, format!("`{shown}` is a measure: write its expression in quotes"));
                    None
                }
            };
            OwnMeasure { name, definition }
        };
        entries.into_iter().map(definition).collect()
    }

    /// The tables by name: agents in quotes, or a table with more of them.
    fn named(&self, entries: Vec<Entry>) -> Vec<Named> {
        let table = |Entry { key: name, at, value }: Entry| {
            self.file.check_name("table", &name, at);
            let entries = match value.form {
                Form::Table(entries) => entries,
                _ => vec![Entry { key: "agents".to_owned(), at, value }],
            };
            let mut keys = Keys::new(self.file, "a table", entries);
            let agents = keys.text("agents");
            if agents.is_none() && !keys.is_unread("agents") {
                self.file.fault(at, format!("table {} has no `agents`", excerpt(&name)));
            }
            let about = keys.text("about").map(|(_, about)| about).unwrap_or_default();
            let (length, seats) = (self.length(&mut keys, false), self.seats(&mut keys));
            let adapt = keys.table("adapt").and_then(|entries| self.adapt(at, entries));
            keys.finish();
            Named { name, agents, about, length, seats, adapt }
        };
        entries.into_iter().map(table).collect()
    }

    /// How much an agent learns of each ruleset.
    fn adapt(&self, at: usize, entries: Vec<Entry>) -> Option<[u64; 2]> {
        let mut keys = Keys::new(self.file, "`adapt`", entries);
        let (matches, walls) = (keys.count("matches", MOST / 100), keys.count("walls", MOST / 100));
        keys.finish();
        if matches.is_none() || walls.is_none() {
            let message = "`adapt` has the matches with labels and the walls of the match that ends it: { matches = 3000, walls = 3000 }";
            self.file.fault(at, message);
        }
        Some([matches?.1, walls?.1])
    }

    /// A question, and whether all of it could be read. What does not fit together is noted.
    fn question(&self, entry: Entry, usual: &Usual) -> Option<(Question, bool)> {
        let (before, Entry { key: name, at, value }) = (self.file.faults(), entry);
        let Form::Table(entries) = value.form else {
            self.file.fault(at, "a question is a table: write [questions.NAME]");
            return None;
        };
        self.check_name(&name, at);
        let mut keys = Keys::new(self.file, "a question", entries);
        let texts = ["title", "asks", "depends"].map(|key| keys.text(key).map(|(_, text)| text));
        let usual = self.usual(&mut keys, usual.clone(), false);
        let (arms, given) = self.given(&mut keys);
        let chosen = keys.texts("tables");
        let are_tables_read = !keys.is_unread("tables");
        keys.finish();
        let base = self.base(at, usual.base.as_ref())?;
        let tables = if are_tables_read { self.chosen(at, chosen, &usual, &base.1) } else { Vec::new() };
        let (rulesets, changes) = self.arms(base, arms);
        let question = Question { rulesets, changes, tables, ..self.asked(name, texts, &usual, &given) };
        let is_whole = self.file.faults() == before;
        self.check(&question, at, &usual, &given);
        Some((question, is_whole))
    }

    /// The arms, and the numbers that are given of the measures.
    fn given(&self, keys: &mut Keys<'_>) -> (Vec<Entry>, Given) {
        let ((arms, has_arms), (bounds, has_bounds)) = (keys.entries("arms"), keys.entries("equal_within"));
        let known = keys.table("beside").unwrap_or_default();
        let (bounds, known) = (self.bounds(bounds), self.file.known(known));
        (arms, Given { bounds, known, has_arms, has_bounds })
    }

    /// A question without its rulesets and tables. `texts`: title, what is asked, what it depends on.
    fn asked(&self, name: String, texts: [Option<String>; 3], usual: &Usual, given: &Given) -> Question {
        let [title, asks, depends] = texts;
        let measures: Vec<String> =
            usual.measures.iter().flatten().map(|(_, measure)| whose(measure)).collect();
        let primary: Vec<String> = usual.primary.iter().map(|(_, measure)| whose(measure)).collect();
        let own = self.own_of(&measures).filter_map(|own| Some(own.definition.clone()?.1));
        Question {
            title: title.unwrap_or_else(|| name.clone()),
            name,
            asks: asks.unwrap_or_default(),
            depends: depends.unwrap_or_default(),
            rulesets: Vec::new(),
            changes: Vec::new(),
            tables: Vec::new(),
            primary: if primary.is_empty() { measures.iter().take(1).cloned().collect() } else { primary },
            own_measures: own.collect(),
            measures,
            equal_within: given.bounds.iter().map(|(_, measure, half)| (whose(measure), *half)).collect(),
            beside: sources(&given.known),
            stop: usual.stop.as_ref().map_or(Stop::All, |(_, stop)| of_table(stop)),
            seed: usual.seed,
            repeats: usual.repeats,
        }
    }

    /// Those of one's own among these measures.
    pub(super) fn own_of<'m>(&'m self, measures: &'m [String]) -> impl Iterator<Item = &'m OwnMeasure> {
        let is_named = |own: &&OwnMeasure| measures.iter().any(|measure| own.is_called(measure));
        self.own_measures.iter().flatten().filter(is_named)
    }

    fn check_name(&self, name: &str, at: usize) {
        let is_letter = |letter| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'-');
        if name.is_empty() || name == INDEX || !name.bytes().all(is_letter) {
            let name = excerpt(name);
            let message = format!(
                "question {name:?}: its name is that of its page: use a to z, 0 to 9 and -, not `{INDEX}`"
            );
            self.file.fault(at, message);
        }
    }

    /// Bounds of measures, with their places.
    fn bounds(&self, entries: Vec<Entry>) -> Vec<Bound> {
        let bound = |(key, value): (String, Node)| {
            let half = Half::read(value.toml().trim_matches('"'));
            let half = half
                .map_err(|sentence| self.file.fault(value.at, format!("`{}`: {sentence}", excerpt(&key))));
            Some((value.at, key, half.ok()?))
        };
        entries.into_iter().flat_map(dotted).filter_map(bound).collect()
    }
}

/// The same end, by the measure of each table.
fn of_table(stop: &Stop) -> Stop {
    match stop {
        Stop::Until { measure, half } => Stop::Until { measure: whose(measure), half: *half },
        other => other.clone(),
    }
}

/// The values of an entry: `ukeire.win = "1%"` is a table to TOML, and a measure here.
pub(super) fn dotted(Entry { key, value, .. }: Entry) -> Vec<(String, Node)> {
    match value.form {
        Form::Table(entries) => {
            let inner = entries.into_iter().flat_map(dotted);
            inner.map(|(last, value)| (format!("{key}.{last}"), value)).collect()
        }
        _ => vec![(key, value)],
    }
}
