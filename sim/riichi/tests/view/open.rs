//! Hands that lie open after an open riichi: everybody sees them, as long as the kyoku lasts.

use super::support::{Check, play};
use hyakuman_core::game::Game;
use hyakuman_core::{KindSet, RelSeat, Rng, Seat, Tile};
use hyakuman_riichi::rules::OpenRiichi;
use hyakuman_riichi::{Match, Question, RiichiRules, RiichiState, Standard, Variant, View, presets};
use std::sync::Arc;

struct OpenHands {
    rng: Rng,
    seen: u32,
    furiten: u32,
}

impl Check for OpenHands {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        let view = game.view(seat);
        let open: Vec<RelSeat> = view.others().filter(|&of| view.face_up(of)).collect();
        let (all, mut in_hands) = (hidden(game, seat), 0);
        for &of in &open {
            let owner = of.seat(seat, N);
            let shown: Vec<Tile> = view.open_hand(of).expect("an open hand").collect();
            assert_eq!(shown, game.tiles(owner).collect::<Vec<_>>());
            assert_ne!(view.riichi(of), RiichiState::No);
            in_hands += shown.len() as u32;
            if matches!(view.question(), Question::Turn(_)) {
                self.check_waits(game, &view, of);
            }
        }
        assert_eq!(view.unseen(KindSet::ALL), all - in_hands, "tiles in open hands are seen");
        if !open.is_empty() && self.rng.below(4) == 0 {
            let mut other = game.clone();
            other.redeal_hidden(seat, &mut self.rng);
            assert_eq!(other.house_counts(), game.house_counts(), "an open hand is not dealt again");
        }
    }
}

impl OpenHands {
    /// The seat wins by ron on what it waits on and nothing else, or on nothing if it is furiten or has won.
    fn check_waits<const N: usize, V: Variant>(
        &mut self,
        game: &Match<N, V>,
        view: &View<'_, N, V>,
        of: RelSeat,
    ) {
        if view.riichi(of) != RiichiState::Accepted {
            return;
        }
        let owner = of.seat(view.seat(), N);
        let wins = game.ron_kinds(owner, KindSet::ALL);
        assert_eq!(!view.safe_against(of), wins);
        assert!(wins.is_subset_of(view.open_waits()));
        self.seen += 1;
        self.furiten += wins.is_empty() as u32;
    }
}

/// Tiles that are neither in the seat's hand nor on the table.
fn hidden<const N: usize, V: Variant>(game: &Match<N, V>, seat: Seat) -> u32 {
    let view = game.view(seat);
    136 - view.full_hand().len() - view.seen().len()
}

#[test]
fn open_hands_are_seen() {
    let mut check = OpenHands { rng: Rng::from_seed(3), seen: 0, furiten: 0 };
    for (base, open_riichi) in [
        (presets::tenhou(), OpenRiichi::Yakuman),
        (presets::mahjongsoul(), OpenRiichi::Han),
        (presets::shura(), OpenRiichi::Yakuman),
    ] {
        play::<4, Standard>(&Arc::new(RiichiRules { open_riichi, ..base }), 30, &mut check);
    }
    let OpenHands { seen, furiten, .. } = check;
    assert!(seen > 1_000 && furiten > 20, "{seen} decisions before open hands, {furiten} of them furiten");
}
