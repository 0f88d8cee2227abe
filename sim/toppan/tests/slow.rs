//! A second implementation of the value of a hand, written for clarity: lists of tiles and plain loops.

use crate::hand::Given;
use hyakuman_core::Tile;
use hyakuman_toppan::ToppanRules;
use hyakuman_toppan::rules::{Downgrade, HonbaFor, ToppanExtra};
use std::fmt;

/// The value of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Nothing,
    Mangan,
    Han(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nothing => f.write_str("-"),
            Value::Mangan => f.write_str("mangan"),
            Value::Han(han) => write!(f, "{han}"),
        }
    }
}

/// A tile: its suit, its number in it (honors 1 to 7), whether it is red.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct T {
    suit: char,
    number: u32,
    red: bool,
}

fn read(tile: &Tile) -> T {
    let text = tile.to_string();
    let mut letters = text.chars();
    let number = letters.next().and_then(|digit| digit.to_digit(10)).expect("a digit");
    let suit = letters.next().expect("a suit");
    T { suit, number: if number == 0 { 5 } else { number }, red: number == 0 }
}

impl T {
    fn same(self, other: T) -> bool {
        self.suit == other.suit && self.number == other.number
    }

    fn honor(self) -> bool {
        self.suit == 'z'
    }

    fn wind(self) -> bool {
        self.honor() && self.number <= 4
    }

    fn dragon(self) -> bool {
        self.honor() && self.number >= 5
    }
}

/// Every sum the hand can have, in half points.
fn sums(hand: &[T], own: T) -> Vec<u32> {
    let mut sums = vec![0];
    for &tile in hand {
        let worth = if tile.honor() { 1 } else { 2 * tile.number };
        let also = if tile.same(own) { vec![worth, 20] } else { vec![worth] };
        sums = also.iter().flat_map(|more| sums.iter().map(move |sum| sum + more)).collect();
    }
    sums
}

/// Every way to take some of the tiles away.
fn parts(hand: &[T], size: usize) -> Vec<(Vec<T>, Vec<T>)> {
    let mut found = Vec::new();
    for bits in 0_u32..1 << hand.len() {
        if bits.count_ones() as usize == size {
            let taken = |wanted: bool| (0..hand.len()).filter(move |i| (bits >> i & 1 == 1) == wanted);
            found.push((taken(true).map(|i| hand[i]).collect(), taken(false).map(|i| hand[i]).collect()));
        }
    }
    found
}

/// Sets of tiles under these rules.
struct Sets<'a>(&'a ToppanRules);

impl Sets<'_> {
    fn alike(&self, a: T, b: T) -> bool {
        a.same(b) || !self.0.suit_sensitive_sets && !a.honor() && !b.honor() && a.number == b.number
    }

    fn all_alike(&self, tiles: &[T]) -> bool {
        tiles.iter().all(|&tile| self.alike(tile, tiles[0]))
    }

    fn is_run(&self, tiles: &[T]) -> bool {
        let mut numbers: Vec<u32> = tiles.iter().map(|tile| tile.number).collect();
        numbers.sort();
        let one_suit = tiles.iter().all(|tile| tile.suit == tiles[0].suit) || !self.0.suit_sensitive_sets;
        one_suit
            && tiles.iter().all(|tile| !tile.honor())
            && numbers[1] == numbers[0] + 1
            && numbers[2] == numbers[1] + 1
    }

    fn has(&self, hand: &[T], size: usize, is: impl Fn(&Self, &[T]) -> bool) -> bool {
        parts(hand, size).iter().any(|(part, _)| is(self, part))
    }

    fn two_pairs(&self, hand: &[T]) -> bool {
        parts(hand, 2).iter().any(|(pair, rest)| {
            self.all_alike(pair)
                && parts(rest, 2).iter().any(|(other, _)| {
                    self.all_alike(other) && (self.0.four_alike_two_pairs || !self.alike(pair[0], other[0]))
                })
        })
    }

    fn run_and_pair(&self, hand: &[T]) -> bool {
        parts(hand, 3).iter().any(|(run, rest)| self.is_run(run) && self.has(rest, 2, Sets::all_alike))
    }
}

