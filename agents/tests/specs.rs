//! Agent specs as text: parsing, writing, error messages.

use hyakuman_agents::{AgentEntry, OptionDoc, Roster, Spec, Tsumogiri};
use hyakuman_core::game::AnyAgent;
use hyakuman_games::registry::{Listed, Visitor, load_preset, rulesets};
use hyakuman_riichi::{Riichi, presets};
use proptest::collection::vec;
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;

#[test]
fn specs_are_printed_in_their_shortest_form() {
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
        let roster = Roster::built_in();
        let spec = roster.spec(text).unwrap();
        assert_eq!(spec.to_string(), shortest, "{text}");
        assert_eq!(roster.spec(shortest), Ok(spec), "{text}");
    }
}

/// An agent is found by the spec that the user wrote, also after the roster has added the hash of its file.
#[test]
fn agents_are_found_with_and_without_the_hash_of_their_file() {
    let roster = Roster::built_in();
    let rates = concat!(env!("CARGO_MANIFEST_DIR"), "/src/value/four.txt");
    let text = format!("value:depth=1,rates={rates}");
    let spec = roster.with_hash(roster.spec(&text).unwrap());
    let full = spec.to_string();
    assert!(full.starts_with(&format!("{text},sha256=")) && full.len() == text.len() + 16, "{full}");
    assert!(spec.is_called(&text) && spec.is_called(&full) && !spec.is_called("value:depth=1"));
    assert_eq!(roster.with_hash(spec.clone()), spec);
    assert!(roster.agent::<Riichi<4>>(&spec).is_ok());
    let hash = &full[text.len() + 1..];
    assert_eq!(roster.content(&spec), format!("value:depth=1,{hash}"));
    let search = roster.with_hash(roster.spec(&format!("search:base=\"{text}\"")).unwrap());
    assert_eq!(roster.content(&search), format!("search:base=\"value:depth=1,{hash}\""));
    assert_eq!(roster.content(&roster.spec("value:rates=nowhere").unwrap()), "value:rates=nowhere");
    for text in ["value", "value:rates=nowhere"] {
        assert_eq!(roster.with_hash(roster.spec(text).unwrap()).to_string(), text);
    }
}

/// Its fit of final places is that of its file, which is named by its content and must be for the rules.
#[test]
fn a_file_of_places_plays_under_its_own_rules_only() {
    let (roster, rules) = (Roster::built_in(), presets::tenhou_east());
    let places = concat!(env!("CARGO_MANIFEST_DIR"), "/src/place/four_east.txt");
    let text = format!("placement:places={places}");
    let spec = roster.with_hash(roster.spec(&text).unwrap());
    let full = spec.to_string();
    assert!(full.starts_with(&format!("{text},places_sha256=")), "{full}");
    assert!(spec.is_called(&text) && roster.needs(&spec) == Some("reads a file"));
    assert_eq!(roster.files(&spec), [Path::new(places)]);
    assert!(roster.agent::<Riichi<4>>(&spec).is_ok());
    assert_eq!(roster.check_rules::<Riichi<4>>(&spec, &rules), Ok(()));
    let refused = roster.check_rules::<Riichi<4>>(&spec, &presets::tenhou()).unwrap_err().to_string();
    let sentence = "it is a fit for length_winds = 1, but these rules have length_winds = 2";
    assert_eq!(refused, format!("the agent {spec}: {places}: {sentence}"));
    let other = roster.spec(&format!("{text},places_sha256=00000000")).unwrap();
    let error = roster.agent::<Riichi<4>>(&other).err().unwrap().to_string();
    assert!(error.contains("four_east.txt has the SHA-256 "), "{error}");
}

