//! The tables as files, which the program includes as static data.

use super::Generated;
use std::path::Path;
use std::{fs, io};

impl Generated {
    /// Writes each table to a file in `dir`, numbers in the byte order of the machine that the program is built for.
    pub fn write(&self, dir: &Path, big_endian: bool) -> io::Result<()> {
        let Generated { order, class, classes, changes, readings } = self;
        let signed = |table: &[i8]| table.iter().map(|&number| number as u8).collect::<Vec<u8>>();
        let u16s = |table: &[u16]| words(table, if big_endian { u16::to_be_bytes } else { u16::to_le_bytes });
        let u32s = |table: &[u32]| words(table, if big_endian { u32::to_be_bytes } else { u32::to_le_bytes });
        let u64s = |table: &[u64]| words(table, if big_endian { u64::to_be_bytes } else { u64::to_le_bytes });
        for (name, bytes) in [
            ("rank", u16s(&order.rank[..])),
            ("base", u32s(&order.base[..])),
            ("class", class.to_vec()),
            ("sum", classes.sum.to_vec()),
            ("shanten", classes.shanten.iter().flat_map(|table| signed(&table[..])).collect()),
            ("best", classes.best.iter().flat_map(|table| table.iter().copied()).collect()),
            ("fields", u64s(classes.fields.as_flattened())),
            ("draw", u64s(changes.draw.as_flattened())),
            ("discard", u64s(changes.discard.as_flattened())),
            ("place", u32s(&readings.place[..])),
            ("words", u64s(&readings.words)),
        ] {
            fs::write(dir.join(name), bytes)?;
        }
        Ok(())
    }
}

fn words<T: Copy, const N: usize>(table: &[T], bytes: fn(T) -> [u8; N]) -> Vec<u8> {
    table.iter().flat_map(|&word| bytes(word)).collect()
}
