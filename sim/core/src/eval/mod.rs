//! The kernels: shanten, ukeire, waits, decompositions.
