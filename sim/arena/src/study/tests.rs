use super::{Answered, Figure, How, Playing, Study, results};
use crate::compare::Note;
use crate::observer::Quiet;
use hyakuman_agents::Roster;
use hyakuman_record::flat::Cells;
use std::collections::BTreeMap;
use std::path::Path;

const KUITAN: &str = "
base = \"tenhou-east\"
walls = 64
tables.t = \"ukeire\"
[questions.q]
measures = [\"players.call\"]
equal_within.\"players.call\" = \"1%\"
arms.closed.kuitan = false
";

fn played(text: &str, states: &Path) -> Vec<Answered> {
    let (roster, how) = (Roster::built_in(), How::default());
    let study = Study::read("s.toml", text, &roster).expect("a study");
    let mut playing = Playing::new(&study, &how, states, &roster, &Quiet).expect("a folder");
    playing.play(0).expect("matches");
    playing.answers()
}

#[test]
fn results_have_the_facts_of_the_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let answers = played(KUITAN, folder.path());
    let columns: BTreeMap<_, Cells> = results::columns(&answers).into_iter().collect();
    let texts = |name: &str| match &columns[name] {
        Cells::Texts(texts) => texts.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(texts("kind"), ["rate", "rate", "effect"]);
    assert_eq!(texts("verdict"), ["", "", "beyond"]);
    assert_eq!(texts("mark"), ["", "", "adjusted"]);
    assert_eq!(columns["primary"], Cells::Counts(vec![Some(1); 3]));
    assert_eq!(columns["bound"], Cells::Numbers(vec![None, None, Some(0.01)]));
    let shown = answers[0].parts[0].1.findings[2].equivalence.unwrap().interval.unwrap();
    let limits = shown.map(|limit| Cells::Numbers(vec![None, None, Some(limit)]));
    assert_eq!([&columns["verdict_low"], &columns["verdict_high"]], [&limits[0], &limits[1]]);
}

/// Ten million matches take more than an hour and a half on any machine.
#[test]
fn the_time_of_a_study_has_that_of_learning() {
    let text = KUITAN
        .replace("\"ukeire\"", "{ agents = \"value:depth=0\", adapt = { matches = 10_000_000, walls = 1 } }");
    let (roster, how) = (Roster::built_in(), How { share: 0.1, ..How::default() });
    let study = Study::read("s.toml", &text, &roster).expect("a study");
    let costs = study.costs(&how, &roster, &Quiet).expect("matches");
    assert!(costs[0].seconds > 5_400.0 && costs[0].matches == 128, "{costs:?}");
}

/// Of each table what its agents know, as a comparison says it.
#[test]
fn remarks_are_those_of_a_comparison() {
    let folder = tempfile::tempdir().unwrap();
    let text = KUITAN.replace("kuitan = false", "length_winds = 1").replace("tenhou-east", "tenhou");
    let text = text.replace("ukeire", "tsumogiri");
    let answers = played(&text, folder.path());
    assert_eq!(answers[0].known[0].notes, [Note::Ignored(vec!["length_winds"])]);
}

/// Figures keep the decimals that are written.
#[test]
fn figures_are_as_they_are_written() {
    let text = "tables.t = \"ukeire\"\n[questions.q]\nmeasures = [\"call\", \"win_points\", \"kyoku\"]\n\
        beside.\"2016\" = { call = \"34.40%\", win_points = 5_647, kyoku = 1e-3 }\nbeside.\"2018\".kyoku = \"-1.5\"\n";
    let study = Study::read("s.toml", text, &Roster::built_in()).expect("a study");
    let figure = |measure: &str, value, decimals| (measure.to_owned(), Figure { value, decimals });
    let [people, others] = &study.questions[0].beside[..] else { panic!("{study:?}") };
    let expected = [
        figure("first.call", 34.4, 2),
        figure("first.win_points", 5647.0, 0),
        figure("first.kyoku", 0.001, 3),
    ];
    assert_eq!((&*people.name, &people.figures[..]), ("2016", &expected[..]));
    assert_eq!((&*others.name, &others.figures[..]), ("2018", &[figure("first.kyoku", -1.5, 1)][..]));
}
