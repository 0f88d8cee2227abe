//! The action codes of Toutenkou: those of riichi mahjong, and setting manzu aside.

use crate::action::{self, NUKI_CODES};
use hyakuman_core::common::codes;
use hyakuman_core::game::ActionCodes;

/// All codes, in rising order.
pub const ACTIONS: &[ActionCodes] = &codes::merged::<{ RIICHI.len() + 1 }>(RIICHI, &[MANZU]);

const RIICHI: &[ActionCodes] = action::ACTIONS;
const MANZU: ActionCodes = ActionCodes::range(NUKI_CODES[1], NUKI_CODES[4], "set a 1m, 5m, 9m, red 5m aside");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Action;

    #[test]
    fn the_list_has_every_code_once_in_order() {
        let listed: Vec<u8> = ACTIONS.iter().flat_map(|codes| codes.first..=codes.last).collect();
        let codes = (0..=255).filter(|&code| Action::from_code(code).is_some());
        assert_eq!(listed, codes.collect::<Vec<_>>());
    }
}
