//! What a manifest says of logs, against the table `sources`.

use crate::datasets::import::{HashOfLogs, Names};
use crate::datasets::recipe::replays::cells;
use crate::datasets::recipe::{Logs, Recipe, logged};
use crate::error::Error;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::rows::{Source, Table, source_columns};
use hyakuman_record::Dataset;

/// Hexadecimal digits of a pseudonym.
const DIGITS: usize = 16;

/// What the manifest says otherwise than the sources, as the rest of a sentence. Nothing is compared without that table.
pub(super) fn problem(set: &Dataset, recipe: &Recipe) -> Result<Option<String>, Error> {
    let Some(logs) = recipe.logs.as_ref().filter(|_| recipe.tables.contains(&Table::Sources)) else {
        return Ok(None);
    };
    let seats = recipe.seats.len();
    let (mut hash, mut partial) = (HashOfLogs::default(), 0);
    for part in set.parts() {
        let read = move |row: &cells::Cells<'_>| logged::source(row, seats);
        for source in cells::of_part(set, Table::Sources, &source_columns(seats), part, read)? {
            let source = source?;
            hash.add(&source.sha256, source.number);
            partial += u64::from(source.partial);
            if let Some(name) = other_name(logs, &source) {
                let kept = excerpt(&logs.names);
                return Ok(Some(format!(
                    "has logs.names {kept:?}, but the table sources has the name {name:?}"
                )));
            }
        }
    }
    let differs = |key: &str, held: &str, found: &str| {
        (held != found).then(|| format!("has logs.{key} {}, the table sources {found}", excerpt(held)))
    };
    let of_hash = differs("sha256", &logs.sha256, &hash.finish());
    Ok(of_hash.or_else(|| differs("partial", &logs.partial.to_string(), &partial.to_string())))
}

/// A name of a player that is not kept as the manifest says.
fn other_name(logs: &Logs, source: &Source) -> Option<String> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_hash = |name: &str| name.is_empty() || name.len() == DIGITS && name.bytes().all(is_digit);
    let kept = Names::ALL.into_iter().find(|names| names.name() == logs.names);
    let is_kept = |name: &str| match kept {
        Some(Names::Keep) => true,
        Some(Names::Hash) => is_hash(name),
        Some(Names::Drop) => name.is_empty(),
        None => false,
    };
    source.players.iter().find(|player| !is_kept(&player.name)).map(|player| excerpt(&player.name))
}
