//! Transcripts of Yangzhou mahjong.

use super::transcribe::{Transcribe, Won};
use super::transcript::Step;
use hyakuman_core::{Hand, Kind, KindSet, MeldKind, Seat, Tile};
use hyakuman_game::WinRecord;
use hyakuman_yangzhou::score::{Scorer, Win};
use hyakuman_yangzhou::{Event, Yangzhou, YangzhouRules, kernels};

impl Transcribe for Yangzhou {
    const LEGEND: &'static str = "\
3m→9p draws 3m, discards 9p    9p→ discards the 9p just drawn    chi 2s(34s)→1z calls 2s with 34s
1z 2z 3z 4z east to north, 5z 6z 7z white, green, red    points are fan
";

    fn dealt(&self, seat: Seat) -> Vec<Tile> {
        let hand = self.hand(seat);
        let copies = |kind: Kind| std::iter::repeat_n(kind.tile(), hand.count(kind) as usize);
        hand.kinds().into_iter().flat_map(copies).collect()
    }

    fn step(event: &Event) -> Option<Step> {
        Some(match *event {
            Event::Draw { seat, tile, .. } => Step::Draw(seat, tile.expect("a sink sees all").tile()),
            Event::Discard { seat, tile, tsumogiri } => Step::Discard { seat, tile: tile.tile(), tsumogiri },
            Event::Meld { seat, meld } if meld.kind() == MeldKind::Kakan => {
                Step::Kakan(seat, meld.low().tile())
            }
            Event::Meld { seat, meld } => Step::Call(seat, meld),
            Event::Deal { .. } | Event::Win { .. } | Event::Ryuukyoku => return None,
        })
    }

    fn waits(hand: &Hand, sets: u8) -> KindSet {
        kernels::shanten_and_waits(hand, sets).1
    }

    fn value(win: &WinRecord) -> String {
        format!("{} fan", win.points)
    }

    /// Each fan with its total value, repetitions included.
    fn yaku(rules: &YangzhouRules, won: &Won<'_>) -> Vec<String> {
        let scorer = Scorer::new(rules);
        let win = Win {
            hand: won.hand,
            melds: won.melds,
            tile: Tile::of(won.record.tile).kind(),
            tsumo: won.record.from.is_none(),
            seat_wind: won.seat_wind,
            round_wind: won.round_wind,
        };
        let value = scorer.best(&win).expect("a complete hand");
        let worth = |fan| scorer.scale().worth_in(fan, &value.fans);
        value.fans.set.iter().map(|fan| format!("{} {}", fan.slug(), worth(fan))).collect()
    }
}
