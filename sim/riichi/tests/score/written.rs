//! Yaku that are written in a rules file give the points of the built-in ones.

use hyakuman_core::game::ruleset::{Ruleset, Source};
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat, Rng};
use hyakuman_riichi::RiichiRules;
use hyakuman_riichi::presets;
use hyakuman_riichi::score::{self, DoraCount, HandValue, Win, WinFlags};
use std::collections::BTreeMap;

/// The rules of a file.
fn rules(text: &str) -> RiichiRules {
    Source::file("written.toml", text).load::<RiichiRules>().unwrap_or_else(|error| panic!("{error}")).rules
}

fn written() -> RiichiRules {
    rules(include_str!("../../../../examples/rules/written.toml"))
}

/// Wins to compare; a million of each yaku with WINS=1000000 in a release build.
fn wins() -> u64 {
    std::env::var("WINS").ok().and_then(|wins| wins.parse().ok()).unwrap_or(400)
}

#[test]
fn written_yaku_have_the_points_of_the_built_in_ones() {
    let (built_in, written) = (presets::tenhou(), written());
    assert_ne!(built_in.rules_hash(), written.rules_hash());
    let mut rng = Rng::from_seed(7);
    let mut seen: BTreeMap<&str, u64> = written.yaku.all().iter().map(|yaku| (yaku.slug, 0)).collect();
    let goal = wins();
    let mut tries = 0_u64;
    while seen.values().any(|&count| count < goal) {
        let drawn = Drawn::new(&mut rng);
        let (a, b) = (drawn.value(&built_in), drawn.value(&written));
        let worth =
            |value: Option<HandValue>| value.map(|value| (value.base, value.han, value.fu, value.yakuman));
        assert_eq!(worth(a), worth(b), "{drawn:?} {a:?} {b:?}");
        let held = written.yaku.of_set(b.map_or(0, |value| value.own_yaku));
        held.for_each(|yaku| *seen.get_mut(yaku.slug).expect("a yaku of the file") += 1);
        tries += 1;
        assert!(tries < 40_000 * goal.max(1_000), "{seen:?}");
    }
}

/// A win of some sort.
#[derive(Debug)]
struct Drawn {
    hand: Hand,
    melds: Vec<Meld>,
    tile: Kind,
    tsumo: bool,
    winds: [Kind; 2],
    flags: WinFlags,
}

/// What the tiles of a hand are taken from, so that rare yaku are as frequent as others.
const SORTS: [KindSet; 12] = [
    KindSet::ALL,
    KindSet::YAOCHU,
    KindSet::HONORS,
    KindSet::from_bits(0x1FF | 0x7F << 27),
    KindSet::from_bits(0x1FF << 18),
    KindSet::from_bits(0b10101110 << 18 | 1 << 32),
    KindSet::from_bits(0x7 | 0x7 << 9 | 0x7 << 18 | 0x7 << 31),
    KindSet::from_bits(1 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26),
    KindSet::from_bits(0xFE | 0xFE << 9 | 0xFE << 18),
    KindSet::from_bits(0b1001001),
    KindSet::from_bits(1 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26),
    KindSet::from_bits(0x1F << 27),
];

impl Drawn {
    fn new(rng: &mut Rng) -> Drawn {
        loop {
            let mut counts = [0_u8; 34];
            let among = SORTS[rng.below(SORTS.len() as u32) as usize];
            let whole = rng.below(16);
            let (hand, melds) = match whole {
                0 => (orphans(rng), Vec::new()),
                1 => (nine_gates(rng), Vec::new()),
                2 => (seven_pairs(rng, among), Vec::new()),
                _ => match sets(rng, among, &mut counts) {
                    Some(found) => found,
                    None => continue,
                },
            };
            let tiles: Vec<Kind> = hand.kinds().into_iter().collect();
            let tile = tiles[rng.below(tiles.len() as u32) as usize];
            let closed = melds.iter().all(|meld: &Meld| !meld.is_open());
            let tsumo = rng.below(2) == 0;
            let is = |rng: &mut Rng, of: u32| rng.below(of) == 0;
            let riichi = closed && is(rng, 2);
            let flags = WinFlags::NONE
                .with_if(WinFlags::RIICHI, riichi)
                .with_if(WinFlags::IPPATSU, riichi && is(rng, 2))
                .with_if(WinFlags::HAITEI, tsumo && is(rng, 8));
            let rinshan = tsumo && !flags.has(WinFlags::HAITEI) && is(rng, 8);
            let flags = flags.with_if(WinFlags::RINSHAN, rinshan);
            let winds = [0, 1].map(|_| Kind::wind(rng.below(4) as u8));
            return Drawn { hand, melds, tile, tsumo, winds, flags };
        }
    }

