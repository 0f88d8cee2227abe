//! Damaged logs: for any bytes, a reader returns a match or an error, and never panics.

use crate::logs::common;
use crate::logs::common::soul::{Shape, export};

use hyakuman_core::Rng;
use hyakuman_games::logs::referee::judge_by_its_rules;
use hyakuman_games::logs::{
    LogError, LogMatch, MAX_BYTES, MAX_MATCH_BYTES, MAX_MATCHES, mjai, read, tenhou6,
};
use std::io::Read;

/// Damaged copies tried per log and format.
const TRIES: usize = 60;

#[test]
fn damaged_logs_are_read_or_refused() {
    assert_read_or_refused(common::own_files(), 10 * TRIES);
}

/// `tries` damaged copies of each log in each format.
fn assert_read_or_refused(files: Vec<common::File>, tries: usize) {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for (_, bytes) in files {
        for log in read(&bytes).into_iter().map(Result::unwrap) {
            texts.extend([mjai::write(&log).into_bytes(), tenhou6::write(&log).into_bytes()]);
            texts.extend([Shape::Sparse, Shape::Bare].map(|shape| export(&log, shape).into_bytes()));
            if texts.len() < 5 {
                texts.extend(wrapped(&log).map(String::into_bytes));
            }
        }
        texts.push(bytes);
    }
    let mut rng = Rng::from_seed(7);
    let (mut read_well, mut refused) = (0, 0);
    for i in 0..texts.len() {
        for _ in 0..tries {
            let other = &texts[rng.below(texts.len() as u32) as usize];
            let damaged = damage(&texts[i], other, &mut rng);
            match check(&damaged) {
                true => read_well += 1,
                false => refused += 1,
            }
        }
    }
    eprintln!("{read_well} damaged logs were still read, {refused} refused");
    assert!(read_well > 100 && refused > 1000, "{read_well} {refused}");
}

/// A log in what people put around it.
fn wrapped(log: &LogMatch) -> [String; 3] {
    let events = mjai::write(log).trim().replace('\n', ",\n");
    let address = tenhou6::write(log).replace('"', "%22");
    let records = export(log, Shape::Bare);
    [format!("[{events}]"), format!("https://tenhou.net/6/#json={address}"), format!("var x = {records};")]
}

/// Reads a log and rebuilds its walls. Returns whether all of it could be read.
fn check(bytes: &[u8]) -> bool {
    let matches = read(bytes);
    assert!(!matches.is_empty());
    for one in &matches {
        match one {
            Ok(m) => check_match(m),
            Err(error) => assert_sentence(&error.to_string()),
        }
    }
    matches.iter().all(Result::is_ok)
}

fn check_match(m: &LogMatch) {
    for i in 0..m.kyoku.len() {
        if let Err(error) = m.wall(i) {
            assert_sentence(&error.to_string());
        }
    }
    // What can be read can be written, and played as far as it goes.
    let _ = (mjai::write(m), tenhou6::write(m), judge_by_its_rules(m, &[]));
}

fn assert_sentence(text: &str) {
    assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
}

/// Truncates, flips, splices with another log, or changes a digit or a stretch.
fn damage(text: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    let place = |rng: &mut Rng, len: usize| rng.below(len.max(1) as u32) as usize;
    match rng.below(6) {
        0 => text.truncate(place(rng, text.len())),
        1 => {
            let at = place(rng, text.len());
            text[at] ^= 1 << rng.below(8);
        }
        2 => {
            let (at, from) = (place(rng, text.len()), place(rng, other.len()));
            text.truncate(at);
            text.extend_from_slice(&other[from..]);
        }
        3 => {
            let from = place(rng, text.len());
            let to = (from + place(rng, 200)).min(text.len());
            text.drain(from..to);
        }
        4 => {
            let (at, from) = (place(rng, text.len()), place(rng, other.len()));
            let to = (from + place(rng, 200)).min(other.len());
            text.splice(at..at, other[from..to].iter().copied());
        }
        _ => {
            for _ in 0..=rng.below(4) {
                change_digit(&mut text, rng);
            }
        }
    }
    text
}

fn change_digit(text: &mut [u8], rng: &mut Rng) {
    let digits: Vec<usize> = (0..text.len()).filter(|&i| text[i].is_ascii_digit()).collect();
    if let Some(&at) = digits.get(rng.below(digits.len().max(1) as u32) as usize) {
        text[at] = b'0' + rng.below(10) as u8;
    }
}

#[test]
fn hostile_shapes() {
    let deep_xml = format!("<mjloggm>{}</mjloggm>", "<a>".repeat(200_000));
    let deep_json = format!("{{\"log\":{}", "[".repeat(200_000));
    let deep_record = format!("[{{\"name\":\"RecordNewRound\",\"data\":{}", "{\"data\":".repeat(200_000));
    let bomb = "<!DOCTYPE a [<!ENTITY b \"bbbb\">]><mjloggm>&b;</mjloggm>".to_owned();
    for text in
        [deep_xml, deep_json, deep_record, bomb, String::new(), "{}".to_owned(), "<mjloggm/>".to_owned()]
    {
        let error = refused(text.as_bytes()).to_string();
        assert!(error.len() < 500, "{}", &error[..500]);
    }
    refused(&[0x1f, 0x8b, 8, 0, 1]);
    refused(&[0xff, 0xfe, 0]);
}