#[test]
fn errors_list_the_choices() {
    let rows = [
        ("ukiere", "unknown agent \"ukiere\"; did you mean \"ukeire\"? there are: ALL"),
        ("", "unknown agent \"\"; there are: ALL"),
        ("mortal", "unknown agent \"mortal\"; there are: ALL"),
        (
            "bots/bot.py",
            "unknown agent \"bots/bot.py\"; a bot that speaks mjai is named by its command: 'mjai:cmd=\"python3 bots/bot.py\"'",
        ),
        (
            "./bot -x",
            "unknown agent \"./bot -x\"; a bot that speaks mjai is named by its command: 'mjai:cmd=\"./bot -x\"'",
        ),
        (
            "ukeire:call=true",
            "unknown option of ukeire \"call\"; did you mean \"calls\"? there are: calls, fold, riichi",
        ),
        ("ukeire:calls=no", "unknown value of ukeire:calls \"no\"; there are: true, false"),
        ("ukeire:calls", "\"calls\" is not an option: write ukeire:option=value"),
        ("ukeire:", "an option of ukeire is empty: write ukeire, or ukeire:option=value"),
        (
            "ukeire:calls=true,,fold=true",
            "an option of ukeire is empty: write ukeire, or ukeire:option=value",
        ),
        (
            "ukeire:calls=false:fold=false",
            "options are separated by commas, as in ukeire:calls=false,fold=false",
        ),
        (
            "value:style=slient",
            "unknown value of value:style \"slient\"; did you mean \"silent\"? there are: fitted, silent, builder, tight, caller",
        ),
        ("random:luck=true", "unknown option of random \"luck\"; there are none"),
    ];
    let roster = Roster::built_in();
    let all: Vec<&str> = roster.entries().iter().map(|entry| entry.name.as_str()).collect();
    for (text, message) in rows {
        let error = roster.spec(text).unwrap_err();
        assert_eq!(error.to_string(), message.replace("ALL", &all.join(", ")));
    }
}

/// An agent with an option of any text.
fn with_text(roster: &mut Roster) {
    let text = OptionDoc { name: "text", about: "anything", values: &[""] };
    let other = OptionDoc { name: "other", about: "anything", values: &["x"] };
    let entry = AgentEntry::new("echo").option(text).option(other);
    roster.insert(entry.scalar::<Riichi<4>, _>(|_| Tsumogiri));
}

