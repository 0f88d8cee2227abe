//! A win of the riichi family in the JSON input.

use super::json::{Object, brief};
use hyakuman_core::notation::{parse_tile, parse_tiles};
use hyakuman_core::{Hand, Kind, Seat, SeatSet, Tile};
use hyakuman_riichi::settle::{Stakes, WonBy};
use serde_json::Value;

/// Maximum honba and riichi sticks: multiplied by their largest value they fit a score.
pub(super) const MOST_COUNTERS: u64 = 10_000;

/// A win in the input.
pub(super) struct Request {
    /// The concealed tiles without the winning one.
    pub(super) hand: Vec<Tile>,
    pub(super) win: Tile,
    pub(super) melds: Vec<MeldText>,
    pub(super) by: By,
    /// The discarder.
    pub(super) from: Option<Wind>,
    pub(super) seat: Wind,
    pub(super) round: Wind,
    /// 0, 1, or 2 for a double one.
    pub(super) riichi: u8,
    /// The hand lies open.
    pub(super) open_riichi: bool,
    /// Ron on the tile of a player in riichi.
    pub(super) from_riichi: bool,
    pub(super) ippatsu: bool,
    pub(super) rinshan: bool,
    pub(super) chankan: bool,
    pub(super) last_tile: bool,
    pub(super) first_turn: bool,
    /// Ron on the tile of a riichi declaration.
    pub(super) riichi_tile: bool,
    /// Ron on the discard after a kan.
    pub(super) after_kan: bool,
    /// Ron on the discard after a north was set aside.
    pub(super) after_nuki: bool,
    /// Indicators, not the dora themselves.
    pub(super) dora: Vec<Tile>,
    pub(super) ura: Vec<Tile>,
    /// Tiles set aside; only norths in games that set only those aside.
    pub(super) nuki: Vec<Tile>,
    /// Whether the winner ever received a gari tile.
    pub(super) received_gari: Option<bool>,
    pub(super) honba: u16,
    pub(super) kyotaku: u16,
    /// Discards of the winner, and whether they were only terminals and honors.
    pub(super) discards: u8,
    pub(super) outside_discards: bool,
    /// Tiles that may still be drawn.
    pub(super) left: u8,
}

/// A meld in the input.
pub(super) struct MeldText {
    pub(super) sort: Sort,
    pub(super) tiles: Vec<Tile>,
}

hyakuman_core::named! {
    /// The types of melds.
    pub(super) enum Sort { Chi = "chi", Pon = "pon", Minkan = "minkan", Kakan = "kakan", Ankan = "ankan" }
}

hyakuman_core::named! {
    /// How a hand is won.
    pub(super) enum By { Ron = "ron", Tsumo = "tsumo" }
}

hyakuman_core::named! {
    /// A wind: a seat, or the round.
    pub(super) enum Wind { E = "E", S = "S", W = "W", N = "N" }
}

const KEYS: [&str; 26] = [
    "hand",
    "win",
    "melds",
    "by",
    "from",
    "seat",
    "round",
    "riichi",
    "open_riichi",
    "from_riichi",
    "ippatsu",
    "rinshan",
    "chankan",
    "last_tile",
    "first_turn",
    "riichi_tile",
    "after_kan",
    "after_nuki",
    "dora",
    "ura",
    "nuki",
    "honba",
    "kyotaku",
    "discards",
    "outside_discards",
    "left",
];
const TILE: &str = r#"a tile such as "5m", "0p" (red five) or "7z""#;
/// What tiles must be.
pub(super) const TILES: &str = r#"tiles such as "5m0p77z" or ["5m", "0p", "7z", "7z"]"#;
/// What a wind must be.
pub(super) const WIND: &str = r#""E", "S", "W" or "N""#;

impl Request {
    /// Parses a win; the error is one message.
    pub(super) fn parse(text: &str) -> Result<Request, String> {
        let mut object = Object::parse(text)?;
        object.check_keys(&KEYS)?;
        let norths = object.number("nuki", 4)?;
        Request::read(object, vec![Kind::NORTH.tile(); norths])
    }

    /// The same for a game with gari tiles, with a list of those set aside.
    pub(super) fn parse_gari(text: &str) -> Result<Request, String> {
        let mut object = Object::parse(text)?;
        object.check_keys(&[&KEYS[..], &["received_gari"]].concat())?;
        let nuki = tiles(&mut object, "nuki")?.unwrap_or_default();
        Request::read(object, nuki)
    }

    /// All concealed tiles, the winning one among them.
    pub(super) fn whole_hand(&self) -> Hand {
        let mut hand = Hand::EMPTY;
        self.hand.iter().chain([&self.win]).for_each(|tile| hand.add(tile.kind()));
        hand
    }

    /// Whether it is a tsumo.
    pub(super) fn is_tsumo(&self) -> bool {
        self.by == By::Tsumo
    }

