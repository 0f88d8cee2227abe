//! Whether a hand can meet what a yaku demands, as far as circumstances, sets of kinds and numbers say it. A yaku that no hand meets for another
//! reason is not found.

use super::claims::{Claim, contradiction, within};
use super::pattern::{ALL_WAITS, Case, Conditions, Demand, Kinds, Way, sort};
use super::words::{Circumstance, Class, Form, Quantity, WaitWord};
use crate::rules::{Kita, RiichiRules};
use hyakuman_core::{Kind, KindSet};

/// What rules say of every hand.
#[derive(Debug)]
pub(crate) struct Limits {
    /// The kinds that are played.
    kinds: KindSet,
    claims: &'static [Claim],
    /// The greatest values of numbers.
    most: [(Quantity, u32); 3],
}

impl Limits {
    /// Of all rules.
    pub(super) const NONE: Limits = Limits {
        kinds: KindSet::ALL,
        claims: &[],
        most: [(Quantity::Red, u32::MAX), (Quantity::Norths, u32::MAX), (Quantity::Kans, u32::MAX)],
    };

    pub(crate) fn of(rules: &RiichiRules) -> Limits {
        let (kinds, claims): (_, &[Claim]) = match rules.players {
            3 => (KindSet::SANMA, &[(Circumstance::FromAcross, false)]),
            _ => (KindSet::ALL, &[]),
        };
        let norths = if rules.kita == Kita::Nukidora { 4 } else { 0 };
        let (reds, kans) = (rules.red_fives.iter().map(|&reds| u32::from(reds)).sum(), rules.max_kans.into());
        let most = [(Quantity::Red, reds), (Quantity::Norths, norths), (Quantity::Kans, kans)];
        Limits { kinds, claims, most }
    }

    fn range(&self, of: Quantity) -> [u32; 2] {
        [0, self.most.iter().find(|(quantity, _)| *quantity == of).map_or(u32::MAX, |(_, most)| *most)]
    }
}

impl Conditions {
    /// Why no win meets them under these rules, in words; none if one may.
    pub(super) fn never(&self, limits: &Limits) -> Option<String> {
        let claims = [self.claims(), limits.claims.to_vec()].concat();
        if let Some([(circumstance, _), _]) = contradiction(&claims) {
            return Some(format!("`{}` never holds", circumstance.word()));
        }
        if let Some((quantity, range)) = self.number_that_none_has(limits) {
            return Some(no_number(quantity, range));
        }
        let frame = self.frame(limits);
        let why =
            if limits.kinds == KindSet::ALL { "there is none" } else { "three players have no 2m to 8m" };
        (!self.cases.iter().any(|case| frame.may_have(case))).then(|| why.to_owned())
    }

    /// What decides whether a hand can meet a case of them.
    pub(super) fn frame(&self, limits: &Limits) -> Frame<'_> {
        let claims = self.claims();
        let completed = |form: Form| self.waits == ALL_WAITS || self.waits & form.waits() != 0;
        let forms =
            Form::ALL.iter().copied().filter(|&form| self.forms >> form as u8 & 1 != 0 && completed(form));
        let is_asked =
            |of: Quantity| of == Quantity::Kans || self.numbers.iter().any(|(asked, ..)| *asked == of);
        let numbers = Quantity::ALL.iter().copied().filter(|&of| is_asked(of));
        let numbers = numbers.map(|of| (of, within(of.range(&claims), limits.range(of)))).collect();
        Frame { conditions: self, kinds: limits.kinds, forms: forms.collect(), numbers }
    }

    /// A number of which no win has what is demanded, and the least and the greatest that it can be.
    pub(super) fn number_that_none_has(&self, limits: &Limits) -> Option<(Quantity, [u32; 2])> {
        let claims = self.claims();
        let ranges = Quantity::ALL.iter().map(|&of| (of, within(of.range(&claims), limits.range(of))));
        ranges.into_iter().find(|&(of, range)| !self.fits(of, range))
    }

    /// Whether a number between these is as they demand.
    fn fits(&self, quantity: Quantity, [least, most]: [u32; 2]) -> bool {
        let asked = || self.numbers.iter().filter(|(of, ..)| *of == quantity);
        let most = most.min(asked().map(|(.., than)| than + 1).max().unwrap_or(0).max(least.min(most)));
        (least..=most).any(|value| asked().all(|(_, orders, than)| orders.contains(&value.cmp(than))))
    }
}

