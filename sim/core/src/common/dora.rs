//! The dora of an indicator (ドラ表示牌).

use crate::Kind;

/// The dora of an indicator: the next rank, 9 to 1; E S W N E; haku hatsu chun haku. With `wrap_1m9m` (no 2m to 8m
/// in play) 1m and 9m make each other dora.
#[inline]
pub const fn dora_of(indicator: Kind, wrap_1m9m: bool) -> Kind {
    DORA[wrap_1m9m as usize][indicator.index()]
}

/// The dora of each indicator, without and with 9m after 1m.
const DORA: [[Kind; Kind::COUNT]; 2] = {
    let mut dora = [[Kind::EAST; Kind::COUNT]; 2];
    let mut code = 0;
    while code < Kind::COUNT {
        dora[0][code] = next(Kind::of(code as u8), false);
        dora[1][code] = next(Kind::of(code as u8), true);
        code += 1;
    }
    dora
};

const fn next(indicator: Kind, wrap_1m9m: bool) -> Kind {
    let (code, rank) = (indicator.code(), indicator.rank());
    Kind::of(match indicator.suit() {
        0 if wrap_1m9m => 8 - rank,
        0..=2 => code - rank + (rank + 1) % 9,
        _ if rank < 4 => 27 + (rank + 1) % 4,
        _ => 31 + (rank - 4 + 1) % 3,
    })
}

#[cfg(test)]
mod tests {
    use super::dora_of;
    use crate::notation::parse_tile;

    #[test]
    fn dora_of_every_edge() {
        let rows = "1m2m 9m1m 4p5p 0p6p 9s1s 1z2z 4z1z 5z6z 7z5z";
        for row in rows.split(' ') {
            let (indicator, dora) = row.split_at(2);
            let kind = |text| parse_tile(text).unwrap().kind();
            assert_eq!(dora_of(kind(indicator), false), kind(dora), "{row}");
        }
        let kind = |text| parse_tile(text).unwrap().kind();
        assert_eq!(dora_of(kind("1m"), true), kind("9m"));
        assert_eq!(dora_of(kind("9m"), true), kind("1m"));
    }
}
