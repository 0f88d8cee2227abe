//! Clients that behave badly: the match and the other people go on.

use super::{HANG, answer, codes, get, request, sent, served, state};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Instant;

/// Answers that are wrong get a sentence, and the match goes on.
#[test]
fn bad_answers_change_nothing() {
    let server = served("tenhou", &[0]);
    let address = &server.addresses()[0].1;
    let start = Instant::now();
    while state(address, 0)["now"]["question"].is_null() {
        assert!(start.elapsed() < HANG);
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

/// Whoever connects and sends nothing, or a byte now and then, is closed when others come; the person plays on.
#[test]
fn slow_connections_keep_nobody_out() {
    let (server, other) = (served("tenhou", &[0]), served("toppan", &[0]));
    let address = &server.addresses()[0].1;
    let host = address.split('/').nth(2).unwrap();
    let mut idle: Vec<TcpStream> = (0..300).map(|_| TcpStream::connect(host).unwrap()).collect();
    let start = Instant::now();
    for (number, stream) in idle.iter_mut().enumerate() {
        let _ = stream.write_all(&b"GET /a"[..number % 7]); // some are closed already
        assert_eq!(get(address, "").0, 200);
    }
    assert!(start.elapsed() < HANG, "each waits for the end of the patience with another");
    assert_eq!(get(&other.addresses()[0].1, "").0, 200);
    idle[0].set_read_timeout(Some(HANG)).unwrap();
    let read = idle[0].read(&mut [0; 8]);
    assert!(!read.is_ok_and(|read| read > 0) && start.elapsed() < HANG, "the oldest is closed");
}

/// Many wrong requests, none of them read to its end by its sender.
#[test]
fn floods_are_dropped() {
    let server = served("tenhou", &[0]);
    let address = &server.addresses()[0].1;
    let host = address.split('/').nth(2).unwrap();
    let flood: Vec<TcpStream> = (0..300)
        .map(|_| {
            let mut stream = TcpStream::connect(host).unwrap();
            let _ = stream.write_all(format!("GET /x HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes());
            stream
        })
        .collect();
    assert_eq!(get(address, "").0, 200);
    drop(flood);
}

/// The same answer from many connections at once is taken once; answers after the end get a sentence.
#[test]
fn an_answer_is_taken_once() {
    let server = served("toppan", &[0]);
    let address = &server.addresses()[0].1;
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < HANG);
        let seen = state(address, u64::MAX);
        let question = &seen["now"]["question"];
        if !seen["now"]["result"].is_null() {
            break;
        }
        if question.is_null() {
            continue;
        }
        let (number, code) = (seen["now"]["number"].as_u64().unwrap(), codes(question)[0]);
        let tries = || answer(address, number, code.into()).0;
        let found: Vec<u16> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(tries)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        // Connections that are not closed yet count: some may be refused, on a busy machine all.
        assert!(found.iter().filter(|&&status| status == 200).count() <= 1, "{found:?}");
        assert!(found.iter().all(|status| [200, 409, 429].contains(status)), "{found:?}");
    }
    assert_eq!(answer(address, 0, 0).1, "the match is over\n");
}

/// Connections of one person are bounded, and those of another seat are not touched by it.
#[test]
fn a_person_has_so_many_connections() {
    let server = served("tenhou", &[0, 1]);
    let addresses = server.addresses();
    let start = Instant::now();
    let version = loop {
        let version = state(&addresses[0].1, 0)["version"].as_u64().unwrap();
        if version > 0 && get(&addresses[1].1, "hint").0 == 409 || start.elapsed() > HANG {
            break version;
        }
    };
    let (host, token) = addresses[1].1.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let version = version.max(state(&addresses[1].1, 0)["version"].as_u64().unwrap());
    let waits = |_| {
        let mut stream = TcpStream::connect(host).unwrap();
        let line = format!("GET /{token}state?after={version} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        stream.write_all(line.as_bytes()).unwrap();
        stream
    };
    let mut waiting: Vec<TcpStream> = (0..40).map(waits).collect();
    while get(&addresses[1].1, "").0 != 429 {
        waiting.push(waits(40)); // some may have waited in vain
        assert!(start.elapsed() < HANG, "no bound");
    }
    assert_eq!(get(&addresses[0].1, "").0, 200);
    drop(waiting);
}
