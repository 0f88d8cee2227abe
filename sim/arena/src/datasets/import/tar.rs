//! The members of a tar archive, one after another. What describes a member (a long name, pax headers) is bounded before it is read; the
//! reader of the `tar` crate takes names of any length into memory.

use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;
use tar::{EntryType, Header, PaxExtensions};

/// Bytes of a block. A header has one, a content is filled up to whole ones.
const BLOCK: u64 = 512;

/// Most bytes of a long name, or of the pax headers of a member.
const MOST_OF_HEADERS: u64 = 1 << 20;

/// Most bytes that fill up the last record, which has up to 1 MiB on tapes.
const MOST_AFTER_END: u64 = 16 << 20;

/// What is wrong with an archive that has something after its end.
pub(super) const MORE: &str = "something else follows, which is not read";

/// Receives the path, the size and the content of a file.
pub(super) type Taker<'a> = dyn FnMut(String, u64, &mut dyn Read) -> ControlFlow<()> + 'a;

/// Calls `take` for every file in an archive, until it breaks. Reads the archive to its end, so that damage there is found.
pub(super) fn each(from: &mut dyn Read, take: &mut Taker<'_>) -> io::Result<()> {
    let mut described = Described::default();
    while let Some(header) = next_header(from)? {
        let kind = header.entry_type();
        let is_of_next = matches!(kind, EntryType::GNULongName | EntryType::GNULongLink)
            || matches!(kind, EntryType::XHeader | EntryType::XGlobalHeader);
        let size = described.size.filter(|_| !is_of_next).map_or_else(|| header.entry_size(), Ok)?;
        let mut content = (&mut *from).take(size);
        if is_of_next {
            described.add(kind, size, &mut content)?;
        } else if kind == EntryType::GNUSparse {
            return Err(io::Error::other("it has a sparse file: pack it as an ordinary one"));
        } else {
            let path = std::mem::take(&mut described).path.unwrap_or_else(|| header.path_bytes().into());
            let path = String::from_utf8_lossy(&path).into_owned();
            if kind.is_file() && take(path, size, &mut content).is_break() {
                return Ok(());
            }
        }
        let rest = content.limit();
        skip(from, rest + (BLOCK - size % BLOCK) % BLOCK)?;
    }
    end(from).map_err(|error| io::Error::new(error.kind(), format!("after its last member: {error}")))
}

/// What headers of their own say of the member that follows.
#[derive(Default)]
struct Described {
    path: Option<Vec<u8>>,
    size: Option<u64>,
}

impl Described {
    fn add(&mut self, kind: EntryType, size: u64, content: &mut dyn Read) -> io::Result<()> {
        if size > MOST_OF_HEADERS {
            let sentence = format!("the headers of a member have {size} bytes, more than {MOST_OF_HEADERS}");
            return Err(io::Error::other(sentence));
        }
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes)?;
        match kind {
            EntryType::GNULongName => {
                self.path = bytes.split(|byte| *byte == 0).next().map(<[u8]>::to_vec);
            }
            EntryType::XHeader => PaxExtensions::new(&bytes).flatten().for_each(|pair| match pair.key() {
                Ok("path") => self.path = Some(pair.value_bytes().to_vec()),
                Ok("size") => self.size = pair.value().ok().and_then(|size| size.parse().ok()),
                _ => {}
            }),
            _ => {}
        }
        Ok(())
    }
}

/// The header of the next member; `None` at the end of the archive.
fn next_header(from: &mut dyn Read) -> io::Result<Option<Header>> {
    let mut header = Header::new_old();
    let bytes = header.as_mut_bytes();
    from.read_exact(bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => {
            io::Error::new(error.kind(), "it is cut: the blocks at its end are missing")
        }
        _ => error,
    })?;
    if bytes.iter().all(|byte| *byte == 0) {
        return Ok(None);
    }
    let spaces = 8 * u32::from(b' '); // in place of the checksum
    let sum = |bytes: &[u8]| bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>();
    match sum(&bytes[..148]) + spaces + sum(&bytes[156..]) == header.cksum()? {
        true => Ok(Some(header)),
        false => Err(io::Error::other("the checksum of a header is wrong")),
    }
}

fn skip(from: &mut dyn Read, bytes: u64) -> io::Result<()> {
    match io::copy(&mut from.take(bytes), &mut io::sink())? == bytes {
        true => Ok(()),
        false => Err(io::Error::new(ErrorKind::UnexpectedEof, "it is cut in a member")),
    }
}

/// Reads what fills up the last record.
fn end(from: &mut dyn Read) -> io::Result<()> {
    let (mut left, mut bytes) = (MOST_AFTER_END, [0; 1 << 13]);
    loop {
        let read = match from.read(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read?,
        };
        left = left.saturating_sub(read as u64);
        if read == 0 {
            return Ok(());
        }
        if left == 0 || bytes[..read].iter().any(|byte| *byte != 0) {
            return Err(io::Error::other(MORE));
        }
    }
}
