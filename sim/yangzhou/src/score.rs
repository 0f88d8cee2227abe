//! The value of a completed hand: its fans and their sum. It is in the game loop: no allocation.
//!
//! A hand is read in every way in which it divides into four sets and a pair, and in each with the winning tile in every
//! place where it fits. The reading with the highest sum counts. Source: RULES.md Y-4.

use super::fan::{Fan, FanSet, Fans, Scale, Times};
use super::rules::{Implied, TwoSeq, WaitFan, YangzhouRules};
use super::runs::{Runs, fans_of_runs};
use hyakuman_core::common::places::Places;
use hyakuman_core::eval::{self, Full, Shape};
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind};

/// A completed hand and how it was won.
#[derive(Clone, Copy, Debug)]
pub struct Win<'a> {
    /// Concealed part, the winning tile included: 14 tiles less three per meld.
    pub hand: &'a Hand,
    /// Melds, concealed kans among them.
    pub melds: &'a [Meld],
    /// The winning tile.
    pub tile: Kind,
    /// How the winning tile came.
    pub way: Way,
    /// The winner's wind; east is the dealer.
    pub seat_wind: Kind,
    /// The prevailing wind.
    pub round_wind: Kind,
}

/// How a winning tile comes (Y-4.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The winner drew it, from the wall or as a replacement.
    Tsumo,
    /// Another seat discarded it.
    Ron,
    /// Another seat made a kan with it.
    RobbedKan,
}

/// The value of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The fans of its best reading.
    pub fans: Fans,
    /// Their sum.
    pub total: u16,
}

/// Scores hands under the rules of one match.
#[derive(Clone, Debug)]
pub struct Scorer {
    scale: Scale,
    once_per_hand: bool,
    pinghu_honor_pair: bool,
    unique_wait: bool,
    ron_triplet_concealed: bool,
    /// Whether a concealed kan counts as a concealed triplet too.
    ankan_is_triplet: bool,
}

impl Scorer {
    /// For these rules.
    pub fn new(rules: &YangzhouRules) -> Scorer {
        Scorer {
            scale: Scale::new(rules),
            once_per_hand: rules.two_seq == TwoSeq::OncePerHand,
            pinghu_honor_pair: rules.pinghu_honor_pair,
            unique_wait: rules.wait == WaitFan::UniqueWaitOnly,
            ron_triplet_concealed: rules.ron_triplet_concealed,
            ankan_is_triplet: rules.implied == Implied::ExplicitOnly,
        }
    }

    /// The values of the fans.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }

    /// The value of a win; none where the tiles are not a complete hand, or have less than the minimum of fan.
    #[inline]
    pub fn value(&self, win: &Win) -> Option<Value> {
        self.best(win).filter(|value| value.total >= self.scale.minimum(win.way))
    }

    /// The value of a complete hand, even if it is below the minimum; none where the tiles are not a complete hand.
    #[inline]
    pub fn best(&self, win: &Win) -> Option<Value> {
        let exposed = Exposed::of(win.melds);
        let common = self.common(win, &exposed);
        let wait_counts = !self.unique_wait || is_only_wait(win);
        let mut best: Option<Value> = None;
        for shape in eval::shapes(win.hand) {
            let fans = self.reading(win, &exposed, &common, &shape);
            let value = self.completed(win, &shape, fans, wait_counts);
            if best.is_none_or(|best| value.total > best.total) {
                best = Some(value);
            }
        }
        best
    }

    /// The fans of every reading: of the tiles, the melds, and the way it was won.
    #[inline]
    fn common(&self, win: &Win, exposed: &Exposed) -> Fans {
        let kinds = win.hand.kinds() | exposed.kinds;
        let mut set = COLOURS[suits_of(kinds)];
        set.add(Fan::Zimo, win.way == Way::Tsumo);
        set.add(Fan::Menqing, !exposed.open);
        set.add(Fan::Duanyao, !kinds.meets(KindSet::YAOCHU));
        let concealed = exposed.ankans * self.ankan_is_triplet as u32;
        let times = Times::default()
            .with(Fan::Minggang, exposed.minkans)
            .with(Fan::Angang, exposed.ankans)
            .with(Fan::Zige, concealed);
        Fans { set, times }
    }

    /// The fans of one reading before it is known how the winning tile completed it.
    #[inline]
    fn reading(&self, win: &Win, exposed: &Exposed, common: &Fans, shape: &Shape) -> Fans {
        let triplets = shape.triplets | exposed.triplets;
        let runs = exposed.runs.with(&shape.runs);
        let mut set = common.set.or(fans_of_triplets(triplets, win.seat_wind, win.round_wind));
        let honors = (win.hand.kinds() | exposed.kinds).meets(KindSet::HONORS);
        set.add(Fan::Yaotou, !honors && shape.pair.meets(KindSet::YAOCHU));
        let pinghu = self.pinghu_honor_pair || !shape.pair.meets(KindSet::HONORS);
        set.add(Fan::Pinghu, triplets.is_empty() && pinghu);
        let (of_runs, times) = fans_of_runs(&runs, self.once_per_hand, common.times);
        let times = times.with(Fan::Zige, shape.triplets.len());
        Fans { set: self.scale.settle(set.or(of_runs).or(times.set())), times }
    }

