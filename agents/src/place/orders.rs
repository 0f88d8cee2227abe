//! From chances of pairs to chances of places.

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

    /// The chance of each place of a seat, where `above[i][j]` is the chance that seat `i` ends above `j`.
    #[inline]
    pub(super) fn places(&self, above: &[[f32; N]; N], seat: usize) -> [f32; N] {
        let (mut places, mut total) = ([0.0; N], 0.0);
        for order in &self.0 {
            let (mut weight, mut place) = (1.0, 0);
            for at in 0..N {
                let row = &above[order[at] as usize];
                weight *= order[at + 1..].iter().map(|&other| row[other as usize]).product::<f32>();
                place += at * (order[at] as usize == seat) as usize;
            }
            places[place] += weight;
            total += weight;
        }
        places.map(|weight| weight / total)
    }
}
