//! Competitive Toppan as text: it has no discards and calls, so hands are listed seat by seat.

use super::transcript::{WINDS, kyoku_name};
use super::{WIDTH, columns, names, padded, rule, title, widest};
use crate::logs::model::Caption;
use hyakuman_core::game::rows::{ReplayError, replay};
use hyakuman_core::game::{ActionMask, Deals, Game, KyokuEnd, KyokuResult, MatchEnd, Sink, WinRecord};
use hyakuman_core::{Seat, Tile};
use hyakuman_toppan::held::Held;
use hyakuman_toppan::terms::UNITS_PER_POINT;
use hyakuman_toppan::yaku::Yaku;
use hyakuman_toppan::{Event, Toppan, ToppanRules};
use std::sync::Arc;

const SEATS: usize = 4;

const LEGEND: &str = "\
(3m) 4p 5z  tiles in the order drawn, the first one hidden    dora 5x2  every five counts twice
1z 2z 3z 4z east to north, 5z 6z 7z white, green, red, 0m 0p 0s red fives
";

/// Replays a recorded match of Toppan and returns it as text.
pub(crate) fn toppan_page(
    rules: &Arc<ToppanRules>,
    deals: impl Into<Deals>,
    actions: &[u8],
    caption: &Caption,
) -> Result<String, ReplayError> {
    let page = title(caption) + LEGEND;
    let mut transcriber = Transcriber { page, names: names(SEATS, caption), hand: Hand::default() };
    replay::<Toppan>(rules, deals, actions, &mut transcriber)?;
    Ok(transcriber.page)
}

/// Observes a match and writes its text.
struct Transcriber {
    page: String,
    names: Vec<String>,
    hand: Hand,
}

/// What is written about a hand when it is over.
#[derive(Default)]
struct Hand {
    dora: Option<String>,
    tiles: [Vec<Tile>; SEATS],
    bets: [Option<u16>; SEATS],
    /// How each seat ended.
    ends: [&'static str; SEATS],
    turned_up: Vec<Tile>,
    ended: bool,
}

impl Sink<Toppan> for Transcriber {
    fn kyoku_start(&mut self) {
        self.hand = Hand::default();
    }

    fn decision(&mut self, game: &Toppan, seat: Seat, _legal: &ActionMask, _action: u8) {
        self.hand.dora.get_or_insert_with(|| dora(game.view(seat).indicators().dora()));
    }

    fn event(&mut self, event: &Event) {
        match *event {
            Event::Draw { seat, tile, .. } => {
                self.hand.tiles[seat.index()].push(tile.expect("a sink sees all"));
            }
            Event::Bet { seat, amount } => self.hand.bets[seat.index()] = Some(amount),
            Event::Stay { seat } => self.hand.ends[seat.index()] = "stays",
            Event::Win { seat } => self.hand.ends[seat.index()] = "declares",
            Event::Bust { seat } => self.hand.ends[seat.index()] = "bust",
            Event::TurnUp { tile, .. } => self.hand.turned_up.push(tile),
            Event::Continue => self.page += "the dealer continues\n",
            Event::Pass if self.hand.ended => self.page += "the deal passes on\n",
            Event::Pass | Event::Deal { .. } | Event::Show { .. } | Event::Redraw => {}
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.page += &format!("\n{}", rule(&heading(end)));
        self.page += &format!("dora {}\n", self.hand.dora.as_deref().unwrap_or("none"));
        for steps in 0..SEATS as u8 {
            let dealer = Seat::new((end.kyoku as usize % SEATS) as u8);
            self.page += &self.seat(dealer.after(steps, SEATS), steps as usize, end);
        }
        if !self.hand.turned_up.is_empty() {
            self.page += &format!("turned up: {}\n", super::tiles(&self.hand.turned_up));
        }
        match end.result {
            KyokuResult::Redraw => self.page += "nobody pays, the hand is dealt again\n",
            _ => end.wins.iter().for_each(|win| self.page += &self.win(win)),
        }
        self.hand.ended = true;
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.page += &format!("\n{}", rule("result"));
        let width = widest(&self.names);
        for place in 0..SEATS as u8 {
            let seat = end.placement.iter().position(|&of| of == place).expect("a placement");
            let (score, result) = (points(end.scores[seat]), f64::from(end.rank_points[seat]) / 1_000.0);
            let name = padded(&self.names[seat], width);
            self.page += &format!("{}  {name}  {score:>6}  {result:>+8}\n", place + 1);
        }
    }
}

impl Transcriber {
    /// The line of a seat: name, score, bet, tiles, how it ended, and the gain or loss.
    fn seat(&self, seat: Seat, wind: usize, end: &KyokuEnd<'_>) -> String {
        let i = seat.index();
        let width = widest(&self.names);
        let bet = self.hand.bets[i].map_or(String::new(), |bet| format!("bets {}", points(bet.into())));
        let (first, rest) = self.hand.tiles[i].split_first().expect("a first tile");
        let tiles = std::iter::once(format!("({first})")).chain(rest.iter().map(Tile::to_string));
        let tiles = tiles.collect::<Vec<_>>().join(" ");
        let held: Held = self.hand.tiles[i].iter().copied().collect();
        let sum = points(held.best(hyakuman_core::Kind::wind(wind as u8)).into());
        let ended = match self.hand.ends[i] {
            "" => String::new(),
            word => format!("{word} with {sum}"),
        };
        let (name, score, change) =
            (padded(&self.names[i], width), points(end.before[i]), signed(end.deltas[i]));
        let line =
            format!("{:<6}{name}  {score:>6}  {bet:<8}  {tiles:<20}  {ended:<18} {change:>6}", WINDS[wind]);
        line.trim_end().to_owned() + "\n"
    }

    /// The components of a win's value, in lines of limited width.
    fn win(&self, win: &WinRecord) -> String {
        let numbers = (0..u64::BITS as u8).filter(|number| win.yaku >> number & 1 != 0);
        let yaku: Vec<&str> = numbers.map(|number| Yaku::of(number).slug()).collect();
        let paid = points(win.deltas[win.winner.index()]);
        let head = format!("{} wins {paid}: {} han", self.names[win.winner.index()], win.han);
        let line = format!("{head}, {}\n", yaku.join(" "));
        if columns(&line) > WIDTH { format!("{head}\n  {}\n", yaku.join(" ")) } else { line }
    }
}

/// `East 1, repeat 2, honba 1`.
fn heading(end: &KyokuEnd<'_>) -> String {
    let more = |what: &str, count: u32| if count > 0 { format!(", {what} {count}") } else { String::new() };
    kyoku_name(end.kyoku, SEATS) + &more("repeat", end.repeat) + &more("honba", end.honba)
}

/// How many times each number, the winds and the dragons are dora.
fn dora(times: &[u8]) -> String {
    let name = |class: usize| match class {
        0..9 => (class + 1).to_string(),
        9 => "winds ".to_owned(),
        _ => "dragons ".to_owned(),
    };
    let dora = times.iter().enumerate().filter(|(_, times)| **times > 0);
    dora.map(|(class, times)| format!("{}x{times}", name(class))).collect::<Vec<_>>().join(" ")
}

/// Half points as decimal points.
fn points(half_points: i32) -> String {
    (f64::from(half_points) / f64::from(UNITS_PER_POINT)).to_string()
}

/// `+8`, `-1.5`; empty for 0.
fn signed(half_points: i32) -> String {
    match half_points {
        0 => String::new(),
        1.. => format!("+{}", points(half_points)),
        _ => points(half_points),
    }
}
