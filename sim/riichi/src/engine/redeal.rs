//! Deals hidden tiles again for one seat, for the test that a view leaks nothing and for search; and checks the tiles.

use super::event::Event;
use super::seat::RiichiState;
use super::state::{Match, Phase};
use crate::variant::Variant;
use hyakuman_core::wall::MAX_TILES;
use hyakuman_core::{KindSet, Meld, MeldKind, Rng, Seat, Tile, Wall};
use hyakuman_game::Game;

/// Most times that the hidden tiles are dealt.
const MOST_DEALS: usize = 50;
/// Most swaps that are made to bring a hand to tenpai.
const MOST_SWAPS: u32 = 2_000;

impl<const N: usize, V: Variant> Match<N, V> {
    /// Deals again every tile that `seat`, a decider, cannot see: other hands and the wall. The seat that received tiles from
    /// `seat` keeps those that it has not shown. A seat that has won gets a tenpai hand.
    ///
    /// A seat in riichi gets a tenpai hand that is not furiten: it waits on no kind that it discarded, and on none that passed
    /// since its riichi (discards of others, tiles added to a pon, tiles set aside where the rules allow ron on them). Riichi in
    /// furiten and declined wins are legal but rare, so such a hand is dealt only if [`MOST_DEALS`] deals give no other. If as
    /// many deals more give no tenpai hand, the hands stay and only the wall is dealt again.
    pub(crate) fn redeal(&mut self, seat: Seat, rng: &mut Rng) {
        let before = self.kyoku.clone();
        let deals = [false, true].into_iter().flat_map(|furiten| [furiten; MOST_DEALS]);
        if !deals.into_iter().any(|furiten| self.redealt(seat, furiten, rng)) {
            self.kyoku = before;
            let mut ids: Vec<u8> = self.hidden_places().map(|place| self.kyoku.wall.ids()[place]).collect();
            rng.shuffle(&mut ids);
            self.redeal_wall(ids);
        }
        if let Phase::Claim(offer) = self.phase {
            self.find_claims(offer);
        }
    }

    /// Deals once. `false` if no tenpai hand was found for a seat that needs one. `furiten`: it may be furiten.
    fn redealt(&mut self, seat: Seat, furiten: bool, rng: &mut Rng) -> bool {
        let mut pool = self.hidden_ids(seat);
        rng.shuffle(&mut pool);
        let known = self.known_to(seat);
        let dealt = Seat::all(N).filter(|&other| other != seat).all(|other| {
            let known = known.as_ref().filter(|known| known.0 == other).map_or(&[][..], |known| &known.1);
            let kept = self.keep_out(known, &mut pool);
            self.redeal_hand(other, kept, furiten, &mut pool, rng)
        });
        if dealt {
            self.redeal_picks(seat, &mut pool);
            self.redeal_wall(pool);
        }
        dealt
    }

    /// The physical tiles that the seat cannot see.
    fn hidden_ids(&self, seat: Seat) -> Vec<u8> {
        let mut seen = [0u8; Tile::COUNT];
        self.visible_faces(seat, |tile| seen[tile.index()] += 1);
        let is_hidden = |&id: &u8| {
            let left = &mut seen[self.faces.tile(id).index()];
            let visible = *left > 0;
            *left -= visible as u8;
            !visible
        };
        Wall::ordered(Self::kinds()).ids().iter().copied().filter(is_hidden).collect()
    }

    /// Calls `f` with every tile the seat can see: its own, all rivers and melds, the indicators.
    fn visible_faces(&self, seat: Seat, mut f: impl FnMut(Tile)) {
        self.player(seat).tiles().for_each(&mut f);
        if self.kyoku.turn == seat {
            self.kyoku.drawn.into_iter().for_each(&mut f);
        }
        self.kyoku.exchange.waiting(seat).iter().copied().for_each(&mut f);
        self.public_faces(f);
    }

    /// Calls `f` with every public tile.
    fn public_faces(&self, mut f: impl FnMut(Tile)) {
        for player in &self.kyoku.players {
            player.river.iter().filter(|discard| !discard.called).for_each(|discard| f(discard.tile));
            player.melds.iter().flat_map(|meld| meld.tiles()).for_each(|&tile| f(tile));
            player.nuki.tiles().for_each(&mut f);
        }
        (0..self.kyoku.indicators as usize).for_each(|i| f(self.indicator(i)));
        self.kyoku.won_tiles.iter().for_each(|&tile| f(tile));
    }

