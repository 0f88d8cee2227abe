//! The rules against their documentation, and every contradiction.

use super::*;
use crate::presets;
use crate::scoring::yaku::{LOCAL, YAKU};
use hyakuman_core::game::HouseRules;
use hyakuman_core::game::ruleset::{AsTable, Shape, Source};

fn load(base: &str, set: &str) -> Result<RiichiRules, String> {
    let mut source = Source::preset(base);
    for assignment in set.split_whitespace() {
        source.set(assignment).map_err(|error| error.to_string())?;
    }
    source.load().map(|loaded| loaded.rules).map_err(|error| error.to_string())
}

#[test]
fn every_field_is_documented_with_its_clause() {
    let table = presets::tenhou().to_table();
    assert_eq!(table.len(), FIELDS.len());
    let clauses = include_str!("../../RULES.md");
    for field in FIELDS {
        assert!(table.contains_key(field.name), "{} has no value", field.name);
        let (_, clause) = field.doc.rsplit_once(' ').expect("a sentence and a clause");
        assert!(clause.starts_with("R-"), "{} ends without a clause: {}", field.name, field.doc);
        assert!(
            clauses.contains(&format!("**{clause}** ")),
            "{} cites {clause}, not in RULES.md",
            field.name
        );
        assert!(clauses.contains(&format!("`{}`", field.name)), "RULES.md does not name `{}`", field.name);
    }
}

/// Of the words that a rule can have, those that can be played must be what the documentation says is accepted.
#[test]
fn documented_domains_are_the_accepted_words() {
    let with = |field: &FieldDoc, value: toml::Value| {
        let of_three = field.players == Some(3);
        let mut table = if of_three { presets::tenhou_sanma() } else { presets::tenhou() }.to_table();
        table.insert(field.name.into(), value);
        RiichiRules::from_table(table).expect(field.name)
    };
    let mut enums = 0;
    for field in FIELDS.iter().filter(|field| field.name != "without_yaku") {
        let (names, written): (_, fn(&str) -> toml::Value) = match field.shape {
            Shape::Name(names) => (names, |name| name.into()),
            Shape::Names(names) => (names, |name| vec![name].into()),
            Shape::Tagged { names, .. } => {
                (names, |name| toml::Table::from_iter([(name.into(), 0.into())]).into())
            }
            _ => continue,
        };
        let is_played =
            |name: &&str| field.name == "noten" || check::foreign(&with(field, written(name))).is_empty();
        let names: Vec<&str> = names.iter().copied().filter(is_played).collect();
        let (domain, _) = field.domain.split_once(" (").unwrap_or((field.domain, ""));
        let domain = domain.trim_start_matches("a list of ").trim_start_matches("[]");
        let domain = domain.split(", ").next().expect("the first part").replace(" = points }", "");
        let words = domain.split(" | ").map(|word| word.trim_matches(['{', ' ']));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        assert_eq!(names, words, "{}", field.name);
        enums += 1;
    }
    assert_eq!(enums, 34, "fields with words");
}

#[test]
fn presets_fit_together_and_survive_text() {
    for preset in presets::PRESETS {
        let rules = (preset.rules)();
        assert_eq!(rules.validate(), [], "{}", preset.id);
        let text = toml::to_string(&rules.to_table()).unwrap();
        let table = toml::from_str::<toml::Table>(&text).unwrap();
        assert_eq!(RiichiRules::from_table(table).unwrap(), rules, "{}", preset.id);
    }
}

/// What is counted besides the scores is said of the rule that counts it.
#[test]
fn every_house_rule_is_the_column_of_its_rule() {
    for (name, house) in HouseRules::EACH {
        let field = FIELDS.iter().find(|field| field.name == *name).expect(name);
        let value = match field.shape {
            Shape::Switch => "true".to_owned(),
            Shape::Name(names) => names[1].to_owned(),
            Shape::Names(names) => format!("[{}]", names[0]),
            _ => "10".to_owned(),
        };
        let rules = load("tenhou", &format!("{name}={value}")).expect(name);
        assert_eq!(rules.house(), *house, "the rule `{name}` has another `column` than in HouseRules");
    }
}

/// Toutenkou is played as before a rule that was added, or `toutenkou/rules/shared.rs` has its value.
#[test]
fn toutenkou_has_the_inert_value_of_a_new_rule() {
    let toutenkou = (crate::toutenkou::presets::PRESETS[0].rules)().riichi().to_table();
    for field in FIELDS {
        let is_inert = field.inert_value().is_none_or(|value| toutenkou[field.name] == value);
        assert!(is_inert, "toutenkou/rules/shared.rs: which value of `{}` does Toutenkou have?", field.name);
    }
}

#[test]
fn clauses_of_yaku_are_in_the_rules() {
    for info in YAKU {
        for clause in info.clause.split(", ") {
            let head = format!("**{clause}** ");
            assert!(include_str!("../../RULES.md").contains(&head), "{} cites {clause}", info.slug);
        }
    }
}

