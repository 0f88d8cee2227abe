//! What must hold for every game, checked on whole matches: one suite for all registered rulesets.
//!
//! [`check_match`] plays a match with uniformly random legal actions and checks that
//!
//! - at every decision every tile is in one place and the scores have the right sum,
//! - every decider has at least two actions, and an illegal answer is refused with a reason,
//! - the view of a decider does not change when the tiles it cannot see are dealt again,
//! - nor when the rest of the wall is shuffled again, after which the kyoku can be played to its end,
//! - a row does not depend on the row cache it was written with,
//! - every event of a kyoku is reported once, before the kyoku ends (this one panics),
//! - the match ends,
//! - replaying its actions gives the same match and the same record.
//!
//! [`check_tables`] checks the descriptions of the tables of a record.

use crate::column::{Column, Rows};
use crate::game::rollout::PlayedOut;
use crate::game::rows::{self, About, MatchId, Table, TableRecorder};
use crate::game::sink::Reporter;
use crate::game::sink::Sink;
use crate::game::{Answers, Game, KyokuEnd, MAX_SEATS, MatchEnd};
use crate::{MatchSeed, Rng, Seat};
use std::collections::HashSet;
use std::sync::Arc;

/// Most decisions of a match before it counts as endless.
const MAX_DECISIONS: usize = 200_000;

/// Views and refusals are checked at every decision whose number is a multiple of this.
const REDEAL_EVERY: usize = 7;

/// Checks one match.
///
/// # Errors
/// What does not hold, and at which decision.
pub fn check_match<G: Game>(rules: &Arc<G::Rules>, seed: MatchSeed) -> Result<MatchTrace, String> {
    let mut trace = MatchTrace::default();
    let mut rng = Rng::from_seed(seed.seed ^ seed.number.rotate_left(32));
    let mut game = G::start(rules, seed, &mut trace);
    let mut row_cache = G::RowCache::default();
    for step in 0.. {
        let at =
            |what: String| format!("match {} of seed {}, decision {step}: {what}", seed.number, seed.seed);
        if game.deciders().is_empty() {
            break;
        }
        if step > MAX_DECISIONS {
            return Err(at("the match does not end".into()));
        }
        game.audit().map_err(at)?;
        check_row_cache(&game, &mut row_cache).map_err(at)?;
        if step % REDEAL_EVERY == 0 {
            check_views(&game, &mut rng).map_err(at)?;
            check_worlds(&game, &mut rng).map_err(at)?;
            check_refusals(&game, &mut rng).map_err(at)?;
        }
        let answers = random_answers(&game, &mut rng).map_err(at)?;
        game.try_apply(answers, &mut trace).map_err(|illegal| at(illegal.to_string()))?;
        trace.actions.extend(answers.given().filter_map(|seat| answers.get(seat)));
    }
    let replayed = replay::<G>(rules, seed, &trace.actions)?;
    if replayed != trace {
        return Err(format!("match {seed:?}: its replay differs"));
    }
    check_record::<G>(rules, seed, &trace.actions).map_err(|what| format!("match {seed:?}: {what}"))?;
    Ok(trace)
}

/// Checks the descriptions of the tables of a record of this game.
///
/// # Errors
/// The table and column, and what is wrong.
pub fn check_tables<G: Game>() -> Result<(), String> {
    for table in Table::OF_RUN {
        let mut names = HashSet::new();
        for Column { name, unit, meaning, .. } in table.columns::<G>() {
            let name_is_plain =
                name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
            if name.is_empty() || !name_is_plain || !names.insert(name) {
                return Err(format!("table {}: a column cannot be named `{name}`, or two are", table.name()));
            }
            if unit.is_empty() || meaning.is_empty() {
                return Err(format!("table {}: column `{name}` lacks its unit or meaning", table.name()));
            }
        }
    }
    Ok(())
}

/// Checks that the record of a match can be made again from the actions in its table `replays`.
fn check_record<G: Game>(rules: &Arc<G::Rules>, seed: MatchSeed, actions: &[u8]) -> Result<(), String> {
    let first = record::<G>(rules, seed, actions)?;
    let replays = first.rows(Table::Replays).expect("a table that is kept");
    let column = replays.columns() - 1;
    let recorded = replays.cells(column).bytes().to_vec();
    if recorded != actions {
        return Err("table replays has other actions".into());
    }
    let second = record::<G>(rules, seed, &recorded)?;
    for table in Table::OF_RUN {
        let (first, second) = (first.rows(table).expect("kept"), second.rows(table).expect("kept"));
        if first != second {
            return Err(format!("table {} cannot be made again from replays", table.name()));
        }
        check_widths(&table.columns::<G>(), first)
            .map_err(|what| format!("table {}: {what}", table.name()))?;
    }
    Ok(())
}

/// All tables of one match.
fn record<G: Game>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    actions: &[u8],
) -> Result<TableRecorder<G>, String> {
    let about = About { agents: vec![String::new()], own_yaku: G::own_yaku(rules), ..About::default() };
    let mut recorder = TableRecorder::new(&Arc::new(about), &Table::OF_RUN);
    recorder.begin(MatchId { number: seed.number, seed, agents: [0; MAX_SEATS] });
    rows::replay(rules, seed, actions, &mut recorder).map_err(|error| error.to_string())?;
    Ok(recorder)
}

/// Checks that every column has a cell of the right width in every row.
fn check_widths(columns: &[Column], rows: &Rows) -> Result<(), String> {
    if columns.len() != rows.columns() {
        return Err(format!("{} columns are described and {} written", columns.len(), rows.columns()));
    }
    for (number, column) in columns.iter().enumerate() {
        let cells = rows.cells(number);
        let fits = match column.cell_type.bytes() {
            Some(width) => cells.bytes().len() == width * rows.len() && cells.ends().is_empty(),
            None => cells.ends().len() == rows.len(),
        };
        if !fits {
            return Err(format!("the cells of column `{}` do not have its width", column.name));
        }
    }
    Ok(())
}

