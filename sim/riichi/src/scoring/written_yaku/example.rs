//! Hands drawn to show a yaku of a rules file: some that have it, and some that miss it by one change.

use super::WrittenYaku;
use super::pattern::{Case, Demand, Kinds, Way, sort};
use super::possible;
use super::words::{Circumstance, Form, Quantity};
use crate::rules::RiichiRules;
use crate::scoring::score::{Course, DoraCount, HandValue, Win, WinFlags, value};
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat, Rng, eval};

/// Hands of one yaku.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// Hands that have it.
    pub with: Vec<Example>,
    /// Hands that miss it by one change, and the change in words.
    pub without: Vec<(Example, String)>,
}

/// A win as it may happen.
#[derive(Clone, Debug)]
pub struct Example {
    pub(super) parts: Vec<Part>,
    pub(super) tile: Kind,
    pub(super) tsumo: bool,
    /// Of the winner and of the round.
    pub(super) winds: [Kind; 2],
    pub(super) flags: WinFlags,
    pub(super) dora: DoraCount,
    pub(super) course: Course,
    /// The numbers that the yaku asks for; only these are shown.
    asked: Vec<Quantity>,
}

/// Tiles of an example that belong together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Part {
    /// A bit of [`sort`]; 0 for a single tile of thirteen orphans and other whole hands.
    pub(super) sort: u8,
    pub(super) low: Kind,
    pub(super) called: bool,
}

/// Hands that are drawn for the first example, and for each one more, at most.
const MOST_TRIES: [usize; 2] = [30_000, 3_000];

/// Draws hands that show the `number`-th yaku of the rules, up to `count` of each sort. The same seed draws the same.
pub fn examples(rules: &RiichiRules, number: usize, count: usize, seed: u64) -> Examples {
    let yaku = &rules.yaku.all()[number];
    let mut rng = Rng::from_seed(seed);
    let mut found = Examples::default();
    let mut tries = 0;
    while found.with.len() < count && tries < MOST_TRIES[usize::from(!found.with.is_empty())] {
        tries += 1;
        let drawn = Example::draw(rules, yaku, &mut rng);
        let drawn = drawn.filter(|drawn| possible::is_possible(drawn, rules) && drawn.has(rules, number));
        if let Some(drawn) = drawn.filter(|drawn| found.with.iter().all(|other| other.parts != drawn.parts)) {
            found.with.push(drawn);
            tries = 0;
        }
    }
    let mut tries = 0;
    while found.without.len() < count && !found.with.is_empty() && tries < MOST_TRIES[1] {
        tries += 1;
        let from = &found.with[rng.below(found.with.len() as u32) as usize];
        let misses = |changed: &Example| possible::is_possible(changed, rules) && !changed.has(rules, number);
        let changed = from.changed(&mut rng).filter(|(changed, _)| misses(changed));
        let is_new = |change: &str| found.without.iter().all(|(_, other)| other != change);
        if let Some(changed) = changed.filter(|(_, change)| is_new(change)) {
            found.without.push(changed);
            tries = 0;
        }
    }
    found
}

impl Example {
    /// Its value under these rules.
    pub fn value(&self, rules: &RiichiRules) -> Option<HandValue> {
        let (hand, melds) = (self.hand(), self.melds());
        let [seat_wind, round_wind] = self.winds;
        let Example { tile, tsumo, flags, dora, course, .. } = *self;
        value(
            rules,
            &Win { hand: &hand, melds: &melds, tile, tsumo, seat_wind, round_wind, flags, dora, course },
        )
    }

