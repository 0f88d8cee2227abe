//! A second, slow implementation of scoring: every division of the tiles into sets is tried, with one plain condition for
//! each yaku.

use crate::toutenkou::hand::Won;
use hyakuman_core::{Kind, MeldKind, Tile};
use hyakuman_riichi::score::WinFlags;
use hyakuman_riichi::toutenkou::rules::Karasu;
use hyakuman_riichi::toutenkou::{Gari, ToutenkouRules};
use hyakuman_riichi::variant::Variant;

/// Points without honba; none where it is no win.
pub(crate) fn total(rules: &ToutenkouRules, won: &Won) -> Option<u32> {
    let best = readings(won).iter().filter_map(|reading| regular(rules, won, reading)).max()?;
    Some(best + special(rules, won))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Run,
    Triplet,
    Kan,
    Pair,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    form: Form,
    /// Kinds by number, the lowest of a run.
    low: u8,
    /// Whether none of its tiles came from another seat.
    concealed: bool,
    /// Whether the winning tile completed it.
    won: bool,
}

enum Reading {
    Sets(Vec<Group>),
    Pairs,
    Orphans,
}

/// Every way to read the hand, the winning tile in every place.
fn readings(won: &Won) -> Vec<Reading> {
    let mut counts = [0u8; 34];
    won.tiles.iter().for_each(|tile| counts[tile.kind().index()] += 1);
    let mut found = Vec::new();
    let melds: Vec<Group> = won.melds.iter().map(meld).collect();
    divide(&mut counts, &mut melds.clone(), &mut |groups| {
        let own = groups.len() - melds.len();
        let mut places: Vec<Group> = Vec::new();
        for (i, group) in groups.iter().enumerate().skip(melds.len()) {
            if group.tiles().contains(&won.tile.kind().code()) && !places.contains(group) {
                places.push(*group);
                let mut groups = groups.to_vec();
                groups[i].won = true;
                groups[i].concealed = won.tsumo;
                found.push(Reading::Sets(groups));
            }
        }
        assert_eq!(own + melds.len(), 5);
    });
    if melds.is_empty() {
        let pairs = counts.iter().filter(|&&count| count == 2).count();
        found.extend((pairs == 7).then_some(Reading::Pairs));
        let orphans = (0..34).filter(|&kind| is_outer(kind)).all(|kind| counts[kind as usize] > 0);
        let no_other = (0..34).all(|kind| is_outer(kind) || counts[kind as usize] == 0);
        found.extend((orphans && no_other).then_some(Reading::Orphans));
    }
    found
}

fn meld(meld: &hyakuman_core::Meld) -> Group {
    let form = if meld.kind() == MeldKind::Pon { Form::Triplet } else { Form::Kan };
    Group { form, low: meld.low().code(), concealed: meld.kind() == MeldKind::Ankan, won: false }
}

impl Group {
    fn tiles(&self) -> Vec<u8> {
        match self.form {
            Form::Run => vec![self.low, self.low + 1, self.low + 2],
            _ => vec![self.low],
        }
    }
}

/// Splits off sets with the lowest tile until no tile is left.
fn divide(counts: &mut [u8; 34], groups: &mut Vec<Group>, done: &mut impl FnMut(&[Group])) {
    let Some(low) = (0..34u8).find(|&kind| counts[kind as usize] > 0) else { return done(groups) };
    let has_pair = groups.iter().any(|group| group.form == Form::Pair);
    let run = low < 27 && low % 9 < 7 && (1..3).all(|i| counts[(low + i) as usize] > 0);
    let forms = [
        (Form::Pair, counts[low as usize] >= 2 && !has_pair),
        (Form::Triplet, counts[low as usize] >= 3),
        (Form::Run, run),
    ];
    for (form, _) in forms.into_iter().filter(|(_, possible)| *possible) {
        let taken: Vec<u8> = match form {
            Form::Pair => vec![low; 2],
            Form::Triplet => vec![low; 3],
            _ => vec![low, low + 1, low + 2],
        };
        taken.iter().for_each(|&kind| counts[kind as usize] -= 1);
        groups.push(Group { form, low, concealed: true, won: false });
        divide(counts, groups, done);
        groups.pop();
        taken.iter().for_each(|&kind| counts[kind as usize] += 1);
    }
}

fn is_outer(kind: u8) -> bool {
    kind >= 27 || matches!(kind % 9, 0 | 8)
}

fn is_closed(won: &Won) -> bool {
    won.melds.iter().all(|meld| meld.kind() == MeldKind::Ankan)
}

