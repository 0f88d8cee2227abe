//! Sets of names among the rules: which yakuman have a liable seat, count double, what chips are paid for, and
//! which local yaku are played.
//!
//! In a rules file and with `--set` a set is a list of names: `pao = ["Daisangen", "Daisuushi"]`.

pub use crate::scoring::yaku::{LocalYaku, LocalYakuSet};

use crate::scoring::yaku::{YAKU, Yaku, YakuSet};
use hyakuman_core::game::name_set;
use hyakuman_core::game::ruleset::toml::Value;
use hyakuman_core::game::ruleset::{RuleValue, Shape, named};
use std::fmt;

name_set! {
    /// The yakuman that make the feeder of the last exposed set liable.
    PaoSet of
    /// A yakuman that can have a liable seat (包, R-5.4).
    PaoYakuman {
        /// The third set of dragons.
        Daisangen,
        /// The fourth set of winds.
        Daisuushi,
        /// The fourth kan.
        Suukantsu,
    }
}

name_set! {
    /// The yakuman that count twice.
    DoubleYakumanSet of
    /// A pattern that some rules count as two yakuman.
    DoubleYakuman {
        /// Four closed triplets, won on the pair (四暗刻単騎).
        SuuankouTanki,
        /// Thirteen orphans, waiting for all thirteen (国士無双十三面).
        Kokushi13,
        /// Nine gates, waiting for all nine (純正九蓮宝燈).
        JunseiChuuren,
        /// Four sets of winds (大四喜).
        Daisuushi,
        /// Seven pairs of honors (大七星), where that local yaku is played.
        Daichisei,
    }
}

name_set! {
    /// What a winner gets chips for.
    ChipSet of
    /// Something for which a winner gets chips (祝儀, R-10.6).
    Chip {
        /// Each red five, in a closed or an open hand (鳴き祝儀).
        RedFives,
        /// Each red five in a closed hand (面前祝儀).
        ClosedRedFives,
        /// Ippatsu.
        Ippatsu,
        /// Each ura dora.
        Ura,
        /// A yakuman: ten chips by ron, five from each by tsumo.
        Yakuman,
    }
}

/// Yaku that are not played: any that every ruleset plays but riichi and double riichi, which are declared.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WithoutYaku(pub YakuSet);

impl WithoutYaku {
    /// The names that it may have.
    const NAMES: [&'static str; LEFT_OUT as usize] = {
        let (mut names, mut i) = ([""; LEFT_OUT as usize], 0);
        while i < names.len() {
            names[i] = YAKU[i + FIRST].slug;
            i += 1;
        }
        names
    };

    /// Whether a yaku is not played.
    #[inline]
    pub const fn has(self, yaku: Yaku) -> bool {
        self.0.has(yaku)
    }
}

/// The first yaku that may be left out, after riichi and double riichi, and the number of those.
const FIRST: usize = Yaku::Ippatsu as usize;
const LEFT_OUT: u32 = YakuSet::STANDARD.len() - FIRST as u32;

impl RuleValue for WithoutYaku {
    const SHAPE: Shape = Shape::Names(&WithoutYaku::NAMES);

    fn to_value(&self) -> Value {
        self.0.iter().map(Yaku::slug).collect::<Vec<_>>().into()
    }

    fn of_value(value: &Value) -> Option<Self> {
        let yaku =
            |value| named(&WithoutYaku::NAMES, value).and_then(|at| Yaku::from_slug(WithoutYaku::NAMES[at]));
        value.as_array()?.iter().map(yaku).collect::<Option<YakuSet>>().map(WithoutYaku)
    }
}
