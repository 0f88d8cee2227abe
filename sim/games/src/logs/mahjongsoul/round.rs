//! One kyoku: its deal and its course.

use super::end;
use super::fields::Fields;
use super::record::Record;
use crate::logs::error::LogError;
use crate::logs::hands::{Hands, check_length};
use crate::logs::model::{self, KyokuName, LogKyoku, LogRules, SeedWall};
use crate::logs::wall;
use crate::show::Change;
use hyakuman_core::notation::parse_tile;
use hyakuman_core::{Kind, Meld, Seat, Tile};

/// The kyoku being read.
pub(super) struct Round {
    pub(super) log: LogKyoku,
    /// The points of a riichi stick.
    pub(super) stick: i32,
    /// The wall as the record has it; may be empty.
    paishan: Vec<Tile>,
    hands: Hands,
    /// The last tile discarded, and who discarded it.
    discarded: Option<(Seat, Tile)>,
    /// The seat that played last: it pays a ron.
    pub(super) last: Seat,
    /// The seat that has declared riichi and has not paid its stick.
    declared: Option<Seat>,
}

impl Round {
    /// The kyoku of a `RecordNewRound`; `stick` are the points of a riichi.
    pub(super) fn new(data: Fields, stick: i32) -> Result<Round, LogError> {
        let [a, b, c, d] = ["tiles0", "tiles1", "tiles2", "tiles3"].map(|key| data.tiles(key));
        let mut hands = vec![a?, b?, c?, d?];
        if hands[3].is_empty() {
            hands.truncate(3);
        }
        let seats = hands.len();
        let dealer = data.seat("ju", seats)?;
        let of_dealer = &mut hands[dealer.index()];
        let first = if of_dealer.len() == 14 { of_dealer.pop() } else { None };
        if let Some(seat) = hands.iter().position(|hand| hand.len() != 13) {
            let problem = format!("{} tiles, expected 13, or 14 for the dealer", hands[seat].len());
            return Err(LogError::new(format!("`tiles{seat}`"), problem));
        }
        let (wind, honba) = (data.number("chang", 3)? as u8, data.number("ben", 999)?);
        let no_scores = || LogError::new("`scores`", "missing, expected the points of each seat");
        let name = KyokuName { wind, number: dealer.index() as u8, honba };
        let log = LogKyoku {
            kyotaku: data.number("liqibang", 999)?,
            scores: data.points("scores", seats)?.ok_or_else(no_scores)?,
            hands: hands.clone(),
            indicators: data.tile_if_given("dora")?.into_iter().collect(),
            ..LogKyoku::of(name)
        };
        let paishan = tiles(data.text("paishan")?);
        let hands = Hands::new(hands);
        let mut round = Round { log, stick, paishan, hands, discarded: None, last: dealer, declared: None };
        round.indicators(data, false)?;
        first.into_iter().for_each(|tile| round.draw(dealer, tile));
        Ok(round)
    }

    pub(super) fn seats(&self) -> usize {
        self.hands.tiles.len()
    }

    /// Whether its end has been read.
    pub(super) fn has_ended(&self) -> bool {
        self.log.has_ended()
    }

    /// Reads a record of its course or its end; returns whether the match is over.
    pub(super) fn record(&mut self, record: Record) -> Result<bool, LogError> {
        let Record { name, data } = record;
        check_length(self.log.events.len())?;
        match name {
            "RecordDealTile" => {
                self.stick(data, true)?;
                self.indicators(data, true)?;
                let (seat, tile) = (data.seat("seat", self.seats())?, data.tile("tile")?);
                self.draw(seat, tile);
            }
            "RecordDiscardTile" => self.discard(data)?,
            "RecordChiPengGang" => {
                self.stick(data, true)?;
                self.call(data)?;
            }
            "RecordAnGangAddGang" => self.own_kan(data)?,
            "RecordBaBei" => {
                self.indicators(data, true)?;
                let (seat, tile) = (data.seat("seat", self.seats())?, Kind::NORTH.tile());
                self.play(seat, &[tile], Change::Nuki(seat, tile));
            }
            "RecordHule" => return end::hule(self, data),
            "RecordNoTile" => return end::no_tile(self, data),
            "RecordLiuJu" => {
                self.stick(data, false)?; // By some rules the last of four riichi is not paid.
                return end::liuju(self, data);
            }
            _ => {
                return Err(LogError::new(
                    "",
                    "unknown record; only those of games with the usual rules are known",
                ));
            }
        }
        Ok(false)
    }

    /// The stick of a riichi that nobody ronned is paid before the next step: `liqi` says so, and if `is_sure`, it is paid
    /// without that, too.
    fn stick(&mut self, data: Fields, is_sure: bool) -> Result<(), LogError> {
        let declared = self.declared.take();
        let liqi = data.part("liqi");
        let paid = match data.get("liqi") {
            None => declared.filter(|_| is_sure),
            Some(_) if liqi.flag("failed").map_err(|e| e.within("`liqi`"))? => None,
            Some(_) => Some(liqi.seat("seat", self.seats()).map_err(|e| e.within("`liqi`"))?),
        };
        self.log.events.extend(paid.map(Change::Stick));
        Ok(())
    }

    /// New ones among the indicators in the record. They were opened before its step: that of an ankan with the draw after it,
    /// others with the next discard or kan.
    pub(super) fn indicators(&mut self, data: Fields, has_begun: bool) -> Result<(), LogError> {
        let (open, known) = (data.tiles("doras")?, &mut self.log.indicators);
        if open.iter().zip(&*known).any(|(a, b)| a != b) {
            let problem = format!("{open:?} are shown, {known:?} were opened before");
            return Err(LogError::new("`doras`", problem));
        }
        for &tile in open.iter().skip(known.len()) {
            known.push(tile);
            self.log.events.extend(has_begun.then_some(Change::Dora(tile)));
        }
        Ok(())
    }

