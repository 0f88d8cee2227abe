//! What lies on the table, and how each step changes it.

use crate::show::{Change, Covered};
use hyakuman_core::game::{HouseCounts, HouseRules};
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind, Seat, Tile};

/// Marks of a discard.
pub mod mark {
    /// The tile just drawn.
    pub const TSUMOGIRI: u8 = 1;
    /// Riichi was declared with it.
    pub const RIICHI: u8 = 2;
    /// Another seat called it.
    pub const CALLED: u8 = 4;
    /// A seat won on it.
    pub const WON: u8 = 8;
}

/// The table after a step.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Board {
    /// By seat.
    pub seats: Vec<SeatBoard>,
    /// Open indicators.
    pub indicators: Vec<Tile>,
    /// The kinds that are dora, in games with dora indicators.
    pub dora_kinds: KindSet,
    /// How often each number, the winds and the dragons are dora; only in Toppan.
    pub dora: Vec<u8>,
    /// Draws left.
    pub left: u32,
    /// Riichi sticks.
    pub sticks: u32,
    /// The value of a stick.
    pub stick: i32,
    /// The tile of a kan or set aside that may be won on, with its seat: the last step if it was one.
    pub robbable: Option<(Seat, Tile)>,
    /// A kan that was won on and is taken back when play goes on.
    pub undone: Option<(Seat, Tile)>,
    /// What the match has counted besides the scores, and what of it the rules have; none if they have nothing of it.
    pub house: Option<(HouseRules, HouseCounts)>,
}

/// What one seat has in front of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SeatBoard {
    /// Concealed tiles without the one just drawn: in order, in Toppan in the order drawn.
    pub hand: Vec<Tile>,
    /// Concealed tiles that are not seen, before those of `hand`: only where the board is that of one seat ([`Board::cover`]).
    pub covered: u8,
    /// The tile just drawn.
    pub drawn: Option<Tile>,
    /// A tile has just been drawn that is not seen.
    pub drawn_covered: bool,
    /// Discards with their marks.
    pub river: Vec<(Tile, u8)>,
    /// Exposed sets.
    pub melds: Vec<Meld>,
    /// Tiles set aside.
    pub aside: Vec<Tile>,
    /// Riichi has been declared.
    pub riichi: bool,
    /// The hand lies open, after an open riichi.
    pub face_up: bool,
    /// Barred from winning by ron.
    pub furiten: bool,
    /// Has won.
    pub won: bool,
    /// A tile of its kans or set aside that was won on.
    pub robbed: Option<Tile>,
    /// Score in the units of the game.
    pub score: i32,
    /// What only Toppan has.
    pub toppan: Option<ToppanSeat>,
}

/// A seat of Toppan. Amounts are in half points.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ToppanSeat {
    /// The bet of a child.
    pub bet: Option<i32>,
    /// The state of the turn: 0 open, 1 stayed, 2 declared, 3 bust.
    pub course: u8,
    /// The first tile has been shown.
    pub shown: bool,
    /// The tile turned up for its hand.
    pub extra: Option<Tile>,
    /// The largest sum up to ten and a half, or the smallest.
    pub sum: u8,
}

