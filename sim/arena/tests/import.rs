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
use hyakuman_core::game::rows::Table;
use hyakuman_core::game::ruleset::Source;
use hyakuman_games::logs::{log_of, mjai, tenhou6};
use hyakuman_games::registry::load_preset;
use hyakuman_record::Dataset;
use hyakuman_riichi::RiichiRules;
use serde_json::{Value, json};
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

/// A header of tar with this name, kind and size.
fn header(name: &str, kind: tar::EntryType, size: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_path(name).unwrap();
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_cksum();
    header
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

/// An archive with the first two logs, as tar.
fn tar_of(played: &Played) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, text) in &played.logs[..2] {
        let header = &mut header("file", tar::EntryType::Regular, text.len() as u64);
        tar.append_data(header, format!("{}/{name}", "long".repeat(60)), text.as_bytes()).unwrap();
    }
    tar.into_inner().unwrap()
}

/// What is found in a file with these bytes: the number of matches, and what is left out.
fn found(played: &Played, bytes: &[u8]) -> (u64, Vec<String>) {
    let survey = surveyed(played, bytes);
    (survey.matches() - 1, survey.left_out.iter().map(ToString::to_string).collect())
}

/// The survey of a good log and of a file with these bytes.
fn surveyed(played: &Played, bytes: &[u8]) -> Survey {
    let (good, path) = (played.path("good.jsonl"), played.path("archive"));
    fs::write(&good, &played.logs[4].1).unwrap();
    fs::write(&path, bytes).unwrap();
    let mut options = played.options(good, "import");
    options.paths.push(path);
    options.survey(&Quiet).unwrap()
}

/// What describes a member of a tar archive is bounded before it is read.
#[test]
fn endless_headers_are_refused() {
    let played = Played::new("tenhou");
    let good = tar_of(&played);
    for kind in [
        tar::EntryType::GNULongName,
        tar::EntryType::GNULongLink,
        tar::EntryType::XHeader,
        tar::EntryType::XGlobalHeader,
    ] {
        let size = 2 << 20;
        let mut bytes = header("././@LongLink", kind, size).as_bytes().to_vec();
        bytes.resize(bytes.len() + size as usize, b'a');
        let (matches, left_out) = found(&played, &gzip(&[&bytes[..], &good].concat()));
        assert!(
            matches == 0 && left_out[0].contains("the headers of a member have 2097152 bytes"),
            "{left_out:?}"
        );
    }
    assert_eq!(found(&played, &good), (2, vec![]));
}

