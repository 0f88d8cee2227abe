//! Rules files and overrides: what is accepted, and what is told about what is not.

use super::*;
use crate::riichi::presets;
use crate::riichi::rules::RiichiRules;

fn load(file: &str, set: &[&str]) -> Result<Loaded<RiichiRules>, String> {
    let mut source = Source::file("rules/house.toml", file).map_err(|error| error.to_string())?;
    for assignment in set {
        source.set(assignment).map_err(|error| error.to_string())?;
    }
    source.load().map_err(|error| error.to_string())
}

#[test]
fn a_file_is_a_difference_from_its_base() {
    let file = "# our table\nbase = \"tenhou\"\numa = [15, 5, -5, -15]\n\nsudden_death = \"Off\"\n[noten]\nPool = 1200\n";
    let loaded = load(file, &["sudden_death=Immediate", "kuitan = false"]).unwrap();
    let expected = RiichiRules {
        uma: [15, 5, -5, -15],
        sudden_death: crate::riichi::rules::SuddenDeath::Immediate,
        noten: crate::riichi::rules::Noten::Pool(1_200),
        kuitan: false,
        ..presets::tenhou()
    };
    assert_eq!(loaded.rules, expected);
    assert_eq!((loaded.id.as_str(), loaded.base), ("house", Some("tenhou")));
}

/// Each row: a file, and what must be said about it. Long because it is one flat table of cases.
#[test]
fn errors_name_file_line_key_and_what_is_accepted() {
    let cases = [
        ("base = \"tenhou\"\numma = 3\n", "rules/house.toml:2: there is no rule `umma`; did you mean `uma`?"),
        (
            "base = \"tenhou\"\nzzzzzzzzz = 3\n",
            "rules/house.toml:2: there is no rule `zzzzzzzzz`; `rules show` lists them all",
        ),
        (
            "\n\nbase = \"tenhou\"\n\nkuitan = \"yes\"\n",
            "rules/house.toml:5: `kuitan` = \"yes\" is not accepted (invalid type: string \"yes\"); accepted: true | false",
        ),
        (
            "base = \"tenhou\"\numa = [20,\n 10]\n",
            "rules/house.toml:2: `uma` = [20, 10] is not accepted (invalid length 2); accepted: four whole numbers",
        ),
        (
            "base = \"tenhou\"\nstart_points = 25000.5\n",
            "rules/house.toml:2: `start_points` = 25000.5 is not accepted (invalid type: floating point `25000.5`)",
        ),
        ("base = \"tenhou\"\nstart_points = 99999999999\n", "(invalid value: integer `99999999999`)"),
        (
            "base = \"tenhou\"\nsudden_death = \"Later\"\n",
            "`sudden_death` = \"Later\" is not accepted (unknown variant `Later`); accepted: Off | RenchanFirst | Immediate",
        ),
        (
            "base = \"tenhou\"\nmax_yakuman = \"no\"\n",
            "(unknown word `no`); accepted: a whole number, 1 or more, or \"None\"",
        ),
        (
            "base = \"tenhou\"\nnoten = 3000\n",
            "`noten` = 3000 is not accepted (invalid type: integer); accepted: { Pool = points }",
        ),
        ("base = \"tenhou\"\npao = [\"Kokushi\"]\n", "accepted: a list of Daisangen"),
        ("base = \"tenhou\"\n[[uma]]\n", "rules/house.toml:2: `uma` = [{  }] is not accepted"),
        ("uma = [0,0,0,0]\n", "rules/house.toml: no `base`"),
        ("base = 4\n", "rules/house.toml:1: `base` = 4 is not accepted"),
        (
            "kuitan = true\nbase = \"tenhuo\"\n",
            "rules/house.toml:2: there is no ruleset \"tenhuo\"; did you mean \"tenhou\"?",
        ),
        (
            "base = \"other/house.toml\"\n",
            "rules/house.toml:1: there is no ruleset \"other/house.toml\"; the base of a rules file is the name of a \
             ruleset: tenhou, ",
        ),
        (
            "base = \"tenhou\"\n\nstart_points = 40000\n",
            "rules/house.toml:3: `start_points` = 40000 is not accepted with `reference_points` = 30000; accepted: ",
        ),
        (
            "base = \"tenhou\"\n\ndora_kan = false\ndora_kan_ura = false\nreserved_undrawn = 2\n",
            "rules/house.toml:5: ",
        ),
        (
            "base = \"tenhou\"\nnoten = { Pool = 1000 }\n",
            "rules/house.toml:2: `noten` = { Pool = 1000 } is not",
        ),
        ("base = \"tenhou\"\nkuitan = true\nkuitan = false\n", "rules/house.toml:3: duplicate key"),
        ("base = \"tenhou\"\nkuitan = maybe\n", "rules/house.toml:2: "),
        (
            "base = \"tenhou\"\n\nlength_winds = 0\n",
            "rules/house.toml:3: `length_winds` = 0 is not accepted with `extension_winds` = 1 (a match of one kyoku",
        ),
    ];
    for (file, expected) in cases {
        let told = load(file, &[]).map(|loaded| loaded.rules).expect_err(file);
        assert!(told.contains(expected), "{file}\n told: {told}\n not: {expected}");
    }
}

