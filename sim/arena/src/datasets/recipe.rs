//! The recipe of a data set, stored in its manifest: everything that determines its bytes. Made from the settings of a run;
//! rules, agents and matches are loaded back from it.

pub mod card;
pub(crate) mod logged;
pub mod replays;

use crate::datasets::recording::labeller::Labelling;
use crate::error::{Error, Within};
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::own_measures::OwnMeasures;
use crate::settings::Settings;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::column::Column;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::rows::{About, Origin, Table};
use hyakuman_core::game::ruleset::{Described, RuleRow, Source, value_text};
use hyakuman_core::game::{GameFacts, HouseRules};
use hyakuman_games::registry::AnyRules;
use hyakuman_record::plan::{MOST_MATCHES_OF_A_PART, MOST_PARTS};
use hyakuman_record::run::Run;
use hyakuman_record::{Dataset, Plan, quoted};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Default number of matches in a part; rounded up to whole walls.
pub(crate) const PART_SIZE: u64 = 1_000;

/// The file that holds the recipe, for messages.
const MANIFEST: &str = "manifest.json";

/// Everything that determines the bytes of a data set.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Recipe {
    /// Version of the program.
    pub version: String,
    /// Name of the ruleset.
    pub ruleset: String,
    /// Listed of the ruleset.
    pub family: String,
    /// The preset that the ruleset is based on; its own name if it is a preset.
    pub base: String,
    /// Hash of the rules ([`hyakuman_core::game::ruleset::Ruleset::rules_hash`]).
    pub rules_hash: String,
    /// Every rule.
    pub rules: toml::Table,
    /// Seed of the run.
    pub seed: u64,
    /// Matches of the run, over all shards.
    #[serde(skip)]
    pub games: u64,
    /// Matches in a part.
    #[serde(skip)]
    pub part_size: u64,
    /// `rotate` or `fixed`.
    pub seating: String,
    /// Matches on each wall.
    pub rotations: u64,
    /// The agent of each seat in rotation 0.
    pub seats: Vec<String>,
    /// The different agents; the column `agent` is an index into this list.
    pub agents: Vec<String>,
    /// Those of them that are not deterministic: another run has other matches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_deterministic: Vec<String>,
    /// The agent whose opinions are in the table `evaluations`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluate: Option<String>,
    /// Texts of measures of one's own, which the statistics of the parts have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<String>,
    /// How the decisions of the table `labels` were labelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Labelling>,
    /// Of matches read from logs, what was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logs: Option<Logs>,
    /// The tables.
    #[serde(skip)]
    pub tables: Vec<Table>,
}

/// The logs of a data set.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Logs {
    /// Files and members of archives that were read.
    pub documents: u64,
    /// Matches whose logs start late or stop early.
    pub partial: u64,
    /// Matches that are left out: unreadable, or played otherwise than by the rules.
    pub left_out: u64,
    /// What is kept of the names of players: `keep`, `hash` or `drop`.
    pub names: String,
    /// SHA-256 of the hashes of the files and the numbers of the matches in them, in order.
    pub sha256: String,
}

/// Opens the data set in a folder.
///
/// # Errors
/// There is none, or it is incomplete or damaged (exit code 2).
pub fn open(dir: &Path) -> Result<Dataset, Error> {
    Dataset::open(dir).map_err(|error| Error::Usage(error.to_string()))
}

/// Whether all shards of a data set are done.
pub fn is_finished(dir: &Path) -> bool {
    dir.join(MANIFEST).is_file()
}

/// The fields of a recipe that do not follow from the rules and the lineup.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Seed of the run.
    pub seed: u64,
    /// Matches of the run.
    pub games: u64,
    /// Matches in a part; `None` for the default.
    pub part_size: Option<u64>,
    /// The tables.
    pub tables: Vec<Table>,
}

