//! From chances of pairs to chances of places.

/// The factors of an order, by seat. Its chance is proportional to the product of those that count in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factors<const N: usize> {
    /// The chance that the first seat ends above the second.
    pub(super) above: [[f32; N]; N],
    pub(super) first: [f32; N],
    pub(super) last: [f32; N],
}

impl<const N: usize> Factors<N> {
    /// None of first and last; pairs to be filled in.
    pub(super) const NONE: Self = Factors { above: [[0.0; N]; N], first: [1.0; N], last: [1.0; N] };
}

/// Every order in which the seats can end.
#[derive(Clone, Debug)]
pub(super) struct Orders<const N: usize>(Vec<[u8; N]>);

impl<const N: usize> Orders<N> {
    pub(super) fn new() -> Self {
        let mut orders = vec![[0; N]];
        for placed in 0..N {
            // The next seat goes to each place among those before it.
            let longer = orders.iter().flat_map(|order| {
                (0..=placed).map(move |place| {
                    let mut longer = *order;
                    longer.copy_within(place..placed, place + 1);
                    longer[place] = placed as u8;
                    longer
                })
            });
            orders = longer.collect();
        }
        Orders(orders)
    }

    /// Each order: its seats from the first to the last.
    pub(super) fn all(&self) -> &[[u8; N]] {
        &self.0
    }

    /// The index of an order. Panics if it is none.
    pub(super) fn index(&self, order: &[u8; N]) -> usize {
        self.0.iter().position(|other| other == order).expect("every seat has a place of its own")
    }

    /// The chance that the seats end in this order.
    pub(super) fn chance(&self, factors: &Factors<N>, order: &[u8; N]) -> f32 {
        let total: f32 = self.0.iter().map(|order| weight(factors, order)).sum();
        weight(factors, order) / total
    }

    /// The chance of each place of a seat.
    #[inline]
    pub(super) fn places(&self, factors: &Factors<N>, seat: usize) -> [f32; N] {
        let (mut places, mut total) = ([0.0; N], 0.0);
        // All factors of a seat as the first.
        let leads: [f32; N] = std::array::from_fn(|first| {
            let others = (0..N).filter(|&other| other != first);
            others.fold(factors.first[first], |weight, other| weight * factors.above[first][other])
        });
        for order in &self.0 {
            let order = order.map(|seat| seat as usize % N);
            let (mut weight, mut place) = (leads[order[0]] * factors.last[order[N - 1]], 0);
            for at in 1..N {
                for &other in &order[at + 1..] {
                    weight *= factors.above[order[at]][other];
                }
                place += at * (order[at] == seat) as usize;
            }
            places[place] += weight;
            total += weight;
        }
        places.map(|weight| weight / total)
    }
}

/// The product of the factors that count in an order.
fn weight<const N: usize>(factors: &Factors<N>, order: &[u8; N]) -> f32 {
    let order = order.map(usize::from);
    let ends = factors.first[order[0]] * factors.last[order[N - 1]];
    let others = |at: usize| order[at + 1..].iter().map(move |&other| (at, other));
    (0..N).flat_map(others).fold(ends, |weight, (at, other)| weight * factors.above[order[at]][other])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_orders() {
        let mut factors = Factors::<3>::NONE;
        (factors.above[0][1], factors.above[1][0]) = (0.8, 0.2);
        (factors.above[0][2], factors.above[2][0]) = (0.5, 0.5);
        (factors.above[1][2], factors.above[2][1]) = (0.7, 0.3);
        factors.first[2] = 2.0;
        factors.last[1] = 3.0;
        // 012, 021, 102, 120, 201, 210: the product of the pairs, twice with 2 first, three times with 1 last.
        let weights = [0.8 * 0.5 * 0.7, 0.8 * 0.5 * 0.3 * 3.0, 0.2 * 0.5 * 0.7, 0.2 * 0.7 * 0.5];
        let weights =
            [weights[0], weights[1], weights[2], weights[3], 0.5 * 0.3 * 0.8 * 6.0, 0.3 * 0.5 * 0.2 * 2.0];
        let total: f32 = weights.iter().sum();
        let right = [weights[0] + weights[1], weights[2] + weights[4], weights[3] + weights[5]];
        let places = Orders::new().places(&factors, 0);
        assert!(
            places.iter().zip(right).all(|(place, right)| (place - right / total).abs() < 1e-6),
            "{places:?}"
        );
        let chance = Orders::new().chance(&factors, &[2, 1, 0]);
        assert!((chance - weights[5] / total).abs() < 1e-6, "{chance}");
    }
}
