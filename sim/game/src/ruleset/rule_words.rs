//! The values that rules are made of: enums and sets of names, written in a rules file exactly as in the code; and the
//! conflict that says a value is outside its domain.

use crate::ruleset::{Conflict, Ruleset, value_text};

/// The conflict of a rule, `fields[0]`, that is outside the domain its documentation names. The other fields are those on
/// which the domain depends.
pub fn outside<R: Ruleset>(rules: &R, fields: &'static [&'static str]) -> Conflict {
    let table = rules.to_table();
    let accepted = R::FIELDS.iter().filter(|doc| doc.name == fields[0]);
    let accepted = accepted.map(|doc| (doc.name, doc.domain.to_owned())).collect();
    let values = fields.iter().map(|&name| (name, value_text(&table[name]))).collect();
    Conflict { fields, values, why: "", accepted }
}

/// Declares enums that rules are made of: plain, small, named in rules files exactly as in the code.
#[macro_export]
macro_rules! options {
    ($($(#[$doc:meta])+ $name:ident { $($(#[doc = $meaning:literal])+ $variant:ident),+ $(,)? })+) => {$(
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[doc = $meaning])+ $variant),+ }

        impl $crate::ruleset::RuleValue for $name {
            const SHAPE: $crate::ruleset::Shape = $crate::ruleset::Shape::Name(&[$(stringify!($variant)),+]);
            const MEANINGS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($variant), concat!($($meaning),+).trim_ascii())),+];
        }
    )+};
}

/// Declares an enum of names and the set of them, one bit per name.
#[macro_export]
macro_rules! name_set {
    ($(#[$doc:meta])+ $set:ident of $(#[$item_doc:meta])+ $item:ident {
        $($(#[doc = $meaning:literal])+ $variant:ident),+ $(,)?
    }) => {
        $(#[$item_doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum $item { $($(#[doc = $meaning])+ $variant),+ }

        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $set(u16);

        hyakuman_core::bit_set! { $set(u16) of item: $item => item as u16 }

        impl $set {
            /// Every name.
            pub const ALL: $set = $set::of(&[$($item::$variant),+]);

            /// The set of these names.
            pub const fn of(items: &[$item]) -> $set {
                let (mut bits, mut i) = (0, 0);
                while i < items.len() {
                    bits |= 1 << items[i] as u16;
                    i += 1;
                }
                $set(bits)
            }

            /// The names in it, in the order of their declaration.
            pub fn iter(self) -> impl Iterator<Item = $item> {
                [$($item::$variant),+].into_iter().filter(move |&item| self.has(item))
            }
        }

        impl $crate::ruleset::RuleValue for $set {
            const SHAPE: $crate::ruleset::Shape = $crate::ruleset::Shape::Names(&[$(stringify!($variant)),+]);
            const MEANINGS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($variant), concat!($($meaning),+).trim_ascii())),+];
        }

        impl fmt::Debug for $set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }

        impl Serialize for $set {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }

        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$set, D::Error> {
                Vec::<$item>::deserialize(deserializer).map(|items| $set::of(&items))
            }
        }
    };
}
