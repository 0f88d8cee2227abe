//! Pages as their readers get them: `run --html`, `compare --html`, `match --html`, `report`, and documents with `--html` and `--markdown`.

use crate::process::in_folder as hyakuman;
use crate::record::sealed;
use hyakuman::registry::rulesets;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A page and the JSON of a command that must succeed and writes the page `page.html`.
fn page_of(folder: &Path, line: &str) -> (String, Value) {
    let (code, json, errors) = hyakuman(folder, line);
    assert_eq!(code, 0, "{line}: {errors}");
    (fs::read_to_string(folder.join("page.html")).unwrap(), serde_json::from_str(&json).unwrap())
}

/// The texts of the elements with numbers. Panics unless the page is well-formed XML that loads nothing.
pub(crate) fn numbers(page: &str) -> Vec<String> {
    for bad in ["<script", "http:", "https:", "src=", "href", "@import", "url(", "NaN"] {
        assert!(!page.contains(bad), "{bad} in {page}");
    }
    let inf =
        page.split(|c: char| !c.is_ascii_alphanumeric()).find(|word| ["inf", "Infinity"].contains(word));
    assert_eq!(inf, None, "{page}");
    let (mut reader, mut open, mut numbers) = (Reader::from_str(page), Vec::new(), Vec::new());
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error}: {page}")) {
            Event::Start(tag) => {
                let class =
                    tag.attributes().map(Result::unwrap).find(|attribute| attribute.key.as_ref() == "class");
                let class = class.map_or(String::new(), |class| class.value.into_owned());
                open.push(class);
            }
            Event::End(_) => drop(open.pop()),
            Event::Text(text)
                if open.iter().any(|class| ["number", "shown", "last"].contains(&class.as_str())) =>
            {
                numbers.push((*text).to_owned());
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty());
    numbers
}

/// All numbers of a JSON value, and the halves of its intervals.
fn collect(value: &Value, into: &mut Vec<f64>) {
    match value {
        Value::Number(number) => into.push(number.as_f64().unwrap()),
        Value::Array(values) => values.iter().for_each(|value| collect(value, into)),
        Value::Object(keys) => {
            if let (Some(value), Some(Value::Array(bounds))) = (keys.get("value"), keys.get("ci95")) {
                into.extend(bounds.iter().map(|bound| bound.as_f64().unwrap() - value.as_f64().unwrap()));
            }
            keys.values().for_each(|value| collect(value, into));
        }
        _ => {}
    }
}

/// Every number of the page is in the JSON, rounded; shares in percent.
fn assert_in(page: &str, json: &Value) {
    let mut known = Vec::new();
    collect(json, &mut known);
    let mut rounded: Vec<BTreeSet<String>> = vec![BTreeSet::new(); 8];
    // Reading JSON may change the last bit of a number, and so how a 5 at the end is rounded.
    let scales = [1.0, 100.0].map(|scale| [1.0 - 1e-12, 1.0, 1.0 + 1e-12].map(|near| scale * near));
    let scaled = |number: f64| scales.into_iter().flatten().map(move |scale| number.abs() * scale);
    for number in known.into_iter().flat_map(scaled) {
        for (decimals, texts) in rounded.iter_mut().enumerate() {
            texts.insert(format!("{number:.decimals$}"));
        }
    }
    let mut count = 0;
    for text in numbers(page) {
        for number in text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',') {
            let number = number.replace(',', "");
            if number.is_empty() {
                continue;
            }
            let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            assert!(rounded[decimals].contains(&number), "{number} in {text:?} is not in the JSON");
            count += 1;
        }
    }
    assert!(count > 20, "{count} numbers");
}

/// Pages of runs and data sets of every ruleset are well-formed, load nothing, and have the numbers of the JSON.
#[test]
fn pages_of_every_ruleset_have_the_numbers_of_the_json() {
    let folder = TempDir::new().unwrap();
    for id in rulesets().iter().map(|listing| &listing.id) {
        let line = format!(
            "run --rules {id} --games 30 --html page.html --json --record matches,kyoku --part-size 12 --out {id}"
        );
        let (page, json) = page_of(folder.path(), &line);
        assert_in(&page, &json);
        let (page, json) =
            page_of(folder.path(), &format!("data report {id} --html page.html --markdown page.md --json"));
        assert_in(&page, &json);
        assert!(page.contains("Scores by kyoku") && page.contains("Convergence"), "{id}");
        let (_, text, _) = hyakuman(folder.path(), &format!("data report {id}"));
        assert!(text.contains("\nresults ") && text.contains("\nscore by kyoku "), "{text}");
        let markdown = fs::read_to_string(folder.path().join("page.md")).unwrap();
        assert!(
            markdown.contains("\n| results |") && markdown.contains("\n| score by kyoku |"),
            "{markdown}"
        );
    }
}

