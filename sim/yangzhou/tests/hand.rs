//! A winning hand as text, for the tests.

use hyakuman_core::game::ruleset::AsTable;
use hyakuman_core::notation::parse_tiles;
use hyakuman_core::{Hand, Kind, Meld, RelSeat, Tile};
use hyakuman_yangzhou::YangzhouRules;
use hyakuman_yangzhou::presets::PRESETS;
use hyakuman_yangzhou::score::{Way, Win};

/// A hand with its winning tile.
pub(crate) struct Won {
    pub(crate) hand: Hand,
    pub(crate) melds: Vec<Meld>,
    pub(crate) tile: Kind,
    pub(crate) way: Way,
    pub(crate) seat: Kind,
    pub(crate) round: Kind,
}

impl Won {
    pub(crate) fn is_tsumo(&self) -> bool {
        self.way == Way::Tsumo
    }

    pub(crate) fn win(&self) -> Win<'_> {
        Win {
            hand: &self.hand,
            melds: &self.melds,
            tile: self.tile,
            way: self.way,
            seat_wind: self.seat,
            round_wind: self.round,
        }
    }
}

/// `yangzhou implied="Strict"`: a preset, and rules that differ, as in a rules file.
pub(crate) fn rules_of(text: &str) -> YangzhouRules {
    let mut words = text.split(' ');
    let name = words.next().expect("a preset");
    let preset = PRESETS.iter().find(|preset| preset.id == name).expect("a preset");
    let mut table = (preset.rules)().to_table();
    for change in words {
        table.extend(change.parse::<toml::Table>().expect("a change is toml"));
    }
    YangzhouRules::from_table(table).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn kinds(text: &str) -> Vec<Kind> {
    parse_tiles(text).expect("tiles").iter().map(|tile| tile.kind()).collect()
}

/// `pon222m ankan7777z`, or `-`.
pub(crate) fn melds(text: &str) -> Vec<Meld> {
    text.split(' ').filter(|&text| text != "-").map(meld).collect()
}

fn meld(text: &str) -> Meld {
    let (sort, tiles) = text.split_at(text.find(char::is_numeric).expect("tiles"));
    let t: Vec<Tile> = parse_tiles(tiles).expect("tiles");
    let from = RelSeat::new(3);
    match sort {
        "chi" => Meld::chi(t[0], [t[1], t[2]], from),
        "pon" => Meld::pon(t[0], [t[1], t[2]], from),
        "minkan" => Meld::daiminkan(t[0], [t[1], t[2], t[3]], from),
        "kakan" => Meld::pon(t[0], [t[1], t[2]], from).with_added(t[3]),
        "ankan" => Meld::ankan([t[0], t[1], t[2], t[3]]),
        _ => panic!("{text}"),
    }
}
