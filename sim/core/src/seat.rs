//! Seats: absolute ([`Seat`]) and relative to an observer ([`RelSeat`]).

use std::fmt;

/// A seat, fixed for the match; 0 is the first dealer (起家). Turns go in rising order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

/// A seat relative to an observer: 0 the observer, 1 the next in turn (下家), and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RelSeat(u8);

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SeatSet(u8);

impl Seat {
    /// The seat with this number (0 to 3). Panics above 3.
    #[inline]
    pub const fn new(number: u8) -> Seat {
        assert!(number < 4);
        Seat(number)
    }

    /// The number as an index, 0 to 3; the mask avoids a bounds check for arrays of four.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The seat `steps` turns later, with `seats` players.
    #[inline]
    pub const fn after(self, steps: u8, seats: usize) -> Seat {
        Seat((self.0 + steps) % seats as u8)
    }

    /// The seat relative to `from`: how many turns later it comes.
    #[inline]
    pub const fn seen_from(self, from: Seat, seats: usize) -> RelSeat {
        RelSeat((self.0 + seats as u8 - from.0) % seats as u8)
    }

    /// All seats of a game with `seats` players, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats as u8).map(Seat)
    }
}

impl RelSeat {
    /// The observer.
    pub const SELF: RelSeat = RelSeat(0);

    /// The seat `steps` turns later (0 to 3). Panics above 3.
    #[inline]
    pub const fn new(steps: u8) -> RelSeat {
        assert!(steps < 4);
        RelSeat(steps)
    }

    /// Turns after the observer.
    #[inline]
    pub const fn steps(self) -> u8 {
        self.0
    }

    /// The absolute seat for an observer at `from`.
    #[inline]
    pub const fn seat(self, from: Seat, seats: usize) -> Seat {
        from.after(self.0, seats)
    }
}

crate::bit_set! { SeatSet(u8) of seat: Seat => seat.0 }

impl SeatSet {
    /// One seat.
    #[inline]
    pub const fn of(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// All seats of a game with `seats` players.
    #[inline]
    pub const fn all(seats: usize) -> SeatSet {
        SeatSet((1 << seats) - 1)
    }

    /// The set with these bits, seat `i` at bit `i`.
    #[inline]
    pub const fn from_bits(bits: u8) -> SeatSet {
        SeatSet(bits & 0xF)
    }
}

impl Iterator for SeatSet {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let seat = Seat(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(seat)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
