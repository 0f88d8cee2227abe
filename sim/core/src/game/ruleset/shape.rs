//! How the values of rules are written, by the type of the field, and what is wrong with a value that does not fit.

use super::text::{nearest, value_text};
use crate::excerpt::excerpt;
use toml::{Table, Value};

/// How a value is written in a rules file and with `--set`.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// `true` or `false`.
    Switch,
    /// A whole number that the type can hold.
    Whole {
        /// Minimum of the type.
        least: i64,
        /// Maximum of the type.
        most: i64,
    },
    /// A number, with or without decimals.
    Decimal,
    /// One of these names.
    Name(&'static [&'static str]),
    /// A list of some of these names, each at most once.
    Names(&'static [&'static str]),
    /// A list of `len` values.
    List {
        /// Shape of each of them.
        item: &'static Shape,
        /// Their number.
        len: usize,
    },
    /// A value of this shape, or the word `None`.
    OrNone(&'static Shape),
    /// A table of one entry: one of these names, with a value.
    Tagged {
        /// The names.
        names: &'static [&'static str],
        /// Shape of the value.
        value: &'static Shape,
    },
    /// A list of tables that the family reads itself. The function says everything that is wrong with it.
    Entries(fn(&Value) -> Vec<EntryFault>),
}

/// Something that is wrong with one table of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryFault {
    /// Which table, from 0.
    pub entry: usize,
    /// Its key; empty for the table as a whole.
    pub key: String,
    /// Which item, if the value of the key is a list.
    pub item: Option<usize>,
    /// Where in the text of the value, in characters from 0.
    pub at: usize,
    /// What is wrong, and what would be right, as one sentence.
    pub message: String,
}

/// A type that a rule can have. It reads and writes its values itself: code that serde derives for 120 rules was a tenth of the program and a
/// quarter of the time to compile `hyakuman-riichi`.
pub trait RuleValue: Sized {
    /// How its values are written.
    const SHAPE: Shape;
    /// Its names, if it has any, each with what it means in a sentence.
    const MEANINGS: &'static [(&'static str, &'static str)] = &[];
    /// The accepted values as text, if the type says them; a rule of another type says them itself.
    const DOMAIN: &'static str = "";

    /// The value as it is written.
    fn to_value(&self) -> Value;

    /// The value that is written; `None` if it does not have the shape.
    fn of_value(value: &Value) -> Option<Self>;
}

/// What is wrong with a value.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Misfit {
    /// In a few words; empty if the list of accepted values is enough.
    pub(super) why: String,
    /// What was probably meant.
    pub(super) meant: Option<Value>,
}

impl Shape {
    /// Whether the value has this shape.
    pub fn fits(&self, value: &Value) -> bool {
        self.misfit(value).is_none()
    }

    /// What is wrong with the value; `None` if it has this shape.
    pub(super) fn misfit(&self, value: &Value) -> Option<Misfit> {
        match (self, value) {
            (Shape::Switch, Value::Boolean(_)) => None,
            (Shape::Decimal, Value::Integer(_) | Value::Float(_)) => None,
            (Shape::OrNone(_), Value::String(word)) if word == "None" => None,
            (Shape::Switch, _) => misfit("neither true nor false", meant_switch(value)),
            (Shape::Decimal, _) => misfit("not a number", None),
            (Shape::Whole { least, most }, _) => whole(*least, *most, value),
            (Shape::Name(names), _) => name(names, value),
            (Shape::Names(names), Value::Array(items)) => some_names(names, items),
            (Shape::List { item, len }, Value::Array(items)) => list(item, *len, items),
            (Shape::Names(names), _) => misfit("not a list", meant_names(names, value)),
            (Shape::List { .. }, _) => misfit("not a list", None),
            (Shape::OrNone(inner), _) => or_none(inner, value),
            (Shape::Tagged { names, value: inner }, Value::Table(table)) => tagged(names, inner, table),
            (Shape::Entries(faults), _) => misfit(faults(value).first()?.message.clone(), None),
            (Shape::Tagged { .. }, _) => misfit("not of the form { name = value }", None),
        }
    }

    /// Whether values of this shape are so complex that an example helps.
    pub(super) fn needs_example(&self) -> bool {
        matches!(self, Shape::List { .. } | Shape::Names(_) | Shape::Tagged { .. })
    }
}

fn misfit(why: impl Into<String>, meant: Option<Value>) -> Option<Misfit> {
    Some(Misfit { why: why.into(), meant })
}

fn whole(least: i64, most: i64, value: &Value) -> Option<Misfit> {
    match value {
        Value::Integer(number) if (least..=most).contains(number) => None,
        Value::Integer(number) => misfit(if *number < least { "too small" } else { "too large" }, None),
        Value::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            misfit("written with decimals", Some(Value::Integer(*number as i64)))
        }
        Value::String(text) => misfit("not a whole number", text.parse().ok().map(Value::Integer)),
        _ => misfit("not a whole number", None),
    }
}

fn name(names: &[&str], value: &Value) -> Option<Misfit> {
    match value {
        Value::String(word) if names.contains(&&**word) => None,
        Value::String(word) => misfit("", similar(word, names)),
        _ => {
            let off = says_no(value) && names.contains(&"Off");
            misfit("not a name", off.then(|| "Off".into()))
        }
    }
}

/// The name that was probably meant by a word.
fn similar(word: &str, names: &[&str]) -> Option<Value> {
    nearest(word, names.iter().copied()).map(Value::from)
}

