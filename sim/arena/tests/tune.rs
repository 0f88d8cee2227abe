//! Tuning: independent of threads, resumed without a trace, and it finds the better number of an option.

use hyakuman_agents::{AgentEntry, OptionDoc, Roster, Spec};
use hyakuman_arena::tune::SearchRange;
use hyakuman_arena::{
    Arena, Arm, ChooseOptions, Chosen, CompareOptions, Compared, Error, Observer, Quiet, Rules, TuneOptions,
    Tuned,
};
use hyakuman_core::Seat;
use hyakuman_game::{ActionMask, Agent, AgentSeed};
use hyakuman_riichi::{Riichi, RiichiRules, View};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Wins or not: the first legal action instead of a win in a part of the decisions.
struct Careless {
    wins: f64,
    count: u32,
}

impl Agent<Riichi> for Careless {
    fn begin(&mut self, _rules: &Arc<RiichiRules>, _seat: Seat, _seed: AgentSeed) {
        self.count = 0;
    }

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        self.count += 1;
        let careful = f64::from(self.count % 10) < 10.0 * self.wins;
        if careful {
            Agent::<Riichi>::act(&mut hyakuman_agents::Ukeire::default(), view, legal)
        } else {
            legal.nth(0)
        }
    }
}

fn roster() -> Roster {
    let mut roster = Roster::built_in();
    let wins = OptionDoc { name: "wins", about: "how often it looks", values: &["0.5"] };
    let entry = AgentEntry::new("careless").number(wins, 0.0, 1.0);
    roster.insert(entry.scalar::<Riichi, _>(|options| Careless {
        wins: options.value("wins").expect("a number"),
        count: 0,
    }));
    roster
}

fn options(steps: u64, state: Option<&Path>) -> TuneOptions {
    TuneOptions { steps, walls: 10, held_out: 20, state: state.map(Path::to_owned), ..TuneOptions::default() }
}

fn tune(agent: &str, options: &TuneOptions, threads: u64, observer: &dyn Observer) -> Result<Tuned, Error> {
    let (rules, roster) = (Rules::preset("tenhou-east").expect("a preset"), roster());
    Arena::new(&rules, &roster).agents(agent)?.threads(threads).tune(options, observer)
}

#[test]
fn an_option_goes_to_its_better_end() {
    let tuned = tune("careless", &options(40, None), 2, &Quiet).expect("tuned");
    let [_, after] = tuned.options[0].1;
    assert!(after > 0.7, "{after}");
    assert_eq!(tuned.gained(), Some(true), "{:?}", tuned.gain);
    assert_eq!(tuned.after.to_string(), format!("careless:wins={after}"));
    assert_eq!(tuned.before.to_string(), "careless");
}

/// Stops after some matches.
struct Stopping(AtomicU64);

impl Observer for Stopping {
    fn done(&self, matches: u64) {
        self.0.fetch_add(matches, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 200
    }
}

#[test]
fn a_search_continues_as_if_it_had_not_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("state.json");
    let whole = tune("value:depth=0", &options(8, None), 1, &Quiet).expect("tuned");
    let stopped = tune("value:depth=0", &options(8, Some(&path)), 2, &Stopping(AtomicU64::new(0)));
    assert!(matches!(stopped, Err(Error::Interrupted)));
    let resumed = tune("value:depth=0", &options(8, Some(&path)), 2, &Quiet).expect("tuned");
    assert!(resumed.matches < whole.matches, "{} {}", resumed.matches, whole.matches);
    assert_eq!((resumed.after, resumed.gain), (whole.after, whole.gain));
    assert_eq!(resumed.options, whole.options);
}

/// The number of matches does not matter here.
fn compared(agents: &str, arms: &[&str]) -> Result<Compared, Error> {
    let (rules, roster) = (Rules::preset("tenhou-east")?, roster());
    let arm = |set: &&str| Ok::<_, Error>(Arm::new(*set, &*Rules::preset("tenhou-east")?.set(set)?));
    let arms = arms.iter().map(arm).collect::<Result<_, _>>()?;
    Arena::new(&rules, &roster).agents(agents)?.games(20).compare(&CompareOptions::new(arms), &Quiet)
}

