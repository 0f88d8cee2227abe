//! What is wrong with a yaku is said in one sentence, at its place; what is right can be drawn.

use super::{Held, OwnYakuList, examples};
use crate::presets;
use crate::rules::RiichiRules;
use crate::scoring::score::{Course, DoraCount, Win, WinFlags, value};
use hyakuman_core::notation::parse_tiles;
use hyakuman_core::{Hand, Kind, Meld, RelSeat};
use toml::{Table, Value};

/// The list of a file.
fn list(text: &str) -> Value {
    text.parse::<Table>().expect("TOML")["yaku"].clone()
}

/// What is wrong with one yaku: key, item, column, sentence.
fn wrong(text: &str) -> Vec<(String, Option<usize>, usize, String)> {
    let faults = OwnYakuList::compile(&list(&format!("[[yaku]]\n{text}"))).expect_err(text);
    faults.into_iter().map(|fault| (fault.key, fault.item, fault.at, fault.message)).collect()
}

const FAULTS: [(&str, &str, &str); 43] = [
    ("han = 1\nwhen = \"ron\"", "", "a yaku needs a `name`"),
    ("name = \"三風刻\"\nhan = 1\nwhen = \"ron\"", "name", "letters or digits of ASCII"),
    ("name = \"Pinfu\"\nhan = 1\nwhen = \"ron\"", "name", "there is a yaku `pinfu` already"),
    ("name = \"A\"\nwhen = \"ron\"", "", "a yaku needs its worth"),
    ("name = \"A\"\nhan = 14\nwhen = \"ron\"", "han", "a whole number from 0 to 13"),
    ("name = \"A\"\nhan = 0\nwhen = \"ron\"", "han", "worth nothing"),
    ("name = \"A\"\nopen = 1\nwhen = \"ron\"", "open", "needs `han` beside it"),
    ("name = \"A\"\nhan = 1\nyakuman = 1\nwhen = \"ron\"", "yakuman", "one worth"),
    ("name = \"A\"\nlimit = \"mangann\"\nwhen = \"ron\"", "limit", "mangan | haneman"),
    ("name = \"A\"\nhan = 1\ngroup = [\"EEE\"]\nwhen = \"ron\"", "group", "did you mean `groups`?"),
    ("name = \"A\"\nhan = 1\ngroups = []", "groups", "a list of 1 to 40 texts"),
    ("name = \"A\"\nhan = 1\ngroups = [1]", "groups", "a list of 1 to 40 texts"),
    ("name = \"A\"\nhan = 1\ngroups = [\"a124\"]", "groups", "neither a sequence"),
    ("name = \"A\"\nhan = 1\ngroups = [\"EEE\", \"triplett of wind\"]", "groups", "did you mean `triplet`?"),
    ("name = \"A\"\nhan = 1\ngroups = [\"triplet of\"]", "groups", "kinds have to follow `of`"),
    ("name = \"A\"\nhan = 1\ngroups = [\"axx+\"]", "groups", "a digit has to follow +"),
    ("name = \"A\"\nhan = 1\ngroups = [\"wind\"]", "groups", "such as `triplet of wind`"),
    ("name = \"A\"\nhan = 1\ngroups = [\"6 run\"]", "groups", "6 groups are too many"),
    ("name = \"A\"\nhan = 1\ngroups = [\"2 EEE\"]", "groups", "no hand fits"),
    ("name = \"A\"\nhan = 1\ngroups = [\"123m\"]\nnone = \"2m\"", "groups", "no hand fits"),
    ("name = \"A\"\nhan = 1\nhas = \"11111m\"", "has", "no hand fits"),
    ("name = \"A\"\nhan = 1\ntiles = \"8z\"", "tiles", "no hand fits"),
    ("name = \"A\"\nhan = 1\nwhen = \"red\"", "when", "has to be compared, such as red >= 1"),
    ("name = \"A\"\nhan = 1\nwhen = \"red >= many\"", "when", "not a whole number"),
    (
        "name = \"A\"\nhan = 1\nform = \"orphans\"\ngroups = [\"EEE\"]",
        "form",
        "thirteen orphans have no groups",
    ),
    (
        "name = \"A\"\nhan = 1\nreplaces = \"a\"\nwhen = \"ron\"",
        "replaces",
        "neither replaces nor excludes itself",
    ),
    ("name = \"A\"\nhan = 1\nexcludes = \"pinfuu\"\nwhen = \"ron\"", "excludes", "did you mean `pinfu`?"),
    (
        "name = \"A\"\nyakuman = 1\ncounts_as_yaku = false\nwhen = \"ron\"",
        "counts_as_yaku",
        "only a yaku of `han`",
    ),
    ("name = \"Dora\"\nhan = 1\nwhen = \"ron\"", "name", "`dora` is a sort of dora"),
    ("name = \"A\u{202E}b\"\nhan = 1\nwhen = \"ron\"", "name", "without control characters"),
    ("name = \"A\"\nhan = 1", "", "every win would have it"),
    ("name = \"A\"\nhan = 1\ntiles = \"\"", "tiles", "tiles or kinds are missing"),
    ("name = \"A\"\nhan = 1\ntiles = \"m\"\nhas = \"p\"", "has", "no hand fits"),
    ("name = \"A\"\nhan = 1\ntiles = \"simple\"\nwinning_tile = \"E\"", "tiles", "no hand fits"),
    ("name = \"A\"\nhan = 1\ngroups = [\"run with honor\"]", "groups", "no hand fits"),
    ("name = \"A\"\nhan = 1\ngroups = [\"concealed exposed set\"]", "groups", "no hand fits"),
    ("name = \"A\"\nhan = 1\ngroups = [\"pair\", \"pair\"]", "groups", "no hand fits"),
    ("name = \"A\"\nhan = 1\nwhen = [\"tsumo\", \"ron\"]", "when", "never come together"),
    ("name = \"A\"\nhan = 1\nwhen = \"red == 3\"", "when", "a comparison is a number"),
    ("name = \"A\"\nhan = 1\nwhen = \"not red >= 3\"", "when", "`not` stands before circumstances"),
    ("name = \"A\"\nhan = 1\nwhen = \"ura >= 3\"", "when", "not known before a win"),
    (
        "name = \"A\"\nhan = 1\nform = \"seven-pairs\"\ngroups = [\"axx\", \"byy\", \"cxx\", \"izz\", \"jyy\", \"kzz\"]",
        "groups",
        "too many hands",
    ),
    ("name = \"A\"\nhan = 1\nwith_yakuman = false\nwhen = \"ron\"", "with_yakuman", "is for a yakuman"),
];

