//! SHA-256 of data while it is written, of a file, and of JSON in its own second line.

use crate::error::{RecordError, WRITE_AGAIN, at};
use crate::regular;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::Path;

/// The problem of a file with another hash.
pub(crate) const NOT_WRITTEN: &str = "does not hold what was written (SHA-256 differs)";

/// The problem of a file that is written again.
pub(crate) fn write_anew() -> String {
    format!("does not hold what was written: {WRITE_AGAIN}")
}

/// Hashes and counts all bytes written.
pub(crate) struct Hashing<W> {
    out: W,
    hasher: Sha256,
    bytes: u64,
}

impl<W: Write> Hashing<W> {
    pub(crate) fn new(out: W) -> Hashing<W> {
        Hashing { out, hasher: Sha256::new(), bytes: 0 }
    }

    /// The underlying writer.
    pub(crate) fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// The number of bytes and their hash in hexadecimal.
    pub(crate) fn finish(&mut self) -> (u64, String) {
        (self.bytes, hex(&self.hasher.finalize_reset()))
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The hash of a file, in hexadecimal.
pub(crate) fn of_file(path: &Path) -> Result<String, RecordError> {
    let mut hashing = Hashing::new(io::sink());
    let mut reader = io::BufReader::with_capacity(1 << 18, regular::open(path)?);
    io::copy(&mut reader, &mut hashing).map_err(at("read", path))?;
    Ok(hashing.finish().1)
}

/// The hash of some bytes, in hexadecimal.
pub fn of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Adds a second line to JSON of several lines: this key with the hash of the others.
pub fn with_own_hash(key: &str, json: &[u8]) -> Vec<u8> {
    let second = json.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let line = format!("  \"{key}\": \"{}\",\n", of_bytes(json));
    [&json[..second], line.as_bytes(), &json[second..]].concat()
}

/// Whether a text without its second line has this hash.
pub fn is_own_hash(hash: &str, text: &[u8]) -> bool {
    let lines = text.split_inclusive(|&byte| byte == b'\n').enumerate();
    let rest = lines.filter(|(number, _)| *number != 1).flat_map(|(_, line)| line);
    hash == of_bytes(&rest.copied().collect::<Vec<_>>())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
