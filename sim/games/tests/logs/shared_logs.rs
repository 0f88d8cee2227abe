//! Every log at hand is read, and its seeds, hands, draws and indicators agree.

use crate::logs::common;

use hyakuman_games::logs::LogMatch;
use hyakuman_games::logs::model::{Format, SeedWall};
use hyakuman_games::show::Change;

#[test]
fn every_wall_agrees_with_what_is_seen() {
    walls_agree(common::own());
}

fn walls_agree(matches: Vec<(String, LogMatch)>) {
    for (name, m) in matches {
        for (i, kyoku) in m.kyoku.iter().enumerate() {
            let wall = m.wall(i).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(wall.len(), if m.rules.seats == 4 { 136 } else { 108 });
            assert_eq!(m.format == Format::Mjlog, matches!(kyoku.seed_wall, SeedWall::Wall(_)), "{name}");
        }
    }
}

/// Every discard and call comes from the tiles of its seat.
#[test]
fn tiles_are_where_they_are_used() {
    tiles_are_at_hand(common::own());
}

fn tiles_are_at_hand(matches: Vec<(String, LogMatch)>) {
    for (name, m) in matches {
        for kyoku in &m.kyoku {
            let mut hands = kyoku.hands.clone();
            for event in &kyoku.events {
                let (seat, used) = match event {
                    Change::Draw(seat, tile) => {
                        hands[seat.index()].push(*tile);
                        continue;
                    }
                    Change::Discard { seat, tile, .. } | Change::Kakan(seat, tile) => (seat, vec![*tile]),
                    Change::Call(seat, meld) => {
                        let skip = meld.called().is_some() as usize;
                        (seat, meld.tiles()[skip..].to_vec())
                    }
                    _ => continue,
                };
                for tile in used {
                    let hand = &mut hands[seat.index()];
                    let at = hand.iter().position(|&t| t == tile);
                    let at = at.unwrap_or_else(|| panic!("{name}: {}: {event:?} without {tile}", kyoku.name));
                    hand.swap_remove(at);
                }
            }
        }
    }
}

/// The same with real logs.
mod shared {
    use super::*;
    use hyakuman_games::logs::model::LogEnd;

    /// Counted in the files by other means: `<INIT`, `<AGARI`, `<RYUUKYOKU` and the lists of the JSON files.
    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn all_are_read() {
        let matches = common::real();
        let kyoku = || matches.iter().flat_map(|(_, m)| &m.kyoku);
        let count = |format| matches.iter().filter(|(_, m)| m.format == format).count();
        assert_eq!((count(Format::Mjlog), count(Format::Tenhou6)), (38, 18));
        let wins =
            kyoku().map(|k| if let LogEnd::Wins(wins) = &k.end { wins.len() } else { 0 }).sum::<usize>();
        let draws = kyoku().filter(|k| matches!(k.end, LogEnd::Draw(_))).count();
        let unfinished = kyoku().filter(|k| k.end == LogEnd::Unfinished).count();
        assert_eq!((kyoku().count(), wins, draws, unfinished), (348, 266, 67, 18));
        let complete = matches.iter().filter(|(_, m)| !m.starts_late() && !m.stops_early()).count();
        assert_eq!(complete, 26);
    }

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn every_wall_agrees_with_what_is_seen() {
        walls_agree(common::real());
    }

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn tiles_are_where_they_are_used() {
        tiles_are_at_hand(common::real());
    }
}
