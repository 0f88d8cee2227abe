//! The network that comes with the program. `scripts/net.py` makes it.

use crate::net::Net;
use std::sync::{Arc, OnceLock};

/// The file.
const BYTES: &[u8] = include_bytes!("shipped/net.onnx");

/// The network, read at its first use.
#[derive(Default)]
pub(crate) struct Shipped(OnceLock<Result<Arc<Net>, String>>);

impl Shipped {
    /// The network.
    pub(crate) fn get(&self) -> Result<Arc<Net>, String> {
        let read = || Net::of(BYTES.to_vec(), "auto").map(Arc::new);
        self.0.get_or_init(|| read().map_err(|error| format!("the network {error}"))).clone()
    }
}
