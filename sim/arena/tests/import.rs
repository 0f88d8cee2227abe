//! Logs as data sets: matches of our own that are exported and imported again give the rows that the run wrote.

use flate2::Compression;
use flate2::write::GzEncoder;
use hyakuman_agents::Roster;
use hyakuman_arena::datasets::import::{ImportOptions, Names, Survey};
use hyakuman_arena::datasets::recipe::{open, replays};
use hyakuman_arena::{
    Arena, Error, Expansion, Observer, Quiet, RecordOptions, VerifyOptions, expand, verify,
};
use hyakuman_core::column::Rows;
use hyakuman_game::rows::Table;
use hyakuman_game::ruleset::Source;
use hyakuman_logs::{log_of, mjai, tenhou6};
use hyakuman_record::Dataset;
use hyakuman_registry::load_preset;
use hyakuman_riichi::RiichiRules;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

const MATCHES: u64 = 30;

/// A run, and its matches as logs: one file each, mjai and tenhou.net/6 in turn.
struct Played {
    ruleset: &'static str,
    dir: TempDir,
    logs: Vec<(String, String)>,
}

impl Played {
    fn new(ruleset: &'static str) -> Played {
        let dir = TempDir::new().unwrap();
        let (loaded, roster) = (load_preset(ruleset).unwrap(), Roster::built_in());
        let rules = Source::preset(ruleset).load::<RiichiRules>().unwrap().rules;
        let recorded = RecordOptions::new(dir.path().join("run"));
        let seats = rules.players as usize;
        let agents = ["ukeire", "shanten", "random", "ukeire"][..seats].join(",");
        let arena = Arena::new(&loaded, &roster).agents(&agents).unwrap().rotate(false);
        arena.games(MATCHES).seed(4).record(recorded).play(&Quiet).unwrap();
        let (set, rules) = (open(&dir.path().join("run")).unwrap(), Arc::new(rules));
        let log = |found: Result<replays::Replay, Error>| {
            let found = found.unwrap();
            let log = match seats {
                3 => log_of::<3>(&rules, found.deals(), &found.actions),
                _ => log_of::<4>(&rules, found.deals(), &found.actions),
            };
            let log = log.unwrap();
            match found.number % 2 {
                0 => (format!("{:03}.jsonl", found.number), mjai::write(&log)),
                _ => (format!("{:03}.json", found.number), tenhou6::write(&log)),
            }
        };
        let logs = replays::of_matches(&set, 0..MATCHES).map(log).collect();
        Played { ruleset, dir, logs }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The logs in a folder.
    fn folder(&self) -> PathBuf {
        let folder = self.path("logs");
        fs::create_dir_all(&folder).unwrap();
        self.logs.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
        folder
    }

    fn options(&self, logs: PathBuf, out: &str) -> ImportOptions {
        let rules = Source::preset(self.ruleset).load::<RiichiRules>().unwrap();
        ImportOptions {
            rules: Some(rules),
            part_size: Some(8),
            ..ImportOptions::new(vec![logs], self.path(out))
        }
    }
}

fn import(options: &ImportOptions) -> Survey {
    let survey = options.survey(&Quiet).unwrap();
    options.write(&survey, &Roster::built_in(), &Quiet).unwrap();
    survey
}

/// All rows of a table, by column.
pub(crate) fn columns(dir: &Path, table: Table) -> BTreeMap<String, Vec<Vec<u8>>> {
    let set = Dataset::open(dir).unwrap();
    let mut columns: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    for part in set.parts() {
        let file = set.file(table.name(), part).unwrap();
        let described = file.columns().to_vec();
        for rows in file.batches(4_096) {
            let rows: Rows = rows.unwrap();
            for (at, column) in described.iter().enumerate() {
                let cells = (0..rows.len()).map(|row| match column.cell_type.bytes() {
                    Some(size) => rows.cells(at).bytes()[row * size..(row + 1) * size].to_vec(),
                    None => rows.cells(at).varying(row).to_vec(),
                });
                columns.entry(column.name.clone()).or_default().extend(cells);
            }
        }
    }
    columns
}

/// Every column of the run is in the import, with the same cells but for what a log cannot say.
fn assert_same_rows(run: &Path, imported: &Path) {
    for table in [Table::Matches, Table::Kyoku, Table::Wins, Table::Decisions, Table::Replays] {
        let (run, mut imported) = (columns(run, table), columns(imported, table));
        let known = imported.remove("answer_known");
        for (name, cells) in run {
            if name.starts_with("agent") || ["seed", "actions", "ruleset"].contains(&&name[..]) {
                continue;
            }
            let found = &imported[&name];
            assert_eq!(cells.len(), found.len(), "{table:?}");
            for (row, (cell, other)) in cells.iter().zip(found).enumerate() {
                let hidden = name == "action" && known.as_ref().is_some_and(|known| known[row] == [0]);
                assert!(cell == other || hidden, "{table:?} {name}, row {row}: {cell:?} {other:?}");
            }
        }
        if let Some(known) = known {
            let hidden = known.iter().filter(|cell| ***cell == [0]).count();
            assert!(hidden > 0 && hidden * 100 < known.len(), "{hidden} of {}", known.len());
        }
    }
}

#[test]
fn exported_matches_come_back_as_the_rows_of_the_run() {
    for ruleset in ["tenhou", "tenhou-sanma"] {
        let played = Played::new(ruleset);
        let survey = import(&played.options(played.folder(), "import"));
        assert_eq!((survey.matches(), survey.all_left_out, survey.documents), (MATCHES, 0, MATCHES));
        assert_same_rows(&played.path("run"), &played.path("import"));
        let options = VerifyOptions { all: true, ..VerifyOptions::default() };
        let verdict = verify(&played.path("import"), &options, &Roster::built_in(), &Quiet).unwrap();
        assert!(verdict.findings.is_empty() && verdict.notes.is_empty(), "{verdict:?}");
        assert_eq!(verdict.played, 4);
    }
}

/// All files of a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(open) = folders.pop() {
        for entry in fs::read_dir(open).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.to_string_lossy().ends_with("lock") => {}
                false => {
                    _ = found.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap())
                }
            }
        }
    }
    found
}

