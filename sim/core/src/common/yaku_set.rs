//! Sets of numbered yaku (or fans) as one word, in the form of [`crate::game::WinRecord::yaku`].

/// Declares the set of an enum whose numbers are below 64 and which has `COUNT` and `of(number)`.
#[macro_export]
macro_rules! yaku_set {
    ($(#[$doc:meta])+ $set:ident of $yaku:ident) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
        pub struct $set(u64);

        const _: () = assert!($yaku::COUNT <= u64::BITS as usize, "a set is a word of 64 bits");

        $crate::bit_set! { $set(u64) of yaku: $yaku => yaku as u8 }

        impl $set {
            /// The set of these.
            #[inline]
            pub const fn of(yaku: &[$yaku]) -> $set {
                let (mut bits, mut i) = (0, 0);
                while i < yaku.len() {
                    bits |= 1 << yaku[i] as u8;
                    i += 1;
                }
                $set(bits)
            }

            /// Adds one if it `holds`.
            #[inline]
            pub fn add(&mut self, yaku: $yaku, holds: bool) {
                self.0 |= (holds as u64) << yaku as u8;
            }

            /// The union.
            #[inline]
            #[must_use]
            pub const fn or(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// The intersection.
            #[inline]
            #[must_use]
            pub const fn and(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// The yaku in the set, in order of number.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $yaku> {
                let mut bits = self.0;
                std::iter::from_fn(move || {
                    let number = bits.trailing_zeros();
                    bits &= bits.wrapping_sub(1);
                    (number < u64::BITS).then(|| $yaku::of(number as u8))
                })
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}