/// Attributes are not compared in quadratic time.
#[test]
fn elements_with_very_many_attributes_are_refused() {
    let attributes: String = (0..90_000).map(|i| format!(" a{i}=\"\"")).collect();
    let error = refused(format!("<mjloggm>\n <UN{attributes}/></mjloggm>").as_bytes()).to_string();
    assert_eq!(error, "line 2 column 2, <UN>: more than 64 attributes, the limit for an element");
    let error = refused(b"<mjloggm><GO type=\"1\" type=\"2\"/></mjloggm>").to_string();
    assert_eq!(error, "line 1 column 10, <GO>: not well-formed XML: the attribute `type` is given twice");
}

/// XML that is almost a log.
#[test]
fn malformed_xml_is_refused() {
    let go = "<GO type=\"1\"/>";
    for (text, message) in [
        (
            format!("<mjloggm>{go}"),
            "line 1 column 24: not well-formed XML: the text ends before its elements do",
        ),
        (format!("<mjloggm>{go}</mjlog>"), "not well-formed XML: "),
        ("<mjloggm/>more".to_owned(), "line 1 column 11: not well-formed XML: text outside"),
        ("<!-- no more -->".to_owned(), "not well-formed XML: no root element"),
        (format!("<other>{go}</other>"), "line 1: the root is <other>, expected <mjloggm>"),
        ("<mjloggm><GO type=\"&b;\"/></mjloggm>".to_owned(), "line 1 column 10, <GO>: not well-formed XML: "),
        (
            "<mjloggm><UN n0=\"a/><GO type=\"/></mjloggm>".to_owned(),
            "<UN>: not well-formed XML: `<` within an element",
        ),
        (
            "<mjloggm><UN n0=\"\u{1}\"/></mjloggm>".to_owned(),
            "line 1 column 18: not well-formed XML: a control character",
        ),
        (
            "<mjloggm><UN n+=\"1\"/></mjloggm>".to_owned(),
            "<UN>: not well-formed XML: `n+` is not an attribute name",
        ),
    ] {
        let error = refused(text.as_bytes()).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

/// Memory is bounded, and a match that is too long does not affect the others.
#[test]
fn matches_that_are_too_long_are_refused() {
    let numbers = "1,".repeat(MAX_MATCH_BYTES / 2);
    let long = format!("{{\"log\":[{numbers}1]}}");
    let short = "{\"log\":[]}";
    let shown = |one: &Result<LogMatch, LogError>| one.as_ref().unwrap_err().to_string();
    let matches = read(format!("{short}\n{long}\n{short}").as_bytes());
    assert_eq!(matches.len(), 3);
    assert_eq!(shown(&matches[1]), "line 2: longer than 1 MiB, the limit for a match");
    assert_eq!(shown(&matches[2]), "line 3, `log`: the list is empty, a match has at least one kyoku");
    let xml = format!("<mjloggm>{}</mjloggm>", " ".repeat(MAX_MATCH_BYTES));
    assert_eq!(refused(xml.as_bytes()).to_string(), "longer than 1 MiB, the limit for a match");
    let event = format!("{{\"type\":\"none\"}}\n{{\"type\":[{numbers}1]}}");
    let wanted = "line 2: longer than 1 MiB, the limit for an event";
    assert_eq!(refused(event.as_bytes()).to_string(), wanted);
}

/// Each kyoku searches many walls, so the number of kyoku is bounded.
#[test]
fn very_many_kyoku_are_refused() {
    let list = |from: u32| (from..from + 13).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
    let hands: String = (0..4).map(|seat| format!(" hai{seat}=\"{}\"", list(13 * seat))).collect();
    let init = format!("<INIT seed=\"0,0,0,1,1,0\" ten=\"250,250,250,250\" oya=\"0\"{hands}/>");
    let error = refused(format!("<mjloggm><GO type=\"9\"/>{}</mjloggm>", init.repeat(1_001)).as_bytes());
    assert!(error.to_string().ends_with("<INIT>: more than 1000 kyoku, the limit for a match"), "{error}");
}

/// Tiles are looked for in hands, so the number of events of a kyoku is bounded.
#[test]
fn very_many_events_are_refused() {
    let start = String::from_utf8(common::own_files()[1].1.clone()).unwrap();
    let start: String = start.lines().take(2).map(|line| format!("{line}\n")).collect();
    let error =
        refused((start + &"{\"type\":\"tsumo\",\"actor\":0,\"pai\":\"1m\"}\n".repeat(1_001)).as_bytes());
    assert!(
        error.to_string().ends_with("kyoku E1-0: more than 1000 events, the limit for a kyoku"),
        "{error}"
    );
}

/// The number of errors is bounded, too.
#[test]
fn very_many_matches_are_not_read() {
    for one in ["{}\n", "{\"type\":\"start_game\"}\n?\n"] {
        let matches = read(one.repeat(MAX_MATCHES + 5).as_bytes());
        assert_eq!(matches.len(), MAX_MATCHES + 1);
        let last = matches.last().unwrap().as_ref().unwrap_err().to_string();
        assert!(last.contains(": more than 100000 matches: the rest is not read"), "{last}");
    }
}

/// The only error of a log.
fn refused(bytes: &[u8]) -> LogError {
    let mut matches = read(bytes);
    assert_eq!(matches.len(), 1);
    matches.remove(0).unwrap_err()
}

/// Compressed zeros: 256 MiB and one byte.
#[test]
fn a_gzip_bomb_is_refused() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::copy(&mut std::io::repeat(0).take(MAX_BYTES + 1), &mut packed).unwrap();
    let error = refused(&packed.finish().unwrap());
    assert_eq!(error.to_string(), "longer than 256 MiB, the limit for a log");
}

/// The same with real logs.
mod shared {
    use super::*;

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn damaged_logs_are_read_or_refused() {
        assert_read_or_refused(common::real_files(), TRIES);
    }
}
