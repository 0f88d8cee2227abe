//! Counts a match while it is played.

use crate::counts::{Counts, LEAD_CLASSES};
use crate::measures::{MatchCount, PlayerCount};
use crate::own_measures::{Evaluator, OwnMeasures};
use hyakuman_core::game::sink::{Sink, Wants};
use hyakuman_core::game::{
    EndReason, Game, KyokuEnd, KyokuResult, MAX_SEATS, MAX_WIN_CLASSES, MatchEnd, WinRecord,
};
use hyakuman_core::{Seat, SeatSet};
use std::sync::Arc;

/// Counts one match after another.
#[derive(Debug)]
pub struct Counter<G: Game> {
    rules: Arc<G::Rules>,
    /// Number of kyoku of the regular length.
    regular: u32,
    /// The match so far.
    counts: Counts,
    /// The state when the last regular kyoku was dealt.
    last: Option<LastKyoku>,
    /// Counts measures of one's own.
    own_measures: Option<Box<Evaluator<G>>>,
}

/// Who was where when the last regular kyoku was dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LastKyoku {
    /// The seat with the highest score, of equal ones the first.
    leader: usize,
    /// The seat with the lowest score, of equal ones the last.
    last: usize,
    /// The class of the difference between the two highest scores.
    lead: usize,
}

impl<G: Game> Sink<G> for Counter<G> {
    fn wants(&self) -> Wants {
        Wants::COUNTS
    }

    fn decided(&mut self, decisions: &[u32; MAX_SEATS]) {
        for (counts, &made) in self.counts.seats.iter_mut().zip(decisions) {
            counts[PlayerCount::Decisions as usize] += i64::from(made);
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.hands(end);
        self.wins(end);
        self.kyoku(end);
        self.course(end);
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        self.kyoku_end(end);
        if let Some(own) = &mut self.own_measures {
            own.settled(game, end, &mut self.counts);
        }
    }

    fn match_end(&mut self, end: &MatchEnd) {
        if end.reason == EndReason::Unfinished {
            return; // its kyoku count, it is no match
        }
        for seat in 0..G::SEATS {
            let (placement, points) = (end.placement[seat] as usize, i64::from(end.rank_points[seat]));
            self.add(seat, PlayerCount::Matches, 1);
            self.add(seat, PlayerCount::Placement, placement as i64 + 1);
            self.counts.seats[seat][PlayerCount::First as usize + placement] += 1;
            self.add(seat, PlayerCount::RankPoints, points);
            self.add(seat, PlayerCount::RankSquares, points * points);
            self.add(seat, PlayerCount::BelowZero, (end.scores[seat] < 0).into());
            let decisions = self.counts.seats[seat][PlayerCount::Decisions as usize];
            self.table(MatchCount::Decisions, decisions);
        }
        self.table(MatchCount::Matches, 1);
        self.result(end);
        self.comeback(end);
        if let Some(own) = &mut self.own_measures {
            own.match_end(end, &mut self.counts);
        }
    }
}

impl<G: Game> Counter<G> {
    /// Before the first match under these rules.
    pub fn new(rules: &Arc<G::Rules>) -> Self {
        let regular = G::regular_kyoku(rules);
        Counter { rules: Arc::clone(rules), regular, counts: Counts::ZERO, last: None, own_measures: None }
    }

    /// The same, with measures of one's own.
    pub(crate) fn with(rules: &Arc<G::Rules>, own_measures: Option<OwnMeasures>) -> Self {
        let own_measures = own_measures.map(|own| Box::new(Evaluator::<G>::new(own, rules)));
        Counter { own_measures, ..Counter::new(rules) }
    }

    /// Before another match.
    pub fn begin(&mut self) {
        self.counts.clear();
        self.last = None;
        self.own_measures.iter_mut().for_each(|own| own.begin());
    }

    /// The counts of the match.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    #[inline]
    fn add(&mut self, seat: usize, count: PlayerCount, n: i64) {
        self.counts.seats[seat][count as usize] += n;
    }

    #[inline]
    fn table(&mut self, count: MatchCount, n: i64) {
        self.counts.table[count as usize] += n;
    }