    /// The seat that received tiles from `seat`, and those of them that it has not shown since.
    fn known_to(&self, seat: Seat) -> Option<(Seat, Vec<Tile>)> {
        let exchange = &self.kyoku.exchange;
        let to = exchange.to?[seat.index()];
        let player = self.player(to);
        let river = player.river.iter().filter(|discard| !discard.tsumogiri).map(|discard| discard.tile);
        let own = |meld: &Meld| meld.tiles()[meld.called().is_some() as usize..].to_vec();
        let mut shown: Vec<Tile> = river.chain(player.melds.iter().flat_map(own)).collect();
        let is_left = |tile: &Tile| match shown.iter().position(|other| other == tile) {
            Some(place) => {
                shown.swap_remove(place);
                false
            }
            None => true,
        };
        Some((to, exchange.given[seat.index()].iter().copied().filter(is_left).collect()))
    }

    /// Takes one copy of each of these tiles out of the pool, where it has one.
    fn keep_out(&self, tiles: &[Tile], pool: &mut Vec<u8>) -> Vec<u8> {
        let find = |&tile: &Tile| {
            let place = pool.iter().position(|&id| self.faces.tile(id) == tile)?;
            Some(pool.swap_remove(place))
        };
        tiles.iter().filter_map(find).collect()
    }

    /// Deals again the tiles that the others have picked to pass on, and the tile that the dealer drew before.
    fn redeal_picks(&mut self, seat: Seat, pool: &mut Vec<u8>) {
        if self.phase != Phase::Exchange {
            return;
        }
        let mut next = || self.faces.tile(pool.pop().expect("as many tiles as before"));
        let others = || Seat::all(N).filter(|&other| other != seat);
        for other in others() {
            self.kyoku.exchange.given[other.index()].iter_mut().for_each(|tile| *tile = next());
        }
        if self.kyoku.turn != seat && self.kyoku.drawn.is_some() {
            self.kyoku.drawn = Some(next());
        }
        others().for_each(|other| self.offer_pick(other));
    }

    /// Deals a hand of the same size: the tiles it is known to have, the others from the pool. It is tenpai if the seat is in
    /// riichi or has won; `false` if no such hand was found.
    fn redeal_hand(
        &mut self,
        seat: Seat,
        kept: Vec<u8>,
        furiten: bool,
        pool: &mut Vec<u8>,
        rng: &mut Rng,
    ) -> bool {
        let (size, known) = (self.player(seat).hand.len() as usize, kept.len());
        let mut ids = kept;
        ids.extend(pool.drain(pool.len() - (size - known)..));
        let player = &mut self.kyoku.players[seat.index()];
        player.hand = hyakuman_core::Hand::EMPTY;
        player.reds = [0; 3];
        player.red_kinds = KindSet::EMPTY;
        ids.iter().for_each(|&id| player.put(self.faces.tile(id)));
        let (riichi, active) = (player.riichi != RiichiState::No, self.kyoku.active.has(seat));
        let furiten = furiten || !active;
        let barred = if furiten { KindSet::EMPTY } else { player.furiten.river() | self.let_pass(seat) };
        let free = !riichi && active;
        let fits = free || self.bring_to_tenpai(seat, ids, known, barred, pool, rng);
        self.find_waits(seat, false);
        self.redeal_furiten(seat);
        fits
    }

    /// A hand that was dealt again is furiten by what passed if it waits on it.
    fn redeal_furiten(&mut self, seat: Seat) {
        let passed = self.player(seat).waits & self.let_pass(seat);
        let could = |kind| self.rules.furiten_pass_noyaku || self.wait_has_yaku(seat, kind);
        let declined = passed.into_iter().any(could);
        let player = &mut self.kyoku.players[seat.index()];
        player.furiten.forget_passes();
        if declined {
            player.furiten.on_pass(player.riichi == RiichiState::Accepted);
        }
    }

    /// The kinds on which a seat might have won by ron since its last discard, in riichi since that: not the tile on offer.
    fn let_pass(&self, seat: Seat) -> KindSet {
        let accepted = self.player(seat).riichi == RiichiState::Accepted;
        let own = |event: &Event| match *event {
            Event::Discard { seat: of, riichi, .. } => of == seat && (riichi || !accepted),
            _ => false,
        };
        let first = self.history.iter().rposition(own).map_or(0, |place| place + 1);
        let on_offer = matches!(self.phase, Phase::Claim(_)) as usize;
        let passed = self.history.get(first..self.history.len() - on_offer).unwrap_or_default();
        passed.iter().filter_map(|event| self.shown(event, seat)).map(Tile::kind).collect()
    }

