//! Rules files and overrides: what is accepted, and what is reported about the rest.

use hyakuman_core::game::ruleset::*;
use hyakuman_riichi::presets;
use hyakuman_riichi::rules::RiichiRules;

/// Calls a check of the rules of every family.
macro_rules! each_family {
    ($check:ident) => {
        $check::<RiichiRules>();
        $check::<hyakuman_riichi::toutenkou::ToutenkouRules>();
        $check::<hyakuman_yangzhou::YangzhouRules>();
        $check::<hyakuman_toppan::ToppanRules>();
    };
}

fn load(file: &str, set: &[&str]) -> Result<Loaded<RiichiRules>, String> {
    let mut source = Source::file("rules/house.toml", file);
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
        sudden_death: hyakuman_riichi::rules::SuddenDeath::Immediate,
        noten: hyakuman_riichi::rules::Noten::Pool(1_200),
        kuitan: false,
        ..presets::tenhou()
    };
    assert_eq!(loaded.rules, expected);
    assert_eq!((loaded.id.as_str(), loaded.base), ("house", Some("tenhou")));
}

/// Yaku of a file where they cannot be: one sentence each.
#[test]
fn yaku_from_a_file_are_refused_where_no_hand_can_have_them() {
    let told = |text: &str| {
        let error =
            hyakuman_games::registry::load(&Source::file("h.toml", text)).map(|_| ()).expect_err(text);
        error.to_string()
    };
    let of_three = |condition: &str| {
        format!("base = \"tenhou-sanma\"\n\n[[yaku]]\nname = \"Swan\"\nhan = 2\n{condition}\n")
    };
    let no_hand = "h.toml:3: no hand can have the yaku `Swan`: three players have no 2m to 8m";
    for wrong in [
        "has = \"2m\"",
        "has = \"2m 1p\"",
        "groups = [\"888m\"]",
        "groups = [\"123m\"]",
        "winning_tile = \"5m\"",
    ] {
        assert_eq!(told(&of_three(wrong)), no_hand, "{wrong}");
        let of_four = of_three(wrong).replace("-sanma", "");
        assert!(hyakuman_games::registry::load(&Source::file("h.toml", &of_four)).is_ok(), "{wrong}");
    }
    for right in
        ["has = \"19m\"", "has = \"m\"", "groups = [\"a123\"]", "winning_tile = \"m\"", "none = \"5m\""]
    {
        assert!(hyakuman_games::registry::load(&Source::file("h.toml", &of_three(right))).is_ok(), "{right}");
    }
    for (base, condition, why) in [
        ("tenhou", "when = \"red >= 5\"", "no win fits what it demands of `red`, which is 0 to 3"),
        ("tenhou", "when = \"norths >= 1\"", "no win fits what it demands of `norths`, which is 0 to 0"),
        ("tenhou-sanma", "when = \"red >= 5\"", "no win fits what it demands of `red`, which is 0 to 2"),
        ("tenhou-sanma", "when = \"from-across\"", "`from-across` never holds"),
        ("tenhou-sanma", "when = \"norths >= 4\"", ""),
    ] {
        let file = of_three(condition).replace("tenhou-sanma", base);
        let found = hyakuman_games::registry::load(&Source::file("h.toml", &file))
            .map(|_| ())
            .map_err(|e| e.to_string());
        let expected = format!("h.toml:3: no hand can have the yaku `Swan`: {why}");
        assert_eq!(found, if why.is_empty() { Ok(()) } else { Err(expected) }, "{condition}");
    }
    for base in ["yangzhou", "toppan", "toutenkou"] {
        let file = of_three("has = \"1m\"").replace("tenhou-sanma", base);
        assert_eq!(
            told(&file),
            format!("h.toml:3: yaku from a file are of games of riichi mahjong; {base} has none")
        );
    }
    let deep = format!("base = \"tenhou\"\nyaku = {}{}\n", "[".repeat(200), "]".repeat(200));
    let sentence =
        "h.toml:2: lists or tables are nested too deeply; no rule needs more than three in each other";
    assert_eq!(told(&deep), sentence);
}