impl Board {
    /// The table before the first step, with these hands.
    pub fn dealt<'a>(hands: impl IntoIterator<Item = &'a Vec<Tile>>) -> Board {
        let seat = |hand: &Vec<Tile>| SeatBoard { hand: hand.clone(), ..SeatBoard::default() };
        Board { seats: hands.into_iter().map(seat).collect(), ..Board::default() }
    }

    /// Leaves what a seat sees: of the hands of the others only their size, and what lies open in Toppan.
    pub fn cover(&mut self, viewer: Seat) {
        for (number, seat) in self.seats.iter_mut().enumerate() {
            if number != viewer.index() {
                *seat = seat.as_others_see();
            }
        }
    }

    /// Follows a step of which the tile is not seen.
    pub fn apply_covered(&mut self, covered: Covered) {
        self.robbable = None;
        if let Some((seat, tile)) = self.undone.take() {
            self.at(seat).take_back(tile);
        }
        match covered {
            Covered::Handed { from, to } => {
                self.at(from).covered = self.at(from).covered.saturating_sub(1);
                self.at(to).covered += 1;
            }
            Covered::Draw(seat) => {
                self.left = self.left.saturating_sub(1);
                self.at(seat).draw_covered();
            }
        }
    }

    /// Follows a step.
    pub fn apply(&mut self, change: &Change) {
        let wins = matches!(change, Change::Win { .. });
        if let Some((seat, tile)) = self.undone.take_if(|_| !wins) {
            self.at(seat).take_back(tile);
        }
        self.move_tiles(change);
        if !wins && !matches!(change, Change::Dora(_)) {
            self.robbable = change.robbable();
        }
    }

    fn move_tiles(&mut self, change: &Change) {
        match *change {
            Change::Handed { from, to, tile } => {
                self.at(from).take(tile);
                self.at(to).hand.push(tile);
                sort(&mut self.at(to).hand);
            }
            Change::Draw(seat, tile) => {
                self.left = self.left.saturating_sub(1);
                self.at(seat).draw(tile);
            }
            Change::Discard { seat, tile, tsumogiri, riichi } => {
                self.at(seat).discard(tile, tsumogiri, riichi);
            }
            Change::OpenRiichi(seat) => self.at(seat).face_up = true,
            Change::Stick(seat) => {
                self.at(seat).score -= self.stick;
                self.sticks += 1;
            }
            Change::Call(seat, meld) => self.call(seat, meld),
            Change::Kakan(seat, tile) => self.at(seat).kakan(tile),
            Change::Nuki(seat, tile) => {
                self.at(seat).take(tile);
                self.at(seat).aside.push(tile);
            }
            Change::Dora(tile) => self.indicators.push(tile),
            Change::Win { seat, from, kan_stands } => self.win(seat, from, kan_stands),
            Change::Bet(seat, amount) => self.at(seat).toppan().bet = Some(amount),
            Change::Course(seat, course) => self.at(seat).toppan().course = course,
            Change::Show(seat, tile) => self.at(seat).show(tile),
            Change::TurnUp(seat, tile) => self.at(seat).toppan().extra = Some(tile),
        }
    }

    fn at(&mut self, seat: Seat) -> &mut SeatBoard {
        &mut self.seats[seat.index()]
    }

    fn win(&mut self, seat: Seat, from: Option<Seat>, kan_stands: bool) {
        self.at(seat).won = true;
        let Some(from) = from else { return };
        match self.robbable {
            Some((robbed, tile)) => {
                self.at(robbed).robbed = Some(tile);
                self.undone = self.robbable.filter(|_| !kan_stands);
            }
            None => self.at(from).river.last_mut().into_iter().for_each(|(_, marks)| *marks |= mark::WON),
        }
    }

    fn call(&mut self, seat: Seat, meld: Meld) {
        let seats = self.seats.len();
        if meld.called().is_some() {
            let from = self.at(meld.from().seat(seat, seats)).river.last_mut();
            from.into_iter().for_each(|(_, marks)| *marks |= mark::CALLED);
        }
        let own = usize::from(meld.called().is_some());
        meld.tiles()[own..].iter().for_each(|&tile| self.at(seat).take(tile));
        self.at(seat).melds.push(meld);
    }
}

