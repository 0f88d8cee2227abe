//! Matches in which the subject is asked for its forecasts.

use super::Calibrated;
use super::rows::{self, ForecastOutcome};
use crate::error::Error;
use crate::lineup::Seating;
use crate::settings::Work;
use crate::single::SingleDecisions;
use crate::table::TableOf;
use hyakuman_analysis::{Calibration, ClusterForecasts, Quantity};
use hyakuman_core::Seat;
use hyakuman_core::game::rows::MatchId;
use hyakuman_core::game::sink::Wants;
use hyakuman_core::game::{Agent, Candidate, DealIn, Game, KyokuEnd, KyokuResult, MAX_SEATS, MatchEnd, Sink};
use std::ops::Range;

/// The agents of a thread, and what they forecast.
pub(super) struct ForecastRun<'a, G: Game> {
    work: &'a Work<'a, G>,
    groups: &'a [String],
    table: TableOf<G>,
    course: Course,
    wall: ClusterForecasts,
    calibration: Calibration,
    forecasts: u64,
    asked: u64,
    decisions: i64,
    /// The rows of the current piece; `None` if nobody wants them.
    rows: Option<String>,
}

/// The forecasts of a match, and its course as far as it concerns them.
#[derive(Default)]
struct Course {
    forecasts: Vec<ForecastOutcome>,
    /// Forecasts of finished kyoku.
    settled: usize,
    /// By seat the last forecast, as long as another seat may win on the action chosen.
    open: [Option<usize>; MAX_SEATS],
    placement: [u8; MAX_SEATS],
}

impl<'a, G: Game> ForecastRun<'a, G> {
    /// Makes the agents.
    pub(super) fn new(work: &'a Work<'a, G>, groups: &'a [String], rows: bool) -> Result<Self, Error> {
        let agent = |spec| -> Result<Option<Box<dyn Agent<G>>>, Error> {
            Ok(Some(SingleDecisions::scalar(work.roster.agent::<G>(spec)?)))
        };
        let agents = work.lineup.named().iter().map(agent).collect::<Result<_, _>>()?;
        Ok(ForecastRun {
            work,
            groups,
            table: TableOf::new(agents),
            course: Course::default(),
            wall: ClusterForecasts::new(groups.len()),
            calibration: Calibration::new(groups.len()),
            forecasts: 0,
            asked: 0,
            decisions: 0,
            rows: rows.then(String::new),
        })
    }

    /// Plays a range of matches on whole walls.
    pub(super) fn play(&mut self, matches: Range<u64>) -> Result<(), Error> {
        let rotations = self.work.lineup.rotations() as u64;
        for number in matches.clone() {
            self.work.start_match(number)?;
            let seating = self.work.lineup.seating_of(self.work.seed, number);
            self.play_match(&seating)?;
            self.settle(seating.id)?;
            self.work.observer.done(1);
            if (number + 1) % rotations == 0 || number + 1 == matches.end {
                self.calibration.add(&mut self.wall);
            }
        }
        Ok(())
    }

    /// The rows of the matches played since the last call.
    pub(super) fn take_rows(&mut self) -> String {
        self.rows.as_mut().map_or(String::new(), std::mem::take)
    }

    /// Adds what was forecast.
    pub(super) fn add_to(&self, result: &mut Calibrated) {
        result.calibration.merge(&self.calibration);
        result.forecasts += self.forecasts;
        result.asked += self.asked;
        result.decisions += self.decisions;
    }

    /// Plays a match; its forecasts are in `course`.
    fn play_match(&mut self, seating: &Seating) -> Result<(), Error> {
        let ForecastRun { work, table, course, .. } = self;
        course.clear();
        table.start(&work.rules, seating, course);
        let mut steps = [0; MAX_SEATS];
        while let Some(seat) = table.pending().next() {
            let is_asked = seating.id.agents[seat.index()] == 0;
            let (agent, game) = table.agent_and_game(seat);
            let (action, chosen) = decide(agent, game, seat, is_asked);
            if is_asked {
                course.add(chosen, seat, steps[seat.index()]);
                self.asked += 1;
            }
            steps[seat.index()] += 1;
            self.decisions += 1;
            let answered = table.answer(seat, action, course);
            answered
                .map_err(|illegal| work.protocol(seating.id.number, &illegal, table.failure(illegal.seat)))?;
        }
        Ok(())
    }

