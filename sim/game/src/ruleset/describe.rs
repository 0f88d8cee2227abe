//! Rules as data for output, of any family: every field with its value, and the differences.

use super::{FieldDoc, Loaded, Ruleset, value_text};
use toml::Value;

/// A ruleset with every field, independent of the family's type.
#[derive(Clone, Debug)]
pub struct Described {
    /// The name of the preset or file.
    pub id: String,
    /// Title, one line.
    pub title: String,
    /// The family's name.
    pub family: &'static str,
    /// The preset it differs from.
    pub base: Option<&'static str>,
    /// The rules hash, as in records.
    pub hash: u64,
    /// Every field, in the order of the struct.
    pub rows: Vec<Row>,
}

/// One field of a ruleset.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its documentation.
    pub field: FieldDoc,
    /// Its value.
    pub value: Value,
    /// The value in the base, if it differs.
    pub base_value: Option<Value>,
}

/// A field in which two rulesets differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The field.
    pub field: &'static str,
    /// Its value in the first.
    pub a: Value,
    /// Its value in the second.
    pub b: Value,
}

/// A rules hash as text, as in records.
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

impl<R: Ruleset> Loaded<R> {
    /// Every field with its value and documentation.
    pub fn describe(&self) -> Described {
        let base = self.base.and_then(R::preset).map(|preset| (preset.rules)().to_table());
        let table = self.rules.to_table();
        let row = |&field: &FieldDoc| {
            let value = table[field.name].clone();
            let base_value = base.as_ref().map(|base| base[field.name].clone()).filter(|base| *base != value);
            Row { field, value, base_value }
        };
        Described {
            id: self.id.clone(),
            title: self.title.clone(),
            family: R::FAMILY,
            base: self.base,
            hash: self.rules.rules_hash(),
            rows: R::FIELDS.iter().map(row).collect(),
        }
    }
}

impl Described {
    /// The rules hash as text.
    pub fn hash_text(&self) -> String {
        hash_text(self.hash)
    }

    /// The changes that make these rules of the base, as on a command line: `uma=[30,10,-10,-30]`.
    pub fn changes(&self) -> impl Iterator<Item = String> + '_ {
        let changed = self.rows.iter().filter(|row| row.base_value.is_some());
        changed.map(|row| format!("{}={}", row.field.name, value_text(&row.value).replace(['"', ' '], "")))
    }

    /// The ruleset as a rules file that can be loaded again: every field, its documentation as comments.
    pub fn to_rules_file(&self) -> String {
        let head =
            format!("# {}: {} ({}, rules hash {})\n", self.id, self.title, self.family, self.hash_text());
        let base = format!("base = {:?}\n", self.base.unwrap_or(&self.id));
        let rows = self.rows.iter().map(|row| {
            let FieldDoc { name, doc, domain, meanings, .. } = row.field;
            let differs = row.base_value.as_ref().zip(self.base);
            let differs =
                differs.map_or(String::new(), |(value, base)| format!("  # {base}: {}", value_text(value)));
            let (doc, accepted) = (comment(doc), comment(&format!("accepted: {domain}")));
            let meanings: String = meanings
                .iter()
                .map(|(word, meaning)| comment(&format!("{word}: {meaning}")) + "\n")
                .collect();
            format!("\n{doc}\n{accepted}\n{meanings}{name} = {}{differs}\n", value_text(&row.value))
        });
        head + &base + &rows.collect::<String>()
    }
}

/// A text as comments of at most 100 characters.
fn comment(text: &str) -> String {
    let (mut lines, mut column) = ("#".to_owned(), 1);
    for word in text.split(' ') {
        let length = 1 + word.chars().count();
        if column + length > 100 {
            lines.push_str("\n#");
            column = 1;
        }
        lines.push(' ');
        lines.push_str(word);
        column += length;
    }
    lines
}

/// The fields in which two rulesets of one family differ, in the order of the struct.
///
/// None for rulesets of two families, which share no fields.
pub fn differences(a: &Described, b: &Described) -> Option<Vec<Difference>> {
    let pairs = a.rows.iter().zip(&b.rows).filter(|(a, b)| a.value != b.value);
    let difference =
        |(a, b): (&Row, &Row)| Difference { field: a.field.name, a: a.value.clone(), b: b.value.clone() };
    (a.family == b.family).then(|| pairs.map(difference).collect())
}
