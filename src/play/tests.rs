//! Whole matches over real connections, what a seat is told, and clients that behave badly.

#[cfg(unix)]
mod failures;
mod hostile;
mod leaks;

use crate::play::people::{PeopleAtTable, PlayOptions, heading};
use crate::play::server::{Server, Settings};
use hyakuman_agents::Roster;
use hyakuman_arena::table::{Table, table_with};
use hyakuman_core::game::ruleset::{Ruleset, Source};
use hyakuman_core::{MatchSeed, Rng, Seat, SeatSet};
use hyakuman_games::registry::load_preset;
use hyakuman_riichi::Riichi;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Only what hangs takes so long.
const HANG: Duration = Duration::from_secs(600);

const GAMES: [&str; 6] = ["tenhou", "tenhou-sanma", "shura", "toutenkou", "yangzhou", "toppan"];

fn invitation(people: &[u8], family: &str) -> PlayOptions {
    let roster = Roster::built_in();
    let spec = |name: &str| roster.spec(name).unwrap();
    let people: SeatSet = people.iter().map(|&seat| Seat::new(seat)).collect();
    let agents = vec![spec(roster.default_agent(family))];
    PlayOptions { people, agents, hints: spec(roster.strong_agent(family)), seed: 7 }
}

fn family(preset: &str) -> &'static str {
    hyakuman_games::registry::rulesets().into_iter().find(|listing| listing.id == preset).unwrap().family
}

fn served(preset: &str, people: &[u8]) -> Server {
    let rules = load_preset(preset).unwrap();
    let options = invitation(people, family(preset));
    serve(PeopleAtTable::new(&rules, &Arc::new(Roster::built_in()), &options).unwrap())
}

/// This table, with the names and the hints of these options.
fn opened(table: Box<dyn Table>, options: &PlayOptions) -> Server {
    let seat = |seat| if options.people.has(seat) { None } else { options.agents.first() };
    let seats: Vec<_> = Seat::all(table.seats()).map(seat).collect();
    let heading = heading(table.rules().id(), &seats);
    serve(PeopleAtTable::at(table, heading, &Arc::new(Roster::built_in()), &options.hints).unwrap())
}

fn serve(table: PeopleAtTable) -> Server {
    Server::open(table, Settings { listen: SocketAddr::from(([127, 0, 0, 1], 0)) }).unwrap()
}

/// A connection that sends these bytes: the status and the body of the response.
fn sent(address: &str, bytes: &[u8]) -> (u16, String) {
    let host = address.strip_prefix("http://").unwrap().split('/').next().unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(HANG)).unwrap();
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
    let (addresses, start) = (server.addresses(), Instant::now());
    while start.elapsed() < HANG {
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
fn hides(preset: &str) {
    let (rules, roster) = (load_preset(preset).unwrap(), Roster::built_in());
    let spec = roster.spec(roster.default_agent(family(preset))).unwrap();
    for seat in [0, 2].map(Seat::new) {
        let agents = Seat::all(rules.facts().seats).map(|other| (other != seat).then_some(&spec));
        let seats: Vec<_> = agents.collect();
        let seed = MatchSeed { seed: 7, number: 0 };
        let mut table = table_with(&rules, seed, &roster, &seats).unwrap();
        let (mut rng, mut kyoku, mut decisions) = (Rng::from_seed(5), 0, 0);
        loop {
            while table.step().unwrap() {}
            kyoku += table.kyoku_from(seat, kyoku).len().saturating_sub(2); // earlier ones do not change
            if table.pending().is_empty() {
                break;
            }
            let told =
                |table: &dyn Table| format!("{:?} {:?}", table.kyoku_from(seat, kyoku), table.question(seat));
            let mut other = table.copied();
            other.redeal_hidden(seat, rng.next_u64()).unwrap();
            assert_eq!(told(&*other), told(&*table), "{preset}, {seat:?}, decision {decisions}");
            let legal = table.legal(seat);
            table.answer(seat, legal.nth(rng.below(legal.len()))).unwrap();
            decisions += 1;
        }
        assert!(decisions > 10, "{preset}: {decisions}");
    }
}

/// A preset with changes.
fn changed(id: &str, changes: &[&str]) -> Source {
    let mut source = Source::preset(id);
    changes.iter().for_each(|change| source.set(change).unwrap());
    source
}

/// Its rules.
fn rules<R: Ruleset>(id: &str, changes: &[&str]) -> R {
    changed(id, changes).load().unwrap().rules
}

#[test]
fn a_whole_match_tells_nothing_hidden() {
    let short = ["length_winds=1"];
    leaks::tells_nothing::<Riichi<4>>("tenhou", &short, 3);
    leaks::tells_nothing::<Riichi<3>>("tenhou-sanma", &short, 3);
}

#[test]
fn a_whole_match_with_an_exchange_tells_nothing_hidden() {
    leaks::tells_nothing::<Riichi<4>>("shura", &[], 3);
}

#[test]
fn a_whole_match_of_toutenkou_tells_nothing_hidden() {
    leaks::tells_nothing::<Toutenkou>("toutenkou", &[], 3);
}

#[test]
fn a_whole_match_of_yangzhou_tells_nothing_hidden() {
    leaks::tells_nothing::<Yangzhou>("yangzhou", &["rotations=1"], 3);
}

#[test]
fn a_whole_match_of_toppan_tells_nothing_hidden() {
    leaks::tells_nothing::<Toppan>("toppan", &[], 12);
}

/// A yaku of a rules file is named at the end of a kyoku, in both languages.
#[test]
fn own_yaku_are_named() {
    let text = "base = \"tenhou\"\nlength_winds = 1\n[[yaku]]\nname = \"Any group\"\nja = \"何でも\"\nhan = 2\nopen = 1\ngroups = [\"group\"]\n";
    let rules = hyakuman_games::registry::load(&Source::file("own.toml", text)).unwrap();
    let roster = Arc::new(Roster::built_in());
    let server = serve(PeopleAtTable::new(&rules, &roster, &invitation(&[0], "riichi")).unwrap());
    play_through(&server, |codes| codes[codes.len() - 1]);
    let seen = state(&server.addresses()[0].1, 0)["kyoku"].to_string();
    assert!(
        seen.contains("[\"Any group\",\"何でも\",\"1\"]")
            || seen.contains("[\"Any group\",\"何でも\",\"2\"]"),
        "{seen:.300}"
    );
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

/// What takes long: `./scripts/check.sh long` runs it.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: whole matches of every game"]
    fn nothing_hidden_is_told() {
        GAMES.into_iter().for_each(hides);
    }
}