    /// Counts what applies to every hand of a kyoku, won or not.
    fn hands(&mut self, end: &KyokuEnd<'_>) {
        let drawn = end.result != KyokuResult::Win;
        let exhausted = end.result == KyokuResult::Exhaustive;
        let winners: SeatSet = end.wins.iter().map(|win| win.winner).collect();
        let all: SeatSet = Seat::all(G::SEATS).collect();
        for seat in end.declared {
            self.add(seat.index(), PlayerCount::RiichiDeclared, 1);
        }
        for seat in end.riichi {
            let i = self.changed(seat, end, PlayerCount::Riichi, PlayerCount::RiichiDelta);
            self.add(i, PlayerCount::RiichiWins, winners.has(seat).into());
        }
        for seat in end.open {
            let i = self.changed(seat, end, PlayerCount::Open, PlayerCount::OpenDelta);
            self.add(i, PlayerCount::OpenWins, winners.has(seat).into());
        }
        for seat in all.without(end.open).without(end.riichi) {
            self.changed(seat, end, PlayerCount::Closed, PlayerCount::ClosedDelta);
        }
        for i in 0..G::SEATS {
            self.add(i, PlayerCount::Hands, 1);
            if drawn {
                self.add(i, PlayerCount::Draws, 1);
                self.add(i, PlayerCount::Exhausted, exhausted.into());
                self.add(i, PlayerCount::Tenpai, (exhausted && end.tenpai.has(Seat::new(i as u8))).into());
            }
        }
    }

    /// Counts a hand and the change of its score. Returns the place of the seat.
    #[inline]
    fn changed(&mut self, seat: Seat, end: &KyokuEnd<'_>, hands: PlayerCount, delta: PlayerCount) -> usize {
        self.add(seat.index(), hands, 1);
        self.add(seat.index(), delta, end.deltas[seat.index()].into());
        seat.index()
    }

    fn wins(&mut self, end: &KyokuEnd<'_>) {
        let mut dealt_in = SeatSet::EMPTY;
        for win in end.wins {
            let winner = win.winner.index();
            self.add(winner, PlayerCount::Wins, 1);
            self.add(winner, PlayerCount::WinPoints, win.points.into());
            match win.from {
                None => self.add(winner, PlayerCount::Tsumo, 1),
                Some(from) => {
                    dealt_in.insert(from);
                    self.add(from.index(), PlayerCount::DealInCost, (-win.deltas[from.index()]).into());
                }
            }
            self.value(win);
        }
        dealt_in.for_each(|seat| self.add(seat.index(), PlayerCount::DealIns, 1));
    }

    /// Counts yaku and value of a win.
    fn value(&mut self, win: &WinRecord) {
        let wins = &mut self.counts.wins;
        wins.yaku[0] += 1;
        for (first, mut yaku) in [(1, win.yaku), (1 + u64::BITS, win.own_yaku)] {
            while yaku != 0 {
                wins.yaku[(first + yaku.trailing_zeros()) as usize] += 1;
                yaku &= yaku - 1;
            }
        }
        let class = G::win_class(&self.rules, win);
        wins.values[0] += 1;
        wins.values[1 + class] += 1;
        wins.values[1 + MAX_WIN_CLASSES + class] += i64::from(win.points);
    }

    fn kyoku(&mut self, end: &KyokuEnd<'_>) {
        let result = match end.result {
            KyokuResult::Win => MatchCount::Won,
            KyokuResult::Exhaustive => MatchCount::Exhaustive,
            KyokuResult::Nagashi => MatchCount::Nagashi,
            KyokuResult::Kyuushu => MatchCount::Kyuushu,
            KyokuResult::Suufon => MatchCount::Suufon,
            KyokuResult::Suucha => MatchCount::Suucha,
            KyokuResult::Suukan => MatchCount::Suukan,
            KyokuResult::Sanchahou => MatchCount::Sanchahou,
            KyokuResult::Redraw => MatchCount::Redraw,
        };
        self.table(result, 1);
        self.table(MatchCount::Kyoku, 1);
        self.table(MatchCount::Wins, end.wins.len() as i64);
        self.table(MatchCount::WithWins, (!end.wins.is_empty()).into());
        self.table(MatchCount::Drawn, end.draws.into());
        match most_on_one_tile(end.wins) {
            0 | 1 => {}
            2 => self.table(MatchCount::DoubleRon, 1),
            _ => self.table(MatchCount::TripleRon, 1),
        }
    }

