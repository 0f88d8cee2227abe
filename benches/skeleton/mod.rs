//! The bare skeleton of a kyoku: only what every riichi engine needs.
//!
//! The 122 live tiles are shuffled, 52 dealt, up to 70 drawn and discarded. Tsumo and ron are bit tests of cached
//! waits, a wait in one's own river prevents ron, and for every discard it is determined who could call it. Nobody
//! calls, nothing is scored or recorded, and rounds do not form matches. Its speed is an upper bound for an engine,
//! measured in the same run.

use hyakuman_core::eval::{self, Full};
use hyakuman_core::{Hand, Kind, KindSet, Rng};

/// Tiles in play; the other 14 are the dead wall.
const LIVE: usize = 122;

/// Chooses the discards of one seat.
pub(crate) trait Chooser {
    /// A new kyoku begins.
    fn begin(&mut self) {}
    /// The seat sees a tile: its own, or the discard of another seat.
    fn see(&mut self, _kind: Kind) {}
    /// The position of the discard among the 14 tiles; the drawn one is last.
    fn choose(&mut self, rng: &mut Rng, hand: &Hand, tiles: &[Kind; 14]) -> usize;
}

/// Any of the 14 tiles.
#[derive(Clone, Default)]
pub(crate) struct AnyTile;

/// Any kind that keeps the shanten.
#[derive(Clone, Default)]
pub(crate) struct LeastShanten;

/// Of these the kind that leaves the most live tiles to draw.
#[derive(Clone, Default)]
pub(crate) struct MostLive(Unseen);

/// The totals of a number of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rounds {
    /// Tiles drawn.
    pub(crate) draws: u64,
    /// Rounds that were won.
    pub(crate) wins: u64,
    /// Discards somebody could have called.
    pub(crate) calls: u64,
}

impl Rounds {
    /// All totals in one number, for checking.
    pub(crate) fn sum(self) -> u64 {
        self.draws + self.wins + self.calls
    }
}

/// Plays this many rounds with the same chooser at every seat.
pub(crate) fn play<C: Chooser + Clone>(rounds: usize, chooser: &C) -> Rounds {
    let mut rng = Rng::from_seed(5);
    let mut choosers = [0; 4].map(|_| chooser.clone());
    let mut sum = Rounds::default();
    for _ in 0..rounds {
        choosers.iter_mut().for_each(Chooser::begin);
        round(&mut rng, &mut choosers, &mut sum);
    }
    sum
}

/// One seat.
struct Player {
    hand: Hand,
    tiles: [Kind; 14],
    waits: KindSet,
    river: KindSet,
}

fn round(rng: &mut Rng, choosers: &mut [impl Chooser; 4], sum: &mut Rounds) {
    let wall = wall(rng);
    let mut players = deal(&wall, choosers);
    for (turn, &drawn) in wall[52..LIVE].iter().enumerate() {
        let seat = turn % 4;
        let player = &mut players[seat];
        sum.draws += 1;
        if player.waits.has(drawn) {
            sum.wins += 1;
            return;
        }
        choosers[seat].see(drawn);
        let discard = player.turn(drawn, |hand, tiles| choosers[seat].choose(rng, hand, tiles));
        for after in 1..4 {
            let other = (seat + after) % 4;
            choosers[other].see(discard);
            if players[other].wins_on(discard) {
                sum.wins += 1;
                return;
            }
            sum.calls += players[other].may_call(discard, after == 1) as u64;
        }
    }
}

/// Fisher-Yates of the live tiles.
fn wall(rng: &mut Rng) -> [Kind; 136] {
    let mut ids: [u8; 136] = std::array::from_fn(|id| id as u8);
    for place in 0..LIVE {
        ids.swap(place, place + rng.below((136 - place) as u32) as usize);
    }
    ids.map(|id| Kind::of(id / 4))
}

fn deal(wall: &[Kind; 136], choosers: &mut [impl Chooser; 4]) -> [Player; 4] {
    std::array::from_fn(|seat| {
        let tiles = std::array::from_fn(|place| wall[4 * place.min(12) + seat]);
        let mut hand = Hand::EMPTY;
        for &kind in &tiles[..13] {
            hand.add(kind);
            choosers[seat].see(kind);
        }
        Player { hand, tiles, waits: eval::waits::<Full>(&hand, 0), river: KindSet::EMPTY }
    })
}

