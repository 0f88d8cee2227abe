//! Tenhou's XML (`<mjloggm ver="2.3">`): one element per event; tiles are physical tiles.
//!
//! | element | meaning |
//! | --- | --- |
//! | `SHUFFLE seed` | the seed of all walls |
//! | `GO type csrule` | bits of the rules, see `game_type.rs`; rules of a lobby of its own, see `csrule.rs` |
//! | `UN n0…3 dan rate` | the names of the players, percent-encoded; their grades by number; their ratings |
//! | `TAIKYOKU oya` | the first dealer |
//! | `INIT seed ten oya hai0…3` | kyoku, honba, sticks, dice, first indicator; scores; dealer; hands |
//! | `T82`, `D82` | seat 0 draws, discards tile 82; U V W and E F G are the other seats |
//! | `N who m` | a call, see `meld.rs` |
//! | `REACH who step` | riichi: 1 declared, 2 paid |
//! | `DORA hai` | a new indicator |
//! | `AGARI`, `RYUUKYOKU` | the end, see `end.rs`; `owari` is the final result |

pub(crate) mod csrule;
mod element;
mod end;
pub(crate) mod game_type;
mod meld;
mod xml;

use crate::error::LogError;
use crate::model::{
    Format, KyokuName, LogEnd, LogKyoku, LogMatch, LogResult, LogRules, MOST_DAMAGE, SeedWall,
};
use crate::origin::LogPlayers;
use crate::seed::{self, SeedWalls};
use crate::{MAX_MATCH_BYTES, too_long};
use element::Element;
use hyakuman_core::wall::Faces;
use hyakuman_core::{Seat, Tile};
use hyakuman_show::Change;
use xml::Elements;

/// How many walls ahead are searched for the hands of a kyoku, for logs that omit kyoku.
const LOOK_AHEAD: usize = 60;
/// Maximum number of kyoku in a match.
const MOST_KYOKU: usize = 1_000;
/// Elements about people and connections, not the game.
const IGNORED: [&str; 7] = ["BYE", "CHAT", "PROF", "RANKING", "REJOIN", "FURITEN", "LN"];

/// Reads the XML of one match, which may be cut off. What cannot be read costs its kyoku; a seed
/// that is none is left out.
pub fn read(text: &str) -> Result<LogMatch, LogError> {
    if text.len() > MAX_MATCH_BYTES {
        return Err(too_long(MAX_MATCH_BYTES));
    }
    let (mut elements, mut reader) = (Elements::new(text)?, Reader::new());
    while let Some((start, at)) = elements.next()? {
        let element = Element::new(text, &start, at)?;
        reader.element(&element).map_err(|e| e.within(reader.place(&element)))?;
    }
    reader.damage.extend(elements.cut_off());
    reader.finish()
}

struct Reader {
    seed: Option<String>,
    walls: Option<SeedWalls>,
    rules: Option<LogRules>,
    table: Players,
    kyoku: Vec<LogKyoku>,
    open: Option<Open>,
    result: Option<LogResult>,
    /// In the numbering of the log.
    people: LogPlayers,
    damage: Vec<LogError>,
}

/// The number of players, and the number of the first dealer in the log.
#[derive(Clone, Copy)]
struct Players {
    seats: usize,
    first: usize,
}

/// The kyoku being read.
struct Open {
    log: LogKyoku,
    faces: Faces,
    yama: Option<Vec<u8>>,
    drawn: Option<u8>,
    discarded: Option<(Seat, u8)>,
    /// The seat that has declared riichi and has not discarded yet.
    declared: Option<Seat>,
    /// Something in it could not be read.
    broken: bool,
}

impl Reader {
    fn new() -> Reader {
        let table = Players { seats: 4, first: 0 };
        Reader {
            seed: None,
            walls: None,
            rules: None,
            table,
            kyoku: Vec::new(),
            open: None,
            result: None,
            people: LogPlayers::default(),
            damage: Vec::new(),
        }
    }

