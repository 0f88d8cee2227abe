//! Folds change rows: half of the instructions of the kernels, so the four suits lie side by side in one register where the processor has one.

use super::Fields;

/// ORs the fields of some splits of each suit's change row. The result for suit `i` is in bits `9i` to `9i + 9`.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
pub fn fold(rows: [&Fields; 4], splits: [&Fields; 4]) -> u64 {
    use safe_arch::*;
    let [m, p, s, z]: [m128i; 4] =
        std::array::from_fn(|suit| bitand_m128i((*rows[suit]).into(), (*splits[suit]).into()));
    let (ms, pz) = (set_m128i_m256i(s, m), set_m128i_m256i(z, p));
    let fields = bitor_m256i(unpack_low_i64_m256i(ms, pz), unpack_high_i64_m256i(ms, pz));
    let fields = bitor_m256i(fields, shr_imm_u64_m256i::<36>(fields));
    let fields = bitor_m256i(fields, shr_imm_u64_m256i::<18>(fields));
    let fields = bitor_m256i(fields, shr_imm_u64_m256i::<9>(fields));
    let fields = bitand_m256i(fields, [0x1FF_u64; 4].into());
    let fields = shl_each_u64_m256i(fields, [0_u64, 9, 18, 27].into());
    let pairs: [u64; 2] =
        bitor_m128i(extract_m128i_m256i::<0>(fields), extract_m128i_m256i::<1>(fields)).into();
    pairs[0] | pairs[1]
}

/// The same, a suit after the other.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
#[inline]
pub fn fold(rows: [&Fields; 4], splits: [&Fields; 4]) -> u64 {
    let of_suit = |suit: usize| {
        let fields = rows[suit][0] & splits[suit][0] | rows[suit][1] & splits[suit][1];
        let fields = fields | fields >> 36;
        let fields = fields | fields >> 18;
        ((fields | fields >> 9) & 0x1FF) << (9 * suit)
    };
    of_suit(0) | of_suit(1) | of_suit(2) | of_suit(3)
}
