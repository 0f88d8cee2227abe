//! Danger tables of riichi mahjong, from play: how often a kind is in the wait of a riichi or of an open hand, how often others are
//! tenpai, and what a deal-in costs.
//!
//! All but the last are read on each own turn of each seat that has a choice, of each other seat: such a reading depends on the
//! one before it, so all intervals take walls as the independent unit.

use crate::arena::Arena;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::tally::Tally;
use hyakuman_analysis::{Additive, Cluster, Ratio};
use hyakuman_core::game::rows::MatchId;
use hyakuman_core::game::sink::{Sink, Wants};
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, MAX_SEATS};
use hyakuman_core::{RelSeat, Seat};
use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::danger::DangerClass;
use hyakuman_riichi::shown::Sign;
use hyakuman_riichi::{Action, Question, Riichi, RiichiState, View};

/// Spans of discards in a river: 1 to 3, 4 to 6, and so on, the last one from 16 on.
pub const SPANS: usize = 6;

/// Discards in a span.
const SPAN: usize = 3;

/// Numbers of exposed sets: 0 to 4.
pub const SETS: usize = 5;

/// Numbers of visible dora: 0, 1, 2, and 3 or more.
pub const DORA: usize = 4;

/// Last discards in a row of tiles that a seat had just drawn: 0 to 4, and 5 or more.
pub const DRAWN: usize = 6;

// Where the cells of each table begin.
const RIICHI: usize = 0;
const OPEN: usize = RIICHI + DangerClass::COUNT * SPANS;
const DORAS: usize = OPEN + Sign::COUNT * DangerClass::COUNT * SPANS;
const TENPAI: usize = DORAS + 2 * DangerClass::COUNT * SPANS;
const IN_A_ROW: usize = TENPAI + SETS * SPANS;
const LOSSES: usize = IN_A_ROW + Sign::COUNT * SETS * DRAWN * SPANS;
const CELLS: usize = LOSSES + WinningHand::COUNT * 2 * DORA;

/// The danger tables of a run.
#[derive(Debug)]
pub struct Dangers {
    /// The seating.
    pub lineup: Lineup,
    /// The tables.
    pub tables: DangerTables,
    /// Decisions of all players.
    pub decisions: i64,
    /// Matches played.
    pub matches: u64,
    /// Number of threads used.
    pub threads: usize,
}

/// The tables. The clusters of each cell are walls.
#[derive(Clone, PartialEq, Debug)]
pub struct DangerTables(Vec<Ratio>);

hyakuman_core::named! {
    /// How a hand looked that was dealt into.
    pub enum WinningHand {
        /// In riichi.
        Riichi = "riichi",
        /// It has called a tile.
        Open = "open",
        /// Neither.
        Silent = "silent",
    }
}

/// The discards of a span, the first and the last one; the last span has no end.
pub fn discards_in(span: usize) -> (usize, Option<usize>) {
    let first = SPAN * span + 1;
    (first, (span + 1 < SPANS).then_some(first + SPAN - 1))
}

/// The span of a number of discards, which is at least 1.
#[inline]
fn span_of(discards: usize) -> usize {
    ((discards - 1) / SPAN).min(SPANS - 1)
}

/// The cell of a row of a table whose rows are spans.
#[inline]
fn cell(table: usize, row: usize, span: usize) -> usize {
    table + row * SPANS + span
}

#[inline]
fn open_row(sign: Sign, class: usize) -> usize {
    sign as usize * DangerClass::COUNT + class
}

#[inline]
fn dora_row(riichi: bool, class: usize) -> usize {
    usize::from(!riichi) * DangerClass::COUNT + class
}

#[inline]
fn drawn_row(sign: Sign, sets: usize, drawn: usize) -> usize {
    (sign as usize * SETS + sets) * DRAWN + drawn
}

fn loss_cell(hand: WinningHand, dealer: bool, dora: usize) -> usize {
    LOSSES + (hand as usize * 2 + usize::from(dealer)) * DORA + dora
}