/// has a row for each local yaku; its words say when it counts, all else follows from the table of all yaku.
#[test]
fn every_local_yaku_has_its_row() {
    let rules = include_str!("../../RULES.md").split("**R-8.").nth(1).expect("R-8.1");
    let rows: Vec<&str> = rules.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    let expected = || LOCAL.iter().zip(LocalYakuSet::ALL.iter()).map(|(row, local)| row_of(row.1, local));
    let is_there =
        |[head, tail]: &[String; 2]| rows.iter().any(|row| row.starts_with(head) && row.ends_with(tail));
    let missing: Vec<String> =
        expected().filter(|row| !is_there(row)).map(|row| row.join("WHEN IT COUNTS")).collect();
    assert!(missing.is_empty(), "RULES.md R-8.1 lacks these rows:\n{}", missing.join("\n"));
    assert_eq!(rows.len(), expected().count(), "RULES.md R-8.1 has rows of other yaku");
}

/// The row of a local yaku with these conditions, before and after when it counts.
fn row_of(conditions: &str, local: LocalYaku) -> [String; 2] {
    let info = local.info();
    let han = |han: u8| if han == 0 { "-".to_owned() } else { han.to_string() };
    let worth = match info.yakuman {
        true => "yakuman".to_owned(),
        false => format!("{}/{}", han(info.closed), han(info.open)),
    };
    let head = format!("| {} | {local:?} | {} | {} | {worth} | ", info.yaku as u8, info.slug, info.kanji);
    let conditions: toml::Table = conditions.parse().expect("TOML");
    let replaced = conditions.get("replaces").and_then(|names| names.as_array()).into_iter().flatten();
    let replaced: Vec<&str> = replaced.filter_map(|name| name.as_str()).collect();
    [head, if replaced.is_empty() { " | |".to_owned() } else { format!(" | {} |", replaced.join(", ")) }]
}

/// Each row: overrides of tenhou of which the last contradicts. It is the one that is named, and everything that is said
/// to be accepted for it is.
#[test]
fn the_rule_that_was_given_is_named_with_what_is_accepted() {
    let cases = [
        ("upper_limit_end=25000", "a whole number, 25001 to 1000000, or \"None\""),
        ("upper_limit_end=2000000", "a whole number, 25001 to 1000000, or \"None\""),
        ("upper_limit_end=28000 start_points=28000", "a multiple of 100, 100 to 27900"),
        ("start_points=35000", "a multiple of 100, 100 to 30000"),
        ("reference_points=20000", "a multiple of 100, 25000 to 1000000"),
        ("oka_to_first=false", "true"),
        ("reference_points=25000 oka_to_first=false start_points=20000", "25000"),
        ("reference_points=30500", "a multiple of 1000, 25000 to 1000000"),
        ("initial_indicators=2", "0 to 1"),
        ("initial_indicators=9", "0 to 1"),
        ("max_kans=2 initial_indicators=3 max_kans=4", "0 to 2"),
        ("max_kans=0 rinshan_tiles=0 initial_indicators=5 reserved_undrawn=9", "10 to 80"),
        ("reserved_undrawn=81", "10 to 80"),
        ("rinshan_tiles=9", "4 to 8"),
        ("max_kans=3 rinshan_tiles=3 max_kans=4", "0 to 3"),
        ("riichi_min_score=900", "a whole number, 1000 or more"),
        ("riichi_stick=2000", "a multiple of 100, 0 to 1000"),
        ("tobi=Off riichi_min_score=0 tobi=Below0", "Off"),
        ("tobi=Off riichi_min_score=0 tobi_prize=10", "0"),
        ("tobi_prize=10 tobi=Off", "Below0 | AtOrBelow0"),
        ("length_winds=0", "1 | 2"),
        ("length_winds=0 extension_winds=1", "0"),
        ("sudden_death=Immediate extension_winds=0", "1 | 2"),
        ("sudden_death=Immediate target_points=0", "a multiple of 100, 100 to 1000000"),
        ("target_points=0 sudden_death=Immediate", "Off | RenchanFirst"),
        ("tenpai_yame=Off renchan=None", "Win | WinOrTenpai"),
        ("renchan=Win tenpai_yame=Auto", "Off"),
        ("dora_kan=false", "true"),
        ("triple_ron_abort=false", "true"),
        ("multi_ron=Triple", "HeadBump | Double"),
        ("nagashi=Off nagashi_takes_honba=true", "false"),
    ];
    for (set, expected) in cases {
        let message = load("tenhou", set).map(|_| ()).expect_err(set);
        let (key, value) = set.rsplit(' ').next().and_then(|last| last.split_once('=')).expect("key=value");
        let named =
            message.lines().find(|line| line.contains(&format!(": `{key}` = ")) && line.contains(value));
        let (_, accepted) = named.expect(&message).split_once("; accepted: ").expect(&message);
        assert_eq!(accepted, expected, "{set}");
        for word in accepted.split([' ', ',']).map(|word| word.trim_matches('"')) {
            let is_value = word.parse::<i32>().is_ok()
                || word.starts_with(|first: char| first.is_uppercase())
                || ["true", "false"].contains(&word);
            if is_value && !accepted.starts_with(&format!("a multiple of {word},")) {
                let again = load("tenhou", &format!("{set} {key}={word}")).map(|_| ());
                let refused = again.err().is_some_and(|message| message.contains(&format!(": `{key}` = ")));
                assert!(!refused, "{set}: {word}");
            }
        }
    }
}

