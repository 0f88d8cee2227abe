//! Sums over clusters: how they are merged, written and restored, number by number.

use Number::{Count, Flag, Known, Most, Signed, Sum};

/// A number of some sums.
#[derive(Debug)]
pub enum Number<'a> {
    /// A sum.
    Sum(&'a mut i128),
    /// A number of clusters.
    Count(&'a mut u64),
    /// A smaller sum.
    Signed(&'a mut i64),
    /// The largest of some numbers.
    Most(&'a mut i64),
    /// Whether any of some holds.
    Flag(&'a mut bool),
    /// One that was visited before.
    Known(&'a mut i128),
}

/// Adds counts one by one. Compiled here, optimised for speed, as what calls it for every match need not be.
pub fn add_counts(into: &mut [i64], counts: &[i64]) {
    into.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

/// Sets counts to zero.
pub fn clear_counts(counts: &mut [i64]) {
    counts.fill(0);
}

/// Numbers of [`Additive::sums`] as text.
pub fn numbers_as_text(numbers: &[i128]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Sums over clusters. Whole numbers: merging is exact, and depends on no order. A sum stays at the end of its range rather than to leave it; of
/// sums of squares, which only grow, this depends on no order either.
pub trait Additive: Clone {
    /// Visits every number, in an order that never changes: states are written in it.
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>));

    /// Adds the clusters of another one of the same shape, which must be different clusters.
    fn merge(&mut self, other: &Self) {
        let mut others = other.sums().into_iter();
        self.each(&mut |number| number.join(others.next().expect("sums of the same shape")));
    }

    /// All numbers; [`Additive::take_sums`] restores them.
    fn sums(&self) -> Vec<i128> {
        let mut sums = Vec::new();
        self.clone().each(&mut |number| sums.push(number.value()));
        sums
    }

    /// With the numbers of [`numbers_as_text`]; `None` for any other text.
    fn restored(mut self, text: &str) -> Option<Self> {
        let numbers = text.split(' ').map(str::parse).collect::<Result<Vec<_>, _>>().ok()?;
        let mut numbers = numbers.into_iter();
        (self.take_sums(&mut numbers) && numbers.next().is_none()).then_some(self)
    }

    /// Restores the numbers from [`Additive::sums`]; false if there are too few, or one is out of range.
    #[must_use]
    fn take_sums(&mut self, sums: &mut dyn Iterator<Item = i128>) -> bool {
        let mut whole = true;
        self.each(&mut |number| whole &= sums.next().is_some_and(|sum| number.set(sum)));
        whole
    }
}

impl Number<'_> {
    fn value(&self) -> i128 {
        match self {
            Sum(sum) | Known(sum) => **sum,
            Count(count) => i128::from(**count),
            Signed(number) | Most(number) => i128::from(**number),
            Flag(flag) => i128::from(**flag),
        }
    }

    /// Whether the value is in range.
    fn set(self, value: i128) -> bool {
        match self {
            Sum(sum) | Known(sum) => *sum = value,
            Count(count) => return value.try_into().map(|value| *count = value).is_ok(),
            Signed(number) | Most(number) => return value.try_into().map(|value| *number = value).is_ok(),
            Flag(flag) => *flag = value != 0,
        }
        true
    }

    fn join(self, other: i128) {
        let narrow = other.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        match self {
            Sum(sum) => *sum = sum.saturating_add(other),
            Count(count) => *count = count.saturating_add(other.clamp(0, u64::MAX.into()) as u64),
            Signed(number) => *number = number.saturating_add(narrow),
            Most(most) => *most = narrow.max(*most),
            Flag(flag) => *flag |= other != 0,
            Known(_) => {}
        }
    }
}