impl DangerTables {
    /// Kinds in a hand, of a danger class against a seat in riichi with so many discards in its river ([`discards_in`]);
    /// total: those on which that seat would win by ron. A share.
    pub fn riichi(&self, class: DangerClass, span: usize) -> &Ratio {
        &self.0[cell(RIICHI, class as usize, span)]
    }

    /// The same against an open hand that is tenpai, of kinds about which its sets say this.
    pub fn open(&self, sign: Sign, class: DangerClass, span: usize) -> &Ratio {
        &self.0[cell(OPEN, open_row(sign, class as usize), span)]
    }

    /// Of the kinds against a seat in riichi, or an open hand that is tenpai, those that are dora by the open indicators.
    pub fn dora(&self, riichi: bool, class: DangerClass, span: usize) -> &Ratio {
        &self.0[cell(DORAS, dora_row(riichi, class as usize), span)]
    }

    /// Readings of a seat that is not in riichi, by its exposed sets (0 for a closed hand, with or without concealed kans) and
    /// the discards in its river; total: those in tenpai. A share.
    pub fn tenpai(&self, sets: usize, span: usize) -> &Ratio {
        &self.0[cell(TENPAI, sets, span)]
    }

    /// Of these, the open hands whose sets show this (of a flush [`Sign::Flush`]) and whose last discards in a row were so many tiles
    /// that they had just drawn ([`DRAWN`]).
    pub fn drawn(&self, sign: Sign, sets: usize, drawn: usize, span: usize) -> &Ratio {
        &self.0[cell(IN_A_ROW, drawn_row(sign, sets, drawn), span)]
    }

    /// Deal-ins to such a hand, of a dealer or not, with so many visible dora, 3 for 3 or more; total: points paid, honba
    /// included. A mean.
    pub fn loss(&self, hand: WinningHand, dealer: bool, dora: usize) -> &Ratio {
        &self.0[loss_cell(hand, dealer, dora)]
    }
}

impl Arena<'_> {
    /// Plays the matches and reads the danger tables. Nothing else is recorded.
    ///
    /// # Errors
    /// The rules are not of riichi mahjong; otherwise the errors of [`Arena::play`].
    pub fn danger(&self, observer: &dyn Observer) -> Result<Dangers, Error> {
        match self.rules {
            AnyRules::Riichi(loaded) if loaded.rules.players == 3 => self.read_dangers::<3>(observer),
            AnyRules::Riichi(_) => self.read_dangers::<4>(observer),
            other => Err(Error::Usage(format!(
                "danger tables are read from riichi mahjong; {} is a ruleset of {}",
                other.id(),
                other.describe().family
            ))),
        }
    }

    fn read_dangers<const N: usize>(&self, observer: &dyn Observer) -> Result<Dangers, Error> {
        let (mut counter, threads) = self.tally_with_threads::<Riichi<N>, DangerCounter>(observer)?;
        counter.end_wall();
        let (tables, decisions) = (DangerTables(counter.cells), counter.decisions);
        Ok(Dangers { lineup: self.lineup()?, tables, decisions, matches: self.games, threads })
    }
}

/// Reads the tables from matches.
struct DangerCounter {
    cells: Vec<Ratio>,
    /// The wall being played, and its own counts.
    wall: Option<u64>,
    counts: Vec<Cluster>,
    /// By seat the visible dora when it called ron.
    dora: [u32; MAX_SEATS],
    decisions: i64,
}

impl Default for DangerCounter {
    fn default() -> DangerCounter {
        let (cells, counts) = (vec![Ratio::default(); CELLS], vec![Cluster::default(); CELLS]);
        DangerCounter { cells, wall: None, counts, dora: [0; MAX_SEATS], decisions: 0 }
    }
}

impl DangerCounter {
    /// Adds the counts of the wall.
    fn end_wall(&mut self) {
        for (cell, counts) in
            self.cells.iter_mut().zip(&mut self.counts).filter(|(_, counts)| counts.trials > 0)
        {
            cell.add(std::mem::take(counts));
        }
        self.wall = None;
    }

