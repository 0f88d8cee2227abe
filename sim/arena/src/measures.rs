//! The counts of a run, and the rates computed from them.

use hyakuman_analysis::{Effect, Estimate, Measure, Range, Unit};

/// Declares the counts of a cluster, in the order in which data sets and states keep them: append only.
macro_rules! counts {
    ($($(#[$meta:meta])+ pub enum $name:ident { $($(#[$count_meta:meta])+ $count:ident,)+ })+) => {$(
        $(#[$meta])+
        pub enum $name { $($(#[$count_meta])+ $count),+ }

        impl $name {
            /// The names of the counts.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($count)),+];
            /// The number of counts.
            pub const LEN: usize = $name::NAMES.len();
        }
    )+};
}

counts! {
/// The counts of a player in a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerCount {
    /// Matches played.
    Matches,
    /// Sum of placements, 1 for the first.
    Placement,
    /// Matches that ended in first place; the counts of the other places follow.
    First,
    /// Matches that ended in second place.
    Second,
    /// Matches that ended in third place.
    Third,
    /// Matches that ended in fourth place.
    Fourth,
    /// Sum of results with uma and oka, in thousandths.
    RankPoints,
    /// Hands: one for each kyoku played.
    Hands,
    /// Hands won.
    Wins,
    /// Hands won by tsumo.
    Tsumo,
    /// Value of the wins in points, without honba and sticks.
    WinPoints,
    /// Hands in which the player dealt in.
    DealIns,
    /// Points paid by dealing in, honba included.
    DealInCost,
    /// Hands in riichi, with the stick paid.
    Riichi,
    /// Hands opened by a call.
    Open,
    /// Hands of kyoku that did not end with a win.
    Draws,
    /// Hands of kyoku that ended in an exhaustive draw.
    Exhausted,
    /// Hands tenpai at an exhaustive draw.
    Tenpai,
    /// Decisions: choices between at least two actions.
    Decisions,
    /// Sum of squared results with uma and oka, in squares of thousandths.
    RankSquares,
    /// Matches that ended with a score below 0.
    BelowZero,
    /// Change of the score over the hands in riichi.
    RiichiDelta,
    /// Hands in riichi that won.
    RiichiWins,
    /// Change of the score over the hands opened by a call.
    OpenDelta,
    /// Hands opened by a call that won.
    OpenWins,
    /// Hands neither in riichi nor opened by a call.
    Closed,
    /// Change of the score over these.
    ClosedDelta,
    /// Hands that declared riichi, whether or not the stick was paid.
    RiichiDeclared,
}

/// The counts of a whole table in a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchCount {
    /// Matches played.
    Matches,
    /// Kyoku played.
    Kyoku,
    /// Decisions taken by all players.
    Decisions,
    /// Tiles drawn.
    Drawn,
    /// Kyoku that ended with a win.
    Won,
    /// Wins; more than the kyoku won if a tile or a kyoku has several winners.
    Wins,
    /// Kyoku with at least one win, including those that went on after it and ended in a draw.
    WithWins,
    /// Kyoku that ended in an exhaustive draw.
    Exhaustive,
    /// Kyoku that ended in an exhaustive draw with nagashi mangan (流し満貫).
    Nagashi,
    /// Aborted: nine terminals and honors (九種九牌).
    Kyuushu,
    /// Aborted: four equal winds (四風連打).
    Suufon,
    /// Aborted: all players in riichi (四家立直).
    Suucha,
    /// Aborted: four kans (四槓散了).
    Suukan,
    /// Aborted: three winners on one tile (三家和).
    Sanchahou,
    /// Dealt again without payment (引き直し).
    Redraw,
    /// Matches with at least one kyoku after the regular winds.
    ExtensionMatches,
    /// Kyoku after the regular winds.
    ExtensionKyoku,
    /// Matches in which the last regular kyoku was dealt.
    LastKyoku,
    /// Of these, those in which the seat that led when it was dealt is not first at the end.
    Comebacks,
    /// Of these, those in which the seat that was last when it was dealt is first at the end.
    LastToFirst,
    /// Matches times the number of other seats, seats less one.
    Others,
    /// Rank points of seat 0 times the number of other seats, less those of all others, in thousandths.
    FirstSeat,
    /// Kyoku times the number of other seats.
    KyokuOthers,
    /// Change of the dealer's score in a kyoku times the number of other seats, less those of all others.
    Dealer,
    /// Standard deviation of the final scores, in thousandths of the unit of score.
    Spread,
    /// Matches times the square of the number of seats.
    SquaredSeats,
    /// Variance of the rank points of a match times the square of the number of seats, in squares of thousandths.
    RankVariance,
    /// Kyoku with exactly two winners on one tile.
    DoubleRon,
    /// Kyoku with three winners on one tile.
    TripleRon,
    /// Matches that ended when their full length was played; the other reasons follow.
    EndPlayed,
    /// Matches that ended when a score reached the target in the extension.
    EndSuddenDeath,
    /// Matches that ended when a score was too low to go on.
    EndBust,
    /// Matches that ended when a score reached the limit that ends a match at any time.
    EndReached,
    /// Matches that the leading dealer stopped in the last kyoku.
    EndStopped,
    /// As [`MatchCount::FirstSeat`], of seat 1; the other seats follow.
    SecondSeat,
    /// Of seat 2.
    ThirdSeat,
    /// Of seat 3.
    FourthSeat,
}
}

impl MatchCount {
    /// For each seat the count of its rank points over the others.
    pub const SEATS: [MatchCount; 4] =
        [MatchCount::FirstSeat, MatchCount::SecondSeat, MatchCount::ThirdSeat, MatchCount::FourthSeat];
}

/// The rates of a player in a game of three or four.
pub fn player_rates(seats: usize) -> &'static [Measure] {
    if seats == 3 { &PLAYER_OF_THREE } else { PLAYER }
}

/// The rates of how a player plays: all but placements and rank points.
pub fn play_rates(seats: usize) -> &'static [Measure] {
    &player_rates(seats)[result_rates(seats).len()..]
}

/// Placements and rank points.
pub fn result_rates(seats: usize) -> &'static [Measure] {
    &player_rates(seats)[..2 + seats]
}

