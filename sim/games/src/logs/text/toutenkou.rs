//! Transcripts of Toutenkou.

use super::transcribe::Transcribe;
use super::transcript::kyoku_name;
use hyakuman_core::game::{Game, KyokuEnd, WinRecord};
use hyakuman_riichi::toutenkou::Toutenkou;

impl Transcribe for Toutenkou {
    const LEGEND: &'static str = "\
3p→9p draws 3p, discards 9p    9p→ discards the 9p just drawn    nuki 5m sets a 5m aside
riichi behind the discard that declares it    [4p] opens the dora indicator 4p    0m 0p 0s red fives
1z 2z 3z 4z east to north, 5z 6z 7z white, green, red
";

    fn value(win: &WinRecord) -> String {
        format!("{} points", win.points)
    }

    fn heading(end: &KyokuEnd<'_>) -> String {
        format!("{}, honba {}", kyoku_name(end.kyoku, Self::SEATS), end.honba)
    }
}
