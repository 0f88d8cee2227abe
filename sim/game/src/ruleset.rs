//! Rules as data, for every family: documented fields, presets, rules files, overrides, differences, a hash.
//!
//! A family writes its rules as one struct with `rule_fields!` and lists its presets; everything else is here.
//! A [`Source`] says which rules are wanted: the name of a preset or the text of a rules file, and `--set` overrides.
//! Loading it gives rules that were checked as a whole. There is no silent default: every wrong key, type and value is
//! reported, with its file and line and what would be accepted.

mod describe;
mod file;
mod lines;
mod load;
mod rule_words;
mod shape;
mod text;
mod warning;

pub use describe::{Described, Difference, Row, differences, hash_text};
pub use lines::{Lines, blank};
pub use load::{Faults, Loaded, Problem, RulesError, Source};
pub use rule_words::outside;
pub use shape::{EntryFault, RuleValue, Shape, named};
pub use text::{nearest, value_text};
pub use toml;
pub use warning::Warning;

use toml::Table;

/// One rule of a family, as `rules show` and error messages print it.
#[derive(Clone, Copy, Debug)]
pub struct FieldDoc {
    /// The name of the field, in the struct, in rules files and for `--set`.
    pub name: &'static str,
    /// What the rule means, with the clause of the family's RULES.md.
    pub doc: &'static str,
    /// The accepted values as text; the names of an enum are separated by ` | `.
    pub domain: &'static str,
    /// How a value is written.
    pub shape: Shape,
    /// Values that are names, each with what it means in a sentence; empty for other values.
    pub meanings: &'static [(&'static str, &'static str)],
    /// For a rule added after the first release: the value, in TOML, under which the game is played as before the rule
    /// existed. A data set that does not list the rule was played with this value.
    pub inert: Option<&'static str>,
}

impl FieldDoc {
    /// The value of a rule in a data set that does not list it; `None` if every data set lists it.
    pub fn inert_value(&self) -> Option<toml::Value> {
        let text = format!("value = {}", self.inert?);
        let mut table: Table = text.parse().expect("`inert` is written in TOML");
        table.remove("value")
    }
}

/// Other names that people use for some rules, in lower case with `_` between words, and these rules.
pub type Synonym = (&'static [&'static str], &'static [&'static str]);

/// A named set of rules that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset<R> {
    /// The name to give on the command line.
    pub id: &'static str,
    /// Title, one line.
    pub title: &'static str,
    /// The preset it is based on; `None` if it is defined in full.
    pub base: Option<&'static str>,
    /// The rules.
    pub rules: fn() -> R,
}

/// A contradiction between rules, or a value without meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The fields involved.
    pub fields: &'static [&'static str],
    /// Their values, as text.
    pub values: Vec<(&'static str, String)>,
    /// Why they contradict each other; empty if the ranges explain it.
    pub why: &'static str,
    /// For a field, the values accepted if the others stay as they are; the field most likely to be wrong first. Has at
    /// least one entry, but not one for every field; none if `why` is the whole sentence.
    pub accepted: Vec<(&'static str, String)>,
}

impl Conflict {
    /// One sentence: what is wrong with `field`, and what would be accepted for it. If no value of `field` would be accepted,
    /// or `field` is `None`, the sentence is about the field most likely to be wrong.
    pub fn sentence(&self, field: Option<&str>) -> String {
        let way = self.accepted.iter().find(|way| Some(way.0) == field).or(self.accepted.first());
        let Some((name, accepted)) = way else { return self.why.to_owned() };
        let equation = |name: &str| {
            let value = self.values.iter().find(|value| value.0 == name).map_or("", |value| &value.1);
            format!("`{name}` = {value}")
        };
        let others = self.accepted.iter().map(|way| way.0).filter(|other| other != name);
        let others: Vec<String> = others.map(equation).collect();
        let with = if others.is_empty() { String::new() } else { format!(" with {}", others.join(", ")) };
        let why = if self.why.is_empty() { String::new() } else { format!(" ({})", self.why) };
        format!("{} is not accepted{with}{why}; accepted: {accepted}", equation(name))
    }
}

/// Rules as a TOML table. [`rule_fields!`](crate::rule_fields) writes it for its struct.
pub trait AsTable: Sized {
    /// Every rule, by its name.
    fn to_table(&self) -> Table;

    /// The rules in a table.
    ///
    /// # Errors
    /// A rule is missing or unknown, or its value cannot be represented.
    fn from_table(table: Table) -> Result<Self, String>;
}

/// Takes the value of a rule out of a table.
///
/// # Errors
/// There is none, or it cannot be represented.
pub fn taken<T: RuleValue>(table: &mut Table, name: &str) -> Result<T, String> {
    let value = table.remove(name).and_then(|value| T::of_value(&value));
    value.ok_or_else(|| format!("the rule `{name}` is missing or has no such value"))
}

/// Checks that no rule is left in a table.
///
/// # Errors
/// There is one.
pub fn all_taken(table: &Table) -> Result<(), String> {
    table.keys().next().map_or(Ok(()), |name| Err(format!("there is no rule `{name}`")))
}

/// The rules of one family: plain data that can be named, changed, checked and compared.
pub trait Ruleset: AsTable + Clone + PartialEq + Send + Sync + 'static {
    /// The family's name.
    const FAMILY: &'static str;
    /// Every field, in the order of the struct.
    const FIELDS: &'static [FieldDoc];
    /// The built-in rulesets of the family.
    const PRESETS: &'static [Preset<Self>];
    /// Rules that fit together, but of which one does nothing, or not what it seems to say.
    const WARNINGS: &'static [Warning<Self>];
    /// Other names of its rules, for messages about a rule that does not exist.
    const SYNONYMS: &'static [Synonym] = &[];

    /// All contradictions in the rules; empty when they can be played.
    fn validate(&self) -> Vec<Conflict>;

    /// A hash of the rules, the same on every machine and in every build; part of every data set. It covers every rule
    /// that does not have its inert value, so adding a rule does not change the hash of existing rules.
    fn rules_hash(&self) -> u64 {
        let mut table = self.to_table();
        let is_inert =
            |field: &&FieldDoc| field.inert_value().is_some_and(|value| table[field.name] == value);
        let inert: Vec<&str> = Self::FIELDS.iter().filter(is_inert).map(|field| field.name).collect();
        inert.into_iter().for_each(|name| drop(table.remove(name)));
        text::fnv1a(text::canonical(&table).as_bytes())
    }

    /// The preset of this name.
    fn preset(id: &str) -> Option<&'static Preset<Self>> {
        Self::PRESETS.iter().find(|preset| preset.id == id)
    }
}

