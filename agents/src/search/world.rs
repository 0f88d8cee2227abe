//! What an action is worth in a world: the kyoku is played to its end.

use super::Player;
use crate::place::{PlaceModel, Situation};
use hyakuman_core::Seat;
use hyakuman_game::rollout::{PlayedOut, play_out};
use hyakuman_game::{Answers, Game};
use hyakuman_riichi::Riichi;

/// [`play_out`], after which a dealer who may stop the match has decided, too.
pub fn play_on<const N: usize>(
    game: &mut Riichi<N>,
    action: (Seat, u8),
    agents: &mut [Player<N>],
) -> PlayedOut {
    let mut end = play_out(game, action, agents);
    if let Some(dealer) = game.deciders().next() {
        let code = agents[dealer.index()].act(&game.view(dealer), game.legal(dealer));
        game.apply(Answers::one(dealer, code), &mut end);
    }
    end
}

/// What the end of a kyoku is worth to a seat, in rank points: those of the match if it is over, else those that the model expects.
pub fn rank_points<const N: usize>(
    model: &PlaceModel<N>,
    game: &Riichi<N>,
    end: &PlayedOut,
    seat: Seat,
) -> f32 {
    if let Some(end) = &end.match_end {
        return end.rank_points[seat.index()] as f32 / 1_000.0;
    }
    let state = game.match_state();
    let (kyoku, honba, sticks) = (state.kyoku, state.honba, state.kyotaku);
    model.rank_points(&Situation { scores: state.scores, kyoku, honba, sticks, over: false }, seat)
}
