//! What is asked of tables under rulesets.

use hyakuman_agents::Roster;
use hyakuman_analysis::Verdict;
use hyakuman_arena::compare::EqualWithin;
use hyakuman_arena::experiment::{Ending, Experiment, Found, Half, LOOK, Plan, Seats, Stop, Table};
use hyakuman_arena::{Arena, CompareOptions, ContestOptions, Error, Quiet, Rate, Rules};
use hyakuman_record::Shard;

const KUITAN: &str = "kuitan=false";
const UMA: &str = "uma=[90,-30,-30,-30]";

/// Tenhou's east match, without open tanyao, and with another uma; a table of one agent and one of two.
fn experiment() -> Experiment {
    let base = Rules::preset("tenhou-east").unwrap();
    let set = |set| (set, base.clone().set(set).unwrap());
    let rulesets = [("tenhou-east", base.clone()), set(KUITAN), set(UMA)];
    let tables = vec![
        Table::new("mixed", "ukeire,shanten,shanten,shanten", Seats::Rotated),
        Table::new("strong", "ukeire,shanten,shanten,random", Seats::Rotated),
    ];
    Experiment { walls: 2 * LOOK, ..Experiment::new(rulesets, tables) }
}

fn ending(stop: Stop) -> Plan {
    Plan { stop, ..Plan::default() }
}

fn play(experiment: &Experiment) -> Result<Found, Error> {
    experiment.play(&Roster::built_in(), &Quiet)
}

fn sentence(experiment: &Experiment) -> String {
    play(experiment).expect_err("it is refused").to_string()
}

/// Every effect and every difference between tables, to the last digit.
#[test]
fn it_finds_what_a_comparison_finds() {
    let roster = Roster::built_in();
    let primary = ["ukeire.win", "kyoku", "rank_points", "edge", "seat1.placement"];
    let experiment = primary.iter().fold(experiment(), |experiment, measure| experiment.ask_all(measure));
    let found = play(&experiment).unwrap();
    let base = Rules::preset("tenhou-east").unwrap();
    let arms = [KUITAN, UMA].map(|set| hyakuman_arena::Arm::new(set, &base.clone().set(set).unwrap()));
    let options = CompareOptions {
        primary: primary.map(str::to_owned).to_vec(),
        tables: vec!["ukeire,shanten,shanten,random".into()],
        ..CompareOptions::new(arms.to_vec())
    };
    let arena = Arena::new(&base, &roster).agents("ukeire,shanten,shanten,shanten").unwrap();
    let compared = arena.games(8 * LOOK).compare(&options, &Quiet).unwrap();
    let other = &compared.others[0];
    for (at, findings) in found.findings.chunks(12).enumerate() {
        let effects: Vec<_> = findings.iter().map(|finding| finding.judged.effect).collect();
        for arm in 0..2 {
            let [here, there] =
                [&compared, &other.compared].map(|compared| compared.arms[arm].primary[at].effect);
            assert_eq!([effects[6 + 2 * arm], effects[7 + 2 * arm]], [here, there], "{}", primary[at]);
            assert_eq!([effects[2 * arm + 2].base, effects[2 * arm + 3].base], [here.variant, there.variant]);
            assert_eq!([effects[0].base, effects[1].base], [here.base, there.base]);
            assert_eq!(effects[10 + arm], other.interactions[arm][at].effect);
        }
    }
    assert_eq!((found.walls, found.rescored), (2 * LOOK, vec![[2, 0], [2, 1]]));
}

/// One seat against three in every seating: the means of both agents differ as in a match.
#[test]
fn tables_sit_in_every_order() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let tables = vec![Table::new("two each", "ukeire,ukeire,shanten,shanten", Seats::All)];
    let rulesets = [("tenhou-east", rules.clone())];
    let lead = Rate::new("ukeire.rank_points") - Rate::new("shanten.rank_points");
    let found = play(&Experiment { walls: LOOK, ..Experiment::new(rulesets, tables) }.ask(lead)).unwrap();
    let options = ContestOptions { tables: Some("2v2".into()), ..ContestOptions::walls(LOOK) };
    let arena = Arena::new(&rules, &roster).agents("ukeire,shanten").unwrap();
    let contest = arena.contest(&options, &Quiet).unwrap();
    let difference = found.findings[0].judged.effect.difference.unwrap();
    assert!((difference.value - contest.pairs[0].difference.estimate.value).abs() < 1e-9);
    assert_eq!((found.matches, found.decisions), (contest.matches, contest.decisions));
}

