//! What is refused, in one sentence that says where and what would be right; and what is read.

use super::compile::{Per, program};
use super::words::Rows;
use super::*;
use hyakuman_analysis::Unit;
use hyakuman_analysis::measure::Whole;
use hyakuman_core::game::HouseRules;
use hyakuman_riichi::Riichi;
use hyakuman_yangzhou::Yangzhou;

fn error(text: &str) -> String {
    OwnMeasures::compile(&[text.to_owned()], &GameFacts::of::<Riichi<4>>(), &["my_yaku"], HouseRules::NONE)
        .map(drop)
        .expect_err(text)
        .to_string()
}

#[test]
fn a_mistake_is_named_by_its_column() {
    for (text, part) in [
        ("mean(delta)", "column 5: expected = behind the name, found ("),
        ("= mean(delta)", "column 1: expected a name and =, such as dealer_points"),
        ("Mine = mean(delta)", "column 1: the name Mine has other signs than a to z"),
        ("a = median(delta)", "column 5: a measure is mean(…), share(…), sum(…) or count(…), not median(…)"),
        ("a = mean delta", "column 10: expected ( behind mean, found delta"),
        ("a = mean(delta", "column 15: expected over, where or ), the text ends"),
        ("a = mean(delta where won", "column 25: expected ) or and, the text ends"),
        ("a = mean(delta) x", "column 17: expected the end of the measure, found x"),
        ("a = mean(delta where)", "column 21: expected a column, a number or a text, found )"),
        (
            "a = mean(points_gained where riichi)",
            "column 10: there is no column points_gained; there are aka, before",
        ),
        ("a = mean(deltta where riichi)", "column 10: there is no column deltta; did you mean delta?"),
        ("a = mean(points over hands)", "column 10: hands have no column points; there are kyoku_number"),
        (
            "a = mean(riichi over kyoku)",
            "column 10: kyoku have no column riichi; there is riichi_0 and so on",
        ),
        ("a = mean(delta over hand)", "column 21: there are no rows hand; did you mean hands?"),
        (
            "a = mean(points where score > 0)",
            "column 10: no rows have all these columns: points is one of wins",
        ),
        ("a = mean(won)", "column 10: mean takes a number, and this is yes or no: share(…)"),
        (
            "a = share(delta)",
            "column 11: share takes a condition, and this is a number: compare it, as in > 0",
        ),
        ("a = mean(delta where 1 + won > 0)", "column 26: + takes numbers, and this is yes or no"),
        ("a = mean(delta where riichi and 3)", "column 33: and takes a condition, and this is a number"),
        (
            "a = mean(delta where result = win)",
            "column 31: there is no column win; a text is in quotes: 'win'",
        ),
        ("a = mean(delta where result = riichi)", "column 31: result is compared with a text in quotes"),
        ("a = mean(delta where result = 'won')", "column 31: result is never 'won'; did you mean win?"),
        ("a = mean(delta where result has 'win')", "column 22: result is one word: compare it with ="),
        ("a = mean(points where yaku_names = 'riichi')", "column 23: yaku_names is many words: ask with has"),
        (
            "a = mean(points where yaku_names has 'richi')",
            "yaku_names is never 'richi'; did you mean riichi?",
        ),
        ("a = mean(delta where dealer has 'x')", "column 22: dealer is no text"),
        ("a = mean(delta where 'win' = 3)", "has follows a column of words"),
        ("a = mean('x')", "column 10: a text is compared with a column of texts"),
        ("a = mean(delta where 'x)", "column 22: this text has no closing '"),
        ("a = mean(1.2.3)", "column 10: 1.2.3 is no number"),
        ("a = mean(delta) per match", "column 21: mean and share are per row that counts"),
        ("a = sum(delta) per win", "column 20: a sum is per match, per kyoku or per hand, not per win"),
        ("a = sum(score) per kyoku", "column 20: results are of whole matches: per match"),
        ("kyoku = mean(draws)", "there is a measure kyoku: give yours another name, such as my_kyoku"),
        ("a = mean(Größe)", "column 10: there is no column Größe"),
        ("a = mean(delta where 1 < 2 < 3)", "column 28: expected ) or and, found <"),
    ] {
        let error = error(text);
        assert!(error.contains(part) && !error.contains('\n'), "{text}: {error}");
    }
}

/// A column of what rules count besides the scores is a word under these rules only.
#[test]
fn house_columns_are_words_of_rules_that_have_them() {
    let chips = HouseRules { chips: true, ..HouseRules::NONE };
    let refused = |text: &str, house| {
        program(text, &GameFacts::of::<Riichi<4>>(), &[], house).err().map(|problem| problem.of(text))
    };
    for text in ["a = mean(chips over results)", "a = sum(chips)", "a = mean(chips where tsumo)"] {
        assert_eq!(refused(text, chips), None, "{text}");
        let sentence = refused(text, HouseRules::NONE).expect(text);
        let part = "there is no column chips under these rules: only those with the rule chips have it";
        assert!(sentence.contains(part), "{sentence}");
    }
    for (text, rule) in [
        ("share(winless)", "yakitori"),
        ("mean(prizes_1 over matches)", "tobi_prize"),
        ("share(wareme = seat)", "wareme"),
    ] {
        let sentence = refused(&format!("a = {text}"), chips).expect(text);
        assert!(sentence.contains(&format!("only those with the rule {rule} have it")), "{sentence}");
        assert_eq!(refused(&format!("a = {text}"), HouseRules::ALL), None);
    }
    let sentence = refused("a = share(winless over hands)", HouseRules::ALL).expect("of matches");
    assert!(sentence.contains("hands have no column winless"), "{sentence}");
}

