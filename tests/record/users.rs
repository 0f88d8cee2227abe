//! A folder in use: following the instructions of the card, and files left by a hub, do no harm.

use super::*;

/// Saves the code as the card describes, edits the head of the card, adds text, and creates common stray files.
fn use_folder(set: &Path) {
    let card = fs::read_to_string(set.join("README.md")).unwrap();
    let module = card.split("```python\n").find(|block| block.starts_with("# hyakuman_rows.py:")).unwrap();
    fs::write(set.join("hyakuman_rows.py"), module.split("```").next().unwrap()).unwrap();
    let card =
        card.replacen("---\n", "---\nlicense: cc0-1.0\n", 1).replace("pretty_name: ", "pretty_name: my ");
    fs::write(set.join("README.md"), card + "\nMade for a paper.\n").unwrap();
    for name in
        [".gitattributes", ".cache/huggingface/.gitignore", "__pycache__/hyakuman_rows.cpython-311.pyc"]
    {
        fs::create_dir_all(set.join(name).parent().unwrap()).unwrap();
        fs::write(set.join(name), "left").unwrap();
    }
}

#[test]
fn a_folder_edited_for_a_hub_can_be_verified_and_extended() {
    let (folder, _, _) = recorded(SMALL);
    let set = folder.path().join("set");
    use_folder(&set);
    let card = fs::read(set.join("README.md")).unwrap();
    let (code, out, err) = hyakuman(folder.path(), "data verify set");
    let note = |name: &str| format!("note: set/{name} is not of this data set\n");
    let notes = [".cache", ".gitattributes", "__pycache__", "hyakuman_rows.py"].map(note).concat();
    let good = notes + "set: ok, 3 parts, all played again with the same result\n";
    assert_eq!((code, out, err), (0, good, String::new()));
    report(folder.path(), &format!("{SMALL} --resume"));
    assert_eq!(fs::read(set.join("README.md")).unwrap(), card, "resuming keeps the card");
    report(folder.path(), &format!("{SMALL} --resume").replace("--games 24", "--games 30"));
    let extended = fs::read_to_string(set.join("README.md")).unwrap();
    for (count, text) in
        [(1, "license: cc0-1.0\n"), (1, "Made for a paper.\n"), (1, "# 30 matches of "), (0, "# 24 matches")]
    {
        assert_eq!(extended.matches(text).count().min(1), count, "{text}");
    }
    let (code, out, _) = hyakuman(folder.path(), "data verify set --json");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["ok"], answer["notes"].as_array().map(Vec::len)), (0, &json!(true), Some(4)));
    assert_eq!(
        answer["notes"][3],
        json!({ "file": "set/hyakuman_rows.py", "what": "is not of this data set" })
    );
}

/// An edit to the facts in the card is found.
#[test]
fn a_line_of_the_card_that_was_changed_is_found() {
    let (folder, _, _) = recorded(SMALL);
    let path = folder.path().join("set/README.md");
    let card = fs::read_to_string(&path).unwrap();
    fs::write(&path, card.replace("# 24 matches of", "# 25 matches of")).unwrap();
    let (code, out, _) = hyakuman(folder.path(), "data verify set");
    let found =
        "set/README.md is not the card of this data set, or was edited: it lacks the line \"# 24 matches of ";
    assert!(code == 1 && out.starts_with(found), "{out}");
    let err = hyakuman(folder.path(), &format!("{SMALL} --resume")).2;
    assert!(err.starts_with("set: 3 of 3 parts"), "{err}");
    assert_eq!(fs::read_to_string(&path).unwrap(), card);
    let kept = fs::read_to_string(folder.path().join("set/README.old-1.md")).unwrap();
    assert!(kept.contains("# 25 matches of"));
}

/// Started in a folder with other files, such as a new repository of a hub.
#[test]
fn run_and_verify_allow_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    fs::create_dir_all(set.join("decisions")).unwrap();
    fs::write(set.join(".gitattributes"), "").unwrap();
    fs::write(set.join("decisions/.DS_Store"), "").unwrap();
    report(folder.path(), SMALL);
    assert_eq!(hyakuman(folder.path(), "data verify set").0, 0);
    let stray = set.join("decisions/part-000000 (copy).parquet");
    fs::write(&stray, "").unwrap();
    let message = "set/decisions/part-000000 (copy).parquet is not of this data set, and readers would take it for a part of it";
    let resumed = hyakuman(folder.path(), &format!("{SMALL} --resume"));
    assert_eq!(resumed, (2, String::new(), format!("error: {message}: move it out of the folder\n")));
    assert_eq!(
        hyakuman(folder.path(), "data verify set").1,
        format!(
            "{message}\nnote: set/.gitattributes is not of this data \
        set\nnote: set/decisions/.DS_Store is not of this data set\nset: 1 finding\n"
        )
    );
}