    fn element(&mut self, element: &Element) -> Result<(), LogError> {
        let tag = element.tag();
        let has_begun = self.open.is_some() || !self.kyoku.is_empty();
        match tag {
            "SHUFFLE" | "GO" | "TAIKYOKU" if has_begun => {
                return Err(LogError::new(
                    "",
                    "after the first <INIT>; a log holds one match, and this comes before it",
                ));
            }
            "SHUFFLE" => self.seed = Some(element.text("seed")?.to_owned()),
            "GO" => self.go(element)?,
            "TAIKYOKU" => self.table.first = element.number("oya", self.table.seats)?,
            // A player who comes back has one of its own, after the first.
            "UN" if self.people.0.is_empty() => self.people = element.people(),
            "UN" => {}
            "INIT" => self.init(element)?,
            "AGARI" | "RYUUKYOKU" => self.end(element),
            "DORA" | "N" | "REACH" => self.event(element)?,
            _ if IGNORED.contains(&tag) => {}
            _ if element.play().is_some() => self.event(element)?,
            _ => return Err(LogError::new("", "unknown element; only elements of ver=\"2.3\" are known")),
        }
        Ok(())
    }

    /// The rules from the bits of the game type.
    fn go(&mut self, element: &Element) -> Result<(), LogError> {
        let mut rules = game_type::rules(element.number("type", 1 << 16)? as u32)?;
        if element.has("csrule") {
            let entries: Vec<&str> = element.text("csrule")?.split(',').collect();
            rules.named = csrule::read(&entries, rules.seats);
        }
        self.table.seats = rules.seats;
        self.rules = Some(rules);
        Ok(())
    }

    fn init(&mut self, element: &Element) -> Result<(), LogError> {
        self.close();
        if self.kyoku.len() == MOST_KYOKU {
            let problem = format!("more than {MOST_KYOKU} kyoku, the limit for a match");
            return Err(LogError::new("", problem));
        }
        let rules =
            self.rules.as_ref().ok_or_else(|| LogError::new("", "no <GO type> before the first <INIT>"))?;
        let faces = Faces::new(rules.red_fives);
        let [index, honba, kyotaku, _, _, indicator] = element.array("seed")?;
        let dealer = self.table.seat(element.number("oya", self.table.seats)?);
        let name = KyokuName { wind: bounded(index / 4, 4, "seed")?, number: (index % 4) as u8, honba };
        if name.number as usize != dealer.index() {
            let problem =
                format!("seed says kyoku {name}, but oya is the dealer of number {}", dealer.index() + 1);
            return Err(LogError::new("", problem));
        }
        let hands = self.hands(element)?;
        let yama = self.next_yama(&hands, dealer)?;
        let log = LogKyoku {
            name,
            dealer,
            kyotaku,
            scores: element.points("ten", self.table)?,
            hands: hands.iter().map(|hand| hand.iter().map(|&id| faces.tile(id)).collect()).collect(),
            indicators: vec![faces.tile(bounded(indicator, 136, "seed")?)],
            ura: Vec::new(),
            events: Vec::new(),
            end: LogEnd::Unfinished,
            seed_wall: if self.walls.is_some() { SeedWall::Unmatched } else { SeedWall::Absent },
        };
        self.open =
            Some(Open { log, faces, yama, drawn: None, discarded: None, declared: None, broken: false });
        Ok(())
    }

    fn hands(&self, element: &Element) -> Result<Vec<Vec<u8>>, LogError> {
        let hand = |seat: usize| {
            let attribute = ["hai0", "hai1", "hai2", "hai3"][self.table.number(seat)];
            let hand = element.tiles(attribute)?;
            let problem = || format!("{attribute} has {} tiles, expected 13", hand.len());
            if hand.len() == 13 { Ok(hand) } else { Err(LogError::new("", problem())) }
        };
        (0..self.table.seats).map(hand).collect()
    }

