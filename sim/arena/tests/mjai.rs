//! Agents that are programs and speak mjai, through the arena: what they are told, that matches are those of the same agent
//! inside the program, and every way to misbehave.

#![cfg(unix)]

use hyakuman_agents::mjai::{Problem, Report, check};
use hyakuman_agents::{Roster, Tsumogiri};
use hyakuman_arena::datasets::verify::{VerifyOptions, verify};
use hyakuman_arena::{Arena, ContestOptions, Error, ErrorKind, Quiet, RecordOptions, Rules};
use hyakuman_core::MatchSeed;
use hyakuman_core::game::rows::Table;
use hyakuman_core::game::{Agent, AgentFailure, AnyAgent, BatchAgent, Decision, playout};
use hyakuman_games::logs::Recorder;
use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::{Riichi, RiichiRules};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The spec of the test bot, which is waited for unless the options have times.
fn bot(arguments: &str, options: &str) -> String {
    let patient = if options.contains("time=") { "" } else { ",time=600,start_time=600" };
    format!("mjai:cmd=\"'{}' {arguments}\"{options}{patient}", env!("CARGO_BIN_EXE_hyakuman-test-bot"))
}

fn play(agents: &str, rules: &str, games: u64) -> Result<hyakuman_arena::Played, Error> {
    let (rules, roster) = (Rules::preset(rules)?, Roster::built_in());
    Arena::new(&rules, &roster).agents(agents)?.games(games).threads(2).play(&Quiet)
}

/// The message of the run that a bot ends.
fn failure(arguments: &str, options: &str) -> String {
    let error = play(&format!("{},ukeire,ukeire,ukeire", bot(arguments, options)), "tenhou", 4);
    let error = error.expect_err("the bot misbehaves");
    assert_eq!(error.kind(), ErrorKind::Protocol);
    error.to_string()
}

/// The bot plays as `tsumogiri` does, so the results are the same, in every transport, for any threads.
#[test]
fn a_bot_plays_the_matches_of_the_agent_inside() {
    for rules in ["tenhou", "tenhou-sanma", "wrc-2015"] {
        let seats = if rules == "tenhou-sanma" { 2 } else { 3 };
        let others = ",random".repeat(seats);
        let inside = play(&format!("tsumogiri{others}"), rules, 24).unwrap();
        for transport in ["array", "line", "each"] {
            for three in ["nukidora", "kita", "four"] {
                let spec = bot(transport, &format!(",transport={transport},three={three}"));
                let outside =
                    play(&format!("{spec}{others}"), rules, 24).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(outside.stats.to_text(), inside.stats.to_text(), "{rules} {transport} {three}");
            }
        }
    }
}

/// A batched agent that takes the first legal action.
struct First;

impl BatchAgent<Riichi<4>> for First {
    fn row_bytes(&self) -> usize {
        1
    }

    fn encode(&self, decision: &Decision<'_, '_, Riichi<4>>, row: &mut [u8]) {
        row[0] = decision.legal.nth(0);
    }

    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure> {
        actions.copy_from_slice(rows);
        Ok(())
    }
}

#[test]
fn a_bot_plays_beside_batched_agents() {
    let mut roster = Roster::built_in();
    roster.add_batched::<Riichi<4>, _>("first", |_| First);
    let rules = Rules::preset("tenhou").unwrap();
    let play = |agent: &str| {
        let agents = format!("{agent},first,ukeire,first");
        let arena = Arena::new(&rules, &roster).agents(&agents).unwrap().games(12).threads(2);
        arena.play(&Quiet)
    };
    let inside = play("tsumogiri").unwrap().stats.to_text();
    assert_eq!(play(&bot("array", "")).unwrap().stats.to_text(), inside);
    let message = play(&bot("array babble 5", "")).unwrap_err().to_string();
    assert!(
        message.contains(" failed in match ") && message.contains("I think I will discard 5m"),
        "{message}"
    );
}