    /// The tiles in groups, called ones in brackets: `123m 456p 11z [777z]`.
    pub fn tiles(&self) -> String {
        let text = |part: &Part| {
            let tiles: Vec<String> = part.kinds().iter().map(|kind| kind.to_string()).collect();
            let suit = tiles[0][1..].to_owned();
            let ranks: String = tiles.iter().map(|tile| &tile[..1]).collect();
            if part.called { format!("[{ranks}{suit}]") } else { ranks + &suit }
        };
        self.parts.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    /// How it was won: `tsumo 5p, seat E, round S, riichi`.
    pub fn how(&self) -> String {
        let winds = self.winds.map(|wind| ["E", "S", "W", "N"][wind.rank() as usize]);
        let way = if self.tsumo { "tsumo" } else { "ron" };
        let mut text = format!("{way} {}, seat {}, round {}", self.tile, winds[0], winds[1]);
        let flags =
            FLAGS.iter().filter(|(flag, _)| self.flags.has(*flag)).map(|(_, name)| (*name).to_owned());
        let ((dora, course), asks) = ((self.dora, self.course), |asked| self.asked.contains(&asked));
        let numbers = [
            (Quantity::Red, "red fives", dora.aka.into()),
            (Quantity::Dora, "dora", dora.dora.into()),
            (Quantity::Ura, "ura dora", dora.ura.into()),
            (Quantity::Norths, "norths", dora.nuki.into()),
            (Quantity::Honba, "honba", course.honba),
            (Quantity::Discards, "discards", course.discards.into()),
            (Quantity::Left, "tiles left", course.left.into()),
        ];
        let numbers = numbers.into_iter().filter(|&(asked, _, number)| number > 0 && asks(asked));
        let numbers = numbers.map(|(_, name, number)| format!("{number} {name}"));
        flags.chain(numbers).for_each(|word| text += &format!(", {word}"));
        text
    }

    fn has(&self, rules: &RiichiRules, number: usize) -> bool {
        self.value(rules).map_or(0, |value| value.own_yaku) >> number & 1 != 0
    }

    /// Whether the hand is complete, with the winning tile among its concealed ones.
    pub(super) fn is_won(&self) -> bool {
        let melds = self.melds();
        let hand = self.hand();
        hand.kinds().has(self.tile) && eval::is_agari(&hand, melds.len() as u8)
    }

    fn is_meld(part: &Part) -> bool {
        part.called || part.sort == sort::KAN
    }

    pub(super) fn hand(&self) -> Hand {
        let concealed = self.parts.iter().filter(|part| !Example::is_meld(part));
        concealed.flat_map(Part::kinds).fold(Hand::EMPTY, |hand, kind| hand.with(kind))
    }

    fn melds(&self) -> Vec<Meld> {
        self.parts.iter().filter(|part| Example::is_meld(part)).map(Part::meld).collect()
    }
}

/// The circumstances of wins, as they are written for people.
const FLAGS: [(WinFlags, &str); 11] = [
    (WinFlags::RIICHI, "riichi"),
    (WinFlags::DOUBLE_RIICHI, "double riichi"),
    (WinFlags::OPEN_RIICHI, "open riichi"),
    (WinFlags::IPPATSU, "ippatsu"),
    (WinFlags::HAITEI, "last tile"),
    (WinFlags::HOUTEI, "last discard"),
    (WinFlags::RINSHAN, "replacement tile"),
    (WinFlags::CHANKAN, "robbed kan"),
    (WinFlags::FIRST_TURN, "first go-round"),
    (WinFlags::RIICHI_TILE, "tile of a riichi"),
    (WinFlags::AFTER_KAN, "discard after a kan"),
];

impl Part {
    pub(super) fn kinds(&self) -> Vec<Kind> {
        match self.sort {
            sort::RUN => (0..3).map(|step| Kind::of(self.low.code() + step)).collect(),
            sort::TRIPLET => vec![self.low; 3],
            sort::KAN => vec![self.low; 4],
            sort::PAIR => vec![self.low; 2],
            _ => vec![self.low],
        }
    }