    /// Counts the dealer's gain, the extension, and notes who leads when the last regular kyoku is dealt.
    fn course(&mut self, end: &KyokuEnd<'_>) {
        let (seats, deltas) = (G::SEATS as i64, &end.deltas[..G::SEATS]);
        let dealer = i64::from(deltas[end.kyoku as usize % G::SEATS]);
        let sum: i64 = deltas.iter().map(|&delta| i64::from(delta)).sum();
        self.table(MatchCount::Dealer, seats * dealer - sum);
        self.table(MatchCount::KyokuOthers, seats - 1);
        if end.kyoku >= self.regular {
            self.table(MatchCount::ExtensionKyoku, 1);
            self.counts.table[MatchCount::ExtensionMatches as usize] = 1;
        }
        // In a match of a single kyoku there is no leader before it.
        if end.kyoku + 1 == self.regular && end.repeat == 0 && self.regular > 1 {
            self.last = Some(LastKyoku::of::<G>(&end.before[..G::SEATS]));
        }
    }

    /// Counts the spread of scores and rank points, and why the match ended.
    fn result(&mut self, end: &MatchEnd) {
        let seats = G::SEATS as i64;
        let points = &end.rank_points[..G::SEATS];
        let sum: i64 = points.iter().map(|&points| i64::from(points)).sum();
        self.table(MatchCount::Others, seats - 1);
        for (count, &points) in MatchCount::SEATS.into_iter().zip(points) {
            self.table(count, seats * i64::from(points) - sum);
        }
        self.table(MatchCount::SquaredSeats, seats * seats);
        self.table(MatchCount::RankVariance, scaled_variance(points));
        // A square root is rounded alike on every machine.
        let deviation = (scaled_variance(&end.scores[..G::SEATS]) as f64).sqrt() / seats as f64;
        self.table(MatchCount::Spread, (1_000.0 * deviation).round() as i64);
        let reason = match end.reason {
            EndReason::Played => MatchCount::EndPlayed,
            EndReason::SuddenDeath => MatchCount::EndSuddenDeath,
            EndReason::Bust => MatchCount::EndBust,
            EndReason::Reached => MatchCount::EndReached,
            EndReason::Stopped => MatchCount::EndStopped,
            EndReason::Unfinished => return,
        };
        self.table(reason, 1);
    }