#[test]
fn shards_are_put_together_to_what_one_run_finds() {
    let folder = tempfile::tempdir().unwrap();
    let whole = Experiment { walls: 3 * LOOK, ..experiment() }.ask_all("ukeire.edge").ask_all("luck_share");
    let path = |name: &str| folder.path().join(name);
    let with = |plan| Experiment { plan, ..whole.clone() };
    let shard = |index| {
        let (state, shard) = (Some(path(&format!("{index}"))), Shard::new(index, 2).unwrap());
        with(Plan { state, shard, ..Plan::default() })
    };
    for index in [1, 2] {
        play(&shard(index)).unwrap();
    }
    let merged = with(Plan { merge: vec![path("2"), path("1")], ..Plan::default() });
    let kept = Plan { state: Some(path("state")), ..Plan::default() };
    let continued = |walls| play(&Experiment { walls, ..with(kept.clone()) }).unwrap();
    continued(LOOK + 7);
    let all = [play(&whole), play(&merged), Ok(continued(3 * LOOK))].map(|found| shown(&found.unwrap()));
    assert!(all.iter().all(|found| *found == all[0]), "{all:#?}");
    let other = with(kept.clone()).ask(Rate::new("kyoku"));
    assert!(
        sentence(&other).contains("the state of another experiment, with asked "),
        "{}",
        sentence(&other)
    );
}

fn shown(found: &Found) -> String {
    format!("{:?} {} {}", found.findings, found.walls, found.decisions)
}

#[test]
fn it_ends_when_what_is_asked_is_known() {
    let changes = |measure: &str| Rate::new(measure).under(KUITAN) - Rate::new(measure);
    let wide = Experiment { walls: 40 * LOOK, ..experiment() }.ask(changes("call")).ask(changes("kyoku"));
    let until = Stop::Until { measure: "call".into(), half: Half::Percent(2.0) };
    let found = play(&Experiment { plan: ending(until), ..wide.clone() }).unwrap();
    assert_eq!((found.ending, found.walls < 40 * LOOK), (Ending::Precision, true));
    let bound = EqualWithin::read("kyoku=2").unwrap().bound;
    let verdict = Experiment { plan: ending(Stop::Verdict), equal_within: vec![(1, bound)], ..wide };
    let found = play(&verdict).unwrap();
    assert_eq!((found.ending, found.walls < 40 * LOOK), (Ending::Verdict, true));
    assert_eq!(found.findings[1].equivalence.unwrap().verdict, Verdict::Within);
}

#[test]
fn what_does_not_fit_is_refused_by_its_name() {
    let kyoku = || Rate::new("kyoku");
    let asked = |estimand: hyakuman_arena::Estimand| experiment().ask(estimand);
    let sanma_rules = Rules::preset("tenhou-sanma").unwrap();
    let mut twice = experiment().ask(kyoku());
    twice.rulesets[2].1 = twice.rulesets[1].1.clone();
    let mut sanma = experiment().ask(kyoku());
    sanma.rulesets.push(("sanma".into(), sanma_rules.into()));
    let mut same = experiment().ask(kyoku());
    same.tables.push(Table { name: "again".into(), ..same.tables[0].clone() });
    let mut seats = experiment().ask(kyoku());
    seats.tables[1].agents = "ukeire,shanten".into();
    for (bad, expected) in [
        (experiment(), "nothing is measured"),
        (
            asked(kyoku().under("tenhou").into()),
            "kyoku [tenhou]: there is no ruleset \"tenhou\": choose from tenhou-east, kuitan=false",
        ),
        (asked(kyoku().at("weak").into()), "there is no table \"weak\": choose from mixed, strong"),
        (asked(Rate::new("kyokus").into()), "there is no measure \"kyokus\""),
        (
            asked((kyoku().under(KUITAN) - Rate::new("won")).into()),
            "kyoku and won: a difference is of one measure",
        ),
        (asked((kyoku() - kyoku().at("mixed")).into()), "kyoku less itself"),
        (
            asked(kyoku().into()).ask(Rate::new("table.kyoku").at("mixed")),
            "table.kyoku [mixed] is asked for twice",
        ),
        (
            Experiment { equal_within: vec![(0, Half::Plain(1.0))], ..asked(kyoku().into()) },
            "a rate has no bound",
        ),
        (Experiment { plan: ending(Stop::Verdict), ..asked(kyoku().into()) }, "there is no bound"),
        (
            Experiment { plan: ending(Stop::until("won=1%").unwrap()), ..asked(kyoku().into()) },
            "won, which is not measured: measure it",
        ),
        (
            Experiment {
                plan: Plan { shard: Shard::new(3, 4).unwrap(), ..Plan::default() },
                ..asked(kyoku().into())
            },
            "shard 3/4 has none of 128 walls",
        ),
        (twice, "kuitan=false and uma=[90,-30,-30,-30] have the same rules"),
        (sanma, "sanma is not the same game as tenhou-east"),
        (same, "the tables mixed and again have the same agents"),
        (seats, "table strong: there are 2 agents for the 4 seats"),
    ] {
        let found = sentence(&bad);
        assert!(found.contains(expected), "{found}");
    }
}

/// `players` are all at the table, each with as many hands; `first` is who is named first there.
#[test]
fn measures_are_of_all_players_and_of_who_is_named_first() {
    let two = experiment();
    let of = |measure: &str| Rate::new(measure).at("mixed");
    let asked = ["players.call", "ukeire.call", "shanten.call", "first.win", "kyoku"].map(of);
    let found = play(&asked.into_iter().fold(Experiment { walls: LOOK, ..two }, Experiment::ask)).unwrap();
    let value = |at: usize| found.findings[at].judged.effect.base.unwrap().value;
    assert!((value(0) - (value(1) + 3.0 * value(2)) / 4.0).abs() < 1e-12);
    assert_eq!(found.findings[3].estimand.to_string(), "ukeire.win [tenhou-east, mixed]");
    let of_all = sentence(&experiment().ask(of("players.rank_points")));
    assert!(
        of_all.ends_with("results of all players together are the same under all rules: name a player"),
        "{of_all}"
    );
}