    fn meld(&self) -> Meld {
        let tile = self.low.tile();
        let tiles: Vec<_> = self.kinds().into_iter().map(Kind::tile).collect();
        match (self.sort, self.called) {
            (sort::RUN, _) => Meld::chi(tile, [tiles[1], tiles[2]], RelSeat::new(3)),
            (sort::TRIPLET, _) => Meld::pon(tile, [tile; 2], RelSeat::new(2)),
            (_, true) => Meld::daiminkan(tile, [tile; 3], RelSeat::new(2)),
            (_, false) => Meld::ankan([tile; 4]),
        }
    }
}

impl Circumstance {
    fn flags(self, tsumo: bool) -> WinFlags {
        match self {
            Circumstance::Riichi => WinFlags::RIICHI,
            Circumstance::DoubleRiichi => WinFlags::DOUBLE_RIICHI,
            Circumstance::OpenRiichi => WinFlags::RIICHI.with(WinFlags::OPEN_RIICHI),
            Circumstance::Ippatsu => WinFlags::RIICHI.with(WinFlags::IPPATSU),
            Circumstance::LastTile if tsumo => WinFlags::HAITEI,
            Circumstance::LastTile => WinFlags::HOUTEI,
            Circumstance::AfterKan => WinFlags::RINSHAN,
            Circumstance::RobbedKan => WinFlags::CHANKAN,
            Circumstance::FirstGoRound => WinFlags::FIRST_TURN,
            Circumstance::RiichiTile => WinFlags::RIICHI_TILE,
            Circumstance::DiscardAfterKan => WinFlags::AFTER_KAN,
            _ => WinFlags::NONE,
        }
    }
}

/// Draws.
impl Example {
    /// A hand that may have the yaku; none if what was drawn cannot be.
    fn draw(rules: &RiichiRules, yaku: &WrittenYaku, rng: &mut Rng) -> Option<Example> {
        let conditions = &yaku.conditions;
        let case = &conditions.cases[rng.below(conditions.cases.len() as u32) as usize];
        let winds =
            [rules.players, possible::rounds(rules)].map(|winds| Kind::wind(rng.below(winds.into()) as u8));
        let forms: Vec<Form> =
            Form::ALL.iter().copied().filter(|&form| conditions.forms >> form as u8 & 1 != 0).collect();
        let form = if rng.below(3) > 0 { *forms.first()? } else { one_of(rng, &forms) };
        let all = if rules.players == 3 { KindSet::SANMA } else { KindSet::ALL };
        let mut sketch = Sketch { case, winds, among: all & case.among(winds), rng, chi: rules.chii };
        let mut parts = sketch.parts(form)?;
        if sketch.rng.below(6) == 0 {
            let can_call = |part: &Part| {
                part.sort != 0 && part.sort != sort::PAIR && (rules.chii || part.sort != sort::RUN)
            };
            parts.iter_mut().filter(|part| can_call(part)).for_each(|part| part.called = true);
        }
        if conditions.is_closed() {
            parts.iter_mut().for_each(|part| part.called = false);
        }
        if conditions.flags.contains(&(Circumstance::AfterKan, true))
            && let Some(triplet) = parts.iter_mut().find(|part| part.sort == sort::TRIPLET)
        {
            triplet.sort = sort::KAN;
        }
        let parts = Some(parts).filter(|parts| possible::copies_fit(parts))?;
        let mut example = Example::won(rules, parts, winds, sketch.rng);
        let held: Vec<Kind> = example.hand().kinds().into_iter().collect();
        let winning = case.winning.map_or(KindSet::ALL, |kinds| kinds.for_winds(winds));
        let held: Vec<Kind> = held.into_iter().filter(|&kind| winning.has(kind)).collect();
        example.tile = *held.get(rng.below(held.len().max(1) as u32) as usize)?;
        example.fit(&conditions.flags);
        example.asked = conditions.numbers.iter().map(|(number, ..)| *number).collect();
        example.forget_the_rest(rules);
        Some(example)
    }

    /// A win of these parts in some circumstances.
    fn won(rules: &RiichiRules, parts: Vec<Part>, winds: [Kind; 2], rng: &mut Rng) -> Example {
        let mut is = |of: u32| rng.below(of) == 0;
        let closed = parts.iter().all(|part| !part.called);
        let (tsumo, riichi) = (is(2), closed && is(3));
        let flags =
            WinFlags::NONE.with_if(WinFlags::RIICHI, riichi).with_if(WinFlags::IPPATSU, riichi && is(4));
        let mut below = |most: u32| rng.below(most) as u8;
        let dora = DoraCount { aka: below(5), dora: below(9), ura: below(9), nuki: below(5) };
        let course = Course {
            discards: below(18),
            outside_only: false,
            left: below(70),
            honba: below(24).saturating_sub(11).into(),
            from: (!tsumo).then(|| RelSeat::new(1 + below(u32::from(rules.players) - 1))),
        };
        Example { parts, tile: Kind::EAST, tsumo, winds, flags, dora, course, asked: Vec::new() }
    }

