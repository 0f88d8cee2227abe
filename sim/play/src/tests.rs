//! Whole matches over real connections, what a seat is told, and clients that behave badly.

mod leaks;

use crate::files::Files;
use crate::server::{Server, Settings};
use crate::table::{AnyTable, PlayOptions, Table, table};
use hyakuman_agents::Roster;
use hyakuman_core::{Rng, Seat, SeatSet};
use hyakuman_game::playout::MatchInProgress;
use hyakuman_game::ruleset::{Ruleset, Source};
use hyakuman_registry::load_preset;
use hyakuman_riichi::Riichi;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_toppan::Toppan;
use hyakuman_viewer::Shown;
use hyakuman_yangzhou::Yangzhou;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

const GAMES: [&str; 6] = ["tenhou", "tenhou-sanma", "shura", "toutenkou", "yangzhou", "toppan"];

fn invitation(people: &[u8], family: &str) -> PlayOptions {
    let roster = Roster::built_in();
    let spec = |name: &str| roster.spec(name).unwrap();
    let people: SeatSet = people.iter().map(|&seat| Seat::new(seat)).collect();
    let agents = vec![spec(roster.default_agent(family))];
    PlayOptions { people, agents, hints: spec(roster.strong_agent(family)), seed: 7 }
}

fn family(preset: &str) -> &'static str {
    hyakuman_registry::rulesets().into_iter().find(|listing| listing.id == preset).unwrap().family
}

fn served(preset: &str, people: &[u8]) -> Server {
    let rules = load_preset(preset).unwrap();
    let options = invitation(people, family(preset));
    let table = table(&rules, &Arc::new(Roster::built_in()), &options).unwrap();
    Server::open(table, Settings { listen: SocketAddr::from(([127, 0, 0, 1], 0)) }).unwrap()
}

/// A connection that sends these bytes: the status and the body of the response.
fn sent(address: &str, bytes: &[u8]) -> (u16, String) {
    let host = address.strip_prefix("http://").unwrap().split('/').next().unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let _ = stream.write_all(bytes);
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, text.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned()))
}

fn request(address: &str, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let (host, token) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let length = body.len();
    let head = format!(
        "{method} /{token}{path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}\r\n"
    );
    sent(address, (head + body).as_bytes())
}

fn get(address: &str, path: &str) -> (u16, String) {
    request(address, "GET", path, "", "")
}

fn state(address: &str, after: u64) -> Value {
    let (status, body) = get(address, &format!("state?after={after}"));
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap()
}

fn answer(address: &str, number: u64, action: u64) -> (u16, String) {
    request(address, "POST", "answer", "", &format!("{{\"number\":{number},\"action\":{action}}}"))
}

/// Plays a match for its people: each takes the action that `choose` picks from the codes. Returns the last state of the first person.
fn play_through(server: &Server, mut choose: impl FnMut(&[u8]) -> u8) -> Value {
    let addresses = server.addresses();
    for _ in 0..20_000 {
        for (at, (_, address)) in addresses.iter().enumerate() {
            let seen = state(address, u64::MAX); // nothing is newer: the question alone, at once
            if !seen["now"]["result"].is_null() && at == 0 {
                return seen;
            }
            let question = &seen["now"]["question"];
            if !question.is_null() {
                let number = seen["now"]["number"].as_u64().unwrap();
                let (status, body) = answer(address, number, choose(&codes(question)).into());
                assert_eq!(status, 200, "{body}");
            }
        }
    }
    panic!("the match does not end");
}

/// The legal codes of a question.
fn codes(question: &Value) -> Vec<u8> {
    let text = question[1].as_str().unwrap().as_bytes();
    text.chunks(2).map(|code| u8::from_str_radix(str::from_utf8(code).unwrap(), 16).unwrap()).collect()
}

/// Every game is played to its end by one person or two; then there are the files.
#[test]
fn a_match_of_every_game() {
    for preset in GAMES {
        let server = served(preset, if preset == "tenhou-sanma" { &[0, 2] } else { &[1] });
        let mut rng = Rng::from_seed(3);
        let last = play_through(&server, |codes| codes[rng.below(codes.len() as u32) as usize]);
        assert!(last["error"].is_null(), "{preset}: {last}");
        let address = &server.addresses()[0].1;
        assert!(state(address, 0)["kyoku"].as_object().unwrap().len() >= 3, "{preset}");
        has_its_files(address, preset);
    }
}

fn has_its_files(address: &str, preset: &str) {
    let (status, html) = get(address, "file/html");
    assert!(status == 200 && html.starts_with("<!DOCTYPE html>"), "{preset}: {html:.200}");
    assert_eq!(get(address, "file/text").0, 200, "{preset}");
    let logs = if ["tenhou", "tenhou-sanma"].contains(&preset) { 200 } else { 409 };
    for format in ["mjai", "tenhou6"] {
        let (status, body) = get(address, &format!("file/{format}"));
        assert_eq!(status, logs, "{preset}: {body:.200}");
    }
}

