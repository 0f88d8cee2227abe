//! The tiles in front of a seat as text.

use super::transcript::KyokuTranscript;
use crate::show::{Board, SeatBoard, board};
use hyakuman_core::Tile;
use hyakuman_core::notation::format_tiles;

/// The table at the end of a kyoku.
pub(super) fn at_the_end(kyoku_transcript: &KyokuTranscript) -> Board {
    let mut board = Board::dealt(&kyoku_transcript.hands);
    kyoku_transcript.steps.iter().for_each(|step| board.apply(step));
    board
}

/// Concealed tiles in order, then exposed sets and tiles set aside.
pub(super) fn tiles(seat: &SeatBoard) -> String {
    sorted(&seat.tiles().collect::<Vec<_>>()) + &sets(seat)
}

/// The same of a winner: the winning tile, if it is known, behind the concealed ones.
pub(super) fn winning_tiles(seat: &SeatBoard, won: Option<Tile>, tsumo: bool) -> String {
    match won {
        Some(tile) if tsumo => format!("{} + {tile}{}", sorted(&seat.hand), sets(seat)),
        Some(tile) => format!("{} + {tile}{}", sorted(&seat.tiles().collect::<Vec<_>>()), sets(seat)),
        None => tiles(seat),
    }
}

fn sets(seat: &SeatBoard) -> String {
    let set = |meld: &hyakuman_core::Meld| format!("  {} {}", meld.kind(), sorted(meld.tiles()));
    let mut text: String = seat.melds.iter().map(set).collect();
    if !seat.aside.is_empty() {
        text += &format!("  nuki {}", sorted(&seat.aside));
    }
    text
}

/// Tiles in order of kind, red fives after plain ones.
pub(super) fn sorted(tiles: &[Tile]) -> String {
    let mut tiles = tiles.to_vec();
    board::sort(&mut tiles);
    format_tiles(&tiles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::Change;
    use hyakuman_core::notation::parse_tiles;
    use hyakuman_core::{Meld, RelSeat, Seat};

    /// The tiles of the dealer, who was dealt these, after some steps.
    fn left(hand: &str, steps: &[Change]) -> String {
        let mut board =
            Board::dealt(&[parse_tiles(hand).expect("tiles"), Vec::new(), Vec::new(), Vec::new()]);
        steps.iter().for_each(|step| board.apply(step));
        tiles(&board.seats[0])
    }

    /// A robbed kan is cancelled when play goes on, and the tile is the winner's.
    #[test]
    fn a_robbed_kan_is_cancelled() {
        let (seat, tiles) = (Seat::new(0), |text| parse_tiles(text).expect("tiles"));
        let [five, red] = [tiles("5p")[0], tiles("0p")[0]];
        let won = Change::Win { seat: Seat::new(1), from: Some(seat), kan_stands: false };
        let next = Change::Draw(Seat::new(2), five);
        let pon = Meld::pon(five, [five, five], RelSeat::new(2));
        let kakan = [Change::Call(seat, pon), Change::Draw(seat, red), Change::Kakan(seat, red), won, next];
        assert_eq!(left("1155p", &kakan[..4]), "11p  kakan 5550p");
        assert_eq!(left("1155p", &kakan), "11p  pon 555p");

        let east = tiles("1z")[0];
        let ankan = [Change::Draw(seat, east), Change::Call(seat, Meld::ankan([east; 4])), won, next];
        assert_eq!(left("1p111z", &ankan[..3]), "1p  ankan 1111z");
        assert_eq!(left("1p111z", &ankan), "1p111z");
    }
}
