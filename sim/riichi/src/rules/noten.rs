//! What is paid at an exhaustive draw: names with points.

use hyakuman_core::game::ruleset::toml::{Table, Value};
use hyakuman_core::game::ruleset::{RuleValue, Shape};

/// What is paid at an exhaustive draw. In a rules file: `noten = { Pool = 3000 }`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Noten {
    /// So many points in all, from the noten players to the tenpai players, in equal parts.
    Pool(i32),
    /// So many points from each noten player to each tenpai player.
    PerPair(i32),
    /// So many points from each noten player, to the tenpai players in equal parts.
    PerNoten(i32),
}

impl Noten {
    const NAMES: [&'static str; 3] = ["Pool", "PerPair", "PerNoten"];
    const MADE: [fn(i32) -> Noten; 3] = [Noten::Pool, Noten::PerPair, Noten::PerNoten];
}

impl RuleValue for Noten {
    const SHAPE: Shape = Shape::Tagged { names: &Noten::NAMES, value: &i32::SHAPE };
    const MEANINGS: &'static [(&'static str, &'static str)] = &[
        ("Pool", "So many points in all, from the noten players to the tenpai players, in equal parts."),
        ("PerPair", "So many points from each noten player to each tenpai player."),
        ("PerNoten", "So many points from each noten player, to the tenpai players in equal parts."),
    ];

    fn to_value(&self) -> Value {
        let (name, points) = match self {
            Noten::Pool(points) => (0, points),
            Noten::PerPair(points) => (1, points),
            Noten::PerNoten(points) => (2, points),
        };
        Table::from_iter([(Noten::NAMES[name].to_owned(), points.to_value())]).into()
    }

    fn of_value(value: &Value) -> Option<Self> {
        let table = value.as_table().filter(|table| table.len() == 1)?;
        let (name, points) = table.iter().next()?;
        let made = Noten::NAMES.iter().position(|known| known == name)?;
        i32::of_value(points).map(Noten::MADE[made])
    }
}
