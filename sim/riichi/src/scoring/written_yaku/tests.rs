//! What is wrong with a yaku is said in one sentence, at its place; what is right can be drawn.

use super::{Example, Held, Melded, WrittenYakuList, examples, not_built_towards};
use crate::presets;
use crate::rules::RiichiRules;
use crate::scoring::score::{Course, DoraCount, Win, WinFlags, value};
use crate::scoring::yaku::local;
use hyakuman_core::notation::parse_tiles;
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat};
use toml::{Table, Value};

/// The list of a file.
fn list(text: &str) -> Value {
    text.parse::<Table>().expect("TOML")["yaku"].clone()
}

/// What is wrong with one yaku: key, item, column, sentence.
fn wrong(text: &str) -> Vec<(String, Option<usize>, usize, String)> {
    let faults = WrittenYakuList::compile(&list(&format!("[[yaku]]\n{text}"))).expect_err(text);
    faults.into_iter().map(|fault| (fault.key, fault.item, fault.at, fault.message)).collect()
}

const FAULTS: [(&str, &str, &str); 86] = [
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
    (
        "name = \"Sanrenkou\"\nhan = 1\nwhen = \"ron\"",
        "name",
        "there is a yaku `sanrenkou` already; give this one another name, or play that one: local_yaku = [\"Sanrenkou\"]",
    ),
    (
        "name = \"A\"\nhan = 1\nwhen = \"sum >= 200\"",
        "when",
        "no win fits what it demands of `sum`, which is 0 to 156",
    ),
    ("name = \"A\"\nhan = 1\nwhen = \"kans = 5\"", "when", "`kans`, which is 0 to 4"),
    ("name = \"A\"\nhan = 1\nwhen = [\"red > 2\", \"red < 2\"]", "when", "demands of `red`"),
    ("name = \"A\"\nhan = 1\nwhen = \"kinds < 4\"", "when", "`kinds`, which is 4 to 13"),
    ("name = \"A\"\nhan = 1\nwhen = [\"closed\", \"called >= 1\"]", "when", "`called`, which is 0 to 0"),
    ("name = \"A\"\nhan = 2\nopen = 1\nwhen = \"closed\"", "open", "`open` is never counted"),
    ("name = \"A\"\nhan = 2\nopen = 1\nwhen = \"riichi\"", "open", "`open` is never counted"),
    ("name = \"A\"\nhan = 2\nopen = 0\nwhen = \"open\"", "open", "the yaku is worth nothing"),
    (
        "name = \"A\"\nhan = 1\nwhen = [\"tsumo\", \"from-left\"]",
        "when",
        "`tsumo` and `from-left` never come together",
    ),
    (
        "name = \"A\"\nhan = 1\nwhen = [\"not ron\", \"from-across\"]",
        "when",
        "`not ron` and `from-across` never",
    ),
    ("name = \"A\"\nhan = 1\nwhen = [\"from-left\", \"from-right\"]", "when", "never come together"),
    ("name = \"A\"\nhan = 1\nwhen = [\"after-kan\", \"first-go-round\"]", "when", "never come together"),
    ("name = \"A\"\nhan = 1\nwhen = [\"after-kan\", \"last-tile\"]", "when", "never come together"),
    ("name = \"A\"\nhan = 1\nwhen = [\"east-round\", \"south-round\"]", "when", "never come together"),
    ("name = \"A\"\nhan = 1\nwhen = [\"ippatsu\", \"not closed\"]", "when", "never come together"),
    ("name = \"A\"\nhan = 1\nwhen = [\"double-riichi\", \"not riichi\"]", "when", "never come together"),
    ("name = \"A\"\nhan = 1\nwhen = [\"robbed-kan\", \"tsumo\"]", "when", "never come together"),
    ("name = \"A\"\nhan = 1\nwhen = [\"dealer\", \"not dealer\"]", "when", "never come together"),
    (
        "name = \"A\"\nhan = 1\nwhen = [\"first-go-round\", \"discards >= 1\"]",
        "when",
        "`discards`, which is 0 to 0",
    ),
    ("name = \"A\"\nhan = 1\nwhen = [\"last-tile\", \"left > 0\"]", "when", "`left`, which is 0 to 0"),
    (
        "name = \"A\"\nhan = 1\nform = \"seven-pairs\"\nwhen = \"open\"",
        "form",
        "is closed, so `open` is never true",
    ),
    ("name = \"A\"\nhan = 1\nform = \"seven-pairs\"\ngroups = [\"run\"]", "groups", "no hand fits"),
    ("name = \"A\"\nhan = 1\nform = \"seven-pairs\"\nevery = [\"triplet\"]", "every", "no hand fits"),
    ("name = \"A\"\nhan = 1\nform = \"seven-pairs\"\nwhen = \"kans >= 1\"", "form", "no hand fits"),
    ("name = \"A\"\nhan = 1\nform = \"seven-pairs\"\nwait = \"edge\"", "form", "no hand fits"),
    ("name = \"A\"\nhan = 1\nform = \"seven-pairs\"\nhas = \"111m\"", "has", "no hand fits"),
    ("name = \"A\"\nhan = 1\nform = \"orphans\"\nnone = \"E\"", "none", "no hand fits"),
    ("name = \"A\"\nhan = 1\nevery = [\"run\"]", "every", "no hand fits"),
    ("name = \"A\"\nhan = 1\ntiles = \"1m\"\nnone = \"1m\"", "tiles", "no hand fits"),
    ("name = \"A\"\nhan = 1\ntiles = \"1234m\"\nnone = \"2m\"", "tiles", "no hand fits"),
    ("name = \"A\"\nhan = 1\nhas = \"m p\"\nwhen = \"suits = 1\"", "has", "no hand fits"),
    ("name = \"A\"\nhan = 1\nhas = \"a b\"\nwhen = \"suits < 2\"", "has", "no hand fits"),
    ("name = \"A\"\nhan = 1\ntiles = \"simple\"\nwhen = \"honors > 0\"", "tiles", "no hand fits"),
    ("name = \"A\"\nhan = 1\ngroups = [\"2 kan\"]\nwhen = \"kans = 1\"", "groups", "no hand fits"),
    ("name = \"A\"\nhan = 1\nwhen = \"haitei\"", "when", "did you mean `last-tile`?"),
    ("name = \"A\"\nhan = 1\nwhen = \"not Rinshan Kaihou\"", "when", "did you mean `after-kan`?"),
    ("name = \"A\"\nhan = 1\nwhen = [\"ron\", \"menzen\"]", "when", "did you mean `closed`?"),
    ("name = \"A\"\nhan = 1\nwhen = \"akadora >= 1\"", "when", "did you mean `red`?"),
    ("name = \"A\"\nhan = 1\nwait = \"penchan\"", "wait", "did you mean `edge`?"),
    ("name = \"A\"\nhan = 1\nform = \"chiitoitsu\"", "form", "did you mean `seven-pairs`?"),
    ("name = \"A\"\nhan = 1\ngroups = [\"shuntsu of m\"]", "groups", "did you mean `run`?"),
    ("name = \"A\"\nhan = 1\ntiles = \"yakuhai\"", "tiles", "did you mean `value`?"),
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

/// What looks impossible and is not: a concealed kan is robbed in the first go-round, a hand has five kinds, four with a sequence, or one of two forms.
#[test]
fn what_can_be_won_is_accepted() {
    for text in [
        "when = [\"first-go-round\", \"robbed-kan\"]",
        "when = [\"last-tile\", \"discard-after-kan\"]",
        "when = [\"ippatsu\", \"robbed-kan\", \"from-left\"]",
        "when = [\"riichi-tile\", \"discard-after-kan\", \"outside-discards\"]",
        "when = [\"not east-round\", \"not tsumo\"]",
        "tiles = \"1234m\"",
        "tiles = \"19m 19p 9s\"",
        "tiles = \"m\"\nwhen = \"suits = 1\"",
        "form = [\"standard\", \"seven-pairs\"]\nwait = \"edge\"",
        "form = [\"standard\", \"seven-pairs\"]\nwhen = [\"open\", \"kans >= 1\"]",
        "form = \"seven-pairs\"\ngroups = [\"7 pair\"]\nwhen = \"kinds = 7\"",
        "groups = [\"4 kan\", \"pair\"]\nwhen = [\"kans = 4\", \"honors = 18\"]",
        "groups = [\"2 triplet | pair\", \"set\"]",
    ] {
        let found = WrittenYakuList::compile(&list(&format!("[[yaku]]\nname = \"A\"\nhan = 1\n{text}")));
        assert!(found.is_ok(), "{text}: {found:?}");
    }
}

#[test]
fn two_yaku_that_exclude_each_other_are_refused() {
    let text = "[[yaku]]\nname = \"A\"\nhan = 1\nwhen = \"ron\"\nexcludes = \"B\"\n[[yaku]]\nname = \"B\"\nhan = 1\nwhen = \"ron\"\nexcludes = \"A\"";
    let faults = WrittenYakuList::compile(&list(text)).expect_err("they exclude each other");
    assert!(faults[0].message.contains("name each other in `excludes`"), "{faults:?}");
    let circle =
        |a: &str, b: &str| format!("[[yaku]]\nname = \"{a}\"\nhan = 1\nwhen = \"ron\"\nreplaces = \"{b}\"\n");
    let text = circle("A", "B") + &circle("B", "C") + &circle("C", "A");
    let faults = WrittenYakuList::compile(&list(&text)).expect_err("they replace each other");
    assert!(faults[0].message.starts_with("`a`, `b`, `c` name each other in `replaces`"), "{faults:?}");
    let z = "[[yaku]]\nname = \"A\"\nhan = 1\ngroups = [\"azz\", \"bzzz\", \"zzz\"]";
    assert_eq!(wrong(&z[9..]).len(), 1, "the last one has no suit");
    let many = "[[yaku]]\nname = \"A\"\nhan = 1\n".repeat(65);
    let faults = WrittenYakuList::compile(&list(&many)).expect_err("too many");
    assert_eq!(faults[0].message, "65 yaku are too many; accepted: at most 64");
}

/// What letters and alternatives stand for is counted before it is made, for all yaku of a file together.
#[test]
fn yaku_that_stand_for_too_many_hands_are_refused_before_they_are_made() {
    let alternatives = ["axx+1x+2", "bxxx", "iyyy", "jyy+1y+2", "cyyy", "jxx"].join(" | ");
    let many = format!("name = \"A\"\nhan = 1\ngroups = [\"{alternatives}\", \"{alternatives}\"]");
    assert!(wrong(&many)[0].3.contains("too many hands (a file may have 200,000); use fewer"));
    let two_pairs = "han = 3\ngroups = [\"2 ixx+1x+2\", \"2 jyy+1y+2\"]\n";
    let file = |count: usize| {
        (0..count).map(|n| format!("[[yaku]]\nname = \"A {n}\"\n{two_pairs}")).collect::<String>()
    };
    assert_eq!(WrittenYakuList::compile(&list(&file(20))).map(|list| list.all().len()), Ok(20));
    let faults = WrittenYakuList::compile(&list(&file(64))).expect_err("too many together");
    assert_eq!((faults[0].entry, faults.len()), (45, 19));
}

/// Every written yaku has hands that have it, and hands that miss it by one change.
#[test]
fn hands_are_drawn_for_every_yaku() {
    let text = include_str!("../../../../../examples/rules/written.toml");
    let yaku = WrittenYakuList::compile(&list(text)).expect("the yaku of the example");
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

fn of_tiles(tiles: &str) -> Hand {
    let mut hand = Hand::EMPTY;
    parse_tiles(tiles).expect(tiles).into_iter().for_each(|tile| hand.add(tile.kind()));
    hand
}

/// Tiles that a concealed hand of the south seat in an east round lacks of the one yaku of a file; none where it cannot have it.
fn lacks(yaku: &str, hand: &str, melds: &[Meld]) -> Option<u32> {
    near(yaku, hand, melds).map(|(lacks, _)| lacks)
}

/// The same, and how likely an open and a closed hand with the tiles has it.
fn near(yaku: &str, hand: &str, melds: &[Meld]) -> Option<(u32, [f32; 2])> {
    let text = format!("[[yaku]]\nname = \"A\"\n{yaku}");
    let yaku = WrittenYakuList::compile(&list(&text)).expect(&text);
    let (held, goals) =
        (Held::new(&of_tiles(hand), &Melded::new(melds)), yaku.goals([Kind::SOUTH, Kind::EAST]));
    let mut found = None;
    goals.each_near(&held, goals.possible(held.is_closed()), 14, |_, goal, lacks| {
        found = Some((lacks, goal.chance))
    });
    found
}

#[test]
fn a_tile_more_or_less_is_that_of_the_other_hand() {
    let east = Kind::EAST.tile();
    let melded =
        Melded::new(&[Meld::pon(east, [east; 2], RelSeat::new(1)), Meld::ankan([Kind::of(8).tile(); 4])]);
    let (fewer, more) = (of_tiles("111p2345s"), of_tiles("1111p2345s"));
    let (fewer, more) = (Held::new(&fewer, &melded), Held::new(&more, &melded));
    assert_eq!(fewer.with(Kind::of(9)), more);
    assert_eq!(more.without(Kind::of(9)), fewer);
    assert_eq!(
        fewer.with(Kind::EAST),
        Held::new(&of_tiles("111p2345s1z"), &melded),
        "the fourth, three are melded"
    );
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
fn what_is_known_at_the_win_only_is_near_unless_it_is_rare() {
    let of = |words: &str| lacks(&format!("han = 2\ngroups = [\"EEE\"]\n{words}"), "111222333z44m55p", &[]);
    for words in
        ["when = \"tsumo\"", "when = \"red >= 1\"", "when = [\"closed\", \"east-round\"]", "wait = \"pair\""]
    {
        assert_eq!(of(words), Some(0), "{words}");
    }
    for words in ["when = \"dealer\"", "when = \"last-tile\"", "when = [\"red >= 2\", \"tsumo\"]"] {
        assert_eq!(of(words), None, "{words}");
    }
    for words in ["han = 2\nwhen = \"open\"", "han = 2\nwhen = \"called >= 1\"", "han = 0\nopen = 2"] {
        let of = lacks(&format!("groups = [\"EEE\"]\n{words}"), "111222333z44m55p", &[]);
        assert_eq!(of, Some(1), "a call, {words}");
    }
}

/// Fourteen tiles, different ones by number.
fn some_hand(number: usize) -> Hand {
    let (from, step) = (17 * number, [1, 3, 5, 7, 9, 11, 23, 35, 45, 67][number % 10]);
    let kinds = (0..14).map(|at| Kind::of(((from + at * step) % 136 / 4) as u8));
    kinds.fold(Hand::EMPTY, |hand, kind| hand.with(kind))
}

#[test]
fn a_hand_lacks_more_without_what_it_needs() {
    let yaku = [
        "groups = [\"a123\", \"b456\", \"c789\"]",
        "groups = [\"axxx\", \"ax+1x+1x+1\", \"ax+2x+2x+2\"]",
        "groups = [\"group of m\", \"group of p\", \"group of s\", \"group of wind\", \"group of dragon\"]",
        "groups = [\"3 triplet of wind\"]",
        "groups = [\"2 triplet of terminal\", \"pair of honor\"]",
        "groups = [\"triplet of terminal\", \"group with outside\"]",
        "every = [\"group with outside\"]",
        "form = \"seven-pairs\"\ntiles = \"a honor\"",
        "tiles = \"234678m\"\nhas = \"m z\"",
        "tiles = \"simple\"\nwhen = \"kinds <= 8\"",
        "when = \"kinds >= 11\"",
        "when = \"suits = 2\"",
        "when = \"honors = 0\"",
        "when = [\"honors >= 6\", \"terminals >= 3\"]",
        "when = \"honors = 5\"",
        "when = \"sum <= 40\"",
        "when = \"sum >= 70\"",
    ];
    let (mut one, mut perhaps) = (0, 0);
    for yaku in yaku {
        let text = format!("[[yaku]]\nname = \"A\"\nhan = 2\n{yaku}");
        let goals = WrittenYakuList::compile(&list(&text)).expect(&text).goals([Kind::SOUTH, Kind::EAST]);
        for hand in (0..400).map(some_hand) {
            let held = Held::new(&hand, &Melded::NONE);
            goals.each_near(&held, goals.possible(true), 6, |_, goal, lacks| {
                let needs = goal.needs(&held, lacks);
                for kind in hand.kinds() {
                    let after = goal.lacks(&held.without(kind), 14);
                    let more = after.map(|after| after - lacks);
                    one += usize::from(needs.one.has(kind));
                    perhaps += usize::from(needs.perhaps.has(kind));
                    match (needs.one.has(kind), needs.perhaps.has(kind)) {
                        (false, true) => {}
                        (is_one, _) => {
                            assert_eq!(more, Some(is_one.into()), "{yaku}: {hand:?} without {kind}")
                        }
                    }
                }
            });
        }
    }
    assert!(one > 1_000 && perhaps > 1_000, "{one}, {perhaps}");
}

/// A yaku in several words: a hand lacks as much of it in each.
#[test]
fn the_wording_of_a_yaku_does_not_decide_how_near_a_hand_is() {
    let hands = [
        "19m19p19s1234567z",
        "123456789m112z5p",
        "222m33p445588s11z",
        "19m19p45s1155z667m",
        "234m567p11s223z77z",
    ];
    for words in [
        [
            "has = \"m p s wind dragon\"",
            "groups = [\"group of m\", \"group of p\", \"group of s\", \"group of wind\", \"group of dragon\"]",
        ],
        ["every = [\"triplet\", \"pair\"]", "groups = [\"4 triplet\", \"pair\"]"],
        ["when = \"kans >= 2\"", "groups = [\"2 kan\"]"],
        ["has = \"E\"", "groups = [\"group with E\"]"],
        ["when = \"suits = 1\"", "tiles = \"a honor\""],
        ["when = \"honors = 0\"", "none = \"honor\""],
        ["when = \"suits = 3\"", "has = \"m p s\""],
        ["when = [\"suits > 2\", \"honors >= 1\"]", "has = \"m p s honor\""],
        ["when = \"suits = 2\"", "has = \"a b\"\nnone = \"c\""],
        ["when = \"suits >= 2\"", "has = \"a b\""],
        ["when = [\"suits = 1\", \"honors > 0\"]", "tiles = \"a honor\"\nhas = \"a honor\""],
        ["when = \"sum = 0\"", "tiles = \"honor\""],
        ["tiles = \"a\"\nhas = \"a123456789\"", "tiles = \"a\"\nwhen = \"kinds = 9\""],
        ["every = [\"exposed set\", \"pair\"]", "when = \"called = 4\""],
        ["groups = [\"triplet of dragon\"]", "groups = [\"no-kan triplet of dragon | kan of dragon\"]"],
        ["groups = [\"2 pair of dragon | triplet of dragon\"]", "groups = [\"2 group of dragon\"]"],
        ["groups = [\"5 group of a honor\"]", "every = [\"group of a honor\"]"],
        ["groups = [\"4 set of simple\", \"pair of simple\"]", "every = [\"group of simple\"]"],
        [
            "form = \"standard\"\nwinning_tile = \"E\"",
            "form = \"standard\"\nwinning_tile = \"E\"\nhas = \"E\"",
        ],
        [
            "form = \"seven-pairs\"\ntiles = \"a honor\"",
            "form = \"seven-pairs\"\nevery = [\"pair of a honor\"]",
        ],
        ["form = \"seven-pairs\"\nwait = \"pair\"", "form = \"seven-pairs\""],
        ["when = [\"closed\", \"melds >= 1\"]", "groups = [\"kan\"]\nwhen = \"closed\""],
        ["when = [\"tsumo\", \"not ron\", \"not from-left\"]", "when = \"tsumo\""],
        ["when = [\"ippatsu\", \"riichi\", \"closed\", \"discards >= 1\"]", "when = \"ippatsu\""],
        ["when = [\"red >= 1\", \"red >= 1\"]", "when = \"red >= 1\""],
        ["when = [\"discards <= 8\", \"discards <= 12\"]", "when = \"discards <= 8\""],
        ["when = [\"red >= 1\", \"red <= 1\"]", "when = \"red = 1\""],
    ] {
        for hand in hands {
            let [one, other] = words.map(|words| near(&format!("han = 2\n{words}"), hand, &[]));
            assert_eq!(one, other, "{words:?} {hand}");
        }
    }
}

#[test]
fn forms_and_numbers_are_estimated() {
    let pairs = "han = 2\nform = \"seven-pairs\"";
    assert_eq!(lacks(pairs, "1122m3344p556s17z2s", &[]), Some(2));
    assert_eq!(lacks("yakuman = 1\nform = \"orphans\"", "19m19p19s1234567z", &[]), Some(1));
    assert_eq!(lacks("yakuman = 1\nform = \"orphans\"", "19m19p1s23s123455z", &[]), Some(3));
    let stones = "yakuman = 1\ntiles = \"m\"\nwhen = \"sum >= 100\"";
    assert_eq!(lacks(stones, "66777888899995m", &[]), Some(0));
    assert_eq!(lacks(stones, "6677788889999m", &[]), Some(0));
    assert_eq!(lacks(stones, "1677788889999m", &[]), Some(1));
    assert_eq!(lacks("han = 1\nwhen = \"sum <= 20\"", "123m111p123s1122z", &[]), Some(0));
    assert_eq!(lacks("han = 1\nwhen = \"terminals >= 6\"", "19m19p456s112345z", &[]), Some(2));
    assert_eq!(lacks("han = 1\nwhen = \"kinds >= 13\"", "19m19p456s112345z", &[]), Some(1));
    assert_eq!(lacks("han = 1\nwhen = \"suits = 3\"", "123456m123p1122z", &[]), Some(2));
    let pon = Meld::pon(Kind::WEST.tile(), [Kind::WEST.tile(); 2], RelSeat::new(1));
    let called = |words: &str| lacks(&format!("han = 1\nwhen = \"{words}\""), "11122z34m567p", &[pon]);
    assert_eq!([called("called >= 2"), called("melds = 1"), called("called < 1")], [Some(1), Some(0), None]);
    assert_eq!(lacks("han = 1\nevery = [\"group with outside\"]", "123m789p11123s55z", &[]), Some(0));
    assert_eq!(lacks("han = 1\nevery = [\"group with outside\"]", "123m456p11123s55z", &[]), Some(3));
}

#[test]
fn a_yaku_says_what_agents_cannot_foresee() {
    let yaku = |text: &str| {
        WrittenYakuList::compile(&list(&format!("[[yaku]]\nname = \"A\"\nhan = 1\n{text}"))).expect(text)
    };
    let words = |text: &str| yaku(text).all()[0].unforeseen().collect::<Vec<_>>();
    assert_eq!(
        words("when = [\"tsumo\", \"dealer\", \"red >= 1\"]\nwait = \"edge\""),
        ["tsumo", "red", "wait"]
    );
    let sentence = not_built_towards(yaku("when = [\"tsumo\", \"last-tile\"]").all());
    assert_eq!(
        sentence.as_deref(),
        Some("no agent builds towards `a` (`tsumo`, `last-tile`): that is rare and known at the win only")
    );
    assert_eq!(not_built_towards(yaku("has = \"m p s wind dragon\"").all()), None);
    assert!(yaku("has = \"m\"\nwhen = [\"closed\", \"honors > 2\"]").all()[0].is_built_towards());
    let hands = yaku("winning_tile = \"5m seat-wind\"");
    let [five, south, west] = ["5m", "2z", "3z"].map(|tile| parse_tiles(tile).expect("a tile")[0].kind());
    let winds = [Kind::SOUTH, Kind::EAST];
    let mut winning = KindSet::EMPTY;
    let held = Held::new(&Hand::EMPTY, &Melded::NONE);
    hands.goals(winds).each_near(&held, 1, 14, |_, goal, _| winning = goal.winning);
    assert!(winning.has(five) && winning.has(south) && !winning.has(west));
}

/// What can be read from an example as it is shown.
struct Shown {
    tiles: Hand,
    called: bool,
    kans: usize,
    how: String,
}

impl Shown {
    fn of(example: &Example) -> Shown {
        let text = example.tiles();
        let groups: Vec<&str> = text.split(' ').collect();
        let plain = |group: &&str| parse_tiles(group.trim_matches(['[', ']'])).expect(group);
        let parts: Vec<_> = groups.iter().map(plain).collect();
        let tiles = parts.iter().flatten().fold(Hand::EMPTY, |hand, tile| {
            assert!(hand.count(tile.kind()) < 4, "{text}");
            hand.with(tile.kind())
        });
        let kans = parts.iter().filter(|part| part.len() == 4).count();
        Shown { tiles, called: text.contains('['), kans, how: example.how() }
    }

    fn says(&self, words: &str) -> bool {
        self.how.split(", ").any(|part| part == words)
    }

    fn number(&self, name: &str) -> u32 {
        let part = self.how.split(", ").find_map(|part| part.strip_suffix(name)?.trim().parse().ok());
        part.unwrap_or(0)
    }

    /// Why nobody can win like this.
    fn impossible(&self, rules: &RiichiRules) -> Option<&'static str> {
        let (tsumo, says) = (self.how.starts_with("tsumo "), |words| self.says(words));
        let tile = parse_tiles(self.how.split([' ', ',']).nth(1).expect("a tile")).expect("a tile")[0].kind();
        let riichi = says("riichi") || says("double riichi");
        let dora = 4 * u32::from(rules.initial_indicators + rules.max_kans);
        let reds = [4, 13, 22].map(|five| u32::from(self.tiles.count(Kind::of(five))).min(1)).iter().sum();
        [
            (riichi && self.called, "riichi with called sets"),
            ((says("ippatsu") || says("open riichi")) && !riichi, "no riichi"),
            (self.number("ura dora") > 0 && !riichi, "ura without riichi"),
            (self.number("ura dora").max(self.number("dora")) > dora, "more dora than indicators make"),
            (self.number("red fives") > reds, "more red fives than fives"),
            (says("last tile") && !tsumo || says("last discard") && tsumo, "the last tile of the other way"),
            (says("replacement tile") && (!tsumo || self.kans == 0), "a replacement without a kan"),
            (says("robbed kan") && (tsumo || self.tiles.count(tile) > 1), "a robbed kan of three tiles"),
            ((says("tile of a riichi") || says("discard after a kan")) && tsumo, "a discard that was drawn"),
            (says("first go-round") && (riichi || self.called || self.kans > 0), "not the first go-round"),
            (says("first go-round") && !tsumo && self.how.contains("seat E"), "the dealer has discarded"),
            (self.kans > rules.max_kans.into(), "too many kans"),
            (!self.called && self.tiles.count(tile) == 0, "not the winning tile"),
        ]
        .into_iter()
        .find_map(|(is_wrong, why)| is_wrong.then_some(why))
    }
}

/// Examples are wins that can happen, whatever is demanded.
#[test]
fn every_example_can_happen() {
    let written = include_str!("../../../../../examples/rules/written.toml");
    let demands = [
        "when = \"riichi\"",
        "when = [\"ippatsu\", \"tsumo\"]",
        "when = \"double-riichi\"",
        "when = \"robbed-kan\"",
        "when = \"first-go-round\"",
        "when = [\"first-go-round\", \"ron\"]",
        "when = \"after-kan\"",
        "when = \"dora >= 6\"",
        "when = \"red = 3\"",
        "when = [\"left < 4\", \"not riichi\"]",
        "when = \"from-left\"",
        "groups = [\"3 exposed set\"]",
        "when = \"ura >= 2\"\ncounts_as_yaku = false",
        "groups = [\"2 kan\"]",
        "when = \"discards <= 2\"",
    ];
    let named = demands
        .iter()
        .enumerate()
        .map(|(n, demand)| format!("[[yaku]]\nname = \"A {n}\"\nhan = 1\n{demand}\n"));
    let text = named.collect::<String>();
    let rename = |text: &str| {
        text.replace("name = \"", "name = \"My ").replace("replaces = [\"One", "replaces = [\"My One")
    };
    let mut local = local::entries();
    for entry in &mut local {
        entry["name"] = format!("My {}", entry["name"].as_str().expect("a name")).into();
    }
    for (file, base) in [
        (list(&rename(written)), presets::tenhou()),
        (local.into(), presets::mahjongsoul()),
        (list(&text), presets::tenhou()),
    ] {
        let rules = RiichiRules { yaku: WrittenYakuList::compile(&file).expect("yaku"), ..base };
        for (number, yaku) in rules.yaku.all().iter().enumerate() {
            let found = examples(&rules, number, 4, 1);
            assert!(!found.with.is_empty(), "{}", yaku.name);
            for example in found.with.iter().chain(found.without.iter().map(|(example, _)| example)) {
                let shown = Shown::of(example);
                assert_eq!(
                    shown.impossible(&rules),
                    None,
                    "{}: {} {}",
                    yaku.name,
                    example.tiles(),
                    shown.how
                );
            }
        }
    }
}

/// Whether a win of the south seat by ron with the first of these tiles has the one yaku of a file.
fn has(yaku: &str, hand: &str, melds: &[Meld], flags: WinFlags) -> bool {
    let text = format!("[[yaku]]\nname = \"A\"\nhan = 2\n{yaku}");
    let rules =
        RiichiRules { yaku: WrittenYakuList::compile(&list(&text)).expect(&text), ..presets::tenhou() };
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
