//! Which yaku exclude which: the one place to look it up.
//!
//! Most exclusions need no rule: a hand read in one way cannot have both yaku, and each condition says so itself (chanta
//! and junchan, honitsu and chinitsu, iipeikou and ryanpeikou, kokushi with one wait or thirteen). The others are these:
//!
//! | with | does not count | why |
//! | --- | --- | --- |
//! | a yakuman | every yaku that is none | R-5.6, in [`crate::score`] |
//! | renhou as a flat mangan | everything else, dora included | R-8.2, in [`crate::score`] |
//! | double riichi | riichi | it is a riichi, in [`super::circumstance`] |
//! | iipin moyue | haitei | `LESSER` below |
//! | chuupin raoyui | houtei | `LESSER` below |
//! | isshoku sanjun | iipeikou | `LESSER` below |
//! | daichisei | tsuuiisou | `LESSER` below |

use super::{Yaku, YakuSet};

/// Local yaku that contain another yaku and replace it: the greater one, then the lesser.
pub(crate) const LESSER: [(Yaku, Yaku); 4] = [
    (Yaku::IipinMoyue, Yaku::Haitei),
    (Yaku::ChuupinRaoyui, Yaku::Houtei),
    (Yaku::IsshokuSanjun, Yaku::Iipeikou),
    (Yaku::Daichisei, Yaku::Tsuuiisou),
];

/// The yaku with those of `found` added, and without those that `found` replaces.
pub(super) fn with(yaku: YakuSet, found: YakuSet) -> YakuSet {
    let lesser = LESSER.iter().filter(|(greater, _)| found.has(*greater)).map(|&(_, lesser)| lesser);
    yaku.without(lesser.collect()).or(found)
}
