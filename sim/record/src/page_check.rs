//! What the library relies on when it decodes a page, and does not check itself: it would panic.

use crate::delta;
use parquet::basic::Encoding;
use parquet::column::page::Page;
use parquet::errors::{ParquetError, Result};

/// Checks a page, before compression, of cells with `size` bytes; `None` if they differ.
pub(crate) fn check(page: &Page, size: Option<usize>) -> Result<()> {
    let (bytes, values) = (page.buffer(), page.num_values() as usize);
    let is_right = match page.encoding() {
        Encoding::PLAIN => size.is_some() || are_varying(bytes, values),
        Encoding::DELTA_BINARY_PACKED => delta::is_whole(bytes, values),
        Encoding::BYTE_STREAM_SPLIT => size == Some(8) && bytes.len() == 8 * values,
        Encoding::RLE_DICTIONARY => are_indices(bytes, values),
        _ => true,
    };
    match is_right {
        true => Ok(()),
        false => Err(ParquetError::General(format!("a page has not the {values} values that it claims"))),
    }
}

/// Whether there are so many cells, each behind its length in four bytes.
fn are_varying(mut bytes: &[u8], values: usize) -> bool {
    (0..values).all(|_| {
        let Some((length, rest)) = bytes.split_first_chunk() else { return false };
        let rest = rest.get(u32::from_le_bytes(*length) as usize..);
        bytes = rest.unwrap_or_default();
        rest.is_some()
    })
}

/// Whether there are so many indices: their width, then runs of one index or groups of eight.
fn are_indices(bytes: &[u8], values: usize) -> bool {
    let Some((&width, mut rest)) = bytes.split_first() else { return values == 0 };
    let (width, mut left) = (u64::from(width), values as u64);
    while left > 0 {
        let Some(head) = delta::take_varint(&mut rest) else { return false };
        let count = head >> 1;
        let (values, length) = match head & 1 {
            0 => (count, width.div_ceil(8)),
            _ => (count.saturating_mul(8), count.saturating_mul(width)),
        };
        rest = rest.get(length as usize..).unwrap_or_default(); // the library notices what is missing
        left -= left.min(values);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::data_page;

    fn is_right(encoding: Encoding, bytes: &[u8], num_values: u32, size: Option<usize>) -> bool {
        let page = data_page(bytes.to_vec().into(), num_values, encoding);
        check(&page, size).is_ok()
    }

    #[test]
    fn cells_of_different_sizes_are_within_their_page() {
        let bytes = [2, 0, 0, 0, b'o', b'k', 0, 0, 0, 0];
        for (length, values, right) in
            [(10, 2, true), (10, 1, true), (10, 3, false), (9, 2, false), (5, 1, false)]
        {
            assert_eq!(is_right(Encoding::PLAIN, &bytes[..length], values, None), right, "{length} {values}");
        }
        assert!(
            !is_right(Encoding::PLAIN, &[255; 8], 1, None)
                && is_right(Encoding::PLAIN, &[255; 8], 1, Some(8))
        );
    }

    #[test]
    fn indices_are_runs_or_groups() {
        // Seven times index 1 of two bits, then a group of eight.
        let bytes = [2, 14, 1, 3, 0b1110_0100, 0b0001_1011];
        let indices = |bytes: &[u8], values| is_right(Encoding::RLE_DICTIONARY, bytes, values, Some(4));
        assert!(indices(&bytes, 15) && indices(&bytes, 7) && indices(&[], 0));
        assert!(!indices(&bytes, 16) && !indices(&[2, 14, 1], 8));
        assert!(!indices(&[&[2][..], &[255; 11]].concat(), 1));
    }

    #[test]
    fn words_byte_by_byte_have_eight_bytes() {
        let split = Encoding::BYTE_STREAM_SPLIT;
        assert!(is_right(split, &[0; 24], 3, Some(8)) && !is_right(split, &[0; 23], 3, Some(8)));
        assert!(!is_right(split, &[0; 24], 6, Some(4)) && !is_right(split, &[0; 24], 3, None));
    }
}
