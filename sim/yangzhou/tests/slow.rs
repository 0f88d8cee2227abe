//! A second, slow implementation of scoring, with lists of sets, in the order of the description of the game. It shares
//! nothing with the evaluator but the rules and the tiles.

use crate::hand::Won;
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind, RelSeat, Rng};
use hyakuman_yangzhou::YangzhouRules;
use hyakuman_yangzhou::rules::{Combos, Implied, Level, TwoSeq, WaitFan};
use hyakuman_yangzhou::score::{Scorer, Way};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Sort {
    Run,
    Triplet,
    OpenKan,
    ClosedKan,
}

/// A set of a reading.
#[derive(Clone, Copy, Debug)]
struct Set {
    sort: Sort,
    low: u8,
    concealed: bool,
}

/// The values of the fans of the four tiers, of honors only, and of four identical sequences.
struct Prices {
    a: i32,
    b: i32,
    c: i32,
    d: i32,
    winds: i32,
    four: i32,
}

fn prices(rules: &YangzhouRules) -> Prices {
    let (a, b, c, d, winds, four) = match rules.level {
        Level::L3 => (3, 4, rules.l3_tier_c as i32, 16, 32, 32),
        Level::L7 => (7, 10, 20, 40, 4 * 40, 8 * 40),
        Level::L13 => (10, 15, 30, 60, 4 * 60, 8 * 60),
        Level::L18 => (15, 20, 50, 80, 4 * 80, 8 * 80),
    };
    Prices { a, b, c, d, winds, four }
}

/// The value of the best reading; none where the tiles are not a complete hand.
pub(crate) fn best(rules: &YangzhouRules, won: &Won) -> Option<i32> {
    let mut counts = won.hand.counts().map(i32::from);
    let exposed: Vec<Set> = won.melds.iter().map(exposed).collect();
    let mut best = None;
    for pair in 0..34 {
        if counts[pair] < 2 {
            continue;
        }
        counts[pair] -= 2;
        divide(&mut counts, &mut Vec::new(), &mut |sets| {
            let all: Vec<Set> = sets.iter().chain(&exposed).copied().collect();
            if all.len() == 4 {
                let found = roles(rules, won, pair as u8, &all);
                best = best.max(found);
            }
        });
        counts[pair] += 2;
    }
    best
}

fn exposed(meld: &Meld) -> Set {
    let sort = match meld.kind() {
        MeldKind::Chi => Sort::Run,
        MeldKind::Pon => Sort::Triplet,
        MeldKind::Daiminkan | MeldKind::Kakan => Sort::OpenKan,
        MeldKind::Ankan => Sort::ClosedKan,
    };
    Set { sort, low: meld.low().code(), concealed: false }
}

/// Every way to take all tiles away as sets.
fn divide(counts: &mut [i32; 34], sets: &mut Vec<Set>, found: &mut impl FnMut(&[Set])) {
    let Some(low) = (0..34).find(|&kind| counts[kind] > 0) else { return found(sets) };
    if counts[low] >= 3 {
        counts[low] -= 3;
        sets.push(Set { sort: Sort::Triplet, low: low as u8, concealed: true });
        divide(counts, sets, found);
        sets.pop();
        counts[low] += 3;
    }
    if low < 27 && low % 9 <= 6 && counts[low + 1] > 0 && counts[low + 2] > 0 {
        (low..low + 3).for_each(|kind| counts[kind] -= 1);
        sets.push(Set { sort: Sort::Run, low: low as u8, concealed: true });
        divide(counts, sets, found);
        sets.pop();
        (low..low + 3).for_each(|kind| counts[kind] += 1);
    }
}