impl Recipe {
    /// The recipe of a run.
    ///
    /// # Errors
    /// The part size is out of range, no multiple of the rotations, or makes too many parts.
    pub fn new(rules: &AnyRules, lineup: &Lineup, choice: &Choice) -> Result<Recipe, Error> {
        let described = rules.describe();
        let rotations = lineup.rotations() as u64;
        let part_size = choice.part_size.unwrap_or_else(|| PART_SIZE.next_multiple_of(rotations));
        let part_size = check_part_size(part_size, rotations, choice.games)?;
        let names = |specs: &[Spec]| specs.iter().map(ToString::to_string).collect();
        Ok(Recipe {
            version: env!("CARGO_PKG_VERSION").into(),
            base: described.base.unwrap_or(&described.id).into(),
            ruleset: described.id.clone(),
            family: described.family.into(),
            rules_hash: described.hash_text(),
            rules: table_of(described),
            seed: choice.seed,
            games: choice.games,
            part_size,
            seating: lineup.seating().into(),
            rotations,
            seats: names(lineup.named()),
            agents: names(lineup.agents()),
            not_deterministic: Vec::new(),
            evaluate: None,
            measures: Vec::new(),
            label: None,
            logs: None,
            tables: choice.tables.clone(),
        })
    }

    /// The recipe with the agents that are not deterministic, which the roster knows.
    #[must_use]
    pub(crate) fn with_agents_of(self, roster: &Roster, lineup: &Lineup) -> Recipe {
        let agents = lineup.agents().iter().filter(|agent| !roster.is_deterministic(agent));
        Recipe { not_deterministic: agents.map(ToString::to_string).collect(), ..self }
    }

    /// The recipe with the agent that values decisions; its table comes and goes with it.
    pub(crate) fn evaluated_by(mut self, roster: &Roster, agent: Option<&str>) -> Result<Recipe, Error> {
        self.evaluate = agent.map(|agent| roster.spec(agent)).transpose()?.map(|spec| spec.to_string());
        self.tables.retain(|table| *table != Table::Evaluations);
        self.tables.extend(self.evaluate.is_some().then_some(Table::Evaluations));
        Ok(self)
    }

    /// The recipe with labels of decisions; their table comes and goes with them.
    pub(crate) fn labelled(mut self, roster: &Roster, label: Option<&Labelling>) -> Result<Recipe, Error> {
        let spec = |text: &str| roster.spec(text).map(|spec| spec.to_string());
        let named = |how: &Labelling| {
            Ok::<_, Error>(Labelling { agent: spec(&how.agent)?, policy: spec(&how.policy)?, ..how.clone() })
        };
        self.label = label.map(named).transpose()?;
        self.tables.retain(|table| *table != Table::Labels);
        self.tables.extend(self.label.is_some().then_some(Table::Labels));
        Ok(self)
    }

    /// The specs of the agents that value and label decisions.
    pub(crate) fn asked(&self) -> impl Iterator<Item = &str> {
        let label = self.label.iter().flat_map(|how| [&how.agent, &how.policy]);
        self.evaluate.iter().chain(label).map(String::as_str)
    }

    /// The recipe of a data set, or of a run that is not complete yet.
    ///
    /// # Errors
    /// This program cannot read it.
    pub fn of(run: &Run) -> Result<Recipe, Error> {
        let recipe = serde_json::from_value::<Recipe>(run.identity.clone());
        refuse_newer(&run.identity["version"])?;
        let recipe = recipe.map_err(|error| {
            Error::Failed(format!("its manifest does not describe a run: {}", quoted(&error)))
        })?;
        let tables = run.tables.iter().map(|name| {
            let unknown = || Error::Usage(format!("it has a table {name}, which this program does not know"));
            Table::from_name(name).ok_or_else(unknown)
        });
        let tables = tables.collect::<Result<_, _>>()?;
        Ok(Recipe { games: run.matches, part_size: run.part_size, tables, ..recipe })
    }

    /// The recipe of a data set, with its rules and its seating. Errors have its folder in front.
    ///
    /// # Errors
    /// Those of [`Recipe::of`], [`Recipe::load_rules`] and [`Recipe::load_lineup`].
    pub fn read(set: &Dataset) -> Result<(Recipe, AnyRules, Lineup), Error> {
        let read = || {
            let recipe = Recipe::of(&set.manifest().run)?;
            let rules = recipe.load_rules()?;
            let lineup = recipe.load_lineup(&rules)?;
            Ok::<_, Error>((recipe, rules, lineup))
        };
        read().within(|| set.dir().display())
    }

    /// What the matches are.
    pub fn origin(&self) -> Origin {
        if self.logs.is_some() { Origin::Logs } else { Origin::Run }
    }

