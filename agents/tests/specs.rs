//! Agent specs as text: parsing, writing, error messages.

use hyakuman_agents::{AGENTS, Spec, build};
use hyakuman_games::riichi::Riichi;
use hyakuman_games::toutenkou::Toutenkou;

#[test]
fn specs_read_and_write_back_shortest() {
    let rows = [
        ("random", "random"),
        ("ukeire", "ukeire"),
        ("ukeire:calls=true", "ukeire"),
        ("ukeire:calls=false", "ukeire:calls=false"),
        (" ukeire : calls = false , riichi=false ", "ukeire:calls=false,riichi=false"),
        ("ukeire:riichi=false,calls=false", "ukeire:calls=false,riichi=false"),
        ("ukeire:calls=false,calls=true", "ukeire"),
        ("shanten:riichi=false", "shanten:riichi=false"),
        ("threshold:stay=8", "threshold"),
        ("threshold:stay=7.5", "threshold:stay=7.5"),
    ];
    for (text, shortest) in rows {
        let spec: Spec = text.parse().unwrap();
        assert_eq!(spec.to_string(), shortest, "{text}");
        assert_eq!(spec.to_string().parse(), Ok(spec), "{text}");
    }
}

#[test]
fn errors_list_the_choices() {
    let rows = [
        (
            "ukiere",
            "unknown agent \"ukiere\"; did you mean \"ukeire\"? there are: random, tsumogiri, shanten, ukeire, fan, gari, threshold, expectimax",
        ),
        (
            "",
            "unknown agent \"\"; there are: random, tsumogiri, shanten, ukeire, fan, gari, threshold, expectimax",
        ),
        (
            "mortal",
            "unknown agent \"mortal\"; there are: random, tsumogiri, shanten, ukeire, fan, gari, threshold, expectimax",
        ),
        (
            "ukeire:call=true",
            "unknown option of ukeire \"call\"; did you mean \"calls\"? there are: calls, fold, riichi",
        ),
        ("ukeire:calls=no", "unknown value of ukeire:calls \"no\"; there are: true, false"),
        ("ukeire:calls", "\"calls\" is no option: write ukeire:option=value"),
        ("ukeire:", "an option of ukeire is empty: write ukeire, or ukeire:option=value"),
        (
            "ukeire:calls=true,,fold=true",
            "an option of ukeire is empty: write ukeire, or ukeire:option=value",
        ),
        (
            "ukeire:calls=false:fold=false",
            "options are separated by commas, as in ukeire:calls=false,fold=false",
        ),
        ("random:luck=true", "unknown option of random \"luck\"; there are none"),
    ];
    for (text, message) in rows {
        let error = text.parse::<Spec>().unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn lists_keep_options_with_their_agents() {
    let list = |text| Spec::list(text).map(|specs| specs.iter().map(Spec::to_string).collect::<Vec<_>>());
    assert_eq!(list("random").unwrap(), ["random"]);
    assert_eq!(
        list("ukeire,random,shanten:riichi=false").unwrap(),
        ["ukeire", "random", "shanten:riichi=false"]
    );
    let mixed = list("ukeire:calls=false,riichi=false,shanten").unwrap();
    assert_eq!(mixed, ["ukeire:calls=false,riichi=false", "shanten"]);
    let message = list("ukeire:calls=false,fold=false:riichi=false").unwrap_err().to_string();
    assert_eq!(message, "options are separated by commas, as in ukeire:fold=false,riichi=false");
    assert!(list("ukeire,").is_err() && list("calls=false,ukeire").is_err());
}

#[test]
fn every_agent_of_the_list_is_built_for_its_games() {
    for doc in AGENTS {
        let spec: Spec = doc.name.parse().unwrap();
        assert_eq!(spec.doc(), doc);
        if doc.plays("riichi") {
            assert!(build::<Riichi<4>>(&spec).is_ok() && build::<Riichi<3>>(&spec).is_ok(), "{}", doc.name);
        }
        assert_eq!(build::<Toutenkou>(&spec).is_ok(), doc.plays("toutenkou"), "{}", doc.name);
    }
}
