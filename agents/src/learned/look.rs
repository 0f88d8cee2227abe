//! What a correction looks at: the other seats, the own hand, and the hand after an action.

use crate::shapes;
use crate::value::Rates;
use crate::value::reading::{self, Reading};
use arrayvec::ArrayVec;
use hyakuman_core::game::{Candidate, place_by_score};
use hyakuman_core::{Hand, Kind, KindSet, MeldKind, RelSeat, Tile};
use hyakuman_riichi::{Action, Question, RiichiState, Variant, View, kernels};

/// The situation of a decision.
pub(super) struct Look<'a, 'v, const N: usize, V: Variant> {
    pub view: &'a View<'v, N, V>,
    pub rates: &'a Rates,
    pub others: ArrayVec<Other, 3>,
    /// The concealed tiles with the one just drawn.
    pub hand: Hand,
    pub dora: KindSet,
    /// Han of the dora in the melds, of red fives in the hand and of tiles set aside.
    pub dora_held: u32,
    /// Kinds of the melds, and those of which they are triplets or kans.
    pub exposed: KindSet,
    pub triplets: KindSet,
    pub own_value: KindSet,
    /// Rank points of a gain and of a loss.
    pub stakes: [f32; 2],
    /// The most valuable action, and passing.
    pub best: Candidate,
    pub pass: Option<Candidate>,
    pub offered: Option<(Tile, RelSeat)>,
    /// Percent that a kind of the hand is ronned by those that threaten, if any does; 0 for other kinds.
    pub dangers: Option<[f32; Kind::COUNT]>,
    /// The seats whose scores are above the own, those with equal scores that sit before it among them.
    pub rank: usize,
}

/// Another seat.
pub(super) struct Other {
    pub seat: RelSeat,
    pub riichi: bool,
    pub melds: usize,
    /// Chance that it is tenpai.
    pub tenpai: f32,
    pub reading: Reading,
    pub safe: KindSet,
    pub value: KindSet,
    pub dora: u32,
}

impl Other {
    fn new<const N: usize, V: Variant>(view: &View<'_, N, V>, rates: &Rates, seat: RelSeat) -> Other {
        let (riichi, tenpai) = (view.riichi(seat) != RiichiState::No, reading::tenpai(view, rates, seat));
        let (reading, safe) = (Reading::new(view, rates, seat), view.safe_against(seat));
        let (value, dora) = (view.value_honors(seat), view.visible_dora(seat));
        Other { seat, riichi, melds: view.melds(seat).len(), tenpai, reading, safe, value, dora }
    }
}

impl<'a, 'v, const N: usize, V: Variant> Look<'a, 'v, N, V> {
    pub(super) fn new(
        view: &'a View<'v, N, V>,
        rates: &'a Rates,
        stakes: [f32; 2],
        best: Candidate,
        pass: Option<Candidate>,
    ) -> Self {
        let melds = view.melds(RelSeat::SELF);
        let offered = match view.question() {
            Question::Claim(offer, from) => Some((offer.tile(), from)),
            _ => None,
        };
        let reds = view.full_reds().iter().map(|&reds| u32::from(reds)).sum::<u32>();
        let mut look = Look {
            view,
            rates,
            others: view
                .others()
                .filter(|&seat| !view.has_won(seat))
                .map(|seat| Other::new(view, rates, seat))
                .collect(),
            hand: view.full_hand(),
            dora: view.dora(),
            dora_held: view.visible_dora(RelSeat::SELF) + reds,
            exposed: melds.iter().fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds()),
            triplets: melds
                .iter()
                .filter(|meld| meld.kind() != MeldKind::Chi)
                .map(|meld| meld.low())
                .collect(),
            own_value: view.value_honors(RelSeat::SELF),
            stakes,
            best,
            pass,
            offered,
            dangers: None,
            rank: place_by_score(&view.match_state().scores, view.seat().index()),
        };
        look.dangers = look.dangers_of_threats();
        look
    }

    /// Of seats in riichi or with two melds.
    fn dangers_of_threats(&self) -> Option<[f32; Kind::COUNT]> {
        let threats = || self.others.iter().filter(|other| other.riichi || other.melds >= 2);
        let danger = |kind| threats().map(|other| other.tenpai * self.danger(other, kind)).sum::<f32>();
        threats().next()?;
        let mut dangers = [0.0; Kind::COUNT];
        self.hand.kinds().into_iter().for_each(|kind| dangers[kind.index()] = danger(kind));
        Some(dangers)
    }

    /// Percent that a kind is ronned by another seat if that is tenpai.
    pub(super) fn danger(&self, other: &Other, kind: Kind) -> f32 {
        other.reading.danger(self.rates, kind, self.dora.has(kind))
    }

    /// The other seats that are not in riichi.
    pub(super) fn silent(&self) -> impl Iterator<Item = &Other> {
        self.others.iter().filter(|other| !other.riichi)
    }

    /// Points from the own score to the nearest one above, or below; none if there is none.
    pub(super) fn gap(&self, above: bool) -> Option<f32> {
        let own = self.view.score(RelSeat::SELF);
        let gaps = self.view.others().map(|seat| self.view.score(seat) - own);
        let gaps = gaps.map(|gap| if above { gap } else { -gap }).filter(|&gap| gap > 0);
        gaps.min().map(|gap| self.in_starts(gap))
    }

    /// Points in start scores.
    pub(super) fn in_starts(&self, points: i32) -> f32 {
        points as f32 / self.view.rules().start_points.max(1) as f32
    }

    pub(super) fn offers(&self, kinds: KindSet) -> f32 {
        number(self.offered.is_some_and(|(tile, _)| kinds.has(tile.kind())))
    }

    pub(super) fn is_from(&self, steps: usize) -> f32 {
        number(self.offered.is_some_and(|(_, from)| from.steps() as usize == steps))
    }
}

