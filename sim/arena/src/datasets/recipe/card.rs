//! The card of a data set: its README.md. It is all that a person, or the Hugging Face Hub, needs to work with the files.
//!
//! Columns, codes, rules, agents and sizes are taken from their definitions; the prose and the code that reads the files are
//! in the `.md` files of this folder. Scripts run every block of code of a card as printed.

mod codes;
mod columns;
mod front;
mod quote;

use super::{Logs, Recipe};
use hyakuman_core::game::GameFacts;
use hyakuman_core::game::rows::Table;
use hyakuman_record::manifest::{Manifest, TableSize};
use std::collections::BTreeMap;

/// Number of rows and bytes of each table.
pub type TableSizes = BTreeMap<String, TableSize>;

/// The card of the data set with this manifest: the number of matches is that of the manifest, all else that of the recipe.
pub fn of(game: &GameFacts, recipe: &Recipe, manifest: &Manifest) -> String {
    text(game, &Recipe { games: manifest.run.matches, ..recipe.clone() }, &manifest.totals)
}

/// The card as Markdown; depends on the recipe and the totals only.
pub fn text(game: &GameFacts, recipe: &Recipe, totals: &TableSizes) -> String {
    let has = |table: Table| recipe.tables.contains(&table);
    let mut sections = vec![front::text(game, recipe, totals), front::files(recipe, totals)];
    sections.push(include_str!("card/reading.md").to_owned());
    if has(Table::Matches) {
        sections.push(include_str!("card/matches.md").to_owned());
    }
    sections.push(columns::text(game, recipe));
    sections.push(codes::text(game, has(Table::Decisions) || has(Table::Replays), has(Table::Wins)));
    if has(Table::Decisions) {
        sections.push(include_str!("card/labels.md").to_owned());
        sections.extend(decoding(game.family));
    }
    if has(Table::Replays) {
        sections.push(include_str!("card/replays.md").to_owned());
    }
    if has(Table::Oracle) {
        sections.push(include_str!("card/oracle.md").to_owned());
        let has_ron_points = game.hidden_columns.iter().any(|column| column.name == "ron_points");
        if has_ron_points && has(Table::Decisions) {
            sections.push(include_str!("card/oracle_ron.md").to_owned());
        }
    }
    fill(&sections.join("\n"), game.seats, recipe)
}

/// The section on decoding the decision rows of a family: what all games of draws and discards have in common, then the
/// file of the family. In that file `@ROWS@` and `@IMITATION@` stand for code shared by the families.
fn decoding(family: &str) -> Option<String> {
    let own = match family {
        "riichi" => include_str!("card/riichi.md"),
        "toutenkou" => concat!(include_str!("card/toutenkou.md"), include_str!("card/riichi.md")),
        "yangzhou" => include_str!("card/yangzhou.md"),
        // A game without discards and calls: its rows have other columns.
        "toppan" => return Some(include_str!("card/toppan.md").to_owned()),
        _ => return None,
    };
    let own = own.replace("@ROWS@", include_str!("card/rows.py").trim_end());
    let own = own.replace("@IMITATION@", include_str!("card/imitation.md").trim_end());
    Some(include_str!("card/decoding.md").to_owned() + &own)
}