    /// Gives numbers that the yaku does not ask for the values of a usual win, and those that follow from circumstances the ones that do.
    fn forget_the_rest(&mut self, rules: &RiichiRules) {
        let asks = |wanted| self.asked.contains(&wanted);
        let kept = |number: u8, wanted, usual: u8| if asks(wanted) { number } else { usual };
        let (dora, course) = (self.dora, self.course);
        self.dora = DoraCount {
            aka: kept(dora.aka, Quantity::Red, possible::reds(self, rules)[0]),
            dora: kept(dora.dora, Quantity::Dora, 0),
            ura: kept(dora.ura, Quantity::Ura, 0),
            nuki: kept(dora.nuki, Quantity::Norths, 0),
        };
        self.course.honba *= u16::from(asks(Quantity::Honba));
        self.course.discards = kept(course.discards, Quantity::Discards, 6);
        self.course.left = kept(course.left, Quantity::Left, 30);
        let has = |flag| self.flags.has(flag);
        if has(WinFlags::FIRST_TURN) {
            (self.course.discards, self.course.left) = (0, kept(course.left, Quantity::Left, 60));
        }
        if has(WinFlags::DOUBLE_RIICHI) && has(WinFlags::IPPATSU) {
            self.course.discards = 1;
        }
        if has(WinFlags::HAITEI) || has(WinFlags::HOUTEI) {
            self.course.left = 0;
        }
        self.flags = self.flags.with_if(self.last_flag(), self.course.left == 0 && !has(WinFlags::RINSHAN));
    }

    /// The flag of the last tile.
    fn last_flag(&self) -> WinFlags {
        if self.tsumo { WinFlags::HAITEI } else { WinFlags::HOUTEI }
    }

    /// Copies of a kind in the whole hand.
    pub(super) fn copies(&self, kind: Kind) -> u8 {
        self.parts.iter().flat_map(Part::kinds).filter(|&held| held == kind).count() as u8
    }

    /// Makes the circumstances hold that a yaku demands.
    fn fit(&mut self, flags: &[(Circumstance, bool)]) {
        let wanted = |flag| flags.contains(&(flag, true));
        let refused = |flag| flags.contains(&(flag, false));
        use Circumstance as C;
        let by_ron = [C::Ron, C::RobbedKan, C::RiichiTile, C::DiscardAfterKan].into_iter().any(wanted);
        let by_tsumo = wanted(C::Tsumo) || wanted(C::AfterKan);
        self.tsumo = match (by_tsumo || refused(C::Ron), by_ron || refused(C::Tsumo)) {
            (true, _) => true,
            (_, true) => false,
            _ => self.tsumo,
        };
        if wanted(C::OutsideRiver) {
            (self.course.outside_only, self.course.discards) = (true, self.course.discards.max(1));
        }
        self.course.from = match (self.tsumo, self.course.from) {
            (true, _) => None,
            (false, from) => from.or(Some(RelSeat::new(1))),
        };
        let kept = if refused(C::Riichi) || wanted(C::FirstGoRound) { WinFlags::NONE } else { self.flags };
        let of_yaku = flags.iter().filter(|(_, wanted)| *wanted).map(|(flag, _)| flag.flags(self.tsumo));
        self.flags = of_yaku.fold(kept, WinFlags::with);
    }

