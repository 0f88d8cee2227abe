//! Several data sets, recorded one after another.

use crate::failure;
use crate::run::interrupted;
use crate::watch::Watch;
use anyhow::Result;
use hyakuman_arena::{Arena, Error};

/// Plays the matches of each arena, which records them. `watch` observed the work before.
pub fn record(sets: Result<Vec<Arena<'_>>, Error>, watch: &Watch) -> Result<()> {
    sets?.iter().try_for_each(|arena| play(arena, &watch.next()))
}

fn play(arena: &Arena<'_>, watch: &Watch) -> Result<()> {
    let played = arena.play(watch);
    watch.finish();
    let how = |done, of| interrupted(done, of, "; the same command continues");
    let played = played.map_err(|error| watch.failure(error, how))?;
    if let Some(state) = played.data_set {
        failure::say(&state);
    }
    Ok(())
}
