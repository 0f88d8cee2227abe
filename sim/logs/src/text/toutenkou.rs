//! Toutenkou on a page.

use super::story::{Step, kyoku_name};
use super::tell::Tell;
use hyakuman_core::eval::Tables;
use hyakuman_core::{Hand, KindSet, MeldKind, Seat, Tile};
use hyakuman_games::game::{Game, KyokuEnd, WinRecord};
use hyakuman_games::riichi::Event;
use hyakuman_games::toutenkou::{Kinds, Toutenkou};

impl Tell for Toutenkou {
    const LEGEND: &'static str = "\
3p→9p draws 3p, discards 9p    9p→ discards the 9p just drawn    nuki 5m sets a 5m aside
riichi behind the discard that declared it    [4p] opens the dora indicator 4p    0m 0p 0s red fives
1z 2z 3z 4z east to north, 5z 6z 7z white, green, red
";

    fn dealt(&self, seat: Seat) -> Vec<Tile> {
        self.tiles(seat).collect()
    }

    fn step(event: &Event) -> Option<Step> {
        Some(match *event {
            Event::Draw { seat, tile, .. } => Step::Draw(seat, tile.expect("a sink sees all")),
            Event::Discard { seat, tile, tsumogiri, .. } => Step::Discard { seat, tile, tsumogiri },
            Event::Riichi { seat } => Step::Act(seat, "riichi".to_owned()),
            Event::Meld { seat, meld } if meld.kind() == MeldKind::Kakan => {
                Step::Kakan(seat, meld.low().tile())
            }
            Event::Meld { seat, meld } => Step::Call(seat, meld),
            Event::Nuki { seat, tile } => Step::Aside(seat, tile),
            Event::Dora { tile } => Step::Note(format!("[{tile}]")),
            Event::Deal { .. } | Event::Handed { .. } | Event::Win { .. } | Event::Ryuukyoku { .. } => {
                return None;
            }
        })
    }

    fn waits(hand: &Hand, sets: u8) -> KindSet {
        Tables::get().waits::<Kinds>(hand, sets)
    }

    fn value(win: &WinRecord) -> String {
        format!("{} points", win.points)
    }

    fn heading(end: &KyokuEnd<'_>) -> String {
        format!("{}, honba {}", kyoku_name(end.kyoku, Self::SEATS), end.honba)
    }
}
