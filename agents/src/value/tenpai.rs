//! What a tenpai hand is worth: how often its waits come, and what it wins with each.

use super::curves::Course;
use super::han::{Setting, points};
use super::position::{Position, Prospect};
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_riichi::score::{HandValue, WinFlags, base_points};
use hyakuman_riichi::{How, Hypothesis};

/// How a tenpai hand wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Riichi,
    Open,
    Silent,
    /// Closed without a yaku: by its own draw only.
    DrawOnly,
}

/// Han of yaku, in a tenpai hand, below which a wait is taken to have none.
const SOME_YAKU: f32 = 0.3;

impl<const N: usize> Position<'_, '_, N> {
    /// A tenpai hand, in riichi if that can be declared and is worth more.
    pub(super) fn tenpai(&self, hand: &Hand, setting: &Setting, waits: KindSet) -> Prospect {
        let silent = self.tenpai_as(hand, setting, waits, false);
        if setting.open || !self.can_riichi {
            return silent;
        }
        let riichi = self.tenpai_as(hand, setting, waits, true);
        if riichi.points > silent.points { riichi } else { silent }
    }

    /// A tenpai hand in riichi or not, by the scorer.
    #[inline(never)]
    pub(super) fn tenpai_as(&self, hand: &Hand, setting: &Setting, waits: KindSet, riichi: bool) -> Prospect {
        let (mut tiles, mut sum, mut waiting) = (0.0, 0.0, 0.0);
        for kind in waits {
            let Some((value, mode)) = self.win_on(hand, setting, kind, riichi) else { continue };
            let weight = self.weighed(KindSet::of(kind));
            tiles += weight;
            sum += weight * self.mean(&value, mode);
            waiting += weight * self.rates.chances[mode as usize];
        }
        let course = self.course(setting, waits, waiting);
        let (win, tenpai) = (course.win[self.draws], course.tenpai[self.draws]);
        let worth = if tiles > 0.0 { self.worth(sum / tiles) } else { 0.0 };
        let stick = if riichi { (1.0 - win) * self.stick() } else { 0.0 };
        let points = win * worth + tenpai * self.tenpai_bonus() - stick;
        Prospect { points: if riichi { self.in_riichi(points) } else { points }, win, shanten: 0 }
    }

    /// How a tenpai hand goes on and what its win is worth, by its han from bit operations.
    #[inline]
    pub(super) fn quick_tenpai(
        &self,
        hand: &Hand,
        setting: &Setting,
        waits: KindSet,
        riichi: bool,
    ) -> (&Course, f32) {
        let han = setting.tenpai(hand, waits);
        let mode = match (riichi, setting.open) {
            (true, _) => Mode::Riichi,
            (false, true) if han.yaku < SOME_YAKU => return (self.course(setting, waits, 0.0), 0.0),
            (false, true) => Mode::Open,
            (false, false) if han.yaku < SOME_YAKU => Mode::DrawOnly,
            (false, false) => Mode::Silent,
        };
        let waiting = self.weighed(waits) * self.rates.chances[mode as usize];
        let worth = self.worth(points(han.total + self.rates.extra[mode as usize]));
        (self.course(setting, waits, waiting), worth)
    }

    /// What the stick costs that a riichi lays on the table.
    pub(super) fn stick(&self) -> f32 {
        self.stakes.stick(self.view.rules().riichi_stick as f32)
    }

    /// The course of a hand with this number of winning tiles.
    #[inline]
    fn course(&self, setting: &Setting, waits: KindSet, waiting: f32) -> &Course {
        let furiten = waits.meets(self.view.discarded(RelSeat::SELF));
        let times = if furiten { self.rates.furiten } else { 1.0 };
        self.curves[setting.open as usize].near(waiting * times)
    }

    /// The value of a win by ron on a kind; by the own draw where that has no yaku.
    fn win_on(&self, hand: &Hand, setting: &Setting, kind: Kind, riichi: bool) -> Option<(HandValue, Mode)> {
        let hand = hand.with(kind);
        let flags = if riichi { WinFlags::RIICHI } else { WinFlags::NONE };
        let reds = setting.reds_of(&hand);
        let value = |how| {
            let hypothesis =
                Hypothesis { hand: &hand, reds, melds: &setting.sets.melds, tile: kind, how, flags };
            self.view.worth(&hypothesis)
        };
        let mode = match (riichi, setting.open) {
            (true, _) => Mode::Riichi,
            (false, true) => Mode::Open,
            (false, false) => Mode::Silent,
        };
        let by_draw = || value(How::Tsumo).map(|value| (value, Mode::DrawOnly));
        value(How::Ron).map(|value| (value, mode)).or_else(by_draw)
    }

    /// The mean points of a non-dealer's win of this value by ron, with the han that ippatsu, ura dora and an own draw add.
    fn mean(&self, value: &HandValue, mode: Mode) -> f32 {
        if value.yakuman > 0 {
            return 4.0 * value.base as f32;
        }
        let more: &[f32] = match mode {
            Mode::Riichi => &self.rates.riichi_han,
            Mode::Silent => &self.rates.silent_han,
            Mode::Open | Mode::DrawOnly => &[1.0],
        };
        let base = |han: usize| {
            base_points(self.view.rules(), value.han as u32 + han as u32, value.fu as u32).0 as f32
        };
        4.0 * more.iter().enumerate().map(|(han, part)| part * base(han)).sum::<f32>()
    }

    /// The live winning tiles, those more that others discard more often.
    #[inline]
    fn weighed(&self, waits: KindSet) -> f32 {
        let weight = |kind: Kind| {
            let times = if self.suji.has(kind) { self.rates.suji_weight } else { 1.0 };
            self.rates.wait_weight(kind) * times
        };
        waits.into_iter().map(|kind| self.live(kind) as f32 * weight(kind)).sum()
    }
}