/// Yaku and dora of a reading, or its yakuman; none without a yaku.
fn regular(rules: &ToutenkouRules, won: &Won, reading: &Reading) -> Option<u32> {
    let pulled_reds = won.aside.iter().filter(|tile| tile.is_red()).count() as u32;
    let dora = dora(rules, won);
    let yakuman = yakuman(won, reading);
    if yakuman > 0 {
        let beside = match rules.yakuman_counts_dora {
            true => dora,
            false if rules.yakuman_counts_pulled_red => pulled_reds,
            false => 0,
        };
        return Some(yakuman * rules.yakuman_points as u32 + beside);
    }
    let yaku = circumstances(won) + colours(rules, won) + forms(won, reading);
    (yaku > 0).then_some(yaku + dora)
}

fn dora(rules: &ToutenkouRules, won: &Won) -> u32 {
    let of = |indicators: &[Tile]| -> usize {
        let next = indicators.iter().filter_map(|tile| Gari::dora_of(rules, tile.kind()));
        next.map(|dora| won.owned().filter(|tile| tile.kind() == dora).count()).sum()
    };
    let ura = if won.flags.has(WinFlags::RIICHI) { of(&won.ura) } else { 0 };
    (of(&won.dora) + ura + won.owned().filter(|tile| tile.is_red()).count()) as u32
}

fn circumstances(won: &Won) -> u32 {
    let ones = [
        WinFlags::RIICHI,
        WinFlags::IPPATSU,
        WinFlags::HAITEI,
        WinFlags::HOUTEI,
        WinFlags::RINSHAN,
        WinFlags::CHANKAN,
    ];
    let flags = ones.iter().filter(|&&flag| won.flags.has(flag)).count() as u32;
    let double = won.flags.has(WinFlags::DOUBLE_RIICHI) as u32;
    flags + double + (won.tsumo && is_closed(won)) as u32
}

