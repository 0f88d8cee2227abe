//! The tables of channels. The encoders find their channels in them by name, so that table and tensor cannot differ.

use std::fmt;
use std::str::FromStr;

/// Cells of a channel: one for each kind of tile, by kind (1m to 9m, 1p to 9p, 1s to 9s, east to north, white, green, red).
pub const KINDS: usize = 34;

hyakuman_core::named! {
    /// A set of channels. The channels of a set never change: a change is a new set with a new name.
    pub enum Planes {
        /// `planes-v1`: everything in a row.
        V1 = "planes-v1",
        /// `planes-v1-light`: a quarter of the size, for small networks.
        Light = "planes-v1-light",
    }
}

hyakuman_core::named! {
    /// A set of channels of what the deciding seat cannot see, for critics. It is another type than [`Planes`], so that no observation
    /// can be one.
    pub enum OraclePlanes {
        /// `oracle-v1`: the other hands, the wall to come, indicators.
        V1 = "oracle-v1",
    }
}

/// Any set of channels, to be listed.
#[derive(Clone, Copy)]
pub struct ChannelSet {
    /// Its name.
    pub name: &'static str,
    groups: &'static [Group],
}

/// Where a channel has its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// In the cells of single kinds; the others are 0.
    Kinds,
    /// In all 34 cells.
    All,
}

/// One channel of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Channel {
    /// Its index in the tensor.
    pub index: usize,
    /// Its name, unique in its set.
    pub name: String,
    /// Which cells have its value.
    pub cells: Cells,
    /// The input of a network is the cell divided by this.
    pub scale: u8,
    /// What it means. Seats are relative: 0 is the deciding seat, 1 the next in turn.
    pub meaning: &'static str,
}

impl Planes {
    /// Number of channels.
    pub const fn count(self) -> usize {
        match self {
            Planes::V1 => const { size(V1) },
            Planes::Light => const { size(LIGHT) },
        }
    }

    /// Size of a tensor: a byte for each cell of each channel.
    pub const fn bytes(self) -> usize {
        self.count() * KINDS
    }

    /// The channels in order.
    pub fn channels(self) -> Vec<Channel> {
        self.set().channels()
    }

    /// As any set.
    pub fn set(self) -> ChannelSet {
        ChannelSet { name: self.name(), groups: self.groups() }
    }

    const fn groups(self) -> &'static [Group] {
        match self {
            Planes::V1 => V1,
            Planes::Light => LIGHT,
        }
    }

    /// The first channel of the group with this name. Evaluated when compiled; an unknown name is a compile error.
    pub(crate) const fn first(self, name: &str) -> usize {
        first(self.groups(), name)
    }
}

impl OraclePlanes {
    /// Number of channels.
    pub const fn count(self) -> usize {
        size(ORACLE)
    }

    /// Size of a tensor: a byte for each cell of each channel.
    pub const fn bytes(self) -> usize {
        self.count() * KINDS
    }

    /// The channels in order.
    pub fn channels(self) -> Vec<Channel> {
        self.set().channels()
    }

    /// As any set.
    pub fn set(self) -> ChannelSet {
        ChannelSet { name: self.name(), groups: ORACLE }
    }

    /// [`Planes::first`].
    pub(crate) const fn first(self, name: &str) -> usize {
        first(ORACLE, name)
    }
}

impl ChannelSet {
    /// All sets.
    pub fn all() -> impl Iterator<Item = ChannelSet> {
        let seen = Planes::ALL.into_iter().map(Planes::set);
        seen.chain(OraclePlanes::ALL.into_iter().map(OraclePlanes::set))
    }

    /// The channels in order.
    pub fn channels(self) -> Vec<Channel> {
        let mut channels: Vec<Channel> = Vec::new();
        for group in self.groups {
            for label in group.labels {
                let name =
                    if label.is_empty() { group.name.into() } else { format!("{}_{label}", group.name) };
                let Group { cells, scale, meaning, .. } = *group;
                channels.push(Channel { index: channels.len(), name, cells, scale, meaning });
            }
        }
        channels
    }
}

impl fmt::Debug for ChannelSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for ChannelSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FromStr for ChannelSet {
    type Err = String;

    fn from_str(name: &str) -> Result<ChannelSet, String> {
        ChannelSet::all().find(|set| set.name == name).ok_or_else(|| {
            let known: Vec<_> = ChannelSet::all().map(|set| set.name).collect();
            format!("there are no planes {name:?}: choose from {}", known.join(", "))
        })
    }
}