    /// Counts the forecasts of the match just played.
    fn settle(&mut self, id: MatchId) -> Result<(), Error> {
        for made in &mut self.course.forecasts {
            made.placement = self.course.placement[made.seat.index()];
            if let Some(wrong) = wrong(made, self.groups.len(), G::SEATS) {
                let (agent, number) = (&self.work.lineup.agents()[0], id.number);
                return Err(Error::Protocol(format!(
                    "the agent {agent} made a bad forecast in match {number}: {wrong}"
                )));
            }
            made.count(&mut self.wall, G::SEATS);
            if let Some(rows) = &mut self.rows {
                rows::write(rows, id, made, &self.groups[made.group as usize], G::SEATS);
            }
        }
        self.forecasts += self.course.forecasts.len() as u64;
        Ok(())
    }
}

/// The action of an agent, and if it `is_asked` what it thinks of it.
fn decide<G: Game>(
    agent: &mut dyn Agent<G>,
    game: &G,
    seat: Seat,
    is_asked: bool,
) -> (u8, Option<Candidate>) {
    let (view, legal) = (game.view(seat), game.legal(seat));
    let evaluation = if is_asked { agent.evaluate(&view, legal) } else { None };
    let action = agent.act(&view, legal);
    (action, evaluation.and_then(|found| found.of(action).copied()))
}

impl<G: Game> Sink<G> for Course {
    fn wants(&self) -> Wants {
        Wants::EVENTS
    }

    #[inline]
    fn event(&mut self, event: &G::Event) {
        match G::deal_in(event) {
            Some(DealIn::NoMore) => self.open = [None; MAX_SEATS],
            Some(DealIn::By(seat)) => {
                if let Some(at) = self.open[seat.index()] {
                    self.forecasts[at].dealt_in = true;
                }
            }
            None => {}
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        for made in &mut self.forecasts[self.settled..] {
            made.kyoku = Some((end.kyoku, end.repeat));
            made.won = end.wins.iter().any(|win| win.winner == made.seat);
            made.tenpai = (end.result == KyokuResult::Exhaustive).then(|| end.tenpai.has(made.seat));
        }
        self.settled = self.forecasts.len();
        self.open = [None; MAX_SEATS];
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.placement = end.placement;
    }
}

impl Course {
    fn clear(&mut self) {
        self.forecasts.clear();
        (self.settled, self.open) = (0, [None; MAX_SEATS]);
    }

    /// Adds a decision and what the agent thinks of its choice. It is a forecast if it has a group.
    fn add(&mut self, chosen: Option<Candidate>, seat: Seat, step: u32) {
        let forecast = chosen.and_then(|chosen| Some((chosen, chosen.group?)));
        self.open[seat.index()] = forecast.map(|_| self.forecasts.len());
        let made = forecast.map(|(forecast, group)| ForecastOutcome::new(seat, step, forecast, group));
        self.forecasts.extend(made);
    }
}

impl ForecastOutcome {
    /// A forecast whose outcome is open.
    fn new(seat: Seat, step: u32, forecast: Candidate, group: u16) -> ForecastOutcome {
        ForecastOutcome {
            seat,
            step,
            forecast,
            group,
            kyoku: None,
            won: false,
            dealt_in: false,
            tenpai: None,
            placement: 0,
        }
    }

    /// Adds it to the forecasts of its wall.
    fn count(&self, wall: &mut ClusterForecasts, seats: usize) {
        let Candidate { win, deal_in, tenpai, places, .. } = self.forecast;
        let mut add = |quantity, chance: Option<f32>, happened| {
            if let Some(chance) = chance {
                wall.add(quantity, self.group.into(), chance, happened);
            }
        };
        if self.kyoku.is_some() {
            add(Quantity::Win, win, self.won);
            add(Quantity::DealIn, deal_in, self.dealt_in);
        }
        if let Some(happened) = self.tenpai {
            add(Quantity::Tenpai, tenpai, happened);
        }
        for (place, quantity) in Quantity::PLACES.into_iter().enumerate().take(seats) {
            add(quantity, places.map(|places| places[place]), usize::from(self.placement) == place);
        }
    }
}

/// What is wrong with a forecast: the end of a sentence.
fn wrong(made: &ForecastOutcome, groups: usize, seats: usize) -> Option<String> {
    let (group, Candidate { win, deal_in, tenpai, places, .. }) = (made.group, made.forecast);
    if usize::from(group) >= groups {
        return Some(format!("group {group}, but it has {groups} groups, from 0"));
    }
    let places = places.iter().flatten().take(seats).map(|&chance| Some(chance));
    let mut chances = [win, deal_in, tenpai].into_iter().chain(places).flatten();
    let wrong = chances.find(|chance| !(0.0..=1.0).contains(chance))?;
    Some(format!("a chance of {wrong}, but chances are from 0 to 1"))
}
