//! Restoring sums from a list of numbers.

/// Lets `restore` take the sums one by one; false if there were too few. It then gets zeros.
pub(crate) fn take(
    sums: &mut impl Iterator<Item = i128>,
    restore: impl FnOnce(&mut dyn FnMut() -> i128),
) -> bool {
    let mut whole = true;
    restore(&mut || {
        let sum = sums.next();
        whole &= sum.is_some();
        sum.unwrap_or(0)
    });
    whole
}