/// Declares a struct of rules together with its table of documentation, so that each rule is described once.
///
/// A field is written `/// What it means.` and `name: Type = value; "what is accepted",`; the doc comment becomes both the
/// documentation of the field and its [`FieldDoc`], and the values are those of the first preset, `FIRST`. A rule added after the first release
/// also has its inert value: `name: Type = value; "what is accepted"; inert "false",`.
#[macro_export]
macro_rules! rule_fields {
    ($(#[$meta:meta])* $struct:ident $fields:ident {
        $($(#[doc = $doc:literal])+ $name:ident : $type:ty = $first:expr; $domain:literal
            $(; inert $inert:literal)?),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $struct { $($(#[doc = $doc])+ pub $name: $type),+ }

        impl $struct {
            /// The rules of the first preset.
            pub const FIRST: $struct = $struct { $($name: $first),+ };
        }

        impl $crate::ruleset::AsTable for $struct {
            fn to_table(&self) -> $crate::ruleset::toml::Table {
                let rows = [$((stringify!($name).to_owned(), $crate::ruleset::RuleValue::to_value(&self.$name))),+];
                rows.into_iter().collect()
            }

            fn from_table(mut table: $crate::ruleset::toml::Table) -> Result<Self, String> {
                let rules = $struct { $($name: $crate::ruleset::taken(&mut table, stringify!($name))?),+ };
                $crate::ruleset::all_taken(&table).map(|()| rules)
            }
        }

        /// The documentation of every rule, in the order of the struct.
        pub const $fields: &[$crate::ruleset::FieldDoc] = &[$($crate::ruleset::FieldDoc {
            name: stringify!($name),
            doc: concat!($($doc),+).trim_ascii(),
            domain: $domain,
            shape: <$type as $crate::ruleset::RuleValue>::SHAPE,
            meanings: <$type as $crate::ruleset::RuleValue>::MEANINGS,
            inert: [$(Some($inert),)? None][0],
        }),+];
    };
}

/// Declares the rulesets of a family by name: the list of them, and a function for each, which says what differs from its base.
#[macro_export]
macro_rules! presets {
    ($rules:ident { $($(#[$doc:meta])+ $name:ident $id:literal $(of $base:literal)?, $title:literal = $value:expr;)+ }) => {
        /// Every ruleset of the family that comes with the program.
        pub const PRESETS: &[$crate::ruleset::Preset<$rules>] = &[$($crate::ruleset::Preset {
            id: $id,
            title: $title,
            base: [$(Some($base),)? None][0],
            rules: $name,
        }),+];

        $($(#[$doc])+
        pub fn $name() -> $rules {
            $value
        })+
    };
}
