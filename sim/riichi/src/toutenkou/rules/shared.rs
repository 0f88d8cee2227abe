//! The rules of the engine for a game of Toutenkou: those of Tenhou's three players, and what differs.

use super::{Abort, DoubleRonHonba, Fields, Length, Noten};
use crate::presets::tenhou_sanma_east;
use crate::rules::{self, FinalRounding, MultiRon, MultiRonPot, Nagashi, PaoSet, RiichiRules, Tobi};

/// Replacement tiles for kans and for the sixteen gari tiles (G-1.2).
const RINSHAN: u8 = 20;

/// The rules that follow from the fields.
pub(super) fn riichi(fields: &Fields) -> RiichiRules {
    let sanma = tenhou_sanma_east();
    let of_match = of_match(fields, sanma);
    of_payments(
        fields,
        RiichiRules {
            red_fives: fields.reds,
            rinshan_tiles: RINSHAN,
            reserved_undrawn: RINSHAN + 2 * of_match.initial_indicators,
            kita_min_remaining: 0,
            kita_ron_chankan: fields.gari_ron_chankan,
            kuitan: fields.kuitan,
            riichi_stick: fields.riichi_bet.into(),
            riichi_min_score: fields.riichi_bet.into(),
            riichi_min_remaining: fields.riichi_min_live,
            abort_kyuushu: fields.abort.has(Abort::Kyuushu),
            abort_suukan: fields.abort.has(Abort::Suukan),
            ..of_match
        },
    )
}

/// Length and result of a match (G-6).
fn of_match(fields: &Fields, sanma: RiichiRules) -> RiichiRules {
    let [first, second, third] = fields.uma;
    let length = match fields.length {
        Length::SingleHand => 0,
        Length::East => 1,
        Length::EastSouth => 2,
    };
    RiichiRules {
        length_winds: length,
        extension_winds: (length > 0 && fields.target.is_some()).into(),
        start_points: fields.start,
        reference_points: fields.target.unwrap_or(fields.start),
        target_points: fields.target.unwrap_or(0),
        uma: [first, second, third, 0],
        final_rounding: FinalRounding::None,
        tobi: if fields.bust { Tobi::Below0 } else { Tobi::Off },
        ..sanma
    }
}

/// Payments (G-5).
fn of_payments(fields: &Fields, rest: RiichiRules) -> RiichiRules {
    RiichiRules {
        honba_ron: 1,
        honba_tsumo_each: 1,
        multi_ron: if fields.double_ron { MultiRon::Double } else { MultiRon::HeadBump },
        multi_ron_pot: match fields.double_ron_honba {
            DoubleRonHonba::NearestOnly => MultiRonPot::Nearest,
            DoubleRonHonba::Both => MultiRonPot::HonbaToAll,
        },
        nagashi: Nagashi::Off,
        noten: match fields.noten {
            Noten::Pool20 => rules::Noten::Pool(fields.noten_total.into()),
            Noten::TwentyEachNoten => rules::Noten::PerNoten(fields.noten_total.into()),
        },
        pao: if fields.pao { rest.pao } else { PaoSet::EMPTY },
        ..rest
    }
}
