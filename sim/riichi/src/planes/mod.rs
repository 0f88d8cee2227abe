//! Decisions of riichi mahjong as tensors: observation planes and compact actions.
//!
//! A tensor has shape `(channels, 34)`: one plane per channel, one cell per kind of tile. It is computed from the *row* of
//! the table `decisions`, which has everything that the deciding seat sees. So a live game, a recorded data set and one
//! expanded from replays give the same numbers, and a network that was trained on a data set plays in the simulator as it
//! is. A channel that a row cannot give needs a new column first. Read in this order:
//!
//! 1. [`row`]: a decision row by its cells, from a live [`View`](crate::View) or a row of a file.
//! 2. [`channels`]: the tables of channels, [`Planes::V1`] and [`Planes::Light`], with meaning and scale of each.
//! 3. [`encode`]: the [`Encoder`] fills a tensor.
//! 4. [`actions`]: [`ActionSpace`], the outputs of a network, and action codes.
//! 5. [`recorded`]: many rows of a data set at once.
//! 6. `oracle`: what the deciding seat cannot see ([`OraclePlanes`]), for critics. No [`DecisionRow`] has it.
//!
//! ```
//! use hyakuman_core::MatchSeed;
//! use hyakuman_core::game::Game;
//! use hyakuman_riichi::{Riichi, RowCache, presets};
//! use hyakuman_riichi::planes::{ActionSpace, DecisionRow, Encoder, Planes};
//! use std::sync::Arc;
//!
//! let rules = Arc::new(presets::tenhou());
//! let game = Riichi::<4>::start(&rules, MatchSeed { seed: 1, number: 0 }, &mut ());
//! let seat = game.deciders().next().expect("a decider");
//!
//! let encoder = Encoder::new(Planes::V1, &rules);
//! let mut tensor = vec![0; Planes::V1.bytes()];
//! let mut row_cache = RowCache::default();
//! let row = DecisionRow::of_view(&mut row_cache, &game.view(seat), game.legal(seat));
//! encoder.encode(&row, &mut tensor);
//! let in_hand = &tensor[..34]; // channel 0: at least one in hand
//! assert!((1..=14).contains(&in_hand.iter().filter(|&&cell| cell == 1).count()));
//!
//! let legal = ActionSpace::OneStep.legal(&row.legal, row.drawn());
//! let output = legal.first().expect("an action");
//! let code = ActionSpace::OneStep.code(output, None, &row.legal, row.drawn());
//! assert!(game.legal(seat).has(code.expect("a legal action")));
//! ```

pub mod actions;
pub mod channels;
pub mod encode;
mod encoding;
mod learned_actions;
mod light;
mod melds;
mod oracle;
pub mod recorded;
mod river;
pub mod row;
mod sight;
mod tensor;
mod v1;

pub use actions::ActionSpace;
pub use channels::{Channel, ChannelSet, KINDS, OraclePlanes, Planes};
pub use encode::Encoder;
pub use encoding::{Encoding, WriteOracle, WritePlanes};
pub use learned_actions::Actions;
pub use recorded::{RecordedOracle, RecordedRows, Tensors};
pub use row::{DecisionRow, MissingColumn, RowReader};
pub use tensor::{EncodeCache, expand};
