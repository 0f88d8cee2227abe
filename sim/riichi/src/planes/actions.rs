//! Compact actions: the outputs of a network, and how they stand for action codes.
//!
//! Codes tell whether the tile in the hand or the equal one just drawn goes; outputs do not. Where both may go, the drawn
//! one does.

use crate::Action;
use crate::legal::RiichiActions;
use crate::planes::row::DecisionRow;
use hyakuman_core::common::LegalActions;
use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::game::ActionMask;
use hyakuman_core::{KindSet, Tile};

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

    /// The output of an action code, the first of two; `drawn` is the tile just drawn. None for a code that is no action.
    #[inline]
    pub fn output(self, code: u8, drawn: Option<Tile>) -> Option<u8> {
        OUTPUTS[self as usize][usize::from(plain(code, drawn)?)]
    }

    /// The output of an action that names its tile: of discards and riichi with the tile just drawn, see [`plain`].
    const fn output_of(self, action: Action) -> Option<u8> {
        let [riichi, kan, daiminkan, chi, win] = match self {
            ActionSpace::OneStep => [37, 74, 108, 109, 118],
            ActionSpace::Short => [37, 48, 47, 38, 49],
        };
        let one_step = matches!(self, ActionSpace::OneStep) as u8;
        Some(match action {
            Action::Discard(tile) | Action::Exchange(tile) => tile.code(),
            Action::Riichi(tile) => riichi + one_step * tile.code(),
            Action::Kan(kind) => kan + one_step * kind.code(),
            Action::Daiminkan => daiminkan,
            Action::Chi { side, red } => chi + 3 * red as u8 + side as u8,
            Action::Pon { reds } => chi + 6 + reds,
            Action::Tsumo | Action::Ron => win,
            Action::Kyuushu => win + 1,
            Action::NUKI_NORTH => win + 2,
            Action::Pass => win + 3,
            Action::Continue => win + 4,
            Action::Stop => win + 5,
            Action::Tsumogiri | Action::RiichiTsumogiri | Action::OpenRiichi | Action::Nuki(_) => {
                return None;
            }
        })
    }

    /// The second output of an action code: of riichi and kan on the own turn in [`ActionSpace::Short`].
    #[inline]
    pub fn second(self, code: u8, drawn: Option<Tile>) -> Option<u8> {
        match (self, Action::from_code(plain(code, drawn)?)?) {
            (ActionSpace::Short, Action::Riichi(tile)) => Some(tile.code()),
            (ActionSpace::Short, Action::Kan(kind)) => Some(kind.code()),
            _ => None,
        }
    }

    /// The outputs of these legal actions.
    #[inline]
    pub fn legal(self, legal: &ActionMask, drawn: Option<Tile>) -> ActionMask {
        set(legal.iter().filter_map(|code| self.output(code, drawn)))
    }

    /// The second outputs of these legal actions after an output; empty where there is one only.
    pub fn legal_after(self, output: u8, legal: &ActionMask, drawn: Option<Tile>) -> ActionMask {
        set(self.codes(output, legal, drawn).filter_map(|code| self.second(code, drawn)))
    }

    /// The legal code of an output, and of a second one where it needs two.
    #[inline]
    pub fn code(self, output: u8, second: Option<u8>, legal: &ActionMask, drawn: Option<Tile>) -> Option<u8> {
        if let Some(code) = Tile::new(output).and_then(|tile| legal.discards(drawn).of_tile(tile)) {
            return Some(code); // most answers are discards
        }
        let is_it = |&code: &u8| self.second(code, drawn) == second;
        let drawn_first = |code: &u8| plain(*code, drawn) == Some(*code);
        self.codes(output, legal, drawn).filter(is_it).min_by_key(drawn_first)
    }

    #[inline]
    fn codes(self, output: u8, legal: &ActionMask, drawn: Option<Tile>) -> impl Iterator<Item = u8> {
        legal.iter().filter(move |&code| self.output(code, drawn) == Some(output))
    }
}

/// The outputs of the codes of each space.
static OUTPUTS: [[Option<u8>; 256]; 2] = [table(ActionSpace::OneStep), table(ActionSpace::Short)];

const fn table(space: ActionSpace) -> [Option<u8>; 256] {
    let (mut outputs, mut code) = ([None; 256], 0);
    while code < outputs.len() {
        if let Some(action) = Action::from_code(code as u8) {
            outputs[code] = space.output_of(action);
        }
        code += 1;
    }
    outputs
}

/// The code that has the tile just drawn by its name.
#[inline]
fn plain(code: u8, drawn: Option<Tile>) -> Option<u8> {
    const DISCARD: u8 = Action::Tsumogiri.code();
    const RIICHI: u8 = Action::RiichiTsumogiri.code();
    match code {
        DISCARD => Some(Action::Discard(drawn?).code()),
        RIICHI => Some(Action::Riichi(drawn?).code()),
        _ => Some(code),
    }
}

#[inline]
fn set(outputs: impl Iterator<Item = u8>) -> ActionMask {
    let mut words = [0; 4];
    outputs.for_each(|output| words[usize::from(output / 64)] |= 1 << (output % 64));
    ActionMask::from_words(words)
}

hyakuman_core::named_from_str!(ActionSpace: "actions");

/// The kinds that may be discarded or picked.
pub(crate) fn discards(row: &DecisionRow<'_>) -> KindSet {
    row.legal.discards(row.drawn()).kinds() | row.legal.exchange().kinds()
}

/// The kinds that may be discarded with riichi.
pub(crate) fn riichi(row: &DecisionRow<'_>) -> KindSet {
    row.legal.riichi(row.drawn()).kinds()
}

/// Which actions without a tile are legal, in the order of the channels `can`.
#[inline]
pub(crate) fn calls(legal: &ActionMask) -> [bool; 9] {
    let can = |action: Action| legal.has(action.code());
    let chi = |side| can(Action::Chi { side, red: false }) || can(Action::Chi { side, red: true });
    let [low, middle, high] = ChiSide::ALL.map(chi);
    [
        low,
        middle,
        high,
        (0..3).any(|reds| can(Action::Pon { reds })),
        legal.open_kan().is_some(),
        legal.win().is_some(),
        legal.kyuushu().is_some(),
        !legal.nuki().is_empty(),
        legal.pass().is_some(),
    ]
}
