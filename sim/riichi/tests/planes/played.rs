//! Matches to encode: legal actions at random, often those that bring a hand nearer to a win.

use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::rows::{About, MatchId, Table, TableRecorder};
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, MAX_SEATS, MatchEnd, Sink};
use hyakuman_core::{MatchSeed, Rng, Seat, Tile};
use hyakuman_riichi::planes::{DecisionRow, EncodeCache, Encoder, Planes};
use hyakuman_riichi::{Action, Riichi, RiichiRules, RowCache, kernels};
use std::sync::Arc;

/// A match with the tensors of all its decisions, of each set of planes.
pub(crate) struct Played<const N: usize> {
    pub(crate) actions: Vec<u8>,
    pub(crate) legal: Vec<ActionMask>,
    /// The tile that the seat has just drawn.
    pub(crate) drawn: Vec<Option<Tile>>,
    pub(crate) tensors: Vec<[Vec<u8>; 2]>,
    pub(crate) recorder: TableRecorder<Riichi<N>>,
    encoders: [Encoder; 2],
    row_cache: RowCache,
    kept: [EncodeCache; 2],
}

pub(crate) fn seed(number: u64) -> MatchSeed {
    MatchSeed { seed: 3, number }
}

/// A recorder of a table, at the beginning of a match.
pub(crate) fn recorder<const N: usize>(table: Table, number: u64) -> TableRecorder<Riichi<N>> {
    let mut recorder = TableRecorder::new(&Arc::new(About::default()), &[table]);
    recorder.begin(MatchId { number, seed: seed(number), agents: [0; MAX_SEATS] });
    recorder
}

/// Plays a match.
pub(crate) fn play<const N: usize>(rules: &Arc<RiichiRules>, number: u64) -> Played<N> {
    let encoders = Planes::ALL.map(|planes| Encoder::new(planes, rules));
    let mut played = Played {
        actions: Vec::new(),
        legal: Vec::new(),
        drawn: Vec::new(),
        tensors: Vec::new(),
        recorder: recorder::<N>(Table::Decisions, number),
        encoders,
        row_cache: RowCache::default(),
        kept: [EncodeCache::default(), EncodeCache::default()],
    };
    let mut rng = Rng::from_seed(number);
    let mut table = MatchInProgress::<Riichi<N>>::start(rules, seed(number), &mut played);
    while let Some(seat) = table.pending().next() {
        let action = choose(table.game(), seat, &mut rng);
        table.answer(seat, action, &mut played).expect("a legal action");
    }
    played
}

/// A random legal action; three of four times one that wins, declares riichi, calls a kan or keeps the shanten.
pub(crate) fn choose<const N: usize>(game: &Riichi<N>, seat: Seat, rng: &mut Rng) -> u8 {
    let (view, legal) = (game.view(seat), game.legal(seat));
    let melds = view.melds(hyakuman_core::RelSeat::SELF).len() as u8;
    let keep = kernels::keep::<N>(&view.full_hand(), melds);
    let is_good = |&code: &u8| match Action::from_code(code) {
        Some(Action::Discard(tile)) => keep.has(tile.kind()),
        Some(Action::Tsumogiri) => view.drawn().is_some_and(|tile| keep.has(tile.kind())),
        Some(Action::Pass | Action::Chi { .. }) => false,
        _ => true,
    };
    let good: Vec<u8> = legal.iter().filter(is_good).collect();
    if good.is_empty() || rng.below(4) == 0 {
        return legal.nth(rng.below(legal.len()));
    }
    good[rng.below(good.len() as u32) as usize]
}

impl<const N: usize> Sink<Riichi<N>> for Played<N> {
    fn decision(&mut self, game: &Riichi<N>, seat: Seat, legal: &ActionMask, action: u8) {
        self.recorder.decision(game, seat, legal, action);
        let row = DecisionRow::of_view(&mut self.row_cache, &game.view(seat), legal);
        let encoded = [0, 1].map(|i| {
            let mut tensor = vec![0; self.encoders[i].planes().bytes()];
            self.encoders[i].encode_with(&mut self.kept[i], &row, &mut tensor);
            tensor
        });
        self.tensors.push(encoded);
        self.legal.push(*legal);
        self.drawn.push(game.view(seat).drawn());
        self.actions.push(action);
    }

    fn kyoku_start(&mut self) {
        Sink::<Riichi<N>>::kyoku_start(&mut self.recorder);
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        Sink::<Riichi<N>>::kyoku_end(&mut self.recorder, end);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        Sink::<Riichi<N>>::match_end(&mut self.recorder, end);
    }
}
