//! Rules as data, for every family: documented fields, presets, rules files, overrides, differences, a hash.
//!
//! A family writes its rules as one struct with `rule_fields!` and lists its presets; everything else is here.
//! A [`Source`] says which rules are wanted: the name of a preset or the text of a rules file, and `--set` overrides.
//! Loading it gives rules that were checked as a whole. There is no silent default: every wrong key, type and value is
//! reported, with its file and line and what would be accepted.

mod describe;
mod file;
mod limit;
mod lines;
mod load;
mod rule_words;
mod shape;
mod text;
mod warning;

pub use describe::{Described, Difference, RuleRow, differences, hash_text};
pub use limit::{Limit, beyond};
pub use lines::{Lines, blank};
pub use load::{Faults, Loaded, Problem, RulesError, Source};
pub use rule_words::cut;
pub use shape::{EntryFault, RuleValue, Shape, named};
pub use text::{nearest, value_text};
pub use toml;
pub use warning::{Reason, Warning};

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
    /// Other names that people use for it, in lower case with `_` between words. A name may mean several rules.
    pub also: &'static [&'static str],
    /// The number of players of the games that have it; `None`: all games of the family. In other games it keeps its first value.
    pub players: Option<u8>,
    /// Whether real logs have words for what it brings about. Of other rules they show the first value only.
    pub in_logs: bool,
}

impl FieldDoc {
    /// The value of a rule in a data set that does not list it; `None` if every data set lists it.
    pub fn inert_value(&self) -> Option<toml::Value> {
        let text = format!("value = {}", self.inert?);
        let mut table: Table = text.parse().expect("`inert` is written in TOML");
        table.remove("value")
    }

    /// The clause of the family's RULES.md, such as `R-2.5`: the last word of its documentation.
    pub fn clause(&self) -> &'static str {
        self.doc.rsplit(' ').next().unwrap_or_default()
    }
}

/// A named set of rules that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset<R> {
    /// The name to give on the command line.
    pub id: &'static str,
    /// Title, one line.
    pub title: &'static str,
    /// What it is, and where its rules come from, in Markdown.
    pub about: &'static str,
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

/// Rules as a TOML table. [`rule_fields!`](crate::game::rule_fields) writes it for its struct.
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
    /// What each rule demands of itself and of others.
    const LIMITS: &'static [Limit<Self>];

    /// All contradictions in the rules; empty when they can be played.
    fn validate(&self) -> Vec<Conflict> {
        beyond(self)
    }

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

