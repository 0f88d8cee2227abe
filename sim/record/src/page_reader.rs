//! The pages of a column chunk in a file that may come from anywhere: the size that a page claims is checked before memory is
//! taken for it, and no page grows beyond it.
//!
//! The library's reader of pages (parquet 60.1) has no such limits: a page in a file of 61 kB takes 2 GB, a dictionary in 34
//! bytes asks for 86 GB, and each list of flags in the head of a page, in 7 bytes, takes 7 seconds. Its decoders panic at what
//! `page_check` refuses.

use crate::footer::Chunk;
use crate::page_check;
use crate::pages::data_page;
use crate::thrift::Compact;
use bytes::Bytes;
use hyakuman_core::column::CellType;
use parquet::basic::Encoding;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::sync::Arc;
use zstd::bulk::Decompressor;

/// Most distinct cells in a dictionary. Those written here have the fourth part.
const MOST_DISTINCT: u64 = 1 << 18;

/// Most distinct cells in a dictionary of large cells: those that an index of two bytes can name.
const MOST_INDEXED: u64 = 1 << 16;

/// Most bytes of a page besides those of a dictionary.
const MOST_OF_PAGE: u64 = 1 << 20;

/// Most bytes of a page of cells of different sizes.
const MOST_OF_VARYING: u64 = 64 << 20;

/// Most bytes of the head of a page: it has a few dozen, with statistics some hundred.
const MOST_OF_HEAD: u64 = 1 << 12;

/// Reads the pages of one column chunk.
pub(crate) struct Pages {
    file: Arc<File>,
    /// Where the next page begins, and where the last one ends.
    at: u64,
    end: u64,
    /// Bytes of a cell; `None` if they differ.
    cell: Option<usize>,
    /// Most bytes of a page.
    most: u64,
    /// Whether a dictionary has been read.
    has_dictionary: bool,
    /// `None` if pages are not compressed.
    decompressor: Option<Decompressor<'static>>,
}

/// What the head of a page says.
#[derive(Default)]
struct Head {
    /// Its kind: 0 for data, 2 for a dictionary.
    kind: i64,
    /// Bytes of the page before and after compression.
    uncompressed: i64,
    compressed: i64,
    values: i64,
    encoding: i64,
}

impl Pages {
    pub(crate) fn new(file: &Arc<File>, chunk: &Chunk, cell_type: CellType) -> Result<Pages> {
        let &Chunk { codec, bytes, data, dictionary } = chunk;
        let first = if dictionary > 0 { dictionary.min(data) } else { data };
        let end = first.checked_add(bytes);
        let within = |end: &i64| (0..=*end).contains(&first) && *end as u64 <= file.len();
        let end = end.filter(within).ok_or_else(|| wrong("a column is not within the file"))? as u64;
        let decompressor = match codec {
            0 => None,
            6 => Some(Decompressor::new()?),
            _ => return Err(wrong("a column is compressed, but not by zstd as tables are")),
        };
        let (file, at, cell, most) = (Arc::clone(file), first as u64, cell_type.bytes(), most(cell_type));
        Ok(Pages { file, at, end, cell, most, has_dictionary: false, decompressor })
    }

    fn read(&mut self) -> Result<(Head, Bytes)> {
        let bytes = self.file.get_bytes(self.at, MOST_OF_HEAD.min(self.end - self.at) as usize)?;
        let (head, length) = Head::read(&bytes)?;
        let begin = self.at + length as u64;
        let within = |bytes: i64, most| u64::try_from(bytes).ok().filter(|&bytes| bytes <= most);
        let compressed = within(head.compressed, self.end - begin);
        let compressed = compressed.ok_or_else(|| wrong("a page is longer than its column"))?;
        let large = || wrong(&format!("a page has more than {} bytes, the limit of its column", self.most));
        let size = within(head.uncompressed, self.most).ok_or_else(large)?;
        self.at = begin + compressed;
        let bytes = self.file.get_bytes(begin, compressed as usize)?;
        Ok((head, self.plain(bytes, size as usize)?))
    }

    /// The bytes of a page before compression, of which there are `size`.
    fn plain(&mut self, bytes: Bytes, size: usize) -> Result<Bytes> {
        let bytes = match &mut self.decompressor {
            Some(_) if size == 0 => Bytes::new(),
            Some(decompressor) => Bytes::from(decompressor.decompress(&bytes, size)?),
            None => bytes,
        };
        if bytes.len() == size { Ok(bytes) } else { Err(wrong("a page does not have the size it claims")) }
    }
}

