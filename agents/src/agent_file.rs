//! The file of an agent: a network, fitted numbers. The SHA-256 in its spec says which content is meant.

use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Read;
use std::path::Path;

crate::options! {
    /// The option with the hash of the file.
    pub(crate) SHA256 = "sha256", &[""], "refuses a file whose SHA-256 does not begin with these hexadecimal digits";
}

/// Largest file, in bytes: networks that play fast enough to be of use have a hundredth of this.
const MOST_BYTES: u64 = 1 << 30;
/// Largest file of fitted numbers, in bytes: real ones have a twentieth of this.
pub(crate) const MOST_TEXT_BYTES: u64 = 4 << 20;
/// Fewest digits of a hash that say something.
const FEWEST_DIGITS: usize = 8;

/// The bytes of a file.
///
/// # Errors
/// It cannot be read, is not a regular file, is empty or too large.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    read_at_most(path, MOST_BYTES)
}

/// The same with another limit.
pub(crate) fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let shown = path.display();
    let unreadable = |error| format!("{shown} cannot be read: {error}");
    let about = path.metadata().map_err(unreadable)?;
    if !about.is_file() {
        return Err(format!("{shown} is not a file"));
    }
    let mut bytes = Vec::new();
    if about.len() <= most {
        let file = File::open(path).map_err(unreadable)?;
        file.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    match bytes.len() as u64 {
        0 if about.len() == 0 => Err(format!("{shown} is empty")),
        read if (1..=most).contains(&read) => Ok(bytes),
        _ => Err(format!("{shown} has {} bytes, more than the limit of {most}", about.len())),
    }
}

/// Checks that the SHA-256 of a file begins with these digits; empty for any file.
///
/// # Errors
/// It does not, or these are no digits.
pub fn check_hash(path: &Path, bytes: &[u8], digits: &str) -> Result<(), String> {
    if digits.is_empty() {
        return Ok(());
    }
    let wanted = digits.to_ascii_lowercase();
    let is_hex = wanted.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_hex || !(FEWEST_DIGITS..=64).contains(&wanted.len()) {
        return Err(format!("sha256={digits} is no hash: give {FEWEST_DIGITS} to 64 hexadecimal digits"));
    }
    let found = hash(bytes);
    if found.starts_with(&wanted) {
        return Ok(());
    }
    Err(format!("{} has the SHA-256 {found}, not {wanted}", path.display()))
}

/// The first digits of the SHA-256 of a file, as many as a spec has by itself; `None` if the file cannot be read.
pub(crate) fn digits(path: &Path) -> Option<String> {
    let mut digits = hash(&read(path).ok()?);
    digits.truncate(FEWEST_DIGITS);
    Some(digits)
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
