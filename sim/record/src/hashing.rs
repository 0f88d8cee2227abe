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
    /// `None` after `finish`.
    out: Option<W>,
    hasher: Sha256,
    bytes: u64,
}

impl<W: Write> Hashing<W> {
    pub(crate) fn new(out: W) -> Hashing<W> {
        Hashing { out: Some(out), hasher: Sha256::new(), bytes: 0 }
    }

    /// Returns the underlying writer, once, with the number of bytes and their hash in hexadecimal.
    pub(crate) fn finish(&mut self) -> io::Result<(W, u64, String)> {
        let out = self.out.take().ok_or_else(over)?;
        Ok((out, self.bytes, hex(&self.hasher.finalize_reset())))
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.as_mut().ok_or_else(over)?.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), W::flush)
    }
}

fn over() -> io::Error {
    io::Error::other("it is finished already")
}

/// The hash of a file, in hexadecimal.
pub(crate) fn of_file(path: &Path) -> Result<String, RecordError> {
    let mut hashing = Hashing::new(io::sink());
    let mut reader = io::BufReader::with_capacity(1 << 18, regular::open(path)?);
    let hash = io::copy(&mut reader, &mut hashing).and_then(|_| hashing.finish());
    Ok(hash.map_err(at("read", path))?.2)
}

/// The hash of some bytes, in hexadecimal.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
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