    fn comeback(&mut self, end: &MatchEnd) {
        let Some(LastKyoku { leader, last, lead }) = self.last else { return };
        let comeback = i64::from(end.placement[leader] != 0);
        self.table(MatchCount::LastKyoku, 1);
        self.table(MatchCount::Comebacks, comeback);
        self.table(MatchCount::LastToFirst, (end.placement[last] == 0).into());
        self.counts.comebacks[lead] += 1;
        self.counts.comebacks[LEAD_CLASSES + lead] += comeback;
    }
}

impl LastKyoku {
    fn of<G: Game>(scores: &[i32]) -> LastKyoku {
        let (mut leader, mut last) = (0, 0);
        for (seat, &score) in scores.iter().enumerate() {
            leader = if score > scores[leader] { seat } else { leader };
            last = if score <= scores[last] { seat } else { last };
        }
        let others = scores.iter().enumerate().filter(|(seat, _)| *seat != leader);
        let second = others.map(|(_, &score)| score).max().unwrap_or(scores[leader]);
        let bounds = G::LEADS.map(|bound| bound * G::UNITS_PER_POINT);
        LastKyoku { leader, last, lead: WinRecord::class_by(scores[leader] - second, &bounds) }
    }
}

/// The largest number of winners on one tile. Wins on one tile follow each other.
fn most_on_one_tile(wins: &[WinRecord]) -> usize {
    let same = |a: &WinRecord, b: &WinRecord| a.from.is_some() && (a.from, a.tile) == (b.from, b.tile);
    wins.chunk_by(same).map(<[WinRecord]>::len).max().unwrap_or(0)
}

/// The variance of values with divisor n, times the square of n.
fn scaled_variance(values: &[i32]) -> i64 {
    let sum: i64 = values.iter().map(|&value| i64::from(value)).sum();
    let squares: i64 = values.iter().map(|&value| i64::from(value) * i64::from(value)).sum();
    values.len() as i64 * squares - sum * sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_riichi::{Riichi, presets};

    type Table4 = Counter<Riichi<4>>;

    fn counter() -> Table4 {
        Counter::new(&Arc::new(presets::tenhou()))
    }

    fn kyoku<'a>(result: KyokuResult, wins: &'a [WinRecord], riichi: u8, tenpai: u8) -> KyokuEnd<'a> {
        let [riichi, tenpai, open] = [riichi, tenpai, 0b0010].map(SeatSet::from_bits);
        let (before, deltas) = ([25_000; 4], [0; 4]);
        let (kyoku, repeat, honba, kyotaku, draws, declared) = (0, 0, 0, 0, 50, riichi);
        KyokuEnd {
            kyoku,
            repeat,
            honba,
            kyotaku,
            before,
            deltas,
            result,
            wins,
            draws,
            riichi,
            declared,
            open,
            tenpai,
        }
    }

    fn win(winner: u8, from: Option<u8>, points: i32, deltas: [i32; 4]) -> WinRecord {
        let from = from.map(Seat::new);
        WinRecord { from, han: 1, fu: 30, points, deltas, ..WinRecord::of(Seat::new(winner)) }
    }

    /// A match that ends with these scores; the first seats are placed by score.
    fn match_end(counter: &mut Table4, scores: [i32; 4], reason: EndReason) -> Counts {
        let placement = std::array::from_fn(|seat| {
            let before = |other: &usize| (-scores[*other], *other) < (-scores[seat], seat);
            (0..4).filter(before).count() as u8
        });
        let rank_points = scores.map(|score| score - 25_000);
        Sink::match_end(counter, &MatchEnd { scores, placement, rank_points, kyoku: 4, reason });
        counter.counts().clone()
    }

    /// Two agents with two seats each, and of three seats: by hand, on two matches in two rotations.
    #[test]
    fn leads_are_counted_by_match() {
        let (rules, roster) = (crate::Rules::preset("tenhou").unwrap(), hyakuman_agents::Roster::built_in());
        let cluster = |agents: &str| {
            let lineup = crate::Arena::new(&rules, &roster).agents(agents).unwrap().lineup().unwrap();
            let mut wall = crate::counts::WallCounts::EMPTY;
            for (rotation, scores) in
                [[40_000, 30_000, 20_000, 10_000], [25_000, 15_000, 45_000, 15_000]].into_iter().enumerate()
            {
                let counts = match_end(&mut counter(), scores, EndReason::Played);
                wall.add(&lineup, rotation, &counts);
            }
            [0, 1, 2, 5].map(|at| wall.leads.over_others[at])
        };
        // Rank points 15, 5, -5, -15 and 0, -10, 20, -10 thousands; in rotation 1 the agents have moved by a seat.
        let million = |lead: i64, squares: i64| [lead * 1_000, squares * 1_000_000];
        // Of two seats 4 S - 2 T: 4 (15 - 5), 4 (-10 - 10); seat 0: 4 · 15, 4 · 0; seat 3: 4 · -15, 4 · -10.
        let [own, other, first, last] = cluster("ukeire,random,ukeire,random");
        assert_eq!([own, other], [million(-40, 1_600 + 6_400), million(40, 1_600 + 6_400)]);
        assert_eq!([first, last], [million(60, 3_600), million(-100, 3_600 + 1_600)]);
        // Of one seat 4 S - T, at seat 0 and then at seat 3; of the three others less that.
        let [own, others, ..] = cluster("ukeire,random,random,random");
        assert_eq!([own, others], [million(20, 3_600 + 1_600), million(-20, 3_600 + 1_600)]);
    }

    /// Seat 1 deals in to two seats at once, seat 2 wins by tsumo, then an exhaustive draw with seat 3 tenpai.
    #[test]
    fn a_match_is_counted() {
        use PlayerCount::*;
        let mut counter = counter();
        let two =
            [win(2, Some(1), 3_900, [0, -4_200, 4_200, 0]), win(3, Some(1), 1_000, [0, -1_000, 0, 1_000])];
        Sink::kyoku_end(&mut counter, &kyoku(KyokuResult::Win, &two, 0b0100, 0b1100));
        Sink::kyoku_end(
            &mut counter,
            &kyoku(KyokuResult::Win, &[win(2, None, 2_000, [-1_000, -500, 2_000, -500])], 0, 0),
        );
        Sink::kyoku_end(&mut counter, &kyoku(KyokuResult::Exhaustive, &[], 0b1000, 0b1000));
        Sink::kyoku_end(&mut counter, &kyoku(KyokuResult::Suufon, &[], 0, 0));
        let scores = [24_000, 19_300, 31_200, 25_500];
        let (placement, rank_points) = ([2, 3, 0, 1], [-16_000, -30_700, 41_200, 5_500]);
        let reason = EndReason::Played;
        Sink::match_end(&mut counter, &MatchEnd { scores, placement, rank_points, kyoku: 4, reason });
        let counts = counter.counts();
        let expected = [
            (Hands, [4, 4, 4, 4]),
            (Wins, [0, 0, 2, 1]),
            (Tsumo, [0, 0, 1, 0]),
            (WinPoints, [0, 0, 5_900, 1_000]),
            (DealIns, [0, 1, 0, 0]),
            (DealInCost, [0, 5_200, 0, 0]),
            (Riichi, [0, 0, 1, 1]),
            (Open, [0, 4, 0, 0]),
            (Draws, [2, 2, 2, 2]),
            (Exhausted, [1, 1, 1, 1]),
            (Tenpai, [0, 0, 0, 1]),
            (Placement, [3, 4, 1, 2]),
            (First, [0, 0, 1, 0]),
            (Fourth, [0, 1, 0, 0]),
            (RankPoints, [-16_000, -30_700, 41_200, 5_500]),
        ];
        for (count, by_seat) in expected {
            assert_eq!(counts.seats.map(|seat| seat[count as usize]), by_seat, "{count:?}");
        }
        let table = |count: MatchCount| counts.table[count as usize];
        assert_eq!((table(MatchCount::Kyoku), table(MatchCount::Won), table(MatchCount::Wins)), (4, 2, 3));
        assert_eq!(
            (table(MatchCount::Exhaustive), table(MatchCount::Suufon), table(MatchCount::Drawn)),
            (1, 1, 200)
        );
    }

    /// A kyoku may continue after a win and end in a draw. Three kyoku: one win then a draw, three wins, a draw.
    #[test]
    fn wins_before_an_exhaustive_draw_are_counted() {
        let mut counter = counter();
        let three = [1, 2, 3].map(|winner| win(winner, Some(0), 1_000, [0; 4]));
        Sink::kyoku_end(&mut counter, &kyoku(KyokuResult::Exhaustive, &three[..1], 0, 0));
        Sink::kyoku_end(&mut counter, &kyoku(KyokuResult::Win, &three, 0, 0));
        Sink::kyoku_end(&mut counter, &kyoku(KyokuResult::Exhaustive, &[], 0, 0));
        let counts = counter.counts();
        let table = [MatchCount::Won, MatchCount::Wins, MatchCount::WithWins].map(|count| count as usize);
        assert_eq!(table.map(|count| counts.table[count]), [1, 4, 2]);
        assert_eq!(counts.seats[0][PlayerCount::Draws as usize], 2);
    }

    /// The deal of a kyoku with these scores, in which seat 0 pays seat 1.
    fn dealt(counter: &mut Table4, kyoku: u32, repeat: u32, before: [i32; 4]) {
        let deltas = [-2_000, 2_000, 0, 0];
        let end = KyokuEnd { kyoku, repeat, before, deltas, ..self::kyoku(KyokuResult::Win, &[], 0, 0) };
        Sink::kyoku_end(counter, &end);
    }

    fn table<const N: usize>(counts: &Counts, of: [MatchCount; N]) -> [i64; N] {
        of.map(|count| counts.table[count as usize])
    }

    /// The leader is who led at the first deal of South 4; of equal scores the first seat leads and the last seat is last.
    #[test]
    fn comebacks_are_counted_by_lead() {
        use MatchCount::{Comebacks, LastKyoku, LastToFirst};
        let [even, clear] = [[30_000, 30_000, 20_000, 20_000], [20_000, 41_000, 25_000, 14_000]];
        for (before, end, expected, lead) in [
            (even, [31_000, 29_000, 20_000, 20_000], [1, 0, 0], 0),
            (even, [29_000, 31_000, 20_000, 20_000], [1, 1, 0], 0),
            (even, [20_000, 20_000, 20_000, 40_000], [1, 1, 1], 0),
            (even, [20_000, 20_000, 40_000, 20_000], [1, 1, 0], 0),
            (clear, [20_000, 45_000, 20_000, 15_000], [1, 0, 0], 4),
            (clear, [20_000, 19_000, 15_000, 46_000], [1, 1, 1], 4),
            ([25_000, 29_000, 25_000, 21_000], [40_000, 20_000, 20_000, 20_000], [1, 1, 0], 1),
            ([25_000, 28_900, 25_000, 21_100], [40_000, 20_000, 20_000, 20_000], [1, 1, 0], 0),
        ] {
            let mut counter = counter();
            dealt(&mut counter, 6, 0, [99_000, 0, 0, 1_000]);
            dealt(&mut counter, 7, 0, before);
            dealt(&mut counter, 7, 1, [0, 0, 99_000, 1_000]);
            let counts = match_end(&mut counter, end, EndReason::Played);
            assert_eq!(table(&counts, [LastKyoku, Comebacks, LastToFirst]), expected, "{before:?} {end:?}");
            let mut by_lead = [0; 2 * LEAD_CLASSES];
            (by_lead[lead], by_lead[LEAD_CLASSES + lead]) = (1, expected[1]);
            assert_eq!(counts.comebacks, by_lead, "{before:?} {end:?}");
        }
    }

    /// Nobody comes back in a match that ends before the last kyoku, nor in one of a single kyoku.
    #[test]
    fn a_short_match_has_no_comeback() {
        let mut counter = counter();
        dealt(&mut counter, 6, 0, [25_000; 4]);
        let counts = match_end(&mut counter, [-1_000, 60_000, 20_000, 21_000], EndReason::Bust);
        let of = [MatchCount::LastKyoku, MatchCount::EndBust, MatchCount::EndPlayed];
        assert_eq!((table(&counts, of), counts.seats[0][PlayerCount::BelowZero as usize]), ([0, 1, 0], 1));
        let mut rules = presets::tenhou();
        rules.length_winds = 0;
        let mut single = Table4::new(&Arc::new(rules));
        dealt(&mut single, 0, 0, [25_000; 4]);
        let counts = match_end(&mut single, [23_000, 27_000, 25_000, 25_000], EndReason::Played);
        assert_eq!(table(&counts, of), [0, 0, 1]);
    }

    /// Two kyoku of the West round, one of them twice.
    #[test]
    fn the_extension_is_what_follows_the_regular_winds() {
        let mut counter = counter();
        [(0, 0), (7, 0), (8, 0), (8, 1), (9, 0)].into_iter().for_each(|(kyoku, repeat)| {
            dealt(&mut counter, kyoku, repeat, [25_000; 4]);
        });
        let counts = match_end(&mut counter, [20_000, 31_000, 25_000, 24_000], EndReason::SuddenDeath);
        let of = [MatchCount::ExtensionMatches, MatchCount::ExtensionKyoku, MatchCount::EndSuddenDeath];
        assert_eq!(table(&counts, of), [1, 3, 1]);
        counter.begin();
        dealt(&mut counter, 7, 0, [25_000; 4]);
        assert_eq!(table(&match_end(&mut counter, [25_000; 4], EndReason::Played), of), [0, 0, 0]);
    }

    /// Scores 10,000, 20,000, 30,000, 40,000: the variance is 125,000,000. Seat 0 has -15 and the others 5 in the mean, seat 1
    /// -5 and 1.67, and so on.
    #[test]
    fn spread_and_variance_are_those_of_the_match() {
        use MatchCount::{Others, RankVariance, Spread, SquaredSeats};
        let counts = match_end(&mut counter(), [10_000, 20_000, 30_000, 40_000], EndReason::Played);
        let of = [Spread, RankVariance, SquaredSeats, Others];
        assert_eq!(table(&counts, of), [11_180_340, 16 * 125_000_000, 16, 3]);
        assert_eq!(table(&counts, MatchCount::SEATS), [-60_000, -20_000, 20_000, 60_000]);
        assert_eq!(counts.seats[3][PlayerCount::RankSquares as usize], 15_000 * 15_000);
    }

    /// Seat 0 deals in kyoku 0 and pays 2,000: 2,000 less than nothing, the mean of the others is 667.
    #[test]
    fn the_dealers_gain_is_relative_to_the_others() {
        let mut counter = counter();
        dealt(&mut counter, 0, 0, [25_000; 4]);
        let of = [MatchCount::Dealer, MatchCount::KyokuOthers];
        assert_eq!(table(counter.counts(), of), [-8_000, 3]);
        dealt(&mut counter, 5, 0, [25_000; 4]);
        assert_eq!(table(counter.counts(), of), [0, 6]);
    }

    /// A riichi whose declaring discard is won on is declared, but no hand in riichi: it counts among the other hands.
    #[test]
    fn a_riichi_that_is_ronned_was_declared() {
        use PlayerCount::*;
        let mut counter = counter();
        let wins = [win(2, Some(3), 3_900, [0, 0, 3_900, -3_900])];
        let end = kyoku(KyokuResult::Win, &wins, 0b0100, 0);
        let declared = SeatSet::from_bits(0b1100);
        Sink::kyoku_end(&mut counter, &KyokuEnd { declared, deltas: [0, 0, 3_900, -3_900], ..end });
        for (count, by_seat) in [
            (RiichiDeclared, [0, 0, 1, 1]),
            (Riichi, [0, 0, 1, 0]),
            (RiichiDelta, [0, 0, 3_900, 0]),
            (Closed, [1, 0, 0, 1]),
            (ClosedDelta, [0, 0, 0, -3_900]),
        ] {
            assert_eq!(counter.counts().seats.map(|seat| seat[count as usize]), by_seat, "{count:?}");
        }
    }

    /// Seat 2 in riichi wins 3,900 from seat 1, which called; seats 0 and 3 did neither.
    #[test]
    fn changes_are_counted_by_riichi_and_call() {
        use PlayerCount::*;
        let mut counter = counter();
        let wins = [win(2, Some(1), 3_900, [0, -3_900, 4_900, 0])];
        let end = kyoku(KyokuResult::Win, &wins, 0b0100, 0);
        Sink::kyoku_end(&mut counter, &KyokuEnd { deltas: [0, -3_900, 3_900, 0], ..end });
        for (count, by_seat) in [
            (RiichiDelta, [0, 0, 3_900, 0]),
            (RiichiWins, [0, 0, 1, 0]),
            (OpenDelta, [0, -3_900, 0, 0]),
            (OpenWins, [0; 4]),
            (Closed, [1, 0, 0, 1]),
            (ClosedDelta, [0; 4]),
        ] {
            assert_eq!(counter.counts().seats.map(|seat| seat[count as usize]), by_seat, "{count:?}");
        }
    }

    /// Yaku 0 and 5 with 4 han 40 fu, a mangan; yaku 5 with 2 han; a yakuman of yaku 40.
    #[test]
    fn wins_are_counted_by_yaku_and_value() {
        let mut counter = counter();
        let mangan = WinRecord { han: 4, fu: 40, yaku: 1 | 1 << 5, ..win(0, None, 8_000, [0; 4]) };
        let cheap = WinRecord { han: 2, fu: 30, yaku: 1 << 5, ..win(1, Some(0), 2_000, [0; 4]) };
        let yakuman =
            WinRecord { han: 0, fu: 0, yakuman: 1, yaku: 1 << 40, ..win(3, Some(0), 32_000, [0; 4]) };
        for win in [mangan, cheap, yakuman] {
            Sink::kyoku_end(&mut counter, &kyoku(KyokuResult::Win, &[win], 0, 0));
        }
        let wins = &counter.counts().wins;
        assert_eq!([0, 1, 6, 41].map(|yaku| wins.yaku[yaku]), [3, 1, 2, 1]);
        let class = |name| <Riichi<4> as Game>::WIN_CLASSES.iter().position(|&class| class == name).unwrap();
        let of = |name| [1, 1 + MAX_WIN_CLASSES].map(|first| wins.values[first + class(name)]);
        assert_eq!(
            ["mangan", "2_han", "yakuman", "4_han"].map(of),
            [[1, 8_000], [1, 2_000], [1, 32_000], [0, 0]]
        );
        assert_eq!(wins.values[0], 3);
    }

    /// Two rons on one tile; three; and two wins one after another in a kyoku that goes on.
    #[test]
    fn multiple_rons_are_wins_on_one_tile() {
        let mut counter = counter();
        let on = |winner, tile| WinRecord { tile, ..win(winner, Some(0), 1_000, [0; 4]) };
        for wins in [&[on(1, 3), on(2, 3)][..], &[on(1, 3), on(2, 3), on(3, 3)], &[on(1, 3), on(2, 4)]] {
            Sink::kyoku_end(&mut counter, &kyoku(KyokuResult::Win, wins, 0, 0));
        }
        assert_eq!(table(counter.counts(), [MatchCount::DoubleRon, MatchCount::TripleRon]), [1, 1]);
    }
}
