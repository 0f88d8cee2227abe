//! Enums whose variants have a name in output.

/// Declares an enum of plain variants, each with its name in output: how many there are, all of them, and the way from and to names.
#[macro_export]
macro_rules! named {
    ($(#[$doc:meta])+ $vis:vis enum $name:ident { $($(#[$about:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name { $($(#[$about])* $variant),+ }

        impl $name {
            /// Number of variants.
            pub const COUNT: usize = [$($word),+].len();

            /// All of them, in the order of their declaration.
            pub const ALL: [$name; $name::COUNT] = [$($name::$variant),+];

            /// Its name in output.
            pub const fn name(self) -> &'static str {
                [$($word),+][self as usize]
            }

            /// The variant of this name.
            pub fn from_name(name: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.name() == name)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

/// Reads an enum of [`named!`](crate::named!) from text; an error lists the names: `there are no planes "x": choose from …`.
#[macro_export]
macro_rules! named_from_str {
    ($name:ident: $what:literal) => {
        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(name: &str) -> Result<$name, String> {
                let known = $name::ALL.map($name::name).join(", ");
                let none = format!("there are no {} {name:?}: choose from {known}", $what);
                $name::from_name(name).ok_or(none)
            }
        }
    };
}
