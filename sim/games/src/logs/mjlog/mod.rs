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

use crate::logs::error::LogError;
use crate::logs::model::{
    Damage, Format, KyokuName, LogEnd, LogKyoku, LogMatch, LogResult, LogRules, SeedWall,
};
use crate::logs::origin::LogPlayers;
use crate::logs::seed::{self, SeedWalls};
use crate::logs::{MAX_MATCH_BYTES, too_long};
use crate::show::Change;
use element::{Element, play};
use hyakuman_core::Seat;
use hyakuman_core::wall::Faces;
use xml::Elements;

/// How many walls ahead are searched for the hands of a kyoku, for logs that omit kyoku.
const LOOK_AHEAD: usize = 60;
/// Maximum number of kyoku in a match.
const MOST_KYOKU: usize = 1_000;
/// Elements of the match, which come before its first kyoku.
const HEADS: [&str; 3] = ["SHUFFLE", "GO", "TAIKYOKU"];
/// Elements that end a kyoku.
const ENDS: [&str; 2] = ["AGARI", "RYUUKYOKU"];
/// Elements about people and connections, not the game.
const IGNORED: [&str; 7] = ["BYE", "CHAT", "PROF", "RANKING", "REJOIN", "FURITEN", "LN"];

/// Reads the XML of one match. What cannot be read costs its kyoku, where the XML ends or is not well-formed the rest; a seed that is
/// none is left out.
///
/// # Errors
/// Something before the first kyoku, or every kyoku, cannot be read.
pub fn read(text: &str) -> Result<LogMatch, LogError> {
    if text.len() > MAX_MATCH_BYTES {
        return Err(too_long(MAX_MATCH_BYTES));
    }
    let (mut elements, mut reader) = (Elements::new(text), Reader::new());
    loop {
        match elements.next() {
            Ok(Some((start, at))) => {
                reader.take(start.name().into_inner(), &Element::new(text, &start, at))?;
            }
            Ok(None) => return reader.finish(),
            Err(error) if !reader.begun => return Err(error),
            Err(error) => {
                reader.damage.add(error);
                return reader.finish();
            }
        }
    }
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
    damage: Damage,
    /// Whether an `INIT` was there.
    begun: bool,
    /// Whether elements are skipped up to the next `INIT`.
    skips: bool,
}

/// The number of players, and the number of the first dealer in the log.
#[derive(Clone, Copy)]
struct Players {
    seats: usize,
    first: usize,
}

