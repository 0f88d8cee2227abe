//! The contract: what a game is for the loop that plays it, for agents and for records.
//!
//! A game is a state machine that stops only where some seat has a real choice, that is, two or more legal actions.
//! Forced moves are made by the engine and reported as events. A family brings its own rules, actions (up to 256 codes),
//! events, view and decision row. What it reports at the end of a kyoku and of a match ([`KyokuEnd`], [`MatchEnd`]) has
//! one form for all families, a superset of what each of them needs.

use crate::column::{Column, Rows};
use crate::{MatchSeed, Rng, Seat, SeatSet};
use std::fmt;
use std::sync::Arc;

use crate::game::deals::KnownDeals;
use crate::game::house::{HouseCounts, HouseRules};
use crate::game::outcome::{KyokuEnd, MAX_SEATS, MatchEnd, Revealed, WinRecord};
use crate::game::ruleset::Ruleset;
use crate::game::sink::Reporter;
use crate::game::{ActionMask, Agent, Illegal, Sink, StartState, playout};

/// Most classes of wins that a game has ([`Game::WIN_CLASSES`]).
pub const MAX_WIN_CLASSES: usize = 10;
/// Number of [`Game::LEADS`].
pub const LEAD_BOUNDS: usize = 4;

/// A match of some game, while it is played.
pub trait Game: Sized + Clone + Send + 'static {
    /// Name of the family, as in records (`riichi`).
    const FAMILY: &'static str;
    /// Number of seats. A family for three and for four players is two types.
    const SEATS: usize;
    /// The columns of a decision row, in the order [`Game::write_row`] fills them.
    const COLUMNS: &'static [Column];
    /// The columns of what a decider cannot see, in the order [`Game::write_hidden`] fills them.
    const HIDDEN_COLUMNS: &'static [Column];
    /// Every action code with its meaning, in rising order. Part of the record format.
    const ACTIONS: &'static [ActionCodes];
    /// Number of yaku: [`Game::yaku_name`] has a name for every number below it. At most 64.
    const YAKU: u32;
    /// Units of score in a point. The engine counts whole units; text output and JSON have points.
    const UNITS_PER_POINT: i32 = 1;
    /// Name of the unit of score in the columns of a data set.
    const SCORE_UNIT: &'static str = "points";
    /// Rates that do not apply to this game, by their names in `hyakuman run --json` (docs/output.md): they come
    /// from fields of [`KyokuEnd`] and [`WinRecord`] that it leaves at 0.
    const INAPPLICABLE_RATES: &'static [&'static str] = &[];
    /// The classes of wins by value, from low to high, for statistics; their names in JSON. At most [`MAX_WIN_CLASSES`].
    const WIN_CLASSES: &'static [&'static str];
    /// Bounds in points between the leads by which statistics divide comebacks, rising.
    const LEADS: [i32; LEAD_BOUNDS];
    /// The rules of a match: plain data, checked as a whole before a match starts.
    type Rules: Ruleset;
    /// Something that happened, hidden tiles included; a view shows each seat what it may see of it.
    type Event: Copy + fmt::Debug;
    /// What [`Game::write_row`] keeps from one row of a match to the next, to save computing it again.
    type RowCache: Default + Clone + Send;
    /// Which rule forbids an action; its text is half a sentence.
    type Reason: fmt::Display;
    /// What one seat may see of the match.
    type View<'a>
    where
        Self: 'a;

    /// Starts a match: deals the first kyoku and plays on to the first decision.
    fn start(rules: &Arc<Self::Rules>, seed: MatchSeed, sink: &mut dyn Sink<Self>) -> Self;

    /// Starts a match of which a record has the deals; `None` if they are not deals under these rules, or the family has no such
    /// records. Games other than riichi mahjong start at their first kyoku. After the last of them, kyoku have any wall.
    fn start_known(rules: &Arc<Self::Rules>, deals: &KnownDeals, sink: &mut dyn Sink<Self>) -> Option<Self> {
        let _ = (rules, deals, sink);
        None
    }

    /// Starts a match at this state, with the walls that the match of this seed has from that kyoku on.
    ///
    /// # Errors
    /// A sentence: no kyoku begins in this state, or the family has no such starts.
    fn start_from(
        rules: &Arc<Self::Rules>,
        seed: MatchSeed,
        start: &StartState,
        sink: &mut dyn Sink<Self>,
    ) -> Result<Self, String> {
        let _ = (rules, seed, start, sink);
        Err(format!("a match of {} starts at its first kyoku only", Self::FAMILY))
    }

    /// The seats that have to choose now; several may claim one discard. Empty when the match is over.
    fn deciders(&self) -> SeatSet;

    /// The scores now, by seat, in units; 0 for seats that the game does not have.
    fn scores(&self) -> [i32; MAX_SEATS];

    /// The legal actions of a seat: at least two for a decider, none for any other seat. A reference: to copy 32 bytes that have just been
    /// written as words stalls on store forwarding.
    fn legal(&self, seat: Seat) -> &ActionMask;

    /// The view of a seat, the viewpoint of its agent.
    fn view(&self, seat: Seat) -> Self::View<'_>;

    /// What has happened in the kyoku so far, hidden tiles included.
    ///
    /// An engine notes events here and reports them by [`Reporter::catch_up`], which it calls where it stops, also in [`Game::start`], and before it
    /// clears them. What is not reported by the next [`Game::apply`] never is.
    fn events(&self) -> &[Self::Event];

    /// An event as `seat` may see it: tiles that it cannot see are hidden.
    fn seen_by(event: &Self::Event, seat: Seat) -> Self::Event;

    /// What an event means for deal-ins; nothing in a family without them.
    fn deal_in(event: &Self::Event) -> Option<DealIn> {
        let _ = event;
        None
    }

    /// What the rules reveal when a kyoku has this end, in the state of [`Sink::settled`].
    fn revealed(&self, end: &KyokuEnd<'_>) -> Revealed {
        let _ = end;
        Revealed::default()
    }

    /// Plays on to the next decision; [`Reporter::move_on`] comes first. There must be one legal answer from each decider and none from other seats; this is
    /// not checked, and other answers may panic.
    fn apply(&mut self, answers: Answers, reporter: &mut Reporter<'_, Self>);

    /// Plays one match with an agent for each seat: [`playout::play`]. A family overrides it with the same body: so the loop is compiled in its own
    /// crate, beside the engine, and the crates above may be compiled for size.
    ///
    /// # Errors
    /// An agent chose an action that is not legal.
    fn play(
        rules: &Arc<Self::Rules>,
        seed: MatchSeed,
        agents: &mut [Box<dyn Agent<Self>>],
        sink: &mut dyn Sink<Self>,
    ) -> Result<(), Illegal> {
        playout::play(rules, seed, agents, sink)
    }

    /// [`Game::apply`] with the answers checked first.
    ///
    /// # Errors
    /// An answer is missing, illegal, or from a seat that is no decider; nothing was changed.
    fn try_apply(&mut self, answers: Answers, sink: &mut dyn Sink<Self>) -> Result<(), Illegal> {
        for seat in Seat::all(Self::SEATS) {
            match answers.get(seat) {
                Some(_) if !self.deciders().has(seat) => {
                    return Err(Illegal {
                        seat,
                        action: None,
                        reason: "it has nothing to decide now".into(),
                    });
                }
                None if self.deciders().has(seat) => {
                    return Err(Illegal { seat, action: None, reason: "its answer is missing".into() });
                }
                Some(code) if !self.legal(seat).has(code) => {
                    return Err(self.illegal(seat, code));
                }
                _ => {}
            }
        }
        self.apply(answers, &mut Reporter::of(sink));
        Ok(())
    }

    /// Which rule forbids this action to this decider now. Asked for only where the action is illegal.
    fn why_illegal(&self, seat: Seat, code: u8) -> Self::Reason;

    /// The error for this action of a decider, which is illegal.
    #[cold]
    fn illegal(&self, seat: Seat, code: u8) -> Illegal {
        let reason = self.why_illegal(seat, code).to_string();
        Illegal { seat, action: Some(Self::action_name(code)), reason }
    }

    /// The name of an action, for people: `discard 5m`.
    fn action_name(code: u8) -> String;

    /// The name of the yaku with this number in [`WinRecord::yaku`], as in records and JSON.
    fn yaku_name(number: u32) -> &'static str;

    /// The names of the yaku that the rules define themselves, by number in [`WinRecord::own_yaku`]. At most 64.
    fn own_yaku(_rules: &Self::Rules) -> Vec<&'static str> {
        Vec::new()
    }

    /// What the rules count besides the scores.
    fn house_rules(_rules: &Self::Rules) -> HouseRules {
        HouseRules::NONE
    }

    /// What the match has counted besides the scores.
    fn house_counts(&self) -> HouseCounts {
        HouseCounts::default()
    }

    /// The names of the yaku of a win; `own` are those of [`Game::own_yaku`].
    fn each_yaku_name(own: &[&'static str], win: &WinRecord) -> impl Iterator<Item = &'static str> {
        let numbers = |set: u64| (0..u64::BITS).filter(move |number| set >> number & 1 != 0);
        let of_rules = numbers(win.own_yaku).map(|number| own[number as usize]);
        numbers(win.yaku).map(Self::yaku_name).chain(of_rules)
    }

    /// The class of a win, an index into [`Game::WIN_CLASSES`].
    fn win_class(rules: &Self::Rules, win: &WinRecord) -> usize;

    /// Number of kyoku of the regular length, repeats not counted: [`KyokuEnd::kyoku`] is at least this in an extension.
    fn regular_kyoku(rules: &Self::Rules) -> u32;

    /// Writes one decision row, one cell for each of [`Game::COLUMNS`]: everything the view shows, so that equal rows mean
    /// equal views. `row_cache` is new, or was used for earlier rows of this match; the row is the same in both cases.
    fn write_row(row_cache: &mut Self::RowCache, view: &Self::View<'_>, out: &mut Rows);

    /// Writes what `seat`, a decider, cannot see, one cell for each of [`Game::HIDDEN_COLUMNS`].
    fn write_hidden(&self, seat: Seat, out: &mut Rows);

    /// Deals again, at random, everything that `seat` cannot see, in agreement with all that it has seen: hidden hands, the
    /// wall, and the walls of all kyoku that follow. The events so far are left as the seat saw them. For tests and search agents.
    fn redeal_hidden(&mut self, seat: Seat, rng: &mut Rng);

    /// Deals again, at random, what no seat has seen: the rest of the wall, and the walls of all kyoku that follow. Hands stay.
    ///
    /// In riichi every seat draws from its own part of the rest until the kyoku ends, so that a call does not change what the others
    /// draw: two ways to play on from the same wall differ less by chance.
    fn reshuffle_wall(&mut self, rng: &mut Rng);

    /// Whether every match under `other` is the same as under `base`, decision by decision, but for the final points of
    /// [`Game::rank_points_of`]: for agents that do not look at final points.
    fn differ_in_rank_points_only(base: &Self::Rules, other: &Self::Rules) -> bool {
        let _ = (base, other);
        false
    }

    /// [`MatchEnd::rank_points`] of a match with this end under other rules, for rules that
    /// [differ in final points only](Game::differ_in_rank_points_only).
    fn rank_points_of(rules: &Self::Rules, end: &MatchEnd) -> [i32; MAX_SEATS] {
        let _ = rules;
        end.rank_points
    }

    /// Checks that every tile is in exactly one place and that the scores have the right sum.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    fn audit(&self) -> Result<(), String>;
}

/// What an event means for deal-ins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealIn {
    /// A tile is drawn: from now on no seat can win on an earlier action.
    NoMore,
    /// Another seat wins on the tile of this one.
    By(Seat),
}

/// A range of action codes with one meaning. Where they differ by tile or kind, `first` is that of tile or kind 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionCodes {
    /// The lowest code.
    pub first: u8,
    /// The highest code.
    pub last: u8,
    /// What the actions do, for people.
    pub meaning: &'static str,
}

