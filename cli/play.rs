//! `hyakuman play`: a seat at the table, in the browser.

use crate::choice::RulesChoice;
use crate::failure::{self, Failure};
use crate::interrupt;
use anyhow::{Context, Result};
use clap::Args;
use hyakuman::play::{PeopleAtTable, PlayOptions, Server, Settings};
use hyakuman_agents::{Roster, Spec};
use hyakuman_arena::Error;
use hyakuman_core::game::GameFacts;
use hyakuman_core::{Seat, SeatSet};
use hyakuman_games::registry::AnyRules;
use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Play a match yourself, in the browser, against agents or other people
///
/// Serves a page on this machine only and prints its address, which has a secret word in it: whoever knows it plays that seat. Every
/// game is played, also under rules from a file. Ctrl-C ends the match. docs/play.md shows the page and its keys.
#[derive(Args, Debug)]
pub struct PlayArgs {
    #[command(flatten)]
    choice: RulesChoice,
    /// The agents of the other seats in order, or one for all of them. Default: the strongest one of the game
    #[arg(long, value_name = "AGENT,…")]
    agents: Option<String>,
    /// The seat that you play, from 0, the first dealer
    #[arg(long, value_name = "SEAT", default_value_t = 0)]
    seat: usize,
    /// How many people play, in this seat and those after it: each has an address of its own
    #[arg(long, value_name = "N", default_value_t = 1)]
    people: usize,
    /// Fixes the walls. Default: any
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The agent that gives hints, and reviews the match at its end. Default: the strongest one of the game
    #[arg(long, value_name = "AGENT")]
    hints: Option<String>,
    /// Serve other machines too: an address of this one, such as 192.168.1.5:8000. Nothing is encrypted
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    listen: Option<SocketAddr>,
    /// Open the page of the first person
    #[arg(long)]
    open: bool,
}

/// Runs `hyakuman play`, writing the addresses to `out`, until it is interrupted.
pub fn run(args: &PlayArgs, out: &mut impl Write) -> Result<()> {
    let rules = args.choice.load()?;
    let roster = Arc::new(hyakuman::roster());
    let table = PeopleAtTable::new(&rules, &roster, &invitation(args, &rules, &roster)?)?;
    let listen = args.listen()?;
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let server = Server::open(table, Settings { listen })
        .map_err(|error| Failure::Usage(format!("{listen} cannot be served: {error}")))?;
    let addresses = server.addresses();
    for (seat, address) in &addresses {
        writeln!(out, "seat {}: {address}", seat.index())?;
    }
    out.flush()?;
    if args.open {
        open(&addresses[0].1);
    }
    wait(&server, &stop);
    let failure = server.failure().cloned();
    drop(server);
    roster.remarks().iter().for_each(|remark| failure::warn(remark));
    failure.map_or(Ok(()), |failure| Err(Error::Protocol(failure.with_hidden_tiles()).into()))
}

/// Waits for the end of the match. Who sits at this terminal may have a seat, so what an agent did wrong waits, too: it may name tiles.
fn wait(server: &Server, stop: &AtomicBool) {
    let mut is_told = false;
    while !stop.load(Ordering::Relaxed) {
        if let Some(failure) = server.failure().filter(|_| !is_told) {
            let sentence = failure.public();
            failure::warn(&format!(
                "{sentence}: the match cannot go on; why is shown when you end it, with Ctrl-C"
            ));
            is_told = true;
        }
        thread::sleep(Duration::from_millis(50));
    }
}

impl PlayArgs {
    /// The address to serve, with a warning if other machines reach it.
    fn listen(&self) -> Result<SocketAddr, Failure> {
        let listen = self.listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 0)));
        if listen.ip().is_unspecified() {
            let sentence = format!("{listen} is no address that others can open: name one of this machine");
            return Err(Failure::Usage(sentence));
        }
        if !listen.ip().is_loopback() {
            failure::warn(
                "other machines can connect, and nothing is encrypted: who reads along knows the addresses and the hands",
            );
        }
        Ok(listen)
    }
}

/// The value of `--listen`.
fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| "expected an address of this machine with a port, such as 192.168.1.5:8000".to_owned())
}

/// Who plays.
fn invitation(args: &PlayArgs, rules: &AnyRules, roster: &Roster) -> Result<PlayOptions> {
    let GameFacts { seats, family, .. } = rules.facts();
    let strong = roster.strong_agent(family);
    let spec = |text: &str| roster.spec(text).map_err(|error| Failure::Usage(error.to_string()));
    let agents: Vec<Spec> = roster.specs(args.agents.as_deref().unwrap_or(strong))?;
    let seed = args.seed.map_or_else(hyakuman::play::random_seed, Ok)?;
    let hints = spec(args.hints.as_deref().unwrap_or(strong))?;
    Ok(PlayOptions { people: people(args, seats)?, agents, hints, seed })
}

fn people(args: &PlayArgs, seats: usize) -> Result<SeatSet, Failure> {
    if args.seat >= seats || args.people == 0 || args.people > seats {
        return Err(Failure::Usage(format!(
            "the game has the seats 0 to {}, and 1 to {seats} people can play",
            seats - 1
        )));
    }
    Ok((0..args.people).map(|next| Seat::new(((args.seat + next) % seats) as u8)).collect())
}

/// Opens a page in the browser of the system; where there is none, the address has been printed.
fn open(address: &str) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        failure::warn("no browser could be started: open the address yourself");
    }
}
