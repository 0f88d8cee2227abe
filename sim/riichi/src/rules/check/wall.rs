//! Checks that the tiles, the indicators and the replacement tiles fit into the wall.

use super::findings::{Findings, range, word};
use crate::rules::{Kita, RiichiRules};

/// Norths that may be set aside.
fn norths(r: &RiichiRules) -> u8 {
    if r.kita == Kita::Nukidora { 4 } else { 0 }
}

/// every kan and every north set aside needs a replacement tile.
pub(super) fn replacements(r: &RiichiRules, found: &mut Findings) {
    let set_aside = norths(r);
    let least = r.max_kans.saturating_add(set_aside);
    found.require(
        r.rinshan_tiles >= least,
        &["rinshan_tiles", "max_kans", "kita"],
        "every kan and every north set aside needs a replacement tile",
        [
            ("rinshan_tiles", Some(format!("a whole number, {least} or more"))),
            ("max_kans", range(0, i32::from(r.rinshan_tiles) - i32::from(set_aside))),
        ],
    );
}

/// the replacement tiles at the end of the wall, then pairs of indicators, must stay clear of the live draws.
///
/// Each kan moves the end of the live wall back by one tile and may need one more pair.
pub(super) fn dead_wall(r: &RiichiRules, found: &mut Findings) {
    let kans = if r.dora_kan { i32::from(r.max_kans) } else { 0 };
    let (initial, rinshan, reserved) =
        (i32::from(r.initial_indicators), i32::from(r.rinshan_tiles), i32::from(r.reserved_undrawn));
    let room = reserved - rinshan; // for two tiles of each indicator, less one for each kan
    let most_initial = (5 - kans).min((room - kans) / 2);
    let most_kans = (5 - initial).min(room - 2 * initial).min(rinshan - i32::from(norths(r)));
    found.require(
        initial + kans <= 5,
        &["initial_indicators", "max_kans", "dora_kan"],
        "with those of the kans there are more than five indicators",
        [
            ("initial_indicators", range(0, most_initial)),
            ("max_kans", range(0, most_kans).filter(|_| r.dora_kan)),
            ("dora_kan", word("false").filter(|_| r.dora_kan && initial <= 5)),
        ],
    );
    let least = rinshan + 2 * initial + kans;
    let most = if r.players == 3 { 108 } else { 136 } - 14 * i32::from(r.players);
    let fewest = i32::from(r.max_kans.saturating_add(norths(r)));
    found.require(
        (least..=most).contains(&reserved),
        &["reserved_undrawn", "rinshan_tiles", "initial_indicators", "max_kans", "dora_kan", "players"],
        "there must be room for the replacement tiles and the indicators, and a draw for everybody",
        [
            ("reserved_undrawn", range(least, most)),
            ("rinshan_tiles", range(fewest, reserved - 2 * initial - kans).filter(|_| reserved <= most)),
            ("initial_indicators", range(0, most_initial).filter(|_| reserved <= most)),
            ("max_kans", range(0, most_kans).filter(|_| r.dora_kan && reserved <= most)),
        ],
    );
}