#[test]
fn all_errors_are_told_at_once() {
    let told = load("base = \"tenhou\"\nkuitan = 1\ntobi = 2\n", &["umma=3"]).unwrap_err();
    let places: Vec<&str> = told.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["rules/house.toml:2", "rules/house.toml:3", "--set umma=3"]);
}

#[test]
fn overrides_are_toml_or_bare_words() {
    let mut source = Source::preset("tenhou");
    for set in
        ["kuitan=false", "uma = [15, 5,-5,-15]", "sudden_death=Off", "pao=[Daisangen, Suukantsu]", "pao=[]"]
    {
        source.set(set).unwrap();
    }
    source.set("pao=[ Daisuushi ]").unwrap();
    source.set("max_yakuman=None").unwrap();
    let rules = source.load::<RiichiRules>().unwrap().rules;
    assert!(!rules.kuitan && rules.pao.iter().count() == 1 && rules.max_yakuman.is_none());
    for wrong in ["kuitan", "kuitan=", "uma=[1,2", "uma=1\ntobi=2", "uma=a b", "=3 4"] {
        assert!(Source::preset("tenhou").set(wrong).is_err(), "{wrong}");
    }
    let told = Source::preset("tenhou-easy").load::<RiichiRules>().map(|_| ()).unwrap_err().to_string();
    assert!(told.starts_with("there is no ruleset \"tenhou-easy\"; did you mean \"tenhou-east\"?"), "{told}");
}

/// "changed" is said of rules that differ; a file is always told with its base.
#[test]
fn what_changes_nothing_is_not_called_changed() {
    let titled = |loaded: Loaded<RiichiRules>| (loaded.title, loaded.base);
    let set = |id, assignment| {
        let mut source = Source::preset(id);
        source.set(assignment).unwrap();
        titled(source.load().unwrap())
    };
    let (tenhou, east) = ("Tenhou, four players, hanchan", "Tenhou, four players, east only");
    assert_eq!(set("tenhou", "kuitan=true"), (tenhou.into(), None));
    assert_eq!(set("tenhou", "kuitan=false"), (format!("{tenhou}, changed"), Some("tenhou")));
    assert_eq!(set("tenhou-east", "kuitan=true"), (east.into(), Some("tenhou")));
    assert_eq!(set("tenhou-east", "kuitan=false"), (format!("{east}, changed"), Some("tenhou-east")));
    let file = |text| titled(load(text, &[]).unwrap());
    assert_eq!(file("base = \"tenhou\"\n"), (tenhou.into(), Some("tenhou")));
    assert_eq!(file("base = \"tenhou\"\nkuitan = true\n"), (tenhou.into(), Some("tenhou")));
    assert_eq!(file("base = \"tenhou\"\nkuitan = false\n"), (format!("{tenhou}, changed"), Some("tenhou")));
}

/// A contradiction is told where the last of its rules was written.
#[test]
fn contradictions_are_told_at_the_override() {
    let told =
        load("base = \"mahjongsoul\"\ntriple_ron_abort = false\n", &["triple_ron_abort=true"]).unwrap_err();
    assert!(
        told.starts_with(
            "--set triple_ron_abort=true: `triple_ron_abort` = true is not accepted with `multi_ron` = "
        ),
        "{told}"
    );
}

#[test]
fn a_ruleset_is_described_as_a_file_that_loads_again() {
    for id in ["tenhou", "mahjongsoul-east"] {
        let loaded = Source::preset(id).load::<RiichiRules>().unwrap();
        let text = loaded.describe().to_rules_file();
        assert_eq!(load(&text, &[]).unwrap().rules, loaded.rules, "{text}");
    }
    let east = Source::preset("tenhou-east").load::<RiichiRules>().unwrap().describe();
    assert!(east.to_rules_file().contains("\nlength_winds = 1  # tenhou: 2\n"), "{}", east.to_rules_file());
    assert_eq!(east.rows.iter().filter(|row| row.base_value.is_some()).count(), 1);
}

#[test]
fn differences_are_listed_in_order() {
    let described = |id| Source::preset(id).load::<RiichiRules>().unwrap().describe();
    let found = differences(&described("tenhou"), &described("mahjongsoul-east")).unwrap();
    let fields: Vec<&str> = found.iter().map(|difference| difference.field).collect();
    assert_eq!(fields[..4], ["length_winds", "reference_points", "uma", "final_rounding"]);
    assert_eq!((value_text(&found[0].a), value_text(&found[0].b)), ("2".into(), "1".into()));
    assert_eq!(differences(&described("tenhou"), &described("tenhou")), Some(vec![]));
}
