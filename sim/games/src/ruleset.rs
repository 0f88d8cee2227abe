//! Rules as data, for every family: documented fields, presets, and a hash.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// One rule of a family, as `rules show` and error messages tell it.
#[derive(Clone, Copy, Debug)]
pub struct FieldDoc {
    /// The name of the field, in the struct, in rules files and for `--set`.
    pub name: &'static str,
    /// What the rule says, with the clause of the family's RULES.md.
    pub doc: &'static str,
    /// What is accepted, to read; the names of an enum are separated by ` | `.
    pub domain: &'static str,
}

/// A named set of rules that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset<R> {
    /// The name to give on the command line.
    pub id: &'static str,
    /// One line to read.
    pub title: &'static str,
    /// The preset it is a difference from; none for one written in full.
    pub base: Option<&'static str>,
    /// The rules.
    pub rules: fn() -> R,
}

/// A contradiction between rules, or a value without meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The fields that take part, the most likely culprit first.
    pub fields: &'static [&'static str],
    /// What is wrong and what would be accepted.
    pub sentence: String,
}

/// The rules of one family: plain data that can be named, changed, checked and compared.
pub trait Ruleset: Serialize + DeserializeOwned + Clone + PartialEq + Send + Sync + 'static {
    /// The family's name.
    const FAMILY: &'static str;
    /// Every field, in the order of the struct.
    const FIELDS: &'static [FieldDoc];
    /// The rulesets of the family that come with the program.
    const PRESETS: &'static [Preset<Self>];

    /// All contradictions in the rules; empty when they can be played.
    fn validate(&self) -> Vec<Conflict>;

    /// A hash of all fields that is the same on every machine and in every build; part of every record.
    fn rules_hash(&self) -> u64 {
        fnv1a(canonical_text(self).as_bytes())
    }
}

/// Declares a struct of rules together with its table of documentation, so that each rule is described once.
///
/// A field is written `/// What it says.` and `name: Type = "what is accepted",`; the doc comment becomes both the
/// documentation of the field and its [`FieldDoc`].
macro_rules! rule_fields {
    ($(#[$meta:meta])* $struct:ident $fields:ident {
        $($(#[doc = $doc:literal])+ $(#[serde($($serde:tt)+)])? $name:ident : $type:ty = $domain:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $struct { $($(#[doc = $doc])+ $(#[serde($($serde)+)])? pub $name: $type),+ }

        /// The documentation of every rule, in the order of the struct.
        pub const $fields: &[$crate::ruleset::FieldDoc] = &[$($crate::ruleset::FieldDoc {
            name: stringify!($name),
            doc: concat!($($doc),+).trim_ascii(),
            domain: $domain,
        }),+];
    };
}
pub(crate) use rule_fields;

/// An optional number in a rules file: TOML has no null, so "no limit" is the word `"None"`.
pub mod none_word {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either<T> {
        Value(T),
        Word(String),
    }

    /// Writes the number, or the word.
    pub fn serialize<T: Serialize, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_str("None"),
        }
    }

    /// Reads a number or the word; any other word is an error.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        match Either::<T>::deserialize(deserializer).map_err(|_| D::Error::custom("not a number in range"))? {
            Either::Value(value) => Ok(Some(value)),
            Either::Word(word) if word == "None" => Ok(None),
            Either::Word(word) => Err(D::Error::custom(format!("unknown word `{word}`"))),
        }
    }
}

/// The fields and values of `rules`, one a line, sorted by name.
fn canonical_text<R: Ruleset>(rules: &R) -> String {
    let table = toml::Table::try_from(rules).expect("rules are plain data");
    let mut lines: Vec<String> =
        table.iter().map(|(key, value)| format!("{key} = {}\n", value_text(value))).collect();
    lines.sort();
    lines.concat()
}

/// A value in one line of TOML, always the same characters for the same value.
fn value_text(value: &toml::Value) -> String {
    match value {
        toml::Value::Array(items) => {
            format!("[{}]", items.iter().map(value_text).collect::<Vec<_>>().join(", "))
        }
        toml::Value::Table(table) => {
            let mut pairs: Vec<String> =
                table.iter().map(|(key, value)| format!("{key} = {}", value_text(value))).collect();
            pairs.sort();
            format!("{{ {} }}", pairs.join(", "))
        }
        toml::Value::String(text) => format!("{text:?}"),
        toml::Value::Integer(number) => number.to_string(),
        other => other.to_string(),
    }
}

/// FNV-1a, 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
