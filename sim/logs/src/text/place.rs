//! The tiles in front of a seat, followed through a kyoku.

use super::transcript::{KyokuTranscript, Step};
use hyakuman_core::notation::format_tiles;
use hyakuman_core::{Hand, Kind, Meld, MeldKind, Tile};

/// One seat's tiles.
#[derive(Clone, Default)]
pub(super) struct Place {
    hand: Vec<Tile>,
    melds: Vec<Meld>,
    /// Tiles set aside.
    nuki_tiles: Vec<Tile>,
}

/// The tiles of all seats at the end of a kyoku.
pub(super) fn at_the_end(kyoku_transcript: &KyokuTranscript) -> Vec<Place> {
    let dealt = |hand: &Vec<Tile>| Place { hand: hand.clone(), ..Place::default() };
    let mut places: Vec<Place> = kyoku_transcript.hands.iter().map(dealt).collect();
    for step in &kyoku_transcript.steps {
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
            Step::KanUndone(_, tile) => self.undo_kan(*tile),
            Step::Nuki(_, tile) => {
                self.take(*tile);
                self.nuki_tiles.push(*tile);
            }
            Step::Handed { .. } | Step::Act(..) | Step::Declare(..) | Step::Note(_) => {}
        }
    }

    /// Cancels a kan robbed of this tile: a kakan becomes a pon again, the tiles of an ankan return to the hand.
    fn undo_kan(&mut self, robbed: Tile) {
        let is_it = |meld: &Meld| meld.is_kan() && meld.low() == robbed.kind();
        let Some(at) = self.melds.iter().position(is_it) else { return };
        let kan = self.melds[at];
        let tiles = kan.tiles();
        if kan.kind() == MeldKind::Kakan {
            self.melds[at] = Meld::pon(tiles[0], [tiles[1], tiles[2]], kan.from());
            return;
        }
        self.melds.remove(at);
        self.hand.extend(tiles);
        self.take(robbed);
    }

    /// Takes a tile out of the hand; of equal tiles, the one drawn last.
    pub(super) fn take(&mut self, tile: Tile) {
        if let Some(at) = self.hand.iter().rposition(|&held| held == tile) {
            self.hand.remove(at);
        }
    }

    /// The concealed tiles without their colours; `None` if a log has a kind five times.
    pub(super) fn concealed(&self) -> Option<Hand> {
        let mut counts = [0; Kind::COUNT];
        self.hand.iter().for_each(|tile| counts[tile.kind().index()] += 1);
        counts.iter().all(|&copies| copies <= 4).then(|| Hand::from_counts(&counts))
    }

    /// The exposed sets.
    pub(super) fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// Concealed tiles in order, then `won`, then exposed sets.
    pub(super) fn text(&self, won: Option<Tile>) -> String {
        let mut text = sorted(&self.hand);
        if let Some(tile) = won {
            text += &format!(" + {tile}");
        }
        for meld in &self.melds {
            text += &format!("  {} {}", name(meld.kind()), sorted(meld.tiles()));
        }
        if !self.nuki_tiles.is_empty() {
            text += &format!("  nuki {}", sorted(&self.nuki_tiles));
        }
        text
    }
}

/// Tiles in order of kind, red fives after plain ones.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::transcript::End;
    use hyakuman_core::notation::parse_tiles;
    use hyakuman_core::{RelSeat, Seat};

    /// The tiles of the dealer, who was dealt these, after some steps.
    fn left(hand: &str, steps: Vec<Step>) -> String {
        let tiles = |text| parse_tiles(text).expect("tiles");
        let kyoku_transcript = KyokuTranscript {
            heading: String::new(),
            dealer: Seat::new(0),
            scores: vec![0; 4],
            hands: vec![tiles(hand), Vec::new(), Vec::new(), Vec::new()],
            steps,
            end: End::Unfinished,
            after: vec![0; 4],
        };
        at_the_end(&kyoku_transcript)[0].text(None)
    }

    /// A robbed kan is cancelled, and the tile is the winner's.
    #[test]
    fn a_robbed_kan_is_cancelled() {
        let (seat, tiles) = (Seat::new(0), |text| parse_tiles(text).expect("tiles"));
        let [five, red] = [tiles("5p")[0], tiles("0p")[0]];
        let pon = Meld::pon(five, [five, five], RelSeat::new(2));
        let kakan = vec![Step::Call(seat, pon), Step::Draw(seat, red), Step::Kakan(seat, red)];
        assert_eq!(left("1155p", kakan.clone()), "11p  kakan 5550p");
        assert_eq!(left("1155p", [kakan, vec![Step::KanUndone(seat, red)]].concat()), "11p  pon 555p");

        let east = tiles("1z")[0];
        let ankan = vec![Step::Draw(seat, east), Step::Call(seat, Meld::ankan([east; 4]))];
        assert_eq!(left("1p111z", ankan.clone()), "1p  ankan 1111z");
        assert_eq!(left("1p111z", [ankan, vec![Step::KanUndone(seat, east)]].concat()), "1p111z");
    }
}
