//! Transcripts of Toutenkou.

use super::transcribe::{Transcribe, Won};
use super::transcript::{Step, kyoku_name};
use hyakuman_core::{Hand, KindSet, Meld, MeldKind, Seat, Tile, eval};
use hyakuman_game::{Game, KyokuEnd, WinRecord};
use hyakuman_riichi::Event;
use hyakuman_riichi::score::han_of;
use hyakuman_riichi::toutenkou::score::yaku_and_specials;
use hyakuman_riichi::toutenkou::{Kinds, Toutenkou, ToutenkouRules};

impl Transcribe for Toutenkou {
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
                Step::Kakan(seat, meld.tiles()[3])
            }
            Event::Meld { seat, meld } => Step::Call(seat, meld),
            Event::Nuki { seat, tile } => Step::Nuki(seat, tile),
            Event::Dora { tile } => Step::Note(format!("[{tile}]")),
            Event::Deal { .. } | Event::Handed { .. } | Event::Win { .. } | Event::Ryuukyoku { .. } => {
                return None;
            }
        })
    }

    fn waits(hand: &Hand, sets: u8) -> KindSet {
        eval::waits::<Kinds>(hand, sets)
    }

    fn value(win: &WinRecord) -> String {
        format!("{} points", win.points)
    }

    /// Yaku and dora with their points, then the other items with their total points; for a yakuman only the names.
    fn yaku(_: &ToutenkouRules, won: &Won<'_>) -> Vec<String> {
        let (yaku, specials) = yaku_and_specials(won.record.yaku);
        let closed = !won.melds.iter().any(Meld::is_open);
        let name = |number| Toutenkou::yaku_name(number).to_owned();
        let specials = specials.map(name);
        if won.record.yakuman > 0 {
            return yaku.iter().map(|yaku| name(yaku as u32)).chain(specials).collect();
        }
        let of_yaku = |yaku| format!("{} {}", name(yaku as u32), han_of(yaku, closed));
        let mut words: Vec<String> = yaku.iter().map(of_yaku).collect();
        let dora = u32::from(won.record.han) - yaku.han(closed);
        words.extend((dora > 0).then(|| format!("dora {dora}")));
        let rest = won.record.points - i32::from(won.record.han);
        let first = |(i, name): (usize, String)| if i == 0 { format!("{rest} for {name}") } else { name };
        words.extend(specials.enumerate().map(first));
        words
    }

    fn heading(end: &KyokuEnd<'_>) -> String {
        format!("{}, honba {}", kyoku_name(end.kyoku, Self::SEATS), end.honba)
    }
}
