//! The scorer against the second implementation, on thousands of random wins.

use crate::toutenkou::hand::{Won, rules_of};
use crate::toutenkou::slow;
use hyakuman_core::eval::TileSet;
use hyakuman_core::{Kind, KindSet, Meld, RelSeat, Rng, Tile};
use hyakuman_riichi::score::WinFlags;
use hyakuman_riichi::toutenkou::{GARI, Kinds};

const RULES: [&str; 6] = [
    "-",
    "karasu=\"NoneInFinalHand\" manzu_dora=\"Cycle159\" yakuman_counts_pulled_red=true",
    "all_gari_includes_sets=true manzu_dora=\"Self5\" kuitan=false",
    "yakuman_counts_dora=true fives_bonus=true ron_bonus=5",
    "ron_bonus_on_robbed_kan=false base_points=7 yakuman_points=3",
    "reds=[4,2,0]",
];

/// Number of wins; HYAKUMAN_TOUTENKOU_WINS sets another number.
const WINS: u32 = 60_000;

#[test]
fn the_scorer_agrees_with_a_second_reading() {
    let wins = std::env::var("HYAKUMAN_TOUTENKOU_WINS").ok().and_then(|n| n.parse().ok()).unwrap_or(WINS);
    let (mut rng, mut valued, mut yakuman) = (Rng::from_seed(19), 0, 0);
    let rules = RULES.map(rules_of);
    for i in 0..wins {
        let rules = &rules[i as usize % RULES.len()];
        let won = deal(&mut rng);
        let found = won.value(rules);
        let total = found.map(|value| value.total() as u32);
        assert_eq!(total, slow::total(rules, &won), "{won:?} under {}", RULES[i as usize % RULES.len()]);
        valued += total.is_some() as u32;
        yakuman += found.is_some_and(|value| value.yakuman > 0) as u32;
    }
    assert!(valued > wins / 2 && yakuman > wins / 100, "{valued} wins, {yakuman} with yakuman");
}

/// The tiles not used yet.
struct Pool {
    left: [u8; 34],
}

impl Pool {
    /// This many tiles of a kind, if there are enough; red ones first or last.
    fn take(&mut self, kind: Kind, count: u8, red: bool) -> Option<Vec<Tile>> {
        let left = &mut self.left[kind.index()];
        let all = *left == 4;
        *left = left.checked_sub(count)?;
        let plain = kind.tile();
        let reds = (red && all && kind.is_five()) as u8;
        Some((0..count).map(|i| if i < reds { Tile::red_five(kind.suit()) } else { plain }).collect())
    }
}

/// A complete hand in circumstances that may or may not go together; flags are taken as given.
fn deal(rng: &mut Rng) -> Won {
    loop {
        if let Some(won) = try_deal(rng) {
            return won;
        }
    }
}

fn try_deal(rng: &mut Rng) -> Option<Won> {
    let mut pool = Pool { left: [4; 34] };
    // Sometimes few kinds, so that flushes and sets of gari occur.
    let kinds = match rng.below(6) {
        0 => KindSet::suit(1) | KindSet::HONORS,
        1 => KindSet::YAOCHU,
        2 => GARI | KindSet::suit(2),
        3 => KindSet::HONORS | GARI,
        _ => Kinds::KINDS,
    };
    let (mut tiles, mut melds) = (Vec::new(), Vec::new());
    match rng.below(12) {
        0 => seven_pairs(rng, &mut pool, kinds, &mut tiles)?,
        1 => orphans(rng, &mut pool, &mut tiles)?,
        _ => sets(rng, &mut pool, kinds, &mut tiles, &mut melds)?,
    }
    let place = rng.below(tiles.len() as u32) as usize;
    let (tile, aside) = (tiles[place], aside(rng, &mut pool));
    let tsumo = rng.below(2) == 0;
    let closed = !melds.iter().any(Meld::is_open);
    let mut indicators = |most: u32| (0..rng.below(most)).map(|_| any(rng, Kinds::KINDS).tile()).collect();
    let (dora, ura) = (indicators(4), indicators(3));
    let holds = tiles.iter().chain(&aside).any(|tile| GARI.has(tile.kind()))
        || melds.iter().any(|meld: &Meld| meld.kinds().meets(GARI));
    Some(Won {
        flags: flags(rng, tsumo, closed),
        oya: rng.below(3) == 0,
        round: if rng.below(3) == 0 { Kind::SOUTH } else { Kind::EAST },
        received: holds || rng.below(2) == 0,
        tiles,
        melds,
        tile,
        tsumo,
        dora,
        ura,
        aside,
    })
}

