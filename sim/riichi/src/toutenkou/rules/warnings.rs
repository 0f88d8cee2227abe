//! Rules that fit together, but of which one does nothing, or not what it seems to say.

use super::{Length, ToutenkouRules};
use hyakuman_core::game::warnings;

warnings! {
    /// The warnings of a game of Toutenkou.
    pub(super) WARNINGS of ToutenkouRules, r:
    target if r.length != Length::SingleHand && r.target == Some(r.start)
        => "is not above `start`: unless bets of riichi are on the table somebody has it, so hardly any match goes on after its \
               length" by target, start;
    riichi_min_live if !can_riichi(r)
        => "is more than the live tiles that are left when the first player has drawn: nobody can declare riichi" by riichi_min_live;
    riichi_bet if !can_riichi(r)
        => "has no effect: nobody can declare riichi (`riichi_min_live`)";
    dealer if r.length == Length::SingleHand
        => "has no effect: the match is a single kyoku (`length` = SingleHand)";
    double_ron_honba if !r.double_ron
        => "has no effect: only one player wins on a tile (`double_ron` = false)";
    yakuman_counts_pulled_red if r.yakuman_counts_dora
        => "has no effect: all red fives count with a yakuman (`yakuman_counts_dora` = true)";
    yakuman_counts_pulled_red if r.reds[0] == 0
        => "has no effect: no five that can be set aside is red (`reds`)";
    ron_bonus_on_robbed_kan if r.ron_bonus == 0
        => "has no effect: a ron has no points of its own (`ron_bonus` = 0)";
    noten if r.noten_total == 0
        => "has no effect: nothing is paid at a draw (`noten_total` = 0)";
}

/// Whether enough live tiles are left for a riichi when the first player has drawn.
fn can_riichi(r: &ToutenkouRules) -> bool {
    r.riichi_min_live < super::check::LIVE
}