    /// The next wall of the seed that deals these hands.
    fn next_yama(&mut self, hands: &[Vec<u8>], dealer: Seat) -> Result<Option<Vec<u8>>, LogError> {
        if let (None, Some(seed)) = (&self.walls, self.seed.take()) {
            match SeedWalls::new(&seed, self.table.seats) {
                Ok(walls) => self.walls = walls,
                Err(error) => self.damage.push(error.within("<SHUFFLE>")),
            }
        }
        let Some(walls) = &mut self.walls else { return Ok(None) };
        let mut ahead = walls.clone();
        for _ in 0..LOOK_AHEAD {
            let yama = ahead.next_yama();
            if deals(&yama, hands, dealer) {
                *walls = ahead;
                return Ok(Some(yama));
            }
        }
        walls.next_yama();
        Ok(None)
    }

    /// A draw, a discard, a call or what is automatic. If it cannot be read, the kyoku has no end.
    fn event(&mut self, element: &Element) -> Result<(), LogError> {
        let open = self.open.as_mut().filter(|open| open.broken || open.log.end == LogEnd::Unfinished);
        let open = open.ok_or_else(|| LogError::new("", "outside a kyoku: <INIT> must come before it"))?;
        if !open.broken
            && let Err(error) = open.event(element, self.table)
        {
            self.break_off(element, error);
        }
        Ok(())
    }

    /// Leaves out the rest of a kyoku.
    fn break_off(&mut self, element: &Element, error: LogError) {
        self.damage.push(error.within(self.place(element)));
        if let Some(open) = &mut self.open {
            (open.log.end, open.broken) = (LogEnd::Unfinished, true);
        }
    }

    /// A win or a draw. If it cannot be read, the kyoku has no end.
    fn end(&mut self, element: &Element) {
        if let Err(error) = self.end_of_kyoku(element) {
            self.break_off(element, error);
        }
        if element.has("owari") {
            match end::owari(element, self.table) {
                Ok(result) => self.result = Some(result),
                Err(error) => self.damage.push(error.within(self.place(element))),
            }
        }
    }

    fn end_of_kyoku(&mut self, element: &Element) -> Result<(), LogError> {
        let table = self.table;
        let open =
            self.open.as_mut().ok_or_else(|| LogError::new("", "no kyoku to end: <INIT> is missing"))?;
        match element.tag() {
            _ if open.broken => Ok(()),
            "AGARI" => end::add_win(&mut open.log, end::agari(element, table, &open.faces)?),
            _ if open.log.end != LogEnd::Unfinished => Err(LogError::new("", "the kyoku has ended already")),
            _ => {
                open.log.end = LogEnd::Draw(end::ryuukyoku(element, table)?);
                Ok(())
            }
        }
    }

    fn close(&mut self) {
        if let Some(Open { mut log, yama, .. }) = self.open.take() {
            if let Some(yama) = yama {
                log.seed_wall = SeedWall::Wall(seed::canonical(&yama, log.indicators.len()));
            }
            self.kyoku.push(log);
        }
    }

    fn place(&self, element: &Element) -> String {
        match &self.open {
            Some(open) => format!("kyoku {}, {}", open.log.name, element.place()),
            None => element.place(),
        }
    }

    fn finish(mut self) -> Result<LogMatch, LogError> {
        self.close();
        let rules = self
            .rules
            .ok_or_else(|| LogError::new("", "the log has no <GO type>, so its rules are unknown"))?;
        if self.kyoku.is_empty() {
            let none = || LogError::new("", "the log has no kyoku: no <INIT> in it");
            return Err(self.damage.into_iter().next().unwrap_or_else(none));
        }
        without_wrong_seed(&mut self.kyoku, &mut self.damage);
        self.damage.truncate(MOST_DAMAGE);
        let log = LogMatch {
            format: Format::Mjlog,
            reference: None,
            date: None,
            players: self.people.from(self.table.first, rules.seats),
            rules,
            kyoku: self.kyoku,
            ended: self.result.is_some(),
            result: self.result,
            damage: self.damage,
        };
        log.readable()
    }
}