    /// The tile on which `seat` might win by ron at this event.
    fn shown(&self, event: &Event, seat: Seat) -> Option<Tile> {
        match *event {
            Event::Discard { seat: of, tile, .. } if of != seat => Some(tile),
            Event::Nuki { seat: of, tile } if of != seat && self.rules.kita_ron => Some(tile),
            Event::Meld { seat: of, meld } if of != seat && meld.kind() == MeldKind::Kakan => {
                meld.tiles().last().copied()
            }
            _ => None,
        }
    }

    /// Swaps tiles with the pool, never raising shanten, until the hand is tenpai; the first `known` tiles stay. A tenpai hand
    /// swaps any tile if it holds all four of each kind it waits on, or waits on one of `barred`.
    fn bring_to_tenpai(
        &mut self,
        seat: Seat,
        mut ids: Vec<u8>,
        known: usize,
        barred: KindSet,
        pool: &mut [u8],
        rng: &mut Rng,
    ) -> bool {
        let melds = self.player(seat).melds.len() as u8;
        for _ in 0..MOST_SWAPS {
            let player = self.player(seat);
            let shape = self.waits_of(&player.hand, melds);
            let waits = self.but_held(shape, &player.hand, &player.melds);
            if !waits.is_empty() && !waits.meets(barred) {
                return true;
            }
            let place = rng.below(pool.len() as u32) as usize;
            let drawn = self.faces.tile(pool[place]);
            let with = player.hand.with(drawn.kind());
            let keep = if shape.is_empty() { self.keep(&with, melds) } else { with.kinds() };
            let loose = |&i: &usize| keep.has(self.faces.tile(ids[i]).kind());
            let candidates: Vec<usize> = (known..ids.len()).filter(loose).collect();
            if candidates.is_empty() {
                continue;
            }
            let out = candidates[rng.below(candidates.len() as u32) as usize];
            let tile = self.faces.tile(ids[out]);
            std::mem::swap(&mut ids[out], &mut pool[place]);
            let player = &mut self.kyoku.players[seat.index()];
            player.take(tile);
            player.put(drawn);
        }
        false
    }

    /// The rest of the pool becomes the hidden part of the wall.
    fn redeal_wall(&mut self, pool: Vec<u8>) {
        let mut ids = self.kyoku.wall.ids().to_vec();
        let hidden: Vec<usize> = self.hidden_places().collect();
        debug_assert_eq!(hidden.len(), pool.len());
        for (place, id) in hidden.into_iter().zip(pool) {
            ids[place] = id;
        }
        self.kyoku.wall = Wall::with_places(&ids);
    }

    /// Indices of the hidden tiles of the wall: not drawn, and no open indicator.
    pub(super) fn hidden_places(&self) -> impl Iterator<Item = usize> + Clone + use<N, V> {
        let (kyoku, len) = (&self.kyoku, self.kyoku.wall.len());
        let mut hidden = [true; MAX_TILES];
        let drawn = |&i: &usize| match &kyoku.streams {
            None => i < kyoku.live as usize,
            Some(streams) => streams.has_drawn(i),
        };
        (0..len).filter(drawn).for_each(|i| hidden[V::live_place(len, i)] = false);
        (0..kyoku.rinshan as usize).for_each(|i| hidden[V::rinshan_place(len, i)] = false);
        for i in 0..kyoku.indicators as usize {
            hidden[V::indicator_places(&self.rules.0, len, i)[0]] = false;
        }
        (0..len).filter(move |&place| hidden[place])
    }

    /// Checks that every tile is in exactly one place and that the scores have the right sum.
    pub(crate) fn check(&self) -> Result<(), String> {
        let mut places = [0u8; Tile::COUNT];
        for seat in Seat::all(N) {
            let waiting = self.kyoku.exchange.waiting(seat).iter().copied();
            self.player(seat).tiles().chain(waiting).for_each(|tile| places[tile.index()] += 1);
        }
        self.kyoku.drawn.into_iter().for_each(|tile| places[tile.index()] += 1);
        self.public_faces(|tile| places[tile.index()] += 1);
        for place in self.hidden_places() {
            places[self.kyoku.wall.tile(place, &self.faces).index()] += 1;
        }
        let mut expected = [0u8; Tile::COUNT];
        for &id in Wall::ordered(Self::kinds()).ids() {
            expected[self.faces.tile(id).index()] += 1;
        }
        if let Some(i) = (0..Tile::COUNT).find(|&i| places[i] != expected[i]) {
            return Err(format!("{} copies of {} instead of {}", places[i], Tile::of(i as u8), expected[i]));
        }
        let sticks = self.match_state.kyotaku as i32 * self.rules.riichi_stick;
        self.match_state.check_sum(self.rules.start_points, sticks, Self::SCORE_UNIT)
    }
}