    /// The value of a reading with the winning tile in its most valuable place.
    #[inline]
    fn completed(&self, win: &Win, shape: &Shape, fans: Fans, wait_counts: bool) -> Value {
        let total = self.scale.total(&fans);
        let opens = win.way != Way::Tsumo && !self.ron_triplet_concealed;
        let worth = |place: WinningPlace| match place.fan() {
            Some(fan) if wait_counts => total + self.scale.worth(fan),
            None if place == WinningPlace::Triplet && opens => total - self.scale.worth(Fan::Zige),
            _ => total,
        };
        let mut places = places(shape, win.tile);
        let mut best: Option<(WinningPlace, u16)> = None;
        while places != 0 {
            let place = WinningPlace::ALL[places.trailing_zeros() as usize % WinningPlace::ALL.len()];
            places &= places - 1;
            if best.is_none_or(|(_, most)| worth(place) > most) {
                best = Some((place, worth(place)));
            }
        }
        let (place, total) = best.unwrap_or((WinningPlace::Open, total));
        Value { fans: place.settle(fans, wait_counts, opens), total }
    }
}

/// Where the winning tile is in a reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WinningPlace {
    /// The open end of a sequence.
    Open,
    /// The middle of one.
    Middle,
    /// The closed end of 123 or 789.
    Edge,
    /// A triplet.
    Triplet,
    /// The pair.
    Pair,
}

impl WinningPlace {
    /// By their bit in [`places`].
    const ALL: [WinningPlace; 5] = [
        WinningPlace::Open,
        WinningPlace::Middle,
        WinningPlace::Edge,
        WinningPlace::Triplet,
        WinningPlace::Pair,
    ];

    #[inline]
    fn fan(self) -> Option<Fan> {
        match self {
            WinningPlace::Open | WinningPlace::Triplet => None,
            WinningPlace::Middle => Some(Fan::Yazi),
            WinningPlace::Edge => Some(Fan::Bianzhang),
            WinningPlace::Pair => Some(Fan::Dudiao),
        }
    }

    /// The fans with the winning tile here; another's tile may open a triplet.
    #[inline]
    fn settle(self, mut fans: Fans, wait_counts: bool, opens: bool) -> Fans {
        match self.fan() {
            Some(fan) => fans.set.add(fan, wait_counts),
            None if self == WinningPlace::Triplet && opens => {
                fans.times = fans.times.less_one(Fan::Zige);
                let kept = fans.times.set().has(Fan::Zige);
                fans.set = fans.set.without(FanSet::of(&[Fan::Zige]));
                fans.set.add(Fan::Zige, kept);
            }
            None => {}
        }
        fans
    }
}

/// The places where `tile` fits into the concealed part of a reading: bit `i` for `Place::ALL[i]`.
#[inline]
fn places(shape: &Shape, tile: Kind) -> u32 {
    let Places { open, middle, edge, triplet, pair } = Places::of(shape, tile);
    open as u32 | (middle as u32) << 1 | (edge as u32) << 2 | (triplet as u32) << 3 | (pair as u32) << 4
}

/// Whether the winning tile was the only wait of the hand. Needed only under a rule that is rarely used.
#[cold]
fn is_only_wait(win: &Win) -> bool {
    let before = win.hand.without(win.tile);
    eval::waits_standard::<Full>(&before, win.melds.len() as u8).len() == 1
}

/// Winds and dragons among the triplets.
#[inline]
fn fans_of_triplets(triplets: KindSet, seat_wind: Kind, round_wind: Kind) -> FanSet {
    let mut set = FanSet::EMPTY;
    set.add(Fan::Menfeng, triplets.has(seat_wind));
    set.add(Fan::Quanfeng, triplets.has(round_wind));
    set.add(Fan::Hongzhong, triplets.has(Kind::CHUN));
    set.add(Fan::Facai, triplets.has(Kind::HATSU));
    set.add(Fan::Baipi, triplets.has(Kind::HAKU));
    set.add(Fan::Duiduihu, triplets.len() == 4);
    set
}

/// The suits (bits 0 to 2) and honors (bit 3) among the kinds.
#[inline]
fn suits_of(kinds: KindSet) -> usize {
    (0..4).map(|suit| (kinds.meets(KindSet::suit(suit)) as usize) << suit).sum()
}

/// The fan of each combination of suits and honors, if there is one.
const COLOURS: [FanSet; 16] = {
    let mut colours = [FanSet::EMPTY; 16];
    let mut suits = 0;
    while suits < 16 {
        let honors = suits & 8 != 0;
        colours[suits] = match ((suits & 7).count_ones(), honors) {
            (0, true) => FanSet::of(&[Fan::Fengqing]),
            (1, true) => FanSet::of(&[Fan::Hunyise]),
            (1, false) => FanSet::of(&[Fan::Qingyise]),
            (2, false) => FanSet::of(&[Fan::Queyi]),
            _ => FanSet::EMPTY,
        };
        suits += 1;
    }
    colours
};

/// The melds of a hand.
#[derive(Default)]
struct Exposed {
    kinds: KindSet,
    runs: Runs,
    triplets: KindSet,
    minkans: u32,
    ankans: u32,
    open: bool,
}

impl Exposed {
    #[inline]
    fn of(melds: &[Meld]) -> Exposed {
        let mut exposed = Exposed::default();
        for meld in melds {
            match meld.kind() {
                MeldKind::Chi => exposed.runs.add(meld.low()),
                _ => exposed.triplets.insert(meld.low()),
            }
            exposed.kinds |= meld.kinds();
            exposed.open |= meld.is_open();
            exposed.minkans += (meld.is_kan() & meld.is_open()) as u32;
            exposed.ankans += !meld.is_open() as u32;
        }
        exposed
    }
}
