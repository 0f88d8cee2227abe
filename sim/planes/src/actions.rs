//! Compact actions: the outputs of a network, and how they stand for action codes.
//!
//! Codes tell whether the tile in the hand or the equal one just drawn goes; outputs do not. Where both may go, the drawn
//! one does.

use crate::row::DecisionRow;
use hyakuman_common::LegalActions;
use hyakuman_common::codes::{
    CHI, DAIMINKAN, KAN, LAST_KAN, NO_CODE, NO_TILE, PASS, PON, RIICHI, RIICHI_TSUMOGIRI, RON, TSUMO,
    TSUMOGIRI,
};
use hyakuman_core::{KindSet, Tile};
use hyakuman_game::ActionMask;
use hyakuman_riichi::Action;
use hyakuman_riichi::action::EXCHANGE;
use hyakuman_riichi::legal::RiichiActions;
use std::str::FromStr;

/// Abort with nine terminals and honors.
const NINE: u8 = 41;
const NUKI: u8 = Action::NUKI_NORTH.code();
const CONTINUE: u8 = Action::Continue.code();
const STOP: u8 = Action::Stop.code();
/// Number of tiles: 34 kinds and three red fives.
const TILES: usize = Tile::COUNT;

hyakuman_core::named! {
    /// A set of outputs.
    pub enum ActionSpace {
        /// `actions-v1`, 124 outputs: one for each action.
        OneStep = "actions-v1",
        /// `actions-v1-short`, 55 outputs. Riichi and kan are one output each; the tile is that of the best legal discard, the
        /// kind that of the best legal kan, among the first outputs.
        Short = "actions-v1-short",
    }
}

/// Outputs with the same sort of action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outputs {
    /// The first of them.
    pub first: u8,
    /// The last of them.
    pub last: u8,
    /// What they do. Outputs of tiles and kinds are in the order of their codes.
    pub meaning: &'static str,
}

const fn outputs(first: u8, last: u8, meaning: &'static str) -> Outputs {
    Outputs { first, last, meaning }
}

const ONE_STEP: &[Outputs] = &[
    outputs(0, 36, "discard this tile; before the first draw pick it to pass on"),
    outputs(37, 73, "declare riichi and discard this tile"),
    outputs(74, 107, "kan of this kind on the own turn"),
    outputs(108, 108, "call for a kan (daiminkan)"),
    outputs(109, 111, "chi, the called tile the lowest, in the middle, the highest"),
    outputs(112, 114, "the same with a red five of one's own"),
    outputs(115, 117, "pon with 0, 1, 2 red fives of one's own"),
    outputs(118, 118, "win"),
    outputs(119, 119, "abort the kyoku with nine terminals and honors"),
    outputs(120, 120, "set a north aside"),
    outputs(121, 121, "pass"),
    outputs(122, 122, "go on, where the dealer may stop the match"),
    outputs(123, 123, "stop the match"),
];

const SHORT: &[Outputs] = &[
    outputs(
        0,
        36,
        "discard this tile; after output 37 the tile of the riichi; outputs 0 to 33 after output 48 the kind of the kan",
    ),
    outputs(37, 37, "declare riichi"),
    outputs(38, 40, "chi, the called tile the lowest, in the middle, the highest"),
    outputs(41, 43, "the same with a red five of one's own"),
    outputs(44, 46, "pon with 0, 1, 2 red fives of one's own"),
    outputs(47, 47, "call for a kan (daiminkan)"),
    outputs(48, 48, "kan on the own turn"),
    outputs(49, 49, "win"),
    outputs(50, 50, "abort the kyoku with nine terminals and honors"),
    outputs(51, 51, "set a north aside"),
    outputs(52, 52, "pass"),
    outputs(53, 53, "go on, where the dealer may stop the match"),
    outputs(54, 54, "stop the match"),
];

/// Most outputs of any space.
pub(crate) const MOST_OUTPUTS: usize = 124;

