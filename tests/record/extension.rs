//! A data set that is extended to more matches has the same files as a run of that many matches.

use super::*;

/// [`RUN`] with another number of matches.
fn run_of(games: u64) -> String {
    RUN.replace("--games 310", &format!("--games {games}")) + " --threads 2"
}

#[test]
fn an_extended_run_has_the_same_files() {
    let (_kept, wanted, report_wanted) = recorded(&run_of(310));
    for first in [24, 50, 100, 309] {
        let (folder, _, _) = recorded(&run_of(first));
        assert_eq!(report(folder.path(), &format!("{} --resume", run_of(310))), report_wanted, "{first}");
        assert_same(folder.path(), &wanted, &format!("extended from {first}"));
    }
    let (folder, _, _) = recorded(&run_of(50));
    let shards = ["1/3", "2/3", "3/3"]
        .map(|shard| start(folder.path(), &format!("{} --resume --shard {shard}", run_of(310))));
    for child in shards {
        let (code, err) = end(child);
        assert_eq!(code, Some(0), "{err}");
    }
    assert_same(folder.path(), &wanted, "extended by three shards at once");
}

/// Killed at many moments while being extended, and extended again halfway.
#[test]
fn an_extension_that_is_killed_loses_nothing() {
    let (_kept, wanted, report_wanted) = recorded(&run_of(310));
    let (folder, _, _) = recorded(&run_of(50));
    for (games, wait) in [(200, 1), (200, 30), (200, 80), (310, 2), (310, 45), (310, 90), (310, 140)] {
        let mut child = start(folder.path(), &format!("{} --resume", run_of(games)));
        sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        assert!(matches!(end(child).0, None | Some(0)));
        assert!(finished(folder.path()) >= 2, "the full parts of the shorter run stay");
    }
    assert_eq!(report(folder.path(), &format!("{} --resume", run_of(310))), report_wanted);
    assert_same(folder.path(), &wanted, "killed seven times");
    let (code, out, err) = hyakuman(folder.path(), "data verify set");
    assert_eq!((code, &err[..]), (0, ""), "{out}");
}

#[test]
fn a_run_that_cannot_be_extended_is_unchanged() {
    let (folder, wanted, _) = recorded(SMALL);
    let (fewer, more) =
        (SMALL.replace("--games 24", "--games 23"), SMALL.replace("--games 24", "--games 25"));
    for (line, message) in [
        (
            more.clone(),
            "set holds this run with 24 matches: add --resume to extend it to 25, or choose another folder",
        ),
        (
            format!("{fewer} --resume"),
            "set holds this run with 24 matches, and 23 are fewer: a run can be extended, not cut, so ask for 24 or more, \
             or choose another folder",
        ),
        (
            format!("{more} --resume --set kuitan=false"),
            "set holds a run with rules.kuitan true, not false: choose another folder",
        ),
        (
            format!("{more} --resume").replace("size 8", "size 12"),
            "set holds a run with part size 8, not 12: choose another folder",
        ),
    ] {
        assert_eq!(
            hyakuman(folder.path(), &line),
            (2, String::new(), format!("error: {message}\n")),
            "{line}"
        );
        assert_same(folder.path(), &wanted, &line);
    }
}

/// Without enough disk space nothing is changed: the shorter data set stays complete.
#[test]
fn a_full_disk_refuses_an_extension() {
    let small = SMALL.replace("--part-size 8", "--part-size 1000000");
    let (folder, wanted, _) = recorded(&small);
    let huge = small.replace("--games 24", "--games 1000000000000") + " --resume";
    let (code, _, err) = hyakuman(folder.path(), &huge);
    assert!(code == 1 && err.starts_with("error: set needs about "), "{err}");
    assert_same(folder.path(), &wanted, "no room");
    report(folder.path(), &format!("{small} --resume"));
}

/// Expanded tables are extended along with their data set.
#[test]
fn expanded_tables_are_extended_too() {
    let (folder, _, _) = recorded(SMALL);
    let expand = "data expand set --record matches,decisions --resume --out new";
    assert_eq!(hyakuman(folder.path(), expand).0, 0);
    let longer = SMALL.replace("--games 24", "--games 30");
    report(folder.path(), &format!("{longer} --resume"));
    let (code, out, _) = hyakuman(folder.path(), expand);
    assert_eq!((code, &out[..]), (0, "new: matches, decisions of 30 matches\n"));
    let (_kept, wanted, _) =
        recorded(&longer.replace("matches,kyoku,decisions,replays", "matches,decisions"));
    assert!(files(&folder.path().join("new")) == wanted);
}
