//! A win as text, for the tests.

use hyakuman_core::game::ruleset::AsTable;
use hyakuman_core::notation::{parse_tile, parse_tiles};
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat, Tile};
use hyakuman_riichi::NukiTiles;
use hyakuman_riichi::score::{DoraCount, Win, WinFlags};
use hyakuman_riichi::toutenkou::score::{Value, value};
use hyakuman_riichi::toutenkou::{GARI, Gari, ToutenkouRules, presets};
use hyakuman_riichi::variant::{Held, Variant};

/// A win with everything that counts.
#[derive(Clone, Debug)]
pub(crate) struct Won {
    /// Concealed tiles, the winning one among them.
    pub(crate) tiles: Vec<Tile>,
    pub(crate) melds: Vec<Meld>,
    pub(crate) tile: Tile,
    pub(crate) tsumo: bool,
    pub(crate) oya: bool,
    pub(crate) round: Kind,
    pub(crate) flags: WinFlags,
    pub(crate) dora: Vec<Tile>,
    pub(crate) ura: Vec<Tile>,
    pub(crate) aside: Vec<Tile>,
    /// Whether the seat ever received gari tiles.
    pub(crate) received: bool,
}

impl Won {
    /// Every tile of the winner, those set aside too.
    pub(crate) fn owned(&self) -> impl Iterator<Item = Tile> {
        let melds = self.melds.iter().flat_map(|meld| meld.tiles());
        self.tiles.iter().chain(melds).chain(&self.aside).copied()
    }

    /// The value by the scorer.
    pub(crate) fn value(&self, rules: &ToutenkouRules) -> Option<Value> {
        let mut hand = Hand::EMPTY;
        self.tiles.iter().for_each(|tile| hand.add(tile.kind()));
        let win = Win {
            hand: &hand,
            melds: &self.melds,
            tile: self.tile.kind(),
            tsumo: self.tsumo,
            seat_wind: if self.oya { Kind::EAST } else { Kind::SOUTH },
            round_wind: self.round,
            flags: self.flags,
            dora: self.dora_count(rules),
            course: Default::default(),
        };
        let owned: KindSet = self.owned().map(Tile::kind).collect();
        let ever = if self.received { owned | GARI } else { owned - GARI };
        let held = Held { nuki_tiles: self.aside.iter().copied().collect::<NukiTiles>(), ever };
        value(rules, &win, &held)
    }

    fn dora_count(&self, rules: &ToutenkouRules) -> DoraCount {
        let count = |indicators: &[Tile]| {
            let dora = indicators.iter().filter_map(|tile| Gari::dora_of(rules, tile.kind()));
            dora.map(|dora| self.owned().filter(|tile| tile.kind() == dora).count() as u8).sum()
        };
        let riichi = self.flags.has(WinFlags::RIICHI);
        DoraCount {
            dora: count(&self.dora),
            ura: if riichi { count(&self.ura) } else { 0 },
            aka: self.owned().filter(|tile| tile.is_red()).count() as u8,
            nuki: self.aside.len() as u8,
        }
    }
}

/// Rules that differ from the preset, `field=value` in TOML; `-` for none.
pub(crate) fn rules_of(text: &str) -> ToutenkouRules {
    let mut table = presets::toutenkou().to_table();
    for change in text.split(' ').filter(|word| *word != "-") {
        table.extend(change.parse::<toml::Table>().expect("a change is toml"));
    }
    ToutenkouRules::from_table(table).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A row of the table, without the expected value.
pub(crate) fn parse(hand: &str, tile: &str, melds: &str, how: &str, aside: &str) -> Won {
    let tile = parse_tile(tile).expect("a tile");
    let tiles: Vec<Tile> = tiles(hand).into_iter().chain([tile]).collect();
    let aside = self::aside(aside);
    let melds: Vec<Meld> = melds.split(' ').filter(|word| *word != "-").map(meld).collect();
    let holds = tiles.iter().chain(&aside).any(|tile| GARI.has(tile.kind()));
    let dora = how.split(' ').filter_map(|word| word.strip_prefix("dora="));
    let flags = [
        ("riichi", WinFlags::RIICHI),
        ("ippatsu", WinFlags::IPPATSU),
        ("rinshan", WinFlags::RINSHAN),
        ("chankan", WinFlags::CHANKAN),
    ];
    let has = |word| how.split(' ').any(|other| other == word);
    Won {
        dora: dora.map(|text| parse_tile(text).expect("an indicator")).collect(),
        ura: vec![],
        tsumo: has("tsumo"),
        oya: has("oya"),
        received: has("received") || holds,
        flags: flags.iter().fold(WinFlags::NONE, |all, &(word, flag)| all.with_if(flag, has(word))),
        round: Kind::EAST,
        tiles,
        melds,
        tile,
        aside,
    }
}

fn tiles(text: &str) -> Vec<Tile> {
    parse_tiles(text).expect("tiles")
}

/// `19m4z`, or ranks alone: 1 5 0 9 of the manzu and 4 for north.
fn aside(text: &str) -> Vec<Tile> {
    let north = |rank| if rank == '4' { "4z".to_owned() } else { format!("{rank}m") };
    match text {
        "-" => vec![],
        _ if text.ends_with(['m', 'z']) => tiles(text),
        _ => tiles(&text.chars().map(north).collect::<String>()),
    }
}

fn meld(text: &str) -> Meld {
    let (sort, tiles) = text.split_at(text.find(char::is_numeric).expect("tiles"));
    let t: Vec<Tile> = self::tiles(tiles);
    let from = RelSeat::new(2);
    match sort {
        "pon" => Meld::pon(t[0], [t[1], t[2]], from),
        "minkan" => Meld::daiminkan(t[0], [t[1], t[2], t[3]], from),
        "kakan" => Meld::pon(t[0], [t[1], t[2]], from).with_added(t[3]),
        "ankan" => Meld::ankan([t[0], t[1], t[2], t[3]]),
        _ => panic!("{text}"),
    }
}