#[test]
fn every_seat_may_have_a_bot() {
    let inside = play("tsumogiri", "tenhou", 4).unwrap();
    let outside = play(&bot("array", ""), "tenhou", 4).unwrap();
    assert_eq!(outside.stats.to_text(), inside.stats.to_text());
    let processes = play(&bot("array {id}", ",restart=kyoku"), "tenhou", 2).unwrap();
    assert_eq!(processes.stats.games(), 2);
}

/// The ways to misbehave, and what the error says beside agent, match, seat and kyoku.
#[test]
fn every_misbehaviour_ends_the_run_with_its_line_and_match() {
    let cases = [
        ("array silent 5", ",time=0.2", "it did not answer within 0.2 s"),
        ("array half 5", ",time=0.2", "it did not answer within 0.2 s"),
        ("array silent", ",start_time=0.2", "it did not answer within 0.2 s of its start"),
        ("array slow", ",match_time=0.2", "it used up its 0.2 s for the match"),
        (
            "array exit_at_start",
            "",
            "it ended (exit status: 3) before its first answer; stderr=FILE keeps what it says",
        ),
        ("array exit 5", "", "it ended (exit status: 3); stderr=FILE keeps what it says"),
        ("array babble 5", "", "the reply is not JSON: expected value: I think I will discard 5m"),
        ("array greets", "", "Hello! The model is loaded."),
        ("array megabyte 5", "", "its line is longer than 64 KiB: xxxx"),
        (
            "array pass 5",
            "",
            "it may not pass here: {\"type\":\"none\"}; legal: {\"type\":\"dahai\",\"actor\":",
        ),
        ("array chi 5", "", "there is no discard to call: {\"actor\":"),
        ("array other 5", "", "the reply is for actor "),
        ("array tile 5", "", "it did not draw the tile "),
        ("array twice 5", "", "it answered more than once, first {"),
        ("array late_extra 5", "", ""),
        ("array deaf", ",start_time=0.3", "it did not answer within 0.3 s of its start"),
        ("line silent 5", ",transport=line,time=0.2", "it did not answer within 0.2 s"),
        ("each silent 5", ",transport=each,time=0.2", "it did not answer within 0.2 s"),
    ];
    for (arguments, options, what) in cases {
        let message = failure(arguments, options);
        assert!(message.starts_with("the agent mjai:cmd="), "{message}");
        let place = message.split_once(" failed in match ").expect("the match").1;
        let (number, place) = place.split_once(": wall ").expect("the wall");
        assert!(
            number.parse::<u64>().is_ok() && place.contains(", seat ") && place.contains(", kyoku "),
            "{message}"
        );
        assert!(message.contains(what), "{arguments}: {message}");
    }
}

/// An extra line is found at the next question, or taken as its answer and found at the one after.
#[test]
fn late_extra_lines_are_found() {
    let message = failure("array late_extra 5", "");
    let found = ["before it was asked", "more than once", "it may not pass here"];
    assert!(found.iter().any(|found| message.contains(found)), "{message}");
}

#[test]
fn commands_that_cannot_run_are_named() {
    let message = |spec: &str| play(spec, "tenhou", 1).unwrap_err().to_string();
    let missing = message("mjai:cmd=/no/such/bot");
    assert!(missing.contains("\"/no/such/bot\" cannot be started: No such file"), "{missing}");
    assert_eq!(
        message("mjai"),
        "the agent mjai: it needs the program of the bot: mjai:cmd=\"python3 bot.py\""
    );
    let cases = [
        (",dir=/no/such", "dir=/no/such is not a folder"),
        (",time=0", "time=\"0\" is not a number of seconds above 0"),
        (",match_time=x", "match_time=\"x\" is not a number of seconds above 0"),
        (
            ",stderr=/no/such/file",
            "stderr=/no/such/file cannot be written: No such file or directory (os error 2)",
        ),
    ];
    for (options, what) in cases {
        let message = message(&format!("mjai:cmd=bot{options}"));
        assert!(message.ends_with(what), "{message}");
    }
}

