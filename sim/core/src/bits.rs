//! Sets of numbered things as the bits of one word.

/// Declares what such sets have in common, for a set that is a word: `KindSet(u64) of kind: Kind => kind.code()`.
#[macro_export]
macro_rules! bit_set {
    ($set:ident($word:ty) of $item:ident: $type:ty => $number:expr) => {
        impl $set {
            /// The empty set.
            pub const EMPTY: $set = $set(0);

            /// The bits, each at the number of what it stands for.
            #[inline]
            pub const fn bits(self) -> $word {
                self.0
            }

            /// Whether one is in the set.
            #[inline]
            pub const fn has(self, $item: $type) -> bool {
                self.0 >> $number & 1 != 0
            }

            /// Whether the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many are in the set.
            #[inline]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Adds one.
            #[inline]
            pub fn insert(&mut self, $item: $type) {
                self.0 |= 1 << $number;
            }

            /// Removes one.
            #[inline]
            pub fn remove(&mut self, $item: $type) {
                self.0 &= !(1 << $number);
            }

            /// The difference: those that are not in `other`.
            #[inline]
            #[must_use]
            pub const fn without(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }
        }
    };
}
