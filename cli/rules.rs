//! `hyakuman rules`: rulesets as data.

mod trial;

use crate::choice::{load, read, source};
use crate::failure;
use anyhow::Result;
use clap::{Args, Subcommand};
use hyakuman_core::game::ruleset::{
    Described, Difference, Problem, RuleRow, RulesError, Source, differences,
};
use hyakuman_report::document::{Table, plain};
use hyakuman_riichi::written_yaku::{self, not_built_towards};
use serde_json::{Value, json};
use std::io::Write;
use trial::TryArgs;

/// Show, compare and check rulesets
#[derive(Args, Debug)]
pub struct RulesArgs {
    #[command(subcommand)]
    command: RulesCommand,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

/// Wherever a ruleset is expected, the path of a rules file (.toml) is accepted too.
#[derive(Subcommand, Debug)]
enum RulesCommand {
    /// List the rulesets
    List,
    /// Show every rule of a ruleset and its meaning; the output is a valid rules file
    Show {
        /// Name of a ruleset, or path of a rules file (.toml)
        #[arg(value_name = "ID")]
        rules: String,
        /// Change a rule, for example --set kuitan=false; may be repeated
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
    },
    /// Show the rules that differ between two rulesets
    Diff {
        /// Name of a ruleset, or path of a rules file (.toml)
        a: String,
        /// The ruleset to compare it with
        b: String,
    },
    /// Draw hands with each yaku of a rules file and hands that just miss it, and say how often it is won
    ///
    /// How often is counted in matches. docs/own-rules.md says how a yaku is written.
    Try(TryArgs),
    /// List the words that a yaku of a rules file is written with, as Markdown
    Words,
    /// Check a rules file
    Check {
        /// Path of the rules file (.toml)
        file: String,
    },
}

/// Runs `hyakuman rules`, writing to `out`.
pub fn run(args: &RulesArgs, out: &mut impl Write) -> Result<()> {
    match &args.command {
        RulesCommand::List => list(args.json, out),
        RulesCommand::Show { rules, set } => show(&describe(&source(rules, set)?)?, args.json, out),
        RulesCommand::Diff { a, b } => {
            diff(&describe(&source(a, &[])?)?, &describe(&source(b, &[])?)?, args.json, out)
        }
        RulesCommand::Check { file } => check(file, args.json, out),
        RulesCommand::Try(options) => trial::run(options, &read(&options.file)?, args.json, out),
        RulesCommand::Words => words(args.json, out),
    }
}

fn describe(source: &Source) -> Result<Described, RulesError> {
    load(source).map(|rules| rules.describe())
}

/// Every ruleset of every family.
fn presets() -> Vec<Described> {
    let described = |id| hyakuman_games::registry::load_preset(id).map(|rules| rules.describe());
    hyakuman_games::registry::rulesets().iter().filter_map(|listing| described(listing.id).ok()).collect()
}

fn list(json: bool, out: &mut impl Write) -> Result<()> {
    let presets = presets();
    if json {
        return write_json(out, &presets.iter().map(head).collect());
    }
    let row = |of: &Described| [of.id.clone(), of.family.to_owned(), of.title.clone()];
    write_table(out, [""; 3], presets.iter().map(row))
}

fn show(described: &Described, json: bool, out: &mut impl Write) -> Result<()> {
    if !json {
        return Ok(out.write_all(described.to_rules_file().as_bytes())?);
    }
    let field = |RuleRow { field, value, base_value }: &RuleRow| {
        let mut object =
            json!({ "name": field.name, "value": value, "doc": field.doc, "accepted": field.domain });
        if !field.meanings.is_empty() {
            object["meanings"] = field.meanings.iter().copied().collect();
        }
        if let Some(base_value) = base_value {
            object["base_value"] = json!(base_value);
        }
        object
    };
    let mut object = head(described);
    object["fields"] = described.rows.iter().map(field).collect();
    write_json(out, &object)
}

fn diff(a: &Described, b: &Described, json: bool, out: &mut impl Write) -> Result<()> {
    let Some(found) = differences(a, b) else {
        let message = format!("family {}, cannot be compared with {} of family {}", a.family, b.id, b.family);
        return Err(RulesError::one(a.id.clone(), message).into());
    };
    if json {
        let fields: Vec<Value> =
            found.iter().map(|found| json!({ "name": found.field, "a": found.a, "b": found.b })).collect();
        return write_json(out, &json!({ "a": head(a), "b": head(b), "differences": fields }));
    }
    if found.is_empty() {
        return Ok(writeln!(out, "no differences")?);
    }
    write_table(out, ["field", &a.id, &b.id], found.iter().flat_map(Difference::lines))
}

/// Writes columns of words.
fn write_table(
    out: &mut impl Write,
    heads: [&str; 3],
    rows: impl Iterator<Item = [String; 3]>,
) -> Result<()> {
    let table = Table::new(heads, rows.map(|[label, a, b]| (label, vec![plain(a), plain(b)])));
    Ok(writeln!(out, "{}", Table { words: true, ..table })?)
}

fn check(file: &str, json: bool, out: &mut impl Write) -> Result<()> {
    let rules = match read(file).and_then(|source| load(&source)) {
        Ok(rules) => rules,
        Err(error) if json => return refuse(file, &error, out),
        Err(error) => return Err(error.into()),
    };
    let described = rules.describe();
    let unbuilt = not_built_towards(rules.written_yaku());
    let differs: Vec<&str> =
        described.rows.iter().filter(|row| row.base_value.is_some()).map(|row| row.field.name).collect();
    if json {
        let mut object = head(&described);
        object["file"] = json!(file);
        object["ok"] = json!(true);
        object["differs"] = json!(differs);
        let unbuilt = unbuilt.map(|message| Problem { place: file.to_owned(), message });
        object["warnings"] = rules.warnings().iter().chain(&unbuilt).map(problem).collect();
        return write_json(out, &object);
    }
    unbuilt.iter().for_each(|sentence| failure::warn(&format!("{file}: {sentence}")));
    let base = described.base.unwrap_or_default();
    let differs = if differs.is_empty() { "nothing".to_string() } else { differs.join(", ") };
    Ok(writeln!(out, "{file}: ok, differs from {base} in {differs} (rules hash {})", described.hash_text())?)
}

/// Writes all errors of a file as JSON; the message on standard error only counts them.
fn refuse(file: &str, error: &RulesError, out: &mut impl Write) -> Result<()> {
    let problems: Vec<Value> = error.0.iter().map(problem).collect();
    let count = match problems.len() {
        1 => "1 problem".to_string(),
        many => format!("{many} problems"),
    };
    write_json(out, &json!({ "file": file, "ok": false, "problems": problems }))?;
    Err(RulesError::one(file.into(), count).into())
}

fn problem(found: &Problem) -> Value {
    json!({ "place": found.place, "message": found.message })
}

/// The fields that identify a ruleset, as JSON.
fn head(described: &Described) -> Value {
    let (Described { id, title, family, base, .. }, hash) = (described, described.hash_text());
    json!({ "id": id, "title": title, "family": family, "base": base, "rules_hash": hash })
}

/// The words of yaku of a rules file.
fn words(json: bool, out: &mut impl Write) -> Result<()> {
    if !json {
        return Ok(out.write_all(written_yaku::words_as_markdown().as_bytes())?);
    }
    let one = |word: &written_yaku::Word| json!({ "word": word.word, "meaning": word.meaning });
    let table = |(title, words): &(&str, &[written_yaku::Word])| json!({ "title": title, "words": words.iter().map(one).collect::<Vec<_>>() });
    write_json(out, &written_yaku::WORDS.iter().map(table).collect())
}

fn write_json(out: &mut impl Write, value: &Value) -> Result<()> {
    Ok(writeln!(out, "{value}")?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use hyakuman_core::game::ruleset::Ruleset;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        rules: RulesArgs,
    }

    /// Runs a command line; its output and its error message.
    fn rules(line: &str) -> (String, String) {
        let args = Cli::try_parse_from(std::iter::once("rules").chain(line.split_whitespace())).expect(line);
        let mut out = Vec::new();
        let error = run(&args.rules, &mut out).err().map_or(String::new(), |error| error.to_string());
        (String::from_utf8(out).expect("UTF-8"), error)
    }

    /// A rules file in a temporary folder, and its path.
    fn file(text: &str) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("house.toml").to_str().expect("UTF-8").to_string();
        std::fs::write(&path, text).expect("a file");
        (folder, path)
    }