/// A ruleset that mjai has no words for is refused before the run.
#[test]
fn rules_without_words_are_refused() {
    let message = play("mjai:cmd=/no/such/bot", "shura", 1).unwrap_err();
    assert_eq!(message.kind(), ErrorKind::Usage);
    let message = message.to_string();
    assert!(message.contains("mjai has no words for the rule `"), "{message}");
}

/// With a fallback the run goes on, each failure is in the log of the bot, and the run says how many there were.
#[test]
fn failures_may_be_replaced_by_tsumogiri() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("bot.log");
    let inside = play("tsumogiri,random,random,random", "tenhou", 4).unwrap();
    for how in ["exit 3", "babble 3", "twice 3", "silent 5", "other", "megabyte 3"] {
        let restarts =
            if how == "exit 3" { &["failure", "match", "kyoku", "never"][..] } else { &["failure"] };
        for restart in restarts {
            let options =
                format!(",on_failure=tsumogiri,restart={restart},time=0.05,stderr=\"{}\"", log.display());
            let (rules, roster) = (Rules::preset("tenhou").unwrap(), Roster::built_in());
            let agents = format!("{},random,random,random", bot(&format!("array {how}"), &options));
            let arena = Arena::new(&rules, &roster).agents(&agents).unwrap().games(4).threads(1);
            let outside = arena.play(&Quiet).unwrap_or_else(|error| panic!("{how}: {error}"));
            assert_eq!(outside.stats.to_text(), inside.stats.to_text(), "{how} {restart}");
            let remarks = roster.remarks();
            assert!(
                remarks.len() == 1 && remarks[0].contains("tsumogiri decided in its place "),
                "{remarks:?}"
            );
            let logged = fs::read_to_string(&log).unwrap();
            assert!(
                logged.contains("hyakuman: match 0: wall 0, seat 0, kyoku ")
                    && logged.contains("; tsumogiri instead\n"),
                "{logged}"
            );
        }
    }
}

/// A bot that never answers is not started over and over, and no match is played in its name.
#[test]
fn a_bot_that_cannot_start_ends_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("bot.log");
    let options = format!(",on_failure=tsumogiri,stderr=\"{}\"", log.display());
    let agents = format!("{},random,random,random", bot("array exit_at_start", &options));
    let (rules, roster) = (Rules::preset("tenhou").unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).agents(&agents).unwrap().games(2).threads(1);
    let error = arena.play(&Quiet).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Protocol);
    assert!(error.to_string().contains("it ended (exit status: 3) before its first answer"), "{error}");
    let log = fs::read_to_string(&log).unwrap();
    assert_eq!(log.matches("before its first answer; ").count(), 2, "{log}");
}

/// The records of matches with failures are those of the matches that were played.
#[test]
fn records_stay_whole() {
    let dir = tempfile::tempdir().unwrap();
    let agents = format!("{},random,random,random", bot("array twice 30", ",on_failure=tsumogiri"));
    for (name, tables, played, notes) in
        [("with", Table::OF_RUN.to_vec(), 1, 0), ("without", vec![Table::Matches, Table::Kyoku], 0, 1)]
    {
        let (rules, roster) = (Rules::preset("tenhou").unwrap(), Roster::built_in());
        let options = RecordOptions { tables, ..RecordOptions::new(dir.path().join(name)) };
        let arena = Arena::new(&rules, &roster).agents(&agents).unwrap().games(8).record(options);
        arena.play(&Quiet).unwrap();
        let verdict = verify(&dir.path().join(name), &VerifyOptions::default(), &roster, &Quiet).unwrap();
        assert_eq!((&verdict.findings[..], verdict.played), (&[][..], played), "{name}");
        assert_eq!(verdict.notes.len(), notes, "{:?}", verdict.notes);
        let manifest = fs::read_to_string(dir.path().join(name).join("manifest.json")).unwrap();
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!(
            manifest["identity"]["not_deterministic"][0].as_str().map(|name| &name[..9]),
            Some("mjai:cmd=")
        );
        let card = fs::read_to_string(dir.path().join(name).join("README.md")).unwrap();
        assert!(card.contains("Not deterministic: ") && !card.contains("the same bytes again"));
    }
}