fn any(rng: &mut Rng, kinds: KindSet) -> Kind {
    kinds.into_iter().nth(rng.below(kinds.len()) as usize).expect("below the number")
}

fn seven_pairs(rng: &mut Rng, pool: &mut Pool, kinds: KindSet, tiles: &mut Vec<Tile>) -> Option<()> {
    let mut kinds = kinds;
    for _ in 0..7 {
        let kind = (!kinds.is_empty()).then(|| any(rng, kinds))?;
        kinds.remove(kind);
        tiles.extend(pool.take(kind, 2, true)?);
    }
    Some(())
}

fn orphans(rng: &mut Rng, pool: &mut Pool, tiles: &mut Vec<Tile>) -> Option<()> {
    KindSet::YAOCHU.into_iter().for_each(|kind| tiles.extend(pool.take(kind, 1, false).expect("four")));
    tiles.extend(pool.take(any(rng, KindSet::YAOCHU), 1, false)?);
    Some(())
}

/// Four sets and a pair; some sets exposed.
fn sets(
    rng: &mut Rng,
    pool: &mut Pool,
    kinds: KindSet,
    tiles: &mut Vec<Tile>,
    melds: &mut Vec<Meld>,
) -> Option<()> {
    let calls = rng.below(3) == 0;
    for _ in 0..4 {
        let kind = any(rng, kinds);
        let (code, from) = (kind.code(), RelSeat::new(1 + rng.below(2) as u8));
        if (9..27).contains(&code) && code % 9 < 7 && rng.below(2) == 0 {
            for i in 0..3 {
                tiles.extend(pool.take(Kind::of(code + i), 1, rng.below(4) == 0)?);
            }
            continue;
        }
        let sort = if calls { rng.below(5) } else { 4 * rng.below(2) };
        let set = pool.take(kind, if matches!(sort, 2..=4) { 4 } else { 3 }, true);
        match (sort, set?) {
            (1, set) => melds.push(Meld::pon(set[0], [set[1], set[2]], from)),
            (2, set) => melds.push(Meld::daiminkan(set[0], [set[1], set[2], set[3]], from)),
            (3, set) => melds.push(Meld::pon(set[1], [set[2], set[3]], from).with_added(set[0])),
            (4, set) => melds.push(Meld::ankan([set[0], set[1], set[2], set[3]])),
            (_, set) => tiles.extend(set),
        }
    }
    tiles.extend(pool.take(any(rng, kinds), 2, true)?);
    Some(())
}

/// Gari tiles that are left, any number of them.
fn aside(rng: &mut Rng, pool: &mut Pool) -> Vec<Tile> {
    let all = rng.below(4) == 0;
    let mut aside = Vec::new();
    for kind in GARI {
        let left = pool.left[kind.index()];
        let count = if all { left } else { rng.below(left as u32 + 1) as u8 };
        aside.extend(pool.take(kind, count, rng.below(2) == 0).expect("as many as are left"));
    }
    if rng.below(4) == 0 { vec![] } else { aside }
}

fn flags(rng: &mut Rng, tsumo: bool, closed: bool) -> WinFlags {
    let riichi = closed && rng.below(2) == 0;
    let mut flag = |all: WinFlags, flag, holds: bool, odds| all.with_if(flag, holds && rng.below(odds) == 0);
    let flags = WinFlags::NONE.with_if(WinFlags::RIICHI, riichi);
    let flags = flag(flags, WinFlags::DOUBLE_RIICHI, riichi, 6);
    let flags = flag(flags, WinFlags::IPPATSU, riichi, 3);
    let flags = flag(flags, WinFlags::FIRST_TURN, tsumo && closed, 40);
    let flags = flag(flags, WinFlags::RINSHAN, tsumo, 5);
    let flags = flag(flags, WinFlags::HAITEI, tsumo && !flags.has(WinFlags::RINSHAN), 10);
    let flags = flag(flags, WinFlags::CHANKAN, !tsumo, 8);
    flag(flags, WinFlags::HOUTEI, !tsumo && !flags.has(WinFlags::CHANKAN), 10)
}