fn some_names(names: &[&str], items: &[Value]) -> Option<Misfit> {
    for (place, item) in items.iter().enumerate() {
        if let Some(Misfit { meant, .. }) = name(names, item) {
            return misfit(format!("{} is none of the names", shown(item)), meant);
        }
        if items[..place].contains(item) {
            return misfit(format!("{} is in the list twice", shown(item)), None);
        }
    }
    None
}

fn list(item: &Shape, len: usize, items: &[Value]) -> Option<Misfit> {
    if items.len() != len {
        let values = if items.len() == 1 { "value" } else { "values" };
        return misfit(format!("{} {values} instead of {len}", items.len()), None);
    }
    let (place, Misfit { why, meant }) =
        items.iter().enumerate().find_map(|(place, value)| Some((place, item.misfit(value)?)))?;
    misfit(format!("value {} of the list, {}, is {why}", place + 1, shown(&items[place])), meant)
}

fn or_none(inner: &Shape, value: &Value) -> Option<Misfit> {
    let Misfit { why, meant } = inner.misfit(value)?;
    let why = why.strip_prefix("not ").map_or(why.clone(), |wanted| format!("neither {wanted} nor None"));
    let none = match value {
        Value::String(word) => similar(word, &["None"]),
        _ => None,
    };
    let off = says_no(value).then(|| "None".into());
    misfit(why, meant.or(none).or(off))
}

fn tagged(names: &[&str], inner: &Shape, table: &Table) -> Option<Misfit> {
    let mut entries = table.iter();
    let (Some((key, value)), None) = (entries.next(), entries.next()) else {
        return misfit(format!("{} names instead of one", table.len()), None);
    };
    if !names.contains(&&**key) {
        return misfit(format!("there is no {}", excerpt(key)), similar(key, names));
    }
    let Misfit { why, meant } = inner.misfit(value)?;
    misfit(format!("the value of {key} is {why}"), meant)
}

/// The switch that was meant: `yes` for `true`, `Off` for `false`, and misspelt values.
fn meant_switch(value: &Value) -> Option<Value> {
    if says_no(value) {
        return Some(Value::Boolean(false));
    }
    let word = match value {
        Value::Integer(1) => return Some(Value::Boolean(true)),
        Value::String(word) => word.to_ascii_lowercase(),
        _ => return None,
    };
    let yes = ["yes", "on", "1", "y"].contains(&&*word);
    let near = nearest(&word, ["true", "false"].into_iter());
    if yes { Some(Value::Boolean(true)) } else { near.map(|near| Value::Boolean(near == "true")) }
}

/// A list for a name without brackets; an empty list for "none".
fn meant_names(names: &[&str], value: &Value) -> Option<Value> {
    match value {
        _ if says_no(value) => Some(Value::Array(Vec::new())),
        Value::String(word) => similar(word, names).map(|name| Value::Array(vec![name])),
        _ => None,
    }
}

/// Whether the value is a way to write "no".
pub(super) fn says_no(value: &Value) -> bool {
    match value {
        Value::Boolean(yes) => !yes,
        Value::Integer(number) => *number == 0,
        Value::String(word) => {
            ["no", "none", "off", "0", "n", "false"].contains(&&*word.to_ascii_lowercase())
        }
        _ => false,
    }
}

fn shown(value: &Value) -> String {
    excerpt(&value_text(value))
}

/// Whole numbers have the range of their type.
macro_rules! whole_numbers {
    ($($type:ty),+) => {$(
        impl RuleValue for $type {
            const SHAPE: Shape = Shape::Whole { least: <$type>::MIN as i64, most: <$type>::MAX as i64 };

            fn to_value(&self) -> Value {
                Value::Integer((*self).into())
            }

            fn of_value(value: &Value) -> Option<Self> {
                value.as_integer()?.try_into().ok()
            }
        }
    )+};
}

whole_numbers!(u8, u16, i32);

impl RuleValue for bool {
    const SHAPE: Shape = Shape::Switch;
    const DOMAIN: &'static str = "true | false";

    fn to_value(&self) -> Value {
        Value::Boolean(*self)
    }

    fn of_value(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl RuleValue for f64 {
    const SHAPE: Shape = Shape::Decimal;

    fn to_value(&self) -> Value {
        Value::Float(*self)
    }

    fn of_value(value: &Value) -> Option<Self> {
        value.as_float().or(value.as_integer().map(|whole| whole as f64))
    }
}

impl<T: RuleValue, const N: usize> RuleValue for [T; N] {
    const SHAPE: Shape = Shape::List { item: &T::SHAPE, len: N };

    fn to_value(&self) -> Value {
        Value::Array(self.iter().map(T::to_value).collect())
    }

    fn of_value(value: &Value) -> Option<Self> {
        let items: Option<Vec<T>> = value.as_array()?.iter().map(T::of_value).collect();
        items?.try_into().ok()
    }
}

/// TOML has no null, so "no limit" is the word `"None"`.
impl<T: RuleValue> RuleValue for Option<T> {
    const SHAPE: Shape = Shape::OrNone(&T::SHAPE);

    fn to_value(&self) -> Value {
        self.as_ref().map_or_else(|| "None".into(), T::to_value)
    }

    fn of_value(value: &Value) -> Option<Self> {
        if value.as_str() == Some("None") { Some(None) } else { T::of_value(value).map(Some) }
    }
}

/// The number of a name in a list of names.
pub fn named(names: &[&str], value: &Value) -> Option<usize> {
    let word = value.as_str()?;
    names.iter().position(|name| *name == word)
}
