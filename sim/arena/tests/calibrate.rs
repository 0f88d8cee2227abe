//! Calibration of agents whose forecasts are known to be right or wrong.

use hyakuman_agents::{AgentEntry, Roster};
use hyakuman_analysis::calibration::{BUCKETS, CalibrationRow, Quantity};
use hyakuman_arena::measures::PlayerCount;
use hyakuman_arena::{Arena, CalibrateOptions, Calibrated, Quiet, Rules};
use hyakuman_core::Seat;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Candidate, Evaluation, Game, Seen, ValueUnit};
use hyakuman_riichi::Riichi;
use hyakuman_yangzhou::Yangzhou;
use std::path::Path;
use std::sync::Arc;

/// Plays as another agent and always has the same forecast.
struct Says<G: Game> {
    player: Box<dyn Agent<G>>,
    forecast: Candidate,
}

impl<G: Game> Agent<G> for Says<G> {
    fn begin(&mut self, rules: &Arc<G::Rules>, seat: Seat, seed: AgentSeed) {
        self.player.begin(rules, seat, seed);
    }

    fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8 {
        self.player.act(view, legal)
    }

    fn watches(&self) -> bool {
        self.forecast.tenpai.is_some() // both ways of playing
    }

    fn watch(&mut self, _seen: &Seen<'_, G>) {}

    fn evaluate(&mut self, _: &G::View<'_>, legal: &ActionMask) -> Option<Evaluation> {
        let mut candidates = vec![self.forecast; legal.iter().count()];
        candidates.iter_mut().zip(legal.iter()).for_each(|(candidate, action)| candidate.action = action);
        Some(Evaluation::new(ValueUnit::Logit, candidates))
    }

    fn groups(&self) -> Vec<String> {
        vec!["never".to_owned(), "all, always".to_owned()]
    }
}

/// An entry that plays as the agent `like` of the game.
fn says<G: Game>(entry: AgentEntry, like: &'static str, forecast: Candidate) -> AgentEntry {
    entry.scalar::<G, _>(move |_| {
        let roster = Roster::built_in();
        let player = roster.agent::<G>(&roster.spec(like).unwrap()).unwrap().scalar().unwrap();
        Says { player, forecast }
    })
}

fn roster(like: &'static str, forecast: Candidate) -> Roster {
    let mut roster = Roster::built_in();
    let entry = says::<Riichi<4>>(AgentEntry::new("says"), like, forecast);
    roster.insert(says::<Yangzhou>(says::<Riichi<3>>(entry, like, forecast), like, forecast));
    roster
}

const SURE: Candidate = Candidate {
    group: Some(1),
    win: Some(0.5),
    deal_in: Some(0.5),
    tenpai: Some(0.5),
    places: Some([0.25; 4]),
    ..Candidate::new(0, 0.0)
};

fn calibrate(
    roster: &Roster,
    rules: &str,
    agents: &str,
    games: u64,
    seed: u64,
) -> Result<Calibrated, String> {
    let rules = Rules::preset(rules).unwrap();
    let arena = Arena::new(&rules, roster).agents(agents).unwrap().games(games).seed(seed);
    arena.calibrate(&CalibrateOptions::default(), &Quiet).map_err(|error| error.to_string())
}

fn row(found: &Calibrated, quantity: Quantity) -> CalibrationRow {
    assert!(found.calibration.row(quantity, Some(0), None).is_none());
    let row = found.calibration.row(quantity, Some(1), None).unwrap();
    assert_eq!(found.calibration.row(quantity, None, None), Some(row));
    let buckets = (0..BUCKETS).filter(|&at| found.calibration.row(quantity, None, Some(at)).is_some());
    assert_eq!(buckets.count(), 1, "always the same chance");
    row
}

/// The agent predicts what was measured on other walls.
#[test]
fn true_frequencies_are_confirmed_and_wrong_ones_marked() {
    let measured = calibrate(&roster("ukeire", SURE), "tenhou-east", "says", 600, 1).unwrap();
    let rate = |quantity| row(&measured, quantity).happened.value as f32;
    let places = Quantity::PLACES.map(rate);
    let truth = Candidate {
        win: Some(rate(Quantity::Win)),
        deal_in: Some(rate(Quantity::DealIn)),
        tenpai: Some(rate(Quantity::Tenpai)),
        places: Some(places),
        ..SURE
    };
    let right = calibrate(&roster("ukeire", truth), "tenhou-east", "says", 600, 2).unwrap();
    assert!(right.forecasts == right.asked && right.decisions == right.asked as i64);
    for quantity in Quantity::ALL {
        let (row, wrong) = (row(&right, quantity), row(&measured, quantity));
        assert!(!row.is_off() && row.difference.bounds().is_some(), "{quantity:?}: {row:?}");
        assert!((row.predicted - f64::from(rate(quantity))).abs() < 1e-6);
        let close = (wrong.happened.value - wrong.predicted).abs() < 0.1 * wrong.predicted;
        assert!(close || wrong.decisions < 10_000 || wrong.is_off(), "{quantity:?}: {wrong:?}");
    }
    assert!(row(&measured, Quantity::Win).is_off() && row(&measured, Quantity::DealIn).is_off());
}

/// An agent that neither calls nor declares riichi is never without a choice: every deal-in follows a decision.
#[test]
fn deal_ins_are_those_of_the_statistics() {
    for (rules, like) in [("tenhou", "tsumogiri"), ("tenhou-sanma", "tsumogiri"), ("yangzhou", "tsumogiri")] {
        let seated = if rules == "tenhou-sanma" { "says,random,ukeire" } else { "says,random,ukeire,random" };
        let roster = roster(like, SURE);
        let found = calibrate(&roster, rules, seated, 40, 3).unwrap();
        let rules = Rules::preset(rules).unwrap();
        let arena = Arena::new(&rules, &roster).agents(seated).unwrap().games(40).seed(3);
        let played = arena.play(&Quiet).unwrap();
        let counts = &played.stats.agents[0];
        let row = row(&found, Quantity::DealIn);
        let dealt_in = (row.happened.value * row.decisions as f64).round() as i64;
        assert_eq!(dealt_in, counts.total(PlayerCount::DealIns as usize), "{}", rules.id());
        assert!(dealt_in > 0 && row.decisions == found.asked);
        assert_eq!(found.decisions, played.decisions);
        assert_eq!(found.asked as i64, counts.total(PlayerCount::Decisions as usize));
    }
}

/// The file of rows has a line per forecast, with the outcome of each.
#[test]
fn rows_are_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let roster = roster("ukeire", SURE);
    let rules = Rules::preset("tenhou-east").unwrap();
    let run = |threads, path: &Path| {
        let arena = Arena::new(&rules, &roster).agents("says,random,random,random").unwrap().games(90);
        let options = CalibrateOptions { rows: Some(path.into()) };
        arena.threads(threads).calibrate(&options, &Quiet).unwrap()
    };
    let paths = [1, 2].map(|threads| folder.path().join(format!("{threads}.csv")));
    let found = [run(1, &paths[0]), run(2, &paths[1])];
    let rows = paths.map(|path| std::fs::read_to_string(path).unwrap());
    assert!(found[0].calibration == found[1].calibration && rows[0] == rows[1]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary files");
    let lines: Vec<&str> = rows[0].lines().collect();
    assert_eq!(lines.len() as u64, 1 + found[0].forecasts);
    assert!(lines[0].starts_with("match,wall,seat,kyoku,repeat,step,group,win,deal_in,tenpai,first,"));
    assert!(lines[1].starts_with("0,0,0,0,0,0,\"all, always\",0.5,0.5,0.5,0.25,0.25,0.25,0.25,"));
    let won = lines[1..].iter().filter(|line| line.rsplit(',').nth(3) == Some("1")).count();
    let row = row(&found[0], Quantity::Win);
    assert_eq!(won as f64, (row.happened.value * row.decisions as f64).round());
}

#[test]
fn what_is_no_forecast_is_an_error() {
    let sure = roster("ukeire", SURE);
    let error = |roster: &Roster, agents| calibrate(roster, "tenhou", agents, 8, 1).unwrap_err();
    let message = error(&sure, "random,says,says,says");
    assert!(message.starts_with("the agent random makes no forecasts for tenhou; these do: "), "{message}");
    assert!(message.contains("says"), "{message}");
    for (bad, expected) in [
        (Candidate { win: Some(1.5), ..SURE }, "a chance of 1.5, but chances are from 0 to 1"),
        (Candidate { places: Some([f32::NAN; 4]), ..SURE }, "a chance of NaN, but chances are from 0 to 1"),
        (Candidate { group: Some(2), ..SURE }, "group 2, but it has 2 groups, from 0"),
    ] {
        let message = error(&roster("random", bad), "says");
        assert_eq!(message, format!("the agent says made a bad forecast in match 0: {expected}"));
    }
}

/// No file is left behind if nothing can be written to it, or if the work fails.
#[test]
fn a_failed_file_of_rows_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let rules = Rules::preset("tenhou").unwrap();
    let roster = roster("random", Candidate { win: Some(2.0), ..SURE });
    let arena = Arena::new(&rules, &roster).agents("says").unwrap().games(8);
    for name in ["rows.csv", "no/rows.csv"] {
        let options = CalibrateOptions { rows: Some(folder.path().join(name)) };
        arena.calibrate(&options, &Quiet).unwrap_err();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
