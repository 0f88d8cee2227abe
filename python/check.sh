#!/usr/bin/env bash
# Builds the package, installs it in a virtual environment of its own under target/, and runs its tests. Needs python3 (3.11 or
# later) with venv and, the first time, the network.
#
#   python/check.sh [ARGUMENTS OF PYTEST…]
#
# HYAKUMAN_SKIP_PYTHON=1 skips it. Where pip cannot install JAX, its tests and those of training are skipped; where it cannot install Ray (250 MB) or that
# does not start, the tests of Ray are; with HYAKUMAN_RAY=1 that is an error. HYAKUMAN_RAY=0 skips them.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ ${HYAKUMAN_SKIP_PYTHON:-} == 1 ]]; then
    echo "skipped: HYAKUMAN_SKIP_PYTHON is set"
    exit 0
fi
missing() {
    echo "$1; or set HYAKUMAN_SKIP_PYTHON=1 to skip this check" >&2
    exit 1
}

target=${CARGO_TARGET_DIR:-$PWD/target}
venv=$target/venv
# The environment is created again when the list of libraries changes.
if ! cmp --silent python/requirements.txt "$venv/requirements.txt"; then
    command -v python3 >/dev/null || missing "no python3: install Python 3.11 or later"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || missing "python3 is older than 3.11"
    python3 -m venv --clear "$venv" || missing "python3 has no venv (on Debian: apt install python3-venv)"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r python/requirements.txt ||
        missing "pip cannot install the libraries in python/requirements.txt: is there a network connection?"
    cp python/requirements.txt "$venv/"
fi
without_ray() {
    [[ ${HYAKUMAN_RAY:-} == 1 ]] && missing "$1"
    echo "SKIPPED: the tests of hyakuman.ray: $1"
    ray=0
}
ray=1
if [[ ${HYAKUMAN_RAY:-} == 0 ]]; then
    without_ray "HYAKUMAN_RAY is 0"
elif ! timeout 300 "$venv/bin/pip" install --quiet --disable-pip-version-check 'ray==2.60.0'; then
    without_ray "pip cannot install ray"
elif ! timeout 120 "$venv/bin/python" -c 'import ray; ray.init(address="local", num_cpus=2, include_dashboard=False)' >/dev/null 2>&1; then
    without_ray "ray does not start on this machine"
fi
timeout 300 "$venv/bin/pip" install --quiet --disable-pip-version-check 'jax==0.10.2' 'optax==0.2.8' ||
    echo "SKIPPED: the tests of hyakuman.jax and hyakuman.train: pip cannot install jax and optax"
export PATH=$venv/bin:$PATH VIRTUAL_ENV=$venv PYO3_PYTHON=$venv/bin/python

# The flags that cargo finds in .cargo/config.toml, and no second time in python/pyproject.toml: so the crates that other checks
# have built are used. A wheel for use comes from scripts/wheel.sh.
if [[ $(uname -m) == x86_64 ]]; then
    export RUSTFLAGS=${RUSTFLAGS:--C target-cpu=x86-64-v3}
fi
rm -rf "$target/wheels-dev"
CARGO_TARGET_DIR=$target maturin build --quiet --profile dev --locked --manifest-path python/Cargo.toml --out "$target/wheels-dev"
pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$target"/wheels-dev/hyakuman-*.whl
mypy --config-file python/pyproject.toml python/python/hyakuman
python -m mypy.stubtest hyakuman._native
pytest --quiet -rs -p no:cacheprovider -m "not ray" python/tests "$@"
if [[ $ray == 1 && $# == 0 ]]; then
    timeout 600 pytest --quiet -rs -p no:cacheprovider -m ray python/tests
fi
