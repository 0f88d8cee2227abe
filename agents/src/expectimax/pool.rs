//! The tiles that a seat cannot see, from which every draw and hidden tile comes.

use hyakuman_core::{Kind, RelSeat, Tile};
use hyakuman_toppan::held::half_points;
use hyakuman_toppan::rules::{ExtraScope, ToppanExtra};
use hyakuman_toppan::{Indicators, ToppanRules, View};

/// Tile values in half points: 1 for an honor, twice the number for others.
pub(super) const VALUES: usize = 19;

/// The unseen tiles.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    counts: [f64; Tile::COUNT],
    left: f64,
}

impl Pool {
    /// The full set of tiles.
    pub(super) fn full(rules: &ToppanRules) -> Pool {
        let mut counts = [4.0; Tile::COUNT];
        for (suit, fives) in (0..3).zip(rules.red_fives) {
            let red = Tile::red_five(suit);
            counts[red.index()] = fives.into();
            counts[red.kind().index()] -= f64::from(fives);
        }
        Pool { counts, left: 136.0 }
    }

    /// The tiles that the viewer cannot see.
    pub(super) fn of(view: &View<'_>) -> Pool {
        let (mut pool, rules) = (Pool::full(view.rules()), view.rules());
        for (face, &shown) in view.indicators().counts().iter().enumerate() {
            pool.counts[face] -= f64::from(shown);
            pool.left -= f64::from(shown);
        }
        let counted = rules.toppan_extra == ToppanExtra::Indicator && rules.extra_scope == ExtraScope::Table;
        for of in (0..4).map(RelSeat::new) {
            let extra = view.extra(of).filter(|_| !counted);
            let seen = view.first(of).into_iter().chain(extra).chain(view.open(of).iter().copied());
            seen.for_each(|tile| pool.take(tile));
        }
        view.gone().for_each(|tile| pool.take(tile));
        pool
    }

    pub(super) fn take(&mut self, tile: Tile) {
        self.counts[tile.index()] -= 1.0;
        self.left -= 1.0;
    }

    /// Removes one tile distributed over the faces by these probabilities.
    pub(super) fn take_likely(&mut self, chances: &[f64; Tile::COUNT]) {
        self.counts.iter_mut().zip(chances).for_each(|(count, chance)| *count = (*count - chance).max(0.0));
        self.left -= 1.0;
    }

    /// The faces left, with the probability of drawing each.
    pub(super) fn draws(&self) -> impl Iterator<Item = (Tile, f64)> {
        let faces = self.counts.iter().enumerate().filter(|(_, count)| **count > 0.0);
        faces.map(|(face, count)| (Tile::of(face as u8), count / self.left))
    }

    /// The probability of drawing each value.
    pub(super) fn values(&self) -> [f64; VALUES] {
        let mut values = [0.0; VALUES];
        self.draws().for_each(|(tile, chance)| values[half_points(tile.kind()) as usize] += chance);
        values
    }

    /// The probability of drawing one of these kinds.
    pub(super) fn chance_of(&self, is: impl Fn(Kind) -> bool) -> f64 {
        self.draws().filter(|(tile, _)| is(tile.kind())).map(|(_, chance)| chance).sum()
    }

    /// The average bonus han of a tile.
    pub(super) fn bonus(&self, indicators: &Indicators, round_wind: Kind) -> f64 {
        let han = |tile: Tile| {
            let (kind, last) = (tile.kind(), indicators.lasts().has(tile.kind()));
            let three = u8::from(tile.is_red()) + u8::from(last);
            f64::from(indicators.dora_of(kind) + u8::from(kind == round_wind) + 3 * three)
        };
        self.draws().map(|(tile, chance)| chance * han(tile)).sum()
    }
}