/// The rates of a table of three or four.
pub fn match_rates(seats: usize) -> &'static [Measure] {
    if seats == 3 { &MATCH_OF_THREE } else { MATCH }
}

/// Whether it is the rank points of a seat over the others, whose sum over the seats is zero.
pub fn is_of_a_seat(measure: &Measure) -> bool {
    MATCH_METRICS.contains(measure) && MatchCount::SEATS.iter().any(|&seat| seat as usize == measure.of)
}

/// Whether a rate of a player or of a table is a metric for the design of rules (docs/metrics.md): text output shows those
/// only if requested.
pub fn is_metric(measure: &Measure) -> bool {
    PLAYER_METRICS.contains(measure) || MATCH_METRICS.contains(measure)
}

/// Whether this measure of an agent that plays every seat is the same however it plays. Placements are; rank points are
/// if their total was the same on every wall.
pub fn is_constant_in_self_play(measure: &Measure, estimate: Option<&Estimate>) -> bool {
    use PlayerCount::{First, Fourth, Placement, RankPoints, Second, Third};
    let is = |count: PlayerCount| measure.of == count as usize;
    let same = |found: &Estimate| found.interval.is_none() && (found.clusters > 1 || found.value == 0.0);
    [Placement, First, Second, Third, Fourth].into_iter().any(is)
        || is(RankPoints) && estimate.is_some_and(same)
}

/// The same under both of two rulesets.
pub fn is_effect_constant_in_self_play(measure: &Measure, effect: &Effect) -> bool {
    let sides = [&effect.base, &effect.variant];
    let constant = sides.iter().all(|rate| is_constant_in_self_play(measure, rate.as_ref()));
    constant && effect.difference.is_some_and(|found| found.same() || found.value == 0.0)
}

/// A measure that is no rate: it is computed from sums of its own ([`crate::effects`]).
const fn of_matches(name: &'static str, unit: Unit, about: &'static str) -> Measure {
    Measure { about, ..Measure::new(name, [usize::MAX; 2], unit) }
}