impl ActionSpace {
    /// Its outputs in order.
    pub const fn outputs(self) -> &'static [Outputs] {
        match self {
            ActionSpace::OneStep => ONE_STEP,
            ActionSpace::Short => SHORT,
        }
    }

    /// Number of outputs.
    pub const fn count(self) -> usize {
        let outputs = self.outputs();
        outputs[outputs.len() - 1].last as usize + 1
    }

    /// The space with this number of outputs.
    pub fn of_count(count: usize) -> Option<ActionSpace> {
        ActionSpace::ALL.into_iter().find(|space| space.count() == count)
    }

    /// The output of an action code; `drawn` is the tile just drawn, or [`NO_TILE`]. None for a code that is no action.
    pub fn output(self, code: u8, drawn: u8) -> Option<usize> {
        let tile = |first: u8| if code - first == TSUMOGIRI { drawn } else { code - first } as usize;
        let one_step = self == ActionSpace::OneStep;
        Some(match code {
            0..=TSUMOGIRI => tile(0),
            EXCHANGE..=228 => tile(EXCHANGE),
            RIICHI..=RIICHI_TSUMOGIRI if one_step => 37 + tile(RIICHI),
            RIICHI..=RIICHI_TSUMOGIRI => 37,
            KAN..=LAST_KAN if one_step => 74 + (code - KAN) as usize,
            KAN..=LAST_KAN => 48,
            _ => {
                let (first, codes) = self.single();
                first + codes.iter().position(|codes| codes.contains(&code) && code != NO_CODE)?
            }
        })
    }

    /// The first output of those that name no tile or kind, and the codes of each from there on: one, or the two of a win.
    const fn single(self) -> (usize, &'static [[u8; 2]]) {
        match self {
            ActionSpace::OneStep => (108, SINGLE_OF_ONE_STEP),
            ActionSpace::Short => (38, SINGLE_OF_SHORT),
        }
    }

    /// The legal outputs; the first [`ActionSpace::count`] entries count.
    pub fn legal(self, row: &DecisionRow<'_>) -> [bool; MOST_OUTPUTS] {
        let mut legal = [false; MOST_OUTPUTS];
        row.legal
            .iter()
            .filter_map(|code| self.output(code, row.cells.drawn))
            .for_each(|output| legal[output] = true);
        legal
    }

    /// The code of a legal output. Of [`ActionSpace::Short`] riichi and kan have one only together with a second output,
    /// [`ActionSpace::second`].
    pub fn code(self, output: usize, row: &DecisionRow<'_>) -> Option<u8> {
        self.code_among(output, &row.legal, row.cells.drawn)
    }

    /// [`ActionSpace::code`] of a decision with these legal actions; `drawn` is the tile just drawn, or [`NO_TILE`].
    pub fn code_among(self, output: usize, legal: &ActionMask, drawn: u8) -> Option<u8> {
        let code = match (self, output) {
            (_, 0..TILES) => tile_code(output, [0, EXCHANGE], legal, drawn),
            (ActionSpace::OneStep, 37..=73) => tile_code(output - 37, [RIICHI, RIICHI], legal, drawn),
            (ActionSpace::OneStep, 74..=107) => KAN + (output - 74) as u8,
            _ => {
                let (first, codes) = self.single();
                let codes = codes.get(output.checked_sub(first)?)?;
                *codes.iter().find(|&&code| legal.has(code))?
            }
        };
        legal.has(code).then_some(code)
    }

    /// The second outputs of riichi (37) and kan (48) of [`ActionSpace::Short`], each with its code. Empty for all others.
    pub fn second(self, output: usize, row: &DecisionRow<'_>) -> impl Iterator<Item = (usize, u8)> {
        let codes = match (self, output) {
            (ActionSpace::Short, 37) => RIICHI..RIICHI_TSUMOGIRI + 1,
            (ActionSpace::Short, 48) => KAN..LAST_KAN + 1,
            _ => 0..0,
        };
        let (first, drawn, legal) = (codes.start, row.cells.drawn as usize, row.legal);
        let second = move |code: u8| if code - first == TSUMOGIRI { drawn } else { (code - first) as usize };
        codes.filter(move |&code| legal.has(code)).map(move |code| (second(code), code))
    }
}

impl FromStr for ActionSpace {
    type Err = String;

    fn from_str(name: &str) -> Result<ActionSpace, String> {
        let known = ActionSpace::ALL.map(ActionSpace::name).join(", ");
        ActionSpace::from_name(name)
            .ok_or_else(|| format!("there are no actions {name:?}: choose from {known}"))
    }
}

/// A code twice.
const fn one(code: u8) -> [u8; 2] {
    [code, code]
}

const SINGLE_OF_ONE_STEP: &[[u8; 2]] = &[
    one(DAIMINKAN),
    one(CHI),
    one(CHI + 1),
    one(CHI + 2),
    one(CHI + 3),
    one(CHI + 4),
    one(CHI + 5),
    one(PON),
    one(PON + 1),
    one(PON + 2),
    [TSUMO, RON],
    one(NINE),
    one(NUKI),
    one(PASS),
    one(CONTINUE),
    one(STOP),
];

const SINGLE_OF_SHORT: &[[u8; 2]] = &[
    one(CHI),
    one(CHI + 1),
    one(CHI + 2),
    one(CHI + 3),
    one(CHI + 4),
    one(CHI + 5),
    one(PON),
    one(PON + 1),
    one(PON + 2),
    one(DAIMINKAN),
    one(NO_CODE), // kan on the own turn: see `second`
    [TSUMO, RON],
    one(NINE),
    one(NUKI),
    one(PASS),
    one(CONTINUE),
    one(STOP),
];

/// The code that discards this tile, in the first of two groups of codes in which it is legal; the tile just drawn first.
fn tile_code(tile: usize, groups: [u8; 2], legal: &ActionMask, drawn: u8) -> u8 {
    let drawn_code = |group: u8| group + TSUMOGIRI;
    let is_drawn = drawn as usize == tile;
    let [first, second] = groups;
    if is_drawn && legal.has(drawn_code(first)) {
        drawn_code(first)
    } else if legal.has(first + tile as u8) {
        first + tile as u8
    } else {
        second + tile as u8
    }
}

/// The kinds that may be discarded or picked.
pub(crate) fn discards(row: &DecisionRow<'_>) -> KindSet {
    row.legal.discards(drawn(row)).kinds() | row.legal.exchange().kinds()
}

/// The kinds that may be discarded with riichi.
pub(crate) fn riichi(row: &DecisionRow<'_>) -> KindSet {
    row.legal.riichi(drawn(row)).kinds()
}

fn drawn(row: &DecisionRow<'_>) -> Option<Tile> {
    (row.cells.drawn != NO_TILE).then(|| Tile::of(row.cells.drawn))
}

/// The legal actions without a tile, in the order of the channels `can`.
pub(crate) struct Calls(pub [bool; 9]);

impl Calls {
    pub(crate) fn of(row: &DecisionRow<'_>) -> Calls {
        let legal = &row.legal;
        let any = |codes: &[u8]| codes.iter().any(|&code| legal.has(code));
        let chi = |side: u8| any(&[CHI + side, CHI + 3 + side]);
        Calls([
            chi(0),
            chi(1),
            chi(2),
            any(&[PON, PON + 1, PON + 2]),
            legal.open_kan().is_some(),
            legal.win().is_some(),
            legal.kyuushu().is_some(),
            !legal.nuki().is_empty(),
            legal.pass().is_some(),
        ])
    }
}
