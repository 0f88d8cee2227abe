//! Rules as data for output, of any family: every field with its value, and the differences.

use super::{FieldDoc, Loaded, Ruleset, value_text};
use toml::{Table, Value};

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
    pub rows: Vec<RuleRow>,
}

/// One field of a ruleset.
#[derive(Clone, Debug)]
pub struct RuleRow {
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
            RuleRow { field, value, base_value }
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
        // Tables end the part of a file where single rules may stand.
        let (tables, rows): (Vec<&RuleRow>, Vec<&RuleRow>) =
            self.rows.iter().partition(|row| !named_tables(&row.value).is_empty());
        let rows = rows.iter().map(|row| {
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
        let tables = tables.iter().map(|row| tables_of(row)).collect::<String>();
        head + &base + &rows.collect::<String>() + &tables
    }
}

/// A rule whose value is a list of tables.
fn tables_of(row: &RuleRow) -> String {
    let FieldDoc { name, doc, .. } = row.field;
    let table = |(_, table): (&str, &Table)| {
        let first = table.get_key_value("name");
        let rest = table.iter().filter(|(key, _)| *key != "name");
        let lines =
            first.into_iter().chain(rest).map(|(key, value)| format!("{key} = {}\n", value_text(value)));
        format!("\n[[{name}]]\n{}", lines.collect::<String>())
    };
    format!("\n{}\n", comment(doc)) + &named_tables(&row.value).into_iter().map(table).collect::<String>()
}

/// The tables of a list, each with its `name`; none if it is another value.
fn named_tables(value: &Value) -> Vec<(&str, &Table)> {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(|item| Some((item.get("name")?.as_str()?, item.as_table()?))).collect()
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

impl Difference {
    /// What differs, as text: field, first and second value. For a list of tables each table that differs, by its name.
    pub fn lines(&self) -> Vec<[String; 3]> {
        let [a, b] = [&self.a, &self.b].map(named_tables);
        if a.is_empty() && b.is_empty() {
            return vec![[self.field.to_owned(), value_text(&self.a), value_text(&self.b)]];
        }
        let mut names: Vec<&str> = a.iter().chain(&b).map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        let line = |name: &str| [format!("{} {name}", self.field), text_of(&a, name), text_of(&b, name)];
        names.into_iter().map(line).filter(|[_, a, b]| a != b).collect()
    }
}

/// The table of this name in one line, without its name.
fn text_of(tables: &[(&str, &Table)], name: &str) -> String {
    let Some((_, table)) = tables.iter().find(|(other, _)| *other == name) else { return "-".to_owned() };
    let mut rest = (*table).clone();
    rest.remove("name");
    value_text(&Value::Table(rest))
}

/// The fields in which two rulesets of one family differ, in the order of the struct.
///
/// None for rulesets of two families, which share no fields.
pub fn differences(a: &Described, b: &Described) -> Option<Vec<Difference>> {
    let pairs = a.rows.iter().zip(&b.rows).filter(|(a, b)| a.value != b.value);
    let difference = |(a, b): (&RuleRow, &RuleRow)| Difference {
        field: a.field.name,
        a: a.value.clone(),
        b: b.value.clone(),
    };
    (a.family == b.family).then(|| pairs.map(difference).collect())
}