/// How clearly a player leads, of an agent or a seat ([`hyakuman_analysis::edge`]).
pub const EDGE: &Measure = &of_matches(
    "edge",
    Unit::Number,
    "lead over the mean of the others in a match, in standard deviations of it",
);

/// The luck share, of a table ([`hyakuman_analysis::results`]).
pub const LUCK_SHARE: &Measure = &Measure {
    label: "luck share",
    ..of_matches(
        "luck_share",
        Unit::Share,
        "share of the variance of rank points that the means of the agents do not explain",
    )
};

/// The rates of a player in a game of three, without fourth place.
const PLAYER_OF_THREE: [Measure; PLAYER.len() - 1] = without(PLAYER, PlayerCount::Fourth as usize);

/// The rates of a table of three, without the fourth seat.
const MATCH_OF_THREE: [Measure; MATCH.len() - 1] = without(MATCH, MatchCount::FourthSeat as usize);

/// The rates of a player.
const PLAYER: &[Measure] =
    &joined::<{ PLAYER_BASIC.len() + PLAYER_METRICS.len() }>(PLAYER_BASIC, PLAYER_METRICS);

/// The rates of a table.
const MATCH: &[Measure] = &joined::<{ MATCH_BASIC.len() + MATCH_METRICS.len() }>(MATCH_BASIC, MATCH_METRICS);

/// What the unit of a measure does not say.
#[allow(non_camel_case_types, reason = "words of the lists")]
enum Mark {
    /// A mean that may be below zero.
    signed,
    /// A share whose events come together in a match.
    together,
}