/// The hand after an action.
pub(super) struct After<'l, 'a, 'v, const N: usize, V: Variant> {
    pub look: &'l Look<'a, 'v, N, V>,
    pub candidate: &'l Candidate,
    pub sort: ActionSort,
    pub hand: Hand,
    pub melds: u8,
    /// What is discarded, whether that is a red five, and how many copies the hand had.
    pub out: Option<(Kind, bool, u8)>,
    pub tsumogiri: bool,
    /// Dora among the tiles of a call.
    pub called_dora: u32,
    /// Kinds of the melds, and those of which they are triplets or kans.
    pub exposed: KindSet,
    pub triplets: KindSet,
    pub draws: KindSet,
    /// Percent that each of the other seats rons the discard if it is tenpai.
    danger: [f32; 3],
}

/// What an action is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ActionSort {
    Discard,
    Riichi,
    Pass,
    Chi,
    Pon,
    Kan,
    Other,
}

impl<'l, 'a, 'v, const N: usize, V: Variant> After<'l, 'a, 'v, N, V> {
    pub(super) fn new(look: &'l Look<'a, 'v, N, V>, candidate: &'l Candidate) -> Self {
        let melds = look.view.melds(RelSeat::SELF).len() as u8;
        let mut after = After {
            look,
            candidate,
            sort: ActionSort::Other,
            hand: look.hand,
            melds,
            out: None,
            tsumogiri: false,
            called_dora: 0,
            exposed: look.exposed,
            triplets: look.triplets,
            draws: KindSet::EMPTY,
            danger: [0.0; 3],
        };
        after.act(candidate.action);
        if let Some((kind, ..)) = after.out {
            let dangers = look.others.iter().map(|other| look.danger(other, kind));
            after.danger.iter_mut().zip(dangers).for_each(|(slot, danger)| *slot = danger);
        }
        if after.hand.len() % 3 == 1 {
            after.draws = kernels::ukeire_in::<N, V>(&after.hand, after.melds);
        }
        after
    }

    fn act(&mut self, code: u8) {
        let drawn = || self.look.view.drawn();
        match Action::from_code(code) {
            Some(Action::Discard(tile)) => self.discard(tile, ActionSort::Discard),
            Some(Action::Riichi(tile)) => self.discard(tile, ActionSort::Riichi),
            Some(Action::Tsumogiri) => {
                self.tsumogiri = true;
                drawn().into_iter().for_each(|tile| self.discard(tile, ActionSort::Discard));
            }
            Some(Action::RiichiTsumogiri) => {
                self.tsumogiri = true;
                drawn().into_iter().for_each(|tile| self.discard(tile, ActionSort::Riichi));
            }
            Some(Action::Kan(kind)) => self.kan(kind, false),
            Some(Action::Daiminkan) => {
                self.look.offered.into_iter().for_each(|(tile, _)| self.kan(tile.kind(), true))
            }
            Some(Action::Pass) => self.sort = ActionSort::Pass,
            Some(Action::Chi { side, .. }) => self.call(ActionSort::Chi, |kind| side.own(kind)),
            Some(Action::Pon { .. }) => self.call(ActionSort::Pon, |kind| Some([kind; 2])),
            _ => {}
        }
    }

