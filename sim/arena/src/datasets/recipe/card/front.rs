//! The beginning of the card: what the data set is, how to make it again, and its files.

use super::quote::{code, code_cell, list, words};
use super::{Logs, Recipe, TableSizes};
use hyakuman_agents::Roster;
use hyakuman_agents::spec::shell_word;
use hyakuman_core::excerpt::escaped;
use hyakuman_core::game::GameFacts;
use hyakuman_core::game::ruleset::value_text;

/// Size categories of the Hugging Face Hub.
const SIZES: [(u64, &str); 10] = [
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
    (1_000_000_000, "100M<n<1B"),
    (10_000_000_000, "1B<n<10B"),
    (100_000_000_000, "10B<n<100B"),
    (1_000_000_000_000, "100B<n<1T"),
];

/// Everything before the section on files.
pub(super) fn text(game: &GameFacts, recipe: &Recipe, totals: &TableSizes) -> String {
    let (about, again) = match &recipe.logs {
        None => (about(game, recipe), again(recipe)),
        Some(logs) => (about_logs(game, recipe, logs), NOT_AGAIN.to_owned()),
    };
    [head(game, recipe, totals), about, again].concat()
}

/// The metadata in YAML.
fn head(game: &GameFacts, recipe: &Recipe, totals: &TableSizes) -> String {
    let rows = totals.values().fold(0u64, |sum, total| sum.saturating_add(total.rows));
    let size = SIZES.iter().find(|(below, _)| rows < *below).map_or("n>1T", |(_, name)| name);
    let configs = recipe.tables.iter().map(|table| {
        let name = table.name();
        format!("- config_name: {name}\n  data_files: {name}/*.parquet\n")
    });
    format!(
        "---\npretty_name: {}\ntags:\n- mahjong\n- {}\n- {}\n- imitation-learning\n- offline-reinforcement-learning\n\
         task_categories:\n- reinforcement-learning\nsize_categories:\n- {size}\nconfigs:\n{}---\n\n",
        // A text of JSON is one of YAML.
        serde_json::Value::from(escaped(&title(recipe, str::to_owned))),
        game.family,
        if recipe.logs.is_some() { "real-games" } else { "self-play" },
        configs.collect::<String>(),
    )
}

fn title(recipe: &Recipe, quoted: fn(&str) -> String) -> String {
    let matches = if recipe.games == 1 { "match" } else { "matches" };
    if recipe.logs.is_some() {
        return format!("{} {matches} of {} mahjong, from logs", recipe.games, quoted(&recipe.ruleset));
    }
    let agents: Vec<String> = recipe.agents.iter().map(|agent| quoted(agent)).collect();
    format!("{} {matches} of {} mahjong ({})", recipe.games, quoted(&recipe.ruleset), agents.join(", "))
}

fn about(game: &GameFacts, recipe: &Recipe) -> String {
    let Recipe { version, ruleset, rules_hash, games, seed, rotations, .. } = recipe;
    let walls = match rotations {
        1 => "each on a wall of its own".to_owned(),
        rotations => format!("{rotations} on each wall, with the agents moved by one seat each time"),
    };
    let agents: String = (0..).zip(&recipe.agents).map(|(number, agent)| agent_line(number, agent)).collect();
    format!(
        "# {}\n\nMahjong self-play of computer agents, simulated by hyakuman {version}: {games} matches of {} players \
         ({}), {walls}.\nFamily `{}`, ruleset {} (hash of its rules `{rules_hash}`; every rule is in \
         `manifest.json`), seed {seed}.\n\n| agent | name | what it does |\n| --- | --- | --- |\n{agents}\n",
        title(recipe, words),
        game.seats,
        list(&recipe.seats),
        game.family,
        code(ruleset),
    )
}

/// What a data set of logs is.
fn about_logs(game: &GameFacts, recipe: &Recipe, logs: &Logs) -> String {
    let Recipe { version, ruleset, rules_hash, games, .. } = recipe;
    let names = match logs.names.as_str() {
        "keep" => "the names of the players as the logs write them",
        "hash" => {
            "a pseudonym of each player, the first 16 digits of the SHA-256 of the name: whoever knows a name can compute it"
        }
        _ => "no names of players",
    };
    format!(
        "# {}\n\nReal games, read from logs by hyakuman {version}, judged by the rules they were played by, and recorded as the program records \
         its own matches: {games} matches of {} players, of which {} start late or stop early (`partial`).\n{} more matches of the \
         {} logs are left out: they cannot be read, or differ from their rules. Matches by other rules are in data sets of their own.\nFamily `{}`, ruleset {} (hash \
         of its rules `{rules_hash}`; every rule is in `manifest.json`). The table `sources` has the log of each match, and {names}.\n\n",
        title(recipe, words),
        game.seats,
        logs.partial,
        logs.left_out,
        logs.documents,
        game.family,
        code(ruleset),
    )
}