/// Checks that a new row cache gives the same row as one used for the earlier rows of the match.
fn check_row_cache<G: Game>(game: &G, row_cache: &mut G::RowCache) -> Result<(), String> {
    for seat in game.deciders() {
        if row(game, seat, row_cache) != row(game, seat, &mut G::RowCache::default()) {
            return Err(format!("the row of {seat:?} depends on the rows written before it"));
        }
    }
    Ok(())
}

/// A random legal action of every decider.
fn random_answers<G: Game>(game: &G, rng: &mut Rng) -> Result<Answers, String> {
    let mut answers = Answers::NONE;
    for seat in game.deciders() {
        let legal = game.legal(seat);
        if legal.len() < 2 {
            return Err(format!("{seat:?} is a decider with only {} legal actions", legal.len()));
        }
        answers.set(seat, legal.nth(rng.below(legal.len())));
    }
    Ok(answers)
}

/// Checks that neither the row of a decider nor its legal actions depend on what it cannot see.
fn check_views<G: Game>(game: &G, rng: &mut Rng) -> Result<(), String> {
    for seat in game.deciders() {
        let mut other = game.clone();
        other.redeal_hidden(seat, rng);
        other.audit().map_err(|what| format!("after dealing hidden tiles again for {seat:?}: {what}"))?;
        let new = G::RowCache::default;
        let differs = row(game, seat, &mut new()) != row(&other, seat, &mut new());
        let counts = game.house_counts() != other.house_counts();
        if differs || counts || game.legal(seat) != other.legal(seat) {
            return Err(format!("the view of {seat:?} depends on what it cannot see"));
        }
    }
    Ok(())
}

/// Checks that shuffling the rest of the wall changes nothing that a decider knows, and plays that kyoku to its end.
fn check_worlds<G: Game>(game: &G, rng: &mut Rng) -> Result<(), String> {
    let mut other = game.clone();
    other.reshuffle_wall(rng);
    let new = G::RowCache::default;
    for seat in game.deciders() {
        let same = row(game, seat, &mut new()) == row(&other, seat, &mut new());
        if !same || game.legal(seat) != other.legal(seat) {
            return Err(format!("the view of {seat:?} depends on the rest of the wall"));
        }
    }
    let mut end = PlayedOut::default();
    while !end.is_settled() && !other.deciders().is_empty() {
        other.audit().map_err(|what| format!("after shuffling the rest of the wall: {what}"))?;
        let answers = random_answers(&other, rng)?;
        other.apply(answers, &mut Reporter::of(&mut end));
    }
    Ok(())
}

fn row<G: Game>(game: &G, seat: Seat, row_cache: &mut G::RowCache) -> Rows {
    let mut row = Rows::new(G::COLUMNS.len());
    G::write_row(row_cache, &game.view(seat), &mut row);
    row
}

/// Checks that illegal answers are refused with a reason: a random code, a missing answer, an answer of a seat that is no
/// decider.
fn check_refusals<G: Game>(game: &G, rng: &mut Rng) -> Result<(), String> {
    let mut wrong: Vec<Answers> = vec![Answers::NONE];
    let legal = random_answers(game, rng)?;
    for seat in Seat::all(G::SEATS) {
        let mut answers = legal;
        let code = rng.below(256) as u8;
        if !game.deciders().has(seat) || !game.legal(seat).has(code) {
            answers.set(seat, code);
            wrong.push(answers);
        }
    }
    for answers in wrong {
        match game.clone().try_apply(answers, &mut ()) {
            Ok(()) => return Err(format!("illegal answers {answers:?} were accepted")),
            Err(illegal) if illegal.reason.to_string().is_empty() => {
                return Err("a refusal gives no reason".into());
            }
            Err(_) => {}
        }
    }
    Ok(())
}

/// Plays a match again from its actions.
fn replay<G: Game>(rules: &Arc<G::Rules>, seed: MatchSeed, actions: &[u8]) -> Result<MatchTrace, String> {
    let mut trace = MatchTrace::default();
    let mut actions = actions.iter();
    let mut game = G::start(rules, seed, &mut trace);
    while !game.deciders().is_empty() {
        let mut answers = Answers::NONE;
        for seat in game.deciders() {
            answers.set(seat, *actions.next().ok_or("the replay takes longer than the match")?);
        }
        game.try_apply(answers, &mut trace).map_err(|illegal| format!("in the replay: {illegal}"))?;
        trace.actions.extend(answers.given().filter_map(|seat| answers.get(seat)));
    }
    Ok(trace)
}

/// Everything that happened in a match, as text, for comparing it with a replay.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MatchTrace {
    /// Every chosen action in order.
    pub actions: Vec<u8>,
    /// Every event, settlement and result.
    pub log: Vec<String>,
    /// Where the events of the kyoku begin, if all of it was seen.
    kyoku: Option<usize>,
}

impl<G: Game> Sink<G> for MatchTrace {
    fn event(&mut self, event: &G::Event) {
        self.log.push(format!("{event:?}"));
    }

    fn kyoku_start(&mut self) {
        self.kyoku = Some(self.log.len());
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        if let Some(first) = self.kyoku {
            let events: Vec<String> = game.events().iter().map(|event| format!("{event:?}")).collect();
            assert_eq!(self.log[first..], events, "each event of a kyoku is reported once, before its end");
        }
        self.log.push(format!("{end:?}"));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.log.push(format!("{end:?}"));
    }
}
