//! Names that are read once and kept.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// The text for as long as the program runs; the same text is kept once. For names from files that are loaded at the start, so that
/// they can be used like names in the code.
pub fn kept(text: &str) -> &'static str {
    static KEPT: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    if let Some(known) = kept.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(text.into());
    kept.insert(new);
    new
}