/// The section of a data set of logs in the place of [`again`].
const NOT_AGAIN: &str = "\
## Where the tiles come from

No seed determines these matches: `seed` is 0 and `wall` is the number of the match. The table `replays` has the wall of every kyoku; \
tiles that a log does not show are any of those left, so the columns of `oracle` on tiles to come are made up from there on. The agent \
of every seat is `player`.

Where the answer of another seat hides whether a seat would have claimed a tile, `answer_known` is false and `action` is a pass: leave \
such rows out of training.
";

fn agent_line(number: usize, agent: &str) -> String {
    let name = agent.split(':').next().unwrap_or(agent);
    let roster = Roster::built_in();
    let about = roster.entries().iter().find(|entry| entry.name == name).map_or("", |entry| &entry.about);
    format!("| {number} | {} | {about} |\n", code_cell(agent))
}

/// The section with the command that makes the same files.
fn again(recipe: &Recipe) -> String {
    let preset = hyakuman_games::registry::load_preset(&recipe.ruleset).is_ok();
    let differs = differs(recipe, if preset { &recipe.ruleset } else { &recipe.base });
    let mut text = "## Make it again\n\n".to_owned();
    let file = escaped(&recipe.ruleset) + if preset { "" } else { ".toml" };
    let mut rules = format!("--rules {}", shell_word(&file));
    if preset {
        rules.extend(differs.iter().map(|(name, value)| format!(" --set '{name}={value}'")));
    } else {
        let lines = differs.iter().map(|(name, value)| format!("{name} = {value}\n"));
        let lines: String = lines.collect();
        text +=
            &format!("With the file {}:\n\n```toml\nbase = {:?}\n{lines}```\n\n", code(&file), recipe.base);
    }
    let same = match &recipe.not_deterministic[..] {
        [] => format!(
            "Version {} writes the same bytes again, on any machine and with any number of threads.",
            recipe.version
        ),
        agents => format!(
            "Not deterministic: {}. Another run has other matches on the same walls; the table `replays`, if it is there, \
             has these matches.",
            agents.iter().map(|agent| code(agent)).collect::<Vec<_>>().join(", ")
        ),
    };
    text + &format!(
        "```sh\nhyakuman run {rules} \\\n  --agents {} --seating {} --games {} --seed {} \\\n  --record {} --part-size {} \
         --out DIR\n```\n\n{same}\n",
        shell_word(&escaped(&seats(recipe))),
        recipe.seating,
        recipe.games,
        recipe.seed,
        recipe.tables.iter().map(|table| table.name()).collect::<Vec<_>>().join(","),
        recipe.part_size,
    )
}

/// The rules that differ from this preset, with their values.
fn differs(recipe: &Recipe, preset: &str) -> Vec<(&'static str, String)> {
    let Ok(preset) = hyakuman_games::registry::load_preset(preset) else { return Vec::new() };
    let rows = preset.describe().rows.into_iter();
    rows.filter_map(|row| {
        let value = recipe.rules.get(row.field.name).filter(|value| **value != row.value)?;
        Some((row.field.name, value_text(value)))
    })
    .collect()
}

/// The agents as on the command line: one name if it plays all seats.
fn seats(recipe: &Recipe) -> String {
    match &recipe.seats[..] {
        [first, others @ ..] if others.iter().all(|other| other == first) => first.clone(),
        seats => seats.join(","),
    }
}

/// The section on files.
pub(super) fn files(recipe: &Recipe, totals: &TableSizes) -> String {
    let (games, part_size) = (recipe.games, recipe.part_size);
    let files = match games.div_ceil(part_size) {
        1 => "Each table has one file: `part-000000.parquet`.".to_owned(),
        parts => format!(
            "Each table has {parts} files, one for each part of {part_size} matches: `part-000000.parquet` has the first ones."
        ),
    };
    let lines = recipe.tables.iter().map(|table| {
        let (name, total) = (table.name(), totals.get(table.name()).copied().unwrap_or_default());
        format!(
            "| `{name}/*.parquet` | {} | {} | {} |\n",
            total.rows,
            total.bytes,
            super::columns::about(*table)
        )
    });
    format!(
        "## Files\n\n| files | rows | bytes | content |\n| --- | --- | --- | --- |\n{}\n{files} Rows are in order of `match`, and no match is \
         in two parts. `manifest.json` holds the recipe (every rule, the agents) and rows, bytes and SHA-256 of each \
         file; the folder `parts/` is used by the program only.\n",
        lines.collect::<String>(),
    )
}