    /// The same with one change, in words.
    fn changed(&self, rng: &mut Rng) -> Option<(Example, String)> {
        let mut changed = self.clone();
        let way = rng.below(6);
        let change = match way {
            0 => {
                changed.tsumo = !self.tsumo;
                changed.course.from = self.tsumo.then(|| RelSeat::new(1));
                let is_last = self.flags.has(self.last_flag());
                changed.flags = self.flags.without(self.last_flag()).with_if(changed.last_flag(), is_last);
                let word = |tsumo| if tsumo { "tsumo" } else { "ron" };
                format!("{} instead of {}", word(changed.tsumo), word(self.tsumo))
            }
            5 => {
                let held: Vec<_> = FLAGS.into_iter().filter(|(flag, _)| self.flags.has(*flag)).collect();
                let (flag, name) = *held.get(rng.below(held.len().max(1) as u32) as usize)?;
                changed.flags = self.flags.without(flag);
                changed.course.left = self.course.left.max(u8::from(flag == self.last_flag()));
                format!("not {name}")
            }
            1 => {
                let kinds: Vec<Kind> = self.hand().kinds().into_iter().collect();
                changed.tile = one_of(rng, &kinds);
                format!("won on {} instead of {}", changed.tile, self.tile)
            }
            _ => {
                let at = rng.below(self.parts.len() as u32) as usize;
                let part = self.parts[at];
                changed.parts[at] = if way == 2 { part.called_or_not()? } else { part.moved(rng)? };
                let text = |parts: &Part| Example { parts: vec![*parts], ..self.clone() }.tiles();
                format!("{} instead of {}", text(&changed.parts[at]), text(&self.parts[at]))
            }
        };
        possible::copies_fit(&changed.parts).then_some((changed, change))
    }
}

impl Part {
    /// The same set called, or not called; a kan as a triplet.
    fn called_or_not(&self) -> Option<Part> {
        match self.sort {
            0 | sort::PAIR => None,
            sort::KAN => Some(Part { sort: sort::TRIPLET, ..*self }),
            _ => Some(Part { called: !self.called, ..*self }),
        }
    }

    /// Another part of its sort, one kind or suit away.
    fn moved(&self, rng: &mut Rng) -> Option<Part> {
        let code = i32::from(self.low.code()) + one_of(rng, &[1, -1, 9, -9, 18, -18]);
        let low = Kind::new(u8::try_from(code).ok()?)?;
        let fits = self.sort != sort::RUN || !low.is_honor() && low.rank() < 7;
        fits.then_some(Part { low, ..*self })
    }
}

/// What a hand is drawn from.
struct Sketch<'a> {
    case: &'a Case,
    winds: [Kind; 2],
    /// Kinds that the hand may have.
    among: KindSet,
    rng: &'a mut Rng,
    /// Whether sequences may be called.
    chi: bool,
}

