//! Measures of one's own are those that a recount of recorded tables finds, in runs, comparisons and contests, however they are played.

use crate::metrics::{Row, rows};
use hyakuman_agents::Roster;
use hyakuman_arena::experiment::Half;
use hyakuman_arena::{
    Arena, Arm, CompareOptions, ContestOptions, Error, Plan, Quiet, RecordOptions, Rules, Stop, VerifyOptions,
};
use hyakuman_record::{Dataset, Shard};
use std::path::Path;

const TEXTS: [&str; 10] = [
    "unlucky = mean(delta where riichi and not won)",
    "dealer_wins = share(won where seat = dealer)",
    "turn_of_ron = mean(draws / 4 over wins where not tsumo)",
    "paid = sum(-delta where dealt_in and not (won or tenpai)) per match",
    "riichi_wins = count(over wins where yaku_names has 'riichi') per hand",
    "worth_of_first = mean(rank_points where placement = 1)",
    "long = share(kyoku_played > 10 and ended = 'played' over matches)",
    "seats_apart = mean(delta_0 - delta_1 over kyoku where result = 'exhaustive')",
    "talk = mean(decisions / kyoku_played over matches)",
    "called_points = mean(points where open and han >= 2)",
];

fn arena<'a>(rules: &'a hyakuman_games::registry::AnyRules, roster: &'a Roster, games: u64) -> Arena<'a> {
    let arena = Arena::new(rules, roster).agents("ukeire,random,shanten,random").unwrap();
    arena.games(games).seed(5).measures(TEXTS)
}

/// The sum of a value over rows, divided by that of another; of those rows that have one.
fn ratio<'a>(rows: impl IntoIterator<Item = &'a Row>, of: impl Fn(&Row) -> Option<[f64; 2]>) -> f64 {
    let [sum, per] = rows.into_iter().filter_map(of).fold([0.0; 2], |[a, b], [c, d]| [a + c, b + d]);
    sum / per
}