/// How often a tile is dora.
fn dora(rules: &ToppanRules, given: &Given, tile: T) -> u32 {
    let mut times = 0;
    for (i, shown) in given.indicators.iter().map(read).enumerate() {
        let turned_up = i >= rules.dora_indicators as usize;
        let as_itself = turned_up && rules.toppan_extra == ToppanExtra::Tile;
        if turned_up && rules.toppan_extra == ToppanExtra::Off {
            continue;
        }
        let next = if as_itself { shown.number } else { shown.number % 9 + 1 };
        let hits = match () {
            _ if shown.wind() => tile.wind(),
            _ if shown.dragon() => tile.dragon(),
            _ => !tile.honor() && tile.number == next,
        };
        times += u32::from(hits);
    }
    if rules.dora_stacking { times } else { times.min(1) }
}

/// Whether the three other copies of a tile are indicators.
fn is_last(rules: &ToppanRules, given: &Given, tile: T) -> bool {
    let most = match rules.toppan_extra {
        ToppanExtra::Indicator => given.indicators.len(),
        _ => rules.dora_indicators as usize,
    };
    given.indicators.iter().take(most).map(read).filter(|shown| shown.same(tile)).count() == 3
}

/// The value of a hand.
pub(crate) fn worth(rules: &ToppanRules, given: &Given) -> Value {
    let hand: Vec<T> = given.tiles.iter().map(read).collect();
    let own = read(&given.seat.tile());
    let sums = sums(&hand, own);
    let over = sums.iter().all(|&sum| sum > 21);
    let yaku = if given.declared { winning(rules, given, &hand, &sums) } else { Vec::new() };
    match () {
        _ if given.declared && yaku.is_empty() || !given.declared && over => Value::Nothing,
        _ if yaku.iter().any(|yaku| yaku.1 == 40) => Value::Mangan,
        _ => {
            let gone: Vec<&str> = yaku.iter().flat_map(|yaku| yaku.2.iter().copied()).collect();
            let kept = yaku
                .iter()
                .chain(&bonuses(rules, given, &hand, over))
                .map(|&(name, han, _)| (name, han))
                .collect::<Vec<_>>();
            Value::Han(kept.iter().filter(|(name, _)| !gone.contains(name)).map(|(_, han)| han).sum())
        }
    }
}