/// Neither a long text nor a deep one is a problem.
#[test]
fn texts_have_bounds() {
    let nested = |times: usize| format!("a = mean({}delta{})", "(".repeat(times), ")".repeat(times));
    assert!(error(&nested(50)).contains("more than 40 parentheses"));
    assert!(error(&format!("a = mean(delta where {} won)", "not ".repeat(100))).contains("more than 40"));
    assert!(error(&nested(2_000)).contains("at most 1000 characters"));
    let right = format!("a = mean({} 1 {})", "1 + (".repeat(35), ")".repeat(35));
    assert!(error(&right).contains("holds 36 values at the same time: at most 32"));
    let many: Vec<String> = (0..17).map(|at| format!("a{at} = mean(delta)")).collect();
    let refused = OwnMeasures::compile(&many, &GameFacts::of::<Riichi<4>>(), &[], HouseRules::NONE)
        .unwrap_err()
        .to_string();
    assert_eq!(refused, "17 measures are too many: at most 16");
    let twice = ["a = mean(delta)".to_owned(), "a = mean(draws)".to_owned()];
    let refused = OwnMeasures::compile(&twice, &GameFacts::of::<Riichi<4>>(), &[], HouseRules::NONE)
        .unwrap_err()
        .to_string();
    assert_eq!(refused, "two measures have the name a: each needs a name of its own");
}

/// Rows are the first that have all columns; the unit is that of the columns.
#[test]
fn rows_and_units_follow_from_the_columns() {
    for (text, rows, unit) in [
        ("a = mean(delta where riichi and not won)", Rows::Hands, Unit::Points),
        ("a = mean(delta / 3)", Rows::Hands, Unit::Binary(Whole::Points, 24)),
        ("a = mean(delta * 2 + 1000)", Rows::Hands, Unit::Points),
        ("a = mean(delta / before)", Rows::Hands, Unit::Binary(Whole::Number, 23)),
        ("a = mean(draws)", Rows::Hands, Unit::Number),
        ("a = mean(draws over kyoku)", Rows::Kyoku, Unit::Number),
        ("a = mean(delta_0 - delta_1)", Rows::Kyoku, Unit::Points),
        ("a = mean(points)", Rows::Wins, Unit::Points),
        ("a = mean(draws / 4 over wins where not tsumo)", Rows::Wins, Unit::Binary(Whole::Number, 29)),
        ("a = share(won)", Rows::Hands, Unit::Share),
        ("a = share(yaku_names has 'my_yaku')", Rows::Wins, Unit::Share),
        ("a = count(over wins where yakuman > 0)", Rows::Wins, Unit::Events),
        ("a = mean(rank_points where placement == 1)", Rows::Results, Unit::Thousandths),
        ("a = share(ended != \"played\" over matches)", Rows::Matches, Unit::Share),
        ("a = count()", Rows::Hands, Unit::Events),
    ] {
        let found = program(text, &GameFacts::of::<Riichi<4>>(), &["my_yaku"], HouseRules::NONE).expect(text);
        assert_eq!((found.rows, found.measure(0).unit), (rows, unit), "{text}");
    }
    let per = |text: &str| program(text, &GameFacts::of::<Riichi<4>>(), &[], HouseRules::NONE).unwrap().per;
    let found =
        ["a = mean(delta)", "a = sum(delta)", "a = count() per hand", "a = count(won) per kyoku"].map(per);
    assert_eq!(found, [Per::Row, Per::Match, Per::Hand, Per::Kyoku]);
}

/// Every game has them, with its number of seats.
#[test]
fn other_games_have_their_columns() {
    let unit = |text: &str| {
        program(text, &GameFacts::of::<Yangzhou>(), &[], HouseRules::NONE).map(|found| found.measure(0).unit)
    };
    assert_eq!(unit("a = mean(delta where won)"), Ok(Unit::Points));
    let refused = OwnMeasures::compile(
        &["a = mean(delta_3)".to_owned()],
        &GameFacts::of::<Riichi<3>>(),
        &[],
        HouseRules::NONE,
    )
    .map(drop);
    assert!(refused.unwrap_err().to_string().contains("did you mean delta?"));
}

/// The same texts are compiled once.
#[test]
fn what_is_compiled_is_kept() {
    let texts = ["kept_once = mean(delta)".to_owned()];
    let [first, second] = [(); 2].map(|()| {
        OwnMeasures::compile(&texts, &GameFacts::of::<Riichi<4>>(), &[], HouseRules::NONE).unwrap().unwrap()
    });
    assert!(std::ptr::eq(first.0, second.0) && first.0.player.last().unwrap().name == "kept_once");
    assert!(
        OwnMeasures::compile(&[], &GameFacts::of::<Riichi<4>>(), &[], HouseRules::NONE).unwrap().is_none()
    );
}