impl ActionCodes {
    /// A single code.
    pub const fn one(code: u8, meaning: &'static str) -> ActionCodes {
        ActionCodes::range(code, code, meaning)
    }

    /// The codes from `first` to `last`, both included.
    pub const fn range(first: u8, last: u8, meaning: &'static str) -> ActionCodes {
        ActionCodes { first, last, meaning }
    }
}

/// The answers of the deciders: one action code each.
///
/// They are packed in one word, to be written and read in one piece: the code of seat `i` is byte `i`, and bit `32 + i` is
/// set if it gave one.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Answers(u64);

impl Answers {
    /// No answer yet.
    pub const NONE: Answers = Answers(0);

    /// The answer of a single decider.
    #[inline]
    pub fn one(seat: Seat, code: u8) -> Answers {
        let mut answers = Answers::NONE;
        answers.set(seat, code);
        answers
    }

    /// Sets the answer of a seat.
    #[inline]
    pub fn set(&mut self, seat: Seat, code: u8) {
        let place = 8 * seat.index();
        self.0 = self.0 & !(0xFF << place) | (code as u64) << place | 1 << (32 + seat.index());
    }

    /// The answer of a seat that gave one. This is not checked in release builds.
    #[inline]
    pub fn code(&self, seat: Seat) -> u8 {
        debug_assert!(self.given().has(seat), "{seat:?} gave no answer");
        (self.0 >> (8 * seat.index())) as u8
    }

    /// The answer of a seat, if it gave one.
    #[inline]
    pub fn get(&self, seat: Seat) -> Option<u8> {
        self.given().has(seat).then(|| self.code(seat))
    }

    /// The seats that gave an answer.
    #[inline]
    pub fn given(&self) -> SeatSet {
        SeatSet::from_bits((self.0 >> 32) as u8)
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.given().map(|seat| (seat, self.get(seat)))).finish()
    }
}