    fn draw(&mut self, seat: Seat, tile: Tile) {
        self.hands.draw(seat, tile);
        self.last = seat;
        self.log.events.push(Change::Draw(seat, tile));
    }

    /// A seat takes tiles out of its hand.
    fn play(&mut self, seat: Seat, tiles: &[Tile], event: Change) {
        self.hands.take(seat, tiles);
        self.last = seat;
        self.log.events.push(event);
    }

    fn discard(&mut self, data: Fields) -> Result<(), LogError> {
        self.indicators(data, true)?;
        let (seat, tile) = (data.seat("seat", self.seats())?, data.tile("tile")?);
        let riichi = data.flag("is_liqi")? || data.flag("is_wliqi")?;
        let tsumogiri = self.hands.is_drawn(seat, tile, Some(data.flag("moqie")?));
        self.declared = riichi.then_some(seat);
        self.discarded = Some((seat, tile));
        self.play(seat, &[tile], Change::Discard { seat, tile, tsumogiri, riichi });
        Ok(())
    }

    /// Chi, pon or daiminkan. The called tile is the one from another seat; if the record does not say, the last one.
    fn call(&mut self, data: Fields) -> Result<(), LogError> {
        let seat = data.seat("seat", self.seats())?;
        let mut own = data.tiles("tiles")?;
        let from = data.list("froms")?.iter().position(|from| from.as_u64() != Some(seat.index() as u64));
        let at = from.unwrap_or(own.len().wrapping_sub(1));
        let called = if at < own.len() { Some(own.remove(at)) } else { None };
        let Some((from, tile)) = self.discarded.filter(|&(from, tile)| called == Some(tile) && from != seat)
        else {
            let last = self.discarded.map_or("none".to_owned(), |(from, tile)| format!("{tile} of {from:?}"));
            let problem = format!("{seat:?} calls a tile that is not the last discard ({last})");
            return Err(LogError::new("`tiles`", problem));
        };
        let from = from.seen_from(seat, self.seats());
        let meld = match (data.number("type", 2)?, &own[..]) {
            (0, &[a, b]) => model::chi(tile, [a, b], self.seats()),
            (1, &[a, b]) => model::pon(tile, [a, b], from),
            (2, &[a, b, c]) => model::daiminkan(tile, [a, b, c], from),
            _ => None,
        };
        let meld = meld
            .ok_or_else(|| LogError::new("`tiles`", "not the tiles of a chi, pon or kan, as `type` says"))?;
        self.play(seat, &own, Change::Call(seat, meld));
        Ok(())
    }

    /// Kakan or ankan. For an ankan the record names one of the four tiles.
    fn own_kan(&mut self, data: Fields) -> Result<(), LogError> {
        self.indicators(data, true)?;
        let (seat, tile) = (data.seat("seat", self.seats())?, data.tile("tiles")?);
        match data.number("type", 3)? {
            2 => self.play(seat, &[tile], Change::Kakan(seat, tile)),
            3 => {
                let (meld, tiles) = self.ankan(seat, tile.kind())?;
                self.play(seat, &tiles, Change::Call(seat, meld));
            }
            kind => return Err(LogError::new("`type`", format!("{kind}, expected 2 (kakan) or 3 (ankan)"))),
        }
        Ok(())
    }

    fn ankan(&self, seat: Seat, kind: Kind) -> Result<(Meld, [Tile; 4]), LogError> {
        let held = self.hands.of_kind(seat, kind);
        let problem = || LogError::new("`tiles`", format!("{seat:?} holds {} of the four tiles", held.len()));
        let tiles: [Tile; 4] = held[..].try_into().map_err(|_| problem())?;
        model::ankan(tiles).map(|meld| (meld, tiles)).ok_or_else(problem)
    }

    /// The red fives of each suit, if the record has a whole wall.
    pub(super) fn red_fives(&self) -> Option<[u8; 3]> {
        let tiles = self.wall()?;
        let count = |suit| tiles.iter().filter(|&&tile| tile == Tile::red_five(suit)).count() as u8;
        Some([0, 1, 2].map(count))
    }

    /// The kyoku, with its wall if the record has a whole one.
    pub(super) fn close(self, rules: &LogRules) -> LogKyoku {
        let ids = self.wall().and_then(|tiles| wall::ids_of(&tiles, rules.red_fives, rules.seats));
        LogKyoku { seed_wall: ids.map_or(SeedWall::Absent, SeedWall::Wall), ..self.log }
    }

    /// The whole wall in canonical order. That of older records begins after the deal and the first draw.
    fn wall(&self) -> Option<Vec<Tile>> {
        let seats = self.seats();
        let all = if seats == 4 { 136 } else { 108 };
        let mut tiles = Vec::new();
        if self.paishan.len() < all {
            let hand = |turn: usize| &self.log.hands[self.log.dealer.after(turn as u8, seats).index()];
            let dealt = |part: std::ops::Range<usize>| {
                (0..seats).flat_map(move |turn| hand(turn)[part.clone()].iter().copied())
            };
            tiles.extend([0..4, 4..8, 8..12, 12..13].into_iter().flat_map(dealt));
            tiles.extend(self.log.events.iter().find_map(|event| match event {
                Change::Draw(_, tile) => Some(*tile),
                _ => None,
            }));
        }
        tiles.extend(&self.paishan);
        Some(tiles).filter(|tiles| tiles.len() == all)
    }
}

/// The tiles of a text such as `1z0p7s`; none if it is something else.
fn tiles(text: &str) -> Vec<Tile> {
    let tile = |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(parse_tile);
    text.as_bytes().chunks(2).map(tile).collect::<Option<_>>().unwrap_or_default()
}