/// What the `seed` of an `INIT` says, but for the dice.
struct Deal {
    name: KyokuName,
    kyotaku: u32,
    indicator: u8,
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
            damage: Damage::default(),
            begun: false,
            skips: false,
        }
    }

    /// Reads an element, or what stands in its place.
    fn take(&mut self, tag: &str, element: &Result<Element, LogError>) -> Result<(), LogError> {
        let starts = tag == "INIT";
        (self.begun, self.skips) = (self.begun || starts, self.skips && !starts);
        let read = match element {
            _ if self.skips => {
                self.pass(tag);
                Ok(())
            }
            Ok(element) => self.element(element).map_err(|e| e.within(element.place())),
            Err(error) => Err(error.clone()),
        };
        match read.map_err(|e| e.within(self.place(tag))) {
            Err(error) if !self.begun || HEADS.contains(&tag) => return Err(error),
            Err(error) => self.lose(tag, error),
            Ok(()) => {}
        }
        element.iter().filter(|_| ENDS.contains(&tag)).for_each(|element| self.owari(element));
        Ok(())
    }

    fn element(&mut self, element: &Element) -> Result<(), LogError> {
        match element.tag {
            tag if self.begun && HEADS.contains(&tag) => {
                let problem = "after the first <INIT>; a log holds one match, and this comes before it";
                return Err(LogError::new("", problem));
            }
            "SHUFFLE" => self.seed = Some(element.text("seed")?.to_owned()),
            "GO" => self.go(element)?,
            "TAIKYOKU" => self.table.first = element.number("oya", self.table.seats)?,
            // A player who comes back has one of its own, after the first.
            "UN" if self.people.0.is_empty() => self.people = element.people(),
            "UN" => {}
            "INIT" => self.init(element)?,
            tag if ENDS.contains(&tag) => self.end(element)?,
            tag if ["DORA", "N", "REACH"].contains(&tag) || play(tag).is_some() => self.event(element)?,
            tag if IGNORED.contains(&tag) => {}
            _ => return Err(LogError::new("", "unknown element; only elements of ver=\"2.3\" are known")),
        }
        Ok(())
    }

    /// Leaves out the rest of a kyoku. One that has its end keeps it, unless it is a second end that cannot be read.
    fn lose(&mut self, tag: &str, error: LogError) {
        self.damage.add(error);
        let open = self.open.iter_mut().filter(|_| ENDS.contains(&tag));
        open.for_each(|open| open.log.end = LogEnd::Unfinished);
        self.close();
        self.skips = true;
        self.pass(tag);
    }

    /// Passes over what is not read. A start, a draw or a discard that is in none of the kyoku shows that one is missing.
    fn pass(&mut self, tag: &str) {
        let is_of_kyoku = tag == "INIT" || play(tag).is_some();
        if is_of_kyoku && self.kyoku.last().is_none_or(LogKyoku::has_ended) {
            self.damage.gap(self.kyoku.len());
        }
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
        let [index, honba, kyotaku, _, _, indicator] = element.array("seed")?;
        let name = KyokuName { wind: bounded(index / 4, 4, "seed")?, number: (index % 4) as u8, honba };
        let deal = Deal { name, kyotaku, indicator: bounded(indicator, 136, "seed")? };
        self.deal(element, deal).map_err(|e| e.within(format!("kyoku {name}")))
    }

    fn deal(&mut self, element: &Element, deal: Deal) -> Result<(), LogError> {
        let Deal { name, kyotaku, indicator } = deal;
        let rules =
            self.rules.as_ref().ok_or_else(|| LogError::new("", "no <GO type> before the first <INIT>"))?;
        let faces = Faces::new(rules.red_fives);
        let dealer = self.table.seat(element.number("oya", self.table.seats)?);
        if name.number as usize != dealer.index() {
            let problem =
                format!("seed says kyoku {name}, but oya is the dealer of number {}", dealer.index() + 1);
            return Err(LogError::new("", problem));
        }
        let hands = self.hands(element)?;
        let yama = self.next_yama(&hands, dealer)?;
        let log = LogKyoku {
            kyotaku,
            scores: element.points("ten", self.table)?,
            hands: hands.iter().map(|hand| hand.iter().map(|&id| faces.tile(id)).collect()).collect(),
            indicators: vec![faces.tile(indicator)],
            seed_wall: if self.walls.is_some() { SeedWall::Unmatched } else { SeedWall::Absent },
            ..LogKyoku::of(name)
        };
        self.open = Some(Open { log, faces, yama, drawn: None, discarded: None, declared: None });
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
                Err(error) => self.damage.add(error.within("<SHUFFLE>")),
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

    /// A draw, a discard, a call or what is automatic.
    fn event(&mut self, element: &Element) -> Result<(), LogError> {
        let open = self.open.as_mut().filter(|open| !open.log.has_ended());
        let open = open.ok_or_else(|| LogError::new("", "outside a kyoku: <INIT> must come before it"))?;
        open.event(element, self.table)
    }

    /// A win or a draw.
    fn end(&mut self, element: &Element) -> Result<(), LogError> {
        let table = self.table;
        let open =
            self.open.as_mut().ok_or_else(|| LogError::new("", "no kyoku to end: <INIT> is missing"))?;
        match element.tag {
            "AGARI" => end::add_win(&mut open.log, end::agari(element, table, &open.faces)?),
            _ if open.log.has_ended() => Err(LogError::new("", "the kyoku has ended already")),
            _ => {
                open.log.end = LogEnd::Draw(end::ryuukyoku(element, table)?);
                Ok(())
            }
        }
    }

    /// The final result, which the end of the last kyoku has.
    fn owari(&mut self, element: &Element) {
        if element.has("owari") {
            match end::owari(element, self.table) {
                Ok(result) => self.result = Some(result),
                Err(error) => self.damage.add(error.within(element.place()).within(self.place(element.tag))),
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

    /// The kyoku of an element, for messages.
    fn place(&self, tag: &str) -> String {
        let open = self.open.as_ref().filter(|open| !open.log.has_ended() || ENDS.contains(&tag));
        open.map_or(String::new(), |open| format!("kyoku {}", open.log.name))
    }

    fn finish(mut self) -> Result<LogMatch, LogError> {
        self.close();
        let first = self.damage.errors.first().cloned();
        let none = |problem| LogError::new("", problem);
        let no_rules = || none("the log has no <GO type>, so its rules are unknown");
        let rules = self.rules.ok_or_else(|| first.clone().unwrap_or_else(no_rules))?;
        if self.kyoku.is_empty() {
            return Err(first.unwrap_or_else(|| none("the log has no kyoku: no <INIT> in it")));
        }
        without_wrong_seed(&mut self.kyoku, &mut self.damage);
        let log = LogMatch {
            players: self.people.from(self.table.first, rules.seats),
            ended: self.result.is_some(),
            result: self.result,
            ..LogMatch::of(Format::Mjlog, rules, self.kyoku, self.damage)
        };
        log.readable()
    }
}

impl Open {
    fn event(&mut self, element: &Element, table: Players) -> Result<(), LogError> {
        let event = match element.tag {
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
        let (is_draw, number, id) = play(element.tag).unwrap_or_default();
        let id = bounded(id, 136, "the tile")?;
        if number >= table.seats {
            return Err(LogError::new("", format!("seat {number} plays at a table of {}", table.seats)));
        }
        let (seat, tile) = (table.seat(number), self.faces.tile(id));
        if is_draw {
            self.drawn = Some(id);
            return Ok(Change::Draw(seat, tile));
        }
        self.discarded = Some((seat, id));
        let (tsumogiri, riichi) = (self.drawn.take() == Some(id), self.declared.take() == Some(seat));
        Ok(Change::Discard { seat, tile, tsumogiri, riichi })
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
fn without_wrong_seed(kyoku: &mut [LogKyoku], damage: &mut Damage) {
    if kyoku.iter().all(|log| log.seed_wall == SeedWall::Unmatched) {
        kyoku.iter_mut().for_each(|log| log.seed_wall = SeedWall::Absent);
        damage.add(LogError::new("<SHUFFLE>", "the seed deals none of these hands"));
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