const fn first(groups: &[Group], name: &str) -> usize {
    let (mut first, mut i) = (0, 0);
    while i < groups.len() {
        if equal(groups[i].name, name) {
            return first;
        }
        first += groups[i].labels.len();
        i += 1;
    }
    panic!("no group of this name")
}

hyakuman_core::named_from_str!(Planes: "planes");

/// Channels of one quantity.
struct Group {
    name: &'static str,
    /// A channel each; its name is that of the group and the label.
    labels: &'static [&'static str],
    cells: Cells,
    scale: u8,
    meaning: &'static str,
}

/// Declares a set of groups: `kinds` have a value for each kind, `all` the same one in all cells; name, labels, scale, meaning.
macro_rules! groups {
    ($(#[$doc:meta])+ $set:ident = $($cells:ident $name:literal $labels:expr => $scale:literal: $meaning:literal,)+) => {
        $(#[$doc])+
        const $set: &[Group] = &[$(Group {
            name: $name,
            labels: $labels,
            cells: groups!($cells),
            scale: $scale,
            meaning: $meaning,
        }),+];
    };
    (kinds) => { Cells::Kinds };
    (all) => { Cells::All };
}

const fn size(groups: &[Group]) -> usize {
    let (mut size, mut i) = (0, 0);
    while i < groups.len() {
        size += groups[i].labels.len();
        i += 1;
    }
    size
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

const ONE: &[&str] = &[""];
const COPIES: &[&str] = &["1", "2", "3", "4"];
const SEATS: &[&str] = &["0", "1", "2", "3"];
const OTHERS: &[&str] = &["1", "2", "3"];
const QUESTIONS: &[&str] = &["turn", "discard", "kakan", "ankan", "stop", "nuki", "exchange"];
const SEATS_AND_ROWS: &[&str] =
    &["0_a", "0_b", "0_c", "1_a", "1_b", "1_c", "2_a", "2_b", "2_c", "3_a", "3_b", "3_c"];
const SEATS_AND_COPIES: &[&str] = &[
    "0_1", "0_2", "0_3", "0_4", "1_1", "1_2", "1_3", "1_4", "2_1", "2_2", "2_3", "2_4", "3_1", "3_2", "3_3",
    "3_4",
];
const SEATS_AND_FEEDERS: &[&str] =
    &["0_1", "0_2", "0_3", "1_1", "1_2", "1_3", "2_1", "2_2", "2_3", "3_1", "3_2", "3_3"];
const SHANTEN: &[&str] = &["complete", "0", "1", "2", "3", "4", "5", "6"];
const PLACES: &[&str] = &["1", "2", "3", "4"];
const ROUNDS: &[&str] = &["east", "south", "later"];
const OTHERS_AND_COPIES: &[&str] =
    &["1_1", "1_2", "1_3", "1_4", "2_1", "2_2", "2_3", "2_4", "3_1", "3_2", "3_3", "3_4"];
const FIRST_4: &[&str] = &["1", "2", "3", "4"];
const FIRST_5: &[&str] = &["1", "2", "3", "4", "5"];
const FIRST_12: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

groups! {
    /// The channels of [`Planes::V1`].
    V1 =
    kinds "hand" COPIES => 1: "at least this many concealed, the tile just drawn among them",
    kinds "hand_red" ONE => 1: "a concealed red five, at its five",
    kinds "drawn" ONE => 1: "the tile just drawn",
    kinds "drawn_red" ONE => 1: "it is a red five, at its five",
    kinds "offered" ONE => 1: "the tile that may be claimed",
    kinds "offered_red" ONE => 1: "it is a red five, at its five",
    all "offered_by" OTHERS => 1: "the seat whose tile that is",
    all "question" QUESTIONS => 1: "what is asked: act in the own turn; claim a discard; rob a kakan, an ankan; stop the match; win on a north set aside; pick a tile to pass on",
    kinds "river" SEATS_AND_ROWS => 1: "discarded by the seat: a among its discards 1 to 6, b 7 to 12, c later",
    kinds "river_hand" SEATS_AND_ROWS => 1: "the same, from the hand (tedashi)",
    kinds "river_age" SEATS => 255: "latest discard of the kind by the seat: 255 times exp(-0.2 n), n the discards of the seat since",
    kinds "river_hand_age" SEATS => 255: "the same, of discards from the hand",
    kinds "river_red" SEATS => 1: "the seat discarded a red five, at its five",
    kinds "riichi_tile" SEATS => 1: "the discard with which the seat declared riichi",
    kinds "last_from_hand" SEATS => 1: "the last discard of the seat that came from the hand",
    kinds "after_call" SEATS => 1: "discards of the seat right after its chi or pon, but for a pon that became a kan",
    kinds "after_kan" SEATS => 1: "discards of the seat right after its kan",
    kinds "safe" SEATS => 1: "no ron by the seat on this kind: the seat discarded it, or any seat did after the riichi of the seat",
    kinds "meld" SEATS_AND_COPIES => 1: "at least this many in the sets of the seat",
    kinds "meld_red" SEATS => 1: "a red five in the sets of the seat, at its five",
    kinds "meld_from" SEATS_AND_FEEDERS => 4: "called tiles of the seat, by the seat they came from, counted from the caller: 1 the next",
    kinds "meld_chi" SEATS => 4: "sequences called by the seat, at their lowest tile",
    kinds "meld_kan" SEATS => 2: "kans of the seat: 1 open, 2 concealed",
    kinds "nuki" &["0", "1", "2"] => 4: "norths set aside by the seat, at north (three players)",
    kinds "indicator" ONE => 4: "dora indicators turned up, by kind",
    kinds "indicator_red" ONE => 1: "an indicator is a red five, at its five",
    kinds "indicator_age" ONE => 255: "latest indicator of the kind: 255 times exp(-0.2 n), n the discards of all seats since",
    kinds "dora" ONE => 4: "how often the kind is dora",
    all "indicators" ONE => 5: "number of indicators",
    kinds "unseen" COPIES => 1: "at least this many not in the hand and not in sight",
    kinds "unseen_red" ONE => 1: "the red five is not in sight, at its five (one red five per suit; 0 where the rules have none)",
    all "shanten" SHANTEN => 1: "shanten of the concealed tiles, the one just drawn among them",
    kinds "waits" ONE => 4: "kinds that complete the hand without the tile just drawn: copies not in sight",
    kinds "ukeire" ONE => 4: "kinds that lower the shanten of the hand without the tile just drawn: copies not in sight",
    kinds "keep" ONE => 1: "discards that keep the shanten (own turn)",
    kinds "lower" ONE => 1: "the same where the tile just drawn lowered the shanten",
    kinds "ukeire_after" ONE => 80: "for the discards that keep the shanten: copies not in sight that then lower it, at most 80",
    all "furiten" ONE => 1: "barred from winning by ron",
    kinds "can_discard" ONE => 1: "may be discarded, or picked to pass on",
    kinds "can_riichi" ONE => 1: "may be discarded with riichi",
    kinds "can_kan" ONE => 1: "may be made a kan on the own turn",
    all "can" &["chi_low", "chi_middle", "chi_high", "pon", "daiminkan", "win", "nine", "nuki", "pass"] => 1: "may call the tile on offer (the lowest, middle, highest of a sequence; pon; kan), win, abort with nine terminals and honors, set a north aside, pass",
    all "riichi" SEATS => 1: "in riichi, or declaring it",
    all "ippatsu" SEATS => 1: "a win now would be within one go-round of the riichi",
    all "double_riichi" SEATS => 1: "the riichi is a double one",
    all "open" SEATS => 1: "has called a tile",
    all "score_100k" SEATS => 255: "score: 255 is 100,000 points; cut off at 0 and 255",
    all "score_30k" SEATS => 255: "score: 255 is 30,000 points; cut off at 0 and 255",
    all "score_gap" OTHERS => 255: "128 plus a 200th of the score of the seat less the own; cut off at 0 and 255",
    all "rank" PLACES => 1: "own place by score; of equal scores the earlier seat of the first kyoku is better",
    kinds "wind_round" ONE => 1: "the round wind",
    kinds "wind_own" ONE => 1: "the own wind",
    all "dealer" SEATS => 1: "the dealer",
    all "round" ROUNDS => 1: "the round wind: east, south, later",
    all "kyoku" PLACES => 1: "number of the kyoku in the round",
    all "honba" ONE => 10: "honba, at most 10",
    all "sticks" ONE => 10: "riichi sticks on the table, at most 10",
    all "remaining" ONE => 70: "draws left",
    all "last_kyoku" ONE => 1: "the last regular kyoku of the match, or a later one",
    all "east_only" ONE => 1: "a match of one round",
    all "has_won" OTHERS => 1: "has won in this kyoku, which goes on (Shura)",
    kinds "given" ONE => 3: "tiles picked to pass on, or passed on, before the first draw (Shura)",
    all "given_to" OTHERS => 1: "the seat that got them",
    kinds "received" ONE => 3: "tiles received",
    all "received_from" OTHERS => 1: "the seat that passed them on",
}

groups! {
    /// The channels of [`Planes::Light`].
    LIGHT =
    kinds "hand" COPIES => 1: "at least this many concealed, the tile just drawn among them",
    kinds "hand_red" ONE => 1: "a concealed red five, at its five",
    kinds "drawn" ONE => 1: "the tile just drawn",
    kinds "offered" ONE => 1: "the tile that may be claimed",
    kinds "river" SEATS => 4: "discards of the seat, by kind",
    kinds "river_age" SEATS => 255: "latest discard of the kind by the seat: 255 times exp(-0.2 n), n the discards of the seat since",
    kinds "meld" SEATS => 4: "tiles in the sets of the seat, norths set aside among them, by kind",
    kinds "safe" OTHERS => 1: "no ron by the seat on this kind: the seat discarded it, or any seat did after the riichi of the seat",
    kinds "dora" ONE => 4: "how often the kind is dora",
    kinds "unseen" ONE => 4: "copies not in the hand and not in sight",
    kinds "ukeire" ONE => 4: "kinds that lower the shanten of the hand without the tile just drawn: copies not in sight",
    kinds "keep" ONE => 1: "discards that keep the shanten (own turn)",
    kinds "can_discard" ONE => 1: "may be discarded, or picked to pass on",
    kinds "can_riichi" ONE => 1: "may be discarded with riichi",
    kinds "can_kan" ONE => 1: "may be made a kan on the own turn",
    all "riichi" SEATS => 1: "in riichi, or declaring it",
    kinds "wind_round" ONE => 1: "the round wind",
    kinds "wind_own" ONE => 1: "the own wind",
    all "shanten" ONE => 7: "shanten of the concealed tiles plus 1, the tile just drawn among them",
    all "remaining" ONE => 70: "draws left",
    all "honba" ONE => 10: "honba, at most 10",
    all "sticks" ONE => 10: "riichi sticks on the table, at most 10",
    all "score_100k" SEATS => 255: "score: 255 is 100,000 points; cut off at 0 and 255",
    all "score_gap" OTHERS => 255: "128 plus a 200th of the score of the seat less the own; cut off at 0 and 255",
    all "rank" ONE => 4: "own place by score, 1 to 4; of equal scores the earlier seat of the first kyoku is better",
    all "round" ONE => 3: "the round wind: 0 east, 1 south, 2 or more later",
    all "dealer" ONE => 1: "the deciding seat is the dealer",
    all "claim" ONE => 1: "asked about the tile of another seat, not in the own turn",
    all "furiten" ONE => 1: "barred from winning by ron",
    all "offered_by" ONE => 3: "the seat whose tile may be claimed, 1 the next; 0 for none",
}

groups! {
    /// The channels of [`OraclePlanes::V1`].
    ORACLE =
    kinds "hand" OTHERS_AND_COPIES => 1: "at least this many concealed by the seat, the tile just drawn among them",
    kinds "hand_red" OTHERS => 1: "a concealed red five of the seat, at its five",
    all "shanten" OTHERS => 7: "shanten of these tiles plus 1",
    kinds "waits" OTHERS => 1: "kinds that complete the hand of the seat without the tile just drawn",
    all "furiten" OTHERS => 1: "the seat is barred from winning by ron",
    kinds "wall" COPIES => 1: "at least this many among the live draws to come",
    kinds "wall_red" ONE => 1: "a red five among them, at its five",
    kinds "draw" FIRST_12 => 2: "the next live draws in order, 1 the next: 2 a red five, 1 another tile",
    kinds "rinshan" FIRST_4 => 2: "the next replacement tiles in order: 2 a red five, 1 another tile",
    kinds "indicator" FIRST_5 => 2: "the dora indicators in order, turned up or not: 2 a red five, 1 another tile",
    kinds "ura" FIRST_5 => 2: "the ura dora indicators beneath them: 2 a red five, 1 another tile",
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_channel_has_a_name_of_its_own_and_a_meaning() {
        for set in ChannelSet::all() {
            let channels = set.channels();
            assert_eq!(channels.len(), size(set.groups));
            let names: HashSet<&str> = channels.iter().map(|channel| channel.name.as_str()).collect();
            assert_eq!(names.len(), channels.len(), "{set}: two channels of one name");
            assert!(channels.iter().all(|channel| !channel.meaning.is_empty() && channel.scale > 0));
            assert_eq!(set.name.parse::<ChannelSet>().map(|set| set.name), Ok(set.name));
        }
    }

    #[test]
    fn the_sizes_are_pinned() {
        assert_eq!(Planes::ALL.map(Planes::count), [214, 52]);
        assert_eq!(OraclePlanes::ALL.map(OraclePlanes::count), [55]);
    }
}
