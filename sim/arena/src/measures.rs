//! The counts of a run, and the rates computed from them.

use hyakuman_analysis::figures::{label, unit_words};
use hyakuman_analysis::{Effect, Estimate, Measure, MeasureKind, Range, Unit};

/// Declares the counts of a cluster by their numbers. Data sets and states keep them by number: append only.
macro_rules! counts {
    ($($(#[$meta:meta])+ pub enum $name:ident { $($(#[$count_meta:meta])+ $count:ident = $number:literal,)+ })+) => {$(
        $(#[$meta])+
        pub enum $name { $($(#[$count_meta])+ $count = $number),+ }

        impl $name {
            /// Every count.
            pub const ALL: &'static [$name] = &[$($name::$count),+];
            /// The names of the counts.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($count)),+];
            /// The number of counts.
            pub const LEN: usize = $name::NAMES.len();
        }

        const _: () = {
            let (numbers, mut at) = ([$($number),+], 0);
            while at < numbers.len() {
                assert!(numbers[at] == at, "a new count goes to the end, with the next number");
                at += 1;
            }
        };
    )+};
}

counts! {
/// The counts of a player in a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerCount {
    /// Matches played.
    Matches = 0,
    /// Sum of placements, 1 for the first.
    Placement = 1,
    /// Matches that ended in first place; the counts of the other places follow.
    First = 2,
    /// Matches that ended in second place.
    Second = 3,
    /// Matches that ended in third place.
    Third = 4,
    /// Matches that ended in fourth place.
    Fourth = 5,
    /// Sum of results with uma and oka, in thousandths.
    RankPoints = 6,
    /// Hands: one for each kyoku played.
    Hands = 7,
    /// Hands won.
    Wins = 8,
    /// Hands won by tsumo.
    Tsumo = 9,
    /// Value of the wins in points, without honba and sticks.
    WinPoints = 10,
    /// Hands in which the player dealt in.
    DealIns = 11,
    /// Points paid by dealing in, honba included.
    DealInCost = 12,
    /// Hands in riichi, with the stick paid.
    Riichi = 13,
    /// Hands opened by a call.
    Open = 14,
    /// Hands of kyoku that did not end with a win.
    Draws = 15,
    /// Hands of kyoku that ended in an exhaustive draw.
    Exhausted = 16,
    /// Hands tenpai at an exhaustive draw.
    Tenpai = 17,
    /// Decisions: choices between at least two actions.
    Decisions = 18,
    /// Sum of squared results with uma and oka, in squares of thousandths.
    RankSquares = 19,
    /// Matches that ended with a score below 0.
    BelowZero = 20,
    /// Change of the score over the hands in riichi.
    RiichiDelta = 21,
    /// Hands in riichi that won.
    RiichiWins = 22,
    /// Change of the score over the hands opened by a call.
    OpenDelta = 23,
    /// Hands opened by a call that won.
    OpenWins = 24,
    /// Hands neither in riichi nor opened by a call.
    Closed = 25,
    /// Change of the score over these.
    ClosedDelta = 26,
    /// Hands that declared riichi, whether or not the stick was paid.
    RiichiDeclared = 27,
}

/// The counts of a whole table in a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchCount {
    /// Matches played.
    Matches = 0,
    /// Kyoku played.
    Kyoku = 1,
    /// Decisions taken by all players.
    Decisions = 2,
    /// Tiles drawn.
    Drawn = 3,
    /// Kyoku that ended with a win.
    Won = 4,
    /// Wins; more than the kyoku won if a tile or a kyoku has several winners.
    Wins = 5,
    /// Kyoku with at least one win, including those that went on after it and ended in a draw.
    WithWins = 6,
    /// Kyoku that ended in an exhaustive draw.
    Exhaustive = 7,
    /// Kyoku that ended in an exhaustive draw with nagashi mangan (流し満貫).
    Nagashi = 8,
    /// Aborted: nine terminals and honors (九種九牌).
    Kyuushu = 9,
    /// Aborted: four equal winds (四風連打).
    Suufon = 10,
    /// Aborted: all players in riichi (四家立直).
    Suucha = 11,
    /// Aborted: four kans (四槓散了).
    Suukan = 12,
    /// Aborted: three winners on one tile (三家和).
    Sanchahou = 13,
    /// Dealt again without payment (引き直し).
    Redraw = 14,
    /// Matches with at least one kyoku after the regular winds.
    ExtensionMatches = 15,
    /// Kyoku after the regular winds.
    ExtensionKyoku = 16,
    /// Matches in which the last regular kyoku was dealt.
    LastKyoku = 17,
    /// Of these, those in which the seat that led when it was dealt is not first at the end.
    Comebacks = 18,
    /// Of these, those in which the seat that was last when it was dealt is first at the end.
    LastToFirst = 19,
    /// Matches times the number of other seats, seats less one.
    Others = 20,
    /// Rank points of seat 0 times the number of other seats, less those of all others, in thousandths.
    FirstSeat = 21,
    /// Kyoku times the number of other seats.
    KyokuOthers = 22,
    /// Change of the dealer's score in a kyoku times the number of other seats, less those of all others.
    Dealer = 23,
    /// Standard deviation of the final scores, in thousandths of the unit of score.
    Spread = 24,
    /// Matches times the square of the number of seats.
    SquaredSeats = 25,
    /// Variance of the rank points of a match times the square of the number of seats, in squares of thousandths.
    RankVariance = 26,
    /// Kyoku with exactly two winners on one tile.
    DoubleRon = 27,
    /// Kyoku with three winners on one tile.
    TripleRon = 28,
    /// Matches that ended when their full length was played; the other reasons follow.
    EndPlayed = 29,
    /// Matches that ended when a score reached the target in the extension.
    EndSuddenDeath = 30,
    /// Matches that ended when a score was too low to go on.
    EndBust = 31,
    /// Matches that ended when a score reached the limit that ends a match at any time.
    EndReached = 32,
    /// Matches that the leading dealer stopped in the last kyoku.
    EndStopped = 33,
    /// As [`MatchCount::FirstSeat`], of seat 1; the other seats follow.
    SecondSeat = 34,
    /// Of seat 2.
    ThirdSeat = 35,
    /// Of seat 3.
    FourthSeat = 36,
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
    let rates = player_rates(seats);
    &rates[..rates.partition_point(|measure| measure.kind == MeasureKind::Result)]
}

/// The rates of a table of three or four.
pub fn match_rates(seats: usize) -> &'static [Measure] {
    if seats == 3 { &MATCH_OF_THREE } else { MATCH }
}

/// Every measure of a player and of a table of three or four.
pub fn measures(seats: usize) -> impl Iterator<Item = &'static Measure> {
    player_rates(seats).iter().chain([EDGE]).chain(match_rates(seats)).chain([LUCK_SHARE])
}

/// Whether it is the rank points of a seat over the others, whose sum over the seats is zero.
pub fn is_of_a_seat(measure: &Measure) -> bool {
    measure.kind == MeasureKind::Seat
}

/// Whether it is a metric for the design of rules (docs/metrics.md): text output shows those only if requested.
pub fn is_metric(measure: &Measure) -> bool {
    matches!(measure.kind, MeasureKind::Metric | MeasureKind::Seat)
}

/// Whether this measure of an agent that plays every seat is the same however it plays. Placements are; rank points are
/// if their total was the same on every wall.
pub fn is_constant_in_self_play(measure: &Measure, estimate: Option<&Estimate>) -> bool {
    let same = |found: &Estimate| found.interval.is_none() && (found.clusters > 1 || found.value == 0.0);
    let is_placement = measure.unit != Unit::Thousandths;
    measure.kind == MeasureKind::Result && (is_placement || estimate.is_some_and(same))
}

/// The same under both of two rulesets.
pub fn is_effect_constant_in_self_play(measure: &Measure, effect: &Effect) -> bool {
    let sides = [&effect.base, &effect.variant];
    let constant = sides.iter().all(|rate| is_constant_in_self_play(measure, rate.as_ref()));
    constant && effect.difference.is_some_and(|found| found.same() || found.value == 0.0)
}

/// Every measure as tables for a page; what is counted has the names of [`PlayerCount`] and [`MatchCount`].
pub fn measures_as_markdown() -> String {
    let of_player = ("a player", PLAYER, EDGE, PlayerCount::NAMES);
    let of_table = ("the table", MATCH, LUCK_SHARE, MatchCount::NAMES);
    let mut text = String::new();
    for (whom, rates, no_rate, counts) in [of_player, of_table] {
        for (metrics, option) in [(false, ""), (true, ", with `--metrics`")] {
            let shown = rates.iter().chain([no_rate]).filter(|measure| is_metric(measure) == metrics);
            let rows: String = shown.map(|measure| row(measure, counts)).collect();
            let heads = "| name | label | what it is | counted | pitfall |\n| --- | --- | --- | --- | --- |";
            text += &format!("\n### Of {whom}{option}\n\n{heads}\n{rows}");
        }
    }
    text
}

fn row(measure: &Measure, counts: &[&str]) -> String {
    let Measure { name, about, of, per, unit, pitfall, .. } = *measure;
    let counted = counts.get(of).map_or(String::new(), |of| format!("{of} / {}", counts[per]));
    let unit = if unit == Unit::Share { "" } else { unit_words(unit) };
    let comma = if unit.is_empty() { "" } else { ", " };
    format!("| `{name}` | `{}` | {about} | {counted}{comma}{unit} | {pitfall} |\n", label(measure))
}

/// The rates of a player in a game of three, without fourth place.
const PLAYER_OF_THREE: [Measure; PLAYER.len() - 1] = without(PLAYER, PlayerCount::Fourth as usize);

/// The rates of a table of three, without the fourth seat.
const MATCH_OF_THREE: [Measure; MATCH.len() - 1] = without(MATCH, MatchCount::FourthSeat as usize);

/// How clearly a player leads, of an agent or a seat ([`hyakuman_analysis::edge`]).
pub const EDGE: &Measure = &NO_RATES[0];

/// The luck share, of a table ([`hyakuman_analysis::results`]).
pub const LUCK_SHARE: &Measure = &NO_RATES[1];

/// What the unit of a measure does not say.
#[allow(non_camel_case_types, reason = "words of the lists")]
enum Mark {
    /// A mean that may be below zero.
    signed,
    /// A share whose events come together in a match.
    together,
}

/// In the place of the counts of a measure that has sums of its own.
#[repr(u32)]
enum NoCount {
    Sums = u32::MAX,
}

/// Declares lists of measures by their kind: what each is, its name in JSON, its label, what is counted per what, the unit, a [`Mark`], and
/// where it misleads.
macro_rules! measures {
    ($($(#[doc = $list_doc:literal])+ $list:ident of $count:ident {$($kind:ident {
        $($(#[doc = $about:literal])+ $name:ident $label:literal = $of:ident / $per:ident, $unit:ident $($mark:ident)? $(, $pitfall:literal)?;)+
    })+})+) => {$(
        $(#[doc = $list_doc])+
        const $list: &[Measure] = &[$($(Measure {
            name: stringify!($name),
            label: $label,
            about: concat!($($about),+).trim_ascii(),
            pitfall: concat!($($pitfall)?),
            kind: MeasureKind::$kind,
            of: $count::$of as usize,
            per: $count::$per as usize,
            unit: Unit::$unit,
            range: if false $(|| matches!(Mark::$mark, Mark::signed))? { Range::Any } else { Range::FromZero },
            apart: true $(&& !matches!(Mark::$mark, Mark::together))?,
        }),+),+];
    )+};
}

measures! {
    /// The rates of a player.
    PLAYER of PlayerCount {
        Result {
            /// average placement, 1 is the first; equal scores are placed by seat, even if `tie_break` is `Split`, which splits only rank points
            placement "placement" = Placement / Matches, Number;
            /// average result of a match with uma and oka; of riichi in thousands of points: 45.2 is 45,200 points
            rank_points "rank points" = RankPoints / Matches, Thousandths signed;
            /// share of matches that ended in first place
            first "1st" = First / Matches, Share;
            /// share of matches that ended in second place
            second "2nd" = Second / Matches, Share;
            /// share of matches that ended in third place
            third "3rd" = Third / Matches, Share;
            /// share of matches that ended in fourth place; with four players only
            fourth "4th" = Fourth / Matches, Share;
        }
        Usual {
            /// share of hands won
            win "win" = Wins / Hands, Share;
            /// share of hands in which the player dealt in
            deal_in "deal-in" = DealIns / Hands, Share, "an agent that folds deals in less and wins less: see `rank_points`";
            /// share of hands with an accepted riichi: it was not won on, so the stick is paid
            riichi "riichi" = Riichi / Hands, Share;
            /// share of hands with a riichi declared, accepted or not
            riichi_declared "riichi declared" = RiichiDeclared / Hands, Share, "it counts decisions, `riichi` counts sticks paid";
            /// share of hands opened by a call
            call "call" = Open / Hands, Share;
            /// share of hands of a kyoku that did not end with a win
            draw "draw" = Draws / Hands, Share;
            /// share of hands tenpai at exhaustive draws
            tenpai "tenpai at draw" = Tenpai / Exhausted, Share;
            /// share of wins by tsumo
            tsumo "tsumo of wins" = Tsumo / Wins, Share;
            /// average value of a win, without honba and sticks
            win_points "points per win" = WinPoints / Wins, Points,
                "the winner also gets honba and sticks: the change of score is in a data set (`wins.delta_*`)";
            /// average payment of a hand that dealt in, honba included
            deal_in_points "points per deal-in" = DealInCost / DealIns, Points;
            /// choices between at least two actions per match
            decisions "decisions" = Decisions / Matches, Number, "not time: a pass counts as much as a riichi";
        }
        Metric {
            /// share of matches that ended with a score below 0
            below_zero "below 0 at the end" = BelowZero / Matches, Share,
                "not `end_bust`: a match can go on where `tobi` is off, two players can be below 0, and none is where a score of 0 is bust";
            /// share of hands in riichi that won
            riichi_win "riichi hands won" = RiichiWins / Riichi, Share, "[selection](#riichi-and-calls)";
            /// share of hands opened by a call that won
            call_win "open hands won" = OpenWins / Open, Share, "[selection](#riichi-and-calls)";
            /// average change of the score in a hand in riichi
            riichi_points "score change, riichi" = RiichiDelta / Riichi, Points signed,
                "**not the value of a riichi**, which is chosen with good hands: [selection](#riichi-and-calls)";
            /// average change of the score in a hand opened by a call
            call_points "score change, open hands" = OpenDelta / Open, Points signed, "**not the value of a call**: [selection](#riichi-and-calls)";
            /// average change of the score in a hand neither in riichi nor opened by a call
            closed_points "score change, other hands" = ClosedDelta / Closed, Points signed, "[selection](#riichi-and-calls)";
        }
    }

    /// The rates of a table.
    MATCH of MatchCount {
        Usual {
            /// kyoku per match, repeats included
            kyoku "kyoku per match" = Kyoku / Matches, Number, "a longer match is not a better measurement: see [resolution](#resolution)";
            /// choices of all players between at least two actions per match
            decisions "decisions per match" = Decisions / Matches, Number, "not time: a pass counts as much as a riichi";
            /// tiles drawn per kyoku
            drawn "tiles drawn" = Drawn / Kyoku, Number, "a kyoku of Shura goes on after a win";
            /// share of kyoku that ended with a win; with the other ends, down to `redraw`, the total is 1
            won "won" = Won / Kyoku, Share;
            /// winners of a kyoku with a win, 1 or more
            wins "wins per kyoku with a win" = Wins / WithWins, OneOrMore;
            /// share of kyoku that ended in an exhaustive draw
            exhaustive "exhaustive draw" = Exhaustive / Kyoku, Share;
            /// share of kyoku with a river paid as a mangan
            nagashi "nagashi mangan" = Nagashi / Kyoku, Share, "rare, as the aborts: it takes many walls";
            /// share of kyoku aborted with nine terminals and honors
            kyuushu "kyuushu kyuuhai" = Kyuushu / Kyoku, Share;
            /// share of kyoku aborted by four equal winds
            suufon "suufon renda" = Suufon / Kyoku, Share;
            /// share of kyoku aborted by riichi of all players
            suucha "suucha riichi" = Suucha / Kyoku, Share;
            /// share of kyoku aborted by four kans
            suukan "suukan sanra" = Suukan / Kyoku, Share;
            /// share of kyoku aborted by three winners on one tile
            sanchahou "sanchahou" = Sanchahou / Kyoku, Share;
            /// share of kyoku dealt again without payment (Toppan)
            redraw "redraw" = Redraw / Kyoku, Share;
        }
        Metric {
            /// share of matches with a kyoku after the regular winds (after South 4 in a hanchan)
            extension "extended" = ExtensionMatches / Matches, Share, "not `end_sudden_death`: an extension can also end by bust or be played out";
            /// share of kyoku after the regular winds
            extension_kyoku "kyoku in the extension" = ExtensionKyoku / Kyoku, Share together,
                "not `extension`, the share of matches, which may be five times as large";
            /// share of matches played out; the five ends sum to 1, their words are those of the column `ended` of a data set
            end_played "end: played out" = EndPlayed / Matches, Share;
            /// share of matches that ended when a score reached the target in the extension
            end_sudden_death "end: target" = EndSuddenDeath / Matches, Share;
            /// share of matches that ended when a score was too low to go on
            end_bust "end: bust" = EndBust / Matches, Share;
            /// share of matches that ended when a score reached the upper limit
            end_reached "end: upper limit" = EndReached / Matches, Share;
            /// share of matches that the leading dealer stopped in the last kyoku
            end_stopped "end: dealer stopped" = EndStopped / Matches, Share;
            /// share of matches in which the last regular kyoku was dealt (South 4 in a hanchan)
            last_kyoku "last kyoku dealt" = LastKyoku / Matches, Share, "the others ended by bust or the upper limit";
            /// of these, share whose leader when it was first dealt (of equal scores the first seat) is not first at the end
            comeback "comeback" = Comebacks / LastKyoku, Share,
                "matches that end early are left out, and these had the largest leads: a rule that ends matches early (`tobi`) raises the share although there are not more comebacks";
            /// of these, share whose last when it was first dealt (of equal scores the last seat) is first at the end
            last_to_first "last before the final kyoku, then first" = LastToFirst / LastKyoku, Share,
                "final placements follow the rule on ties; a tie for the lead is not broken by luck but by seat";
        }
        Seat {
            /// rank points of seat 0, the first dealer, less the mean of the others: (N·P₀ - ΣP) / ((N - 1) matches)
            first_seat "seat 0's rank points over the others" = FirstSeat / Others, Thousandths signed,
                "with `--seating fixed` it is a difference between agents; with `rotate` each agent sits everywhere";
            /// the same of seat 1
            second_seat "seat 1's rank points over the others" = SecondSeat / Others, Thousandths signed;
            /// the same of seat 2
            third_seat "seat 2's rank points over the others" = ThirdSeat / Others, Thousandths signed;
            /// the same of seat 3; with four players only
            fourth_seat "seat 3's rank points over the others" = FourthSeat / Others, Thousandths signed;
        }
        Metric {
            /// change of the dealer's score in a kyoku less the mean of the others: (N·d - Σd) / ((N - 1) kyoku)
            dealer "dealer's points over the others, per kyoku" = Dealer / KyokuOthers, Points signed,
                "all kyoku count alike, repeats included: a dealer who wins often is counted more often. In Toppan the dealer plays against all";
            /// standard deviation of the final scores of a match (divisor: seats), mean over matches
            spread "score spread" = Spread / Matches, FinePoints, "`tobi` cuts it off: compare `end_bust` beside it";
            /// variance of the rank points of a match (divisor: seats), mean over matches
            rank_variance "rank point variance" = RankVariance / SquaredSeats, SquaredThousandths,
                "uma and oka alone make much of it: with equal scores, those of `tenhou` (20, 10, -10, -20, oka 20) have a variance of 525 of the 1,307 that `ukeire` has";
            /// share of kyoku with exactly two winners on one tile
            double_ron "two rons" = DoubleRon / Kyoku, Share,
                "of kyoku, not of rons. In Shura two wins in a row on equal tiles of one seat count as wins on one tile";
            /// share of kyoku with three winners on one tile
            triple_ron "three rons" = TripleRon / Kyoku, Share, "as `double_ron`";
        }
    }

    /// What is no rate: it is computed from sums of its own ([`crate::effects`]).
    NO_RATES of NoCount {
        Usual {
            /// d / σ: mean and standard deviation over matches of the lead, the mean result of the player's seats less that of the others
            edge "edge" = Sums / Sums, Number signed,
                "per match, not per wall; of *these* agents. Agents that ignore uma play the same with any: the difference says nothing about players who adapt. A constant lead has none";
        }
        Metric {
            /// share of the variance of rank points that the means of the agents do not explain ([luck](#luck))
            luck_share "luck share" = Sums / Sums, Share together,
                "**it depends on the field**: two nearly equal agents have 100 % luck in any game. Compare rules with one field, and prefer [`resolution`](#resolution)";
        }
    }
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

    #[test]
    fn what_does_not_apply_to_a_game_are_rates() {
        for listing in hyakuman_games::registry::rulesets() {
            for name in hyakuman_games::registry::load_preset(listing.id).unwrap().facts().inapplicable_rates
            {
                assert!(measures(4).any(|measure| measure.name == *name), "{name}");
            }
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