#[test]
fn pages_of_comparisons_have_the_numbers_of_the_json() {
    let folder = TempDir::new().unwrap();
    for line in [
        "compare --set kuitan=false --games 60",
        "compare --vary tobi=[Off,AtOrBelow0] --vary uma=[[15,5,-5,-15]] --pairs --games 60 --agents ukeire,random,ukeire,random",
        "compare --base tenhou-sanma --set kuitan=false --games 40 --primary kyoku,seat0.rank_points,riichi",
        "compare --base yangzhou --variant yangzhou-13 --variant yangzhou-7 --games 20 --anytime",
        "compare --base toutenkou --set fives_bonus=true --games 20",
        "compare --base toppan --set red_fives=[0,0,0] --games 20",
    ] {
        let (page, json) = page_of(folder.path(), &format!("{line} --html page.html --json"));
        assert_in(&page, &json);
        assert!(page.contains("walls changed"), "{line}");
        let primary = json["arms"].as_array().unwrap().iter().map(|arm| arm["primary"].as_object().unwrap());
        let judged =
            primary.flat_map(|arm| arm.values()).any(|rate| rate["difference"]["p_adjusted"].is_f64());
        assert_eq!(page.contains("variant minus base, p adjusted"), judged, "{line}");
    }
}

#[test]
fn pages_of_matches_have_the_numbers_of_the_json() {
    let folder = TempDir::new().unwrap();
    for line in [
        "match ukeire random --walls 12 --tables 1v3",
        "match ukeire shanten random --gauntlet --walls 12 --rules tenhou-sanma",
        "match ukeire shanten random ukeire:calls=false --walls 10 --rules tenhou-east",
        "match fan random --walls 10 --rules yangzhou",
    ] {
        let (page, json) = page_of(folder.path(), &format!("{line} --html page.html --json"));
        assert_in(&page, &json);
        assert!(page.contains("How they play") && page.contains("points per deal-in"), "{line}");
        assert!(page.contains("<h3>A - B</h3>"), "{line}");
    }
}

/// What house rules count is among the results of agents, or of seats if one agent plays all; only under such rules.
#[test]
fn house_rules_are_shown_where_points_are() {
    let folder = TempDir::new().unwrap();
    let run = "run --rules tenhou-east --games 40 --record matches --part-size 20 --json --out";
    let house = "--set chips=[RedFives,Ippatsu] --set yakitori=15 --set tobi_prize=10";
    let measures = "--measure prize=mean(prizes) --measure no_win=share(winless)";
    for (set, agents) in [("four", "ukeire,random,shanten,value"), ("one", "ukeire")] {
        hyakuman(folder.path(), &format!("{run} {set} {house} {measures} --agents {agents}"));
        let (page, json) = page_of(folder.path(), &format!("data report {set} --out page.html --json"));
        assert_in(&page, &json);
        let names: Vec<&str> =
            json["house"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["chips", "winless", "prizes"]);
        let of = |row: usize, player: usize| &json["house"][row]["players"][player];
        let chips: f64 = (0..4).map(|player| of(0, player)["value"].as_f64().unwrap()).sum();
        assert!(chips.abs() < 1e-9, "what one gets others pay: {chips}");
        let by = if set == "one" { "by_seat" } else { "by_agent" };
        for player in 0..4 {
            let rates = &json[by][player]["rates"];
            assert_eq!((of(1, player), of(2, player)), (&rates["no_win"], &rates["prize"]));
        }
        for label in ["chips", "winless %", "prizes"] {
            assert!(page.contains(&format!(">{label}</th>")), "{label} {page}");
        }
    }
    hyakuman(folder.path(), &format!("{run} plain"));
    let (page, json) = page_of(folder.path(), "data report plain --out page.html --json");
    assert_eq!(json["house"], Value::Array(Vec::new()));
    assert!(!page.contains(">chips</th>"));
}