/// Where a seat decides: all that it has been told and its question are the same whatever is hidden from it.
fn hides<G: Shown + Sync>(rules: &G::Rules, preset: &str, files: Files<G>) {
    let roster = Arc::new(Roster::built_in());
    for seat in [0, 2].map(Seat::new) {
        let options = invitation(&[seat.index() as u8], G::FAMILY);
        let mut table = Table::<G>::start(rules, preset, &roster, &options, files).unwrap();
        let (mut rng, mut decisions, mut kyoku) = (Rng::from_seed(5), 0, 0);
        loop {
            while table.step().unwrap() {}
            kyoku += table.kyoku_from(seat, kyoku).len().saturating_sub(2); // earlier ones do not change
            if table.over() {
                break;
            }
            let told = |table: &Table<G>| format!("{:?} {}", table.kyoku_from(seat, kyoku), table.now(seat));
            let (true_game, true_eyes, before) = (table.play.clone(), table.seen.clone(), told(&table));
            let mut game = table.play.game().clone();
            game.redeal_hidden(seat, &mut rng);
            table.play = MatchInProgress::of(game);
            table.look();
            assert_eq!(told(&table), before, "{preset}, {seat:?}, decision {decisions}");
            (table.play, table.seen) = (true_game, true_eyes);
            let legal: Vec<u8> = table.play.game().legal(seat).iter().collect();
            let number = table.now(seat)["number"].as_u64().unwrap() as u32;
            table.answer(seat, number, legal[rng.below(legal.len() as u32) as usize]).unwrap();
            decisions += 1;
        }
        assert!(decisions > 10, "{preset}: {decisions}");
    }
}

/// The rules of a preset with changes.
fn rules<R: Ruleset>(id: &str, changes: &[&str]) -> R {
    let mut source = Source::preset(id);
    changes.iter().for_each(|change| source.set(change).unwrap());
    source.load().unwrap().rules
}

#[test]
fn nothing_hidden_is_told() {
    hides::<Riichi<4>>(&rules("tenhou", &[]), "tenhou", Files::riichi());
    hides::<Riichi<3>>(&rules("tenhou-sanma", &[]), "tenhou-sanma", Files::riichi());
    hides::<Riichi<4>>(&rules("shura", &[]), "shura", Files::riichi());
    hides::<Toutenkou>(&rules("toutenkou", &[]), "toutenkou", Files::transcript());
    hides::<Yangzhou>(&rules("yangzhou", &[]), "yangzhou", Files::transcript());
    hides::<Toppan>(&rules("toppan", &[]), "toppan", Files::toppan());
}

#[test]
fn a_whole_match_tells_nothing_hidden() {
    let short = ["length_winds=1"];
    leaks::tells_nothing::<Riichi<4>>(&rules("tenhou", &short), "tenhou", Files::riichi(), 3);
    leaks::tells_nothing::<Riichi<3>>(&rules("tenhou-sanma", &short), "tenhou-sanma", Files::riichi(), 3);
}

#[test]
fn a_whole_match_with_an_exchange_tells_nothing_hidden() {
    leaks::tells_nothing::<Riichi<4>>(&rules("shura", &[]), "shura", Files::riichi(), 3);
}

#[test]
fn a_whole_match_of_other_games_tells_nothing_hidden() {
    leaks::tells_nothing::<Toutenkou>(&rules("toutenkou", &[]), "toutenkou", Files::transcript(), 3);
    leaks::tells_nothing::<Yangzhou>(
        &rules("yangzhou", &["rotations=1"]),
        "yangzhou",
        Files::transcript(),
        3,
    );
    leaks::tells_nothing::<Toppan>(&rules("toppan", &[]), "toppan", Files::toppan(), 12);
}

/// A hand of another seat is a row of backs until the kyoku ends; nobody sees the address of another person.
#[test]
fn a_seat_is_told_its_own_hand() {
    let server = served("tenhou", &[0, 1]);
    let addresses = server.addresses();
    let seen = state(&addresses[1].1, 0);
    let deal = &seen["kyoku"]["0"]["s"][0][2];
    assert_eq!(deal["h0"], "-".repeat(13));
    assert!(!deal["h1"].as_str().unwrap().contains('-'));
    let tokens: Vec<&str> = addresses.iter().map(|(_, address)| address.split('/').nth(3).unwrap()).collect();
    assert!(tokens[0] != tokens[1] && tokens.iter().all(|token| token.len() == 32));
    for (_, address) in &addresses {
        let page = get(address, "").1;
        assert!(tokens.iter().all(|token| !page.contains(token)));
    }
    assert!(server.addresses()[0].1.starts_with("http://127.0.0.1:"));
}