/// A run that fails leaves no file of an unfinished part.
#[test]
fn a_failure_leaves_no_part() {
    let dir = tempfile::tempdir().unwrap();
    let (rules, roster) = (Rules::preset("tenhou").unwrap(), Roster::built_in());
    let agents = format!("{},random,random,random", bot("array exit 300", ""));
    let arena = Arena::new(&rules, &roster).agents(&agents).unwrap().games(8);
    arena.record(RecordOptions::new(dir.path().join("set"))).play(&Quiet).unwrap_err();
    let parts = fs::read_dir(dir.path().join("set/replays")).map_or(0, Iterator::count);
    assert!(parts == 0 && !dir.path().join("set/manifest.json").exists());
}

/// No process of a bot is left, however it behaves when its input is closed.
#[test]
fn no_process_is_left() {
    let dir = tempfile::tempdir().unwrap();
    let marks = ["stays", "exit_at_end", "silent 20", "deaf", ""].map(|how| {
        let mark = format!("mark-{}-{}", std::process::id(), how.split(' ').next().unwrap_or_default());
        let time = match how {
            "silent 20" => ",time=0.05",
            "deaf" => ",start_time=0.5",
            _ => "",
        };
        let log = dir.path().join(&mark);
        let options = format!(",on_failure=tsumogiri,restart=never,stderr=\"{}\"{time}", log.display());
        let agents = format!("{},random,random,random", bot(&format!("array {how} 20 {mark}"), &options));
        let played = play(&agents, "tenhou", 8);
        assert_eq!(played.is_ok(), how != "deaf", "{how}: only a bot that never answers ends the run");
        mark
    });
    assert!(running(&marks).is_empty(), "{:?}", running(&marks));
    let log = fs::read_to_string(dir.path().join(&marks[4])).unwrap();
    assert_eq!(log, "the input is closed\n".repeat(log.lines().count()), "it was asked to end");
}

/// What a bot writes when it is no longer asked is found at the end of the program.
#[test]
#[cfg(target_os = "linux")]
fn a_log_that_cannot_be_written_is_noticed() {
    let agents = format!("{},random,random,random", bot("array", ",stderr=/dev/full"));
    let noticed = || {
        assert!(play(&agents, "tenhou", 1).is_ok(), "it writes only at its end");
        hyakuman_agents::mjai::unwritten_log()
    };
    // One that is too slow to end is killed before it writes.
    let sentence = std::iter::repeat_with(noticed).flatten().next().expect("the disk is full");
    assert_eq!(sentence, "stderr=/dev/full cannot be written: No space left on device (os error 28)");
}

/// Four tables of a contest, with up to three seats of the bot at each, share the processes of a thread.
#[test]
fn there_are_no_more_processes_than_seats() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("log");
    let (rules, roster) = (Rules::preset("tenhou").unwrap(), Roster::built_in());
    let agents = format!("{},random", bot("array counted", &format!(",stderr=\"{}\"", log.display())));
    let arena = Arena::new(&rules, &roster).agents(&agents).unwrap().threads(2);
    let options = ContestOptions::walls(6);
    arena.contest(&options, &Quiet).unwrap();
    let started = || fs::read_to_string(&log).unwrap().matches("started\n").count();
    let first = Instant::now();
    while started() < 3 {
        assert!(first.elapsed() < Duration::from_secs(600), "{} processes", started());
        sleep(Duration::from_millis(5)); // the log is written by other threads
    }
    assert!(started() <= 6, "{} processes", started());
}