/// Name, han, and what is not counted with it.
type Yaku = (&'static str, u32, &'static [&'static str]);

fn winning(rules: &ToppanRules, given: &Given, hand: &[T], sums: &[u32]) -> Vec<Yaku> {
    let n = hand.len();
    let over = sums.iter().all(|&sum| sum > 21);
    let sets = Sets(rules);
    let best =
        sums.iter().copied().filter(|&sum| sum <= 21).max().unwrap_or(*sums.iter().min().expect("a sum"));
    let suits = |suit: char| hand.iter().any(|tile| tile.suit == suit);
    let numbers: Vec<u32> = hand.iter().filter(|tile| !tile.honor()).map(|tile| tile.number).collect();
    let mut sorted = numbers.clone();
    sorted.sort();
    let dragon_run = n == 5 && sorted == [1, 2, 3, 4];
    let one_suit = "mps".chars().filter(|&suit| suits(suit)).count() == 1;
    let all_suits = "mps".chars().all(suits);
    let same_number = (1..=9).any(|number| {
        "mps".chars().all(|suit| hand.iter().any(|tile| tile.suit == suit && tile.number == number))
    });
    let most_of_suit = "mps".chars().map(|suit| hand.iter().filter(|tile| tile.suit == suit).count()).max();
    let reds = hand.iter().filter(|tile| tile.red).count();
    let lasts = hand.iter().filter(|&&tile| is_last(rules, given, tile)).count();
    let triplet = sets.has(hand, 3, Sets::all_alike);
    let big = match rules.doukoku_downgrade {
        Downgrade::Over => best > 21,
        Downgrade::AtLeast => best >= 21,
    };
    let triplet_han = if big && n != 3 { 10 } else { 40 };
    // Condition, name, han, tiles of the pure hand (0: never above ten and a half), what is not counted with it.
    let table: [(bool, &'static str, u32, usize, &'static [&'static str]); 18] = [
        (sums.contains(&21), "十半和", 1, 0, &[]),
        (n >= 5, "五張和", 1, 0, &[]),
        (n == 2 && sets.alike(hand[0], hand[n - 1]), "自摸和", 1, 2, &[]),
        (sets.has(hand, 3, Sets::is_run), "同順和", 1, 3, &[]),
        (reds >= 2, "双紅和", 10, 0, &["紅五牌"]),
        (lasts >= 2, "双和絶", 10, 2, &["和絶張"]),
        (same_number, "三色同", 10, 3, &["全彩門"]),
        (sets.two_pairs(hand), "双対子", 10, 4, &[]),
        (most_of_suit >= Some(4), "清四張", 10, 0, &["混一色", "清一色", "四数牌"]),
        (
            all_suits && hand.iter().any(|tile| tile.wind()) && hand.iter().any(|tile| tile.dragon()),
            "五門斉",
            10,
            0,
            &["五張和", "全彩門"],
        ),
        (dragon_run, "十半龍", 10, 0, &["五張和", "十半和"]),
        (numbers.len() >= 5, "五数牌", 10, 0, &["五張和", "断半牌", "四数牌"]),
        (n == 6, "六張和", 10, 0, &["五張和"]),
        (triplet, "同刻和", triplet_han, if triplet_han == 10 { n } else { 3 }, &[]),
        (n == 5 && numbers.is_empty(), "半一色", 40, 0, &[]),
        (sets.run_and_pair(hand), "麻将和", 40, 5, &[]),
        (dragon_run && one_suit, "十半清", 40, 0, &[]),
        (n >= 7, "七張和", 40, 0, &[]),
    ];
    let counts = |row: &&(bool, &str, u32, usize, &[&str])| row.0 && (!over || row.3 == n);
    table.iter().filter(counts).map(|&(_, name, han, _, gone)| (name, han, gone)).collect()
}

fn bonuses(rules: &ToppanRules, given: &Given, hand: &[T], over: bool) -> Vec<Yaku> {
    let n = hand.len();
    let count = |is: &dyn Fn(T) -> bool| hand.iter().filter(|&&tile| is(tile)).count() as u32;
    let round = read(&given.round.tile());
    let winds = count(&|tile| tile.same(round));
    let dealer = given.seat.to_string() == "1z";
    let honba = if dealer || rules.honba_for == HonbaFor::Both { given.honba } else { 0 };
    let dora = hand.iter().map(|&tile| dora(rules, given, tile)).sum();
    let mut found: Vec<Yaku> = vec![
        ("基本点", 1, &[]),
        ("延続点", honba, &[]),
        ("圏風牌", if rules.roundwind_per_tile { winds } else { winds.min(1) }, &[]),
        ("ドラ", dora, &[]),
    ];
    if over {
        return found;
    }
    let suits = "mps".chars().filter(|&suit| count(&|tile| tile.suit == suit) > 0).count();
    let honors = count(&|tile| tile.honor());
    let kinds =
        |is: &dyn Fn(T) -> bool| (1..=7).filter(|&n| count(&|tile| is(tile) && tile.number == n) > 0).count();
    let hunii = suits == 1 && honors > 0 || !rules.honitsu_needs_both && suits <= 1;
    for (holds, name) in [
        (Sets(rules).has(hand, 2, Sets::all_alike), "純正対"),
        (n >= 3 && honors == 0, "断半牌"),
        (n >= 3 && hunii, "混一色"),
        (n >= 3 && hand.iter().all(|tile| tile.honor() || [1, 9].contains(&tile.number)), "全帯幺"),
        (kinds(&T::dragon) == 3, "全三元"),
        (kinds(&T::wind) >= 3, "三風牌"),
        (suits == 3, "全彩門"),
        (n as u32 - honors >= 4, "四数牌"),
        (n == 3 && suits == 1 && honors == 0, "清一色"),
    ] {
        if holds {
            found.push((name, 3, &[]));
        }
    }
    found.push(("紅五牌", 3 * count(&|tile| tile.red), &[]));
    found.push(("和絶張", 3 * count(&|tile| is_last(rules, given, tile)), &[]));
    found
}