    #[test]
    fn list_names_every_ruleset() {
        let (text, _) = rules("list");
        let first: Vec<&str> = text.lines().next().expect("a line").split_whitespace().collect();
        assert_eq!(first, ["tenhou", "riichi", "Tenhou,", "four", "players,", "hanchan"]);
        let last = text.lines().find(|line| line.starts_with("yangzhou-7 ")).expect("a line");
        assert!(last.ends_with("yangzhou   Yangzhou mahjong, 7 fan to win"), "{last}");
        let (json, _) = rules("list --json");
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json.as_array().expect("a list").len(), text.lines().count());
        assert_eq!(json[1]["base"], "tenhou");
    }

    #[test]
    fn show_writes_a_file_that_passes_check() {
        let (text, _) = rules("show tenhou --set uma=[15,5,-5,-15]");
        assert!(text.contains("\numa = [15, 5, -5, -15]  # tenhou: [20, 10, -10, -20]\n"), "{text}");
        let (_folder, path) = file(&text);
        let (output, error) = rules(&format!("check {path}"));
        assert!(output.contains(": ok, differs from tenhou in uma (rules hash "), "{output}{error}");
        let (diff, _) = rules(&format!("diff {path} tenhou"));
        let words: Vec<Vec<&str>> = diff.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words[0], ["field", "house", "tenhou"]);
        assert_eq!(words[1][0], "uma");
        assert_eq!(words.len(), 2);
    }

    #[test]
    fn show_as_json_has_every_field() {
        let (json, _) = rules("show mahjongsoul --json");
        let json: Value = serde_json::from_str(&json).expect("JSON");
        let fields = json["fields"].as_array().expect("a list");
        assert_eq!(fields.len(), hyakuman_riichi::RiichiRules::FIELDS.len());
        let uma = fields.iter().find(|field| field["name"] == "uma").expect("uma");
        assert_eq!(
            (&uma["value"], &uma["base_value"]),
            (&json!([15, 5, -5, -15]), &json!([20, 10, -10, -20]))
        );
    }

    #[test]
    fn a_file_is_checked_for_rules_without_effect() {
        let (_folder, path) = file("base = \"tenhou\"\nextension_winds = 2\nsudden_death = \"Off\"\n");
        let (json, error) = rules(&format!("check {path} --json"));
        let json: Value = serde_json::from_str(&json).expect(&error);
        assert_eq!((&json["ok"], &json["warnings"][0]["place"]), (&json!(true), &json!(format!("{path}:2"))));
        let message = json["warnings"][0]["message"].as_str().expect("a sentence");
        assert!(
            message.starts_with("`extension_winds` = 2 has no effect: `sudden_death` = Off means"),
            "{message}"
        );
    }

    #[test]
    fn a_yaku_that_no_agent_builds_towards_is_named() {
        let (_folder, path) =
            file("base = \"tenhou\"\n[[yaku]]\nname = \"Late\"\nhan = 1\nwhen = \"last-tile\"\n");
        let (json, error) = rules(&format!("check {path} --json"));
        let json: Value = serde_json::from_str(&json).expect(&error);
        let message = "no agent builds towards `late` (`last-tile`): that is rare and known at the win only";
        assert_eq!(json["warnings"], json!([{ "place": path, "message": message }]));
    }

    #[test]
    fn errors_name_file_and_line() {
        let (_folder, path) = file("base = \"tenhou\"\n\nkuitann = true\n");
        let expected = format!("{path}:3: there is no rule `kuitann`; did you mean `kuitan`?");
        for line in [format!("check {path}"), format!("show {path}"), format!("diff tenhou {path}")] {
            assert_eq!(rules(&line), (String::new(), expected.clone()), "{line}");
        }
        let (json, error) = rules(&format!("check {path} --json"));
        assert!(
            json.contains("\"ok\":false")
                && json.contains("did you mean")
                && error == format!("{path}: 1 problem"),
            "{json}{error}"
        );
        assert_eq!(rules("diff tenhou tenhou").0, "no differences\n");
        assert!(rules("check house.txt").1.starts_with("house.txt: not a rules file: "));
        assert!(rules("show tenhuo").1.starts_with("there is no ruleset \"tenhuo\"; "));
        assert!(rules("show tenhuo").1.contains("did you mean \"tenhou\"?"));
        assert!(
            rules("show /nowhere/x.toml").1.starts_with("/nowhere/x.toml: the rules file cannot be read: ")
        );
    }
}
