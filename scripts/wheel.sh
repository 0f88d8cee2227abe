#!/usr/bin/env bash
# Builds a wheel of the Python package. Needs cargo, and maturin (pip install maturin).
#
#   scripts/wheel.sh [FOLDER]         into this folder; target/wheels without
#
# The wheel is for the system and processor family of this machine, and for CPython 3.11 and later.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-target/wheels}")
# A target folder of its own: maturin passes the flags of python/pyproject.toml to cargo, which builds all crates again for them.
CARGO_TARGET_DIR=${HYAKUMAN_WHEEL_TARGET:-$PWD/target/python} maturin build --release --locked --manifest-path python/Cargo.toml --out "$out"
ls "$out"/hyakuman-*.whl
