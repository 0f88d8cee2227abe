//! The tables of the program are those that the generators make now, and its look-ups find what theirs do.

use hyakuman_core::tables::generator::{Generated, generate};
use hyakuman_core::tables::{BEST, CLASS, DISCARD, DRAW, FIELDS, SHANTEN, SUM, id, order, readings_of};

#[test]
fn embedded_tables_equal_generated_ones() {
    let Generated { order, class, classes, changes, readings } = generate();
    assert!(*CLASS == *class);
    assert!(*SUM == *classes.sum);
    assert!(SHANTEN.iter().eq(classes.shanten.iter().map(|table| &**table)));
    assert!(BEST.iter().eq(classes.best.iter().map(|table| &**table)));
    assert!(*FIELDS == *classes.fields);
    assert!(*DRAW == *changes.draw);
    assert!(*DISCARD == *changes.discard);
    assert!((0..order::INDICES as u32).all(|index| id(index) == order.id(index)));
    assert!((0..order::IDS).all(|id| readings_of(id) == readings.of(id)));
}

#[test]
fn rows_lie_in_one_cache_line() {
    for at in [DRAW.as_ptr().addr(), DISCARD.as_ptr().addr(), FIELDS.as_ptr().addr(), CLASS.as_ptr().addr()] {
        assert_eq!(at % 64, 0);
    }
}
