//! Matches to record: rules, agents that reach every situation, and a table whose cells are found by column name.

use hyakuman_core::column::{CellType, Column, Rows};
use hyakuman_core::game::rows::{About, MatchId, Origin, Table, TableRecorder};
use hyakuman_core::game::sink::Both;
use hyakuman_core::game::{
    ActionMask, Agent, AgentSeed, Game, GameFacts, HouseRules, MAX_SEATS, Sink, playout,
};
use hyakuman_core::{MatchSeed, Rng, Seat};
use hyakuman_riichi::rules::{Kuikae, Yame, YameNeedsTarget};
use hyakuman_riichi::{Action, Question, Riichi, RiichiRules, View, kernels, presets};
use std::sync::Arc;

/// The presets for four players, and some other rules.
pub(crate) fn rulesets() -> Vec<(&'static str, Arc<RiichiRules>)> {
    let presets = presets::PRESETS.iter().filter(|preset| (preset.rules)().players == 4);
    let mut rulesets: Vec<_> = presets.map(|preset| (preset.id, Arc::new((preset.rules)()))).collect();
    rulesets.push(("asking", Arc::new(asking())));
    rulesets.push(("no dead wall", Arc::new(no_dead_wall())));
    rulesets
}

/// Short matches in which the dealer may stop.
pub(crate) fn asking() -> RiichiRules {
    RiichiRules {
        agari_yame: Yame::Ask,
        tenpai_yame: Yame::Ask,
        yame_needs_target: YameNeedsTarget::Never,
        ..presets::mahjongsoul_east()
    }
}

/// Rules with the most draws, kuikae allowed, many red fives.
fn no_dead_wall() -> RiichiRules {
    RiichiRules {
        rinshan_tiles: 0,
        reserved_undrawn: 0,
        initial_indicators: 0,
        max_kans: 0,
        dora_kan: false,
        kuikae: Kuikae::Free,
        red_fives: [4, 4, 4],
        ..presets::tenhou_east()
    }
}

/// How an agent plays: any action, or to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    Random,
    Greedy,
}

/// Chooses a random legal action; a greedy one a random one of those that bring it nearer to a win.
pub(crate) struct Player {
    manner: Manner,
    rng: Rng,
}

impl Player {
    /// One for each seat.
    pub(crate) fn table(manner: Manner) -> [Player; MAX_SEATS] {
        std::array::from_fn(|_| Player { manner, rng: Rng::from_seed(0) })
    }

    /// A random one of the legal actions of this sort.
    fn any(&mut self, legal: &ActionMask, wanted: impl Fn(Action) -> bool) -> Option<u8> {
        let codes = legal.iter().filter(|&code| Action::from_code(code).is_some_and(&wanted));
        let codes: Vec<u8> = codes.collect();
        (!codes.is_empty()).then(|| codes[self.rng.below(codes.len() as u32) as usize])
    }

    /// Wins, declares riichi, keeps the shanten; calls honors, and sometimes other tiles.
    fn greedy<const N: usize>(&mut self, view: &View<'_, N>, legal: &ActionMask) -> Option<u8> {
        if self.rng.below(16) == 0 {
            return None;
        }
        let win = self.any(legal, |action| matches!(action, Action::Tsumo | Action::Ron));
        if win.is_some() {
            return win;
        }
        if let Question::Claim(offer, _) = view.question() {
            let calls = offer.kind().is_honor() || self.rng.below(4) == 0;
            return self.any(legal, |action| calls != (action == Action::Pass));
        }
        let melds = view.melds(hyakuman_core::RelSeat::SELF).len() as u8;
        let keep = kernels::keep::<N>(&view.full_hand(), melds);
        let drawn = view.drawn();
        let is_riichi =
            |action| matches!(action, Action::Riichi(_) | Action::RiichiTsumogiri | Action::OpenRiichi);
        self.any(legal, is_riichi).or_else(|| {
            self.any(legal, |action| match action {
                Action::Discard(tile) => keep.has(tile.kind()),
                Action::Tsumogiri => drawn.is_some_and(|tile| keep.has(tile.kind())),
                Action::Kan(_) | Action::Nuki(_) | Action::Continue => true,
                _ => false,
            })
        })
    }
}