/// Kinds of the hand and its melds, each once.
fn kinds(won: &Won) -> Vec<u8> {
    let melds = won.melds.iter().flat_map(|meld| meld.tiles());
    let mut kinds: Vec<u8> = won.tiles.iter().chain(melds).map(|tile| tile.kind().code()).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

/// Yaku by the tiles of the hand.
fn colours(rules: &ToutenkouRules, won: &Won) -> u32 {
    let (kinds, closed) = (kinds(won), is_closed(won));
    let mut suits: Vec<u8> = kinds.iter().filter(|&&kind| kind < 27).map(|kind| kind / 9).collect();
    suits.dedup();
    let honors = kinds.iter().any(|&kind| kind >= 27);
    let mut sum = 0;
    if kinds.iter().all(|&kind| !is_outer(kind)) && (closed || rules.kuitan) {
        sum += 1;
    }
    if suits.len() == 1 {
        sum += if honors { 2 } else { 5 } + closed as u32;
    }
    if kinds.iter().all(|&kind| is_outer(kind)) && honors && !suits.is_empty() {
        sum += 2; // honroutou
    }
    sum
}

/// Yaku by how the tiles divide into sets.
fn forms(won: &Won, reading: &Reading) -> u32 {
    let groups = match reading {
        Reading::Pairs => return 2,
        Reading::Orphans => return 0,
        Reading::Sets(groups) => groups,
    };
    let (closed, seat, round) = (is_closed(won), if won.oya { 27 } else { 28 }, won.round.code());
    let sets = |form: &dyn Fn(&Group) -> bool| groups.iter().filter(|group| form(group)).count() as u32;
    let is_triplet = |group: &Group| matches!(group.form, Form::Triplet | Form::Kan);
    let triplet = |kind: u8| groups.iter().any(|group| is_triplet(group) && group.low == kind);
    let run = |kind: u8| groups.iter().any(|group| group.form == Form::Run && group.low == kind);
    let pair = groups.iter().find(|group| group.form == Form::Pair).expect("a pair").low;
    let runs = sets(&|group| group.form == Form::Run);
    let mut sum = 0;
    let valued = pair >= 31 || pair == seat || pair == round;
    sum += (closed && runs == 4 && !valued && groups.iter().any(|group| two_sided(won, group))) as u32;
    sum += (31..34).filter(|&kind| triplet(kind)).count() as u32;
    sum += triplet(seat) as u32 + triplet(round) as u32;
    sum += if closed { twins(groups) } else { 0 };
    if [9, 18].iter().any(|&suit| [0, 3, 6].iter().all(|rank| run(suit + rank))) {
        sum += 1 + closed as u32;
    }
    let outer = groups.iter().all(|group| match group.form {
        Form::Run => matches!(group.low % 9, 0 | 6),
        _ => is_outer(group.low),
    });
    if outer && runs > 0 {
        sum += 1 + groups.iter().all(|group| group.low < 27) as u32 + closed as u32;
    }
    sum += 2 * (runs == 0) as u32;
    sum += 2 * (sets(&|group| is_triplet(group) && group.concealed) == 3) as u32;
    sum += 2 * (0..9).any(|rank| triplet(rank) && triplet(9 + rank) && triplet(18 + rank)) as u32;
    sum += 2 * (sets(&|group| group.form == Form::Kan) == 3) as u32;
    sum + 2 * ((31..34).filter(|&kind| triplet(kind)).count() == 2 && pair >= 31) as u32
}

/// One point for two equal runs, three for two times two.
fn twins(groups: &[Group]) -> u32 {
    let lows: Vec<u8> =
        groups.iter().filter(|group| group.form == Form::Run).map(|group| group.low).collect();
    let mut couples = 0;
    for low in 0..34 {
        couples += lows.iter().filter(|&&other| other == low).count() / 2;
    }
    [0, 1, 3][couples]
}

/// A run completed at one end, the other end not being the edge.
fn two_sided(won: &Won, group: &Group) -> bool {
    let tile = won.tile.kind().code();
    let rank = group.low % 9;
    group.won
        && group.form == Form::Run
        && (tile == group.low && rank != 6 || tile == group.low + 2 && rank != 0)
}

/// Number of yakuman.
fn yakuman(won: &Won, reading: &Reading) -> u32 {
    let kinds = kinds(won);
    let all = |kind: &dyn Fn(u8) -> bool| kinds.iter().all(|&other| kind(other));
    let mut count = won.flags.has(WinFlags::FIRST_TURN) as u32 * won.tsumo as u32;
    count += all(&|kind| kind >= 27) as u32;
    count += all(&|kind| kind < 27 && is_outer(kind)) as u32;
    count += all(&|kind| [19, 20, 21, 23, 25, 32].contains(&kind)) as u32;
    count += is_chuuren(won) as u32;
    let groups = match reading {
        Reading::Orphans => return count + 1,
        Reading::Pairs => return count,
        Reading::Sets(groups) => groups,
    };
    let triplet = |group: &&Group| matches!(group.form, Form::Triplet | Form::Kan);
    let lows: Vec<u8> = groups.iter().filter(triplet).map(|group| group.low).collect();
    let winds = lows.iter().filter(|&&low| (27..31).contains(&low)).count();
    let wind_pair = groups.iter().any(|group| group.form == Form::Pair && (27..31).contains(&group.low));
    count += (groups.iter().filter(triplet).filter(|group| group.concealed).count() == 4) as u32;
    count += (lows.iter().filter(|&&low| low >= 31).count() == 3) as u32;
    count += (winds == 4 || winds == 3 && wind_pair) as u32;
    count + (groups.iter().filter(|group| group.form == Form::Kan).count() == 4) as u32
}

fn is_chuuren(won: &Won) -> bool {
    let first = won.tile.kind().code() / 9 * 9;
    let count = |rank: u8| won.tiles.iter().filter(|tile| tile.kind().code() == first + rank).count();
    won.melds.is_empty()
        && first < 27
        && won.tiles.iter().all(|tile| tile.kind().code() / 9 * 9 == first)
        && (0..9).all(|rank| count(rank) >= if rank % 8 == 0 { 3 } else { 1 })
}

/// Points beside yaku and dora.
fn special(rules: &ToutenkouRules, won: &Won) -> u32 {
    let closed = is_closed(won);
    let kans = |kind: &[MeldKind]| won.melds.iter().filter(|meld| kind.contains(&meld.kind())).count() as u32;
    let copies = |kind: Kind| won.owned().filter(|tile| tile.kind() == kind).count();
    let gari = [0, 4, 8, 30].map(|code| copies(Kind::of(code)));
    let sets = gari.iter().filter(|&&count| count == 4).count() as u32;
    let mut sum = rules.base_points as u32 + won.oya as u32 + closed as u32 + won.aside.len() as u32;
    sum += 2 * kans(&[MeldKind::Daiminkan, MeldKind::Kakan]) + 4 * kans(&[MeldKind::Ankan]);
    sum += match sets {
        4 if rules.all_gari_includes_sets => 20,
        4 => 36,
        _ => 4 * sets,
    };
    if !won.tsumo && (rules.ron_bonus_on_robbed_kan || !won.flags.has(WinFlags::CHANKAN)) {
        sum += rules.ron_bonus as u32;
    }
    let karasu = match rules.karasu {
        Karasu::NeverReceived => !won.received,
        Karasu::NoneInFinalHand => gari == [0; 4],
    };
    sum += if karasu { 10 + 10 * closed as u32 } else { 0 };
    let fives = won.owned().filter(|tile| matches!(tile.kind().code(), 13 | 22)).count() as u32;
    sum + if rules.fives_bonus { fives } else { 0 }
}
