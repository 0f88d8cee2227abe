//! What a hand that the viewer might complete would be worth: the scorer, with all that the view knows filled in.

use super::scoring::score::{Course, DoraCount, HandValue, Win, WinFlags, value};
use super::scoring::settle::{self, Stakes, WonBy};
use super::variant::Variant;
use super::view::View;
use hyakuman_core::{Hand, Kind, Meld, RelSeat};

/// A win that the viewer imagines.
#[derive(Clone, Copy, Debug)]
pub struct Hypothesis<'a> {
    /// Concealed tiles, the winning one included: 14 less three per meld.
    pub hand: &'a Hand,
    /// Red fives among the concealed tiles and in the melds; those set aside are added.
    pub reds: u32,
    /// Melds, concealed kans among them.
    pub melds: &'a [Meld],
    /// The winning tile.
    pub tile: Kind,
    /// By whose tile.
    pub how: How,
    /// Circumstances, as the viewer imagines them: riichi, ippatsu, the last tile. None of them is filled in.
    pub flags: WinFlags,
}

/// How a win comes about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    /// With the tile of another seat.
    Ron,
    /// With a tile that the viewer draws.
    Tsumo,
}

impl<const N: usize, V: Variant> View<'_, N, V> {
    /// The value of a win of the viewer: with its winds, the dora of the open indicators (in hand, melds and tiles set aside),
    /// red fives and tiles set aside, as the engine counts them, and without ura dora. None where the tiles are not a complete
    /// hand, or have too few han without dora (rule `han_shibari`).
    ///
    /// Whether the viewer may win is not asked: furiten, and the rule `atozuke`, by which an open hand may need a yaku on all
    /// its waits. In Toutenkou the value is that of riichi mahjong with the rules the two share, not that of the game.
    #[inline]
    pub fn worth(&self, hypothesis: &Hypothesis<'_>) -> Option<HandValue> {
        let &Hypothesis { hand, reds, melds, tile, how, flags } = hypothesis;
        let nuki = &self.player(RelSeat::SELF).nuki;
        let dora = DoraCount {
            dora: self.dora_in(hand, melds, RelSeat::SELF) as u8,
            ura: 0,
            aka: reds as u8 + nuki.reds(),
            nuki: nuki.len(),
        };
        let (seat_wind, round_wind) = (self.seat_wind(RelSeat::SELF), self.match_state().round_wind());
        let tsumo = how == How::Tsumo;
        let course = if self.rules().yaku.is_empty() { Course::default() } else { self.course() };
        value(self.rules(), &Win { hand, melds, tile, tsumo, seat_wind, round_wind, flags, dora, course })
    }

    /// The course of the kyoku until a win of the viewer. By whose discard a ron would be is not known.
    #[cold]
    fn course(&self) -> Course {
        Course { from: None, ..self.game.course(self.seat) }
    }

    /// What the viewer gets for a win of this value, in points: by ron from one seat, by tsumo from all seats that have not won.
    /// Without honba, riichi sticks, liability (包) and the doubling of a wareme ([`View::wareme`]).
    #[inline]
    pub fn points(&self, value: &HandValue, how: How) -> i32 {
        let from = match how {
            How::Ron => Some(self.seat.after(1, N)),
            How::Tsumo => None,
        };
        let won = WonBy { winner: self.seat, from, pao: None };
        let (dealer, active) = (self.game.match_state.dealer(), self.game.kyoku.active);
        let stakes = Stakes { dealer, honba: 0, kyotaku: 0, active, wareme: None };
        settle::hand_points::<N>(self.rules(), value, &won, &stakes)
    }
}
