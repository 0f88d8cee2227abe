//! Neural networks from ONNX files as agents: `onnx:net=net.onnx`, and one that comes with the program: `net`.
//!
//! A network gets the observation planes of `hyakuman_riichi::planes` and gives a number for each action, in a file that any training
//! framework can write ([docs/onnx.md](../../../docs/onnx.md)). Read in this order:
//!
//! 1. `entry`: the agents with their options, and the roster that has them.
//! 2. `agent`: decisions as rows, answers to many rows.
//! 3. `choose`: from numbers to an action.
//! 4. `net`: a loaded network. It runs rows in batches of fixed sizes, so that the same row always has the same answer.
//! 5. `shipped`: the network that comes with the program, the agent `net`.
//! 6. `widen`: convolutions are arranged so that they run fast.
//! 7. `scan`, `signature`, `shapes`: what is checked before a network runs. A file may be damaged, made for something
//!    else or made to do harm; every tensor that it makes is bounded before memory is taken for it.
//!
//! The runtime makes the build of the program 40 % longer (docs/performance.md), so it is the feature `runtime` of this
//! crate. Without it the agents are listed, and their error names the feature of the program.

mod entry;

#[cfg(feature = "runtime")]
mod agent;
#[cfg(feature = "runtime")]
mod choose;
#[cfg(feature = "runtime")]
mod net;
#[cfg(feature = "runtime")]
mod scan;
#[cfg(feature = "runtime")]
mod shapes;
#[cfg(feature = "runtime")]
mod shipped;
#[cfg(feature = "runtime")]
mod signature;
#[cfg(feature = "runtime")]
mod tensor;
#[cfg(feature = "runtime")]
mod widen;
#[cfg(feature = "runtime")]
mod worker;

#[cfg(all(test, feature = "runtime"))]
#[path = "../tests/support/mod.rs"]
mod support;

pub use entry::roster;
