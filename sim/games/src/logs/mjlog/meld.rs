//! The sixteen bits of a call in mjlog.
//!
//! ```text
//! chi       5 4 3 2 1 0 | - | c c | b b | a a | 1 | f f    order*3 + called; copies of the three tiles
//! pon       6 5 4 3 2 1 0 | - - | u u | k | p | 0 | f f    kind*3 + called; unused copy; k kakan, p pon
//! nuki      7 6 5 4 3 2 1 0 | - - 1 0 0 0 | f f            tile
//! kan       7 6 5 4 3 2 1 0 | - - - - - - | f f            called tile; f = 0 is a concealed kan
//! ```
//! Most significant bit first; `f` is the relative seat called from, modulo four.

use crate::logs::error::LogError;
use crate::logs::model::{self};
use crate::show::Change;
use hyakuman_core::wall::Faces;
use hyakuman_core::{Seat, Tile};

/// A decoded call: physical tiles, the called or added one first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    Chi([u8; 3], Source),
    Pon([u8; 3], Source),
    Kakan(u8),
    Daiminkan([u8; 4], Source),
    Ankan([u8; 4]),
    Nuki(u8),
}

/// Relative seat from the caller, modulo four even with three players.
type Source = u8;

pub(super) fn decode(m: usize) -> Result<Call, LogError> {
    let from = (m & 3) as u8;
    if m & 0x4 != 0 {
        chi(m, from)
    } else if m & 0x18 != 0 {
        pon(m, from)
    } else if m & 0x20 != 0 {
        tile(m >> 8).map(Call::Nuki)
    } else {
        kan(m >> 8, from)
    }
}

fn chi(m: usize, from: Source) -> Result<Call, LogError> {
    let (order, called) = ((m >> 10) / 3, (m >> 10) % 3);
    if order >= 21 {
        return Err(wrong(m));
    }
    let low = (order / 7 * 9 + order % 7) * 4;
    let mut ids = [0, 1, 2].map(|i| (low + 4 * i + (m >> (3 + 2 * i) & 3)) as u8);
    ids.swap(0, called);
    Ok(Call::Chi(ids, from))
}

fn pon(m: usize, from: Source) -> Result<Call, LogError> {
    let (kind, called) = ((m >> 9) / 3, (m >> 9) % 3);
    if kind >= 34 {
        return Err(wrong(m));
    }
    let unused = (m >> 5 & 3) as u8;
    if m & 0x10 != 0 {
        return Ok(Call::Kakan(kind as u8 * 4 + unused));
    }
    let copies = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]][unused as usize];
    let mut ids = copies.map(|copy| kind as u8 * 4 + copy);
    ids.swap(0, called);
    Ok(Call::Pon(ids, from))
}

fn kan(id: usize, from: Source) -> Result<Call, LogError> {
    let called = tile(id)?;
    let mut ids = [0, 1, 2, 3].map(|copy| called / 4 * 4 + copy);
    ids.swap(0, called as usize % 4);
    Ok(if from == 0 { Call::Ankan(ids) } else { Call::Daiminkan(ids, from) })
}

fn tile(id: usize) -> Result<u8, LogError> {
    if id < 136 {
        Ok(id as u8)
    } else {
        Err(LogError::new("", format!("m has tile {id}, tiles are 0 to 135")))
    }
}

fn wrong(m: usize) -> LogError {
    LogError::new("", format!("m=\"{m}\" is not a call: no such sequence or triplet"))
}

impl Call {
    /// The event of a seat that makes this call on the last discard.
    pub(super) fn event(
        self,
        seat: Seat,
        discarded: Option<(Seat, u8)>,
        faces: &Faces,
        seats: usize,
    ) -> Result<Change, LogError> {
        let t = |id: u8| faces.tile(id);
        let source = |id, steps| source(seat, id, steps, discarded, faces, seats);
        let meld = match self {
            Call::Nuki(id) if (120..124).contains(&id) => return Ok(Change::Nuki(seat, t(id))),
            Call::Nuki(id) => return Err(LogError::new("", format!("{} set aside, only 4z may be", t(id)))),
            Call::Kakan(id) => return Ok(Change::Kakan(seat, t(id))),
            Call::Ankan(ids) => model::ankan(ids.map(t)),
            Call::Chi([a, b, c], steps) => {
                source(a, steps)?;
                model::chi(t(a), [t(b), t(c)], seats)
            }
            Call::Pon([a, b, c], steps) => model::pon(t(a), [t(b), t(c)], source(a, steps)?),
            Call::Daiminkan([a, b, c, d], steps) => {
                model::daiminkan(t(a), [t(b), t(c), t(d)], source(a, steps)?)
            }
        };
        meld.map(|meld| Change::Call(seat, meld))
            .ok_or_else(|| LogError::new("", "the tiles of m are not a set"))
    }
}

/// The seat whose discard is called, checked against the last discard.
fn source(
    seat: Seat,
    id: u8,
    steps: Source,
    discarded: Option<(Seat, u8)>,
    faces: &Faces,
    seats: usize,
) -> Result<hyakuman_core::RelSeat, LogError> {
    let called: Tile = faces.tile(id);
    let Some((from, last)) = discarded else {
        return Err(LogError::new("", format!("{called} is called before anything was discarded")));
    };
    if last != id || from == seat {
        let problem =
            format!("{called} is called, but the last discard was {} of {from:?}", faces.tile(last));
        return Err(LogError::new("", problem));
    }
    // With three players the numbers of the log need not match turn order, so steps are checked only with four.
    let found = from.seen_from(seat, seats);
    if seats == 4 && found.steps() != steps {
        let problem = format!(
            "called from {steps} seats ahead, but the last discard came from {} ahead",
            found.steps()
        );
        return Err(LogError::new("", problem));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls from real logs, decoded.
    #[test]
    fn known_calls() {
        let rows = [
            (8192, Call::Ankan([32, 33, 34, 35])),
            (31_008, Call::Nuki(121)),
            (48_657, Call::Kakan(124)),
            (46_185, Call::Pon([120, 121, 122], 1)),
            (54_431, Call::Chi([93, 88, 87], 3)),
            (43_537, Call::Kakan(112)),
        ];
        for (m, call) in rows {
            assert_eq!(decode(m).unwrap(), call, "m = {m}");
        }
    }

    #[test]
    fn impossible_calls() {
        assert!(decode(63 << 10 | 4).is_err());
        assert!(decode(102 << 9 | 8).is_err());
        assert!(decode(136 << 8).is_err());
        assert!(decode(200 << 8 | 0x20).is_err());
    }

    #[test]
    fn every_number_is_a_call_or_an_error() {
        let faces = Faces::new([1; 3]);
        for m in 0..1 << 16 {
            if let Ok(call) = decode(m) {
                let _ = call.event(Seat::new(1), Some((Seat::new(0), 16)), &faces, 4);
            }
        }
    }
}