impl Open {
    fn event(&mut self, element: &Element, table: Players) -> Result<(), LogError> {
        let event = match element.tag() {
            "DORA" => {
                let tile = self.faces.tile(element.tile("hai")?);
                self.log.indicators.push(tile);
                Change::Dora(tile)
            }
            "REACH" => {
                let seat = table.seat(element.number("who", table.seats)?);
                match element.text("step")? {
                    "1" => {
                        self.declared = Some(seat);
                        return Ok(());
                    }
                    "2" => Change::Stick(seat),
                    step => return Err(LogError::new("", format!("step=\"{step}\", expected 1 or 2"))),
                }
            }
            "N" => self.call(element, table)?,
            _ => self.play(element, table)?,
        };
        self.log.events.push(event);
        Ok(())
    }

    fn call(&mut self, element: &Element, table: Players) -> Result<Change, LogError> {
        let seat = table.seat(element.number("who", table.seats)?);
        let call = meld::decode(element.number("m", 1 << 16)?)?;
        let event = call.event(seat, self.discarded, &self.faces, table.seats)?;
        self.drawn = None;
        Ok(event)
    }

    /// A draw or a discard.
    fn play(&mut self, element: &Element, table: Players) -> Result<Change, LogError> {
        let (is_draw, number, id) = element.play().unwrap_or_default();
        let id = bounded(id, 136, "the tile")?;
        if number >= table.seats {
            return Err(LogError::new("", format!("seat {number} plays at a table of {}", table.seats)));
        }
        let (seat, tile) = (table.seat(number), self.tile(id));
        if is_draw {
            self.drawn = Some(id);
            return Ok(Change::Draw(seat, tile));
        }
        self.discarded = Some((seat, id));
        let (tsumogiri, riichi) = (self.drawn.take() == Some(id), self.declared.take() == Some(seat));
        Ok(Change::Discard { seat, tile, tsumogiri, riichi })
    }

    fn tile(&self, id: u8) -> Tile {
        self.faces.tile(id)
    }
}

impl Players {
    /// The seat of a number in the log.
    fn seat(self, number: usize) -> Seat {
        Seat::new(((number + self.seats - self.first) % self.seats) as u8)
    }

    /// The number in the log of a seat.
    fn number(self, seat: usize) -> usize {
        (seat + self.first) % self.seats
    }
}

/// Takes the seed away if it deals no kyoku of the log.
fn without_wrong_seed(kyoku: &mut [LogKyoku], damage: &mut Vec<LogError>) {
    if kyoku.iter().all(|log| log.seed_wall == SeedWall::Unmatched) {
        kyoku.iter_mut().for_each(|log| log.seed_wall = SeedWall::Absent);
        damage.push(LogError::new("<SHUFFLE>", "the seed deals none of these hands"));
    }
}

/// Whether this wall, dealt from its end, gives these hands.
fn deals(yama: &[u8], hands: &[Vec<u8>], dealer: Seat) -> bool {
    let seats = hands.len();
    let dealt = |turn: usize, i: usize| {
        let place = if i < 12 { i / 4 * 4 * seats + turn * 4 + i % 4 } else { 12 * seats + turn };
        yama[yama.len() - 1 - place]
    };
    (0..seats).all(|turn| {
        let hand = &hands[dealer.after(turn as u8, seats).index()];
        (0..13).all(|i| hand.contains(&dealt(turn, i)))
    })
}

/// A number below a bound.
fn bounded(number: u32, bound: u32, what: &str) -> Result<u8, LogError> {
    let problem = || format!("{what} has {number}, expected a number below {bound}");
    if number < bound { Ok(number as u8) } else { Err(LogError::new("", problem())) }
}
