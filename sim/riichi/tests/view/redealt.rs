//! Hands in riichi that are dealt again: what they may wait on, read from the events.

use super::support::{Check, in_every_ruleset};
use hyakuman_core::game::Game;
use hyakuman_core::{KindSet, MeldKind, Rng, Seat, SeatSet};
use hyakuman_riichi::{Event, Match, Question, Variant};

const MATCHES: u64 = 12;

struct RiichiHands {
    rng: Rng,
    hands: u32,
    furiten: u32,
}

/// The discards of `seat`, and the tiles that passed since its riichi.
fn safe(events: &[Event], seat: Seat) -> KindSet {
    let (mut riichi, mut safe) = (false, KindSet::EMPTY);
    for event in events {
        match *event {
            Event::Discard { seat: of, tile, riichi: declares, .. } if of == seat => {
                safe.insert(tile.kind());
                riichi |= declares;
            }
            Event::Discard { tile, .. } if riichi => safe.insert(tile.kind()),
            Event::Meld { seat: of, meld } if riichi && of != seat && meld.kind() == MeldKind::Kakan => {
                safe.insert(meld.low());
            }
            _ => {}
        }
    }
    safe
}

impl Check for RiichiHands {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        let riichi = |event: &Event| if let Event::Riichi { seat } = event { Some(*seat) } else { None };
        let in_riichi: SeatSet =
            game.events().iter().filter_map(riichi).filter(|&other| other != seat).collect();
        let won = game.wins().iter().any(|win| in_riichi.has(win.winner));
        if in_riichi.is_empty() || won || self.rng.below(4) > 0 {
            return;
        }
        let on_offer = matches!(game.view(seat).question(), Question::Claim(..)) as usize;
        let past = &game.events()[..game.events().len() - on_offer];
        let mut other = game.clone();
        other.redeal_hidden(seat, &mut self.rng);
        for riichi in in_riichi {
            let (safe, waits) = (safe(past, riichi), other.waits(riichi));
            assert!(!waits.is_empty(), "{riichi:?} is tenpai");
            self.hands += 1;
            if waits.meets(safe) {
                self.furiten += 1;
                assert!(other.ron_kinds(riichi, waits).is_empty(), "{riichi:?} is furiten");
            }
        }
    }
}

#[test]
fn a_riichi_hand_dealt_again_waits_on_no_tile_that_passed() {
    let mut check = RiichiHands { rng: Rng::from_seed(8), hands: 0, furiten: 0 };
    in_every_ruleset(MATCHES, &mut check);
    let RiichiHands { hands, furiten, .. } = check;
    assert!(hands > 2_000 && furiten * 100 < hands, "{furiten} of {hands} are furiten");
}