impl Player {
    /// Draws and discards. The waits stay the same if the drawn tile is discarded.
    #[inline]
    fn turn(&mut self, drawn: Kind, choose: impl FnOnce(&Hand, &[Kind; 14]) -> usize) -> Kind {
        self.hand.add(drawn);
        self.tiles[13] = drawn;
        let place = choose(&self.hand, &self.tiles);
        let discard = std::mem::replace(&mut self.tiles[place], drawn);
        self.hand.remove(discard);
        self.river.insert(discard);
        if discard != drawn {
            self.waits = eval::waits::<Full>(&self.hand, 0);
        }
        discard
    }

    #[inline]
    fn wins_on(&self, discard: Kind) -> bool {
        self.waits.has(discard) && !self.waits.meets(self.river)
    }

    /// Whether the seat could make a triplet with it, or a sequence if it is next in turn.
    #[inline]
    fn may_call(&self, discard: Kind, next: bool) -> bool {
        self.hand.at_least(2).has(discard) || next && makes_run(self.hand.kinds(), discard)
    }
}

/// Whether two of these kinds make a sequence with that one.
#[inline]
fn makes_run(held: KindSet, kind: Kind) -> bool {
    // Its neighbours from two below to two above; none for honors, and none from another suit.
    let suit = (held - KindSet::HONORS).bits() >> (9 * kind.suit()) & 0x1FF;
    let near = suit << 2 >> kind.rank();
    [0b0_0011, 0b0_1010, 0b1_1000].into_iter().any(|two| near & two == two)
}

impl Chooser for AnyTile {
    #[inline]
    fn choose(&mut self, rng: &mut Rng, _hand: &Hand, _tiles: &[Kind; 14]) -> usize {
        rng.below(14) as usize
    }
}

impl Chooser for LeastShanten {
    #[inline]
    fn choose(&mut self, rng: &mut Rng, hand: &Hand, tiles: &[Kind; 14]) -> usize {
        let keep = eval::keep::<Full>(hand, 0);
        let kind = keep.into_iter().nth(rng.below(keep.len()) as usize).expect("some discard is best");
        place_of(kind, tiles)
    }
}

impl Chooser for MostLive {
    #[inline]
    fn begin(&mut self) {
        self.0 = Unseen::default();
    }

    #[inline]
    fn see(&mut self, kind: Kind) {
        self.0.take(kind);
    }

    #[inline]
    fn choose(&mut self, _rng: &mut Rng, hand: &Hand, tiles: &[Kind; 14]) -> usize {
        let keep = eval::keep::<Full>(hand, 0);
        let live = |&kind: &Kind| self.0.count(eval::ukeire::<Full>(&hand.without(kind), 0));
        let only = if keep.len() == 1 { keep.first() } else { None };
        let kind = only.or_else(|| keep.into_iter().max_by_key(live)).expect("some discard is best");
        place_of(kind, tiles)
    }
}

#[inline]
fn place_of(kind: Kind, tiles: &[Kind; 14]) -> usize {
    tiles.iter().rposition(|&tile| tile == kind).expect("it is in the hand")
}

/// Unseen copies of each kind, as the binary digits of the counts.
#[derive(Clone, Copy)]
struct Unseen([u64; 3]);

impl Default for Unseen {
    fn default() -> Self {
        Unseen([0, 0, KindSet::ALL.bits()])
    }
}

impl Unseen {
    /// Removes one copy.
    #[inline]
    fn take(&mut self, kind: Kind) {
        let [one, two, four] = &mut self.0;
        let bit = KindSet::of(kind).bits();
        let (no_one, no_two) = (bit & !*one, bit & !*one & !*two);
        *one ^= bit;
        *two ^= no_one;
        *four ^= no_two;
    }

    /// Unseen copies of these kinds.
    #[inline]
    fn count(&self, kinds: KindSet) -> u32 {
        let [one, two, four] = self.0.map(|digit| (digit & kinds.bits()).count_ones());
        one + 2 * two + 4 * four
    }
}