/// A measure without a player is that of the same player everywhere.
#[test]
fn a_measure_without_a_player_is_of_the_one_at_the_first_table() {
    let mut two = experiment();
    two.tables[1].agents = "shanten,ukeire,shanten,shanten".into();
    let change = |measure| Rate::new(measure).at("strong") - Rate::new(measure);
    let found =
        play(&Experiment { walls: LOOK, ..two }.ask(change("win")).ask(change("shanten.win"))).unwrap();
    let name = |at: usize| found.findings[at].estimand.to_string();
    assert_eq!(name(0), "ukeire.win [tenhou-east, strong] - ukeire.win [tenhou-east, mixed]");
    assert!(name(1).starts_with("shanten.win [tenhou-east, strong]"));
    let mut none = experiment().ask(change("win"));
    none.tables[1].agents = "shanten".into();
    assert!(sentence(&none).contains("of an agent (shanten), not of \"ukeire\""), "{}", sentence(&none));
}

/// A state belongs to what is asked of which cells, whatever they are called.
#[test]
fn names_do_not_make_a_state_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let named = |rules: [&str; 2], tables: [&str; 2], asked: Rate| {
        let [base, other] = [0, 1].map(|at| experiment().rulesets[at].1.clone());
        let table = |name: &str, agents: &str| Table::new(name, agents, Seats::Rotated);
        let tables = vec![table(tables[0], "ukeire"), table(tables[1], "shanten")];
        let plan = Plan { state: Some(folder.path().join("state")), ..Plan::default() };
        let of_cells = Experiment {
            plan,
            walls: LOOK,
            ..Experiment::new([(rules[0], base), (rules[1], other)], tables)
        };
        play(&of_cells.ask(asked)).map(|found| format!("{:?}", found.findings[0].judged))
    };
    let call = || Rate::new("seat0.call");
    let found = named(["a", "x"], ["t", "x"], call().under("x")).unwrap();
    assert_eq!(named(["b", "y"], ["u", "y"], call().under("y").at("u")).unwrap(), found);
    let other = named(["a", "x"], ["t", "x"], call().at("x")).unwrap_err().to_string();
    assert!(other.contains("with asked seat0.call (2.1), not seat0.call (1.2)"), "{other}");
}

/// The luck shares of tables of two and of three agents.
#[test]
fn luck_shares_of_two_tables_are_compared() {
    let luck = |table: &str| Rate::new("luck_share").under(UMA).at(table) - Rate::new("luck_share").at(table);
    for [first, second] in [["mixed", "strong"], ["strong", "mixed"]] {
        let bounded = Experiment { equal_within: vec![(0, Half::Percent(90.0))], ..experiment() };
        let found =
            play(&bounded.ask(luck(second) - luck(first)).ask(luck(first)).ask(luck(second))).unwrap();
        let [both, first, second] =
            [0, 1, 2].map(|at| found.findings[at].judged.effect.difference.unwrap().value);
        assert!((both - (second - first)).abs() < 1e-9);
        let verdict = found.findings[0].equivalence.unwrap();
        let [low, high] = verdict.interval.unwrap();
        assert!(low < both && both < high && verdict.verdict == Verdict::Within, "{verdict:?}");
    }
    let twice = vec![(0, Half::Plain(1.0)), (0, Half::Plain(2.0))];
    let found = sentence(&Experiment { equal_within: twice, ..experiment() }.ask(luck("mixed")));
    assert!(found.contains("has two bounds"), "{found}");
}

/// A state goes with the content of the files of its agents, wherever they are.
#[test]
fn the_folder_of_an_agent_does_not_make_a_state_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let rates = include_str!("../../../agents/src/value/four.txt");
    let played = |name: &str, rates: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, rates).unwrap();
        let agents = format!("value:depth=0,rates={}", file.display());
        let plan = Plan { state: Some(folder.path().join("state")), ..Plan::default() };
        let mut alone = experiment();
        alone.tables.truncate(1);
        alone.tables[0].agents = "ukeire".into();
        alone.tables[0].under = vec!["ukeire".into(), agents.clone(), agents];
        let asked = alone.ask(Rate::new("first.call").under(KUITAN)).ask(Rate::new("players.call"));
        play(&Experiment { walls: 8, plan, ..asked }).map(|found| found.decisions_of_run)
    };
    assert!(played("a.txt", rates).unwrap() > 0);
    assert_eq!(played("b.txt", rates).unwrap(), 0, "the same agent elsewhere");
    let other = played("a.txt", &rates.replacen("0.", "0.0", 1)).unwrap_err().to_string();
    assert!(other.contains("the state of another experiment, with tables ukeire,"), "{other}");
}
