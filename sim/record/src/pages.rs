//! The pages of a column chunk, compressed when they are added and kept in memory until their row group closes.
//!
//! A row group stores its columns one after another, while rows arrive for all columns at once. A thread that writes columns of a
//! file has one compressor for all of them.

use bytes::Bytes;
use parquet::basic::{Encoding, PageType};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter};
use parquet::errors::{ParquetError, Result};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use zstd::bulk::Compressor;
use zstd::zstd_safe::compress_bound;

/// Level of zstd: 3 takes twice as long for a few per cent.
pub(crate) const ZSTD_LEVEL: i32 = 1;

/// Size of a page before compression: smaller ones compress worse, larger ones do not fit the cache.
const PAGE: usize = 1 << 17;

/// Compresses the pages of a file, on any number of threads.
#[derive(Default)]
pub(crate) struct Compressors(Mutex<Vec<PageCompressor>>);

/// Compresses one page at a time.
struct PageCompressor {
    compressor: Compressor<'static>,
    /// The last compressed page; its buffer is reused for the next.
    last: Bytes,
}

impl Compressors {
    fn compress(&self, plain: &[u8]) -> Result<Bytes> {
        let idle = hold(&self.0).pop();
        let mut compressor = match idle {
            Some(compressor) => compressor,
            None => PageCompressor { compressor: Compressor::new(ZSTD_LEVEL)?, last: Bytes::new() },
        };
        let compressed = compressor.compress(plain);
        hold(&self.0).push(compressor);
        compressed
    }
}

impl PageCompressor {
    fn compress(&mut self, plain: &[u8]) -> Result<Bytes> {
        let mut out = Vec::from(std::mem::take(&mut self.last));
        out.clear();
        out.reserve(compress_bound(plain.len()));
        self.compressor.compress_to_buffer(plain, &mut out)?;
        self.last = Bytes::from(out);
        Ok(self.last.clone())
    }
}

/// The pages of one column chunk.
#[derive(Clone)]
pub(crate) struct Pages {
    compressors: Arc<Compressors>,
    bytes: Arc<Mutex<TrackedWrite<Vec<u8>>>>,
    /// What the pages added here hold.
    pub(crate) size: PagesSize,
}

/// The size of pages.
#[derive(Clone, Copy, Default)]
pub(crate) struct PagesSize {
    pub(crate) rows: usize,
    /// Bytes before and after compression, with the heads of the pages.
    pub(crate) uncompressed: usize,
    pub(crate) compressed: usize,
}

impl PagesSize {
    fn add(&mut self, rows: usize, spec: &PageWriteSpec) {
        self.rows += rows;
        self.uncompressed += spec.uncompressed_size;
        self.compressed += spec.compressed_size;
    }
}

impl Pages {
    pub(crate) fn new(compressors: &Arc<Compressors>) -> Pages {
        let bytes = Arc::new(Mutex::new(TrackedWrite::new(Vec::new())));
        Pages { compressors: Arc::clone(compressors), bytes, size: PagesSize::default() }
    }

    /// Adds a page of required values, which consists of the encoded values only.
    pub(crate) fn put(&mut self, values: &[u8], count: usize, encoding: Encoding) -> Result<()> {
        let spec = self.put_page(values, count, encoding)?;
        self.size.add(count, &spec);
        Ok(())
    }

    /// The size of values after compression.
    pub(crate) fn compressed_size(&self, values: &[u8]) -> Result<usize> {
        Ok(self.compressors.compress(values)?.len())
    }

    /// Adds plain cells of a fixed size, in pages of about the same size.
    pub(crate) fn put_plain(&mut self, cells: &[u8], size: usize) -> Result<()> {
        let rows = cells.len() / size;
        let pages = cells.len().div_ceil(PAGE).max(1);
        let whole = rows.div_ceil(pages).max(1) * size;
        cells.chunks(whole).try_for_each(|cells| self.put(cells, cells.len() / size, Encoding::PLAIN))
    }

    /// The pages behind a page with the distinct cells of the chunk, and the size of that page.
    pub(crate) fn with_dictionary(self, cells: &[u8], count: usize) -> Result<(Pages, usize)> {
        let mut all = Pages::new(&self.compressors);
        let buf = self.compressors.compress(cells)?;
        let (num_values, encoding) = (count as u32, Encoding::PLAIN);
        let page = Page::DictionaryPage { buf, num_values, encoding, is_sorted: false };
        let spec = all.store(page, cells.len())?;
        all.size = self.size;
        all.size.add(0, &spec);
        hold(&all.bytes).write_all(&self.take()?)?;
        Ok((all, spec.compressed_size))
    }

    /// All pages, one after another; none may be added afterwards.
    pub(crate) fn take(self) -> Result<Bytes> {
        let tracked = std::mem::replace(&mut *hold(&self.bytes), TrackedWrite::new(Vec::new()));
        Ok(Bytes::from(tracked.into_inner()?))
    }

    fn put_page(&self, values: &[u8], count: usize, encoding: Encoding) -> Result<PageWriteSpec> {
        let buf = self.compressors.compress(values)?;
        self.store(data_page(buf, count as u32, encoding), values.len())
    }

    fn store(&self, page: Page, uncompressed: usize) -> Result<PageWriteSpec> {
        SerializedPageWriter::new(&mut hold(&self.bytes)).write_page(CompressedPage::new(page, uncompressed))
    }
}

impl PageWriter for Pages {
    fn write_page(&mut self, page: CompressedPage) -> Result<PageWriteSpec> {
        let (count, encoding) = (page.num_values(), page.encoding());
        match page.page_type() {
            PageType::DATA_PAGE => self.put_page(page.data(), count as usize, encoding),
            PageType::DICTIONARY_PAGE => {
                let buf = self.compressors.compress(page.data())?;
                let dictionary = Page::DictionaryPage { buf, num_values: count, encoding, is_sorted: false };
                self.store(dictionary, page.data().len())
            }
            other => Err(ParquetError::General(format!("no page of type {other} was asked for"))),
        }
    }

    fn close(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A page of required values.
pub(crate) fn data_page(buf: Bytes, num_values: u32, encoding: Encoding) -> Page {
    let (def_level_encoding, rep_level_encoding) = (Encoding::RLE, Encoding::RLE);
    Page::DataPage { buf, num_values, encoding, def_level_encoding, rep_level_encoding, statistics: None }
}

/// Hardly ever blocks: one thread at a time writes a column, and a compressor is taken and put back in no time.
fn hold<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
