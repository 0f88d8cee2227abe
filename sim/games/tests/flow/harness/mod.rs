//! Kyoku as text: a deal, a script of moves and what must come of it, played against the engine.
//!
//! A file holds cases, separated by lines that begin with `case`; `#` begins a comment. Every other line may begin
//! with `@LABEL` (or `@A,C`): it then counts only for the variants of these labels.
//!
//! | line | meaning |
//! | --- | --- |
//! | `case ID title` | a new case |
//! | `rules LABEL PRESET [field=value ..]` | a variant: these rules; a case is played once for each variant |
//! | `base PRESET [field=value ..]`, `vary FIELD V1 V2[+other=x] ..` | the same for each value of one field |
//! | `at E1 [honba N] [sticks N] [scores A B C D]` | where the match stands; the default is its beginning |
//! | `hand SEAT 13TILES` | a starting hand; a seat without one gets thirteen tiles that fit nothing |
//! | `draws T ..`, `drawn SEAT T ..` | live draws in order (`_`: any), or those of one seat if nobody calls |
//! | `draw N T` | the N-th draw from the live wall |
//! | `place N T` | the tile at place N of the wall, from 0 |
//! | `rinshan T ..`, `dora T ..`, `ura T ..` | replacement tiles and indicators in order |
//! | `SEAT ACTION[, SEAT ACTION]` | the seats do this, at the same time, as soon as they all may |
//! | `SEAT may ACTION [on T]`, `SEAT no ACTION [on T] [: why]` | is it offered (when `T` is shown or drawn)? |
//! | `SEAT furiten yes`, `SEAT riichi yes`, `open N` | the state now: furiten, riichi accepted, indicators open |
//! | `end RESULT [A B C D] [riichi SEATS] [tenpai SEATS] [draws N]` | the kyoku ends so, with these changes of score |
//! | `win SEAT [key value ..]` | one of its wins: `from tile han fu yakuman points dora ura aka yaku notyaku` |
//! | `next E2 [honba N] [sticks N] [scores ..]` | what is dealt next |
//! | `over [scores ..] [places ..] [points ..]` | the match is over; points in tenths, as `45.2` |
//!
//! Whoever is not named passes, discards what is drawn, or goes on. Actions: `discard 5m`, `riichi 5m`, `tsumo`,
//! `kyuushu`, `kan 5m`, `ron`, `chi 46m`, `pon`, `pon 05m`, `kan`, `pass on 5m`, `stop`, `continue`.

mod action;
mod case;
mod expect;
mod run;
mod wall;

pub(crate) use case::parse;

/// Plays every case of a file in every variant; panics with all that failed.
pub(crate) fn check(file: &str, text: &str) {
    let mut failures = Vec::new();
    let cases = parse(text);
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
