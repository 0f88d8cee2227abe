//! Hands that may have been played like that: tenpai after riichi, and of usual shanten without.

use super::Pool;
use super::usual::UsualHands;
use crate::engine::event::Event;
use crate::engine::seat::RiichiState;
use crate::engine::state::{Match, Phase};
use crate::variant::Variant;
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, KindSet, MeldKind, Rng, Seat, Tile, eval};

/// Most swaps that are made to bring a hand to tenpai.
const MOST_SWAPS: u32 = 2_000;
/// Most that are made to bring it to its usual shanten.
const MOST_USUAL_SWAPS: u32 = 400;

/// The physical tiles of a hand that is dealt.
struct Dealt {
    seat: Seat,
    ids: ArrayVec<u8, 14>,
    /// So many, the first ones, stay.
    known: usize,
}

impl<const N: usize, V: Variant> Match<N, V> {
    /// Deals a hand of the same size: the tiles it is known to have, the others from the pool. `false` if it should be tenpai and is
    /// not. `furiten`: it may be furiten.
    pub(super) fn redeal_hand(
        &mut self,
        seat: Seat,
        known: &[Tile],
        furiten: bool,
        pool: &mut Pool,
        rng: &mut Rng,
    ) -> bool {
        let mut dealt = self.deal_hand(seat, known, pool);
        let player = self.player(seat);
        let (riichi, active) = (player.riichi != RiichiState::No, self.kyoku.active.has(seat));
        let fits = if riichi || !active {
            let may_be_furiten = furiten || !active;
            let passed = || player.furiten.river() | self.let_pass(seat);
            let barred = if may_be_furiten { KindSet::EMPTY } else { passed() };
            self.bring_to_tenpai(&mut dealt, barred, pool, rng)
        } else {
            self.bring_to_usual(&mut dealt, pool, rng);
            true
        };
        self.find_waits(seat, false);
        self.redeal_furiten(seat);
        fits
    }

    /// Deals any hand.
    fn deal_hand(&mut self, seat: Seat, known: &[Tile], pool: &mut Pool) -> Dealt {
        let size = self.player(seat).hand.len() as usize;
        let find = |&tile: &Tile| {
            let place = pool.iter().position(|&id| self.faces.tile(id) == tile)?;
            Some(pool.swap_remove(place))
        };
        let mut ids: ArrayVec<u8, 14> = known.iter().filter_map(find).collect();
        let known = ids.len();
        ids.extend(pool.drain(pool.len() - (size - known)..));
        let player = &mut self.kyoku.players[seat.index()];
        player.hand = Hand::EMPTY;
        player.reds = [0; 3];
        player.red_kinds = KindSet::EMPTY;
        ids.iter().for_each(|&id| player.put(self.faces.tile(id)));
        Dealt { seat, ids, known }
    }

    /// Swaps tiles with the pool, never raising shanten, until the hand is tenpai. A tenpai hand swaps any tile if it holds all four
    /// of each kind it waits on, or waits on one of `barred`.
    fn bring_to_tenpai(
        &mut self,
        dealt: &mut Dealt,
        barred: KindSet,
        pool: &mut Pool,
        rng: &mut Rng,
    ) -> bool {
        let melds = self.player(dealt.seat).melds.len() as u8;
        for _ in 0..MOST_SWAPS {
            let player = self.player(dealt.seat);
            let shape = self.waits_of(&player.hand, melds);
            let waits = self.but_held(shape, &player.hand, &player.melds);
            if !waits.is_empty() && !waits.meets(barred) {
                return true;
            }
            self.swap(dealt, shape.is_empty(), pool, rng);
        }
        false
    }

    /// Swaps tiles with the pool until the hand has a shanten drawn from those of such hands.
    fn bring_to_usual(&mut self, dealt: &mut Dealt, pool: &mut Pool, rng: &mut Rng) {
        let player = self.player(dealt.seat);
        if !V::USUAL_HANDS || player.hand.len() % 3 != 1 {
            return;
        }
        let (melds, discards) = (player.melds.len(), player.river.len());
        let mut others = Seat::all(N).filter(|&other| other != dealt.seat);
        let threat = others.any(|other| self.player(other).riichi != RiichiState::No);
        let wanted = UsualHands::of(N).shanten(threat, melds, discards, rng);
        for _ in 0..MOST_USUAL_SWAPS {
            let shanten = self.shanten(&self.player(dealt.seat).hand, melds as u8);
            if shanten == wanted {
                return;
            }
            self.swap(dealt, shanten > wanted, pool, rng);
        }
    }

    /// Swaps a tile of the hand with one of the pool. `keep`: only if shanten does not rise.
    fn swap(&mut self, dealt: &mut Dealt, keep: bool, pool: &mut Pool, rng: &mut Rng) {
        if pool.is_empty() {
            return;
        }
        let place = rng.below(pool.len() as u32) as usize;
        let (player, drawn) = (self.player(dealt.seat), self.faces.tile(pool[place]));
        let with = player.hand.with(drawn.kind());
        let loose =
            if keep { eval::keep::<V::Kinds<N>>(&with, player.melds.len() as u8) } else { with.kinds() };
        let is_loose = |&at: &usize| loose.has(self.faces.tile(dealt.ids[at]).kind());
        let candidates: ArrayVec<usize, 14> = (dealt.known..dealt.ids.len()).filter(is_loose).collect();
        if candidates.is_empty() {
            return;
        }
        let out = candidates[rng.below(candidates.len() as u32) as usize];
        let tile = self.faces.tile(dealt.ids[out]);
        std::mem::swap(&mut dealt.ids[out], &mut pool[place]);
        let player = &mut self.kyoku.players[dealt.seat.index()];
        player.take(tile);
        player.put(drawn);
    }

    /// A hand that was dealt again is furiten by what passed if it waits on it.
    fn redeal_furiten(&mut self, seat: Seat) {
        let waits = self.player(seat).waits;
        let passed = if waits.is_empty() { waits } else { waits & self.let_pass(seat) };
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
}