#[test]
fn what_is_wrong_is_said_at_its_place() {
    for (text, key, sentence) in FAULTS {
        let found = wrong(text);
        let [(at, _, _, message)] = &found[..] else { panic!("{text}: {found:?}") };
        assert_eq!(at, key, "{text}: {message}");
        assert!(message.contains(sentence), "{text}: {message}");
    }
    let (_, item, column, _) =
        wrong("name = \"A\"\nhan = 1\ngroups = [\"EEE\", \"2 run of wint\"]").remove(0);
    assert_eq!((item, column), (Some(1), 9));
}

#[test]
fn two_yaku_that_exclude_each_other_are_refused() {
    let text = "[[yaku]]\nname = \"A\"\nhan = 1\nwhen = \"ron\"\nexcludes = \"B\"\n[[yaku]]\nname = \"B\"\nhan = 1\nwhen = \"ron\"\nexcludes = \"A\"";
    let faults = OwnYakuList::compile(&list(text)).expect_err("they exclude each other");
    assert!(faults[0].message.contains("name each other in `excludes`"), "{faults:?}");
    let circle =
        |a: &str, b: &str| format!("[[yaku]]\nname = \"{a}\"\nhan = 1\nwhen = \"ron\"\nreplaces = \"{b}\"\n");
    let text = circle("A", "B") + &circle("B", "C") + &circle("C", "A");
    let faults = OwnYakuList::compile(&list(&text)).expect_err("they replace each other");
    assert!(faults[0].message.starts_with("`a`, `b`, `c` name each other in `replaces`"), "{faults:?}");
    let z = "[[yaku]]\nname = \"A\"\nhan = 1\ngroups = [\"azz\", \"bzzz\", \"zzz\"]";
    assert_eq!(wrong(&z[9..]).len(), 1, "the last one has no suit");
    let many = "[[yaku]]\nname = \"A\"\nhan = 1\n".repeat(65);
    let faults = OwnYakuList::compile(&list(&many)).expect_err("too many");
    assert_eq!(faults[0].message, "65 yaku are too many; accepted: at most 64");
}

