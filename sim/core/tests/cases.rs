//! Agreement with the published lists of hands and their shanten by form (`p_*_2500.txt` of `HYAKUMAN_SHARED`).
//! Each line has 14 kinds, then the shanten of the standard form, of thirteen orphans and of seven pairs.

use hyakuman_core::eval::{self, Full};
use hyakuman_core::{Hand, Kind};
use std::path::PathBuf;

fn folder() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    std::env::var_os("HYAKUMAN_SHARED").map_or_else(|| PathBuf::from(beside), PathBuf::from)
}

mod shared {
    use super::*;

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: published lists of hands"]
    fn published_lists() {
        for name in ["normal", "hon", "tin", "koku"] {
            let path = folder().join(format!("cases/p_{name}_2500.txt"));
            let text = std::fs::read_to_string(&path)
                .unwrap_or_else(|e| panic!("{} (HYAKUMAN_SHARED says where it is): {e}", path.display()));
            assert_eq!(text.lines().map(check).count(), 2500, "{name}");
        }
    }
}

fn check(line: &str) {
    let numbers: Vec<i8> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    let mut hand = Hand::EMPTY;
    numbers[..14].iter().for_each(|&code| hand.add(Kind::of(code as u8)));
    let found = [
        eval::shanten_standard::<Full>(&hand, 0),
        eval::shanten_kokushi(&hand),
        eval::shanten_chiitoi::<Full>(&hand),
    ];
    assert_eq!(found, numbers[14..17], "{hand:?}");
}