#[test]
fn quoted_values_hold_anything() {
    let mut roster = Roster::built_in();
    with_text(&mut roster);
    let rows = [
        (r#"echo:text="a,b:c=d""#, "a,b:c=d", r#"echo:text="a,b:c=d""#),
        (r#"echo:text= "plain" "#, "plain", "echo:text=plain"),
        (r#"echo:text=a=b c"#, "a=b c", "echo:text=a=b c"),
        (r#"echo:text="\"q\" \\ \n""#, r#""q" \ n"#, r#"echo:text="\"q\" \\ n""#),
        (r#"echo:text=run "my, bot:1""#, r#"run "my, bot:1""#, r#"echo:text="run \"my, bot:1\"""#),
        (r#"echo:text=C\dir"#, r"C\dir", r"echo:text=C\dir"),
    ];
    for (text, value, shortest) in rows {
        let spec = roster.spec(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(spec.options(), [("text".to_owned(), value.to_owned())], "{text}");
        assert_eq!(spec.to_string(), shortest, "{text}");
        let list = roster.specs(&format!("random,{text},ukeire:fold=false,{text},other=y")).unwrap();
        let mixed = Spec::list(&format!("{text},other=y")).unwrap().remove(0);
        assert_eq!(
            list,
            [&roster.spec("random").unwrap(), &spec, &roster.spec("ukeire:fold=false").unwrap(), &mixed]
                .map(Clone::clone)
        );
    }
    for (text, message) in [
        (r#"echo:text="a"#, r#"a quote is not closed in "text="a""#),
        (r#"echo:text="a" b"#, "there is text after the quoted value of text: quote the whole value"),
        (
            "echo:text=a b:c",
            "options are separated by commas, as in echo:text=a b,c; a value with colons needs quotes",
        ),
    ] {
        assert_eq!(roster.spec(text).unwrap_err().to_string(), message);
    }
}

proptest! {
    /// Every spec is printed so that it is read back, alone and in a list.
    #[test]
    fn printed_specs_are_read_back(values in vec(r#"[ -~\n百]{0,12}"#, 1..4)) {
        let mut roster = Roster::built_in();
        with_text(&mut roster);
        let escaped = |value: &String| value.replace('\\', "\\\\").replace('"', "\\\"");
        let specs: Vec<Spec> =
            values.iter().map(|value| roster.spec(&format!("echo:text=\"{}\"", escaped(value))).unwrap()).collect();
        for (spec, value) in specs.iter().zip(&values) {
            let options = if value.is_empty() { vec![] } else { vec![("text".to_owned(), value.clone())] };
            prop_assert_eq!(spec.options(), &options[..]);
            prop_assert_eq!(&roster.spec(&spec.to_string()).unwrap(), spec);
        }
        let list = specs.iter().map(Spec::to_string).collect::<Vec<_>>().join(",");
        prop_assert_eq!(roster.specs(&list).unwrap(), specs);
    }
}

#[test]
fn lists_keep_options_with_their_agents() {
    let list = |text| {
        Roster::built_in().specs(text).map(|specs| specs.iter().map(Spec::to_string).collect::<Vec<_>>())
    };
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

/// Whether the agent can be made for the game of these rules.
struct Makes<'a>(&'a Roster, &'a Spec);

impl Visitor for Makes<'_> {
    type Output = bool;

    fn visit<G: Listed>(self, _rules: &Arc<G::Rules>) -> bool {
        self.0.agent::<G>(self.1).is_ok()
    }
}

/// Finds entries without a constructor for a ruleset of their families.
#[test]
fn every_agent_is_made_for_every_ruleset_of_its_families() {
    let roster = Roster::built_in();
    for entry in roster.entries().iter().filter(|entry| !entry.external) {
        let spec = roster.spec(&entry.name).unwrap();
        assert!(!entry.about.is_empty() && !entry.families().is_empty(), "{}", entry.name);
        for ruleset in rulesets() {
            let makes = load_preset(ruleset.id).unwrap().visit(Makes(&roster, &spec));
            assert_eq!(makes, entry.plays(ruleset.family), "{} plays {}", entry.name, ruleset.id);
        }
    }
    let random = &roster.entries()[0];
    assert!(rulesets().iter().all(|ruleset| random.plays(ruleset.family)), "random plays every game");
}

#[test]
fn users_add_agents_of_their_own() {
    let mut roster = Roster::built_in();
    let count = roster.entries().len();
    let players = roster.entries().iter().filter(|entry| entry.plays("riichi"));
    let players: Vec<String> = players.map(|entry| entry.name.clone()).collect();
    roster.add::<Riichi<4>, _>("mine", |_| Tsumogiri);
    let mine = roster.spec("mine").unwrap();
    let refused = roster.agent::<Riichi<3>>(&mine).map(drop).unwrap_err().to_string();
    let expected = "the agent \"mine\" does not play riichi with 3 seats; it is played by: ";
    assert_eq!(refused, expected.to_owned() + &players.join(", "));
    roster.add::<Riichi<3>, _>("mine", |_| Tsumogiri);
    assert!(roster.agent::<Riichi<4>>(&mine).is_ok() && roster.agent::<Riichi<3>>(&mine).is_ok());
    roster.insert(AgentEntry::new("random").plays_by::<Riichi<4>>(|_| Err("its model is missing".into())));
    assert_eq!(roster.entries().len(), count + 1);
    let random = roster.spec("random").unwrap();
    let failed = roster.agent::<Riichi<4>>(&random).map(|agent| matches!(agent, AnyAgent::Scalar(_)));
    assert_eq!(failed.unwrap_err().to_string(), "the agent random: its model is missing");
}

#[test]
fn a_number_is_checked_and_written_in_its_shortest_form() {
    let roster = Roster::built_in();
    let shown =
        |text: &str| roster.spec(text).map(|spec| spec.to_string()).map_err(|error| error.to_string());
    assert_eq!(shown("value:risk=1.50,win=1.0"), Ok("value:risk=1.5".into()));
    let sentence = "value:risk=9: expected a number from 0 to 5";
    assert_eq!(shown("value:risk=9"), Err(sentence.into()));
    assert!(shown("value:risk=NaN").is_err() && shown("value:risk=").is_err());
}
