//! The rules against their documentation, and every contradiction.

use super::*;
use crate::presets;
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
        let of_three = check::OF_THREE_PLAYERS.contains(&field.name);
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

/// Each row: overrides of a preset that are not accepted or contradict, and a part of the sentence that must say so.
fn are_reported(preset: &str, rows: &[(&str, &str)]) {
    for (set, expected) in rows {
        let message = load(preset, set).map(|_| ()).expect_err(set);
        assert!(message.contains(expected), "{set}\n found: {message}\n expected: {expected}");
    }
}

#[test]
fn values_out_of_range_are_reported() {
    let rows = [
        ("players=5", "`players` = 5"),
        ("length_winds=3", "`length_winds` = 3"),
        ("extension_winds=3", "`extension_winds` = 3"),
        ("han_shibari=3", "accepted: 1 | 2 | 4"),
        ("double_wind_pair_fu=3", "accepted: 2 | 4"),
        ("max_kans=5", "`max_kans` = 5"),
        ("max_yakuman=0", "`max_yakuman` = 0"),
        ("max_kyoku=0", "accepted: a whole number, 1 or more, or \"None\""),
        ("red_fives=[0,5,0]", "`red_fives` = [0, 5, 0]"),
        ("honba_ron=-300", "`honba_ron` = -300"),
        ("honba_ron=10100", "accepted: a multiple of 100, 0 to 10000"),
        ("honba_tsumo_each=50", "`honba_tsumo_each` = 50"),
        ("riichi_stick=-1000", "`riichi_stick` = -1000"),
        ("start_points=0", "`start_points` = 0"),
        ("target_points=30050", "`target_points` = 30050"),
        ("uma=[20,10,-10,-10]", "`uma` = [20, 10, -10, -10]"),
        ("uma=[2000,0,0,-2000]", "from -1000 to 1000 that sum to zero"),
        ("floating_uma=[[12,-1,-3,-7],[8,4,-4,-8],[8,3,1,-12]]", "each of which sums to zero"),
        ("floating_uma=[[12,-1,-3,-8]]", "1 value instead of 3"),
        ("uma_unit=250", "accepted: 100 | 500 | 1000"),
        ("tobi_prize=-1", "accepted: a whole number from 0 to 1000"),
        ("yakitori=1001", "accepted: a whole number from 0 to 1000"),
        ("chip_value=50", "accepted: a multiple of 100, 100 to 100000"),
        ("uma=[-2147483648,-2147483648,0,0]", "from -1000 to 1000 that sum to zero"),
    ];
    are_reported("tenhou", &rows);
}

#[test]
fn contradictions_are_reported() {
    let rows = [
        ("reference_points=20000", "`reference_points` = 20000"),
        ("oka_to_first=false", "final points would not sum to zero"),
        ("reference_points=30500", "whole thousands"),
        ("riichi_min_score=0", "`riichi_min_score` = 0"),
        ("karaten_closed4=false karaten_melds=true", "`karaten_melds` = true is not accepted"),
        ("length_winds=0", "a match of one kyoku has no extension"),
        ("sudden_death=Immediate target_points=0", "`sudden_death` = \"Immediate\""),
        ("sudden_death=Immediate extension_winds=0", "`sudden_death` = \"Immediate\""),
        ("renchan=None tenpai_yame=Off", "`agari_yame`"),
        ("renchan=Win", "`tenpai_yame`"),
        ("dora_kan=false", "`dora_kan_ura` = true"),
        ("dora_ura=false", "`dora_kan_ura` = true"),
        ("rinshan_tiles=3", "accepted: a whole number, 4 or more"),
        ("initial_indicators=2", "accepted: 0 to 1"),
        ("reserved_undrawn=9", "accepted: 10 to 80"),
        ("reserved_undrawn=81", "accepted: 10 to 80"),
        ("rinshan_tiles=200", "accepted: 4 to 8"),
        ("multi_ron=Triple", "accepted: HeadBump | Double"),
        ("triple_ron_abort=false", "accepted: true"),
        ("chips=[RedFives,ClosedRedFives]", "either RedFives or ClosedRedFives"),
    ];
    are_reported("tenhou", &rows);
}

#[test]
fn rules_for_another_number_of_players_are_reported() {
    let rows = [
        (
            "noten={Pool=1000}",
            "`noten` = { Pool = 1000 } is not accepted; accepted: { Pool = points } | { PerPair = points }",
        ),
        ("noten={PerPair=50}", "`noten` = { PerPair = 50 } is not accepted"),
        (
            "kita=Nukidora",
            "`kita` = \"Nukidora\" is not accepted (it is a rule of three players); accepted: Off",
        ),
        ("dora_wrap_1m9m=true", "`dora_wrap_1m9m` = true is not accepted (it is a rule of three players)"),
        ("kita_min_remaining=0", "`kita_min_remaining` = 0"),
        ("players=3", "three players have no 5m"),
        ("players=3", "three players do not chi"),
        ("players=3", "`dora_wrap_1m9m` = false"),
        ("players=3", "needs four players"),
        (
            "kanburi_after_kita=true",
            "`kanburi_after_kita` = true is not accepted (it is a rule of three players)",
        ),
    ];
    are_reported("tenhou", &rows);
}

