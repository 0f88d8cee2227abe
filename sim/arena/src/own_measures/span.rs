//! Between which values a number lies, so that it is counted in a part of its unit that is small enough for the smallest and wide enough for the largest.
//!
//! Spans are those of sound matches, and may be left: what is too large to be counted then is refused when it happens
//! ([`hyakuman_analysis::measure::TOO_LARGE`]).

use super::parse::BinaryOp;
use super::words::Word;
use hyakuman_analysis::measure::{BITS_OF_A_ROW, Bits};
use hyakuman_core::column::CellType;

/// Values up to this power of two are counted as they are, if they are whole.
const PLAIN: i32 = 24;

/// The values that a number may have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Span {
    low: f64,
    high: f64,
    /// The smallest distance from zero, but for zero itself: what a division by it may give.
    least: f64,
    /// Whether all of them are whole numbers.
    pub whole: bool,
}

impl Span {
    /// This number alone.
    pub(super) fn of_number(number: f64) -> Span {
        let least = if number == 0.0 { 1.0 } else { number.abs() };
        Span { low: number, high: number, least, whole: number.fract() == 0.0 }
    }

    /// The numbers of a column. Points and rank points are below 2^20.
    pub(super) fn of_column(word: &Word) -> Span {
        let column = &word.column;
        let high = match column.cell_type {
            CellType::U8 => 255.0,
            CellType::I8 => 127.0,
            CellType::U16 => 65_535.0,
            _ => f64::from(1 << 20),
        };
        // What may be below zero is counted for each seat: scores, and what is paid from one to another.
        let of_a_seat = ["_0", "_1", "_2", "_3"].iter().any(|seat| column.name.ends_with(seat));
        let signed = of_a_seat && matches!(column.cell_type, CellType::I8 | CellType::I32);
        Span { low: if signed { -high } else { 0.0 }, high, least: 1.0, whole: true }
    }

    pub(super) fn negative(self) -> Span {
        Span { low: -self.high, high: -self.low, ..self }
    }

    /// What an arithmetic operation makes of two numbers.
    pub(super) fn combined(op: BinaryOp, a: Span, b: Span) -> Span {
        let b = if op == BinaryOp::Subtract { b.negative() } else { b };
        let signed = a.low < 0.0 || b.low < 0.0;
        let within = |most: f64| [if signed { -most } else { 0.0 }, most];
        let ([low, high], least) = match op {
            BinaryOp::Multiply => (within(a.most() * b.most()), a.least * b.least),
            BinaryOp::Divide => (within(a.most() / b.least), a.least / b.most().max(b.least)),
            _ => ([a.low + b.low, a.high + b.high], a.least.min(b.least)),
        };
        Span { low, high, least, whole: a.whole && b.whole && op != BinaryOp::Divide }
    }

    fn most(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// Whether none of them is below zero.
    pub(super) fn is_from_zero(self) -> bool {
        self.low >= 0.0
    }

    /// Whether the largest of them is a number that can be computed with.
    pub(super) fn is_finite(self) -> bool {
        self.most() < 1e100 && self.least > 1e-100
    }

    /// In which part of their unit they are counted: the largest of them is then [`BITS_OF_A_ROW`] bits long; `None` if they are counted as they are.
    pub(super) fn bits(self) -> Option<Bits> {
        let long = self.most().max(self.least).log2().ceil() as i32;
        (!self.whole || long > PLAIN).then(|| (BITS_OF_A_ROW as i32 - long) as Bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: Span = Span { low: -1_048_576.0, high: 1_048_576.0, least: 1.0, whole: true };
    const WINS: Span = Span { low: 0.0, high: 255.0, least: 1.0, whole: true };

    #[test]
    fn spans_of_operations() {
        use BinaryOp::{Add, Divide, Multiply, Subtract};
        let number = Span::of_number;
        let third = Span::combined(Divide, WINS, number(3_000.0));
        assert_eq!((third.bits(), third.is_from_zero(), third.whole), (Some(46), true, false));
        assert_eq!((WINS.bits(), POINTS.bits(), number(1e6).bits()), (None, None, None));
        let cube = Span::combined(Multiply, POINTS, Span::combined(Multiply, POINTS, POINTS));
        assert_eq!((cube.bits(), cube.whole, cube.is_from_zero()), (Some(-17), true, false));
        let inverse = Span::combined(Divide, number(1.0), third);
        assert_eq!((inverse.bits(), Span::combined(Divide, POINTS, WINS).bits()), (Some(31), Some(23)));
        let less = Span::combined(Subtract, number(25_000.0), WINS);
        assert!(less.is_from_zero() && !Span::combined(Subtract, WINS, WINS).is_from_zero());
        assert!(Span::combined(Add, POINTS, POINTS).bits().is_none() && !WINS.negative().is_from_zero());
        assert_eq!(number(0.0).bits(), None);
        assert!(!Span::combined(Multiply, number(1e60), number(1e60)).is_finite());
    }
}