/// Every written yaku has hands that have it, and hands that miss it by one change.
#[test]
fn hands_are_drawn_for_every_yaku() {
    let text = include_str!("../../../../../examples/rules/written.toml");
    let yaku = OwnYakuList::compile(&list(text)).expect("the yaku of the example");
    let rules = RiichiRules { yaku, ..presets::tenhou() };
    for number in 0..yaku.all().len() {
        let found = examples(&rules, number, 2, 1);
        let name = yaku.all()[number].name;
        // One change makes no other complete hand of thirteen orphans.
        let misses = !found.without.is_empty() || name == "Thirteen orphans";
        assert!(!found.with.is_empty() && misses, "{name}: {found:?}");
        for hand in &found.with {
            let value = hand.value(&rules).expect("a win");
            assert!(value.own_yaku >> number & 1 != 0, "{name}: {hand:?}");
        }
        assert_eq!(format!("{found:?}"), format!("{:?}", examples(&rules, number, 2, 1)), "the same seed");
    }
}

/// Tiles that a concealed hand of the south seat in an east round lacks of the one yaku of a file; none where it cannot have it.
fn lacks(yaku: &str, hand: &str, melds: &[Meld]) -> Option<u32> {
    let text = format!("[[yaku]]\nname = \"A\"\n{yaku}");
    let yaku = OwnYakuList::compile(&list(&text)).expect(&text);
    let mut held = Hand::EMPTY;
    parse_tiles(hand).expect(hand).into_iter().for_each(|tile| held.add(tile.kind()));
    yaku.all()[0].lacks(&Held::new(&held, melds, [Kind::SOUTH, Kind::EAST]))
}

#[test]
fn a_hand_lacks_the_tiles_of_the_nearest_way() {
    let winds = "han = 2\ngroups = [\"EEE\", \"SSS\", \"WWW\"]";
    let pon = Meld::pon(Kind::WEST.tile(), [Kind::WEST.tile(); 2], RelSeat::new(1));
    let chi = Meld::chi(Kind::of(3).tile(), [Kind::of(4).tile(), Kind::of(5).tile()], RelSeat::new(3));
    assert_eq!(lacks(winds, "11122z345m456p88s", &[]), Some(4));
    assert_eq!(lacks(winds, "11122z34m567p", &[pon]), Some(1));
    assert_eq!(lacks("han = 2\nopen = 0\ngroups = [\"EEE\"]", "11122z34m567p", &[pon]), None);
    // A straight in one suit takes twice the 3, 5 and 7.
    let bridge = "han = 3\ngroups = [\"a123\", \"a345\", \"a567\", \"a789\"]";
    assert_eq!(lacks(bridge, "123456789m1122s", &[]), Some(3));
    assert_eq!(
        lacks("han = 2\ngroups = [\"a123\", \"b456\", \"c789\"]", "789m12p45s1177z5m5p", &[]),
        Some(2)
    );
    assert_eq!(lacks("han = 2\ngroups = [\"3 triplet of simple\"]", "222m33p445588s11z", &[]), Some(2));
    assert_eq!(lacks("han = 1\ntiles = \"a honor\"", "123456789m112z5p", &[]), Some(1));
    // What has to be called is not there, although the tiles are.
    let called = "han = 0\nopen = 1\ngroups = [\"4 exposed set\"]";
    assert_eq!(lacks(called, "123m456p789s55z", &[pon]), Some(3));
    assert_eq!(lacks(called, "123m456p55z", &[pon, chi]), Some(2));
    assert_eq!(lacks("han = 1\ntiles = \"p\"", "123456789p1p", &[chi]), None);
    assert_eq!(lacks("han = 1\nform = \"seven-pairs\"\nhas = \"1z\"", "1122m3344p5566s1z", &[]), Some(1));
}

#[test]
fn what_is_known_at_the_win_only_is_not_near() {
    let hand = "111222333z44m55p";
    assert_eq!(lacks("han = 2\ngroups = [\"EEE\"]\nwhen = \"tsumo\"", hand, &[]), None);
    assert_eq!(lacks("han = 2\ngroups = [\"EEE\"]\nwhen = \"red >= 1\"", hand, &[]), None);
    assert_eq!(lacks("han = 2\ngroups = [\"EEE\"]\nwhen = \"dealer\"", hand, &[]), None);
    assert_eq!(lacks("han = 2\ngroups = [\"EEE\"]\nwhen = [\"closed\", \"east-round\"]", hand, &[]), Some(0));
}

