//! The counts of a run, and the rates computed from them.

use crate::interval::Estimate;
use crate::measure::{Measure, Unit};

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

impl PlayerCount {
    /// The number of counts.
    pub const LEN: usize = PlayerCount::RiichiDeclared as usize + 1;
}

impl MatchCount {
    /// The number of counts.
    pub const LEN: usize = MatchCount::FourthSeat as usize + 1;
    /// For each seat the count of its rank points over the others.
    pub const SEATS: [MatchCount; 4] =
        [MatchCount::FirstSeat, MatchCount::SecondSeat, MatchCount::ThirdSeat, MatchCount::FourthSeat];
}

/// The rates of a player in a game of three or four.
pub fn player_rates(seats: usize) -> &'static [Measure] {
    if seats == 3 { &PLAYER_OF_THREE } else { PLAYER }
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

/// The rates of a player in a game of three, without fourth place.
const PLAYER_OF_THREE: [Measure; PLAYER.len() - 1] = without(PLAYER, PlayerCount::Fourth as usize);

/// The rates of a table of three, without the fourth seat.
const MATCH_OF_THREE: [Measure; MATCH.len() - 1] = without(MATCH, MatchCount::FourthSeat as usize);

/// The rates of a player.
const PLAYER: &[Measure] =
    &joined::<{ PLAYER_BASIC.len() + PLAYER_METRICS.len() }>(PLAYER_BASIC, PLAYER_METRICS);

/// The rates of a table.
const MATCH: &[Measure] = &joined::<{ MATCH_BASIC.len() + MATCH_METRICS.len() }>(MATCH_BASIC, MATCH_METRICS);

/// The rates of a player that are always shown.
const PLAYER_BASIC: &[Measure] = {
    use PlayerCount::*;
    use Unit::*;
    &[
        player("placement", "placement", "average placement, 1 is the first", Placement, Matches, Number),
        player(
            "rank_points",
            "rank points",
            "average result of a match with uma and oka",
            RankPoints,
            Matches,
            Thousandths,
        ),
        player("first", "1st", "share of matches that ended in first place", First, Matches, Share),
        player("second", "2nd", "share of matches that ended in second place", Second, Matches, Share),
        player("third", "3rd", "share of matches that ended in third place", Third, Matches, Share),
        player("fourth", "4th", "share of matches that ended in fourth place", Fourth, Matches, Share),
        player("win", "win", "share of hands won", Wins, Hands, Share),
        player("deal_in", "deal-in", "share of hands in which the player dealt in", DealIns, Hands, Share),
        player("riichi", "riichi", "share of hands in riichi, with the stick paid", Riichi, Hands, Share),
        player(
            "riichi_declared",
            "riichi declared",
            "share of hands that declared riichi, also those whose declaring discard was won on",
            RiichiDeclared,
            Hands,
            Share,
        ),
        player("call", "call", "share of hands opened by a call", Open, Hands, Share),
        player("draw", "draw", "share of hands of a kyoku that did not end with a win", Draws, Hands, Share),
        player(
            "tenpai",
            "tenpai at draw",
            "share of hands tenpai at exhaustive draws",
            Tenpai,
            Exhausted,
            Share,
        ),
        player("tsumo", "tsumo of wins", "share of wins by tsumo", Tsumo, Wins, Share),
        player(
            "win_points",
            "points per win",
            "average value of a win, without honba and sticks",
            WinPoints,
            Wins,
            Points,
        ),
        player(
            "deal_in_points",
            "points per deal-in",
            "average payment of a hand that dealt in, honba included",
            DealInCost,
            DealIns,
            Points,
        ),
        player(
            "decisions",
            "decisions",
            "choices between at least two actions per match",
            Decisions,
            Matches,
            Number,
        ),
    ]
};

/// The metrics of a player.
const PLAYER_METRICS: &[Measure] = {
    use PlayerCount::*;
    use Unit::*;
    &[
        player(
            "below_zero",
            "below 0 at the end",
            "share of matches that ended with a score below 0",
            BelowZero,
            Matches,
            Share,
        ),
        player(
            "riichi_win",
            "riichi hands won",
            "share of hands in riichi that won",
            RiichiWins,
            Riichi,
            Share,
        ),
        player(
            "call_win",
            "open hands won",
            "share of hands opened by a call that won",
            OpenWins,
            Open,
            Share,
        ),
        player(
            "riichi_points",
            "score change, riichi",
            "average change of the score in a hand in riichi; not the value of a riichi, which is chosen with good hands",
            RiichiDelta,
            Riichi,
            Points,
        ),
        player(
            "call_points",
            "score change, open hands",
            "average change of the score in a hand opened by a call; not the value of a call",
            OpenDelta,
            Open,
            Points,
        ),
        player(
            "closed_points",
            "score change, other hands",
            "average change of the score in a hand neither in riichi nor opened by a call",
            ClosedDelta,
            Closed,
            Points,
        ),
    ]
};

