//! Writes described rows as Parquet files into a folder, and reads them. A run killed at any moment can be resumed.
//!
//! ```
//! use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
//! use hyakuman_record::{About, TableWriter};
//!
//! let columns = [Column::new("points", CellType::I32, ChangeRate::Often, "points", "value of a win")];
//! let mut rows = Rows::new(columns.len());
//! for points in [1_000, 3_900] {
//!     rows.i32(points);
//!     rows.end_row();
//! }
//! let about = About { program: "an example".into(), pairs: Vec::new() };
//! let mut file = TableWriter::new(Vec::new(), "wins", &columns, &about)?;
//! file.write(&rows)?;
//! let (bytes, stats) = file.finish()?;
//! assert_eq!((stats.rows, &bytes[..4]), (2, &b"PAR1"[..]));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Knows no game, only [`Column`](hyakuman_core::column::Column) and [`Rows`](hyakuman_core::column::Rows). Read in
//! this order: [`schema`] (the Parquet form of a column), [`mod@file`] and [`table_file`] (writing and reading one
//! table file), [`plan`] and [`folder`] (a run in parts), [`part`] (one part), [`sidecar`] and [`manifest`]
//! (metadata of the files), [`read`] and [`mod@verify`].

mod arrow_schema;
pub mod atomic;
mod bounded;
pub mod card;
mod chunk;
mod delta;
mod dictionary;
mod dictionary_column;
mod error;
pub mod file;
pub mod flat;
pub mod folder;
mod footer;
pub mod hashing;
mod held;
pub mod lock;
pub mod manifest;
mod page_check;
mod page_reader;
mod pages;
pub mod part;
pub mod plan;
pub mod read;
pub mod regular;
pub mod row_group;
pub mod run;
pub mod schema;
pub mod sidecar;
mod strays;
pub mod table_file;
mod thrift;
pub mod verify;

pub use error::{AGAIN, RecordError, WRITE_AGAIN, quoted};
pub use file::{TableStats, TableWriter};
pub use folder::Folder;
pub use lock::Lock;
pub use manifest::Manifest;
pub use part::PartWriter;
pub use plan::{Plan, PlannedTable, Shard};
pub use read::Dataset;
pub use row_group::{EncodedRowGroup, Layout, RowGroup};
pub use schema::About;
pub use sidecar::Sidecar;
pub use table_file::TableFile;
pub use verify::{Finding, notes, verify};
