//! A win of the riichi family as a line of JSON gives it.

use super::json::{Object, brief};
use hyakuman_core::notation::parse_tile;
use hyakuman_core::{Hand, Kind, Seat, SeatSet, Tile};
use hyakuman_games::riichi::settle::{Stakes, WonBy};
use serde_json::Value;

/// Most honba, and most sticks, that are counted: times the most that one is worth they fit a score.
pub(super) const MOST_COUNTERS: u64 = 10_000;

/// A win, as given.
pub(super) struct Request {
    /// The concealed tiles without the winning one.
    pub(super) hand: Vec<Tile>,
    pub(super) win: Tile,
    pub(super) melds: Vec<MeldText>,
    pub(super) by: By,
    /// Who discarded.
    pub(super) from: Option<Wind>,
    pub(super) seat: Wind,
    pub(super) round: Wind,
    /// 0, 1, or 2 for a double one.
    pub(super) riichi: u8,
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
    /// Tiles set aside; norths, where only they can be.
    pub(super) nuki: Vec<Tile>,
    /// Did any gari tile ever come to the winner?
    pub(super) received_gari: Option<bool>,
    pub(super) honba: u16,
    pub(super) kyotaku: u16,
}

/// A meld, as given.
pub(super) struct MeldText {
    pub(super) sort: Sort,
    pub(super) tiles: Vec<Tile>,
}

/// The sorts of melds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Sort {
    Chi,
    Pon,
    Minkan,
    Kakan,
    Ankan,
}

/// How a hand is won.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum By {
    Ron,
    Tsumo,
}

/// A wind: a seat, or the round.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wind {
    E,
    S,
    W,
    N,
}

const KEYS: [&str; 21] = [
    "hand",
    "win",
    "melds",
    "by",
    "from",
    "seat",
    "round",
    "riichi",
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
];
const TILE: &str = r#"a tile such as "5m", "0p" (red five) or "7z""#;
/// What a list of tiles must be.
pub(super) const TILES: &str = r#"tiles such as ["5m", "0p", "7z"]"#;
/// What a wind must be.
pub(super) const WIND: &str = r#""E", "S", "W" or "N""#;

impl Request {
    /// The win that a text asks about, or in one sentence what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Request, String> {
        let mut object = Object::parse(text)?;
        object.check_keys(&KEYS)?;
        let norths = object.number("nuki", 4)?;
        Request::read(object, vec![Kind::NORTH.tile(); norths])
    }

    /// The same for a game of gari tiles, where those set aside are listed.
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

    /// Is it a win by the own draw?
    pub(super) fn is_tsumo(&self) -> bool {
        self.by == By::Tsumo
    }

    /// Who won, and from whom.
    pub(super) fn won_by(&self) -> WonBy {
        let from = self.from.filter(|_| !self.is_tsumo()).map(Wind::seat);
        WonBy { winner: self.seat.seat(), from, pao: None }
    }

    /// What is at stake in a kyoku of so many seats; the dealer is east.
    pub(super) fn stakes(&self, seats: usize) -> Stakes {
        Stakes {
            dealer: Wind::E.seat(),
            honba: self.honba.into(),
            kyotaku: self.kyotaku.into(),
            active: SeatSet::all(seats),
        }
    }

    fn read(mut object: Object, nuki: Vec<Tile>) -> Result<Request, String> {
        let object = &mut object;
        Ok(Request {
            hand: needed_tiles(object, "hand")?,
            win: object.needed("win", TILE, tile)?,
            melds: melds(object)?,
            by: object.needed("by", r#""ron" or "tsumo""#, By::of)?,
            from: object.optional("from", WIND, Wind::or_null)?.flatten(),
            seat: object.needed("seat", WIND, Wind::of)?,
            round: object.needed("round", WIND, Wind::of)?,
            riichi: object.number("riichi", 2)?,
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
        })
    }
}

fn tile(value: &Value) -> Option<Tile> {
    parse_tile(value.as_str()?)
}

/// The tiles at a key; none where it is absent.
pub(super) fn tiles(object: &mut Object, key: &str) -> Result<Option<Vec<Tile>>, String> {
    let Some(list) = object.list(key, TILES)? else { return Ok(None) };
    let one = |value: &Value| {
        tile(value)
            .ok_or_else(|| format!("`{key}` must be a list of {TILES}; {} is not a tile", brief(value)))
    };
    list.iter().map(one).collect::<Result<_, _>>().map(Some)
}

/// The tiles at a key, which must be there.
pub(super) fn needed_tiles(object: &mut Object, key: &str) -> Result<Vec<Tile>, String> {
    tiles(object, key)?.ok_or_else(|| format!("`{key}` is missing; it must be a list of {TILES}"))
}

fn melds(object: &mut Object) -> Result<Vec<MeldText>, String> {
    let of = r#"objects such as {"type": "pon", "tiles": ["7z", "7z", "7z"]}"#;
    let list = object.list("melds", of)?.unwrap_or_default();
    let one = |value: Value| match Object::of(value.clone()) {
        Some(object) => meld(object).map_err(|error| format!("in `melds`: {error}")),
        None => Err(format!("`melds` must be a list of {of}; {} is not one", brief(&value))),
    };
    list.into_iter().map(one).collect()
}

fn meld(mut object: Object) -> Result<MeldText, String> {
    object.check_keys(&["type", "tiles"])?;
    let sort = object.needed("type", r#""chi", "pon", "minkan", "kakan" or "ankan""#, Sort::of)?;
    Ok(MeldText { sort, tiles: needed_tiles(&mut object, "tiles")? })
}

impl Sort {
    fn of(value: &Value) -> Option<Sort> {
        match value.as_str()? {
            "chi" => Some(Sort::Chi),
            "pon" => Some(Sort::Pon),
            "minkan" => Some(Sort::Minkan),
            "kakan" => Some(Sort::Kakan),
            "ankan" => Some(Sort::Ankan),
            _ => None,
        }
    }
}

impl By {
    fn of(value: &Value) -> Option<By> {
        match value.as_str()? {
            "ron" => Some(By::Ron),
            "tsumo" => Some(By::Tsumo),
            _ => None,
        }
    }
}

impl Wind {
    /// The wind a value names.
    pub(super) fn of(value: &Value) -> Option<Wind> {
        match value.as_str()? {
            "E" => Some(Wind::E),
            "S" => Some(Wind::S),
            "W" => Some(Wind::W),
            "N" => Some(Wind::N),
            _ => None,
        }
    }

    /// A wind, or null for nobody.
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
