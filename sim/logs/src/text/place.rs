//! What lies before a seat while a kyoku is read.

use super::story::{Chapter, Step};
use hyakuman_core::notation::format_tiles;
use hyakuman_core::{Hand, Kind, Meld, MeldKind, Tile};

/// One seat's tiles.
#[derive(Clone, Default)]
pub(super) struct Place {
    hand: Vec<Tile>,
    melds: Vec<Meld>,
    /// Tiles set aside.
    aside: Vec<Tile>,
}

/// The tiles of all seats at the end of a kyoku.
pub(super) fn at_the_end(chapter: &Chapter) -> Vec<Place> {
    let dealt = |hand: &Vec<Tile>| Place { hand: hand.clone(), ..Place::default() };
    let mut places: Vec<Place> = chapter.hands.iter().map(dealt).collect();
    for step in &chapter.steps {
        if let Step::Handed { from, to, tile } = *step {
            places[from.index()].take(tile);
            places[to.index()].hand.push(tile);
        } else if let Some(seat) = step.seat() {
            places[seat.index()].follow(step);
        }
    }
    places
}

impl Place {
    fn follow(&mut self, step: &Step) {
        match step {
            Step::Draw(_, tile) => self.hand.push(*tile),
            Step::Discard { tile, .. } => self.take(*tile),
            Step::Call(_, meld) => {
                let own = if meld.kind() == MeldKind::Ankan { 0 } else { 1 };
                meld.tiles()[own..].iter().for_each(|&tile| self.take(tile));
                self.melds.push(*meld);
            }
            Step::Kakan(_, tile) => {
                self.take(*tile);
                let pon = |meld: &&mut Meld| meld.kind() == MeldKind::Pon && meld.low() == tile.kind();
                if let Some(pon) = self.melds.iter_mut().find(pon) {
                    *pon = pon.with_added(*tile);
                }
            }
            Step::Aside(_, tile) => {
                self.take(*tile);
                self.aside.push(*tile);
            }
            Step::Handed { .. } | Step::Act(..) | Step::Declare(..) | Step::Note(_) => {}
        }
    }

    /// Takes a tile out of the hand, the one drawn last if there are several.
    pub(super) fn take(&mut self, tile: Tile) {
        if let Some(at) = self.hand.iter().rposition(|&held| held == tile) {
            self.hand.remove(at);
        }
    }

    /// The concealed tiles without their colours; none where a log has a kind five times.
    pub(super) fn concealed(&self) -> Option<Hand> {
        let mut counts = [0; Kind::COUNT];
        self.hand.iter().for_each(|tile| counts[tile.kind().index()] += 1);
        counts.iter().all(|&copies| copies <= 4).then(|| Hand::from_counts(&counts))
    }

    /// The exposed sets.
    pub(super) fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// Concealed tiles in order, then `won`, then what is exposed.
    pub(super) fn text(&self, won: Option<Tile>) -> String {
        let mut text = sorted(&self.hand);
        if let Some(tile) = won {
            text += &format!(" + {tile}");
        }
        for meld in &self.melds {
            text += &format!("  {} {}", name(meld.kind()), sorted(meld.tiles()));
        }
        if !self.aside.is_empty() {
            text += &format!("  nuki {}", sorted(&self.aside));
        }
        text
    }
}

/// Tiles in order of kind, red fives behind plain ones.
pub(super) fn sorted(tiles: &[Tile]) -> String {
    let mut tiles = tiles.to_vec();
    tiles.sort_by_key(|tile| (tile.kind(), tile.is_red()));
    format_tiles(&tiles)
}

/// The word for a call.
pub(super) fn name(kind: MeldKind) -> &'static str {
    match kind {
        MeldKind::Chi => "chi",
        MeldKind::Pon => "pon",
        MeldKind::Daiminkan => "daiminkan",
        MeldKind::Kakan => "kakan",
        MeldKind::Ankan => "ankan",
    }
}