/// Whether a win of the south seat by ron with the first of these tiles has the one yaku of a file.
fn has(yaku: &str, hand: &str, melds: &[Meld], flags: WinFlags) -> bool {
    let text = format!("[[yaku]]\nname = \"A\"\nhan = 2\n{yaku}");
    let rules = RiichiRules { yaku: OwnYakuList::compile(&list(&text)).expect(&text), ..presets::tenhou() };
    let tiles = parse_tiles(hand).expect(hand);
    let hand = tiles.iter().fold(Hand::EMPTY, |hand, tile| hand.with(tile.kind()));
    let win = Win {
        hand: &hand,
        melds,
        tile: tiles[0].kind(),
        tsumo: false,
        seat_wind: Kind::SOUTH,
        round_wind: Kind::EAST,
        flags,
        dora: DoraCount::default(),
        course: Course::default(),
    };
    value(&rules, &win).is_some_and(|value| value.own_yaku == 1)
}

#[test]
fn tiles_are_counted_in_the_whole_hand() {
    let of = |code| Kind::of(code).tile();
    let pon = Meld::pon(of(1), [of(1); 2], RelSeat::new(1));
    let ankan = Meld::ankan([of(0); 4]);
    let chi = Meld::chi(of(3), [of(4), of(5)], RelSeat::new(3));
    let none = WinFlags::NONE;
    let in_a_row = "groups = [\"axxx\", \"ax+1x+1x+1\", \"ax+2x+2x+2\"]";
    assert!(has(in_a_row, "333m789p55s", &[ankan, pon], none));
    assert!(!has(in_a_row, "444m789p55s", &[ankan, pon], none));
    assert!(has("groups = [\"a1111\", \"pair of simple\"]", "333m789p55s", &[ankan, pon], none));
    assert!(!has("groups = [\"a1111\"]", "111m234m789p456s55z", &[], none));
    assert!(has("groups = [\"3 456m\"]", "456m789p55s", &[chi, chi], none));
    assert!(!has("groups = [\"3 456m\"]", "456p789p55s", &[chi, chi], none));
    assert!(has("has = \"11112m\"", "333m789p55s", &[ankan, pon], none));
    let pairs = "form = \"seven-pairs\"\ngroups = [\"axx\", \"bxx\"]";
    assert!(has(pairs, "1133m3366p55s1177z", &[], none) && !has(pairs, "1133m4466p55s1177z", &[], none));
    let called = ["when = \"open\"", "when = \"not closed\""];
    assert!(called.iter().all(|when| has(when, "456m789p55s", &[chi, chi], none)));
    assert!(called.iter().all(|when| !has(when, "333m456m789p55s", &[ankan], none)));
}

#[test]
fn a_circumstance_holds_where_it_happened() {
    let hand = "123m456p789s11222z";
    for (word, flags) in [
        ("last-tile", WinFlags::HOUTEI),
        ("double-riichi", WinFlags::DOUBLE_RIICHI),
        ("riichi", WinFlags::DOUBLE_RIICHI),
        ("open-riichi", WinFlags::RIICHI.with(WinFlags::OPEN_RIICHI)),
        ("riichi", WinFlags::RIICHI),
        ("ippatsu", WinFlags::RIICHI.with(WinFlags::IPPATSU)),
        ("robbed-kan", WinFlags::CHANKAN),
        ("first-go-round", WinFlags::FIRST_TURN),
        ("riichi-tile", WinFlags::RIICHI_TILE),
        ("discard-after-kan", WinFlags::AFTER_KAN),
        ("after-kan", WinFlags::RINSHAN),
    ] {
        let (when, not) = (format!("when = \"{word}\""), format!("when = \"not {word}\""));
        assert!(has(&when, hand, &[], flags) && !has(&when, hand, &[], WinFlags::NONE), "{word}");
        assert!(!has(&not, hand, &[], flags) && has(&not, hand, &[], WinFlags::NONE), "{word}");
    }
}
