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
    OwnYakuList::local(&file["yaku"], |slug| of_slug(slug).is_some()).expect("local.toml is right")
});

/// The yaku of each local yaku of the rules, in the order of the bits of [`LocalYakuSet`].
///
/// Numbers of yaku are append only: that of a further local yaku follows the last of all yaku.
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

/// The yaku with these places in [`CONDITIONS`].
#[inline]
pub(crate) fn numbered(local: OwnYakuSet) -> YakuSet {
    let (mut left, mut yaku) = (local, YakuSet::EMPTY);
    while left != 0 {
        yaku.add(LOCAL[left.trailing_zeros() as usize].1, true);
        left &= left - 1;
    }
    yaku
}

/// The local yaku with this name in records.
pub(crate) fn of_slug(slug: &str) -> Option<LocalYaku> {
    LOCAL.into_iter().find(|(_, yaku)| yaku.slug() == slug).map(|(local, _)| local)
}

const _: () = {
    assert!(LocalYakuSet::ALL.bits().count_ones() as usize == LOCAL.len(), "LOCAL lacks a local yaku");
    let mut i = 0;
    while i < LOCAL.len() {
        assert!(LOCAL[i].0 as usize == i, "LOCAL must be in the order of the bits");
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
    }
}