    fn discard(&mut self, tile: Tile, sort: ActionSort) {
        (self.sort, self.out) = (sort, Some((tile.kind(), tile.is_red(), self.hand.count(tile.kind()))));
        self.hand.remove(tile.kind());
    }

    fn kan(&mut self, kind: Kind, open: bool) {
        self.sort = ActionSort::Kan;
        let held = self.hand.count(kind);
        (0..held).for_each(|_| self.hand.remove(kind));
        self.melds += (open || held == 4) as u8;
        self.exposed |= KindSet::of(kind);
        self.triplets |= KindSet::of(kind);
    }

    /// A call with these tiles of the hand, and the discard that the agent would make after it.
    fn call(&mut self, sort: ActionSort, own: impl FnOnce(Kind) -> Option<[Kind; 2]>) {
        let Some((tile, _)) = self.look.offered else { return };
        self.sort = sort;
        self.melds += 1;
        self.exposed |= KindSet::of(tile.kind());
        if sort == ActionSort::Pon {
            self.triplets |= KindSet::of(tile.kind());
        }
        self.called_dora = self.look.dora.has(tile.kind()) as u32 + tile.is_red() as u32;
        for kind in own(tile.kind()).into_iter().flatten() {
            self.hand.remove(kind);
            self.called_dora += self.look.dora.has(kind) as u32;
            self.exposed |= KindSet::of(kind);
        }
        if let Some(kind) = self.candidate.then.filter(|&kind| self.hand.count(kind) > 0) {
            self.out = Some((kind, false, self.hand.count(kind)));
            self.hand.remove(kind);
        }
    }

    /// A number of the discard; 0 without one.
    pub(super) fn of_out(&self, number: impl FnOnce(Kind, bool, u8) -> f32) -> f32 {
        self.out.map_or(0.0, |(kind, red, held)| number(kind, red, held))
    }

    /// The sum over the other seats of a number of the discard.
    pub(super) fn against(&self, number: impl Fn(&Other, Kind) -> f32) -> f32 {
        self.of_out(|kind, _, _| self.look.others.iter().map(|other| number(other, kind)).sum())
    }

    /// The chance, times ten, that the discard is ronned by some of the other seats; each counts with a weight.
    pub(super) fn danger(&self, weight: impl Fn(&Other) -> f32) -> f32 {
        let others = self.look.others.iter().zip(self.danger);
        others.map(|(other, danger)| weight(other) * danger / 10.0).sum()
    }

    pub(super) fn is(&self, sort: ActionSort) -> f32 {
        number(self.sort == sort)
    }

    /// The kinds of the hand and its melds.
    pub(super) fn kinds(&self) -> KindSet {
        self.hand.kinds() | self.exposed
    }

    /// Han of its triplets of value honors.
    pub(super) fn value_triplets(&self) -> f32 {
        let view = self.look.view;
        let triplets = (self.hand.at_least(3) | self.triplets) & self.look.own_value;
        let winds = KindSet::of(view.seat_wind(RelSeat::SELF)) & KindSet::of(view.match_state().round_wind());
        (triplets.len() + (triplets & winds).len()) as f32
    }

    /// The kinds with two copies or more.
    pub(super) fn pairs(&self) -> KindSet {
        self.hand.at_least(2)
    }

    pub(super) fn live(&self) -> f32 {
        self.look.view.unseen(self.draws) as f32
    }

    /// Tens of tiles of one suit, as [`shapes::of_one_suit`].
    pub(super) fn flush(&self) -> f32 {
        shapes::of_one_suit(&self.hand, self.exposed, self.melds) as f32 / 10.0
    }

    /// Percent of the least dangerous tile left, against those that threaten; 0 if none does.
    pub(super) fn least_danger(&self) -> f32 {
        let danger = |dangers: &[f32; Kind::COUNT]| {
            self.hand.kinds().into_iter().map(|kind| dangers[kind.index()]).fold(99.0, f32::min)
        };
        self.look.dangers.as_ref().map_or(0.0, danger)
    }

    /// Tiles left that are safe against every seat in riichi; 0 without one.
    pub(super) fn safe_in_riichi(&self) -> f32 {
        let mut riichi = self.look.others.iter().filter(|other| other.riichi).peekable();
        if riichi.peek().is_none() {
            return 0.0;
        }
        self.hand.count_in(riichi.fold(KindSet::ALL, |safe, other| safe & other.safe)) as f32
    }
}

/// 1 or 0.
pub(super) fn number(flag: bool) -> f32 {
    f32::from(u8::from(flag))
}
