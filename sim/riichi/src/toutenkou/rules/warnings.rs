//! Rules that fit together, but of which one does nothing, or not what it seems to say.

use super::{Length, ToutenkouRules};
use hyakuman_game::ruleset::Warning;

/// The warnings of a game of Toutenkou.
pub(super) const WARNINGS: &[Warning<ToutenkouRules>] = &[
    Warning {
        rules: &["target"],
        when: |r| r.length != Length::SingleHand && r.target == Some(r.start),
        says: "is not above `start`: unless bets of riichi are on the table somebody has it, so hardly any match goes on after its \
               length",
        causes: &["target", "start"],
    },
    Warning {
        rules: &["riichi_min_live"],
        when: |r| !can_riichi(r),
        says: "is more than the live tiles that are left when the first player has drawn: nobody can declare riichi",
        causes: &["riichi_min_live"],
    },
    Warning::idle(
        &["riichi_bet"],
        |r| !can_riichi(r),
        "has no effect: nobody can declare riichi (`riichi_min_live`)",
    ),
    Warning::idle(
        &["dealer"],
        |r| r.length == Length::SingleHand,
        "has no effect: the match is a single kyoku (`length` = SingleHand)",
    ),
    Warning::idle(
        &["double_ron_honba"],
        |r| !r.double_ron,
        "has no effect: only one player wins on a tile (`double_ron` = false)",
    ),
    Warning::idle(
        &["yakuman_counts_pulled_red"],
        |r| r.yakuman_counts_dora,
        "has no effect: all red fives count with a yakuman (`yakuman_counts_dora` = true)",
    ),
    Warning::idle(
        &["yakuman_counts_pulled_red"],
        |r| r.reds[0] == 0,
        "has no effect: no five that can be set aside is red (`reds`)",
    ),
    Warning::idle(
        &["ron_bonus_on_robbed_kan"],
        |r| r.ron_bonus == 0,
        "has no effect: a ron has no points of its own (`ron_bonus` = 0)",
    ),
    Warning::idle(
        &["noten"],
        |r| r.noten_total == 0,
        "has no effect: nothing is paid at a draw (`noten_total` = 0)",
    ),
];

/// Whether enough live tiles are left for a riichi when the first player has drawn.
fn can_riichi(r: &ToutenkouRules) -> bool {
    r.riichi_min_live < super::check::LIVE
}