/// Of a file whose base is misspelt the faults of the family are shown that knows its rules.
#[test]
fn a_misspelt_base_hides_no_fault_of_a_yaku() {
    let file = "base = \"tenhu\"\n[[yaku]]\nname = \"Swan\"\nhan = 1\nwhen = \"tsmuo\"\ngroups = [\"EEEE\", \"2 rum\"]\n";
    let message =
        hyakuman_games::registry::load(&Source::file("h.toml", file)).map(|_| ()).unwrap_err().to_string();
    let lines: Vec<&str> = message.lines().collect();
    let [base, when, groups] = lines[..] else { panic!("{message}") };
    assert!(
        base.starts_with("h.toml:1: there is no ruleset \"tenhu\"; did you mean \"tenhou\"?"),
        "{message}"
    );
    assert!(when.starts_with("h.toml:5:9: `tsmuo` is not accepted; did you mean `tsumo`?"), "{message}");
    assert!(groups.starts_with("h.toml:6:22: `rum` is not accepted; did you mean `run`?"), "{message}");
}

/// What is wrong within a yaku is said in the order of its lines.
#[test]
fn faults_of_a_yaku_are_in_the_order_of_its_lines() {
    let file = "base = \"tenhou\"\n[[yaku]]\nwhen = \"tsmuo\"\nhan = 20\nlimitt = 3\nname = \"A\"\n[[yaku]]\nhan = 3\nwhen = \"ron\"\n";
    let message =
        hyakuman_games::registry::load(&Source::file("h.toml", file)).map(|_| ()).unwrap_err().to_string();
    let places: Vec<&str> = message.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["h.toml:3:9", "h.toml:4:7", "h.toml:5:10", "h.toml:7"], "{message}");
}

/// A word without quotes: what is said depends on the values of its rule.
#[test]
fn a_word_without_quotes_is_judged_by_its_rule() {
    for (line, expected) in [
        ("kuitan = no", "`kuitan` = no is not accepted; did you mean false? accepted: true | false"),
        ("kuitan = yes", "did you mean true?"),
        ("tobi = off", "`tobi` = off is not accepted; did you mean \"Off\"? accepted: Off | "),
        ("tobi = Off", "a word is in quotes in a file: tobi = \"Off\""),
        ("kuittan = no", "there is no rule `kuittan`; did you mean `kuitan`?"),
        ("base = tenhou", "a word is in quotes in a file: base = \"tenhou\""),
    ] {
        let message =
            load(&format!("base = \"tenhou\"\n{line}\n").replace("base = \"tenhou\"\nbase", "base"), &[]);
        let message = message.map(|_| ()).expect_err(line);
        assert!(message.contains(expected) && !message.contains('\n'), "{line}: {message}");
    }
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
            "rules/house.toml:5: `kuitan` = \"yes\" is not accepted (neither true nor false); did you mean true? accepted: true | false",
        ),
        (
            "base = \"tenhou\"\numa = [20,\n 10]\n",
            "rules/house.toml:2: `uma` = [20, 10] is not accepted (2 values instead of 4); accepted: four whole numbers",
        ),
        (
            "base = \"tenhou\"\nstart_points = 25000.5\n",
            "rules/house.toml:2: `start_points` = 25000.5 is not accepted (not a whole number); accepted: ",
        ),
        ("base = \"tenhou\"\nstart_points = 99999999999\n", "is not accepted (too large); accepted: "),
        (
            "base = \"tenhou\"\nsudden_death = \"Later\"\n",
            "`sudden_death` = \"Later\" is not accepted; accepted: Off | RenchanFirst | Immediate",
        ),
        (
            "base = \"tenhou\"\nmax_yakuman = \"no\"\n",
            "(neither a whole number nor None); did you mean \"None\"? accepted: a whole number, 1 or more, or \"None\"",
        ),
        (
            "base = \"tenhou\"\nnoten = 3000\n",
            "`noten` = 3000 is not accepted (not of the form { name = value }); accepted: { Pool = points }",
        ),
        ("base = \"tenhou\"\npao = [\"Kokushi\"]\n", "accepted: a list of Daisangen"),
        ("base = \"tenhou\"\n[[uma]]\n", "rules/house.toml:2: `uma` = [{}] is not accepted"),
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
        let message = load(file, &[]).map(|loaded| loaded.rules).expect_err(file);
        assert!(message.contains(expected), "{file}\n message: {message}\n not: {expected}");
    }
}

#[test]
fn all_errors_are_told_at_once() {
    let message = load("base = \"tenhou\"\nkuitan = 1\ntobi = 2\n", &["umma=3"]).unwrap_err();
    let places: Vec<&str> = message.lines().map(|line| line.split(": ").next().unwrap()).collect();
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
    for (name, meant) in [("tenhou-easy", "tenhou-east"), ("ema", "ema-2016")] {
        let message = Source::preset(name).load::<RiichiRules>().map(|_| ()).unwrap_err().to_string();
        let expected = format!("there is no ruleset {name:?}; did you mean {meant:?}?");
        assert!(message.starts_with(&expected), "{message}");
    }
}

