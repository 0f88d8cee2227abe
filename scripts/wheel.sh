#!/usr/bin/env bash
# Builds a wheel of the Python package. Needs cargo, and maturin (pip install maturin).
#
#   scripts/wheel.sh [FOLDER]            for this machine, into this folder; target/wheels without
#   scripts/wheel.sh FOLDER TARGET…      for Linux of 2018 and later (manylinux_2_28), for each target: x86_64-unknown-linux-gnu,
#                                        aarch64-unknown-linux-gnu; needs zig (pip install ziglang) and `rustup target add TARGET`
#
# The wheel is for CPython 3.11 and later. Where auditwheel and abi3audit are installed (pip install auditwheel abi3audit), they check it.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-target/wheels}")
build() {
    maturin build --release --locked --manifest-path python/Cargo.toml --out "$out" "$@"
}
if [[ $# -lt 2 ]]; then
    build
else
    for target in "${@:2}"; do
        build --zig --target "$target" --compatibility manylinux_2_28
    done
fi
for wheel in "$out"/hyakuman-*.whl; do
    echo "$wheel"
    if [[ $wheel == *linux* ]] && command -v auditwheel >/dev/null; then
        auditwheel show "$wheel"
    fi
    if command -v abi3audit >/dev/null; then
        abi3audit --strict --summary "$wheel"
    fi
done