/// What conditions demand besides the tiles.
pub(super) struct Frame<'a> {
    conditions: &'a Conditions,
    kinds: KindSet,
    forms: Vec<Form>,
    /// The least and the greatest value of each number that matters.
    numbers: Vec<(Quantity, [u32; 2])>,
}

impl Frame<'_> {
    /// Whether a hand may meet this case.
    pub(super) fn may_have(&self, case: &Case) -> bool {
        self.forms.iter().any(|&form| {
            let among = case.may_have(form) & self.kinds;
            let number = |&(of, range): &(Quantity, [u32; 2])| {
                self.conditions.fits(of, within(range, case.range(of, form, among)))
            };
            case.tiles_fit(form, among) && case.groups_fit(form, among) && self.numbers.iter().all(number)
        })
    }
}

/// What is wrong with a demand on a number.
pub(super) fn no_number(quantity: Quantity, [least, most]: [u32; 2]) -> String {
    format!("no win fits what it demands of `{}`, which is {least} to {most}", quantity.word())
}

impl Form {
    /// The sorts of its groups.
    fn sorts(self) -> u8 {
        match self {
            Form::Standard => sort::SET | sort::PAIR,
            Form::SevenPairs => sort::PAIR,
            Form::Orphans => 0,
        }
    }

    /// How it may be completed, as bits of [`WaitWord`].
    fn waits(self) -> u8 {
        match self {
            Form::Standard => ALL_WAITS,
            Form::SevenPairs => 1 << WaitWord::Pair as u8,
            Form::Orphans => 0,
        }
    }

    /// Whether a hand of it can be made of these kinds.
    fn is_made_of(self, kinds: KindSet) -> bool {
        match self {
            // 111122223333m44m.
            Form::Standard => {
                kinds.len() > 4 || kinds.len() == 4 && kinds.into_iter().any(|low| is_run(low, kinds))
            }
            Form::SevenPairs => kinds.len() >= 7,
            Form::Orphans => KindSet::YAOCHU.is_subset_of(kinds),
        }
    }
}

/// Whether the sequence from here on is of these kinds.
fn is_run(low: Kind, kinds: KindSet) -> bool {
    let run = KindSet::from_bits(KindSet::of(low).bits() * 0b111);
    !low.is_honor() && low.rank() < 7 && run.is_subset_of(kinds)
}

impl Case {
    /// Everything that a hand of this form may have.
    fn may_have(&self, form: Form) -> KindSet {
        let of_form = if form == Form::Orphans { KindSet::YAOCHU } else { KindSet::ALL };
        (self.only.map_or(KindSet::ALL, Kinds::at_most) - self.none.fixed) & of_form
    }

    /// What it has to have: the kinds of which there are at least one, two, three and four.
    fn must_have(&self, form: Form) -> [KindSet; 4] {
        let mut needed = self.needed();
        if form == Form::Orphans {
            needed[0] |= KindSet::YAOCHU;
        }
        needed
    }

    /// Whether the tiles that it has to have, and the winning tile, are among these, and make a hand.
    fn tiles_fit(&self, form: Form, among: KindSet) -> bool {
        let [once, twice, thrice, _] = self.must_have(form);
        let copies = match form {
            Form::Standard => true,
            Form::SevenPairs => thrice.is_empty() && once.len() <= 7,
            Form::Orphans => thrice.is_empty() && twice.len() <= 1,
        };
        copies
            && form.is_made_of(among)
            && once.is_subset_of(among)
            && self.classes.iter().chain(&self.winning).all(|kinds| kinds.at_most().meets(among))
    }

    /// Whether a hand has such sets and pairs, so many of them, and four tiles of a kind at most.
    fn groups_fit(&self, form: Form, among: KindSet) -> bool {
        let can_be = |demand: &Demand, sorts: u8| {
            demand.ways.iter().any(|way| way.can_be(form.sorts() & sorts, among))
        };
        let all = sort::SET | sort::PAIR;
        let count = |is: &dyn Fn(&Demand) -> bool| -> u8 {
            self.groups.iter().filter(|demand| is(demand)).map(|demand| demand.count).sum()
        };
        let every =
            |sorts: u8| self.every.is_empty() || self.every.iter().any(|demand| can_be(demand, sorts));
        let (most, sets, pairs) = match form {
            Form::Standard => (5, 4, 1),
            Form::SevenPairs => (7, 0, 7),
            Form::Orphans => (0, 0, 0),
        };
        self.groups.iter().all(|demand| can_be(demand, all))
            && count(&|_| true) <= most
            && count(&|demand| !can_be(demand, sort::PAIR)) <= sets
            && count(&|demand| !can_be(demand, sort::SET)) <= pairs
            && every(sort::PAIR)
            && (form != Form::Standard || every(sort::SET))
            && self.copies_fit()
    }

