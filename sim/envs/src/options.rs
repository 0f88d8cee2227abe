//! What an environment plays, and what its learner sees.

use hyakuman_core::game::StartState;
use hyakuman_riichi::planes::{Actions, Planes};
use std::str::FromStr;

/// Options of an environment.
#[derive(Clone, PartialEq, Debug)]
pub struct EnvOptions {
    /// Number of tables, at least 1.
    pub tables: usize,
    /// The agent of each seat, as a spec; `None` is the learner. A single entry is for all seats.
    pub agents: Vec<Option<String>>,
    /// Whether the agents move by one seat from match to match ([`hyakuman_arena::lineup`]).
    pub rotate: bool,
    /// What is written to [`crate::Batch::obs`].
    pub observation: Observation,
    /// Whether [`crate::Batch::oracle`] is written: what the deciding seat cannot see; riichi only.
    pub oracle: bool,
    /// The actions of the learner. `None`: compact ones where the game has them, else codes.
    pub actions: Option<Actions>,
    /// What is written to [`crate::Batch::reward`].
    pub reward: Reward,
    /// With [`Reward::Places`]: the text of a fit for the rules, as `hyakuman agents places` writes it; `None` for that of the program.
    pub places: Option<String>,
    /// The random seed.
    pub seed: u64,
    /// Most decisions of a round; `None` for as many as there may be. Those that find no room wait for the next round.
    pub rows: Option<usize>,
    /// Where each match starts; `None` for the state of the rules.
    pub start: Option<StartState>,
    /// Number of threads; `None` for one per processor. With one all work is done on the thread of the caller.
    pub threads: Option<u64>,
    /// Most tables that a thread plays as a group: few enough for the caches of a processor.
    pub group: usize,
}

impl Default for EnvOptions {
    fn default() -> EnvOptions {
        EnvOptions {
            tables: 64,
            agents: vec![None],
            rotate: false,
            observation: Observation::None,
            oracle: false,
            actions: None,
            reward: Reward::Rank,
            places: None,
            seed: 0,
            rows: None,
            start: None,
            threads: None,
            group: 512,
        }
    }
}

/// What a decision is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observation {
    /// Nothing.
    None,
    /// A tensor; riichi only.
    Planes(Planes),
    /// The cells of its row in the table `decisions`, one after another, without padding: `Game::COLUMNS`, then `seat` (one
    /// byte) and `legal` (32 bytes).
    Row,
}

/// What the learner is rewarded with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reward {
    /// Final points with uma and oka, in thousands, at the end of the match.
    Rank,
    /// The change of the own score in points, at the end of each kyoku and of the match.
    Kyoku,
    /// The change of the rank points that the model of final places expects from kyoku to kyoku; at the end of the match what the result is
    /// above the last of them. Riichi mahjong and Toutenkou, where the model is fitted to such rules.
    Places,
    /// Nothing.
    None,
}

/// Its name in Python, where [`Observation::None`] is no text.
impl FromStr for Observation {
    type Err = String;

    fn from_str(name: &str) -> Result<Observation, String> {
        match name {
            "rows" => Ok(Observation::Row),
            _ => name.parse().map(Observation::Planes).map_err(|_| {
                let planes = Planes::ALL.map(Planes::name).join(", ");
                format!("there is no observation {name:?}: choose from {planes}, rows, None")
            }),
        }
    }
}

/// Its name in Python, where [`Reward::None`] is no text.
impl FromStr for Reward {
    type Err = String;

    fn from_str(name: &str) -> Result<Reward, String> {
        match name {
            "rank" => Ok(Reward::Rank),
            "kyoku" => Ok(Reward::Kyoku),
            "places" => Ok(Reward::Places),
            _ => Err(format!("there is no reward {name:?}: choose from rank, kyoku, places, None")),
        }
    }
}
