//! Columns as the fields of a struct: each is declared once, and what describes, writes and reads it follows from that.

use super::{CellType, Cells, Rows};

/// A type that a cell of fixed width can have.
pub trait Cell<'a>: Copy {
    /// How it is stored.
    const TYPE: CellType;

    /// Appends it to its column.
    fn push(self, cells: &mut Cells);

    /// The cell of a row among all cells of its column, one after another.
    fn read(cells: &'a [u8], row: usize) -> Self;
}

/// Columns of a table: the cells of each one after another, little-endian, without padding.
pub trait Columns {
    /// All cells of the column at this place.
    fn column(&self, place: usize) -> &[u8];
}

impl Columns for Rows {
    #[inline]
    fn column(&self, place: usize) -> &[u8] {
        self.cells(place).bytes()
    }
}

impl Columns for [&[u8]] {
    #[inline]
    fn column(&self, place: usize) -> &[u8] {
        self[place]
    }
}

#[inline]
fn bytes<const LEN: usize>(cells: &[u8], row: usize) -> &[u8; LEN] {
    cells[row * LEN..].first_chunk().expect("a cell of the width of its column")
}

impl Cell<'_> for bool {
    const TYPE: CellType = CellType::Bool;

    #[inline]
    fn push(self, cells: &mut Cells) {
        cells.push([u8::from(self)]);
    }

    #[inline]
    fn read(cells: &[u8], row: usize) -> bool {
        cells[row] != 0
    }
}

impl<const LEN: usize> Cell<'_> for [u8; LEN] {
    const TYPE: CellType = CellType::Bytes(LEN as u16);

    #[inline]
    fn push(self, cells: &mut Cells) {
        cells.push(self);
    }

    #[inline]
    fn read(cells: &[u8], row: usize) -> [u8; LEN] {
        *bytes(cells, row)
    }
}

impl<'a, const LEN: usize> Cell<'a> for &'a [u8; LEN] {
    const TYPE: CellType = CellType::Bytes(LEN as u16);

    #[inline]
    fn push(self, cells: &mut Cells) {
        cells.push_copy(self);
    }

    #[inline]
    fn read(cells: &'a [u8], row: usize) -> &'a [u8; LEN] {
        bytes(cells, row)
    }
}

macro_rules! numbers {
    ($($number:ident $cell_type:ident),+ $(,)?) => {$(
        impl Cell<'_> for $number {
            const TYPE: CellType = CellType::$cell_type;

            #[inline]
            fn push(self, cells: &mut Cells) {
                cells.push(self.to_le_bytes());
            }

            #[inline]
            fn read(cells: &[u8], row: usize) -> $number {
                $number::from_le_bytes(*bytes(cells, row))
            }
        }

        impl Rows {
            #[doc = concat!("Writes a [`CellType::", stringify!($cell_type), "`].")]
            #[inline]
            pub fn $number(&mut self, value: $number) {
                self.cell(value.to_le_bytes());
            }
        }
    )+};
}

numbers!(u8 U8, i8 I8, u16 U16, i32 I32, i64 I64, u64 U64);

/// Declares a struct whose fields are the columns of a table, in their order.
///
/// A field is written `/// What it means.` and `name: type = column;`, where `column` says the rest: `often("tile").own().or("255")`, or
/// a [`Column`](crate::column::Column) that several tables share, whose meaning holds where no comment is written. The struct has
/// `COLUMNS`, and methods that write it as cells and read it back.
#[macro_export]
macro_rules! row_cells {
    ($(#[$meta:meta])* $vis:vis struct $struct:ident {
        $($(#[doc = $doc:literal])* $name:ident : $type:ty = $column:expr;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $struct<'a> {
            $(#[doc = concat!("Column `", stringify!($name), "`.", $(" ", $doc),*)] $vis $name: $type),+
        }

        impl<'a> $struct<'a> {
            /// The columns, in the order in which they are written.
            $vis const COLUMNS: &'static [$crate::column::Column] = &[$($column.of_field(
                stringify!($name),
                <$type as $crate::column::Cell<'a>>::TYPE,
                concat!($($doc),*).trim_ascii(),
            )),+];

            /// Appends the cells to their columns, which are the next of `out`.
            #[inline]
            $vis fn write(&self, out: &mut $crate::column::Rows) {
                let [$($name),+] = out.next_columns();
                $($crate::column::Cell::push(self.$name, $name);)+
            }

            /// Reads the cells of a row back; `places` are those of the columns.
            #[inline]
            $vis fn read(
                columns: &'a (impl $crate::column::Columns + ?Sized),
                places: &[usize],
                row: usize,
            ) -> $struct<'a> {
                let Some(&[$($name),+]) = places.first_chunk() else { panic!("a place for each column") };
                $struct { $($name: $crate::column::Cell::read(columns.column($name), row)),+ }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::column::{CellType, Rows, often, rarely};

    row_cells! {
        /// A row.
        struct Row {
            /// a flag, whose meaning
            /// takes two lines
            flag: bool = rarely("flag");
            /// a number below zero
            below: i32 = often("points").own().or("0");
            /// two bytes
            pair: &'a [u8; 2] = often("tile");
        }
    }

    #[test]
    fn cells_are_read_as_they_were_written() {
        let mut rows = Rows::new(Row::COLUMNS.len());
        for below in [-5, 70_000] {
            Row { flag: below < 0, below, pair: &[1, below as u8] }.write(&mut rows);
            rows.end_row();
        }
        let [first, second] = [0, 1].map(|row| Row::read(&rows, &[0, 1, 2], row));
        assert_eq!((first.flag, first.below, first.pair), (true, -5, &[1, 251]));
        assert_eq!((second.flag, second.below, second.pair), (false, 70_000, &[1, 112]));
    }

    #[test]
    fn columns_are_those_of_the_fields() {
        let [flag, below, pair] = Row::COLUMNS else { panic!("three columns") };
        assert_eq!((flag.name, flag.meaning), ("flag", "a flag, whose meaning takes two lines"));
        assert_eq!((below.viewpoint, below.missing, below.cell_type), ("own", "0", CellType::I32));
        assert_eq!(pair.cell_type, CellType::Bytes(2));
    }
}
