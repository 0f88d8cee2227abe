//! Local yaku (古役): those of Mahjong Soul's special room, each with a switch of its own. Source: RULES.md.
//!
//! Their conditions are those of local.toml, which is written like the yaku of a rules file ([`crate::scoring::own`]); their
//! names and worth are in the table of all yaku.

use super::{Yaku, YakuSet};
use crate::rules::{LocalYaku, LocalYakuSet};
use crate::scoring::own::{OwnYakuList, OwnYakuSet};
use std::sync::LazyLock;

/// The conditions of each local yaku, in the order of the bits of [`LocalYakuSet`].
pub(crate) static CONDITIONS: LazyLock<OwnYakuList> = LazyLock::new(|| {
    let file: toml::Table = include_str!("local.toml").parse().expect("local.toml is TOML");
    let is_local = |slug: &str| LOCAL.iter().any(|(_, yaku)| yaku.slug() == slug);
    OwnYakuList::compile_among(&file["yaku"], is_local).expect("local.toml is right")
});

/// The yaku of each local yaku of the rules, in the order of the bits of [`LocalYakuSet`].
///
/// Numbers are append only, and [`Yaku::North`] follows the first 13. So the yaku of the 14th has the number after North,
/// and so on; that of an earlier one cannot change.
const LOCAL: [(LocalYaku, Yaku); 13] = [
    (LocalYaku::TsubameGaeshi, Yaku::TsubameGaeshi),
    (LocalYaku::Kanburi, Yaku::Kanburi),
    (LocalYaku::ShiiaruRaotai, Yaku::ShiiaruRaotai),
    (LocalYaku::Uumensai, Yaku::Uumensai),
    (LocalYaku::Sanrenkou, Yaku::Sanrenkou),
    (LocalYaku::IsshokuSanjun, Yaku::IsshokuSanjun),
    (LocalYaku::IipinMoyue, Yaku::IipinMoyue),
    (LocalYaku::ChuupinRaoyui, Yaku::ChuupinRaoyui),
    (LocalYaku::Daisharin, Yaku::Daisharin),
    (LocalYaku::Daichikurin, Yaku::Daichikurin),
    (LocalYaku::Daisuurin, Yaku::Daisuurin),
    (LocalYaku::IshiNoUeNimoSannen, Yaku::IshiNoUeNimoSannen),
    (LocalYaku::Daichisei, Yaku::Daichisei),
];

/// The yaku with these places in [`CONDITIONS`]: those before North in one shift, those after it in another.
#[inline]
pub(crate) fn numbered(local: OwnYakuSet) -> YakuSet {
    YakuSet::from_bits(numbers(local))
}

/// The bits of a [`YakuSet`] for those of a [`LocalYakuSet`].
const fn numbers(local: u64) -> u64 {
    let before = local & ((1 << BEFORE_NORTH) - 1);
    before << FIRST | (local >> BEFORE_NORTH) << AFTER_NORTH
}

const FIRST: u8 = Yaku::TsubameGaeshi as u8;
const BEFORE_NORTH: u8 = Yaku::North as u8 - FIRST;
const AFTER_NORTH: u8 = Yaku::North as u8 + 1;

const _: () = {
    assert!(LocalYakuSet::ALL.bits().count_ones() as usize == LOCAL.len(), "LOCAL lacks a local yaku");
    let mut i = 0;
    while i < LOCAL.len() {
        let (local, yaku) = LOCAL[i];
        assert!(local as usize == i, "LOCAL must be in the order of the bits");
        assert!(numbers(1 << i) == 1 << yaku as u8, "a local yaku with the number of another yaku");
        i += 1;
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::own::Worth;

    #[test]
    fn the_file_and_the_table_of_all_yaku_agree() {
        assert_eq!(CONDITIONS.all().len(), LOCAL.len());
        for (at, (yaku, (_, local))) in CONDITIONS.all().iter().zip(LOCAL).enumerate() {
            let info = local.info();
            let worth = match info.yakuman {
                true => Worth::Yakuman(1),
                false => Worth::Han { closed: info.closed, open: info.open },
            };
            let written = (yaku.slug, yaku.name, yaku.ja, yaku.worth);
            assert_eq!(written, (info.slug, info.name, info.kanji, worth));
            assert_eq!(numbered(1 << at), YakuSet::of(&[local]));
        }
        assert_eq!(numbers(1 << 13), 1 << 60, "the next one follows North");
    }
}
