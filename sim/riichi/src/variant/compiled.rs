//! The engine, compiled once for each of its games.
//!
//! [`Match`] is generic: a crate that calls a method of it compiles the method, and all that it calls, again. The functions of a
//! [`Compiled`] are generic over nothing. They are compiled here, and other crates only call them. Short methods may be compiled anywhere.

use super::{Standard, Variant};
use crate::row::RowCache;
use crate::{Match, View};
use hyakuman_core::column::Rows;
use hyakuman_core::common::reason::Reason;
use hyakuman_core::game::sink::{Reporter, Sink};
use hyakuman_core::game::{Agent, Answers, Illegal};
use hyakuman_core::{MatchSeed, Rng, Seat};
use std::any::Any;
use std::sync::Arc;

pub(crate) type Agents<const N: usize, V> = [Box<dyn Agent<Match<N, V>>>];
type Play<const N: usize, V> = fn(
    &Arc<<V as Variant>::Rules>,
    MatchSeed,
    &mut Agents<N, V>,
    &mut dyn Sink<Match<N, V>>,
) -> Result<(), Illegal>;

/// The functions of a game, named after those of [`hyakuman_core::game::Game`] that call them.
pub struct Compiled<const N: usize, V: Variant> {
    pub(crate) apply: fn(&mut Match<N, V>, Answers, &mut Reporter<'_, Match<N, V>>),
    pub(crate) play: Play<N, V>,
    pub(crate) write_row: fn(&mut RowCache, &View<'_, N, V>, &mut Rows),
    pub(crate) write_hidden: fn(&Match<N, V>, Seat, &mut Rows),
    pub(crate) redeal_hidden: fn(&mut Match<N, V>, Seat, &mut Rng),
    pub(crate) reshuffle_wall: fn(&mut Match<N, V>, &mut Rng),
    pub(crate) why_illegal: fn(&Match<N, V>, Seat, u8) -> Reason,
    pub(crate) audit: fn(&Match<N, V>) -> Result<(), String>,
}

impl<const N: usize, V: Variant> Match<N, V> {
    /// Its functions. The compiler knows which: they are called directly.
    #[inline(always)]
    pub(crate) fn compiled() -> &'static Compiled<N, V> {
        let three: Option<&'static dyn Any> = V::OF_THREE.map(|compiled| compiled as _);
        let four: Option<&'static dyn Any> = V::OF_FOUR.map(|compiled| compiled as _);
        let compiled = if N == 3 { three } else { four };
        compiled.and_then(<dyn Any>::downcast_ref).expect("a game of this many players")
    }
}

/// Compiles a game, in a module of this name.
macro_rules! compiled {
    ($name:ident, $players:literal, $variant:ident) => {
        pub(crate) mod $name {
            use super::$variant;
            use crate::row::{self, RowCache};
            use crate::variant::{Agents, Compiled, Variant};
            use crate::{Match, View, oracle};
            use hyakuman_core::column::Rows;
            use hyakuman_core::common::reason::Reason;
            use hyakuman_core::game::sink::{Reporter, Sink};
            use hyakuman_core::game::{Answers, Illegal, playout};
            use hyakuman_core::{MatchSeed, Rng, Seat};
            use std::sync::Arc;

            type Game = Match<$players, $variant>;

            pub(crate) const COMPILED: &Compiled<$players, $variant> = &Compiled {
                apply,
                play,
                write_row,
                write_hidden,
                redeal_hidden,
                reshuffle_wall,
                why_illegal,
                audit,
            };

            #[inline(never)]
            fn apply(game: &mut Game, answers: Answers, reporter: &mut Reporter<'_, Game>) {
                game.play_on(answers, reporter);
            }

            #[inline(never)]
            fn play(
                rules: &Arc<<$variant as Variant>::Rules>,
                seed: MatchSeed,
                agents: &mut Agents<$players, $variant>,
                sink: &mut dyn Sink<Game>,
            ) -> Result<(), Illegal> {
                playout::play(rules, seed, agents, sink)
            }

            #[inline(never)]
            fn write_row(row_cache: &mut RowCache, view: &View<'_, $players, $variant>, out: &mut Rows) {
                row::write_row(row_cache, view, out);
            }

            #[inline(never)]
            fn write_hidden(game: &Game, seat: Seat, out: &mut Rows) {
                oracle::write_row(game, seat, out);
            }

            #[inline(never)]
            fn redeal_hidden(game: &mut Game, seat: Seat, rng: &mut Rng) {
                game.redeal(seat, rng);
            }

            #[inline(never)]
            fn reshuffle_wall(game: &mut Game, rng: &mut Rng) {
                game.reshuffle(rng);
            }

            #[inline(never)]
            fn why_illegal(game: &Game, seat: Seat, code: u8) -> Reason {
                game.why(seat, code)
            }

            #[inline(never)]
            fn audit(game: &Game) -> Result<(), String> {
                game.check()
            }
        }
    };
}

pub(crate) use compiled;

compiled!(riichi_of_four, 4, Standard);
compiled!(riichi_of_three, 3, Standard);