impl Sketch<'_> {
    fn parts(&mut self, form: Form) -> Option<Vec<Part>> {
        let single = |low| Part { sort: 0, low, called: false };
        let needed: Vec<Kind> = self.case.tiles.iter().flat_map(|&kinds| kinds).collect();
        match form {
            Form::Orphans => {
                let again = self.kind(KindSet::YAOCHU)?;
                Some(KindSet::YAOCHU.into_iter().chain([again]).map(single).collect())
            }
            Form::SevenPairs => self.seven_pairs(),
            Form::Standard if needed.len() >= 13 => {
                let more = if needed.len() == 13 { Some(self.kind(self.among)?) } else { None };
                let mut kinds: Vec<Kind> = needed.into_iter().chain(more).collect();
                kinds.sort();
                Some(kinds.into_iter().map(single).collect())
            }
            Form::Standard => self.standard(),
        }
    }

    fn seven_pairs(&mut self) -> Option<Vec<Part>> {
        let mut kinds = KindSet::EMPTY;
        for _ in 0..100 {
            let demand = self.case.groups.iter().chain(&self.case.every).next().cloned();
            let among = demand.map_or(self.among, |demand| demand.ways[0].lows_for(self.winds) & self.among);
            kinds |= KindSet::of(self.kind(among)?);
            if kinds.len() == 7 {
                return Some(
                    kinds.into_iter().map(|low| Part { sort: sort::PAIR, low, called: false }).collect(),
                );
            }
        }
        None
    }

    fn standard(&mut self) -> Option<Vec<Part>> {
        let mut parts: Vec<Part> = Vec::new();
        for demand in &self.case.groups {
            for _ in 0..demand.count {
                parts.push(self.part_of(demand)?);
            }
        }
        let pairs = |parts: &[Part]| parts.iter().filter(|part| part.sort == sort::PAIR).count();
        while parts.len() - pairs(&parts) < 4 {
            parts.push(self.filler(sort::RUN | sort::TRIPLET)?);
        }
        if pairs(&parts) == 0 {
            parts.push(self.pair()?);
        }
        (parts.len() == 5 && pairs(&parts) == 1).then_some(parts)
    }

    /// The pair; it may be of the winning tile.
    fn pair(&mut self) -> Option<Part> {
        let pair = self.filler(sort::PAIR)?;
        match self.case.winning.filter(|_| self.rng.below(2) == 0) {
            Some(winning) => {
                Some(Part { low: self.kind(winning.for_winds(self.winds) & self.among)?, ..pair })
            }
            None => Some(pair),
        }
    }

    /// A group that nothing but `every` demands.
    fn filler(&mut self, sorts: u8) -> Option<Part> {
        let any = Way {
            sorts,
            low: KindSet::ALL,
            of: Kinds::ALL,
            with: Kinds::ALL,
            concealed: false,
            exposed: false,
        };
        let every: Vec<Way> = self.case.every.iter().flat_map(|demand| demand.ways.iter().copied()).collect();
        let every: Vec<Way> = every.into_iter().filter(|way| way.sorts & sorts != 0).collect();
        let way = if every.is_empty() { any } else { one_of(self.rng, &every) };
        self.part(&Way { sorts: way.sorts & sorts, ..way })
    }

    fn part_of(&mut self, demand: &Demand) -> Option<Part> {
        let way = one_of(self.rng, &demand.ways);
        self.part(&way)
    }

    fn part(&mut self, way: &Way) -> Option<Part> {
        let sorts: Vec<u8> = [sort::RUN, sort::TRIPLET, sort::KAN, sort::PAIR]
            .into_iter()
            .filter(|sort| way.sorts & sort != 0)
            .collect();
        let mut sort = one_of(self.rng, &sorts);
        if sort == sort::KAN && sorts.len() > 1 && self.rng.below(4) > 0 {
            sort = sorts[0];
        }
        let lows: Vec<Kind> = way.low.into_iter().filter(|&low| self.fits(way, sort, low)).collect();
        let low = *lows.get(self.rng.below(lows.len().max(1) as u32) as usize)?;
        let may_call = sort != sort::PAIR && (sort != sort::RUN || self.chi) && !way.concealed;
        let called = may_call && (way.exposed || self.rng.below(5) == 0);
        Some(Part { sort, low, called })
    }

    fn fits(&self, way: &Way, sort: u8, low: Kind) -> bool {
        if sort == sort::RUN && (low.is_honor() || low.rank() > 6) {
            return false;
        }
        let kinds: KindSet = Part { sort, low, called: false }.kinds().into_iter().collect();
        let (of, with) = (way.of.for_winds(self.winds), way.with.for_winds(self.winds));
        kinds.is_subset_of(of & self.among) && kinds.meets(with)
    }

    fn kind(&mut self, among: KindSet) -> Option<Kind> {
        let all: Vec<Kind> = among.into_iter().collect();
        (!all.is_empty()).then(|| one_of(self.rng, &all))
    }
}

impl Case {
    /// Kinds that a hand may have.
    fn among(&self, winds: [Kind; 2]) -> KindSet {
        let only = self.only.map_or(KindSet::ALL, |only| only.for_winds(winds));
        only - self.none.for_winds(winds)
    }
}

impl Way {
    /// Lowest kinds of its groups of one kind.
    fn lows_for(&self, winds: [Kind; 2]) -> KindSet {
        self.low & self.of.for_winds(winds) & self.with.for_winds(winds)
    }
}

fn one_of<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    items[rng.below(items.len() as u32) as usize]
}