    #[inline]
    fn count(&mut self, cell: usize, total: i64) {
        self.counts[cell].trials += 1;
        self.counts[cell].total += total;
    }

    /// Reads what `seat` faces on its turn.
    fn own_turn<const N: usize>(&mut self, game: &Riichi<N>, view: &View<'_, N>) {
        for of in view.others().filter(|&of| !view.has_won(of) && !view.river(of).is_empty()) {
            match view.riichi(of) {
                RiichiState::Accepted => self.threat(game, view, of),
                RiichiState::Declared => {}
                RiichiState::No => {
                    let is_tenpai = !game.waits(of.seat(view.seat(), N)).is_empty();
                    self.without_riichi(view, of, is_tenpai);
                    if is_tenpai && view.open(of) {
                        self.threat(game, view, of);
                    }
                }
            }
        }
    }

    /// Counts a seat that is not in riichi.
    fn without_riichi<const N: usize>(&mut self, view: &View<'_, N>, of: RelSeat, is_tenpai: bool) {
        let span = span_of(view.river(of).len());
        let sets = if view.open(of) { view.melds(of).len() } else { 0 };
        self.count(cell(TENPAI, sets, span), is_tenpai.into());
        if sets > 0 {
            let row = drawn_row(view.shown(of).sign(), sets, view.drawn_in_a_row(of).min(DRAWN - 1));
            self.count(cell(IN_A_ROW, row, span), is_tenpai.into());
        }
    }

    /// Reads the kinds in hand against a seat in riichi or an open hand that is tenpai.
    fn threat<const N: usize>(&mut self, game: &Riichi<N>, view: &View<'_, N>, of: RelSeat) {
        let (classes, hand, dora) = (view.danger(of), view.full_hand().kinds(), view.dora());
        let rons = game.ron_kinds(of.seat(view.seat(), N), hand);
        let span = span_of(view.river(of).len());
        let shown = (view.riichi(of) == RiichiState::No).then(|| view.shown(of));
        for kind in hand {
            let (class, is_ron) = (classes.index_of(kind), rons.has(kind).into());
            self.count(
                match shown {
                    None => cell(RIICHI, class, span),
                    Some(shown) => cell(OPEN, open_row(shown.of(kind), class), span),
                },
                is_ron,
            );
            if dora.has(kind) {
                self.count(cell(DORAS, dora_row(shown.is_none(), class), span), is_ron);
            }
        }
    }
}

impl<const N: usize> Sink<Riichi<N>> for DangerCounter {
    fn wants(&self) -> Wants {
        Wants::DECISIONS
    }

    fn decision(&mut self, game: &Riichi<N>, seat: Seat, _legal: &ActionMask, action: u8) {
        self.decisions += 1;
        let view = game.view(seat);
        match view.question() {
            Question::Turn(_) => self.own_turn(game, &view),
            Question::Claim(..) if Action::from_code(action) == Some(Action::Ron) => {
                self.dora[seat.index()] = view.visible_dora(RelSeat::SELF);
            }
            _ => {}
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let dealer = end.kyoku as usize % N;
        for win in end.wins {
            let Some(from) = win.from else { continue };
            let hand = match win.winner {
                seat if end.riichi.has(seat) => WinningHand::Riichi,
                seat if end.open.has(seat) => WinningHand::Open,
                _ => WinningHand::Silent,
            };
            let dora = (self.dora[win.winner.index()] as usize).min(DORA - 1);
            let cell = loss_cell(hand, win.winner.index() == dealer, dora);
            self.count(cell, -i64::from(win.deltas[from.index()]));
        }
    }
}

impl<const N: usize> Tally<Riichi<N>> for DangerCounter {
    fn begin(&mut self, id: MatchId) {
        if self.wall != Some(id.seed.number) {
            self.end_wall();
            self.wall = Some(id.seed.number);
        }
    }

    fn merge(&mut self, mut later: DangerCounter) {
        self.end_wall();
        later.end_wall();
        self.cells.iter_mut().zip(&later.cells).for_each(|(cell, later)| cell.merge(later));
        self.decisions += later.decisions;
    }
}
