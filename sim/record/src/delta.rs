//! Integers as packed differences (DELTA_BINARY_PACKED of the Parquet specification, 32 bits).
//!
//! The library's encoder takes 5 to 7 ns per value, and fourteen columns of a decision row use this encoding; this one
//! works on whole blocks.

/// Values that share a minimum difference.
const BLOCK: usize = 128;
/// Most values of a block of another writer.
const MOST_IN_BLOCK: u64 = 1 << 16;
/// Values that share a bit width.
const MINI: usize = 32;

/// Appends a page of at least one value.
pub(crate) fn encode(values: &[i32], out: &mut Vec<u8>) {
    let Some(&first) = values.first() else { return };
    [BLOCK, BLOCK / MINI, values.len()].iter().for_each(|&number| varint(number as u64, out));
    zigzag(first, out);
    for start in (0..values.len() - 1).step_by(BLOCK) {
        block(&values[start..values.len().min(start + BLOCK + 1)], out);
    }
}

/// Encodes one block; `values` starts with the last value of the previous block.
fn block(values: &[i32], out: &mut Vec<u8>) {
    let mut deltas = [0_u32; BLOCK];
    let used = &mut deltas[..values.len() - 1];
    for (delta, pair) in used.iter_mut().zip(values.windows(2)) {
        *delta = pair[1].wrapping_sub(pair[0]) as u32;
    }
    let least = used.iter().map(|&delta| delta as i32).min().unwrap_or(0);
    used.iter_mut().for_each(|delta| *delta = delta.wrapping_sub(least as u32));
    zigzag(least, out);
    let (minis, _) = deltas.as_chunks::<MINI>();
    let bits = |mini: &[u32; MINI]| 32 - mini.iter().fold(0, |all, delta| all | delta).leading_zeros();
    out.extend(minis.iter().map(|mini| bits(mini) as u8));
    minis.iter().for_each(|mini| pack(mini, bits(mini), out));
}

/// Appends the lowest `bits` bits of each value, one after another.
fn pack(values: &[u32; MINI], bits: u32, out: &mut Vec<u8>) {
    let mut packed = [0; MINI * 4];
    let (words, _) = packed.as_chunks_mut::<4>();
    let (mut word, mut held, mut filled) = (0_u64, 0, 0);
    for &value in values {
        word |= u64::from(value) << held;
        held += bits;
        if held >= 32 {
            words[filled] = (word as u32).to_le_bytes();
            filled += 1;
            word >>= 32;
            held -= 32;
        }
    }
    out.extend_from_slice(&packed[..filled * 4]);
}

/// Whether a page of any writer has this number of values, in blocks that all have a head.
pub(crate) fn is_whole(mut page: &[u8], values: usize) -> bool {
    let [Some(block), Some(minis), Some(count), Some(_first)] = [(); 4].map(|()| take_varint(&mut page))
    else {
        return false;
    };
    if count != values as u64 || count == 0 || minis == 0 || block > MOST_IN_BLOCK {
        return false;
    }
    let (mini, mut left) = (block / minis, count - 1);
    while left > 0 {
        let Some(_least) = take_varint(&mut page) else { return false };
        let Some((bits, rest)) = page.split_at_checked(minis as usize) else { return false };
        page = rest;
        for &bits in bits {
            // What follows the last value has no meaning; the library notices what is missing of it.
            let length = if left == 0 { 0 } else { mini * u64::from(bits) / 8 };
            page = page.get(length as usize..).unwrap_or_default();
            left -= left.min(mini);
        }
    }
    true
}

/// The next number, of at most ten bytes.
pub(crate) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let length = 1 + bytes.iter().take(10).position(|byte| byte & 128 == 0)?;
    let (number, rest) = bytes.split_at(length);
    *bytes = rest;
    let add = |sum: u64, (at, byte): (usize, &u8)| sum | u64::from(byte & 127).wrapping_shl(7 * at as u32);
    Some(number.iter().enumerate().fold(0, add))
}

fn zigzag(value: i32, out: &mut Vec<u8>) {
    let value = i64::from(value);
    varint(((value << 1) ^ (value >> 63)) as u64, out);
}

/// Appends a number in groups of seven bits, the lowest first.
pub(crate) fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(values: &[i32]) -> Vec<u8> {
        let mut out = Vec::new();
        encode(values, &mut out);
        out
    }

    /// The two examples of the specification, with its own blocks of 128 values in four parts.
    #[test]
    fn examples_of_the_specification() {
        assert_eq!(encoded(&[1, 2, 3, 4, 5]), [128, 1, 4, 5, 2, 2, 0, 0, 0, 0]);
        let packed = encoded(&[7, 5, 3, 1, 2, 3, 4, 5]);
        assert_eq!(packed[..10], [128, 1, 4, 8, 14, 3, 2, 0, 0, 0]);
        // Differences -2 -2 -2 1 1 1 1 are 0 0 0 3 3 3 3 above the minimum, two bits each.
        assert_eq!(packed[10..], [0b1100_0000, 0b0011_1111, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn only_whole_pages_are_whole() {
        for count in [1, 2, 31, 128, 129, 130, 300] {
            let values: Vec<i32> =
                (0..count).map(|at: i32| at.wrapping_mul(0x9e37_79b9_u32 as i32)).collect();
            let page = encoded(&values);
            assert!(is_whole(&page, values.len()), "{count}");
            assert!(!is_whole(&page, values.len() + 1) && !is_whole(&page, values.len() - 1), "{count}");
            assert!(
                (0..page.len().min(10)).all(|length| !is_whole(&page[..length], values.len())),
                "{count}"
            );
        }
        let endless = [&[128, 1, 4, 2, 0][..], &[255; 40]].concat();
        assert!(!is_whole(&endless, 2) && !is_whole(&[0, 0, 1, 0], 1) && !is_whole(&[], 0));
    }

    #[test]
    fn a_full_block_and_one_value_more() {
        assert_eq!(encoded(&[9]), [128, 1, 4, 1, 18]);
        let steps: Vec<i32> = (0..129).collect();
        assert_eq!(encoded(&steps), [128, 1, 4, 129, 1, 0, 2, 0, 0, 0, 0]);
        let steps: Vec<i32> = (0..130).collect();
        assert_eq!(encoded(&steps).len(), 16);
    }
}