/// "changed" is said of rules that differ; a file is always shown with its base.
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

/// A data set of a preset that differs from another one has the title of its own preset.
#[test]
fn recorded_rules_have_the_title_of_their_preset() {
    let soul = RiichiRules::preset("mahjongsoul").unwrap();
    let title = |set: &[&str]| {
        let mut source = Source::preset(soul.id);
        set.iter().for_each(|set| source.set(set).unwrap());
        let rules = source.load::<RiichiRules>().unwrap().rules.to_table();
        Source::recorded("run.json", soul.id, soul.base.unwrap(), &rules).load::<RiichiRules>().unwrap().title
    };
    assert_eq!(title(&[]), soul.title);
    assert_eq!(title(&["kuitan=false"]), "Tenhou, four players, hanchan, changed");
}

/// A contradiction is reported where the last of its rules was written.
#[test]
fn contradictions_are_told_at_the_override() {
    let message =
        load("base = \"mahjongsoul\"\ntriple_ron_abort = false\n", &["triple_ron_abort=true"]).unwrap_err();
    assert!(
        message.starts_with(
            "--set triple_ron_abort=true: `triple_ron_abort` = true is not accepted with `multi_ron` = "
        ),
        "{message}"
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

/// Each row: an override of Tenhou's rules, and what must be said about it.
#[test]
fn values_that_do_not_fit_are_told_in_words() {
    let cases = [
        ("sudden_death=off", "`sudden_death` = \"off\" is not accepted; did you mean Off? accepted: Off | "),
        ("sudden_death=IMEDIATE", "did you mean Immediate?"),
        ("multi_ron=head_bump", "did you mean HeadBump?"),
        ("tobi=false", "`tobi` = false is not accepted (not a name); did you mean Off?"),
        ("kuitan=no", "(neither true nor false); did you mean false? accepted: true | false"),
        (
            "start_points=3e4",
            "`start_points` = 30000.0 is not accepted (written with decimals); did you mean 30000?",
        ),
        ("start_points=25k", "\"25k\" is not a value; expected a number such as 25000, "),
        ("start_points=99999999999999999999", "99999999999999999999 is too large a number"),
        ("max_yakuman=none", "(neither a whole number nor None); did you mean None?"),
        (
            "red_fives=3",
            "`red_fives` = 3 is not accepted (not a list); accepted: three whole numbers from 0 to 4, such as [1, 1, 1]; \
             tenhou has red_fives=[1,1,1]",
        ),
        ("red_fives=[1,1]", "(2 values instead of 3)"),
        ("red_fives=[1,a,1]", "(value 2 of the list, \"a\", is not a whole number)"),
        ("pao=Daisangen", "(not a list); did you mean [Daisangen]?"),
        ("pao=[daisangen]", "(\"daisangen\" is none of the names); did you mean Daisangen?"),
        ("pao=[Daisangen,Daisangen]", "(\"Daisangen\" is in the list twice)"),
        ("noten.Pol=3000", "(there is no Pol); did you mean Pool? accepted: { Pool = points }"),
        ("noten={Pool=3000,PerPair=0}", "(2 names instead of one)"),
        ("noten={Pool=\"many\"}", "(the value of Pool is not a whole number)"),
        (
            "local_yaku.Kanburi=true",
            "`local_yaku` = { Kanburi = true } is not accepted (not a list); accepted: ",
        ),
        ("Kuitan=true", "there is no rule `Kuitan`; did you mean `kuitan`?"),
        ("redFives=[0,0,0]", "did you mean `red_fives`?"),
        ("tanyao=false", "there is no rule `tanyao`; did you mean `kuitan`?"),
        ("pinfu=true", "there is no rule `pinfu`; did you mean `open_pinfu_30` or `pinfu_tsumo`?"),
        ("dora=true", "there is no rule `dora`; `rules show` lists them all"),
    ];
    for (set, expected) in cases {
        let message = load("base = \"tenhou\"", &[set]).map(|loaded| loaded.rules).expect_err(set);
        assert!(
            message.contains(expected) && !message.contains('\n'),
            "{set}\n message: {message}\n not: {expected}"
        );
    }
    let in_file =
        load("base = \"tenhou\"\n\nred_fives = true\ntobi = \"off\"\n", &[]).map(|_| ()).unwrap_err();
    assert!(in_file.contains("rules/house.toml:3: `red_fives` = true is not accepted"), "{in_file}");
    assert!(in_file.contains("; tenhou has red_fives = [1, 1, 1]\n"), "{in_file}");
    assert!(
        in_file.contains("rules/house.toml:4: `tobi` = \"off\" is not accepted; did you mean \"Off\"?"),
        "{in_file}"
    );
}

#[test]
fn a_key_is_given_once_on_a_command_line() {
    let set = |assignments: &[&str]| {
        let assignments: Vec<String> = assignments.iter().map(|&text| text.to_owned()).collect();
        Source::preset("tenhou").set_all(&assignments).map_err(|error| error.to_string())
    };
    assert_eq!(set(&["kuitan=false", "tobi=Off"]), Ok(()));
    let message = "--set tobi=Below0: `tobi` is given twice, --set tobi=Off came before";
    assert_eq!(set(&["tobi=Off", "kuitan=false", "tobi=Below0"]), Err(message.into()));
    assert!(set(&["noten.Pool=1200", "noten={PerPair=0}"]).unwrap_err().contains("`noten` is given twice"));
    assert!(set(&["zzz.x=1", "zzz.x=2"]).unwrap_err().contains("`zzz` is given twice"));
}

/// The shape of each field of each family lets through what its type can be, and nothing else.
#[test]
fn shapes_are_the_types_of_the_fields() {
    each_family!(shapes_fit);
}

fn shapes_fit<R: Ruleset>() {
    let values: toml::Table = toml::from_str(
        "v = [true, 3, -1, 300, 70000, 99999999999, 1.5, 2.0, \"Off\", \"off\", \"None\", \"x\", \"3\", 1979-05-27, \
         [], [1], [1, 1, 1], [1, 1, 1, 1], [0.5, 1, 1], [[1]], [\"x\"], [\"Kyuushu\"], [\"Daisuushi\"], [300, 0, 0], {}, \
         { Pool = 600 }, { Pool = \"x\" }, { A = 1 }, { Pool = 1, PerPair = 1 }, [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]]",
    )
    .expect("TOML");
    let values = values["v"].as_array().expect("a list");
    let base = (R::PRESETS[0].rules)().to_table();
    for field in R::FIELDS {
        assert!(field.shape.fits(&base[field.name]), "{}", field.name);
        for value in values {
            let mut table = base.clone();
            table.insert(field.name.into(), value.clone());
            let fits = R::from_table(table).is_ok();
            assert_eq!(field.shape.fits(value), fits, "{} = {value}", field.name);
        }
    }
}

/// Each rule of the other families is named in RULES.md, and the clause at the end of its documentation is there; for
/// riichi see `rules/tests.rs`.
#[test]
fn every_rule_is_in_the_rule_text() {
    fn check<R: Ruleset>(text: &str) {
        for FieldDoc { name, doc, .. } in R::FIELDS {
            let (_, clause) = doc.rsplit_once(' ').expect("a sentence and a clause");
            let family = R::FAMILY;
            assert!(text.contains(&format!("`{name}`")), "{family}/RULES.md does not name the rule `{name}`");
            assert!(
                text.contains(&format!("**{clause}**")),
                "`{name}` cites {clause}, which is no clause of {family}/RULES.md"
            );
        }
    }
    check::<hyakuman_riichi::toutenkou::ToutenkouRules>(include_str!("../../riichi/src/toutenkou/RULES.md"));
    check::<hyakuman_yangzhou::YangzhouRules>(include_str!("../../yangzhou/RULES.md"));
    check::<hyakuman_toppan::ToppanRules>(include_str!("../../toppan/RULES.md"));
}

/// A family as it was, and as it is after a rule has been added.
mod added {
    use hyakuman_core::game::rule_fields;
    use hyakuman_core::game::ruleset::{FieldDoc, Limit, Preset, Ruleset, Warning};

    rule_fields! {
        /// Before.
        Before BEFORE of Before, r {
            /// Open tanyao.
            kuitan: bool = true; idle [],
        }
    }

    rule_fields! {
        /// After.
        After AFTER of After, r {
            /// Open tanyao.
            kuitan: bool = true; idle [],
            /// Points of a new kind; 0 is how it was before.
            bonus: u16 = 300; "a whole number"; inert "0"; idle [],
        }
    }

    const fn preset<R>(rules: fn() -> R) -> Preset<R> {
        Preset { id: "club", title: "Club", about: "", base: None, rules }
    }

    impl Ruleset for Before {
        const FAMILY: &'static str = "club";
        const FIELDS: &'static [FieldDoc] = BEFORE;
        const LIMITS: &'static [Limit<Self>] = &[];
        const PRESETS: &'static [Preset<Self>] = &[preset(|| Before::FIRST)];
        const WARNINGS: &'static [Warning<Self>] = &[];
    }

    impl Ruleset for After {
        const FAMILY: &'static str = "club";
        const FIELDS: &'static [FieldDoc] = AFTER;
        const LIMITS: &'static [Limit<Self>] = &[];
        const PRESETS: &'static [Preset<Self>] = &[preset(|| After::FIRST)];
        const WARNINGS: &'static [Warning<Self>] = &[];
    }
}

/// A data set of before a rule was added keeps its hash, and is read with the inert value, not that of the preset.
#[test]
fn an_older_data_set_has_the_inert_value_of_a_new_rule() {
    use added::{After, Before};
    let old = Before { kuitan: false };
    let source = Source::recorded("manifest.json", "club", "club", &old.to_table());
    let read = source.load::<After>().unwrap();
    assert_eq!((&read.rules, read.title.as_str()), (&After { kuitan: false, bonus: 0 }, "Club, changed"));
    assert_eq!(read.rules.rules_hash(), old.rules_hash());
    assert_eq!(read.describe().rows[1].value, toml::Value::Integer(0), "it is listed like any other");
    assert_ne!(After { bonus: 1, ..read.rules }.rules_hash(), old.rules_hash());
}

#[test]
fn a_data_set_says_every_rule_that_has_always_been_there() {
    let message = |table: &str| {
        let source = Source::recorded("manifest.json", "club", "club", &table.parse().unwrap());
        source.load::<added::After>().map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(message("bonus = 0"), "manifest.json: its rules lack `kuitan`, which every data set lists");
    assert_eq!(
        message("kuitan = true\nkan = 1"),
        "manifest.json: there is no rule `kan`; `rules show` lists them all"
    );
}

/// A default that does not fit its rule would be found by the first reader of an older data set.
#[test]
fn inert_values_fit_their_rules() {
    fn check<R: Ruleset>() {
        for field in R::FIELDS {
            let Some(value) = field.inert_value() else { continue };
            assert!(field.shape.fits(&value), "{}: {}", field.name, value_text(&value));
        }
    }
    check::<added::After>();
    each_family!(check);
}

/// Errors of every kind, each at its line: one does not hide those of another.
#[test]
fn all_faults_of_a_file_are_told_in_the_order_of_its_lines() {
    let places = |text: &str| -> Vec<String> {
        let error =
            hyakuman_games::registry::load(&Source::file("h.toml", text)).map(|_| ()).expect_err(text);
        error.0.into_iter().map(|problem| problem.place.replace("h.toml:", "")).collect()
    };
    let every_kind = "base = \"tenhou\"\nkuitan = maybe\numma = 3\nstart_points = 40000\nplayers = 7\ntobi = \"Off\n\
        kuitan true\nhan_shibari = 3\nlength_winds = 99999999999999999999\nippatsu = true\nippatsu = false\nx==3\n\
        nagashi_takes_honba = true\nnagashi = \"Off\"\n";
    assert_eq!(places(every_kind), ["2", "3", "4", "5", "6", "7", "8", "9", "11", "12", "14"]);
    for (text, expected) in [
        ("base = tenhou\nkuitan = 3\n", &["1", "2"][..]),
        ("base = \"tenhuo\"\nkuitan = 3\nhan_shibari = 3\nstart_points = 40000\n", &["1", "2", "3"]),
        ("base = \"yangzhuo\"\nlevel = 3\nkuikae = \"Banned\"\n", &["1", "2"]),
        ("kuitan = 3\nhan_shibari = 3\n", &["h.toml", "1", "2"]),
        // Contradictions with a rule that is wrong already would be guesses.
        ("base = \"tenhou\"\nstart_points = 40000\nreference_points = \"x\"\n", &["3"]),
        ("base = \"tenhou\"\nstart_points = 40000\nreferense_points = 40000\n", &["3"]),
        ("base = \"tenhou\"\nstart_points = 40000\nreference_points = 4x\n", &["3"]),
    ] {
        assert_eq!(places(text), expected, "{text}");
    }
    let message = load(
        "base = \"tenhou\"\nkuitan true\nsudden_death = Off\ntarget_points = 99999999999999999999\n",
        &[],
    );
    assert_eq!(
        message
            .map(|_| ())
            .unwrap_err()
            .lines()
            .map(|line| line.rsplit_once(": ").unwrap().1)
            .collect::<Vec<_>>(),
        [
            "key with no value, expected `=`",
            "sudden_death = \"Off\"",
            "99999999999999999999 is too large a number"
        ]
    );
}

/// Where a warning is told, and of what.
fn warned(file: &str, set: &[&str]) -> Vec<String> {
    let warnings = load(file, set).expect(file).warnings;
    warnings
        .into_iter()
        .map(|Problem { place, message }| format!("{place}: {}", &message[..message.find(" = ").unwrap()]))
        .collect()
}

#[test]
fn rules_that_do_nothing_are_warned_about_where_they_were_written() {
    let file =
        "base = \"tenhou\"\nextension_winds = 2\nmulti_ron_pot = \"Split\"\nmulti_ron = \"HeadBump\"\n";
    assert_eq!(warned(file, &[]), ["rules/house.toml:3: `multi_ron_pot`"]);
    assert_eq!(
        warned(file, &["sudden_death=Off"]),
        ["rules/house.toml:2: `extension_winds`", "rules/house.toml:3: `multi_ron_pot`"]
    );
    // An extension of the base that the change takes away is told where it was taken away; other unused rules of the base are not.
    assert_eq!(
        warned("base = \"tenhou\"\n", &["sudden_death=Off"]),
        ["--set sudden_death=Off: `extension_winds`"]
    );
    assert_eq!(warned("base = \"tenhou\"\n", &["max_kans=0", "multi_ron=HeadBump"]), [""; 0]);
    // Nothing is expected of a rule that is switched off.
    assert_eq!(warned("base = \"tenhou\"\n", &["max_kans=0", "kokushi_robs_ankan=false"]), [""; 0]);
    let said =
        load("base = \"tenhou\"\nextension_winds = 2\nsudden_death = \"Off\"\n", &[]).unwrap().warnings;
    assert_eq!(
        said[0].to_string(),
        "rules/house.toml:2: `extension_winds` = 2 has no effect: `sudden_death` = Off means that no extension is played, so the \
         match ends after `length_winds`"
    );
}

/// Neither as they are, nor written out in full, nor as a data set lists them; with a change only what the change brings about.
#[test]
fn no_preset_is_warned_about() {
    fn check<R: Ruleset>() {
        for preset in R::PRESETS {
            let plain = Source::preset(preset.id).load::<R>().unwrap();
            let shown = Source::file("shown.toml", &plain.describe().to_rules_file()).load::<R>().unwrap();
            let listed = Source::recorded("manifest.json", preset.id, preset.id, &plain.rules.to_table());
            for found in [plain.warnings, shown.warnings, listed.load::<R>().unwrap().warnings] {
                assert_eq!(found, [], "{}", preset.id);
            }
            let rules = (preset.rules)();
            let surprises = R::WARNINGS.iter().filter(|warning| !warning.reason.causes.is_empty());
            for Warning { rule, reason } in surprises.filter(|warning| (warning.reason.when)(&rules)) {
                let value = value_text(&rules.to_table()[*rule]);
                let is_off = ["false", "0", "Off", "None"].contains(&value.trim_matches('"'));
                assert!(is_off, "{}: {rule} {}", preset.id, reason.says);
            }
        }
    }
    each_family!(check);
}

/// The rules that a warning or a contradiction names exist, and every rule says what is accepted.
#[test]
fn what_is_said_of_a_rule_names_rules_that_exist() {
    fn check<R: Ruleset>() {
        let known = |name: &str| R::FIELDS.iter().any(|field| field.name == name);
        for Warning { reason, .. } in R::WARNINGS {
            let quoted = reason.says.split('`').skip(1).step_by(2);
            for name in reason.causes.iter().copied().chain(quoted) {
                assert!(known(name), "{name}: {}", reason.says);
            }
        }
        for limit in R::LIMITS {
            let quoted = limit.why.split('`').skip(1).step_by(2);
            let changed = limit.accepted.iter().map(|accepted| accepted.0);
            for name in limit.fields.iter().copied().chain(changed).chain(quoted) {
                assert!(known(name), "{name}: {}", limit.why);
            }
        }
        for FieldDoc { name, domain, .. } in R::FIELDS {
            assert!(!domain.is_empty(), "`{name}` does not say what is accepted");
        }
    }
    each_family!(check);
}
