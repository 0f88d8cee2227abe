//! The agents with their options, and the roster that has them.

use hyakuman_agents::{AgentEntry, Options, Roster};
use hyakuman_core::game::AnyAgent;
use hyakuman_riichi::Riichi;

/// All agents that come with the program: the built-in ones, `onnx` and `net`.
///
/// ```
/// let roster = hyakuman_onnx::roster();
/// assert!(roster.specs("onnx:net=net.onnx,net").is_ok());
/// ```
pub fn roster() -> Roster {
    let mut roster = Roster::built_in();
    roster.insert(onnx());
    roster.insert(net());
    roster
}

fn onnx() -> AgentEntry {
    let entry =
        AgentEntry::new("onnx").about("a neural network of your own, from an ONNX file (docs/onnx.md)");
    let entry =
        [NET, PLANES, SAMPLE, TEMPERATURE].into_iter().fold(entry, AgentEntry::option).reads_file(NET.name);
    #[cfg(feature = "runtime")]
    {
        use crate::net::Nets;
        use std::sync::Arc;
        let nets = Arc::new(Nets::default());
        let of_three = nets.clone();
        entry
            .plays_by(move |options| made::<4>(options, &nets))
            .plays_by(move |options| made::<3>(options, &of_three))
    }
    #[cfg(not(feature = "runtime"))]
    entry.plays_by(absent::<4>).plays_by(absent::<3>)
}

/// The agent `net`: it has learned from matches of four players, and plays no others.
fn net() -> AgentEntry {
    let about = "the network that comes with the program, for four players (docs/net.md)";
    let entry =
        [SAMPLE, TEMPERATURE].into_iter().fold(AgentEntry::new("net").about(about), AgentEntry::option);
    #[cfg(feature = "runtime")]
    {
        let net = crate::shipped::Shipped::default();
        entry.plays_by(move |options| played_by::<4>(options, || net.get()))
    }
    #[cfg(not(feature = "runtime"))]
    entry.plays_by(absent::<4>)
}

#[cfg(feature = "runtime")]
fn made<const N: usize>(options: &Options, nets: &crate::net::Nets) -> Result<AnyAgent<Riichi<N>>, String> {
    let path = options.text(NET.name);
    if path.is_empty() {
        return Err("name a file: onnx:net=FILE".into());
    }
    played_by(options, || nets.get(path, options.text("planes"), options.text("sha256")))
}

#[cfg(feature = "runtime")]
fn played_by<const N: usize>(
    options: &Options,
    net: impl FnOnce() -> Result<std::sync::Arc<crate::net::Net>, String>,
) -> Result<AnyAgent<Riichi<N>>, String> {
    Ok(AnyAgent::Batched(Box::new(crate::agent::NetAgent::<N>::new(options, net)?)))
}

#[cfg(not(feature = "runtime"))]
fn absent<const N: usize>(_options: &Options) -> Result<AnyAgent<Riichi<N>>, String> {
    Err("this program was built without ONNX; build it with: cargo build --release --features onnx".into())
}

hyakuman_agents::options! {
    NET = "net", &[""], "path of the ONNX file";
    PLANES = "planes", &["auto", "planes-v1", "planes-v1-light"], "what the network sees; auto: known from the number of its input channels";
    SAMPLE = "sample", &["false", "true"], "draws actions at random with the probabilities of the network; otherwise the best one is taken";
    TEMPERATURE = "temperature", &["1"], "with sample=true, the outputs are divided by it: below 1 closer to the best action";
}