/// The best place for the winning tile in one reading.
fn roles(rules: &YangzhouRules, won: &Won, pair: u8, sets: &[Set]) -> Option<i32> {
    let tile = won.tile.code();
    let fixed = of_tiles(rules, won, pair, sets) + of_runs(rules, won, pair, sets);
    let counts_wait = rules.wait == WaitFan::ByDecomposition || waits(won) == 1;
    let triplets = |without: Option<usize>| -> i32 {
        let mut sum = 0;
        for (i, set) in sets.iter().enumerate() {
            sum += (set.sort == Sort::Triplet && set.concealed && Some(i) != without) as i32;
            sum += (set.sort == Sort::ClosedKan && rules.implied == Implied::ExplicitOnly) as i32;
        }
        sum
    };
    let mut best = None;
    if tile == pair {
        best = best.max(Some(fixed + triplets(None) + counts_wait as i32));
    }
    for (i, set) in sets.iter().enumerate().filter(|(_, set)| set.concealed) {
        let place = tile as i32 - set.low as i32;
        let found = match set.sort {
            Sort::Triplet if place == 0 => {
                let opened = !won.is_tsumo() && !rules.ron_triplet_concealed;
                fixed + triplets(opened.then_some(i))
            }
            Sort::Run if (0..3).contains(&place) => {
                let rank = set.low % 9;
                let closed = place == 1 || place == 0 && rank == 6 || place == 2 && rank == 0;
                fixed + triplets(None) + (closed && counts_wait) as i32
            }
            _ => continue,
        };
        best = best.max(Some(found));
    }
    best
}

/// Number of kinds that complete the hand without its winning tile.
fn waits(won: &Won) -> usize {
    let before = won.hand.without(won.tile);
    let completes = |kind: &Kind| {
        let mut counts = before.counts().map(i32::from);
        counts[kind.index()] += 1;
        let complete = (0..34).any(|pair| {
            let mut rest = counts;
            rest[pair] -= 2;
            let mut even = false;
            if rest[pair] >= 0 {
                divide(&mut rest, &mut Vec::new(), &mut |_| even = true);
            }
            even
        });
        before.count(*kind) < 4 && complete
    };
    Kind::all().filter(completes).count()
}

/// Fans of triplets, kans, suits, the pair, and how the hand was won.
fn of_tiles(rules: &YangzhouRules, won: &Won, pair: u8, sets: &[Set]) -> i32 {
    let price = prices(rules);
    let kinds: Vec<u8> = sets
        .iter()
        .flat_map(
            |set| if set.sort == Sort::Run { vec![set.low, set.low + 1, set.low + 2] } else { vec![set.low] },
        )
        .chain([pair])
        .collect();
    let honors = kinds.iter().any(|&kind| kind >= 27);
    let suits = (0..3).filter(|suit| kinds.iter().any(|kind| kind / 9 == *suit)).count();
    let terminal = |kind: &u8| *kind >= 27 || matches!(kind % 9, 0 | 8);
    let triplet = |kind: Kind| sets.iter().any(|set| set.sort != Sort::Run && set.low == kind.code());
    let mut sum = 0;
    for kind in [won.seat, won.round, Kind::HAKU, Kind::HATSU, Kind::CHUN] {
        sum += triplet(kind) as i32;
    }
    sum += won.is_tsumo() as i32;
    sum += won.melds.iter().all(|meld| meld.kind() == MeldKind::Ankan) as i32;
    sum += (!honors && suits == 2) as i32;
    sum += !kinds.iter().any(terminal) as i32;
    sum += (!honors && terminal(&pair)) as i32;
    for set in sets {
        sum += match set.sort {
            Sort::OpenKan => 1,
            Sort::ClosedKan => 2,
            _ => 0,
        };
    }
    let bonus = |points: i32| if has_bonuses(rules) { points } else { 0 };
    let no_runs = sets.iter().all(|set| set.sort != Sort::Run);
    sum + match (suits, honors) {
        (0, _) => price.winds,
        (1, true) => price.b + if no_runs { price.b + bonus(10) } else { 0 },
        (1, false) => price.d + if no_runs { price.b + bonus(30) } else { 0 },
        _ if no_runs => price.b,
        _ => 0,
    }
}

fn has_bonuses(rules: &YangzhouRules) -> bool {
    rules.level == Level::L18 && rules.combos == Combos::Only18
}

/// Fans of sequences, in the order of the description.
fn of_runs(rules: &YangzhouRules, won: &Won, pair: u8, sets: &[Set]) -> i32 {
    let price = prices(rules);
    let mut runs: Vec<u8> = sets.iter().filter(|set| set.sort == Sort::Run).map(|set| set.low).collect();
    runs.sort();
    let four = runs.len() == 4;
    let pinghu = (four && (rules.pinghu_honor_pair || pair < 27)) as i32;
    if let Some(worth) = of_four(&price, &runs) {
        let implied = rules.implied == Implied::Strict && rules.pinghu_honor_pair;
        return worth + if implied { 0 } else { pinghu };
    }
    let mut kinds = runs.clone();
    kinds.dedup();
    let most = kinds.iter().map(|&low| runs.iter().filter(|&&other| other == low).count()).max();
    let twins = match most {
        Some(3) => price.d,
        Some(2) => price.a,
        _ => 0,
    };
    let has = |low: u8| kinds.contains(&low);
    let dragon = (0..3).any(|suit| has(9 * suit) && has(9 * suit + 3) && has(9 * suit + 6));
    let three_suits = (0..9).any(|low| has(low) && has(low + 9) && has(low + 18));
    let mut sum = pinghu + twins + small(rules, &kinds, dragon, three_suits);
    if three_suits {
        sum += price.b;
    }
    if dragon {
        sum += price.b + if has_bonuses(rules) { bonus_of_dragon(won, twins) } else { 0 };
    }
    sum
}

