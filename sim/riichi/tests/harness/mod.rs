//! Kyoku as text: a deal, a script of moves and the expected result, played by the engine.
//!
//! A file holds cases, each begun by a line `case ID title`; `#` begins a comment. Any line that deals, plays or
//! expects may begin with `@LABEL` (or `@A|C`): it then applies only to the variants with these labels.
//!
//! | line | meaning |
//! | --- | --- |
//! | `case ID[,ID] title` | a new case |
//! | `rules LABEL PRESET [field=value ..]` | a variant; a case is played once for each; without any, `A` and the first preset |
//! | `base PRESET [field=value ..]` | what `vary` starts from; the default is the first preset |
//! | `vary FIELD V1 V2[+other=x] ..` | a variant for each value of one field, labelled by the value |
//! | `values FIELD V1 V2[+other=x] ..`, `refused ..`, `idle ..` | about a rule, in no case: values to draw (`flow/drawn.rs`); [`hyakuman_core::game::testing::knobs`] |
//! | `at E1 [honba N] [sticks N] [scores A B C D]` | the state of the match; the default is its beginning |
//! | `hand SEAT 13TILES` | a starting hand; a seat without one gets thirteen tiles without pairs or neighbours |
//! | `draws T ..`, `drawn SEAT T ..` | live draws in order (`_`: any), or those of one seat if nobody calls |
//! | `draw N T` | the N-th draw from the live wall |
//! | `place N T` | the tile at place N of the wall, from 0 |
//! | `rinshan T ..`, `dora T ..`, `ura T ..` | replacement tiles and indicators in order |
//! | `SEAT ACTION[, SEAT ACTION]` | the seats do this, at the same time, as soon as they all may |
//! | `SEAT may ACTION [on T]` | it is offered; `on T`: when that tile is shown to the seat, or drawn |
//! | `SEAT no ACTION [on T] [: why]` | it is not offered, and a part of the reason given |
//! | `SEAT furiten yes`, `SEAT riichi no`, `SEAT out no` | a seat now: furiten, riichi accepted, has won |
//! | `SEAT holds TILES` | the hand has these, beside the tile just drawn |
//! | `scores A B C D` | the scores now |
//! | `open N` | the number of dora indicators open now |
//! | `end RESULT [A B C D]` | the kyoku ends so, with these changes of score |
//! | `end RESULT .. [riichi SEATS] [declared SEATS] [tenpai SEATS] [draws N]` | who was in riichi, declared it, was tenpai (`-` nobody) |
//! | `end RESULT .. [wins N]` | the number of wins; required where a kyoku with wins does not end by one |
//! | `win SEAT [key value ..]` | a win: `from tile han fu yakuman points dora ura aka nuki yaku notyaku` |
//! | `next E2 [honba N] [sticks N] [scores ..]` | what is dealt next |
//! | `over [scores ..] [places ..] [points ..]` | the match is over; points in tenths, as `45.2` |
//!
//! Whoever is not named passes, discards what is drawn, or goes on. Actions: `discard 5m`, `riichi 5m`, `open`, `tsumo`,
//! `kyuushu`, `nuki`, `nuki 0m`, `kan 5m`, `ron`, `chi 46m`, `pon`, `pon 05m`, `kan`, `pass on 5m`, `stop`, `continue`,
//! `give 5m`.

mod action;
mod case;
mod expect;
mod run;
mod wall;

use hyakuman_riichi::{Standard, Variant};

/// The cases of a file of riichi mahjong.
#[allow(dead_code, reason = "not asked by the tests of other games")]
pub(crate) fn parse(text: &str) -> Vec<case::Case<Standard>> {
    case::parse(text)
}

/// Plays every case of a file of riichi mahjong in every variant; panics with all that failed.
#[allow(dead_code, reason = "not asked by the tests of other games")]
pub(crate) fn check(file: &str, text: &str) {
    check_house::<Standard>(file, text);
}

/// The same of a game.
pub(crate) fn check_house<V: Variant>(file: &str, text: &str) {
    let mut failures = Vec::new();
    let cases = case::parse::<V>(text);
    assert!(!cases.is_empty(), "{file} holds no case");
    for case in &cases {
        for variant in &case.variants {
            if let Err(what) = run::play(case, variant) {
                failures.push(format!("{file}: {} [{}] {what}", case.id, variant.label));
            }
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}
