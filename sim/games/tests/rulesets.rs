//! What is written of every ruleset: its hash and its behaviour, its differences in RULES.md, its line in docs/rulesets.md.

use hyakuman_core::game::ruleset::{Preset, Ruleset, value_text};
use hyakuman_core::testing::signature::signature;
use hyakuman_core::testing::written;
use hyakuman_games::registry::{Listed, Listing, Visitor, load_preset, rulesets};
use hyakuman_riichi::RiichiRules;
use hyakuman_riichi::toutenkou::ToutenkouRules;
use hyakuman_toppan::ToppanRules;
use hyakuman_yangzhou::YangzhouRules;
use std::sync::Arc;

/// The hash of the rules, and the signature.
struct Pins;

impl Visitor for Pins {
    type Output = [u64; 2];

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> [u64; 2] {
        [rules.rules_hash(), signature::<G>(rules)]
    }
}

/// A hash changes only when the value of a rule does, a signature with the behaviour: then records say so, and so does the changelog.
#[test]
fn rulesets_are_pinned() {
    let pin = |listing: &Listing| {
        let [hash, signature] = load_preset(listing.id).unwrap().visit(Pins);
        format!("{} {hash:016x} {signature:016x}\n", listing.id)
    };
    let found: String = rulesets().iter().map(pin).collect();
    written::file("sim/games/tests/rulesets.txt", |_| found);
}

#[test]
fn rulesets_are_written_on_their_page() {
    let row = |&Listing { id, base, about, .. }: &Listing| {
        let base = base.map_or(String::new(), |base| format!("`{base}`"));
        format!("| `{id}` | {base} | {about} |\n")
    };
    let rows: String = rulesets().iter().map(row).collect();
    let table = format!("| id | differs from | game |\n| --- | --- | --- |\n{rows}");
    written::part("docs/rulesets.md", "rulesets", &table);
}

#[test]
fn differences_of_rulesets_are_written() {
    differences_are_written::<RiichiRules>("sim/riichi/RULES.md");
    differences_are_written::<ToutenkouRules>("sim/riichi/src/toutenkou/RULES.md");
    differences_are_written::<YangzhouRules>("sim/yangzhou/RULES.md");
    differences_are_written::<ToppanRules>("sim/toppan/RULES.md");
}

/// A table of differences is headed `| field | BASE | RULESET | ... |`, and may have a last column `from`, which is kept. Every ruleset with
/// a base is in one; that with a single difference may stand in a sentence.
fn differences_are_written<R: Ruleset>(path: &str) {
    let mut shown = Vec::new();
    written::file(path, |page| {
        let (mut text, mut lines) = (String::new(), page.split_inclusive('\n').peekable());
        while let Some(line) = lines.next() {
            text += line;
            let Some(table) = Table::<R>::headed(line) else { continue };
            text += lines.next().expect("the line below the head");
            let rows: Vec<&str> = std::iter::from_fn(|| lines.next_if(|row| row.starts_with('|'))).collect();
            text += &table.rows(&rows);
            shown.extend(table.of.iter().map(|preset| preset.id));
        }
        for preset in R::PRESETS {
            let Some(base) = preset.base.and_then(R::preset) else { continue };
            let fields = Table { of: vec![base, preset], from: false }.fields().count();
            let stands =
                shown.contains(&preset.id) || fields == 1 && page.contains(&format!("`{}`", preset.id));
            let (base, id) = (base.id, preset.id);
            assert!(
                stands,
                "{path} does not say how `{id}` differs from `{base}`: write\n\n| field | {base} | {id} | from |\n\
                 | --- | --- | --- | --- |\n\nwhere it speaks of it; ./scripts/write.sh writes the rows, and `from` is for the sources"
            );
        }
        text
    });
}

/// A table of differences.
struct Table<R: Ruleset> {
    of: Vec<&'static Preset<R>>,
    /// Whether its last column is `from`.
    from: bool,
}

impl<R: Ruleset> Table<R> {
    /// That with this head.
    fn headed(line: &str) -> Option<Table<R>> {
        let cells = line.trim_end().strip_prefix("| field | ")?.strip_suffix(" |")?;
        let (cells, from) = cells.strip_suffix(" | from").map_or((cells, false), |cells| (cells, true));
        let of: Option<Vec<_>> = cells.split(" | ").map(R::preset).collect();
        Some(Table { of: of?, from })
    }

    /// The fields in which any ruleset differs from the first, each with the values.
    fn fields(&self) -> impl Iterator<Item = (&'static str, Vec<String>)> {
        let tables: Vec<_> = self.of.iter().map(|preset| (preset.rules)().to_table()).collect();
        let values = move |name| {
            let texts = tables.iter().map(|table| value_text(&table[name]).replace('"', ""));
            texts.collect::<Vec<_>>()
        };
        let fields = R::FIELDS.iter().map(move |field| (field.name, values(field.name)));
        fields.filter(|(_, values)| values.iter().any(|value| *value != values[0]))
    }

    /// Its rows, with the sources of those that are there.
    fn rows(&self, now: &[&str]) -> String {
        let row = |(name, values): (&str, Vec<String>)| {
            let head = format!("| `{name}` | ");
            let from = now
                .iter()
                .find(|row| row.starts_with(&head))
                .and_then(|row| row.trim_end().rsplit(" | ").next());
            let from = if self.from { format!(" {}", from.unwrap_or("|")) } else { String::new() };
            format!("{head}{} |{from}\n", values.join(" | "))
        };
        self.fields().map(row).collect()
    }
}