fn bonus_of_dragon(won: &Won, twins: i32) -> i32 {
    let kinds = won.melds.iter().fold(won.hand.kinds(), |kinds, meld| kinds | meld.kinds());
    let suits = (0..3).filter(|&suit| kinds.meets(KindSet::suit(suit))).count();
    let honors = kinds.meets(KindSet::HONORS);
    let flush = match (suits, honors) {
        (1, true) => 10,
        (1, false) => 30,
        _ => 0,
    };
    flush + if twins > 0 { 15 } else { 0 }
}

/// The fans that take four sequences.
fn of_four(price: &Prices, runs: &[u8]) -> Option<i32> {
    let &[a, b, c, d] = runs else { return None };
    let next = |x: u8, y: u8| x / 9 == y / 9 && x.abs_diff(y) == 3;
    let ends = |x: u8, y: u8| x / 9 == y / 9 && x.abs_diff(y) == 6;
    if a == d {
        return Some(price.four);
    }
    if a == b && c == d {
        let related = next(a, c) || ends(a, c) || a % 9 == c % 9;
        return Some(if related { price.d } else { price.c });
    }
    let in_suit = |suit: u8| runs.iter().any(|low| low / 9 == suit);
    if runs.iter().all(|low| low % 9 == a % 9) && (0..3).all(in_suit) {
        return Some(price.c);
    }
    let two_suits = a / 9 == b / 9 && c / 9 == d / 9 && a / 9 != c / 9 && a % 9 == c % 9 && b % 9 == d % 9;
    (two_suits && a != b && (next(a, b) || ends(a, b))).then_some(price.b)
}

/// 老少, 斉相 and 連副 of different sequences.
fn small(rules: &YangzhouRules, kinds: &[u8], dragon: bool, three_suits: bool) -> i32 {
    let [mut laoshao, mut qixiang, mut lianfu] = [0, 0, 0];
    for (i, &x) in kinds.iter().enumerate() {
        for &y in &kinds[i + 1..] {
            laoshao += (x / 9 == y / 9 && y - x == 6) as i32;
            lianfu += (x / 9 == y / 9 && y - x == 3) as i32;
            qixiang += (x / 9 != y / 9 && x % 9 == y % 9) as i32;
        }
    }
    if dragon && rules.implied == Implied::Strict {
        [laoshao, lianfu] = [0, 0];
    }
    if three_suits {
        qixiang = 0;
    }
    let once = rules.two_seq == TwoSeq::OncePerHand;
    [laoshao, qixiang, lianfu].into_iter().map(|times| if once { times.min(1) } else { times }).sum()
}

