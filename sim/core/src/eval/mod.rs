//! The kernels: shanten, ukeire, waits, decompositions.

mod shape;

pub use shape::Shape;
