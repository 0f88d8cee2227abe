//! A bot for tests: it speaks mjai, discards what it draws, and misbehaves in one way if asked to.
//!
//! `hyakuman-test-bot array|line|each [HOW [N]]`: from its `N`-th question on (0 is the first) it behaves as `HOW` says.

use serde_json::{Value, json};
use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

struct Bot {
    transport: String,
    how: String,
    from: u64,
    asked: u64,
    id: u64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().unwrap_or_default();
    let (transport, how, from) = (next(), next(), next().parse().unwrap_or(0));
    let mut bot = Bot { transport, how, from, asked: 0, id: 9 };
    bot.before();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        bot.line(&serde_json::from_str(&line).expect("JSON"));
    }
    eprintln!("the input is closed");
    if bot.how == "stays" {
        sleep(Duration::from_secs(3_600));
    }
}

impl Bot {
    /// What it does before it reads anything.
    fn before(&self) {
        match self.how.as_str() {
            "exit_at_start" => std::process::exit(3),
            "greets" => say("Hello! The model is loaded."),
            "counted" => eprintln!("started"),
            "deaf" => sleep(Duration::from_secs(3_600)),
            _ => {}
        }
    }

    fn line(&mut self, line: &Value) {
        let events = line.as_array().map_or_else(|| vec![line], |events| events.iter().collect());
        for event in &events {
            if event["type"] == "start_game" {
                self.id = event["id"].as_u64().expect("an id");
            }
        }
        let last = events.last().expect("an event");
        if last["type"] == "end_game" && self.how == "exit_at_end" {
            std::process::exit(0);
        }
        let answers = match self.transport.as_str() {
            "line" => self.can_act(last) && last["can_act"] != false,
            _ => true,
        };
        if answers {
            self.answer(last);
        }
    }

    /// Whether the event lets it act. It does not know which calls are legal, so every discard of others does.
    fn can_act(&self, event: &Value) -> bool {
        let own = event["actor"] == self.id;
        match event["type"].as_str() {
            Some("tsumo") => own,
            Some("dahai" | "kakan" | "ankan" | "nukidora" | "kita") => !own,
            _ => false,
        }
    }

    fn answer(&mut self, last: &Value) {
        let id = self.id;
        let draws = last["type"] == "tsumo" && last["actor"] == id;
        let good = match draws {
            true => json!({"type": "dahai", "actor": id, "pai": last["pai"], "tsumogiri": true}),
            false => json!({"type": "none"}),
        };
        let misbehaves = self.asked >= self.from && (draws || self.asked > 0);
        self.asked += 1;
        if misbehaves { self.misbehave(&good, draws) } else { say(&good.to_string()) }
    }

    fn misbehave(&self, good: &Value, draws: bool) {
        let changed = |key: &str, value: Value| {
            let mut bad = good.clone();
            bad[key] = value;
            bad.to_string()
        };
        match self.how.as_str() {
            "silent" => {}
            "slow" => {
                sleep(Duration::from_millis(30));
                say(&good.to_string());
            }
            "exit" => std::process::exit(3),
            "babble" => say("I think I will discard 5m"),
            "megabyte" => say(&"x".repeat(1 << 20)),
            "pass" if draws => say(r#"{"type":"none"}"#),
            "chi" if draws => {
                say(&json!({"type": "chi", "actor": self.id, "pai": "1m", "consumed": ["2m", "3m"]})
                    .to_string());
            }
            "other" if draws => say(&changed("actor", json!((self.id + 1) % 3))),
            "tile" if draws => say(&changed("pai", json!(if good["pai"] == "1m" { "2m" } else { "1m" }))),
            "twice" => say(&format!("{good}\n{good}")),
            "late_extra" => {
                say(&good.to_string());
                sleep(Duration::from_millis(50));
                say(r#"{"type":"none"}"#);
            }
            "half" => {
                let _ = io::stdout().write_all(b"{\"type\":").and_then(|()| io::stdout().flush());
                sleep(Duration::from_secs(3_600));
            }
            _ => say(&good.to_string()),
        }
    }
}

/// Writes a line in one piece.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    // The reader may be gone.
    if out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(1);
    }
}