/// A random complete hand: from few suits, numbers close together, so that fans come up.
fn random_win(rng: &mut Rng) -> Option<Won> {
    let (suits, first) = (1 + rng.below(3), rng.below(3));
    let number = rng.below(7);
    let winds = rng.below(12) == 0;
    let mut counts = [0u8; 34];
    let mut hand = Hand::EMPTY;
    let mut melds = Vec::new();
    for _ in 0..4 {
        let exposed = rng.below(3) == 0;
        let suit = (first + rng.below(suits)) % 3;
        let near =
            if rng.below(2) == 0 { number } else { [number, 0, 3, 6, rng.below(7)][rng.below(5) as usize] };
        let low = Kind::of((9 * suit + near) as u8);
        let kind = match rng.below(4) {
            _ if winds => Kind::of(27 + rng.below(7) as u8),
            0 => Kind::of(27 + rng.below(7) as u8),
            1 => Kind::of((9 * suit + rng.below(9)) as u8),
            _ => low,
        };
        let run = !winds && rng.below(10) < 6;
        let tiles: Vec<Kind> = match run {
            true => (0..3).map(|i| Kind::of(low.code() + i)).collect(),
            false => vec![kind; 3 + (exposed && rng.below(3) == 0) as usize],
        };
        for tile in &tiles {
            counts[tile.index()] += 1;
        }
        if !exposed {
            for tile in tiles {
                if hand.count(tile) < 4 {
                    hand.add(tile);
                }
            }
            continue;
        }
        let t: Vec<_> = tiles.iter().map(|kind| kind.tile()).collect();
        let from = RelSeat::new(3);
        melds.push(match (run, t.len()) {
            (true, _) => Meld::chi(t[0], [t[1], t[2]], from),
            (_, 3) => Meld::pon(t[0], [t[1], t[2]], from),
            _ if rng.below(2) == 0 => Meld::ankan([t[0]; 4]),
            _ => Meld::daiminkan(t[0], [t[0]; 3], from),
        });
    }
    let pair = Kind::of(if winds { 27 + rng.below(7) } else { rng.below(34) } as u8);
    counts[pair.index()] += 2;
    if counts.iter().any(|&copies| copies > 4) {
        return None;
    }
    (0..2).for_each(|_| hand.add(pair));
    let held: Vec<Kind> = hand.kinds().into_iter().collect();
    Some(Won {
        tile: held[rng.below(held.len() as u32) as usize],
        hand,
        melds,
        way: if rng.below(2) == 0 { Way::Tsumo } else { Way::Ron },
        seat: Kind::wind(rng.below(4) as u8),
        round: Kind::wind(rng.below(4) as u8),
    })
}

/// The minimum to win in this way.
pub(crate) fn minimum(rules: &YangzhouRules, way: Way) -> i32 {
    let of_level = match rules.level {
        Level::L3 => 3,
        Level::L7 => 7,
        Level::L13 => 13,
        Level::L18 => 18,
    };
    let own = match way {
        Way::Tsumo => rules.min_tsumo,
        Way::Ron => rules.min_ron,
        Way::RobbedKan => rules.min_robbed_kan.or(rules.min_ron),
    };
    own.map_or(of_level, i32::from)
}

/// Random rules of value.
fn random_rules(rng: &mut Rng) -> YangzhouRules {
    let mut rules = hyakuman_yangzhou::presets::yangzhou();
    rules.level = [Level::L3, Level::L7, Level::L13, Level::L18][rng.below(4) as usize];
    let mut coin = || rng.below(2) == 0;
    if coin() {
        return rules;
    }
    rules.implied = if coin() { Implied::Strict } else { Implied::ExplicitOnly };
    rules.two_seq = if coin() { TwoSeq::DistinctInstances } else { TwoSeq::OncePerHand };
    rules.wait = if coin() { WaitFan::ByDecomposition } else { WaitFan::UniqueWaitOnly };
    rules.combos = if coin() { Combos::Only18 } else { Combos::Never };
    rules.pinghu_honor_pair = coin();
    rules.ron_triplet_concealed = coin();
    rules.l3_tier_c = if coin() { 8 } else { 10 };
    rules
}

#[test]
fn random_hands_are_worth_the_same() {
    let mut rng = Rng::from_seed(12);
    let (mut hands, mut seen, mut rich) = (0, 0u64, 0);
    for _ in 0..400_000 {
        let Some(won) = random_win(&mut rng) else { continue };
        let rules = random_rules(&mut rng);
        let scorer = Scorer::new(&rules);
        let found = scorer.best(&won.win()).expect("a complete hand");
        let what = || format!("{:?} + {:?} {:?} tsumo {}", won.hand, won.tile, won.melds, won.is_tsumo());
        assert_eq!(Some(found.total as i32), best(&rules, &won), "{} {found:?} {rules:?}", what());
        let sum: u16 = found.fans.set.iter().map(|fan| scorer.scale().worth_in(fan, &found.fans)).sum();
        assert_eq!(sum, found.total, "{}", what());
        seen |= found.fans.set.bits();
        hands += 1;
        rich += (found.total >= 18) as u32;
    }
    let missing: Vec<_> = (0..41).filter(|fan| seen >> fan & 1 == 0).collect();
    assert!(missing.is_empty(), "fans that never came up: {missing:?}");
    assert!(hands > 150_000 && rich > 20_000, "{hands} hands, {rich} of them over 18");
}