/// The rates of a table that are always shown.
const MATCH_BASIC: &[Measure] = {
    use MatchCount::*;
    use Unit::*;
    &[
        table("kyoku", "kyoku per match", "deals per match", Kyoku, Matches, Number),
        table(
            "decisions",
            "decisions per match",
            "choices of all players per match",
            Decisions,
            Matches,
            Number,
        ),
        table("drawn", "tiles drawn", "tiles drawn per kyoku", Drawn, Kyoku, Number),
        table("won", "won", "share of kyoku that ended with a win", Won, Kyoku, Share),
        table(
            "wins",
            "wins per kyoku with a win",
            "winners of a kyoku with a win",
            Wins,
            WithWins,
            OneOrMore,
        ),
        table(
            "exhaustive",
            "exhaustive draw",
            "share of kyoku that ended in an exhaustive draw",
            Exhaustive,
            Kyoku,
            Share,
        ),
        table(
            "nagashi",
            "nagashi mangan",
            "share of kyoku with a river paid as a mangan",
            Nagashi,
            Kyoku,
            Share,
        ),
        table(
            "kyuushu",
            "kyuushu kyuuhai",
            "share aborted with nine terminals and honors",
            Kyuushu,
            Kyoku,
            Share,
        ),
        table("suufon", "suufon renda", "share aborted by four equal winds", Suufon, Kyoku, Share),
        table("suucha", "suucha riichi", "share aborted by riichi of all players", Suucha, Kyoku, Share),
        table("suukan", "suukan sanra", "share aborted by four kans", Suukan, Kyoku, Share),
        table(
            "sanchahou",
            "sanchahou",
            "share aborted by three winners on one tile",
            Sanchahou,
            Kyoku,
            Share,
        ),
        table("redraw", "redraw", "share dealt again without payment (Toppan)", Redraw, Kyoku, Share),
    ]
};

/// The metrics of a table.
const MATCH_METRICS: &[Measure] = {
    use MatchCount::*;
    use Unit::*;
    &[
        table(
            "extension",
            "extended",
            "share of matches with a kyoku after the regular winds",
            ExtensionMatches,
            Matches,
            Share,
        ),
        table(
            "extension_kyoku",
            "kyoku in the extension",
            "share of kyoku after the regular winds",
            ExtensionKyoku,
            Kyoku,
            Share,
        ),
        table("end_played", "end: played out", "share of matches played out", EndPlayed, Matches, Share),
        table(
            "end_sudden_death",
            "end: target",
            "share of matches that ended when a score reached the target in the extension",
            EndSuddenDeath,
            Matches,
            Share,
        ),
        table(
            "end_bust",
            "end: bust",
            "share of matches that ended when a score was too low to go on",
            EndBust,
            Matches,
            Share,
        ),
        table(
            "end_reached",
            "end: upper limit",
            "share of matches that ended when a score reached the upper limit",
            EndReached,
            Matches,
            Share,
        ),
        table(
            "end_stopped",
            "end: dealer stopped",
            "share of matches that the leading dealer stopped in the last kyoku",
            EndStopped,
            Matches,
            Share,
        ),
        table(
            "last_kyoku",
            "last kyoku dealt",
            "share of matches in which the last regular kyoku was dealt",
            LastKyoku,
            Matches,
            Share,
        ),
        table(
            "comeback",
            "comeback",
            "of these, share whose leader at that deal is not first at the end",
            Comebacks,
            LastKyoku,
            Share,
        ),
        table(
            "last_to_first",
            "last before the final kyoku, then first",
            "of these, share whose last at that deal is first at the end",
            LastToFirst,
            LastKyoku,
            Share,
        ),
        seat("first_seat", "seat 0's rank points over the others", FirstSeat),
        seat("second_seat", "seat 1's rank points over the others", SecondSeat),
        seat("third_seat", "seat 2's rank points over the others", ThirdSeat),
        seat("fourth_seat", "seat 3's rank points over the others", FourthSeat),
        table(
            "dealer",
            "dealer's points over the others, per kyoku",
            "change of the dealer's score less the mean of the others, per kyoku",
            Dealer,
            KyokuOthers,
            Points,
        ),
        table(
            "spread",
            "score spread",
            "standard deviation of the final scores of a match (divisor: seats), mean over matches",
            Spread,
            Matches,
            FinePoints,
        ),
        table(
            "rank_variance",
            "rank point variance",
            "variance of the rank points of a match (divisor: seats), mean over matches",
            RankVariance,
            SquaredSeats,
            SquaredThousandths,
        ),
        table(
            "double_ron",
            "two rons",
            "share of kyoku with two winners on one tile",
            DoubleRon,
            Kyoku,
            Share,
        ),
        table(
            "triple_ron",
            "three rons",
            "share of kyoku with three winners on one tile",
            TripleRon,
            Kyoku,
            Share,
        ),
    ]
};

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

const fn player(
    name: &'static str,
    label: &'static str,
    about: &'static str,
    of: PlayerCount,
    per: PlayerCount,
    unit: Unit,
) -> Measure {
    Measure { name, label, about, of: of as usize, per: per as usize, unit }
}

const fn table(
    name: &'static str,
    label: &'static str,
    about: &'static str,
    of: MatchCount,
    per: MatchCount,
    unit: Unit,
) -> Measure {
    Measure { name, label, about, of: of as usize, per: per as usize, unit }
}

const fn seat(name: &'static str, label: &'static str, of: MatchCount) -> Measure {
    let about = "rank points of a seat less the mean of the others, per match; seat 0 deals first";
    table(name, label, about, of, MatchCount::Others, Unit::Thousandths)
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
