//! Simulated walls for tests: values with a known mean and standard deviation.

/// The shape of the distribution.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// As rank points of agents that play differently.
    Normal,
    /// The agents differ on 15 % of the walls only; the values of the others are zero.
    Rare,
}

/// The share of walls on which agents differ in [`Source::Rare`].
const RARE: f64 = 0.15;

/// A stream of independent values.
pub(crate) struct Walls {
    state: u64,
    source: Source,
    mean: f64,
    deviation: f64,
}

impl Walls {
    pub(crate) fn new(seed: u64, source: Source, mean: f64, deviation: f64) -> Walls {
        Walls { state: seed.wrapping_mul(0xd1b5_4a32_d192_ed03), source, mean, deviation }
    }

    pub(crate) fn next(&mut self) -> f64 {
        let share = match self.source {
            Source::Normal => 1.0,
            Source::Rare => RARE,
        };
        if self.uniform() >= share {
            return 0.0;
        }
        self.mean / share + self.deviation / share.sqrt() * self.normal()
    }

    /// SplitMix64, between 0 and 1.
    pub(crate) fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((bits ^ (bits >> 31)) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// Box and Muller.
    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }
}