    /// How it was won, with the seats.
    pub(super) fn won_by(&self) -> WonBy {
        let from = self.from.filter(|_| !self.is_tsumo()).map(Wind::seat);
        WonBy { winner: self.seat.seat(), from, pao: None }
    }

    /// Honba, riichi sticks and dealer of the kyoku; the dealer is east.
    pub(super) fn stakes(&self, seats: usize) -> Stakes {
        Stakes {
            dealer: Wind::E.seat(),
            honba: self.honba.into(),
            kyotaku: self.kyotaku.into(),
            active: SeatSet::all(seats),
            wareme: None,
        }
    }

    fn read(mut object: Object, nuki: Vec<Tile>) -> Result<Request, String> {
        let object = &mut object;
        Ok(Request {
            hand: needed_tiles(object, "hand")?,
            win: object.needed("win", TILE, tile)?,
            melds: melds(object)?,
            by: object.needed("by", r#""ron" or "tsumo""#, |by| By::from_name(by.as_str()?))?,
            from: object.optional("from", WIND, Wind::or_null)?.flatten(),
            seat: object.needed("seat", WIND, Wind::of)?,
            round: object.needed("round", WIND, Wind::of)?,
            riichi: object.number("riichi", 2)?,
            open_riichi: object.flag("open_riichi")?,
            from_riichi: object.flag("from_riichi")?,
            ippatsu: object.flag("ippatsu")?,
            rinshan: object.flag("rinshan")?,
            chankan: object.flag("chankan")?,
            last_tile: object.flag("last_tile")?,
            first_turn: object.flag("first_turn")?,
            riichi_tile: object.flag("riichi_tile")?,
            after_kan: object.flag("after_kan")?,
            after_nuki: object.flag("after_nuki")?,
            dora: tiles(object, "dora")?.unwrap_or_default(),
            ura: tiles(object, "ura")?.unwrap_or_default(),
            nuki,
            received_gari: object.optional("received_gari", "true or false", Value::as_bool)?,
            honba: object.number("honba", MOST_COUNTERS)?,
            kyotaku: object.number("kyotaku", MOST_COUNTERS)?,
            discards: object.number("discards", 40)?,
            outside_discards: object.flag("outside_discards")?,
            left: object.number("left", 100)?,
        })
    }
}

fn tile(value: &Value) -> Option<Tile> {
    parse_tile(value.as_str()?)
}

/// The tiles at a key; `None` if absent.
pub(super) fn tiles(object: &mut Object, key: &str) -> Result<Option<Vec<Tile>>, String> {
    let is_tiles = |value: &Value| (value.is_string() || value.is_array()).then(|| value.clone());
    let Some(value) = object.optional(key, TILES, is_tiles)? else { return Ok(None) };
    if let Some(text) = value.as_str() {
        return parse_tiles(text).map(Some).map_err(|error| format!("`{key}` must be {TILES}: {error}"));
    }
    let one = |value: &Value| {
        tile(value).ok_or_else(|| format!("`{key}` must be {TILES}; {} is not a tile", brief(value)))
    };
    value.as_array().into_iter().flatten().map(one).collect::<Result<_, _>>().map(Some)
}

/// The tiles at a required key.
pub(super) fn needed_tiles(object: &mut Object, key: &str) -> Result<Vec<Tile>, String> {
    tiles(object, key)?.ok_or_else(|| format!("`{key}` is missing; it must be {TILES}"))
}

fn melds(object: &mut Object) -> Result<Vec<MeldText>, String> {
    let of = r#"objects such as {"type": "pon", "tiles": ["7z", "7z", "7z"]}"#;
    let list = object.optional("melds", &format!("a list of {of}"), |value| value.as_array().cloned())?;
    let list = list.unwrap_or_default();
    let one = |value: Value| match Object::of(value.clone()) {
        Some(object) => meld(object).map_err(|error| format!("in `melds`: {error}")),
        None => Err(format!("`melds` must be a list of {of}; {} is not one", brief(&value))),
    };
    list.into_iter().map(one).collect()
}

fn meld(mut object: Object) -> Result<MeldText, String> {
    object.check_keys(&["type", "tiles"])?;
    let sort = object.needed("type", r#""chi", "pon", "minkan", "kakan" or "ankan""#, |sort| {
        Sort::from_name(sort.as_str()?)
    })?;
    Ok(MeldText { sort, tiles: needed_tiles(&mut object, "tiles")? })
}

impl Wind {
    /// The wind named by a value.
    pub(super) fn of(value: &Value) -> Option<Wind> {
        Wind::from_name(value.as_str()?)
    }

    fn or_null(value: &Value) -> Option<Option<Wind>> {
        if value.is_null() { Some(None) } else { Wind::of(value).map(Some) }
    }

    /// The tile of the wind.
    pub(super) fn kind(self) -> Kind {
        Kind::wind(self as u8)
    }

    /// The seat, counted from the dealer.
    pub(super) fn seat(self) -> Seat {
        Seat::new(self as u8)
    }
}
