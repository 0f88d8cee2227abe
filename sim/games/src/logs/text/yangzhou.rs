//! Transcripts of Yangzhou mahjong.

use super::transcribe::Transcribe;
use hyakuman_core::game::WinRecord;
use hyakuman_yangzhou::Yangzhou;

impl Transcribe for Yangzhou {
    const LEGEND: &'static str = "\
3m→9p draws 3m, discards 9p    9p→ discards the 9p just drawn    chi 2s(34s)→1z calls 2s with 34s
1z 2z 3z 4z east to north, 5z 6z 7z white, green, red    points are fan
";

    fn value(win: &WinRecord) -> String {
        format!("{} fan", win.points)
    }
}