/// Most bytes of a page with cells of this type.
fn most(cell_type: CellType) -> u64 {
    cell_type.bytes().map_or(MOST_OF_VARYING, |size| MOST_OF_PAGE + MOST_INDEXED * size.max(4) as u64)
}

impl Head {
    /// Reads `PageHeader` of parquet.thrift; also how many bytes it has.
    fn read(bytes: &[u8]) -> Result<(Head, usize)> {
        let (mut head, mut values, mut input) = (Head::default(), [0; 3], Compact::new(bytes));
        input.structure(|input, id| match id {
            1 => input.integer(&mut head.kind),
            2 => input.integer(&mut head.uncompressed),
            3 => input.integer(&mut head.compressed),
            5 | 7 => input.integers(&mut values), // `DataPageHeader`, `DictionaryPageHeader`
            _ => input.skip(),
        })?;
        [_, head.values, head.encoding] = values;
        Ok((head, bytes.len() - input.rest.len()))
    }

    fn page(&self, buf: Bytes) -> Result<Page> {
        let encoding = match self.encoding {
            0 => Encoding::PLAIN,
            5 => Encoding::DELTA_BINARY_PACKED,
            2 | 8 => Encoding::RLE_DICTIONARY,
            9 => Encoding::BYTE_STREAM_SPLIT,
            _ => return Err(wrong("a page has an encoding that no table has")),
        };
        let num_values = u32::try_from(self.values).map_err(|_| wrong("a page has less than no values"))?;
        match self.kind {
            0 => Ok(data_page(buf, num_values, encoding)),
            // The library takes memory for every value that a dictionary claims.
            2 if u64::from(num_values) > MOST_DISTINCT.min(buf.len() as u64) => {
                Err(wrong("a dictionary claims more values than it can have"))
            }
            2 => Ok(Page::DictionaryPage { buf, num_values, encoding: Encoding::PLAIN, is_sorted: false }),
            _ => Err(wrong("a page is of a kind that no table has")),
        }
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        if self.at >= self.end {
            return Ok(None);
        }
        let (head, bytes) = self.read()?;
        let page = head.page(bytes)?;
        self.has_dictionary |= page.is_dictionary_page();
        if page.encoding() == Encoding::RLE_DICTIONARY && !self.has_dictionary {
            return Err(wrong("a page needs a dictionary, and there is none"));
        }
        page_check::check(&page, self.cell)?;
        Ok(Some(page))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        Err(wrong("pages are read in order"))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.get_next_page().map(drop)
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

fn wrong(what: &str) -> ParquetError {
    ParquetError::General(what.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::parquet;
    use ::parquet::column::page::{CompressedPage, PageWriter};
    use ::parquet::column::reader::{ColumnReader, get_column_reader};
    use ::parquet::file::writer::{SerializedPageWriter, TrackedWrite};
    use ::parquet::schema::types::{ColumnDescPtr, SchemaDescriptor};
    use hyakuman_core::seed::Rng;
    use std::io::Write;

    /// The pages of a column of this type, each with the size that its head claims.
    fn pages(cell_type: CellType, pages: Vec<(Page, usize)>) -> Pages {
        let mut bytes = TrackedWrite::new(Vec::new());
        for (page, size) in pages {
            SerializedPageWriter::new(&mut bytes).write_page(CompressedPage::new(page, size)).unwrap();
        }
        let bytes = bytes.into_inner().unwrap();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let chunk = Chunk { codec: 6, bytes: bytes.len() as i64, data: 0, dictionary: 0 };
        Pages::new(&Arc::new(file), &chunk, cell_type).unwrap()
    }

    fn packed(bytes: &[u8]) -> Bytes {
        zstd::bulk::compress(bytes, 1).unwrap().into()
    }

    fn dictionary(buf: Bytes, num_values: u32) -> Page {
        Page::DictionaryPage { buf, num_values, encoding: Encoding::PLAIN, is_sorted: false }
    }

    fn refused(mut pages: Pages) -> String {
        pages.find_map(Result::err).expect("a page that is refused").to_string()
    }

    #[test]
    fn pages_are_read_as_they_were_written() {
        let cells = [7; 40];
        let (first, second) =
            (dictionary(packed(&cells), 10), data_page(packed(&[1, 6, 0]), 3, Encoding::RLE_DICTIONARY));
        let read: Vec<Page> =
            pages(CellType::I32, vec![(first, 40), (second, 3)]).map(Result::unwrap).collect();
        let [
            Page::DictionaryPage { buf, num_values: 10, .. },
            Page::DataPage { buf: other, num_values: 3, encoding, .. },
        ] = &read[..]
        else {
            panic!("{read:?}")
        };
        assert_eq!((&buf[..], &other[..], *encoding), (&cells[..], &[1, 6, 0][..], Encoding::RLE_DICTIONARY));
    }

    /// No memory is taken for what a page claims, and a page that holds more than it claims is not unpacked.
    #[test]
    fn sizes_are_limited() {
        let bomb = packed(&vec![0; 2 << 20]);
        let of = |cell_type, page, size| refused(pages(cell_type, vec![(page, size)]));
        let plain = |bytes: &Bytes| data_page(bytes.clone(), 1, Encoding::PLAIN);
        let limit = "a page has more than 1310720 bytes, the limit of its column";
        assert!(of(CellType::I32, plain(&bomb), 2 << 20).contains(limit));
        assert!(of(CellType::Blob, plain(&bomb), i32::MAX as usize).contains("more than 67108864 bytes"));
        assert!(!of(CellType::I32, plain(&bomb), 1_000).is_empty());
        assert!(of(CellType::I32, plain(&packed(&[0; 8])), 9).contains("does not have the size it claims"));
        let claims = "a dictionary claims more values than it can have";
        assert!(of(CellType::Blob, dictionary(packed(&[0; 8]), 9), 8).contains(claims));
        assert!(of(CellType::Blob, dictionary(packed(&vec![0; 1 << 20]), 1 << 19), 1 << 20).contains(claims));
        let other = data_page(packed(&[0; 8]), 1, Encoding::DELTA_BYTE_ARRAY);
        assert!(of(CellType::Blob, other, 8).contains("an encoding that no table has"));
    }

    /// Reads up to a hundred values; whether there were so many does not matter.
    fn decode(descr: ColumnDescPtr, pages: Pages) {
        match get_column_reader(descr, Box::new(pages)) {
            ColumnReader::Int32ColumnReader(mut reader) => {
                drop(reader.read_records(100, None, None, &mut Vec::new()));
            }
            ColumnReader::Int64ColumnReader(mut reader) => {
                drop(reader.read_records(100, None, None, &mut Vec::new()));
            }
            ColumnReader::ByteArrayColumnReader(mut reader) => {
                drop(reader.read_records(100, None, None, &mut Vec::new()));
            }
            _ => unreachable!("no column of the test has this type"),
        }
    }

    /// Whatever pages hold: the library panics at some that are not checked before.
    #[test]
    fn no_page_makes_the_library_panic() {
        use Encoding::{BYTE_STREAM_SPLIT, DELTA_BINARY_PACKED, PLAIN, RLE_DICTIONARY};
        for case in 0..4_000 {
            let mut rng = Rng::from_seed(case);
            let cell_type = [CellType::I32, CellType::U64, CellType::Blob][rng.below(3) as usize];
            let mut all = Vec::new();
            for _ in 0..1 + rng.below(3) {
                let length = rng.below(60) as usize;
                let byte =
                    |rng: &mut Rng| [0, 1, 2, 5, 0x80, 0xff, rng.below(256) as u8][rng.below(7) as usize];
                let mut bytes: Vec<u8> = (0..length).map(|_| byte(&mut rng)).collect();
                if rng.below(2) == 0 && length > 9 {
                    bytes[..5].copy_from_slice(&[0x80, 1, 4, 3, 0]); // the head of differences
                }
                let (count, buf) = ([0, 1, 3, 8, 1 << 20][rng.below(5) as usize], packed(&bytes));
                let encoding =
                    [PLAIN, RLE_DICTIONARY, DELTA_BINARY_PACKED, BYTE_STREAM_SPLIT][rng.below(4) as usize];
                let is_dictionary = all.is_empty() && rng.below(2) == 0;
                let page =
                    if is_dictionary { dictionary(buf, count) } else { data_page(buf, count, encoding) };
                all.push((page, length));
            }
            let schema = SchemaDescriptor::new(parquet([("cells", cell_type)]).unwrap());
            decode(schema.column(0), pages(cell_type, all));
        }
    }
}
