//! The rows of three players: norths set aside, and wins on one.

use super::support::{Manner, Player, Sheet, about, match_id};
use hyakuman_core::game::rows::{Table, TableRecorder};
use hyakuman_core::game::sink::Both;
use hyakuman_core::game::{ActionMask, Game, Sink, playout};
use hyakuman_core::{RelSeat, Seat};
use hyakuman_riichi::{Offer, Question, Riichi, presets};
use std::sync::Arc;

type Three = Riichi<3>;

/// The view of a decider: whether it may win on a north, the norths of each seat, draws left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    north: bool,
    nuki: [u8; 4],
    remaining: u32,
}

#[derive(Default)]
struct Notes(Vec<Seen>);

impl Sink<Three> for Notes {
    fn decision(&mut self, game: &Three, seat: Seat, _: &ActionMask, _: u8) {
        let view = game.view(seat);
        let mut nuki = [0; 4];
        for of in (0..3).map(RelSeat::new) {
            nuki[of.seat(seat, 3).index()] = view.nuki(of).len();
        }
        let north = matches!(view.question(), Question::Claim(Offer::Nuki(_), _));
        self.0.push(Seen { north, nuki, remaining: view.remaining() });
    }
}

#[test]
fn norths_are_recorded() {
    let rules = Arc::new(presets::tenhou_sanma());
    let (mut claims, mut most) = (0, 0);
    for manner in [Manner::Random, Manner::Greedy] {
        let (mut recorder, mut notes) =
            (TableRecorder::<Three>::new(&about(), &Table::OF_RUN), Notes::default());
        let mut players = Player::table(manner);
        for number in 0..60 {
            recorder.begin(match_id(number));
            let seed = match_id(number).seed;
            playout::play(&rules, seed, &mut players[..3], &mut Both::new(&mut recorder, &mut notes))
                .expect("legal actions");
        }
        let sheet = Sheet::new(Table::Decisions, &mut recorder);
        assert_eq!(sheet.len(), notes.0.len());
        for (row, seen) in notes.0.iter().enumerate() {
            let found = Seen {
                north: sheet.int("question", row) == 5,
                nuki: sheet.cell("nuki", row).try_into().expect("four seats"),
                remaining: sheet.int("remaining", row) as u32,
            };
            assert_eq!(found, *seen, "row {row}");
            claims += seen.north as u32;
            most = most.max(seen.nuki.into_iter().sum());
        }
    }
    assert!(claims > 0 && most == 4, "{claims} norths to win on, at most {most} set aside");
}