/// Answers that are wrong get a sentence, and the match goes on.
#[test]
fn bad_answers_change_nothing() {
    let server = served("tenhou", &[0]);
    let address = &server.addresses()[0].1;
    let until = Instant::now() + Duration::from_secs(20);
    while state(address, 0)["now"]["question"].is_null() {
        assert!(Instant::now() < until);
    }
    let before = state(address, 0);
    let codes = codes(&before["now"]["question"]);
    let illegal = (0..=u8::MAX).find(|code| !codes.contains(code)).unwrap();
    let (status, sentence) = answer(address, 0, illegal.into());
    assert!(status == 409 && sentence.len() > 10, "{sentence}");
    assert_eq!(answer(address, 7, codes[0].into()).1, "this answer is for another decision\n");
    assert_eq!(answer(address, 0, 1000).0, 400);
    for body in ["", "{}", "[", "{\"number\":-1,\"action\":0}", "{\"number\":0,\"action\":\"0\"}", "\u{0}"] {
        assert_eq!(request(address, "POST", "answer", "", body).0, 400, "{body}");
    }
    assert_eq!(state(address, 0), before);
    assert_eq!(answer(address, 0, codes[0].into()).0, 200);
    assert_eq!(answer(address, 0, codes[0].into()).0, 409, "the same answer twice");
    assert_eq!(get(address, "file/mjai").0, 409, "a file of a match that goes on");
    assert!([200, 409].contains(&get(address, "hint").0));
}

/// Only the page itself and who opens the address is answered.
#[test]
fn other_sites_get_nothing() {
    let server = served("tenhou", &[0]);
    let address = &server.addresses()[0].1;
    let host = address.split('/').nth(2).unwrap();
    let port = host.split(':').nth(1).unwrap();
    let with = |headers: &str| request(address, "GET", "state?after=0", headers, "").0;
    assert_eq!(with(""), 200);
    assert_eq!(with(&format!("Origin: http://{host}\r\n")), 200);
    assert_eq!(with("Origin: http://example.com\r\n"), 403);
    assert_eq!(with("Origin: null\r\n"), 403);
    assert_eq!(with("Sec-Fetch-Site: cross-site\r\n"), 403);
    assert_eq!(with("Sec-Fetch-Site: same-origin\r\n"), 200);
    assert_eq!(with("Host: example.com\r\n"), 400, "two hosts");
    let token = address.split('/').nth(3).unwrap();
    let as_host =
        |host: &str| sent(address, format!("GET /{token}/ HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).0;
    assert_eq!(as_host(&format!("localhost:{port}")), 200);
    for host in ["example.com", &format!("example.com:{port}"), "127.0.0.1", "10.0.0.1:80", ""] {
        assert_eq!(as_host(host), 403, "{host}");
    }
    let path =
        |path: &str| sent(address, format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).0;
    for other in
        ["/", "/favicon.ico", &format!("/{}/", "0".repeat(32)), &format!("/{token}/x"), &format!("/{token}")]
    {
        assert_eq!(path(other), 404, "{other}");
    }
    assert_eq!(request(address, "DELETE", "state", "", "").0, 405);
}

/// Requests that are no requests, too long, or never end.
#[test]
fn hostile_requests_are_refused() {
    let server = served("tenhou", &[0]);
    let address = &server.addresses()[0].1;
    for (bytes, status) in [
        (b"\r\n\r\n".to_vec(), 400),
        (b"GET\r\n\r\n".to_vec(), 400),
        (b"GET http://x/ HTTP/1.1\r\n\r\n".to_vec(), 400),
        (b"GET / HTTP/2\r\n\r\n".to_vec(), 400),
        (b"\xff\xfe\r\n\r\n".to_vec(), 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n".to_vec(), 400),
        (b"GET / HTTP/1.1\r\n\r\n".to_vec(), 403),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n".to_vec(), 413),
        (b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n".to_vec(), 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec(), 411),
        (vec![b'a'; 100_000], 431),
    ] {
        let (found, sentence) = sent(address, &bytes);
        assert_eq!(found, status, "{sentence}");
    }
    assert_eq!(get(address, "").0, 200);
}

/// Connections that send nothing take their places only: others are dropped until one is free, and the match goes on.
#[test]
fn connections_are_bounded() {
    let server = served("tenhou", &[0]);
    let address = &server.addresses()[0].1;
    let host = address.split('/').nth(2).unwrap();
    let idle: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(host).unwrap()).collect();
    let until = Instant::now() + Duration::from_secs(30);
    while get(address, "").0 != 0 {
        assert!(Instant::now() < until, "no bound");
    }
    drop(idle);
    while get(address, "").0 != 200 {
        assert!(Instant::now() < until, "the places are not free again");
        std::thread::sleep(Duration::from_millis(50));
    }
}
