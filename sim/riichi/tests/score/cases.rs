//! The golden tables `cases.txt` and `local.txt`.

use crate::score::hand::{Won, meld, tiles};
use hyakuman_core::game::ruleset::AsTable;
use hyakuman_core::{Kind, Seat};
use hyakuman_riichi::presets::{mahjongsoul, mahjongsoul_local, mahjongsoul_sanma, tenhou, tenhou_sanma};
use hyakuman_riichi::rules::{Kazoe, LocalYaku, LocalYakuSet, Renhou, RiichiRules};
use hyakuman_riichi::score::{HandValue, Limit, WinFlags, base_points};
use hyakuman_riichi::yaku::{Yaku, YakuSet};

const CASES: &str = include_str!("cases.txt");
const LOCAL: &str = include_str!("local.txt");

#[test]
fn every_case_is_worth_what_the_table_says() {
    check(CASES);
}

#[test]
fn every_case_with_local_yaku_is_worth_what_the_table_says() {
    check(LOCAL);
}

fn check(table: &str) {
    let mut wrong = Vec::new();
    for Row { line, rules, won, expected, .. } in table.lines().filter_map(read) {
        let found = describe(&won, &rules, won.value(&rules));
        if found != expected {
            wrong.push(format!("{line}\n    found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A row of a table.
struct Row<'a> {
    line: &'a str,
    id: &'a str,
    rules: RiichiRules,
    won: Won,
    expected: String,
}

fn read(line: &str) -> Option<Row<'_>> {
    if line.starts_with('#') || line.is_empty() {
        return None;
    }
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [id, rules, hand, win, melds, how, yaku, worth] = fields[..] else { panic!("fields: {line}") };
    let (rules, won) = (rules_of(rules), parse(hand, win, melds, how));
    Some(Row { line, id, rules, won, expected: format!("{yaku} | {worth}") })
}

/// The local yaku with the names of their rules.
fn local_yaku() -> impl Iterator<Item = (LocalYaku, Yaku)> {
    LocalYakuSet::ALL.iter().map(|local| (local, local.info().yaku))
}

/// The yaku of a win under these rules.
fn yaku_of(won: &Won, rules: &RiichiRules) -> YakuSet {
    won.value(rules).map_or(YakuSet::EMPTY, |value| value.yaku)
}

/// A win with a local yaku loses exactly that one without its rule, and keeps it with that rule alone.
#[test]
fn each_local_yaku_has_a_switch_of_its_own() {
    let rows: Vec<Row> = LOCAL.lines().filter_map(read).collect();
    for (name, yaku) in local_yaku() {
        let with: Vec<&Row> = rows.iter().filter(|row| yaku_of(&row.won, &row.rules).has(yaku)).collect();
        assert!(with.len() >= 2, "{name:?} is in {} rows", with.len());
        for Row { rules, won, line, .. } in with {
            let others: Vec<LocalYaku> = LocalYakuSet::ALL.iter().filter(|&other| other != name).collect();
            let without = RiichiRules { local_yaku: LocalYakuSet::of(&others), ..rules.clone() };
            let alone = RiichiRules { local_yaku: LocalYakuSet::of(&[name]), ..rules.clone() };
            assert!(!yaku_of(won, &without).has(yaku), "{line}");
            assert!(yaku_of(won, &alone).has(yaku), "{line}");
            let none = RiichiRules { local_yaku: LocalYakuSet::EMPTY, ..rules.clone() };
            assert!(local_yaku().all(|(_, local)| !yaku_of(won, &none).has(local)), "{line}");
        }
    }
}

/// Each local yaku and renhou has a row with it, one that nearly has it (`no`), and one where it meets other yaku.
#[test]
fn each_local_yaku_has_all_sorts_of_cases() {
    let rows: Vec<Row> = LOCAL.lines().filter_map(read).collect();
    for (_, yaku) in local_yaku().chain([(LocalYaku::Daichisei, Yaku::Renhou)]) {
        for sort in ["yes", "no", "with"] {
            let id = format!("{}-{sort}", yaku.slug());
            let mut of_sort = rows.iter().filter(|row| row.id == id).peekable();
            assert!(of_sort.peek().is_some(), "no row {id}");
            let expected = sort != "no";
            assert!(of_sort.all(|row| yaku_of(&row.won, &row.rules).has(yaku) == expected), "{id}");
        }
    }
    assert!(mahjongsoul_local().renhou == Renhou::Yakuman && rows.iter().any(|row| row.id == "SC44"));
}

/// `tenhou kiriage=true`: a preset, and rules that differ, as in a rules file.
fn rules_of(text: &str) -> RiichiRules {
    let mut words = text.split(' ');
    let preset = match words.next() {
        Some("tenhou") => tenhou(),
        Some("mahjongsoul") => mahjongsoul(),
        Some("tenhou-sanma") => tenhou_sanma(),
        Some("mahjongsoul-sanma") => mahjongsoul_sanma(),
        Some("local") => RiichiRules { local_yaku: LocalYakuSet::ALL, ..mahjongsoul_local() },
        other => panic!("no preset {other:?}"),
    };
    let mut table = preset.to_table();
    for change in words {
        let change: toml::Table = change.parse().expect("a change is toml");
        table.extend(change);
    }
    RiichiRules::from_table(table).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn parse(hand: &str, win: &str, melds: &str, how: &str) -> Won {
    let melds = melds.split(' ').filter(|&text| text != "-").map(|text| {
        let (sort, faces) = text.split_at(text.find(char::is_numeric).expect("tiles"));
        meld(sort, &tiles(faces))
    });
    let mut won = Won {
        concealed: tiles(hand),
        win: tiles(win)[0],
        melds: melds.collect(),
        tsumo: false,
        seat: Kind::SOUTH,
        round: Kind::EAST,
        flags: WinFlags::NONE,
        dora: Vec::new(),
        ura: Vec::new(),
        nuki: 0,
    };
    how.split(' ').for_each(|word| circumstance(&mut won, word));
    assert_eq!(won.concealed.len() + 3 * won.melds.len(), 13, "{hand} {melds:?}", melds = won.melds);
    won
}

fn circumstance(won: &mut Won, word: &str) {
    let kinds = |text: &str| tiles(text).into_iter().map(|tile| tile.kind()).collect();
    let wind = |letter: &str| Kind::wind("ESWN".find(letter).expect("a wind") as u8);
    match word.split_once('=') {
        Some(("seat", letter)) => won.seat = wind(letter),
        Some(("round", letter)) => won.round = wind(letter),
        Some(("dora", faces)) => won.dora = kinds(faces),
        Some(("ura", faces)) => won.ura = kinds(faces),
        Some(("nuki", norths)) => won.nuki = norths.parse().expect("a number"),
        Some(_) => panic!("no circumstance `{word}`"),
        None if word == "ron" => won.tsumo = false,
        None if word == "tsumo" => won.tsumo = true,
        None => won.flags = won.flags.with(flag(word)),
    }
}

fn flag(word: &str) -> WinFlags {
    match word {
        "riichi" => WinFlags::RIICHI,
        "double_riichi" => WinFlags::DOUBLE_RIICHI,
        "ippatsu" => WinFlags::IPPATSU,
        "haitei" => WinFlags::HAITEI,
        "houtei" => WinFlags::HOUTEI,
        "rinshan" => WinFlags::RINSHAN,
        "chankan" => WinFlags::CHANKAN,
        "first_turn" => WinFlags::FIRST_TURN,
        "riichi_tile" => WinFlags::RIICHI_TILE,
        "after_kan" => WinFlags::AFTER_KAN,
        "after_nuki" => WinFlags::AFTER_NUKI,
        _ => panic!("no circumstance `{word}`"),
    }
}

/// A value in the form of the last two columns.
fn describe(won: &Won, rules: &RiichiRules, value: Option<HandValue>) -> String {
    let Some(value) = value else { return "- | none".to_owned() };
    let yaku: Vec<&str> = value.yaku.iter().map(|yaku| yaku.slug()).collect();
    let from = Seat::new(3);
    let deltas = won.deltas(rules, &value, from, 0, 0);
    let payment = match (won.tsumo, won.seat == Kind::EAST) {
        (false, _) => format!("{}", -deltas[from.index()]),
        (true, true) => format!("{} all", -deltas[1]),
        (true, false) => format!("{}/{}", -deltas[3], -deltas[0]),
    };
    let worth = match value.yakuman {
        0 => format!("{} {}", value.han, value.fu),
        multiple => format!("yakuman x{multiple}"),
    };
    format!("{} | {worth} {payment}", yaku.join(" "))
}

#[test]
fn base_points_step_by_step() {
    use Limit::*;
    let plain = tenhou();
    let no_kazoe = RiichiRules { kazoe: Kazoe::Off, ..tenhou() };
    let kiriage = RiichiRules { kiriage: true, ..tenhou() };
    let rows = [
        (&plain, 1, 30, 240, None),
        (&plain, 1, 110, 880, None),
        (&plain, 2, 25, 400, None),
        (&plain, 4, 30, 1920, None),
        (&plain, 3, 60, 1920, None),
        (&plain, 3, 70, 2000, Mangan),
        (&plain, 4, 40, 2000, Mangan),
        (&plain, 4, 25, 1600, None),
        (&kiriage, 4, 30, 2000, Mangan),
        (&kiriage, 3, 60, 2000, Mangan),
        (&kiriage, 4, 25, 1600, None),
        (&plain, 5, 30, 2000, Mangan),
        (&plain, 6, 30, 3000, Haneman),
        (&plain, 7, 30, 3000, Haneman),
        (&plain, 8, 30, 4000, Baiman),
        (&plain, 10, 30, 4000, Baiman),
        (&plain, 11, 30, 6000, Sanbaiman),
        (&plain, 12, 30, 6000, Sanbaiman),
        (&plain, 13, 30, 8000, KazoeYakuman),
        (&plain, 40, 30, 8000, KazoeYakuman),
        (&no_kazoe, 13, 30, 6000, Sanbaiman),
    ];
    for (rules, han, fu, base, limit) in rows {
        assert_eq!(base_points(rules, han, fu), (base, limit), "{han} han {fu} fu");
    }
}
