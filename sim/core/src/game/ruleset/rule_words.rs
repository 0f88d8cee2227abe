//! The values that rules are made of: enums and sets of names, written in a rules file exactly as in the code.

/// A text without its last bytes: a list without the sign after its last item.
pub const fn cut(text: &'static str, bytes: usize) -> &'static str {
    text.split_at(text.len() - bytes).0
}

/// Declares enums that rules are made of: plain, small, named in rules files exactly as in the code.
#[macro_export]
macro_rules! options {
    ($($(#[$doc:meta])+ $name:ident { $($(#[doc = $meaning:literal])+ $variant:ident),+ $(,)? })+) => {$(
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[doc = $meaning])+ $variant),+ }

        impl $name {
            /// Its values, and their names in the same order.
            const VALUES: &'static [$name] = &[$($name::$variant),+];
            const NAMES: &'static [&'static str] = &[$(stringify!($variant)),+];
        }

        impl $crate::game::ruleset::RuleValue for $name {
            const SHAPE: $crate::game::ruleset::Shape = $crate::game::ruleset::Shape::Name($name::NAMES);
            const MEANINGS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($variant), concat!($($meaning),+).trim_ascii())),+];
            const DOMAIN: &'static str = $crate::game::ruleset::cut(concat!($(stringify!($variant), " | "),+), 3);

            fn to_value(&self) -> $crate::game::ruleset::toml::Value {
                $name::NAMES[*self as usize].into()
            }

            fn of_value(value: &$crate::game::ruleset::toml::Value) -> Option<Self> {
                $crate::game::ruleset::named($name::NAMES, value).map(|number| $name::VALUES[number])
            }
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
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $item { $($(#[doc = $meaning])+ $variant),+ }

        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $set(u16);

        $crate::bit_set! { $set(u16) of item: $item => item as u16 }

        impl $set {
            /// Every name.
            pub const ALL: $set = $set::of($set::ITEMS);

            /// The items, and their names in the same order.
            const ITEMS: &'static [$item] = &[$($item::$variant),+];
            const NAMES: &'static [&'static str] = &[$(stringify!($variant)),+];

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
                $set::ITEMS.iter().copied().filter(move |&item| self.has(item))
            }
        }

        impl $crate::game::ruleset::RuleValue for $set {
            const SHAPE: $crate::game::ruleset::Shape = $crate::game::ruleset::Shape::Names($set::NAMES);
            const MEANINGS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($variant), concat!($($meaning),+).trim_ascii())),+];
            const DOMAIN: &'static str =
                $crate::game::ruleset::cut(concat!("a list of ", $(stringify!($variant), " | "),+), 3);

            fn to_value(&self) -> $crate::game::ruleset::toml::Value {
                self.iter().map(|item| $set::NAMES[item as usize]).collect::<Vec<_>>().into()
            }

            fn of_value(value: &$crate::game::ruleset::toml::Value) -> Option<Self> {
                let item = |value| $crate::game::ruleset::named($set::NAMES, value).map(|number| $set::ITEMS[number]);
                value.as_array()?.iter().map(item).collect::<Option<Vec<_>>>().map(|items| $set::of(&items))
            }
        }

        impl fmt::Debug for $set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}