/// Seat by seat, so that a mistake in a seat or in a table shows.
#[test]
fn measures_are_those_of_a_recount() {
    let (rules, roster) = (Rules::preset("tenhou").unwrap(), Roster::built_in());
    let folder = tempfile::tempdir().unwrap();
    let played = arena(&rules, &roster, 60).record(RecordOptions::new(folder.path())).play(&Quiet).unwrap();
    let set = Dataset::open(folder.path()).unwrap();
    let [matches, kyoku, wins] = ["matches", "kyoku", "wins"].map(|table| rows(&set, table));
    let key = |row: &Row| ["match", "kyoku_number"].map(|name| row.get(name));
    let wins_of = |row: &Row| wins.iter().filter(|win| key(win) == key(row)).collect::<Vec<_>>();
    let kyoku_of = |win: &Row| kyoku.iter().find(|row| key(row) == key(win)).unwrap();
    for seat in 0..4_i64 {
        let at = seat as usize;
        let of = |row: &Row, name: &str| row.seats(name)[at];
        let won = |row: &Row| wins_of(row).iter().any(|win| win.get("winner") == seat);
        let dealt_in = |row: &Row| wins_of(row).iter().any(|win| win.get("from") == seat);
        let own: Vec<&Row> = wins.iter().filter(|win| win.get("winner") == seat).collect();
        let hands = kyoku.len() as f64;
        let expected = [
            (
                "unlucky",
                ratio(&kyoku, |row| {
                    (of(row, "riichi") == 1 && !won(row)).then(|| [of(row, "delta") as f64, 1.0])
                }),
            ),
            (
                "dealer_wins",
                ratio(&kyoku, |row| (row.get("dealer") == seat).then(|| [f64::from(won(row)), 1.0])),
            ),
            (
                "turn_of_ron",
                ratio(own.iter().copied(), |win| {
                    let draws = kyoku_of(win).get("draws") as f64;
                    (win.get("from") != 255).then_some([draws / 4.0, 1.0])
                }),
            ),
            (
                "paid",
                ratio(&kyoku, |row| {
                    let counts = dealt_in(row) && !(won(row) || of(row, "tenpai") == 1);
                    Some([if counts { -of(row, "delta") as f64 } else { 0.0 }, 60.0 / hands])
                }),
            ),
            (
                "riichi_wins",
                own.iter()
                    .filter(|win| win.words["yaku_names"].split(' ').any(|yaku| yaku == "riichi"))
                    .count() as f64
                    / hands,
            ),
            (
                "worth_of_first",
                ratio(&matches, |row| {
                    (of(row, "placement") == 1).then(|| [of(row, "rank_points") as f64 / 1_000.0, 1.0])
                }),
            ),
            (
                "called_points",
                ratio(own.iter().copied(), |win| {
                    let counts = kyoku_of(win).seats("open")[at] == 1 && win.get("han") >= 2;
                    counts.then(|| [win.get("points") as f64, 1.0])
                }),
            ),
        ];
        for (name, expected) in expected {
            let found = played.seat(at).get(name).expect(name).value;
            assert!(
                (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
                "{name} of seat {seat}: {found} {expected}"
            );
        }
    }
    let table = |name: &str| played.matches().get(name).expect(name).value;
    let long = ratio(&matches, |row| {
        Some([f64::from(row.get("kyoku_played") > 10 && row.words["ended"] == "played"), 1.0])
    });
    let apart = ratio(&kyoku, |row| {
        (row.words["result"] == "exhaustive")
            .then(|| [(row.seats("delta")[0] - row.seats("delta")[1]) as f64, 1.0])
    });
    let talk =
        ratio(&matches, |row| Some([row.get("decisions") as f64 / row.get("kyoku_played") as f64, 1.0]));
    assert_eq!([table("long"), table("seats_apart")], [long, apart]);
    assert!((table("talk") - talk).abs() < 1e-6, "{talk}");
    assert!(
        played.agent("ukeire").unwrap().get("unlucky").unwrap().bounds().is_some(),
        "an interval like any other"
    );
    assert!(played.agent("ukeire").unwrap().get("long").is_none(), "of the table");
}

/// Values that are far smaller than one, or far larger than the points of a match, are those of a recount; a value that nobody could expect is refused.
#[test]
fn values_of_any_size_are_right_or_refused() {
    let (rules, roster) = (Rules::preset("tenhou").unwrap(), Roster::built_in());
    let folder = tempfile::tempdir().unwrap();
    let texts = [
        "small = mean(wins / 3000 over kyoku)",
        "cube = mean(delta_0 * delta_0 * delta_0 over kyoku)",
        "fine = mean(rank_points_1 / 3000 over matches)",
        "constant = sum(1000000 * 1000000 over matches)",
    ];
    let arena = arena(&rules, &roster, 40).measures(texts).record(RecordOptions::new(folder.path()));
    let played = arena.play(&Quiet).unwrap();
    let set = Dataset::open(folder.path()).unwrap();
    let [matches, kyoku] = ["matches", "kyoku"].map(|table| rows(&set, table));
    let mean = |rows: &[Row], of: &dyn Fn(&Row) -> f64| ratio(rows, |row| Some([of(row), 1.0]));
    let expected = [
        ("small", mean(&kyoku, &|row| row.get("wins") as f64 / 3_000.0)),
        ("cube", mean(&kyoku, &|row| (row.seats("delta")[0] as f64).powi(3))),
        ("fine", mean(&matches, &|row| row.seats("rank_points")[1] as f64 / 3e6)),
        ("constant", 1e12),
    ];
    for (name, expected) in expected {
        let found = played.matches().get(name).expect(name);
        assert!((found.value / expected - 1.0).abs() < 1e-6, "{name}: {} {expected}", found.value);
        assert_eq!(found.bounds().is_none(), name == "constant", "{found:?}");
    }
    for refused in [
        "pole = mean(1 / (before / 1000 - 25.000001))",
        "power = mean(delta * delta * delta * delta where delta = 1000)",
    ] {
        let sentence =
            self::arena(&rules, &roster, 40).measures([refused]).play(&Quiet).unwrap_err().to_string();
        let name = refused.split(' ').next().unwrap();
        assert!(
            sentence.starts_with(&format!("the sums of the measure {name} ({refused}) are")),
            "{sentence}"
        );
        assert!(sentence.ends_with("or multiply fewer numbers") && !sentence.contains('\n'), "{sentence}");
    }
}

/// Of an agent that never calls: no count has no interval, and says that it is few.
#[test]
fn a_count_without_events_is_few() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let texts = ["calls = count(open and won) per hand", "calls_worth = sum(points where open) per match"];
    let played = Arena::new(&rules, &roster)
        .agents("shanten")
        .unwrap()
        .games(60)
        .measures(texts)
        .play(&Quiet)
        .unwrap();
    let [calls, worth] = ["calls", "calls_worth"].map(|name| played.seat(0).get(name).unwrap());
    let [low, high] = calls.bounds().expect("an upper limit");
    assert!(calls.value == 0.0 && calls.few && low == 0.0 && high > 0.0 && worth.few, "{calls:?} {worth:?}");
}

