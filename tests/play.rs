//! `hyakuman play` as a process: what is refused, an address of the network, few descriptors, and what the terminal shows of a bot that fails.

use assert_cmd::cargo::CommandCargoExt;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, TcpStream, UdpSocket};
use std::process::{Child, Command, Stdio};

fn play(line: &str) -> Command {
    let mut command = Command::cargo_bin("hyakuman").unwrap();
    command.arg("play").args(line.split(' ')).stdin(Stdio::null());
    command
}

/// A server that is stopped in the end.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn what_is_refused() {
    for (line, sentence) in [
        ("--listen nonsense", "expected an address of this machine with a port, such as 192.168.1.5:8000"),
        ("--listen 192.168.1.5", "expected an address of this machine with a port"),
        ("--listen localhost:8000", "expected an address of this machine with a port"),
        ("--listen 127.0.0.1:99999", "expected an address of this machine with a port"),
        ("--listen 0.0.0.0:8000", "is no address that others can open"),
        ("--listen [::]:8000", "is no address that others can open"),
        ("--listen 203.0.113.7:8000", "203.0.113.7:8000 cannot be served"),
        ("--seat 4", "the game has the seats 0 to 3, and 1 to 4 people can play"),
        ("--people 5", "the game has the seats 0 to 3, and 1 to 4 people can play"),
        ("--people 0", "the game has the seats 0 to 3, and 1 to 4 people can play"),
        ("--agents value,value", "2 agents for 3 seats"),
        ("--rules tenhou-sanma --agents gari", "gari"),
        ("--hints nobody", "nobody"),
        ("--hints mjai:cmd=cat", "the agent mjai gives no hints: it has to watch a match from its start"),
        ("--rules nothing", "nothing"),
    ] {
        let output = play(line).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(error.contains(sentence) && output.stdout.is_empty(), "{line}: {error}");
        assert!(error.lines().filter(|line| line.starts_with("error")).count() == 1, "{line}: {error}");
    }
}

/// An address of this machine that other machines reach; nothing is sent to find it.
fn of_the_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("198.51.100.1:9").ok()?;
    socket
        .local_addr()
        .ok()
        .map(|address| address.ip())
        .filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

/// The status and the body of a response.
fn get(address: &str, host: &str, headers: &str) -> (u16, String) {
    let (server, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(server).unwrap();
    stream.write_all(format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n").as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

/// Other machines are served with a warning; each person has a token, and only this address is answered.
#[test]
fn an_address_of_the_network() {
    let Some(ip) = of_the_network() else { return }; // a machine without a network
    let line = format!("--listen {ip}:0 --people 2 --agents shanten --seed 1");
    let mut child = play(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
    let _served = Served(child);
    let warning = errors.next().unwrap().unwrap();
    assert!(warning.contains("other machines can connect, and nothing is encrypted"), "{warning}");
    let addresses = [(); 2].map(|()| lines.next().unwrap().unwrap().rsplit(' ').next().unwrap().to_owned());
    let part = |at: usize| addresses.each_ref().map(|address| address.split('/').nth(at).unwrap());
    let ([host, same], tokens) = (part(2), part(3));
    assert!(host == same && tokens[0] != tokens[1] && host.starts_with(&ip.to_string()));
    for (own, address) in addresses.iter().enumerate() {
        let page = get(address, host, &format!("Origin: http://{host}\r\n"));
        assert!(page.0 == 200 && tokens.iter().all(|token| !page.1.contains(token)));
        let state = get(&format!("{address}state?after=0"), host, "");
        assert!(state.1.contains(&format!("\"h{}\":\"-------------\"", 1 - own)), "{}", state.1);
        assert!(!state.1.contains(&format!("\"h{own}\":\"-------------\"")), "{}", state.1);
        let port = host.rsplit(':').next().unwrap();
        for other in [
            "example.com".into(),
            format!("localhost:{port}"),
            format!("127.0.0.1:{port}"),
            format!("{ip}:1"),
        ] {
            assert_eq!(get(address, &other, "").0, 403, "{other}");
            assert_eq!(get(address, host, &format!("Origin: http://{other}\r\n")).0, 403, "{other}");
        }
    }
}

/// A match and the address of its first person.
#[cfg(unix)]
fn served(command: &mut Command) -> (Served, String) {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (Served(child), line.trim().rsplit(' ').next().unwrap().to_owned())
}

/// Connections that send nothing take one descriptor each, and give way to the person where there are no more.
#[cfg(unix)]
#[test]
fn few_descriptors_keep_nobody_out() {
    let mut command = Command::new("sh");
    let program = assert_cmd::cargo::cargo_bin("hyakuman");
    command.args(["-c", "ulimit -n 64 && exec \"$0\" play --agents shanten --seed 1"]).arg(program);
    let (_served, address) = served(&mut command);
    let host = address.split('/').nth(2).unwrap();
    let mut idle = Vec::new();
    for _ in 0..200 {
        idle.push(TcpStream::connect(host).unwrap());
        if idle.len() % 50 == 0 {
            assert_eq!(get(&address, host, "").0, 200, "{} idle connections", idle.len());
        }
    }
}

/// The terminal may be that of a person at the table: what a bot holds is shown when the match has been ended.
#[cfg(unix)]
#[test]
fn why_a_bot_failed_is_shown_in_the_end() {
    let bot = "mjai:cmd=\"sh -c 'while read -r line; do echo \\\"{\\\\\\\"type\\\\\\\":\\\\\\\"none\\\\\\\"}\\\"; done'\"";
    let mut command = Command::cargo_bin("hyakuman").unwrap();
    command.args(["play", "--seat", "1", "--seed", "1", "--agents", bot]);
    let (mut served, address) = served(&mut command);
    let host = address.split('/').nth(2).unwrap();
    let mut errors = BufReader::new(served.0.stderr.take().unwrap()).lines();
    let first = errors.next().unwrap().unwrap();
    let public = "the agent in seat 0 has failed";
    assert_eq!(
        first,
        format!("warning: {public}: the match cannot go on; why is shown when you end it, with Ctrl-C")
    );
    let state = get(&format!("{address}state?after=0"), host, "").1;
    assert!(state.contains(&format!("\"error\":\"{public}\"")) && !state.contains("legal"), "{state}");
    let id = served.0.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let last = errors.next().unwrap().unwrap();
    assert!(
        last.starts_with(&format!("error: {public}: wall 0, seat 0, kyoku E1-0: it may not pass here: ")),
        "{last}"
    );
    assert!(last.contains("; legal: {"), "{last}");
    assert_eq!(served.0.wait().unwrap().code(), Some(3));
}
