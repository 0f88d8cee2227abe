//! Writes the look-up tables to files, which `src/tables` includes.

// The crate uses the rest of it: the numbering of configurations.
#[allow(dead_code, unused_imports, unreachable_pub)]
#[path = "src/tables/generator/mod.rs"]
mod generator;

use std::env;
use std::path::Path;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/tables/generator");
    let variable = |name| env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"));
    let big_endian = variable("CARGO_CFG_TARGET_ENDIAN") == "big";
    generator::generate().write(Path::new(&variable("OUT_DIR")), big_endian)
}
