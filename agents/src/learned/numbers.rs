//! A decision as numbers: those of the situation, and those of each action. Each is named and computed in one place.
//!
//! The names are in the files of corrections, so that a number that is added or taken away does not change the meaning of another.

use super::look::{ActionSort, After, Look, number};
use crate::shapes;
use hyakuman_core::game::Candidate;
use hyakuman_core::{Kind, KindSet, RelSeat};
use hyakuman_riichi::Variant;

/// Declares numbers, their names and the function that computes them.
macro_rules! numbers {
    ($(#[$doc:meta])* $names:ident, $row:ident, $function:ident($from:ident: $type:ty) $($name:literal: $value:expr;)*) => {
        /// The names, in order.
        pub(super) const $names: &[&str] = &[$($name),*];
        $(#[$doc])*
        pub(super) type $row = [f32; $names.len()];
        $(#[$doc])*
        pub(super) fn $function<const N: usize, V: Variant>($from: &$type) -> $row {
            [$($value),*]
        }
    };
}

numbers! {
    /// Numbers of the situation.
    SITUATION_NAMES, Situation, situation(look: Look<'_, '_, N, V>)
    "draws left": look.view.remaining() as f32 / 10.0;
    "own discards": look.view.river(RelSeat::SELF).len() as f32 / 10.0;
    "own melds": look.view.melds(RelSeat::SELF).len() as f32;
    "closed": number(!look.view.open(RelSeat::SELF));
    "dealer": number(look.view.dealer() == RelSeat::SELF);
    "kyoku": look.view.match_state().kyoku as f32 / (2 * N) as f32;
    "honba": look.view.match_state().honba.min(5) as f32;
    "sticks": look.view.match_state().kyotaku.min(4) as f32;
    "last kyoku": number(look.view.may_be_last());
    "first": number(look.rank == 0);
    "second": number(look.rank == 1);
    "last": number(look.rank == N - 1);
    "first in the last kyoku": number(look.view.may_be_last() && look.rank == 0);
    "second in the last kyoku": number(look.view.may_be_last() && look.rank == 1);
    "last in the last kyoku": number(look.view.may_be_last() && look.rank == N - 1);
    "lead to the seat above": look.gap(true).map_or(0.0, |gap| gap.min(1.2));
    "lead over the seat below": look.gap(false).map_or(0.0, |gap| gap.min(1.2));
    "score": look.in_starts(look.view.score(RelSeat::SELF)).min(3.2);
    "riichi": look.others.iter().filter(|other| other.riichi).count() as f32;
    "riichi of the dealer": number(look.others.iter().any(|other| other.riichi && look.view.dealer() == other.seat));
    "most melds": look.silent().map(|other| other.melds).max().unwrap_or(0) as f32;
    "seats with a meld": look.silent().filter(|other| other.melds >= 1).count() as f32;
    "seats with two melds": look.silent().filter(|other| other.melds >= 2).count() as f32;
    "seats with three melds": look.silent().filter(|other| other.melds >= 3).count() as f32;
    "silent tenpai": look.silent().map(|other| other.tenpai).sum();
    "most dora": look.silent().map(|other| other.dora).max().unwrap_or(0) as f32;
    "seats with a yaku": look.others.iter().filter(|other| look.view.melds(other.seat).iter().any(|meld| meld.kinds().meets(other.value))).count() as f32;
    "flushes": look.others.iter().filter(|other| !other.reading.flush().is_empty()).count() as f32;
    "own dora": (look.hand.count_in(look.dora) + look.dora_held) as f32;
    "own pair of dora": number(look.hand.at_least(2).meets(look.dora));
    "own shanten": hyakuman_riichi::kernels::shanten_in::<N, V>(&look.hand, look.view.melds(RelSeat::SELF).len() as u8) as f32;
    "ippatsu": number(look.others.iter().any(|other| look.view.ippatsu(other.seat)));
    "offered by the seat before": look.is_from(N - 1);
    "offered by the seat across": look.is_from(2);
    "dora offered": look.offers(look.dora) + number(look.offered.is_some_and(|(tile, _)| tile.is_red()));
    "honor offered": look.offers(KindSet::HONORS);
    "value honor offered": look.offers(look.own_value);
    "terminal or honor offered": look.offers(KindSet::YAOCHU);
    "best chance to win": 10.0 * look.best.win.unwrap_or(0.0);
    "best value": look.best.value;
    "chance to win by passing": 10.0 * look.pass.as_ref().and_then(|pass| pass.win).unwrap_or(0.0);
    "value of passing": look.pass.as_ref().map_or(0.0, |pass| pass.value);
    "worth of a gain": look.stakes[0];
    "worth of a loss": look.stakes[1];
    "dealer with two melds": number(look.others.iter().any(|other| look.view.dealer() == other.seat && other.melds >= 2));
    "own pairs": look.hand.at_least(2).len() as f32;
    "next seat open": number(look.others.first().is_some_and(|other| other.melds > 0));
    "offered copies unseen": look.offered.map_or(0.0, |(tile, _)| look.view.unseen(KindSet::of(tile.kind())) as f32);
}

numbers! {
    /// Numbers of an action.
    ACTION_NAMES, OfAction, action(after: After<'_, '_, '_, N, V>)
    "value": after.candidate.value;
    "value of playing on": playing_on(after.candidate);
    "chance to win": 10.0 * after.candidate.win.unwrap_or(0.0);
    "chance to deal in": 100.0 * after.candidate.deal_in.unwrap_or(0.0);
    "loss": after.candidate.loss.unwrap_or(0.0);
    "planned shanten": f32::from(after.candidate.shanten.unwrap_or(0));
    "riichi": after.is(ActionSort::Riichi);
    "pass": after.is(ActionSort::Pass);
    "chi": after.is(ActionSort::Chi);
    "pon": after.is(ActionSort::Pon);
    "kan": after.is(ActionSort::Kan);
    "shanten": hyakuman_riichi::kernels::shanten_in::<N, V>(&after.hand, after.melds) as f32;
    "live tiles": after.live() / 10.0;
    "live kinds": after.draws.len() as f32 / 10.0;
    "dora discarded": after.of_out(|kind, red, _| number(after.look.dora.has(kind)) + number(red));
    "honor discarded": after.of_out(|kind, _, _| number(kind.is_honor()));
    "value honor discarded": after.of_out(|kind, _, _| number(after.look.own_value.has(kind)));
    "copies unseen": after.of_out(|kind, _, _| after.look.view.unseen(KindSet::of(kind)) as f32);
    "terminal discarded": after.of_out(|kind, _, _| number(!kind.is_honor() && kind.is_yaochu()));
    "distance from the edge": after.of_out(|kind, _, _| edge(kind));
    "pair broken": after.of_out(|_, _, held| number(held >= 2));
    "drawn tile discarded": number(after.tsumogiri);
    "danger of riichi": after.danger(|other| number(other.riichi));
    "danger of silent seats": after.danger(|other| if other.riichi { 0.0 } else { other.tenpai });
    "danger of two melds": after.danger(|other| number(!other.riichi && other.melds >= 2));
    "danger of flushes": after.against(|other, kind| match other.reading.flush() {
        flush if flush.is_empty() || other.riichi => 0.0,
        flush if flush.has(kind) => number(!other.safe.has(kind)),
        _ => -0.3,
    });
    "value honor for others": after.against(|other, kind| {
        number(!other.riichi && other.value.has(kind) && after.look.view.unseen(KindSet::of(kind)) >= 2)
    });
    "feeds the next seat": after.of_out(|kind, _, _| number(after.look.others.first().is_some_and(|next| {
        next.melds > 0 && !next.riichi && !kind.is_honor() && !next.safe.has(kind)
    })));
    "safe against the next seat": after.of_out(|kind, _, _| number(after.look.others.first().is_some_and(|next| next.safe.has(kind))));
    "dora kept": (after.hand.count_in(after.look.dora) + after.look.dora_held + after.called_dora) as f32;
    "pairs": after.pairs().len() as f32;
    "triplets": after.hand.at_least(3).len() as f32;
    "terminals and honors": after.hand.count_in(KindSet::YAOCHU) as f32 / 5.0;
    "flush": after.flush();
    "pairs of value honors": (after.pairs() & after.look.own_value).len() as f32;
    "safe in riichi": after.safe_in_riichi();
    "safe on average": after.look.others.iter().map(|other| after.hand.count_in(other.safe)).sum::<u32>() as f32 / (N - 1) as f32;
    "single honors": ((after.hand.kinds() - after.pairs()) & KindSet::HONORS).len() as f32;
    "open": number(after.look.view.open(RelSeat::SELF) || after.melds > after.look.view.melds(RelSeat::SELF).len() as u8);
    "furiten": number(is_tenpai(after) && is_furiten(after));
    "live waits": if is_tenpai(after) { after.live() / 4.0 } else { 0.0 };
    "least danger left": after.least_danger() / 10.0;
    "chance times worth": 10.0 * after.candidate.win.unwrap_or(0.0) * playing_on(after.candidate).max(0.0).sqrt();
    "value triplets": after.value_triplets();
    "simples": number(!after.kinds().meets(KindSet::YAOCHU));
    "sets of a kind": (after.pairs().len() + after.triplets.len()) as f32;
    "safe against riichi": after.of_out(|kind, _, _| number(after.look.others.iter().all(|other| !other.riichi || other.safe.has(kind))));
    "two-sided shapes": shapes::two_sided(&after.hand).len() as f32;
    "closed shapes": shapes::closed(&after.hand).len() as f32;
    "isolated tiles": shapes::isolated(&after.hand).len() as f32;
    "near the discard": after.of_out(|kind, _, _| shapes::near(&after.hand, kind));
    "copies for value pairs": after.look.view.unseen(after.pairs() & after.look.own_value) as f32;
    "points of a win": playing_on(after.candidate) / (after.candidate.win.unwrap_or(0.0) + 0.02) / 10.0;
}

/// What playing on is worth if nobody wins on the action.
fn playing_on(candidate: &Candidate) -> f32 {
    let (chance, loss) = (candidate.deal_in.unwrap_or(0.0), candidate.loss.unwrap_or(0.0));
    (candidate.value + loss) / (1.0 - chance).max(0.1)
}

/// Steps from the nearer end of the suit; 0 for honors.
fn edge(kind: Kind) -> f32 {
    if kind.is_honor() { 0.0 } else { f32::from(kind.rank().min(8 - kind.rank())) }
}

fn is_tenpai<const N: usize, V: Variant>(after: &After<'_, '_, '_, N, V>) -> bool {
    after.candidate.shanten.is_some_and(|shanten| shanten <= 0) && !after.draws.is_empty()
}

/// Whether a wait of a tenpai hand lies in the own river, the tile discarded now among it.
fn is_furiten<const N: usize, V: Variant>(after: &After<'_, '_, '_, N, V>) -> bool {
    let out = after.out.map_or(KindSet::EMPTY, |(kind, ..)| KindSet::of(kind));
    after.draws.meets(after.look.view.discarded(RelSeat::SELF) | out)
}
