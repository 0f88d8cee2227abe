//! Statistics of your own: how many han wins have. `cargo run --release --example own_statistics -- [MATCHES]`.
#![allow(clippy::print_stdout, reason = "a program")]

use hyakuman::prelude::*;

/// Wins by han; the last entry counts 13 and more, and every yakuman.
#[derive(Default)]
struct Han([u64; 14]);

impl Sink<Riichi> for Han {
    fn wants(&self) -> Wants {
        Wants::ENDS
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        for win in end.wins {
            let han = if win.yakuman > 0 { 13 } else { usize::from(win.han).min(13) };
            self.0[han] += 1;
        }
    }
}

impl Tally<Riichi> for Han {
    fn merge(&mut self, later: Han) {
        self.0.iter_mut().zip(later.0).for_each(|(sum, count)| *sum += count);
    }
}

fn main() -> Result<()> {
    let games = std::env::args().nth(1).map_or(2_000, |text| text.parse().expect("a number of matches"));
    let (rules, roster) = (Rules::preset("tenhou")?, hyakuman::roster());
    let Han(wins) = Arena::new(&rules, &roster).agents("ukeire")?.games(games).tally(&Quiet)?;
    let all: u64 = wins.iter().sum();
    for (han, count) in wins.iter().enumerate().skip(1) {
        println!("{han:2} han {:6.2} % of {all} wins", 100.0 * *count as f64 / all as f64);
    }
    Ok(())
}