/// Under rules with chips, yakitori, prizes and wareme: what they count, of a recount of the record too, and verified.
#[test]
fn house_measures_are_those_of_a_recount() {
    let sets = ["chips=[RedFives,Ippatsu,Ura]", "yakitori=15", "tobi_prize=10", "wareme=true"];
    let rules = Rules::preset("tenhou-east").unwrap().set_all(&sets).unwrap();
    let (roster, folder) = (Roster::built_in(), tempfile::tempdir().unwrap());
    let texts = [
        "chips_of_match = mean(chips over results)",
        "no_win = share(winless)",
        "prize = mean(prizes)",
        "chips_of_kyoku = mean(chips)",
        "chips_of_win = mean(chips over wins)",
        "doubled = mean(delta where wareme = seat)",
    ];
    let arena = arena(&rules, &roster, 60).measures(texts).record(RecordOptions::new(folder.path()));
    let played = arena.play(&Quiet).unwrap();
    let set = Dataset::open(folder.path()).unwrap();
    let [matches, kyoku, wins] = ["matches", "kyoku", "wins"].map(|table| rows(&set, table));
    for seat in 0..4 {
        let mean = |rows: &[Row], name: &str| ratio(rows, |row| Some([row.seats(name)[seat] as f64, 1.0]));
        let of_win = |win: &Row| (win.get("winner") == seat as i64).then(|| [win.get("chips") as f64, 1.0]);
        let doubled =
            |row: &Row| (row.get("wareme") == seat as i64).then(|| [row.seats("delta")[seat] as f64, 1.0]);
        let expected = [
            ("chips_of_match", mean(&matches, "chips")),
            ("no_win", mean(&matches, "winless")),
            ("prize", mean(&matches, "prizes")),
            ("chips_of_kyoku", mean(&kyoku, "chips")),
            ("chips_of_win", ratio(&wins, of_win)),
            ("doubled", ratio(&kyoku, doubled)),
        ];
        for (name, expected) in expected {
            let found = played.seat(seat).get(name).expect(name).value;
            assert!(
                (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
                "{name} of {seat}: {found} {expected}"
            );
        }
    }
    let verdict = hyakuman_arena::verify(folder.path(), &VerifyOptions::default(), &roster, &Quiet).unwrap();
    assert!(verdict.findings.is_empty() && verdict.played > 0, "{verdict:?}");
}

/// In a comparison every ruleset needs the rule. None of such rules is re-scored: the end of a match does not say what it counted.
#[test]
fn house_measures_of_a_comparison_need_rules_that_all_have() {
    let (plain, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let chips = plain.clone().set("chips=[Ura]").unwrap();
    let compare = |base: &Rules, set: &str, text: &str| {
        let options = CompareOptions::new(vec![Arm::new(set, &base.clone().set(set).unwrap())]);
        arena(base, &roster, 40).measures([text]).compare(&options, &Quiet)
    };
    let sentence = compare(&plain, "chips=[Ura]", "a = mean(chips)").err().unwrap().to_string();
    assert!(sentence.contains("only those with the rule chips have it"), "{sentence}");
    let rescored = |text: &str| compare(&chips, "uma=[30,10,-10,-30]", text).unwrap().arms[0].rescored;
    assert!(!rescored("a = mean(chips over results)"));
}

/// Points of Toppan are counted in halves, in the columns too; the measure is in points, as all are.
#[test]
fn points_are_in_points() {
    let (rules, roster) = (Rules::preset("toppan").unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).games(200);
    let texts = ["mine = mean(points over wins)", "half = mean(points / 2 over wins)"];
    let played = arena.measures(texts).play(&Quiet).unwrap();
    let [mine, half, points] =
        ["mine", "half", "win_points"].map(|name| played.seat(0).get(name).unwrap().value);
    assert!((mine - points).abs() < 1e-9 && (half - points / 2.0).abs() < 1e-6, "{mine} {half} {points}");
}

/// A data set keeps them: it is continued and verified with them, and refused with others.
#[test]
fn a_data_set_has_them() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let folder = tempfile::tempdir().unwrap();
    let options = |resume| RecordOptions { resume, part_size: Some(8), ..RecordOptions::new(folder.path()) };
    let play = |texts: &[&str], games, resume| {
        let arena = arena(&rules, &roster, games).measures(texts.iter().copied());
        arena.record(options(resume)).play(&Quiet)
    };
    play(&TEXTS, 16, false).unwrap();
    let continued = play(&TEXTS, 40, true).unwrap();
    let whole = arena(&rules, &roster, 40).play(&Quiet).unwrap();
    assert_eq!(format!("{:?}", continued.stats.seats), format!("{:?}", whole.stats.seats));
    for texts in [&TEXTS[..2], &[]] {
        let error = play(texts, 40, true).unwrap_err().to_string();
        assert!(error.contains("measures") && !error.contains('\n'), "{error}");
    }
    let summary = hyakuman_arena::summarize(folder.path(), &Quiet).unwrap();
    assert_eq!(format!("{:?}", summary.played.stats.seats), format!("{:?}", whole.stats.seats));
    let verdict = hyakuman_arena::verify(folder.path(), &VerifyOptions::default(), &roster, &Quiet).unwrap();
    assert!(verdict.findings.is_empty() && verdict.played > 0, "{verdict:?}");
}

/// Re-scored and played arms have the same values, threads do not matter, and p values and precision are there as for any measure.
#[test]
fn a_comparison_has_them() {
    let (base, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let arms = ["uma=[30,10,-10,-30]", "kuitan=false"];
    let arms = arms.map(|set| Arm::new(set, &Rules::preset("tenhou-east").unwrap().set(set).unwrap()));
    let primary = vec!["unlucky".into(), "seat0.worth_of_first".into(), "talk".into()];
    let options = CompareOptions { primary, ..CompareOptions::new(arms.to_vec()) };
    let texts: Vec<&str> = TEXTS.into_iter().filter(|text| !text.starts_with("talk")).collect();
    let compare = |options: &CompareOptions, texts: &[&str], threads| {
        arena(&base, &roster, 131).measures(texts.iter().copied()).threads(threads).compare(options, &Quiet)
    };
    let error = compare(&options, &texts, 1).unwrap_err().to_string();
    assert!(error.contains("there is no measure \"talk\""), "{error}");
    let options =
        CompareOptions { primary: vec!["unlucky".into(), "seat0.worth_of_first".into()], ..options };
    let rescored = compare(&options, &texts, 2).unwrap();
    let played = compare(&CompareOptions { rescore: false, ..options.clone() }, &texts, 1).unwrap();
    assert_eq!((rescored.arms[0].rescored, played.arms[0].rescored), (true, false));
    for (rescored, played) in rescored.arms.iter().zip(&played.arms) {
        assert_eq!(format!("{:?}", rescored.effects), format!("{:?}", played.effects), "{}", played.name);
        assert_eq!(rescored.primary, played.primary);
    }
    let worth = rescored.arms[0].primary[1].effect.difference.unwrap();
    assert!((worth.value - 10.0).abs() < 1e-9, "the first has 10 more: {worth:?}");
    // The number of decisions is not known from the end of a match alone.
    assert!(!compare(&options, &TEXTS, 1).unwrap().arms[0].rescored);
    let until = Stop::Until { measure: "dealer_wins".into(), half: Half::Percent(20.0) };
    let until = CompareOptions { plan: Plan { stop: until, ..Plan::default() }, ..options.clone() };
    let found =
        arena(&base, &roster, 100_000).measures(texts.iter().copied()).compare(&until, &Quiet).unwrap();
    assert_eq!(found.walls % 64, 0);
}

/// The states of a comparison and of a match are continued with the same measures only, and added from shards.
#[test]
fn states_have_them() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let arm = || Arm::new("short", &Rules::preset("tenhou-east").unwrap().set("length_winds=2").unwrap());
    let compare = |state: Option<&Path>, shard, merge: Vec<_>, texts: &[&str]| {
        let plan = Plan { state: state.map(Into::into), shard, merge, ..Plan::default() };
        let options = CompareOptions { plan, ..CompareOptions::new(vec![arm()]) };
        let arena = arena(&rules, &roster, 600).measures(texts.iter().copied());
        arena.compare(&options, &Quiet).map(|found| format!("{:?}", found.arms[0].effects))
    };
    let shards = [1, 2].map(|index| Shard::new(index, 2).unwrap());
    for (shard, name) in shards.into_iter().zip(["1", "2"]) {
        compare(Some(&path(name)), shard, Vec::new(), &TEXTS).unwrap();
    }
    let merged = compare(None, Shard::WHOLE, vec![path("1"), path("2")], &TEXTS).unwrap();
    assert_eq!(merged, compare(None, Shard::WHOLE, Vec::new(), &TEXTS).unwrap());
    let refused = |found: Result<String, Error>| {
        let error = found.unwrap_err().to_string();
        assert!(error.contains("with measures unlucky = mean(") && !error.contains('\n'), "{error}");
    };
    refused(compare(Some(&path("1")), shards[0], Vec::new(), &TEXTS[..1]));
    refused(compare(Some(&path("1")), shards[0], Vec::new(), &[]));
    let contest = |texts: &[&str], walls| {
        let arena = Arena::new(&rules, &roster).agents("shanten,random").unwrap();
        let plan = Plan { state: Some(path("match")), ..Plan::default() };
        let options = ContestOptions { plan, ..ContestOptions::walls(walls) };
        arena.measures(texts.iter().copied()).contest(&options, &Quiet)
    };
    contest(&TEXTS, 10).unwrap();
    let found = contest(&TEXTS, 20).unwrap();
    let names: Vec<&str> = found.pairs[0].play.table().iter().map(|measure| measure.name).collect();
    assert!(names.contains(&"unlucky") && !names.contains(&"long"), "of players, not of tables");
    refused(contest(&[], 20).map(|found| format!("{found:?}")));
}