impl<const N: usize> Agent<Riichi<N>> for Player {
    fn begin(&mut self, _: &Arc<RiichiRules>, _: Seat, seed: AgentSeed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let wanted = if self.manner == Manner::Greedy { self.greedy(view, legal) } else { None };
        wanted.unwrap_or_else(|| legal.nth(self.rng.below(legal.len())))
    }
}

/// What all matches of a record have in common.
pub(crate) fn about() -> Arc<About> {
    about_with(HouseRules::NONE)
}

/// The same for rules that count something besides the scores.
pub(crate) fn about_with(house: HouseRules) -> Arc<About> {
    let agents = ["one", "two"].map(str::to_string).to_vec();
    Arc::new(About {
        ruleset: "rules".into(),
        rules_hash: "0123456789abcdef".into(),
        agents,
        own_yaku: Vec::new(),
        origin: Default::default(),
        house,
    })
}

/// The match with this number; its wall number and its agents differ from the number.
pub(crate) fn match_id(number: u64) -> MatchId {
    MatchId { number, seed: MatchSeed { seed: 5, number: number / 2 }, agents: [0, 1, 1, 0] }
}

/// Plays matches, each with a sink of its own, and records all tables.
pub(crate) fn record<S: Sink<Riichi<4>>>(
    rules: &Arc<RiichiRules>,
    manner: Manner,
    matches: std::ops::Range<u64>,
    watch: impl Fn() -> S,
) -> (TableRecorder<Riichi<4>>, Vec<S>) {
    let about = about_with(rules.house());
    let (mut recorder, mut players) = (TableRecorder::new(&about, &Table::OF_RUN), Player::table(manner));
    let watched = matches.map(|number| {
        let (id, mut watcher) = (match_id(number), watch());
        recorder.begin(id);
        playout::play(rules, id.seed, &mut players, &mut Both::new(&mut recorder, &mut watcher))
            .expect("legal actions");
        watcher
    });
    let watched = watched.collect();
    (recorder, watched)
}

/// A table whose cells are found by column name.
pub(crate) struct Sheet<'a> {
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: &'a Rows,
}

impl<'a> Sheet<'a> {
    pub(crate) fn new<G: Game>(table: Table, recorder: &'a mut TableRecorder<G>) -> Sheet<'a> {
        Sheet::with(HouseRules::NONE, table, recorder)
    }

    /// A table of rules that count something besides the scores.
    pub(crate) fn with<G: Game>(
        house: HouseRules,
        table: Table,
        recorder: &'a mut TableRecorder<G>,
    ) -> Sheet<'a> {
        Sheet {
            columns: table.columns_of(&GameFacts::of::<G>(), Origin::Run, house),
            rows: recorder.rows(table).expect("a table that is kept"),
        }
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The bytes of a cell.
    pub(crate) fn cell(&self, name: &str, row: usize) -> &'a [u8] {
        let number = self.columns.iter().position(|column| column.name == name);
        let number = number.unwrap_or_else(|| panic!("a column `{name}`"));
        let cells = self.rows.cells(number);
        match self.columns[number].cell_type.bytes() {
            Some(width) => &cells.bytes()[row * width..][..width],
            None => {
                let start = if row == 0 { 0 } else { cells.ends()[row - 1] as usize };
                &cells.bytes()[start..cells.ends()[row] as usize]
            }
        }
    }

    /// A whole number of any width.
    pub(crate) fn int(&self, name: &str, row: usize) -> i64 {
        let column = self.columns.iter().find(|column| column.name == name).expect("a column of this name");
        let cell = self.cell(name, row);
        let negative =
            matches!(column.cell_type, CellType::I8 | CellType::I32) && cell[cell.len() - 1] >= 128;
        let mut bytes = [if negative { 255 } else { 0 }; 8];
        bytes[..cell.len()].copy_from_slice(cell);
        i64::from_le_bytes(bytes)
    }

    /// A number of every seat, in the columns `name_0` and so on.
    pub(crate) fn by_seat(&self, name: &str, row: usize) -> [i64; 4] {
        std::array::from_fn(|seat| self.int(&format!("{name}_{seat}"), row))
    }

    /// A text.
    pub(crate) fn text(&self, name: &str, row: usize) -> &'a str {
        std::str::from_utf8(self.cell(name, row)).expect("UTF-8")
    }
}