/// Declares a struct of rules together with everything that is said of each, so that a rule is described once.
///
/// A rule is `/// What it means. CLAUSE`, then `name: Type = value; .. idle [..],`. Its value is that of the first preset, `FIRST`. Names as values
/// are an enum that is declared in place of the type: `name: enum Type { /// What it means. Variant, .. } = ..`. Then, in this order, each after a `;`:
///
/// | part | what it says |
/// | --- | --- |
/// | `"what is accepted"` | the values; left out where the type says it (switches, names) |
/// | `inert "false"` | of a rule added after the first release: the value under which games are played as before ([`FieldDoc::inert`]) |
/// | `also ["name", ..]` | other names that people use |
/// | `players 3` | it is a rule of games with so many players |
/// | `logs false` | real logs have no words for what another value brings about |
/// | `column NAME` | what is counted or shown where it has another value: a field of [`HouseRules`](crate::game::HouseRules) |
/// | `fits CONDITION` | which values are accepted, by themselves |
/// | `needs [{ CONDITION, others => "why", "accepted", other "accepted" }, ..]` | what other rules it goes with: see [`Limit`] |
/// | `idle [REASON, { CONDITION => "has no effect: .." by cause }, ..]` | when it does nothing, or not what it seems to say: see [`Warning`]; required, `[]` if never |
///
/// `struct LIST of Rules, r` begins the declaration: the conditions are about `r`, the `Rules` of the family, mostly the struct itself.
#[macro_export]
macro_rules! rule_fields {
    (@idle $rules:ident $r:ident $reason:ident) => { $reason };
    (@idle $rules:ident $r:ident { $when:expr => $says:literal $(by $($cause:ident),+)? }) => {
        $crate::game::ruleset::Reason { when: |$r: &$rules| $when, says: $says, causes: &[$($(stringify!($cause)),+)?] }
    };
    (@needs $rules:ident $r:ident $name:ident {
        $fits:expr $(, $other:ident)* => $why:expr $(, $accepted:literal $(, $way:ident $then:literal)*)?
    }) => {
        $crate::game::ruleset::Limit {
            fields: &[stringify!($name) $(, stringify!($other))*],
            fits: |$r: &$rules| $fits,
            why: $why,
            accepted: &[$((stringify!($name), $accepted) $(, (stringify!($way), $then))*)?],
        }
    };
    ($(#[$meta:meta])* $struct:ident $fields:ident of $rules:ident, $r:ident {
        $($(#[doc = $doc:literal])+
        $name:ident : $(enum $enum:ident { $($(#[doc = $meaning:literal])+ $variant:ident),+ $(,)? })? $($type:ty)? = $first:expr
            $(; $domain:literal)?
            $(; inert $inert:literal)?
            $(; also [$($also:literal),+ $(,)?])?
            $(; players $players:literal)?
            $(; logs $logs:literal)?
            $(; column $column:ident)?
            $(; fits $fits:expr)?
            $(; needs [$($needs:tt),+ $(,)?])?
            ; idle [$($idle:tt),* $(,)?]),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $struct { $($(#[doc = $doc])+ pub $name: $($enum)? $($type)?),+ }

        $($($crate::options! {
            #[doc = concat!("The values of the rule `", stringify!($name), "`.")]
            $enum { $($(#[doc = $meaning])+ $variant),+ }
        })?)+

        impl $struct {
            /// The rules of the first preset.
            pub const FIRST: $struct = $struct { $($name: $first),+ };
            /// When a rule does nothing, or not what it seems to say.
            pub const IDLE: &[$crate::game::ruleset::Warning<$rules>] = &[$($($crate::game::ruleset::Warning {
                rule: stringify!($name),
                reason: &$crate::rule_fields!(@idle $rules $r $idle),
            },)*)+];
            /// What each rule demands of itself and of others.
            pub const DEMANDS: &[$crate::game::ruleset::Limit<$rules>] = &[$(
                $($crate::game::ruleset::Limit { fields: &[stringify!($name)], fits: |$r: &$rules| $fits, why: "", accepted: &[] },)?
                $($($crate::rule_fields!(@needs $rules $r $name $needs),)+)?
            )+];

            /// What is counted besides the scores, or shown: rules with a column that do not have their first value.
            pub fn house(&self) -> $crate::game::HouseRules {
                #[allow(unused_mut, reason = "a family without such rules")]
                let mut house = $crate::game::HouseRules::NONE;
                $($(house.$column = self.$name != $struct::FIRST.$name;)?)+
                house
            }
        }

        impl $crate::game::ruleset::AsTable for $struct {
            fn to_table(&self) -> $crate::game::ruleset::toml::Table {
                let rows = [$((stringify!($name).to_owned(), $crate::game::ruleset::RuleValue::to_value(&self.$name))),+];
                rows.into_iter().collect()
            }

            fn from_table(mut table: $crate::game::ruleset::toml::Table) -> Result<Self, String> {
                let rules = $struct { $($name: $crate::game::ruleset::taken(&mut table, stringify!($name))?),+ };
                $crate::game::ruleset::all_taken(&table).map(|()| rules)
            }
        }

        /// What is said of every rule, in the order of the struct.
        pub const $fields: &[$crate::game::ruleset::FieldDoc] = &[$($crate::game::ruleset::FieldDoc {
            name: stringify!($name),
            doc: concat!($($doc),+).trim_ascii(),
            domain: [$($domain,)? <$($enum)? $($type)? as $crate::game::ruleset::RuleValue>::DOMAIN][0],
            shape: <$($enum)? $($type)? as $crate::game::ruleset::RuleValue>::SHAPE,
            meanings: <$($enum)? $($type)? as $crate::game::ruleset::RuleValue>::MEANINGS,
            inert: [$(Some($inert),)? None][0],
            also: &[$($($also),+)?],
            players: [$(Some($players),)? None][0],
            in_logs: [$($logs,)? true][0],
        }),+];
    };
}

/// Declares the rulesets of a family by name: the list of them, and a function for each, which says what differs from its base. The comment of
/// an entry is also its line in docs/rulesets.md.
#[macro_export]
macro_rules! presets {
    ($rules:ident { $($(#[doc = $doc:literal])+ $name:ident $id:literal $(of $base:literal)?, $title:literal = $value:expr;)+ }) => {
        /// Every ruleset of the family that comes with the program.
        pub const PRESETS: &[$crate::game::ruleset::Preset<$rules>] = &[$($crate::game::ruleset::Preset {
            id: $id,
            title: $title,
            about: concat!($($doc),+).trim_ascii(),
            base: [$(Some($base),)? None][0],
            rules: $name,
        }),+];

        $($(#[doc = $doc])+
        pub fn $name() -> $rules {
            $value
        })+
    };
}