    fn value(&self, rules: &RiichiRules) -> Option<HandValue> {
        let win = Win {
            hand: &self.hand,
            melds: &self.melds,
            tile: self.tile,
            tsumo: self.tsumo,
            seat_wind: self.winds[0],
            round_wind: self.winds[1],
            flags: self.flags,
            dora: DoraCount::default(),
            course: Default::default(),
        };
        score::value(rules, &win)
    }
}

fn hand(kinds: impl IntoIterator<Item = Kind>) -> Hand {
    kinds.into_iter().fold(Hand::EMPTY, |hand, kind| hand.with(kind))
}

fn one_of(rng: &mut Rng, kinds: KindSet) -> Kind {
    let all: Vec<Kind> = kinds.into_iter().collect();
    all[rng.below(all.len() as u32) as usize]
}

fn orphans(rng: &mut Rng) -> Hand {
    hand(KindSet::YAOCHU).with(one_of(rng, KindSet::YAOCHU))
}

fn nine_gates(rng: &mut Rng) -> Hand {
    let suit = KindSet::suit(rng.below(3) as u8);
    let ends: Vec<Kind> = (suit & KindSet::YAOCHU).into_iter().collect();
    let more = one_of(rng, suit);
    hand(suit.into_iter().chain(ends.iter().chain(&ends).copied()).chain([more]))
}

/// Seven pairs, of which some may be of a suit in a row.
fn seven_pairs(rng: &mut Rng, among: KindSet) -> Hand {
    let among = if among.len() < 7 { KindSet::ALL } else { among };
    let mut kinds = KindSet::EMPTY;
    while kinds.len() < 7 {
        kinds |= KindSet::of(one_of(rng, among));
    }
    hand(kinds.into_iter().chain(kinds))
}

/// Four sets and a pair; sequences of many kinds tend to be like each other.
fn sets(rng: &mut Rng, among: KindSet, counts: &mut [u8; 34]) -> Option<(Hand, Vec<Meld>)> {
    let (mut concealed, mut melds) = (Vec::new(), Vec::new());
    let (of_runs, open) = (rng.below(5), rng.below(4));
    let rank = rng.below(7) as u8;
    for _ in 0..4 {
        let low = one_of(rng, among);
        let alike = among.len() > 6 && rng.below(2) == 0 && !low.is_honor();
        let low = if alike { Kind::of(9 * low.suit() + rank) } else { low };
        let is_run = rng.below(4) < of_runs && !low.is_honor() && low.rank() < 7;
        let is_kan = !is_run && rng.below(4) == 0;
        let kinds: Vec<Kind> = match (is_run, is_kan) {
            (true, _) => (0..3).map(|step| Kind::of(low.code() + step)).collect(),
            (false, kan) => vec![low; if kan { 4 } else { 3 }],
        };
        for kind in &kinds {
            counts[kind.index()] += 1;
            if counts[kind.index()] > 4 {
                return None;
            }
        }
        match (rng.below(4) < open, is_kan) {
            (_, true) => melds.push(kan(rng, low)),
            (true, false) => melds.push(called(&kinds)),
            (false, false) => concealed.extend(kinds),
        }
    }
    let pair = one_of(rng, among);
    counts[pair.index()] += 2;
    (counts[pair.index()] <= 4).then(|| (hand(concealed.into_iter().chain([pair, pair])), melds))
}

fn kan(rng: &mut Rng, kind: Kind) -> Meld {
    let tile = kind.tile();
    match rng.below(2) {
        0 => Meld::ankan([tile; 4]),
        _ => Meld::daiminkan(tile, [tile; 3], RelSeat::new(1)),
    }
}

fn called(kinds: &[Kind]) -> Meld {
    let tiles: Vec<_> = kinds.iter().map(|kind| kind.tile()).collect();
    let [a, b, c] = tiles[..] else { unreachable!("three tiles") };
    let of_kind = a == b;
    if of_kind { Meld::pon(a, [b, c], RelSeat::new(1)) } else { Meld::chi(a, [b, c], RelSeat::new(3)) }
}