/// The same result is the same page, and a file that exists is replaced.
#[test]
fn a_page_depends_on_the_result_alone() {
    let folder = TempDir::new().unwrap();
    let line = "compare --vary tobi=[Off,AtOrBelow0] --games 40 --json --html page.html --markdown page.md";
    let [first, second] = ["1", "2"].map(|threads| {
        let html = page_of(folder.path(), &format!("{line} --threads {threads}")).0;
        (html, fs::read_to_string(folder.path().join("page.md")).unwrap())
    });
    assert_eq!(first, second);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    let markdown = first.1;
    for part in [
        "# 2 rulesets compared with tenhou\n\n- base: tenhou: ",
        "\n## Primary measures\n\n| primary | kyoku per match |\n| --- | ---: |\n| base | ",
        "\n## All measures\n\n### 1 tobi=Off\n\n| table | base | variant | difference |\n",
    ] {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
}

/// Results that are documents: the pages of any number of threads are the same, and have the numbers of the JSON.
#[test]
fn documents_are_pages_of_html_and_markdown() {
    let folder = TempDir::new().unwrap();
    for line in [
        "run --games 24 --agents random --record kyoku --part-size 4 --out dataN",
        "agents calibrate --games 8",
        "agents calibrate --danger --games 60",
        "agents places --agents shanten --games 100 --out fitN",
        "agents labels --agents value:depth=0 --games 4 --out setN",
        "match ukeire random --walls 12 --rules tenhou-east --rules Closed=kuitan=false",
    ] {
        let pages = ["1", "2"].map(|threads| {
            let line = line.replace('N', threads);
            let line = format!("{line} --html page.html --markdown page.md --json --threads {threads}");
            let (page, json) = page_of(folder.path(), &line);
            // Some cells of the others are sums of numbers of the JSON.
            if !line.contains("--danger") && !line.contains("places") {
                assert_in(&page, &json);
            }
            assert!(numbers(&page).len() > 20 && page.contains("rules hash"), "{line}");
            (page, fs::read_to_string(folder.path().join("page.md")).unwrap())
        });
        assert_eq!(pages[0], pages[1]);
        let markdown = &pages[0].1;
        let rows = markdown.lines().filter(|line| line.starts_with("| "));
        assert!(
            markdown.starts_with("# ") && markdown.contains("\n- rules: ") && rows.count() > 5,
            "{markdown}"
        );
    }
}

#[test]
fn names_are_text() {
    let folder = TempDir::new().unwrap();
    let run = "run --games 12 --agents random --record kyoku --out set --html page.html --json";
    fs::write(folder.path().join("<script>a&b.toml"), "base = \"tenhou\"\nkuitan = false\n").unwrap();
    let (page, _) = page_of(folder.path(), &format!("{run} --rules <script>a&b.toml"));
    assert!(page.contains("&lt;script&gt;a&amp;b"), "{page}");
    numbers(&page);
    let compare = "compare --variant <script>a&b.toml --games 12 --agents random --html page.html --markdown page.md --json";
    numbers(&page_of(folder.path(), compare).0);
    let markdown = fs::read_to_string(folder.path().join("page.md")).unwrap();
    assert!(markdown.contains(r"\<script\>a\&b") && !markdown.contains("<script>"), "{markdown}");
    let calibrate =
        "agents calibrate --rules <script>a&b.toml --games 2 --html page.html --markdown page.md --json";
    numbers(&page_of(folder.path(), calibrate).0);
    let markdown = fs::read_to_string(folder.path().join("page.md")).unwrap();
    assert!(markdown.contains(r"\<script\>a\&b") && !markdown.contains(" <script"), "{markdown}");
    let manifest = folder.path().join("set/manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let bot = r#""mjai:cmd=<script>alert(1)</script>""#;
    let changed = serde_json::from_str(&text.replace("\"random\"", bot)).unwrap();
    sealed::write_manifest(&folder.path().join("set"), &changed);
    let (page, _) = page_of(folder.path(), "data report set --out page.html --json");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
    numbers(&page);
}

/// A page that cannot be written is an error before a match is played.
#[test]
fn pages_that_cannot_be_written_are_refused_first() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    hyakuman(path, "run --games 12 --agents random --record kyoku --out set");
    let many = "--games 1000000000 --html";
    for (line, message) in [
        (format!("run {many} no/page.html"), "no/page.html cannot be written: "),
        (format!("run {many} set"), "set is a folder: name a file"),
        (format!("compare --set kuitan=false {many} no/page.html"), "no/page.html cannot be written: "),
        (
            format!("compare --set kuitan=false {many} a.html --state a.html"),
            "a.html cannot be the page and another file of this command",
        ),
        (
            "agents places --out fit --html fit".into(),
            "fit cannot be the page and another file of this command",
        ),
        (
            "match ukeire random --state a --markdown a".into(),
            "a cannot be the page and another file of this command",
        ),
        (
            "agents calibrate --html a --markdown a".into(),
            "a cannot be the page and another file of this command",
        ),
        ("data report set --out set/manifest.json".into(), "its name has to end in .html"),
        ("data report set/kyoku --out page.html".into(), "this folder is not a data set"),
    ] {
        let (code, out, errors) = hyakuman(path, &line);
        assert!(code == 2 && out.is_empty() && errors.contains(message), "{line}: {code} {errors}");
    }
    let left: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["set"]);
}

