//! `tsumogiri`: discards what it draws. The weakest possible player, and the fastest.

use hyakuman_core::game::{ActionMask, Agent};
use hyakuman_riichi::{Action, Match, Variant, View};
use hyakuman_yangzhou::Yangzhou;

/// Discards the tile just drawn and passes on everything else, wins included.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tsumogiri;

impl<const N: usize, V: Variant> Agent<Match<N, V>> for Tsumogiri {
    #[inline]
    fn act(&mut self, _view: &View<'_, N, V>, legal: &ActionMask) -> u8 {
        dull(legal)
    }
}

impl Agent<Yangzhou> for Tsumogiri {
    fn act(&mut self, _view: &hyakuman_yangzhou::View<'_>, legal: &ActionMask) -> u8 {
        dull(legal)
    }
}

/// Discards the tile just drawn, or passes. All families that have these actions use the same codes.
#[inline]
pub(crate) fn dull(legal: &ActionMask) -> u8 {
    let dull = [Action::Tsumogiri, Action::Pass, Action::Continue].map(Action::code);
    dull.into_iter().find(|&code| legal.has(code)).unwrap_or_else(|| legal.nth(0))
}
