//! The extension module `hyakuman._native`: what the Python package needs from Rust, as slices of NumPy arrays and text.
//!
//! Users import `hyakuman`; python/hyakuman/ checks and converts arguments. One file for each part: [`rules`],
//! [`hands`], [`env`], [`one`], [`logs`], [`planes`],
//! [`dataset`], [`runs`], [`study`], [`players`], [`words`].

mod dataset;
mod env;
mod error;
mod hands;
mod learning;
mod logs;
mod one;
mod planes;
mod players;
mod quiet;
mod rules;
mod runs;
mod study;
mod words;

use pyo3::prelude::*;

/// The module.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use crate::dataset::{Decisions, data_sets};
    #[pymodule_export]
    use crate::env::VecEnv;
    #[pymodule_export]
    use crate::error::DataError;
    #[pymodule_export]
    use crate::hands::{parse_tiles, score, shanten, ukeire, waits};
    #[pymodule_export]
    use crate::learning::{adapt, labels};
    #[pymodule_export]
    use crate::logs::replay;
    #[pymodule_export]
    use crate::one::Match;
    #[pymodule_export]
    use crate::planes::{RowEncoder, channels};
    #[pymodule_export]
    use crate::rules::{Rules, agents_list, rules_list};
    #[pymodule_export]
    use crate::runs::{compare, contest, experiment, import_logs, run};
    #[pymodule_export]
    use crate::study::study_file;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("BUILT_FOR", super::BUILT_FOR)
    }
}

/// Names the processor that this build needs. `hyakuman/_processor.py` looks for the text in the file of the module, because a
/// module that needs instructions which the processor lacks cannot be asked.
const BUILT_FOR: &str = if cfg!(all(target_arch = "x86_64", target_feature = "avx2")) {
    "hyakuman is built for x86-64-v3"
} else {
    "hyakuman is built for any processor of its kind"
};
