//! What a data set made from logs says of a match: what was dealt, in `replays`, and the log, in `sources`.

use super::replays::cells::Cells;
use hyakuman_core::Wall;
use hyakuman_core::game::KnownDeals;
use hyakuman_core::game::rows::{Source, SourcePlayer};

/// What was dealt; `None` if the walls are not of `kyoku` kyoku.
pub(super) fn deals(row: &Cells<'_>, kyoku: usize) -> Option<KnownDeals> {
    let walls = row.bytes("walls");
    let size = walls.len().checked_div(kyoku).filter(|size| *size > 0 && size * kyoku == walls.len())?;
    Some(KnownDeals {
        kyoku: row.number("first_kyoku") as u32,
        honba: row.number("first_honba") as u32,
        kyotaku: row.number("first_kyotaku") as u32,
        scores: std::array::from_fn(|seat| row.number(&format!("first_score_{seat}")) as i32),
        walls: walls.chunks(size).map(Wall::from_ids).collect::<Option<_>>()?,
    })
}

/// The log of a match with this number of seats.
pub(crate) fn source(row: &Cells<'_>, seats: usize) -> Source {
    let text = |name: &str| String::from_utf8_lossy(row.bytes(name)).into_owned();
    let player = |seat| match seat < seats {
        true => SourcePlayer {
            name: text(&format!("name_{seat}")),
            grade: text(&format!("grade_{seat}")),
            rate: row.number(&format!("rate_{seat}")) as i32,
        },
        false => SourcePlayer::default(),
    };
    Source {
        file: text("file"),
        member: text("member"),
        number: row.number("number") as u32,
        sha256: row.bytes("sha256").try_into().unwrap_or_default(),
        format: text("format"),
        reference: text("reference"),
        room: text("room"),
        date: text("date"),
        partial: row.number("partial") != 0,
        players: std::array::from_fn(player),
    }
}
