//! The values of a disagreement as messages show them.

use crate::logs::model::{DrawKind, Limit};
use hyakuman_core::game::KyokuResult;
use hyakuman_core::{Seat, Tile};

/// A value that messages show.
pub(super) trait Said {
    /// The value in words.
    fn said(&self) -> String;
}

/// What is shown as it is displayed.
macro_rules! displayed {
    ($($type:ty),+) => {
        $(impl Said for $type {
            fn said(&self) -> String {
                self.to_string()
            }
        })+
    };
}

displayed!(i32, u32, i64, str, String, Tile);

impl Said for Seat {
    fn said(&self) -> String {
        format!("{self:?}")
    }
}

impl<T: Said + ?Sized> Said for &T {
    fn said(&self) -> String {
        (*self).said()
    }
}

impl<T: Said> Said for [T] {
    fn said(&self) -> String {
        format!("[{}]", self.iter().map(Said::said).collect::<Vec<_>>().join(", "))
    }
}

impl<T: Said> Said for Vec<T> {
    fn said(&self) -> String {
        self[..].said()
    }
}

impl<T: Said, const N: usize> Said for [T; N] {
    fn said(&self) -> String {
        self[..].said()
    }
}

impl Said for Limit {
    fn said(&self) -> String {
        self.name().to_owned()
    }
}

impl Said for KyokuResult {
    fn said(&self) -> String {
        match self {
            KyokuResult::Win => "a win",
            KyokuResult::Exhaustive => "an exhaustive draw",
            KyokuResult::Nagashi => "nagashi mangan",
            KyokuResult::Kyuushu => "a draw by nine terminals",
            KyokuResult::Suufon => "a draw by four winds",
            KyokuResult::Suucha => "a draw by four riichi",
            KyokuResult::Suukan => "a draw by four kans",
            KyokuResult::Sanchahou => "a draw by three rons",
            KyokuResult::Redraw => "a new deal",
        }
        .to_owned()
    }
}

/// A draw that a log shows, perhaps without its kind.
pub(super) fn draw(kind: Option<DrawKind>) -> String {
    kind.map_or("a draw".to_owned(), |kind| result_of(kind).said())
}

/// The winners and who they won from, themselves by tsumo.
pub(super) fn wins(wins: &[(Seat, Seat)]) -> String {
    let win = |&(winner, from): &(Seat, Seat)| match from == winner {
        true => format!("tsumo of {winner:?}"),
        false => format!("ron of {winner:?} on {from:?}"),
    };
    match wins {
        [] => "no win".to_owned(),
        wins => wins.iter().map(win).collect::<Vec<_>>().join(", "),
    }
}

pub(crate) fn result_of(kind: DrawKind) -> KyokuResult {
    match kind {
        DrawKind::Exhaustive => KyokuResult::Exhaustive,
        DrawKind::Nagashi => KyokuResult::Nagashi,
        DrawKind::Kyuushu => KyokuResult::Kyuushu,
        DrawKind::Suufon => KyokuResult::Suufon,
        DrawKind::Suucha => KyokuResult::Suucha,
        DrawKind::Suukan => KyokuResult::Suukan,
        DrawKind::Sanchahou => KyokuResult::Sanchahou,
    }
}