/// What a command writes replaces no file of another kind.
#[test]
fn files_of_another_kind_are_not_replaced() {
    let folder = TempDir::new().unwrap();
    let diary = folder.path().join("diary");
    fs::write(&diary, "Dear diary").unwrap();
    for (line, kind) in [
        ("run --games 1000000000 --html diary", "HTML page"),
        ("compare --set kuitan=false --games 1000000000 --html diary", "HTML page"),
        ("agents calibrate --games 1000000000 --rows diary", "file of forecasts"),
        ("agents calibrate --games 1000000000 --html diary", "HTML page"),
        ("agents labels --games 1000000000 --out set --markdown diary", "page of Markdown"),
        ("agents places --out diary", "fit of final places"),
        ("agents check mjai:cmd=cat --transcript diary", "transcript"),
    ] {
        let (code, out, errors) = hyakuman(folder.path(), line);
        let sentence = format!("it exists and is no {kind}; name another file, or delete it first\n");
        assert!(code == 2 && out.is_empty() && errors.ends_with(&sentence), "{line}: {code} {errors}");
    }
    assert_eq!(fs::read_to_string(diary).unwrap(), "Dear diary");
}

/// Data sets of earlier versions lack the sums of leads: everything else is shown, verified and continued.
#[test]
fn a_data_set_without_leads_has_no_edge() {
    let folder = TempDir::new().unwrap();
    let run = |games| {
        format!(
            "run --games {games} --agents random,shanten,random,random --rules tenhou-east --part-size 4 --record matches --out set"
        )
    };
    assert_eq!(hyakuman(folder.path(), &run(8)).0, 0);
    let set = folder.path().join("set");
    let report = || {
        let (code, out, errors) = hyakuman(folder.path(), "data report set --json --out page.html");
        assert_eq!(code, 0, "{errors}");
        let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
        (serde_json::from_str::<Value>(&out).unwrap(), page.contains(">ahead 10, 100 %<"))
    };
    let (mut whole, shown) = report();
    assert!(shown && whole["by_agent"][1]["edge"]["value"].as_f64().unwrap() > 0.0);
    let read = |name: &str| serde_json::from_slice::<Value>(&fs::read(set.join(name)).unwrap()).unwrap();
    let (mut manifest, mut sidecar) = (read("manifest.json"), read("parts/part-000001.json"));
    assert!(sidecar["extra"].as_object_mut().unwrap().remove("leads").is_some());
    sealed::write_sidecar(&set, &mut manifest, 1, &sidecar);
    let (found, shown) = report();
    (0..2).for_each(|agent| whole["by_agent"][agent]["edge"] = Value::Null);
    assert!(!shown && found == whole, "{found}");
    assert_eq!(hyakuman(folder.path(), "data verify set --all").0, 0);
    let (code, out, errors) = hyakuman(folder.path(), &(run(12) + " --resume --json"));
    assert_eq!(
        (code, &serde_json::from_str::<Value>(&out).unwrap()["by_agent"][0]["edge"]),
        (0, &Value::Null),
        "{errors}"
    );
}

/// Statistics of another version are an error that says so.
#[test]
fn statistics_of_another_version_are_refused() {
    let folder = TempDir::new().unwrap();
    hyakuman(folder.path(), "run --games 12 --agents random --record kyoku --out set");
    let set = folder.path().join("set");
    let read = |name| fs::read_to_string(set.join(name)).unwrap();
    let sidecar = read("parts/part-000000.json").replace("\"sums\": \"", "\"sums\": \"7 ");
    let mut manifest = serde_json::from_str(&read("manifest.json")).unwrap();
    sealed::write_sidecar(&set, &mut manifest, 0, &serde_json::from_str(&sidecar).unwrap());
    let (code, _, errors) = hyakuman(folder.path(), "data report set --out page.html");
    assert!(code == 2 && errors.contains("part 0 has no statistics that this version"), "{errors}");
    assert!(!folder.path().join("page.html").exists());
}