    /// Whether there are tiles for the groups that are given by their tiles: at most four of a kind.
    fn copies_fit(&self) -> bool {
        let mut copies = [0_u8; Kind::COUNT];
        for demand in &self.groups {
            let [way] = demand.ways[..] else { continue };
            if way.low.len() == 1 {
                let of_kind = way.least_copies() * demand.count;
                way.kinds().into_iter().for_each(|kind| copies[kind.index()] += of_kind);
            }
        }
        copies.iter().all(|&copies| copies <= 4)
    }

    /// The least and the greatest value that a number can have in a hand of this form and these kinds.
    fn range(&self, quantity: Quantity, form: Form, among: KindSet) -> [u32; 2] {
        let is_standard = form == Form::Standard;
        let melds = |least: u8| [least.into(), if is_standard { 4 } else { 0 }];
        let kans = || self.count_all(|way| way.sorts == sort::KAN);
        match quantity {
            Quantity::Called => melds(self.called()),
            Quantity::Kans => melds(kans()),
            Quantity::Melds => melds(kans().max(self.called())),
            Quantity::Kinds if is_standard => [self.must_have(form)[0].len(), among.len()],
            Quantity::Kinds => [if form == Form::Orphans { 13 } else { 7 }; 2],
            Quantity::Suits => self.suits(form, among),
            Quantity::Honors | Quantity::Terminals | Quantity::Sum => self.sum(form, among, quantity),
            _ => [0, u32::MAX],
        }
    }

    /// Groups that a hand must have of which all ways are such.
    fn count_all(&self, is: fn(&Way) -> bool) -> u8 {
        let all = self.groups.iter().filter(|demand| demand.ways.iter().all(is));
        all.map(|demand| demand.count).sum()
    }

    /// The number of suits.
    fn suits(&self, form: Form, among: KindSet) -> [u32; 2] {
        let suits = || (0..3).map(KindSet::suit);
        let groups =
            self.groups.iter().map(Demand::kinds).chain(self.classes.iter().map(|kinds| kinds.at_most()));
        let needed: Vec<KindSet> = groups.collect();
        let must = |suit: &KindSet| {
            self.must_have(form)[0].meets(*suit) || needed.iter().any(|kinds| kinds.is_subset_of(*suit))
        };
        [suits().filter(must).count() as u32, suits().filter(|suit| among.meets(*suit)).count() as u32]
    }

    /// What the tiles count together: 14 of them, with kans 18.
    fn sum(&self, form: Form, among: KindSet, quantity: Quantity) -> [u32; 2] {
        let (mut tiles, mut sum) = (0, 0);
        for kind in self.must_have(form).into_iter().flatten() {
            (tiles, sum) = (tiles + 1, sum + quantity.of_tile(kind));
        }
        let most = if form == Form::Standard { 18_u32 } else { 14 };
        let each = || among.into_iter().map(|kind| quantity.of_tile(kind));
        let (low, high) = (each().min().unwrap_or(0), each().max().unwrap_or(0));
        [sum + 14_u32.saturating_sub(tiles) * low, sum + most.saturating_sub(tiles) * high]
    }
}

impl Quantity {
    /// What a tile adds to a number that is a sum over the tiles.
    pub(super) fn of_tile(self, kind: Kind) -> u32 {
        match self {
            Quantity::Honors => kind.is_honor().into(),
            Quantity::Terminals => Class::Terminal.kinds().has(kind).into(),
            Quantity::Sum if !kind.is_honor() => u32::from(kind.rank()) + 1,
            _ => 0,
        }
    }
}

impl Way {
    /// Whether a group of one of these sorts, of these kinds, is like this.
    fn can_be(&self, sorts: u8, among: KindSet) -> bool {
        let sorts = self.sorts & if self.exposed { sorts & sort::SET } else { sorts };
        Way { sorts, ..*self }.fitting().any(|(_, kinds)| kinds.is_subset_of(among))
    }
}