/// Replaces the placeholders by values of the data set.
fn fill(text: &str, seats: usize, recipe: &Recipe) -> String {
    let tables: Vec<_> = recipe.tables.iter().map(|table| table.name()).collect();
    // The table that most readers use, if it was recorded.
    let main = recipe.tables.iter().find(|table| **table == Table::Decisions).or(recipe.tables.first());
    let deals = if recipe.logs.is_some() {
        "the state before the first kyoku, the walls"
    } else {
        "the seed, the wall"
    };
    text.replace("@DEALS@", deals)
        .replace("@SEATS@", &seats.to_string())
        .replace("@LAST_SEAT@", &(seats - 1).to_string())
        .replace("@SEED@", &recipe.seed.to_string())
        .replace("@TABLES@", &format!("{tables:?}"))
        .replace("@SOME_TABLE@", tables.first().copied().unwrap_or_default())
        .replace("@MAIN_TABLE@", main.map(|table| table.name()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::game::Game;
    use hyakuman_riichi::Riichi;

    /// The recipe of 100 matches under these rules, with `kuitan = false`.
    fn recipe(ruleset: &str, tables: &[Table]) -> Recipe {
        let described = hyakuman_games::registry::load_preset("tenhou").expect("a preset").describe();
        let mut rules: toml::Table =
            described.rows.into_iter().map(|row| (row.field.name.into(), row.value)).collect();
        rules.insert("kuitan".into(), false.into());
        Recipe {
            version: "1.2.3".into(),
            ruleset: ruleset.into(),
            family: "riichi".into(),
            base: "tenhou".into(),
            rules_hash: "0123456789abcdef".into(),
            rules,
            seed: 5,
            games: 100,
            part_size: 50,
            seating: "rotate".into(),
            rotations: 1,
            seats: vec!["ukeire".into(); 4],
            agents: vec!["ukeire".into()],
            not_deterministic: Vec::new(),
            evaluate: None,
            measures: Vec::new(),
            label: None,
            logs: None,
            tables: tables.to_vec(),
        }
    }

    /// In the decoding section of each family every block of code is closed and no placeholder is left.
    #[test]
    fn families_are_decoded() {
        for family in ["riichi", "toutenkou", "yangzhou"] {
            let text = fill(&decoding(family).expect("a file"), 4, &recipe("tenhou", &[]));
            assert!(text.contains("class Chunks") && text.contains("def inputs"), "{family}");
            assert_eq!(text.matches("```").count() % 2, 0, "{family}");
            assert!(!text.contains("@ROWS@") && !text.contains("@IMITATION@") && !text.contains("@SEATS@"));
        }
        assert_eq!(decoding("bridge"), None);
        for hyakuman_games::registry::Listing { family, .. } in hyakuman_games::registry::rulesets() {
            assert!(decoding(family).is_some(), "card/ has no file that says how rows of {family} are read");
        }
    }

    fn card(ruleset: &str, tables: &[Table]) -> String {
        text(&GameFacts::of::<Riichi<4>>(), &recipe(ruleset, tables), &TableSizes::new())
    }

    #[test]
    fn every_column_action_and_yaku_is_described_and_no_placeholder_is_left() {
        let card = card("tenhou", &Table::OF_RUN);
        for column in Table::OF_RUN.into_iter().flat_map(Table::columns::<Riichi<4>>) {
            let name = format!("`{}`", column.name);
            let between = column.name.ends_with("_1") || column.name.ends_with("_2");
            assert!(
                between || card.contains(&format!("| {name} ")) || card.contains(&format!(" {name} |")),
                "{name}"
            );
            assert!(card.contains(column.meaning), "{}", column.meaning);
        }
        assert!(Riichi::<4>::ACTIONS.iter().all(|codes| card.contains(codes.meaning)));
        assert!(card.contains("45 `junsei_chuuren`") && card.contains("| 34-36 | 0m 0p 0s |"), "{card}");
        let placeholder = |rest: &str| rest.starts_with(|first: char| first.is_ascii_uppercase());
        assert!(!card.split('@').skip(1).any(placeholder), "{card}");
    }

    #[test]
    fn only_recorded_tables_are_described() {
        let card = card("tenhou", &[Table::Matches]);
        assert!(card.contains("config_name: matches") && card.contains("FROM 'matches/*.parquet'"));
        for table in ["kyoku", "wins", "decisions", "replays"] {
            assert!(!card.contains(&format!("{table}/*.parquet")), "{table}");
        }
    }

    #[test]
    fn the_command_names_the_rules_that_differ() {
        let tables = [Table::Kyoku, Table::Wins];
        let command = "hyakuman run --rules tenhou --set 'kuitan=false' \\\n  --agents ukeire --seating rotate --games 100 \
                       --seed 5 \\\n  --record kyoku,wins --part-size 50 --out DIR\n";
        assert!(card("tenhou", &tables).contains(command), "{}", card("tenhou", &tables));
        let of_file = card("house", &tables);
        assert!(
            of_file
                .contains("With the file `house.toml`:\n\n```toml\nbase = \"tenhou\"\nkuitan = false\n```"),
            "{of_file}"
        );
        assert!(of_file.contains("hyakuman run --rules house.toml \\\n"), "{of_file}");
    }

    /// Names from elsewhere stay names: they are no markup, end no line and start no command.
    #[test]
    fn names_are_quoted() {
        let name = "<script>x</script>\n# y `; touch z #";
        let agent = "mjai:cmd=<img src=x>|\n```\n".to_owned();
        let mut recipe = recipe(name, &[Table::Kyoku]);
        recipe.seats = vec![agent.clone(); 4];
        recipe.agents = vec![agent.clone()];
        recipe.not_deterministic = vec![agent];
        let card = text(&GameFacts::of::<Riichi<4>>(), &recipe, &TableSizes::new());
        let pretty_name = r##"pretty_name: "100 matches of <script>x</script>\\n# y `; touch z # mahjong"##;
        assert!(card.starts_with(&format!("---\n{pretty_name}")), "{card}");
        let heading =
            r"# 100 matches of \<script\>x\</script\>\\n# y \`; touch z # mahjong (mjai:cmd=\<img src=x\>\|";
        assert!(card.contains(&format!("\n{heading}")), "{card}");
        assert!(card.contains(r"| 0 | ```` mjai:cmd=<img src=x>\|\n```\n ```` |"), "{card}");
        assert!(!card.lines().any(|line| line.starts_with("# y")), "{card}");
        assert!(
            card.contains("hyakuman run --rules '<script>x</script>\\n# y `; touch z #.toml' \\\n"),
            "{card}"
        );
    }
}