/// Declares lists of measures: what each is, its name in JSON, its label, what is counted per what, the unit, and a [`Mark`].
macro_rules! measures {
    ($($(#[doc = $list_doc:literal])+ $list:ident of $count:ident {
        $($(#[doc = $about:literal])+ $name:ident $label:literal = $of:ident / $per:ident, $unit:ident $($mark:ident)?;)+
    })+) => {$(
        $(#[doc = $list_doc])+
        const $list: &[Measure] = &[$(Measure {
            name: stringify!($name),
            label: $label,
            about: concat!($($about),+).trim_ascii(),
            of: $count::$of as usize,
            per: $count::$per as usize,
            unit: Unit::$unit,
            range: if false $(|| matches!(Mark::$mark, Mark::signed))? { Range::Any } else { Range::FromZero },
            apart: true $(&& !matches!(Mark::$mark, Mark::together))?,
        }),+];
    )+};
}

measures! {
    /// The rates of a player that are always shown.
    PLAYER_BASIC of PlayerCount {
        /// average placement, 1 is the first
        placement "placement" = Placement / Matches, Number;
        /// average result of a match with uma and oka
        rank_points "rank points" = RankPoints / Matches, Thousandths signed;
        /// share of matches that ended in first place
        first "1st" = First / Matches, Share;
        /// share of matches that ended in second place
        second "2nd" = Second / Matches, Share;
        /// share of matches that ended in third place
        third "3rd" = Third / Matches, Share;
        /// share of matches that ended in fourth place
        fourth "4th" = Fourth / Matches, Share;
        /// share of hands won
        win "win" = Wins / Hands, Share;
        /// share of hands in which the player dealt in
        deal_in "deal-in" = DealIns / Hands, Share;
        /// share of hands in riichi, with the stick paid
        riichi "riichi" = Riichi / Hands, Share;
        /// share of hands that declared riichi, also those whose declaring discard was won on
        riichi_declared "riichi declared" = RiichiDeclared / Hands, Share;
        /// share of hands opened by a call
        call "call" = Open / Hands, Share;
        /// share of hands of a kyoku that did not end with a win
        draw "draw" = Draws / Hands, Share;
        /// share of hands tenpai at exhaustive draws
        tenpai "tenpai at draw" = Tenpai / Exhausted, Share;
        /// share of wins by tsumo
        tsumo "tsumo of wins" = Tsumo / Wins, Share;
        /// average value of a win, without honba and sticks
        win_points "points per win" = WinPoints / Wins, Points;
        /// average payment of a hand that dealt in, honba included
        deal_in_points "points per deal-in" = DealInCost / DealIns, Points;
        /// choices between at least two actions per match
        decisions "decisions" = Decisions / Matches, Number;
    }

    /// The metrics of a player.
    PLAYER_METRICS of PlayerCount {
        /// share of matches that ended with a score below 0
        below_zero "below 0 at the end" = BelowZero / Matches, Share;
        /// share of hands in riichi that won
        riichi_win "riichi hands won" = RiichiWins / Riichi, Share;
        /// share of hands opened by a call that won
        call_win "open hands won" = OpenWins / Open, Share;
        /// average change of the score in a hand in riichi; not the value of a riichi, which is chosen with good hands
        riichi_points "score change, riichi" = RiichiDelta / Riichi, Points signed;
        /// average change of the score in a hand opened by a call; not the value of a call
        call_points "score change, open hands" = OpenDelta / Open, Points signed;
        /// average change of the score in a hand neither in riichi nor opened by a call
        closed_points "score change, other hands" = ClosedDelta / Closed, Points signed;
    }

    /// The rates of a table that are always shown.
    MATCH_BASIC of MatchCount {
        /// deals per match
        kyoku "kyoku per match" = Kyoku / Matches, Number;
        /// choices of all players per match
        decisions "decisions per match" = Decisions / Matches, Number;
        /// tiles drawn per kyoku
        drawn "tiles drawn" = Drawn / Kyoku, Number;
        /// share of kyoku that ended with a win
        won "won" = Won / Kyoku, Share;
        /// winners of a kyoku with a win
        wins "wins per kyoku with a win" = Wins / WithWins, OneOrMore;
        /// share of kyoku that ended in an exhaustive draw
        exhaustive "exhaustive draw" = Exhaustive / Kyoku, Share;
        /// share of kyoku with a river paid as a mangan
        nagashi "nagashi mangan" = Nagashi / Kyoku, Share;
        /// share aborted with nine terminals and honors
        kyuushu "kyuushu kyuuhai" = Kyuushu / Kyoku, Share;
        /// share aborted by four equal winds
        suufon "suufon renda" = Suufon / Kyoku, Share;
        /// share aborted by riichi of all players
        suucha "suucha riichi" = Suucha / Kyoku, Share;
        /// share aborted by four kans
        suukan "suukan sanra" = Suukan / Kyoku, Share;
        /// share aborted by three winners on one tile
        sanchahou "sanchahou" = Sanchahou / Kyoku, Share;
        /// share dealt again without payment (Toppan)
        redraw "redraw" = Redraw / Kyoku, Share;
    }

    /// The metrics of a table.
    MATCH_METRICS of MatchCount {
        /// share of matches with a kyoku after the regular winds
        extension "extended" = ExtensionMatches / Matches, Share;
        /// share of kyoku after the regular winds
        extension_kyoku "kyoku in the extension" = ExtensionKyoku / Kyoku, Share together;
        /// share of matches played out
        end_played "end: played out" = EndPlayed / Matches, Share;
        /// share of matches that ended when a score reached the target in the extension
        end_sudden_death "end: target" = EndSuddenDeath / Matches, Share;
        /// share of matches that ended when a score was too low to go on
        end_bust "end: bust" = EndBust / Matches, Share;
        /// share of matches that ended when a score reached the upper limit
        end_reached "end: upper limit" = EndReached / Matches, Share;
        /// share of matches that the leading dealer stopped in the last kyoku
        end_stopped "end: dealer stopped" = EndStopped / Matches, Share;
        /// share of matches in which the last regular kyoku was dealt
        last_kyoku "last kyoku dealt" = LastKyoku / Matches, Share;
        /// of these, share whose leader at that deal is not first at the end
        comeback "comeback" = Comebacks / LastKyoku, Share;
        /// of these, share whose last at that deal is first at the end
        last_to_first "last before the final kyoku, then first" = LastToFirst / LastKyoku, Share;
        /// rank points of a seat less the mean of the others, per match; seat 0 deals first
        first_seat "seat 0's rank points over the others" = FirstSeat / Others, Thousandths signed;
        /// rank points of a seat less the mean of the others, per match; seat 0 deals first
        second_seat "seat 1's rank points over the others" = SecondSeat / Others, Thousandths signed;
        /// rank points of a seat less the mean of the others, per match; seat 0 deals first
        third_seat "seat 2's rank points over the others" = ThirdSeat / Others, Thousandths signed;
        /// rank points of a seat less the mean of the others, per match; seat 0 deals first
        fourth_seat "seat 3's rank points over the others" = FourthSeat / Others, Thousandths signed;
        /// change of the dealer's score less the mean of the others, per kyoku
        dealer "dealer's points over the others, per kyoku" = Dealer / KyokuOthers, Points signed;
        /// standard deviation of the final scores of a match (divisor: seats), mean over matches
        spread "score spread" = Spread / Matches, FinePoints;
        /// variance of the rank points of a match (divisor: seats), mean over matches
        rank_variance "rank point variance" = RankVariance / SquaredSeats, SquaredThousandths;
        /// share of kyoku with two winners on one tile
        double_ron "two rons" = DoubleRon / Kyoku, Share;
        /// share of kyoku with three winners on one tile
        triple_ron "three rons" = TripleRon / Kyoku, Share;
    }
}

/// Two tables as one.
const fn joined<const N: usize>(first: &[Measure], second: &[Measure]) -> [Measure; N] {
    assert!(N == first.len() + second.len());
    let mut all = [first[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() { first[at] } else { second[at - first.len()] };
        at += 1;
    }
    all
}

/// A table without the measure of a count.
const fn without<const N: usize>(all: &[Measure], count: usize) -> [Measure; N] {
    let mut rest = [all[0]; N];
    let (mut from, mut to) = (0, 0);
    while from < all.len() {
        if all[from].of != count {
            rest[to] = all[from];
            to += 1;
        }
        from += 1;
    }
    assert!(to == N);
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_fourth_place_or_seat_of_three() {
        for (rates, fourth) in [(player_rates as fn(usize) -> _, "fourth"), (match_rates, "fourth_seat")] {
            let names = |seats| rates(seats).iter().map(|rate| rate.name).filter(|&name| name != fourth);
            assert!(names(3).eq(names(4)) && rates(3).len() + 1 == rates(4).len());
        }
    }

    /// Data sets and states keep counts by their number: a new one goes to the end.
    #[test]
    fn the_numbers_of_counts_are_pinned() {
        let pinned = |names: &[&str], pinned: &str| {
            for (number, (name, pinned)) in names.iter().zip(pinned.split_whitespace()).enumerate() {
                assert_eq!(*name, pinned, "count {number} has moved: new counts go to the end");
            }
            assert_eq!(names.len(), pinned.split_whitespace().count(), "pin the new counts");
        };
        pinned(PlayerCount::NAMES, PLAYER_COUNTS);
        pinned(MatchCount::NAMES, MATCH_COUNTS);
    }

    const PLAYER_COUNTS: &str = "\
        Matches Placement First Second Third Fourth RankPoints Hands Wins Tsumo \
        WinPoints DealIns DealInCost Riichi Open Draws Exhausted Tenpai Decisions RankSquares \
        BelowZero RiichiDelta RiichiWins OpenDelta OpenWins Closed ClosedDelta RiichiDeclared";
    const MATCH_COUNTS: &str = "\
        Matches Kyoku Decisions Drawn Won Wins WithWins Exhaustive Nagashi Kyuushu \
        Suufon Suucha Suukan Sanchahou Redraw ExtensionMatches ExtensionKyoku LastKyoku Comebacks LastToFirst \
        Others FirstSeat KyokuOthers Dealer Spread SquaredSeats RankVariance DoubleRon TripleRon EndPlayed \
        EndSuddenDeath EndBust EndReached EndStopped SecondSeat ThirdSeat FourthSeat";

    #[test]
    fn names_are_unique_and_every_count_is_used() {
        for (table, len) in [(PLAYER, PlayerCount::LEN), (MATCH, MatchCount::LEN)] {
            let mut names: Vec<_> = table.iter().map(|measure| measure.name).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), table.len());
            // The squares are used by `results`.
            let squares = std::ptr::eq(table, PLAYER).then_some(PlayerCount::RankSquares as usize);
            let used = |count| table.iter().any(|measure| measure.of == count || measure.per == count);
            assert!((0..len).all(|count| used(count) || squares == Some(count)));
        }
    }
}
