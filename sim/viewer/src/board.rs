//! What lies on the table, and how each step changes it.

use hyakuman_core::{KindSet, Meld, MeldKind, Seat, Tile};

/// Marks of a discard.
pub(crate) mod mark {
    /// The tile just drawn.
    pub(crate) const TSUMOGIRI: u8 = 1;
    /// Riichi was declared with it.
    pub(crate) const RIICHI: u8 = 2;
    /// Another seat called it.
    pub(crate) const CALLED: u8 = 4;
    /// A seat won on it.
    pub(crate) const WON: u8 = 8;
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
    /// The tile of a kan or set aside that may be won on, with its seat: the last step if it was one.
    pub robbable: Option<(Seat, Tile)>,
    /// A kan that was won on and is taken back when play goes on.
    pub undone: Option<(Seat, Tile)>,
}

/// What one seat has in front of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SeatBoard {
    /// Concealed tiles without the one just drawn: in order, in Toppan in the order drawn.
    pub hand: Vec<Tile>,
    /// The tile just drawn.
    pub drawn: Option<Tile>,
    /// Discards with their marks.
    pub river: Vec<(Tile, u8)>,
    /// Exposed sets.
    pub melds: Vec<Meld>,
    /// Tiles set aside.
    pub aside: Vec<Tile>,
    /// Riichi has been declared.
    pub riichi: bool,
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

/// One step of play, in a form that all games share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A tile is passed to another seat before the first draw.
    Handed { from: Seat, to: Seat, tile: Tile },
    /// A draw.
    Draw { seat: Seat, tile: Tile },
    /// A discard.
    Discard { seat: Seat, tile: Tile, tsumogiri: bool, riichi: bool },
    /// A riichi stick of this value is paid.
    Stick { seat: Seat, value: i32 },
    /// Chi, pon, daiminkan or ankan.
    Call { seat: Seat, meld: Meld },
    /// A tile is added to a pon.
    Kakan { seat: Seat, tile: Tile },
    /// A tile is set aside.
    Aside { seat: Seat, tile: Tile },
    /// An indicator is opened.
    Indicator { tile: Tile },
    /// A win, with the tile of `from` or, if none, the tile drawn. If it was the tile of a kan, the kan may stand.
    Win { seat: Seat, from: Option<Seat>, kan_stands: bool },
    /// Toppan: a bet in half points.
    Bet { seat: Seat, amount: i32 },
    /// Toppan: the end of a turn, as [`ToppanSeat::course`].
    Course { seat: Seat, course: u8 },
    /// Toppan: the first tile is shown.
    Show { seat: Seat },
    /// Toppan: a tile is turned up for a hand.
    TurnUp { seat: Seat, tile: Tile },
}

impl Change {
    /// The letter of the step in the page; `None` for one that is part of the step before or after it.
    pub(crate) fn letter(&self) -> Option<char> {
        Some(match self {
            Change::Handed { .. } => 'H',
            Change::Draw { .. } => 'D',
            Change::Discard { riichi: true, .. } => 'R',
            Change::Discard { .. } => 'X',
            Change::Call { meld, .. } => letter_of(meld.kind()),
            Change::Kakan { .. } => 'k',
            Change::Aside { .. } => 'n',
            Change::Win { .. } => 'W',
            Change::Bet { .. } => 'B',
            Change::Course { course, .. } => ['O', 'Y', 'V', 'U'][*course as usize],
            Change::TurnUp { .. } => 'T',
            Change::Stick { .. } | Change::Indicator { .. } | Change::Show { .. } => return None,
        })
    }

    /// The acting seat; `None` where it is none or all.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match *self {
            Change::Draw { seat, .. }
            | Change::Discard { seat, .. }
            | Change::Stick { seat, .. }
            | Change::Call { seat, .. }
            | Change::Kakan { seat, .. }
            | Change::Aside { seat, .. }
            | Change::Win { seat, .. }
            | Change::Bet { seat, .. }
            | Change::Course { seat, .. }
            | Change::Show { seat }
            | Change::TurnUp { seat, .. } => Some(seat),
            Change::Indicator { .. } | Change::Handed { .. } => None,
        }
    }
}

/// The letter of a set in the page.
pub(crate) fn letter_of(kind: MeldKind) -> char {
    match kind {
        MeldKind::Chi => 'c',
        MeldKind::Pon => 'p',
        MeldKind::Daiminkan => 'd',
        MeldKind::Kakan => 'k',
        MeldKind::Ankan => 'a',
    }
}

impl Board {
    /// Follows a step. The engine's position replaces the result at the next decision.
    pub(crate) fn apply(&mut self, change: &Change) {
        if let (Some((seat, tile)), false) = (self.undone, matches!(change, Change::Win { .. })) {
            self.at(seat).take_back(tile);
            self.undone = None;
        }
        self.move_tiles(change);
        self.robbable = match *change {
            Change::Kakan { seat, tile } | Change::Aside { seat, tile } => Some((seat, tile)),
            Change::Call { seat, meld } if meld.kind() == MeldKind::Ankan => Some((seat, meld.tiles()[0])),
            Change::Indicator { .. } | Change::Win { .. } => self.robbable,
            _ => None,
        };
    }

    fn move_tiles(&mut self, change: &Change) {
        match *change {
            Change::Handed { from, to, tile } => {
                self.at(from).take(tile);
                self.at(to).hand.push(tile);
                sort(&mut self.at(to).hand);
            }
            Change::Draw { seat, tile } => {
                self.left = self.left.saturating_sub(1);
                self.at(seat).draw(tile);
            }
            Change::Discard { seat, tile, tsumogiri, riichi } => {
                self.at(seat).discard(tile, tsumogiri, riichi);
            }
            Change::Stick { seat, value } => {
                self.at(seat).score -= value;
                self.sticks += 1;
            }
            Change::Call { seat, meld } => self.call(seat, meld),
            Change::Kakan { seat, tile } => self.at(seat).kakan(tile),
            Change::Aside { seat, tile } => {
                self.at(seat).take(tile);
                self.at(seat).aside.push(tile);
            }
            Change::Indicator { tile } => self.indicators.push(tile),
            Change::Win { seat, from, kan_stands } => self.win(seat, from, kan_stands),
            Change::Bet { seat, amount } => self.at(seat).toppan().bet = Some(amount),
            Change::Course { seat, course } => self.at(seat).toppan().course = course,
            Change::Show { seat } => self.at(seat).toppan().shown = true,
            Change::TurnUp { seat, tile } => self.at(seat).toppan().extra = Some(tile),
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
    fn draw(&mut self, tile: Tile) {
        if self.toppan.is_some() {
            return self.hand.push(tile);
        }
        self.hold();
        self.drawn = Some(tile);
    }

    fn discard(&mut self, tile: Tile, tsumogiri: bool, riichi: bool) {
        if tsumogiri {
            self.drawn = None;
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
        sort(&mut self.hand);
    }

    fn take(&mut self, tile: Tile) {
        self.hold();
        if let Some(at) = self.hand.iter().position(|&held| held == tile) {
            self.hand.remove(at);
        }
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

    fn toppan(&mut self) -> &mut ToppanSeat {
        self.toppan.get_or_insert_default()
    }
}

/// Sorts tiles by kind, red fives behind plain ones.
pub(crate) fn sort(tiles: &mut [Tile]) {
    tiles.sort_by_key(|tile| (tile.kind(), tile.is_red()));
}