/// Each row: overrides of tenhou that an experiment would use, and that fit together.
#[test]
fn experiments_are_accepted() {
    for set in [
        "red_fives=[0,0,0] kuitan=false",
        "red_fives=[1,2,1]",
        "uma=[15,5,-5,-15] oka_to_first=false reference_points=25000",
        "target_points=0",
        "sudden_death=Off",
        "sudden_death=Immediate",
        "extension_winds=0",
        "length_winds=0 extension_winds=0",
        "multi_ron=HeadBump triple_ron_abort=false",
        "multi_ron=Triple triple_ron_abort=false",
        "tobi=Off riichi_min_score=0",
        "renchan=Win tenpai_yame=Off",
        "renchan=None tenpai_yame=Off agari_yame=Off",
        "dora_ura=false dora_kan_ura=false ippatsu=false",
        "dora_kan=false dora_kan_ura=false",
        "pao=[]",
        "double_yakuman=[Daisuushi,Kokushi13] max_yakuman=2",
        "upper_limit_end=50000",
        "aotenjou=true tobi=Off",
        "floating_uma=[[12,-1,-3,-8],[8,4,-4,-8],[8,3,1,-12]] uma_unit=500",
        "noten={Pool=0}",
        "max_kans=0 rinshan_tiles=0",
        "noten={PerPair=1000}",
        "exchange_tiles=3",
        "exchange_tiles=1 exchange_dir=RandomDerangement exchange_pool=14",
        "renchan=None tenpai_yame=Off agari_yame=Off honba_ron=0 honba_tsumo_each=0 wins_per_hand=2",
    ] {
        assert!(load("tenhou", set).is_ok(), "{set}: {:?}", load("tenhou", set).err());
    }
}

#[test]
fn overrides_reach_their_fields() {
    let rules = load("mahjongsoul", "red_fives=[0,0,0] kuitan=false pao=[Suukantsu] max_yakuman=3").unwrap();
    let expected = RiichiRules {
        red_fives: [0; 3],
        kuitan: false,
        pao: PaoSet::of(&[PaoYakuman::Suukantsu]),
        max_yakuman: Some(3),
        ..presets::mahjongsoul()
    };
    assert_eq!(rules, expected);
    assert_ne!(rules.rules_hash(), presets::mahjongsoul().rules_hash());
}

#[test]
fn sets_hold_what_they_are_given() {
    let set = DoubleYakumanSet::of(&[DoubleYakuman::Kokushi13, DoubleYakuman::Daisuushi]);
    assert!(set.has(DoubleYakuman::Kokushi13) && !set.has(DoubleYakuman::SuuankouTanki));
    assert_eq!(set.iter().collect::<Vec<_>>(), [DoubleYakuman::Kokushi13, DoubleYakuman::Daisuushi]);
    assert!(PaoSet::EMPTY.is_empty() && !PaoSet::ALL.is_empty());
}

#[test]
fn other_names_of_rules_are_understood_in_messages() {
    for FieldDoc { name, also, .. } in FIELDS {
        for synonym in *also {
            assert!(FIELDS.iter().all(|field| field.name != *synonym), "`{synonym}` is a rule");
            let is_plain = synonym.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_');
            assert!(
                is_plain && also.iter().filter(|other| *other == synonym).count() == 1,
                "{name}: {synonym}"
            );
        }
    }
    for (set, meant) in [
        ("aka=3", "`red_fives`"),
        ("uradora=false", "`dora_ura`"),
        ("UraDora=false", "`dora_ura`"),
        ("tsmuo=1", "`honba_tsumo_each` or `sanma_tsumo` or `pinfu_tsumo`"),
        ("double_ron=true", "`multi_ron`"),
        ("atamahane=true", "`multi_ron`"),
        ("kiriage_mangan=true", "`kiriage`"),
        ("bankruptcy=true", "`tobi`"),
        ("oka=20", "`reference_points` or `oka_to_first`"),
        ("umma=1", "`uma`"),
        ("tanyao=false", "`kuitan`"),
        (
            "abortive_draws=false",
            "`triple_ron_abort` or `abort_kyuushu` or `abort_suufon` or `abort_suucha` or `abort_suukan`",
        ),
    ] {
        let message = load("tenhou", set).expect_err(set);
        assert!(message.contains(&format!("did you mean {meant}?")), "{set}: {message}");
    }
}
