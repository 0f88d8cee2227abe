//! A manifest whose rules are not those of the data set is refused, with an error that names the rule.

use super::hostile::{tame, tiny, write};
use super::*;

/// Each case: a change to the rules, and the beginning of the error.
#[test]
fn rules_that_differ_are_refused_by_name() {
    type Edit = fn(&mut serde_json::Map<String, Value>);
    let cases: [(Edit, &str); 4] = [
        (
            |rules| drop(rules.remove("kuitan")),
            "set: manifest.json: its rules lack `kuitan`, which every data set lists",
        ),
        (
            |rules| drop(rules.insert("kuitann".into(), json!(true))),
            "set: manifest.json: there is no rule `kuitann`; did you mean `kuitan`?",
        ),
        (
            |rules| drop(rules.insert("kuitan".into(), json!(false))),
            "set: manifest.json contradicts itself: its rules (tenhou with `kuitan` = false) have the hash ",
        ),
        (
            |rules| drop(rules.insert("kuitan".into(), json!(3))),
            "set: manifest.json: `kuitan` = 3 is not accepted (neither true nor false)",
        ),
    ];
    for (edit, message) in cases {
        let (folder, mut manifest) = tiny();
        edit(manifest["identity"]["rules"].as_object_mut().unwrap());
        write(folder.path(), &manifest);
        for command in ["data verify set", "show set --match 1", "data expand set --record matches --out new"]
        {
            let (code, text) = tame(folder.path(), command, message);
            let one_line = text.lines().count() == 1;
            assert!(
                code == 2 && one_line && text.starts_with(&format!("error: {message}")),
                "{command}: {text}"
            );
        }
    }
}
