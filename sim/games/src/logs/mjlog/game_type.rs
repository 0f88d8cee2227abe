//! The bits of the game type (`GO type`). Sources: scripts and web client of the site, for facts only.
//!
//! | bit | meaning | treatment |
//! | --- | --- | --- |
//! | `0x0001` | against people | |
//! | `0x0002` | no red fives (赤なし) | read |
//! | `0x0004` | no open tanyao (喰なし) | read |
//! | `0x0008` | hanchan (東南), otherwise east only | read |
//! | `0x0010` | three players (三麻) | read |
//! | `0x0020`, `0x0080` | the level of the table: neither 一般, `0x0080` 上級, `0x0020` 特上, both 鳳凰 | named |
//! | `0x0040` | fast (速) | named |
//! | `0x0100` | discards of the tile just drawn are not shaded (暗) | |
//! | `0x0200`, `0x0400` | parlour (雀荘戦): chips of 2, without `0x0200` none, with both of 5 | [`GameSort::Parlour`] |
//! | `0x0800` | skill game (技能戦), [`GameSort::Skill`]; with three players Toutenkou (東天紅) | |

use crate::logs::error::LogError;
use crate::logs::model::{GameSort, LogRules, NamedRules, RIICHI_STICK};

const NO_RED_FIVES: u32 = 0x0002;
const NO_KUITAN: u32 = 0x0004;
const HANCHAN: u32 = 0x0008;
const THREE_PLAYERS: u32 = 0x0010;
const SPECIAL_TABLE: u32 = 0x0020;
const HIGHER_TABLE: u32 = 0x0080;
const FAST: u32 = 0x0040;
const PARLOUR: u32 = 0x0200 | 0x0400;
const SKILL: u32 = 0x0800;
/// All bits with a known meaning.
const KNOWN: u32 = 0x0fff;

pub(crate) fn rules(bits: u32) -> Result<LogRules, LogError> {
    let has = |bit: u32| bits & bit != 0;
    if has(SKILL) && has(THREE_PLAYERS) {
        let problem = format!("game type {bits} is Toutenkou (東天紅); only logs of riichi mahjong are read");
        return Err(LogError::new("", problem));
    }
    let seats = if has(THREE_PLAYERS) { 3 } else { 4 };
    let red_fives = match (has(NO_RED_FIVES), seats) {
        (true, _) => [0; 3],
        (false, 4) => [1; 3],
        (false, _) => [0, 1, 1],
    };
    let sort = match bits & !KNOWN {
        0 if has(SKILL) => GameSort::Skill,
        0 if has(PARLOUR) => GameSort::Parlour,
        0 => GameSort::Ordinary,
        unknown => GameSort::Unknown(unknown),
    };
    let (east_only, kuitan) = (Some(!has(HANCHAN)), !has(NO_KUITAN));
    let (riichi_stick, display) =
        (RIICHI_STICK, if sort == GameSort::Ordinary { words(bits) } else { bits.to_string() });
    Ok(LogRules {
        seats,
        east_only,
        red_fives,
        kuitan,
        riichi_stick,
        display,
        sort,
        named: NamedRules::default(),
    })
}

/// The words of tenhou.net/6 for a usual game type.
fn words(bits: u32) -> String {
    let has = |bit: u32| bits & bit != 0;
    let level = match (has(SPECIAL_TABLE), has(HIGHER_TABLE)) {
        (false, false) => "般",
        (false, true) => "上",
        (true, false) => "特",
        (true, true) => "鳳",
    };
    let words = [
        if has(THREE_PLAYERS) { "三" } else { "" },
        level,
        if has(HANCHAN) { "南" } else { "東" },
        if has(NO_KUITAN) { "" } else { "喰" },
        if has(NO_RED_FIVES) { "" } else { "赤" },
        if has(FAST) { "速" } else { "" },
    ];
    words.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_occur() {
        let row = |bits| {
            let rules = rules(bits).unwrap();
            (rules.seats, rules.east_only, rules.red_fives, rules.kuitan, rules.sort)
        };
        assert_eq!(row(169), (4, Some(false), [1; 3], true, GameSort::Ordinary));
        assert_eq!(row(0x0101 | 6), (4, Some(true), [0; 3], false, GameSort::Ordinary));
        assert_eq!(row(185), (3, Some(false), [0, 1, 1], true, GameSort::Ordinary));
        assert_eq!(row(553), (4, Some(false), [1; 3], true, GameSort::Parlour));
        assert_eq!(row(1025), (4, Some(true), [1; 3], true, GameSort::Parlour));
        assert_eq!(row(2113), (4, Some(true), [1; 3], true, GameSort::Skill));
        assert_eq!(row(0x9009), (4, Some(false), [1; 3], true, GameSort::Unknown(0x9000)));
        let words = [169, 225, 185, 41, 137, 0x0101 | 6, 2113].map(|bits| rules(bits).unwrap().display);
        assert_eq!(words, ["鳳南喰赤", "鳳東喰赤速", "三鳳南喰赤", "特南喰赤", "上南喰赤", "般東", "2113"]);
        assert!(rules(2065).unwrap_err().to_string().starts_with("game type 2065 is Toutenkou"));
    }
}