#[test]
fn every_ruleset_is_played_by_the_agent_fitted_to_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fitted.json");
    let options = TuneOptions { out: Some(path.clone()), ..options(40, None) };
    let named = format!("tuned:file=\"{}\"", path.display());
    let none = compared(&named, &[]).expect_err("no file").to_string();
    assert!(none.contains("fitted.json: it does not exist"), "{none}");

    let (roster, base) = (roster(), Rules::preset("tenhou-east").expect("a preset"));
    let fit = |rules: &Rules, high| {
        let ranges = vec![SearchRange { option: "wins".into(), low: 0.0, high }];
        let arena = Arena::new(rules, &roster).agents("careless").expect("an agent");
        let tuned = arena.tune(&TuneOptions { ranges, ..options.clone() }, &Quiet);
        tuned.expect("tuned").to_play().to_string()
    };
    let arm = fit(&base.clone().set("kuitan=false").expect("a rule"), 1.0);
    let base = fit(&base, 0.8);
    assert_ne!(base, arm);
    let found = compared(&named, &["kuitan=false"]).expect("compared");
    let names = |specs: &[Spec]| specs.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(found.lineup.named()), vec![base.clone(); 4]);
    assert_eq!(names(&found.arms[0].agents), vec![arm.clone(); 4]);
    assert_eq!(
        found.notes[0].to_string(),
        format!(
            "each ruleset is played by the agents fitted to it; the intervals are of the matches, not of the fits, which another \
             seed would make otherwise: base {base}; arm 1 {arm}"
        )
    );

    let missing = compared(&named, &["red_fives=[0,0,0]"]).expect_err("not fitted").to_string();
    assert!(
        missing.starts_with("under red_fives=[0,0,0]: ")
            && missing.contains(
                "fitted.json: there is no agent fitted to tenhou-east red_fives=[0,0,0] (rules hash"
            )
            && missing.contains("`hyakuman tune AGENT --rules tenhou-east --set 'red_fives=[0,0,0]' --out "),
        "{missing}"
    );
    std::fs::write(&path, "{}").expect("written");
    let other = compared(&named, &["kuitan=false"]).expect_err("no such file").to_string();
    assert!(other.contains("this is not a file that `hyakuman tune --out` wrote"), "{other}");
    assert!(compared("tuned:net=x", &["kuitan=false"]).is_err());
}

#[test]
fn what_cannot_be_tuned_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("state.json");
    let range = |option: &str, low, high| TuneOptions {
        ranges: vec![SearchRange { option: option.into(), low, high }],
        ..options(1, None)
    };
    let refused = |agent: &str, options: &TuneOptions| {
        tune(agent, options, 1, &Quiet).expect_err("refused").to_string()
    };
    assert_eq!(
        refused("value", &range("speed", 0.0, 1.0)),
        "value has no numeric option speed: choose from risk, win, draw, open"
    );
    assert_eq!(
        refused("value", &range("risk", 1.0, 9.0)),
        "risk=1..9: expected a range of 0.000001 or more within 0..5, such as risk=0..5"
    );
    assert!(refused("value", &range("risk", 2.0, 1.0)).starts_with("risk=2..1: expected a range"));
    assert_eq!(
        refused("ukeire", &options(1, None)),
        "ukeire has no option that is a number: see `hyakuman agents list`"
    );
    assert_eq!(refused("value,ukeire", &options(1, None)), "tuning needs 1 agent; 2 were given");
    assert_eq!(
        refused("value", &TuneOptions { walls: 9, ..options(1, None) }),
        "a match needs at least 10 walls"
    );
    std::fs::write(&path, "{}").expect("written");
    assert!(
        refused("value", &options(1, Some(&path))).contains("state.json: this is not the state of a search")
    );
}

fn choose(values: &[&str], budget: u64, threads: u64) -> Result<Chosen, Error> {
    let (rules, roster) = (Rules::preset("tenhou-east").expect("a preset"), roster());
    let values = values.iter().map(ToString::to_string).collect();
    let options = ChooseOptions { options: vec![("wins".into(), values)], budget, held_out: 40, out: None };
    Arena::new(&rules, &roster).agents("careless")?.threads(threads).choose(&options, &Quiet)
}

/// The best value is found, and the match on other walls shows it, for any number of threads.
#[test]
fn the_best_value_is_chosen() {
    let found = [1, 2].map(|threads| choose(&["0.1", "1", "0.5", "0.3"], 200, threads).expect("a search"));
    for found in &found {
        assert_eq!(found.tuned.after.to_string(), "careless:wins=1");
        assert_eq!((found.rounds, found.walls, found.tuned.gained()), (2, 33 * 3 + 50 * 2, Some(true)));
        assert_eq!(found.candidates.len(), 3, "0.5 is the agent itself");
        assert_eq!(found.candidates[2].rounds, 1);
    }
    assert_eq!(found[0].tuned.gain, found[1].tuned.gain);
}

/// A value that changes nothing gains nothing, and one that is worse is not taken.
#[test]
fn no_gain_is_said_where_there_is_none() {
    let found = choose(&["0.499"], 0, 1).expect("a search");
    assert_eq!((found.rounds, found.tuned.gained()), (0, None));
    assert_eq!(found.tuned.gain.map(|gain| gain.walls_changed), Some(0));
    let found = choose(&["0.1", "0"], 40, 1).expect("a search");
    assert_eq!((found.tuned.gained(), found.tuned.to_play()), (Some(false), &found.tuned.before));
}

#[test]
fn bad_choices() {
    for (values, budget, sentence) in [
        (&["0.5"][..], 100, "the values are those of careless itself: name others"),
        (&[], 100, "careless has no list of values for wins"),
        (&["7"], 100, "wins"),
        (&["0.1", "0.2"], 19, "the search of 2 agents needs a budget of at least 20 walls; it is 19"),
    ] {
        let error = choose(values, budget, 1).expect_err(sentence).to_string();
        assert!(error.contains(sentence), "{error}");
    }
}