/// What was read of a damaged archive stays, and the damage is named: it is no match that is left out.
#[test]
fn damaged_archives_are_named() {
    let played = Played::new("tenhou");
    let tar = tar_of(&played);
    let (packed, ends) = (gzip(&tar), tar.len() - 1_024);
    let joined = gzip(&[&tar[..], &tar].concat());
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.set_comment("two logs").unwrap();
    for (name, text) in &played.logs[..2] {
        zip.start_file(&name[..], zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    let zip = zip.finish().unwrap().into_inner();
    let two = |what: &str| format!("{what}; 2 files are read");
    for (bytes, matches, left_out, expected) in [
        (&packed[..packed.len() - 3], 2, 0, two("after its last member: unexpected end of file")),
        (&[&packed[..], b"garbage"].concat(), 2, 0, two("after its last member: unexpected end of file")),
        (&joined, 2, 0, two("after its last member: something else follows, which is not read")),
        (&tar[..ends], 2, 0, two("it is cut: the blocks at its end are missing")),
        (&tar[..ends - 600], 1, 1, "it is cut in a member; one file is read".to_owned()),
        (&gzip(&[&tar[..ends], &[7; 1_024]].concat()), 2, 0, two("…")),
        (
            &[&zip[..], b"garbage"].concat(),
            2,
            0,
            two("after its end: something else follows, which is not read"),
        ),
        (&[&zip[..], &[0; 100]].concat(), 2, 0, String::new()),
        (
            &[&gzip(played.logs[0].1.as_bytes())[..], b"garbage"].concat(),
            1,
            0,
            "something else follows the gzip".into(),
        ),
    ] {
        let survey = surveyed(&played, bytes);
        let warnings: String = survey.warnings.iter().map(|(_, warning)| &warning[..]).collect();
        assert_eq!((survey.matches() - 1, survey.all_left_out), (matches, left_out), "{warnings}");
        assert!(warnings.ends_with(&expected) && warnings.is_empty() == expected.is_empty(), "{warnings}");
    }
    let mut strict = played.options(played.path("archive"), "strict");
    fs::write(&strict.paths[0], &tar[..ends]).unwrap();
    strict.strict = true;
    assert!(strict.survey(&Quiet).unwrap_err().to_string().ends_with("2 files are read"));
}

/// An archive of zip whose members overlap unpacks to many times what it could hold; one that is cut ends with an archive in it.
#[test]
fn zips_that_are_not_what_they_seem_are_refused() {
    let played = Played::new("tenhou");
    let text = played.logs[0].1.as_bytes();
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let zip_of = |name: &str, bytes: &[u8], copy: bool| {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        zip.start_file(name, stored).unwrap();
        zip.write_all(bytes).unwrap();
        if copy {
            zip.shallow_copy_file(name, "copy.jsonl").unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let inner = zip_of("a.jsonl", text, false);
    assert_eq!(found(&played, &inner), (1, vec![]));
    let outer = zip_of("inner.zip", &inner, false);
    let cut = &outer[..outer.windows(4).rposition(|bytes| bytes == b"PK\x01\x02").unwrap()];
    for (bytes, expected) in [
        (&zip_of("a.jsonl", text, true)[..], "the zip archive is damaged: its members overlap"),
        (cut, "the zip archive is damaged: its end is that of another archive in it"),
    ] {
        let (matches, left_out) = found(&played, bytes);
        assert!(matches == 0 && left_out.len() == 1 && left_out[0].contains(expected), "{left_out:?}");
    }
}

/// Archives of other programs are named as such, in an archive too.
#[test]
fn other_archives_are_named() {
    let played = Played::new("tenhou");
    let heads: [(&str, &[u8]); 5] = [
        ("7z", b"7z\xbc\xaf\x27\x1c\0"),
        ("rar", b"Rar!\x1a\x07\x01\0"),
        ("bzip2", b"BZh91AY&SY"),
        ("xz", b"\xfd7zXZ\0\0"),
        ("zstd", b"\x28\xb5\x2f\xfd\x04"),
    ];
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in heads {
        let (_, left_out) = found(&played, bytes);
        assert!(
            left_out[0].ends_with(&format!("it is packed as {name}: unpack it, or pack it as zip or tar.gz")),
            "{left_out:?}"
        );
        tar.append_data(&mut header("file", tar::EntryType::Regular, bytes.len() as u64), name, bytes)
            .unwrap();
    }
    let inner = gzip(&tar_of(&played));
    tar.append_data(&mut header("file", tar::EntryType::Regular, inner.len() as u64), "inner", &inner[..])
        .unwrap();
    let (_, left_out) = found(&played, &tar.into_inner().unwrap());
    assert_eq!(left_out.len(), 6);
    assert!(
        left_out[2].starts_with("bzip2 in ") && left_out[2].contains("it is packed as bzip2"),
        "{left_out:?}"
    );
    assert!(left_out[5].contains("archive: an archive in an archive is not read"), "{left_out:?}");
}

/// A match is imported once, whatever the format of its logs and wherever they are.
#[test]
fn a_match_that_is_there_twice_is_imported_once() {
    let played = Played::new("tenhou");
    let folder = played.folder();
    fs::write(played.path("logs.tar"), tar_of(&played)).unwrap();
    fs::write(folder.join("copy.json"), &played.logs[3].1).unwrap();
    let logs = hyakuman_games::logs::read(played.logs[5].1.as_bytes()).into_iter().map(Result::unwrap);
    let other = mjai::write(&logs.into_iter().next().unwrap());
    fs::write(folder.join("other.jsonl"), &other).unwrap();
    let mut options = played.options(folder, "import");
    options.paths.push(played.path("logs.tar"));
    let survey = import(&options);
    let long = "long".repeat(60);
    // Of several paths, messages name the folder of a log.
    let in_folder = |name: &str| played.path("logs").join(name).display().to_string();
    let twice: Vec<(String, String)> =
        survey.twice.iter().map(|twice| (twice.log.clone(), twice.same_as.clone())).collect();
    let tar = played.path("logs.tar").display().to_string();
    let expected = [
        (in_folder("copy.json"), in_folder("003.json")),
        (in_folder("other.jsonl"), in_folder("005.json")),
        (format!("{long}/000.jsonl in {tar}"), in_folder("000.jsonl")),
        (format!("{long}/001.json in {tar}"), in_folder("001.json")),
    ];
    assert_eq!((&twice[..], survey.all_twice, survey.matches()), (&expected[..], 4, MATCHES));
    assert_eq!((survey.documents, survey.all_left_out), (MATCHES + 4, 0));
    let options = VerifyOptions { all: true, ..VerifyOptions::default() };
    assert!(
        verify(&played.path("import"), &options, &Roster::built_in(), &Quiet).unwrap().findings.is_empty()
    );
}

/// A match without one of its kyoku is partial, and its longest run is recorded.
#[test]
fn a_match_with_a_missing_kyoku_is_partial() {
    let played = Played::new("tenhou");
    let mut log: Value = serde_json::from_str(&played.logs[1].1).unwrap();
    let kyoku = log["log"].as_array().unwrap().len();
    log["log"][1] = json!(null);
    fs::write(played.path("gap.json"), log.to_string()).unwrap();
    let survey = import(&played.options(played.path("gap.json"), "gap"));
    assert_eq!((survey.matches(), survey.groups[0].partial, survey.warnings.len()), (1, 1, 1));
    assert_eq!(columns(&played.path("gap"), Table::Sources)["partial"], vec![vec![1]]);
    assert_eq!(columns(&played.path("gap"), Table::Kyoku)["kyoku_number"].len(), kyoku - 2);
}

/// Paths and references may hold names of players.
#[test]
fn dropped_names_are_nowhere() {
    let played = Played::new("tenhou");
    let mut log: Value = serde_json::from_str(&played.logs[1].1).unwrap();
    log["ref"] = json!("of-Alice");
    log["name"] = json!(["Alice", "B", "C", "D"]);
    let path = played.path("Alice.json");
    fs::write(&path, log.to_string()).unwrap();
    let has_name = |names, out: &str| {
        import(&ImportOptions { names, ..played.options(path.clone(), out) });
        let holds = |bytes: &[u8]| bytes.windows(5).any(|bytes| bytes == b"Alice");
        let cells = columns(&played.path(out), Table::Sources);
        cells.values().flatten().any(|cell| holds(cell))
            || files(&played.path(out)).values().any(|file| holds(file))
    };
    assert!(has_name(Names::Keep, "keep") && !has_name(Names::Drop, "drop"));
}

/// An import that is stopped does not go on with the same logs at other paths: `sources` would have both.
#[test]
fn logs_that_moved_are_refused() {
    let played = Played::new("tenhou");
    let folder = played.folder();
    let mut tar = tar::Builder::new(Vec::new());
    for (name, text) in &played.logs {
        let header = &mut header("file", tar::EntryType::Regular, text.len() as u64);
        tar.append_data(header, name, text.as_bytes()).unwrap();
    }
    fs::write(played.path("logs.tar"), tar.into_inner().unwrap()).unwrap();
    let of_archive = played.options(played.path("logs.tar"), "import");
    let survey = of_archive.survey(&Quiet).unwrap();
    let stopped = of_archive.write(&survey, &Roster::built_in(), &StopAfter(9.into()));
    assert!(matches!(stopped, Err(Error::Interrupted)));
    let of_folder = ImportOptions { resume: true, ..played.options(folder, "import") };
    let survey = of_folder.survey(&Quiet).unwrap();
    let refused = of_folder.write(&survey, &Roster::built_in(), &Quiet).unwrap_err().to_string();
    assert!(refused.contains("000.jsonl in ") && refused.contains("which is 000.jsonl now"), "{refused}");
    import(&ImportOptions { resume: true, ..of_archive });
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
