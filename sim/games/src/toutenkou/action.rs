//! The action codes of Toutenkou: those of riichi mahjong, and the manzu that may be set aside.

use crate::game::ActionCodes;
use crate::riichi::action;

/// All codes, in rising order.
pub const ACTIONS: &[ActionCodes] = &{
    let manzu = ActionCodes {
        first: action::NUKI,
        last: action::NUKI + 3,
        meaning: "set a 1m, 5m, 9m, red 5m aside",
    };
    let mut codes = [manzu; action::ACTIONS.len() + 1];
    let (mut i, mut place) = (0, 0);
    while i < action::ACTIONS.len() {
        place += (place == i && action::ACTIONS[i].first > manzu.first) as usize;
        codes[place] = action::ACTIONS[i];
        (i, place) = (i + 1, place + 1);
    }
    codes
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riichi::Action;

    #[test]
    fn the_list_has_every_code_once_in_order() {
        let listed: Vec<u8> = ACTIONS.iter().flat_map(|codes| codes.first..=codes.last).collect();
        let codes = (0..=255).filter(|&code| Action::from_code(code).is_some());
        assert_eq!(listed, codes.collect::<Vec<_>>());
    }
}