impl SeatBoard {
    /// The concealed tiles with the one just drawn.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        self.hand.iter().copied().chain(self.drawn)
    }

    /// What the other seats see of it. Everything that they see is named here.
    fn as_others_see(&self) -> SeatBoard {
        let hidden = match &self.toppan {
            None if self.face_up => 0,
            None => self.hand.len(),
            Some(toppan) => usize::from(!toppan.shown && self.covered == 0).min(self.hand.len()),
        };
        let covered = self.covered + hidden as u8;
        let sum = |toppan: &ToppanSeat| if covered == 0 { toppan.sum } else { 0 };
        SeatBoard {
            hand: self.hand[hidden..].to_vec(),
            covered,
            drawn: None,
            drawn_covered: self.drawn_covered || self.drawn.is_some(),
            river: self.river.clone(),
            melds: self.melds.clone(),
            aside: self.aside.clone(),
            riichi: self.riichi,
            face_up: self.face_up,
            furiten: false,
            won: self.won,
            robbed: self.robbed,
            score: self.score,
            toppan: self.toppan.as_ref().map(|toppan| ToppanSeat { sum: sum(toppan), ..toppan.clone() }),
        }
    }

    fn draw_covered(&mut self) {
        if self.toppan.is_some() {
            self.covered += 1;
        } else {
            self.hold();
            self.drawn_covered = true;
        }
    }

    fn draw(&mut self, tile: Tile) {
        if self.toppan.is_some() {
            return self.hand.push(tile);
        }
        self.hold();
        self.drawn = Some(tile);
    }

    fn discard(&mut self, tile: Tile, tsumogiri: bool, riichi: bool) {
        if tsumogiri {
            (self.drawn, self.drawn_covered) = (None, false);
        } else {
            self.take(tile);
        }
        self.riichi |= riichi;
        let marks = u8::from(tsumogiri) * mark::TSUMOGIRI + u8::from(riichi) * mark::RIICHI;
        self.river.push((tile, marks));
    }

    /// Puts the tile just drawn into the hand.
    fn hold(&mut self) {
        self.hand.extend(self.drawn.take());
        self.covered += u8::from(std::mem::take(&mut self.drawn_covered));
        sort(&mut self.hand);
    }

    fn take(&mut self, tile: Tile) {
        self.hold();
        match self.hand.iter().position(|&held| held == tile) {
            Some(at) => self.hand.remove(at),
            None => {
                self.covered = self.covered.saturating_sub(1);
                tile
            }
        };
    }

    fn kakan(&mut self, tile: Tile) {
        self.take(tile);
        let pon = |meld: &&mut Meld| meld.kind() == MeldKind::Pon && meld.low() == tile.kind();
        if let Some(pon) = self.melds.iter_mut().find(pon) {
            *pon = pon.with_added(tile);
        }
    }

    /// Undoes a kan that was won on: a pon again, or three tiles in the hand.
    fn take_back(&mut self, tile: Tile) {
        self.robbed = None;
        let kan = |meld: &Meld| meld.is_kan() && meld.low() == tile.kind();
        let Some(at) = self.melds.iter().position(kan) else { return };
        let (kind, tiles) = (self.melds[at].kind(), self.melds[at].tiles().to_vec());
        if kind == MeldKind::Kakan {
            self.melds[at] = Meld::pon(tiles[0], [tiles[1], tiles[2]], self.melds[at].from());
        } else {
            self.melds.remove(at);
            self.hand.extend(&tiles[1..]);
            sort(&mut self.hand);
        }
    }

    /// Shows the first tile of a seat of Toppan.
    fn show(&mut self, tile: Tile) {
        self.toppan().shown = true;
        if std::mem::take(&mut self.covered) > 0 {
            self.hand.insert(0, tile);
        }
    }

    fn toppan(&mut self) -> &mut ToppanSeat {
        self.toppan.get_or_insert_default()
    }
}

/// Tiles by kind; `None` if there are five of a kind, as a log may have.
pub fn hand_of(tiles: impl IntoIterator<Item = Tile>) -> Option<Hand> {
    let mut counts = [0; Kind::COUNT];
    tiles.into_iter().for_each(|tile| counts[tile.kind().index()] += 1);
    counts.iter().all(|&copies| copies <= 4).then(|| Hand::from_counts(&counts))
}

/// Sorts tiles by kind, red fives behind plain ones.
pub fn sort(tiles: &mut [Tile]) {
    tiles.sort_by_key(|tile| (tile.kind(), tile.is_red()));
}