/// Stops after some matches.
struct StopAfter(AtomicU64);

impl Observer for StopAfter {
    fn done(&self, matches: u64) {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(matches), Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn an_import_that_is_stopped_goes_on_to_the_same_bytes_whatever_the_threads() {
    let played = Played::new("tenhou");
    let folder = played.folder();
    import(&played.options(folder.clone(), "whole"));
    let one = ImportOptions { threads: Some(1), memory: 20_000, ..played.options(folder.clone(), "one") };
    import(&one);
    let stopped = played.options(folder, "stopped");
    let survey = stopped.survey(&Quiet).unwrap();
    for after in [1, 9, 10] {
        let stopped = ImportOptions { resume: true, ..stopped.clone() };
        assert!(matches!(
            stopped.write(&survey, &Roster::built_in(), &StopAfter(after.into())),
            Err(Error::Interrupted)
        ));
    }
    import(&ImportOptions { resume: true, ..stopped });
    let whole = files(&played.path("whole"));
    assert!(whole.len() > 20);
    assert!(whole == files(&played.path("one")) && whole == files(&played.path("stopped")));
}

/// From archives, compressed or not, come the rows that come from the files.
#[test]
fn archives_are_read() {
    let played = Played::new("tenhou");
    let mut zip = zip::ZipWriter::new(File::create(played.path("logs.zip")).unwrap());
    let mut tar = tar::Builder::new(Vec::new());
    for (at, (name, text)) in played.logs.iter().enumerate() {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(text.as_bytes()).unwrap();
        let bytes = if at % 3 == 0 { gzip.finish().unwrap() } else { text.clone().into_bytes() };
        zip.start_file(format!("a/{name}"), zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(&bytes).unwrap();
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        tar.append_data(&mut header, format!("b/{name}"), &bytes[..]).unwrap();
    }
    zip.finish().unwrap();
    let tar = tar.into_inner().unwrap();
    fs::write(played.path("logs.tar"), &tar).unwrap();
    let mut gzip = GzEncoder::new(File::create(played.path("logs.tar.gz")).unwrap(), Compression::fast());
    gzip.write_all(&tar).unwrap();
    gzip.finish().unwrap();
    import(&played.options(played.folder(), "plain"));
    let plain = columns(&played.path("plain"), Table::Decisions);
    for archive in ["logs.zip", "logs.tar", "logs.tar.gz"] {
        let survey = import(&played.options(played.path(archive), &format!("of-{archive}")));
        assert_eq!((survey.matches(), survey.documents), (MATCHES, MATCHES), "{archive}");
        let out = played.path(&format!("of-{archive}"));
        assert!(plain == columns(&out, Table::Decisions), "{archive}");
        let members = &columns(&out, Table::Sources)["member"];
        assert!(members[3].ends_with(b"/003.json"), "{archive}");
    }
}

/// What is wrong with a log is one sentence, and the others are imported.
#[test]
fn what_cannot_be_imported_is_listed() {
    let played = Played::new("tenhou");
    let folder = played.folder();
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let gzip = |bytes: &[u8]| {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(bytes).unwrap();
        gzip.finish().unwrap()
    };
    let cut = text("000.jsonl");
    let cut = &cut[..cut.rfind("{\"type\":\"hora\"").unwrap()];
    let mut zip = zip::ZipWriter::new(File::create(folder.join("up.zip")).unwrap());
    zip.start_file("../../up.json", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(b"{}").unwrap();
    zip.start_file("inner.zip", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(b"PK\x03\x04").unwrap();
    zip.finish().unwrap();
    for (name, bytes) in [
        ("a-empty.json", Vec::new()),
        ("b-cut.mjlog", b"<mjloggm ver=\"2.3\"><GO type=\"9\"".to_vec()),
        ("c-gz-in-gz.gz", gzip(&gzip(b"{}"))),
        ("d-bomb.gz", gzip(&vec![b' '; 70 << 20])),
        ("e-other.json", b"{\"format\":\"chess\"}".to_vec()),
        (
            "f-tiles.json",
            text("001.json").replacen("[11,", "[45,", 4).replacen(",11,", ",45,", 9).into_bytes(),
        ),
        ("g-short.jsonl", cut.as_bytes().to_vec()),
        (".hidden", b"nothing".to_vec()),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let options = ImportOptions { memory: 0, ..played.options(folder.clone(), "import") };
    let survey = options.survey(&Quiet).unwrap();
    let listed: Vec<String> = survey.left_out.iter().map(ToString::to_string).collect();
    let expected = [
        "a-empty.json: line 1: not a log",
        "b-cut.mjlog: ",
        "c-gz-in-gz.gz: byte 1: not UTF-8 text",
        "d-bomb.gz: longer than 64 MiB",
        "e-other.json: ",
        "f-tiles.json: ",
        "../../up.json in up.zip: its path leads out of the archive",
        "inner.zip in up.zip: an archive in an archive is not read",
    ];
    for (found, expected) in listed.iter().zip(expected) {
        assert!(
            found.contains(expected) && !found.contains('\n') && found.len() < 300,
            "{found}: expected {expected}"
        );
    }
    assert_eq!(
        (listed.len(), survey.matches(), survey.groups[0].partial),
        (expected.len(), MATCHES + 1, 1),
        "{listed:#?}"
    );
    let strict = ImportOptions { strict: true, ..options.clone() }.survey(&Quiet);
    assert!(strict.unwrap_err().to_string().starts_with("a-empty.json: "));
    // A log that changes between the two readings.
    fs::write(folder.join("003.json"), text("001.json")).unwrap();
    let changed = options.write(&survey, &Roster::built_in(), &Quiet).unwrap_err().to_string();
    assert!(changed.contains("003.json has changed while it was read"), "{changed}");
    assert!(!played.path("import/manifest.json").exists());
}

/// A partial log gives its kyoku, without a result of the match.
#[test]
fn a_log_that_stops_early_gives_its_kyoku() {
    let played = Played::new("tenhou");
    let folder = played.folder();
    let whole = fs::read_to_string(folder.join("000.jsonl")).unwrap();
    let cut = &whole[..whole.match_indices("{\"type\":\"start_kyoku\"").nth(3).unwrap().0];
    fs::write(played.path("cut.jsonl"), cut).unwrap();
    let options = ImportOptions { names: Names::Drop, ..played.options(played.path("cut.jsonl"), "cut") };
    let survey = import(&options);
    assert_eq!((survey.matches(), survey.groups[0].partial), (1, 1));
    let (matches, kyoku) =
        (columns(&played.path("cut"), Table::Matches), columns(&played.path("cut"), Table::Kyoku));
    assert_eq!((&matches["ended"], &matches["placement_0"]), (&vec![b"unfinished".to_vec()], &vec![vec![0]]));
    assert_eq!(kyoku["kyoku_number"].len(), 3);
    let whole = columns(&played.path("run"), Table::Kyoku);
    for (name, cells) in &kyoku {
        assert_eq!(cells[..], whole[name][..3], "{name}");
    }
    let tables = [Table::Decisions, Table::Replays, Table::Sources];
    let expansion = Expansion {
        dir: &played.path("cut"),
        tables: &tables,
        out: &played.path("more"),
        resume: false,
        evaluate: None,
        threads: None,
    };
    assert_eq!(expand(&expansion, &Roster::built_in(), &Quiet).unwrap(), 1);
    let known = &columns(&played.path("more"), Table::Sources)["partial"];
    assert_eq!(known, &vec![vec![1]]);
}
