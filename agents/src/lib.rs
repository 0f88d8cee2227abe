//! The built-in agents, and the roster to which users add their own.
//!
//! ```
//! use hyakuman_agents::{Random, Roster};
//! use hyakuman_riichi::Riichi;
//!
//! let mut roster = Roster::built_in();
//! roster.add::<Riichi, _>("mine", |_options| Random::default());
//! let specs = roster.specs("mine,ukeire:calls=false,ukeire,shanten")?;
//! assert!(roster.agent::<Riichi>(&specs[1]).is_ok());
//! # Ok::<(), hyakuman_agents::SpecError>(())
//! ```
//!
//! An agent sees its view of the match and the legal actions, nothing else. Read in this order: [`random`] (the template: it
//! plays every game), [`tsumogiri`], [`shanten`], [`ukeire`], [`fan`] (Yangzhou), [`gari`] (Toutenkou), [`threshold`],
//! [`expectimax`] (Toppan), then [`spec`] (an agent as text: `ukeire:calls=false`) and [`roster`] (makes the agent of a spec).
//! No built-in agent but [`search`] allocates while it plays. What an agent keeps between decisions could also be computed from its view,
//! so its answers depend on the view only (those of `random` also on its random stream).

pub mod agent_file;
mod built_in;
mod chance;
mod corrigible;
pub mod defend;
mod discard;
mod discard_view;
mod eval;
mod exchange;
pub mod expectimax;
pub mod fan;
pub mod gari;
mod knowledge;
pub mod learned;
pub mod live;
#[cfg(unix)]
pub mod mjai;
mod nuki;
mod own_turn;
pub mod place;
pub mod placement;
pub mod random;
pub mod roster;
pub mod search;
pub mod shanten;
mod shapes;
pub mod spec;
mod threat;
pub mod threshold;
pub mod tsumogiri;
pub mod ukeire;
pub mod value;

pub use defend::Defend;
pub use expectimax::Expectimax;
pub use fan::Fan;
pub use gari::Gari;
pub use knowledge::Knowledge;
pub use live::Live;
pub use placement::Placement;
pub use random::Random;
pub use roster::{AgentEntry, NumberRange, OptionDoc, Options, Roster};
pub use search::Search;
pub use shanten::Shanten;
pub use spec::{Spec, SpecError};
pub use threshold::Threshold;
pub use tsumogiri::Tsumogiri;
pub use ukeire::Ukeire;
pub use value::Value;
