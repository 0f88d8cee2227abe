//! Writes the tables to files, which `src/lib.rs` includes.

use std::env;
use std::path::Path;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name| env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"));
    let big_endian = variable("CARGO_CFG_TARGET_ENDIAN") == "big";
    hyakuman_table_generator::generate().write(Path::new(&variable("OUT_DIR")), big_endian)
}