    /// The columns of a table.
    pub fn columns_of(&self, game: &GameFacts, table: Table) -> Vec<Column> {
        table.columns_of(game, self.origin(), self.house())
    }

    /// What the rules count besides the scores.
    pub fn house(&self) -> HouseRules {
        hyakuman_riichi::house_rules(&self.rules)
    }

    /// The plan of the folder, for the game `G`.
    pub fn plan(&self, game: &GameFacts) -> Plan {
        let table = |table: &Table| hyakuman_record::PlannedTable {
            name: table.name().into(),
            columns: self.columns_of(game, *table),
        };
        Plan {
            identity: serde_json::to_value(self).expect("plain data"),
            matches: self.games,
            part_size: self.part_size,
            tables: self.tables.iter().map(table).collect(),
            about: self.metadata(),
        }
    }

    /// The matches of a part.
    pub fn matches(&self, part: u64) -> Range<u64> {
        part * self.part_size..self.games.min((part + 1) * self.part_size)
    }

    /// The number of matches in these parts.
    pub fn count(&self, parts: &[u64]) -> u64 {
        parts.iter().map(|&part| self.matches(part)).map(|matches| matches.end - matches.start).sum()
    }

    /// The rules.
    ///
    /// # Errors
    /// The manifest lists a rule that this program does not know, lacks a rule without an inert value, or has a hash that
    /// does not match the rules it lists.
    pub fn load_rules(&self) -> Result<AnyRules, Error> {
        let source = Source::recorded(MANIFEST, &self.ruleset, &self.base, &self.rules);
        let rules = hyakuman_games::registry::load(&source)?;
        let described = rules.describe();
        if described.hash_text() != self.rules_hash {
            return Err(Error::Usage(self.other_hash(&described)));
        }
        if described.family != self.family {
            let (family, held) = (described.family, excerpt(&self.family));
            let sentence =
                format!("{MANIFEST} contradicts itself: its rules are of the family {family}, not {held}");
            return Err(Error::Usage(sentence));
        }
        Ok(rules)
    }

    /// The error sentence for rules that do not match the recorded hash.
    fn other_hash(&self, described: &Described) -> String {
        let differs = |row: &RuleRow| {
            row.base_value.as_ref().map(|_| format!("`{}` = {}", row.field.name, value_text(&row.value)))
        };
        let differing: Vec<String> = described.rows.iter().filter_map(differs).collect();
        let rules = match differing.is_empty() {
            true => format!("those of {}", self.base),
            false => format!("{} with {}", self.base, differing.join(", ")),
        };
        format!(
            "{MANIFEST} contradicts itself: its rules ({rules}) have the hash {}, not its rules_hash {}",
            described.hash_text(),
            excerpt(&self.rules_hash)
        )
    }

    /// The recipe as this version of the program writes it: with its version and every rule it has.
    pub fn renewed(self, rules: &AnyRules) -> Recipe {
        let version = env!("CARGO_PKG_VERSION").into();
        Recipe { version, rules: table_of(rules.describe()), ..self }
    }

    /// The measures of one's own.
    pub(crate) fn own_measures(&self, rules: &AnyRules) -> Result<Option<OwnMeasures>, Error> {
        OwnMeasures::compile(&self.measures, &rules.facts(), &rules.own_yaku(), rules.house_rules())
    }