#[test]
fn rules_of_play_after_a_win_or_of_an_exchange_are_reported() {
    let rows = [
        ("wins_per_hand=2", "no renchan and no honba"),
        ("wins_per_hand=0", "`wins_per_hand` = 0"),
        ("wins_per_hand=4", "accepted: 1 | 2 | 3"),
        ("exchange_tiles=4", "`exchange_tiles` = 4"),
        ("exchange_pool=12", "`exchange_pool` = 12"),
        ("exchange_pool=14", "needs `exchange_tiles` above 0"),
        ("exchange_dir=Fixed", "needs `exchange_tiles` above 0"),
        ("chankan_keeps_kan=true", "play goes on after a ron only with"),
        ("riichi_on_ronned_tile=StandsIfAfford", "play goes on after a ron only with"),
        ("shura_suukan_abort=AfterDiscard", "play goes on after a ron only with"),
        ("nagashi=Off nagashi_takes_honba=true", "`nagashi` = \"Off\""),
    ];
    are_reported("tenhou", &rows);
}

#[test]
fn contradictions_of_three_players_are_reported() {
    let rows = [
        ("chii=true", "three players do not chi"),
        ("red_fives=[1,1,1]", "three players have no 5m"),
        ("uma=[15,5,-5,-15]", "three whole numbers from -1000 to 1000 that sum to zero, and 0"),
        ("floating_uma=[[10,-3,-7,0],[7,3,-10,0],[1,0,-1,0]]", "and one of zeros"),
        ("dora_wrap_1m9m=false", "accepted: true"),
        ("abort_suufon=true", "needs four players"),
        ("abort_suucha=true", "needs four players"),
        ("triple_ron_abort=true", "needs four players"),
        ("multi_ron=Triple", "accepted: HeadBump | Double"),
        ("rinshan_tiles=7", "accepted: a whole number, 8 or more"),
        ("rinshan_tiles=9", "accepted: 8"),
        ("kita=Off", "`kita_ron` = true is not accepted (it needs `kita` = Nukidora); accepted: false"),
        ("kita=Yakuhai kita_ron=false kita_after_pon=true", "it needs `kita` = Nukidora"),
        ("kita=Off kita_ron=false kita_breaks_nagashi=true", "it needs `kita` = Nukidora"),
        ("kita_ron=false kita_ron_chankan=true", "with `kita_ron` = false"),
        ("kanburi_after_kita=true", "it needs Kanburi in `local_yaku` and `kita` = Nukidora"),
        ("uumensai_counts_kita=true local_yaku=[Kanburi]", "it needs Uumensai in `local_yaku`"),
        ("kita=Yakuhai kita_ron=false local_yaku=[Kanburi] kanburi_after_kita=true", "and `kita` = Nukidora"),
        ("kita_min_remaining=0", "accepted: a whole number, 1 or more"),
        ("noten={Pool=300}", "`noten` = { Pool = 300 }"),
        ("players=4", "it is a rule of three players"),
    ];
    are_reported("tenhou-sanma", &rows);
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
    assert_eq!(LocalYakuSet::ALL.iter().count(), 13);
    assert!(PaoSet::EMPTY.is_empty() && !PaoSet::ALL.is_empty());
}

#[test]
fn other_names_of_rules_are_understood_in_messages() {
    let is_rule = |name: &str| FIELDS.iter().any(|field| field.name == name);
    let all = synonyms::SYNONYMS.iter();
    let all: Vec<(&str, &[&str])> =
        all.flat_map(|(words, rules)| words.iter().map(|&word| (word, *rules))).collect();
    for (at, &(synonym, rules)) in all.iter().enumerate() {
        assert!(!is_rule(synonym), "`{synonym}` is a rule");
        assert!(synonym.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_'), "{synonym}");
        assert!(all[..at].iter().all(|&(other, _)| other != synonym), "`{synonym}` is there twice");
        assert!(!rules.is_empty() && rules.iter().all(|name| is_rule(name)), "`{synonym}` means no rule");
    }
    for (set, meant) in [
        ("aka=3", "`red_fives`"),
        ("uradora=false", "`dora_ura`"),
        ("UraDora=false", "`dora_ura`"),
        ("tsmuo=1", "`pinfu_tsumo` or `honba_tsumo_each` or `sanma_tsumo`"),
        ("double_ron=true", "`multi_ron`"),
        ("atamahane=true", "`multi_ron`"),
        ("kiriage_mangan=true", "`kiriage`"),
        ("bankruptcy=true", "`tobi`"),
        ("oka=20", "`reference_points` or `oka_to_first`"),
        ("umma=1", "`uma`"),
        ("tanyao=false", "`kuitan`"),
        (
            "abortive_draws=false",
            "`abort_kyuushu` or `abort_suufon` or `abort_suucha` or `abort_suukan` or `triple_ron_abort`",
        ),
    ] {
        let message = load("tenhou", set).expect_err(set);
        assert!(message.contains(&format!("did you mean {meant}?")), "{set}: {message}");
    }
}