/// A panic of another agent unwinds through the bots.
#[test]
fn a_panic_leaves_no_process() {
    struct Panics(u32);
    impl Agent<Riichi<4>> for Panics {
        fn act(&mut self, _view: &hyakuman_riichi::View<'_>, legal: &hyakuman_core::game::ActionMask) -> u8 {
            self.0 += 1;
            assert!(self.0 < 30, "as intended");
            legal.nth(0)
        }
    }
    let mark = format!("mark-{}-panic", std::process::id());
    let mut roster = Roster::built_in();
    roster.add::<Riichi<4>, _>("panics", |_| Panics(0));
    let rules = Rules::preset("tenhou").unwrap();
    let agents = format!("{},panics,random,random", bot(&format!("array stays 0 {mark}"), ""));
    let arena = Arena::new(&rules, &roster).agents(&agents).unwrap().games(4).threads(1);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| arena.play(&Quiet))).is_err());
    assert!(running(&[mark]).is_empty());
}

/// The command lines of running processes with one of these marks.
fn running(marks: &[String]) -> Vec<String> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let command =
        |path: &Path| fs::read(path.join("cmdline")).map(|text| String::from_utf8_lossy(&text).into_owned());
    let commands = processes.filter_map(|process| command(&process.path()).ok());
    commands.filter(|command| marks.iter().any(|mark| command.contains(mark))).collect()
}

/// Keeps a transcript.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The report of a check of the test bot, and the lines that it was sent.
fn checked(rules: &str, spec: &str, matches: u64) -> (Report, Vec<String>) {
    let lines = Lines::default();
    let mut report = Report::default();
    report.transcript = Some(Box::new(lines.clone()));
    let report = Arc::new(Mutex::new(report));
    let rules = Rules::preset(rules).unwrap();
    check(spec, &rules, matches, 1, &report, &|_| true).unwrap_or_else(|error| panic!("{error}"));
    let lines = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let sent = lines.lines().filter_map(|line| line.strip_prefix("> ")).map(ToOwned::to_owned);
    let report = std::mem::take(&mut *report.lock().unwrap());
    (report, sent.collect())
}