    /// The settings of its matches, if they are played again.
    pub(crate) fn settings<'a>(
        &self,
        ruleset: &'a AnyRules,
        lineup: &'a Lineup,
        roster: &'a Roster,
        observer: &'a dyn Observer,
    ) -> Result<Settings<'a>, Error> {
        let (&Recipe { seed, games, .. }, own_measures) = (self, self.own_measures(ruleset)?);
        Ok(Settings {
            ruleset,
            lineup,
            roster,
            seed,
            games,
            in_play: None,
            own_measures,
            observer,
            to_end: true,
        })
    }

    /// The seating.
    ///
    /// # Errors
    /// An agent cannot be read, or seats, seating, rotations, part size and agents are inconsistent.
    pub fn load_lineup(&self, rules: &AnyRules) -> Result<Lineup, Error> {
        let specs = self.seats.iter().map(|name| name.parse::<Spec>()).collect::<Result<Vec<_>, _>>();
        let specs = specs.within(|| "the agents of the data set")?;
        let lineup = Lineup::new(specs, rules.facts().seats, &self.ruleset, self.seating == "rotate")?;
        let agents = lineup.agents().iter().map(ToString::to_string);
        let rotations = lineup.rotations() as u64;
        let of_whole_walls = self.part_size.is_multiple_of(rotations);
        if agents.ne(self.agents.iter().cloned()) || rotations != self.rotations || !of_whole_walls {
            let sentence = "its manifest contradicts itself: seats, seating, rotations, part_size and agents do not fit together";
            return Err(Error::Usage(sentence.into()));
        }
        Ok(lineup)
    }

    /// The values that are equal in the rows of all matches.
    pub fn about(&self) -> Arc<About> {
        let (ruleset, rules_hash) = (self.ruleset.clone(), self.rules_hash.clone());
        let own_yaku = self.rules.get("yaku").map_or(Vec::new(), hyakuman_riichi::written_yaku::slugs);
        let agents = self.agents.clone();
        Arc::new(About { ruleset, rules_hash, agents, own_yaku, origin: self.origin(), house: self.house() })
    }

    /// The metadata of every file.
    fn metadata(&self) -> hyakuman_record::About {
        let pairs = [
            ("ruleset", self.ruleset.clone()),
            ("rules_hash", self.rules_hash.clone()),
            ("seed", self.seed.to_string()),
            ("version", self.version.clone()),
        ];
        let pairs = pairs.map(|(key, value)| (key.to_string(), value)).to_vec();
        hyakuman_record::About { program: format!("hyakuman version {}", self.version), pairs }
    }
}

/// Every rule with its value.
fn table_of(described: Described) -> toml::Table {
    described.rows.into_iter().map(|row| (row.field.name.into(), row.value)).collect()
}

/// The part size, if it is within the limits, a multiple of the rotations and does not make too many parts.
fn check_part_size(part_size: u64, rotations: u64, games: u64) -> Result<u64, Error> {
    if !(1..=MOST_MATCHES_OF_A_PART).contains(&part_size) {
        let most = MOST_MATCHES_OF_A_PART;
        return Err(Error::Usage(format!("--part-size {part_size}: expected a number from 1 to {most}")));
    }
    let parts = games.div_ceil(part_size);
    if parts > MOST_PARTS {
        let advice = too_many_parts(rotations, games);
        let sentence = format!(
            "{games} matches in parts of {part_size} are {parts} files of each table, more than {MOST_PARTS}: {advice}"
        );
        return Err(Error::Usage(sentence));
    }
    if part_size.is_multiple_of(rotations) {
        return Ok(part_size);
    }
    let sentence = format!(
        "--part-size {part_size} would split the matches on one wall: each wall is played {rotations} times, so give a multiple \
         of {rotations}"
    );
    Err(Error::Usage(sentence))
}

/// What to do if the parts are too many.
fn too_many_parts(rotations: u64, games: u64) -> String {
    let least = games.div_ceil(MOST_PARTS).next_multiple_of(rotations);
    let most = MOST_MATCHES_OF_A_PART / rotations * rotations;
    match least <= most {
        true => format!("play parts of {least} matches or more"),
        false => format!("a data set has at most {} matches", u128::from(MOST_PARTS) * u128::from(most)),
    }
}

/// Refuses data sets of a newer version of the program: their matches may be played differently, their files have more.
fn refuse_newer(version: &serde_json::Value) -> Result<(), Error> {
    let Some(version) = version.as_str() else { return Ok(()) };
    let own = env!("CARGO_PKG_VERSION");
    match (numbers(version), numbers(own)) {
        (Some(other), Some(known)) if other <= known => Ok(()),
        _ if version == own => Ok(()),
        _ => Err(Error::Usage(format!(
            "manifest.json was written by version {version} of the program; this is version {own}, which reads data sets \
             of its own and older versions: use version {version}"
        ))),
    }
}

/// A version as its three numbers; `None` if it has another form.
fn numbers(version: &str) -> Option<[u64; 3]> {
    let numbers = version.split('.').map(str::parse).collect::<Result<Vec<u64>, _>>();
    numbers.ok()?.try_into().ok()
}
