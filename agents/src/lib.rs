//! Agents that come with the program.
//!
//! An agent sees its view of the table and the legal actions, nothing else. Read in this order: [`random`] (the
//! template: it plays every game), [`tsumogiri`], [`shanten`], [`ukeire`], [`fan`] (Yangzhou), [`gari`] (Toutenkou), [`threshold`],
//! [`expectimax`] (Toppan), then [`spec`] (from the text `ukeire:calls=false` to an agent). None of them allocates while it plays, and none keeps anything from one
//! decision to the next that it could not find in its view, so an answer depends on the view alone (but for the
//! lots that `random` draws).

mod discard;
mod discard_view;
mod eval;
mod exchange;
pub mod expectimax;
pub mod fan;
pub mod gari;
mod live;
mod nuki;
pub mod random;
pub mod shanten;
pub mod spec;
pub mod threshold;
pub mod tsumogiri;
pub mod ukeire;

pub use expectimax::Expectimax;
pub use fan::Fan;
pub use gari::Gari;
pub use random::Random;
pub use shanten::Shanten;
pub use spec::{AGENTS, AgentDoc, OptionDoc, Spec, SpecError, build, usual};
pub use threshold::Threshold;
pub use tsumogiri::Tsumogiri;
pub use ukeire::Ukeire;