#[test]
fn a_report_counts_messages_and_failures() {
    let (report, _) = checked("tenhou", &bot("array", ""), 8);
    assert!(report.is_compliant() && report.matches == 8);
    for kind in
        ["start_game", "start_kyoku", "tsumo", "dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "dora"]
    {
        assert!(report.sent.contains_key(kind), "{kind}: {:?}", report.sent);
    }
    assert_eq!(report.sent["start_game"], 8);
    assert_eq!(report.replies["dahai"], report.questions["own draw"]);
    let answers = report.replies.values().sum::<u64>() as usize;
    assert_eq!(report.latencies.len() + report.starts.len(), answers);
    assert!(report.latency(0.5).unwrap() <= report.latency(1.0).unwrap());

    let (report, _) = checked("tenhou", &bot("array tile 10", ""), 2);
    assert!(!report.is_compliant() && report.matches == 2);
    assert!(report.problems[&Problem::WrongTile] > 10 && report.problems.len() == 1);
    let failed = &report.failures[0];
    assert!(failed.number == 0 && failed.place.contains("seat 0, kyoku E1-0"), "{failed:?}");
    assert!(failed.line.as_ref().is_some_and(|line| line.contains("\"tsumogiri\":true")), "{failed:?}");
}

/// Every event, in the order of the whole match as the log of the match has it, with hidden tiles masked.
#[test]
fn a_bot_is_told_the_match_as_its_seat_sees_it() {
    for (preset, three, seats) in [
        ("tenhou", "nukidora", 4),
        ("tenhou-sanma", "nukidora", 3),
        ("tenhou-sanma", "kita", 3),
        ("tenhou-sanma", "four", 3),
    ] {
        let matches = 6;
        let (report, lines) = checked(preset, &bot("array", &format!(",three={three}")), matches);
        assert!(report.is_compliant(), "{:?}", report.failures);
        let told: Vec<Value> = lines
            .iter()
            .flat_map(|line| serde_json::from_str::<Vec<Value>>(line).expect("arrays of events"))
            .collect();
        let AnyRules::Riichi(rules) = hyakuman_games::registry::load_preset(preset).unwrap() else {
            panic!("riichi")
        };
        let rules = Arc::new(rules.rules);
        let logs = (0..matches).map(|number| match seats {
            3 => log::<3>(&rules, number),
            _ => log::<4>(&rules, number),
        });
        let expected = logs.enumerate().flat_map(|(number, log)| seen(&log, number % seats, seats, three));
        compare(&told, &expected.collect::<Vec<_>>());
    }
}

/// The log of a match of the check, with `tsumogiri` in the place of the bot.
fn log<const N: usize>(rules: &Arc<RiichiRules>, number: u64) -> Vec<Value> {
    let roster = Roster::built_in();
    let other = |name| roster.agent::<Riichi<N>>(&roster.spec(name).unwrap()).unwrap();
    let mut agents: Vec<Box<dyn Agent<Riichi<N>>>> = vec![Box::new(Tsumogiri)];
    let others = ["random", "ukeire", "random"].map(other).into_iter().filter_map(AnyAgent::scalar);
    agents.extend(others.take(N - 1));
    agents.rotate_right(number as usize % N);
    let mut recorder = Recorder::<N>::new(rules);
    playout::play(rules, MatchSeed { seed: 1, number }, &mut agents, &mut recorder).unwrap();
    let text = hyakuman_games::logs::mjai::write(&recorder.log());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A log as a seat sees it.
fn seen(log: &[Value], seat: usize, seats: usize, three: &str) -> Vec<Value> {
    let entries = if three == "four" { 4 } else { seats };
    let mut log = log.to_vec();
    for event in &mut log {
        match event["type"].as_str().unwrap() {
            "start_kyoku" => {
                let own = event["tehais"][seat].clone();
                event["tehais"] = (0..entries)
                    .map(|of| if of == seat { own.clone() } else { json!(vec!["?"; 13]) })
                    .collect();
            }
            "tsumo" if event["actor"] != seat => event["pai"] = json!("?"),
            "nukidora" if three == "kita" => event["type"] = json!("kita"),
            _ => {}
        }
        for key in ["scores", "deltas", "names", "tenpais", "tehais"] {
            while event[key].as_array().is_some_and(|list| list.len() < entries) {
                let fill = match key {
                    "names" => json!("3"),
                    "tenpais" => json!(false),
                    "tehais" => json!(vec!["?"; 13]),
                    _ => json!(0),
                };
                event[key].as_array_mut().unwrap().push(fill);
            }
            if event[key].is_null() {
                event.as_object_mut().unwrap().remove(key);
            }
        }
    }
    log
}

/// Every message agrees with that of the log, in its keys; `start_game` has more of them, but for the rules that a log names.
fn compare(told: &[Value], expected: &[Value]) {
    for (at, (told, expected)) in told.iter().zip(expected).enumerate() {
        for (key, value) in expected.as_object().unwrap().iter().filter(|(key, _)| *key != "hyakuman") {
            let tiles = |value: &Value| {
                let mut tiles: Vec<String> =
                    value.as_array().into_iter().flatten().map(ToString::to_string).collect();
                tiles.sort();
                tiles
            };
            match key.as_str() {
                "consumed" => assert_eq!(tiles(&told[key]), tiles(value), "{at}: {told} {expected}"),
                _ => assert_eq!(&told[key], value, "{at}, {key}: {told} instead of {expected}"),
            }
        }
    }
    assert_eq!(told.len(), expected.len());
}
