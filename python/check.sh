#!/usr/bin/env bash
# Builds the package, installs it in a virtual environment of its own under target/, and runs its tests. Needs python3 (3.11 or
# later) with venv and, the first time, the network.
#
#   python/check.sh [ARGUMENTS OF PYTEST…]
#
# HYAKUMAN_SKIP_PYTHON=1 skips it. HYAKUMAN_LONG=1: also the tests of JAX, of training and of Ray, for which pip installs 400 MB; where it cannot, or Ray does not
# start, they are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ ${HYAKUMAN_SKIP_PYTHON:-} == 1 ]]; then
    echo "skipped: HYAKUMAN_SKIP_PYTHON is set"
    exit 0
fi
target=${CARGO_TARGET_DIR:-$PWD/target}
venv=$target/venv
python/environment.sh "$venv"
ray=0
if [[ ${HYAKUMAN_LONG:-} != 1 ]]; then
    echo "Not run without HYAKUMAN_LONG=1: the tests of JAX, training and Ray"
elif ! "$venv/bin/python" -c 'import ray' 2>/dev/null; then
    echo "SKIPPED: the tests of hyakuman.ray: pip cannot install ray"
elif ! timeout 120 "$venv/bin/python" -c 'import ray; ray.init(address="local", num_cpus=2, include_dashboard=False)' >/dev/null 2>&1; then
    echo "SKIPPED: the tests of hyakuman.ray: ray does not start on this machine"
else
    ray=1
fi
if [[ ${HYAKUMAN_LONG:-} == 1 ]] && ! "$venv/bin/python" -c 'import jax, optax' 2>/dev/null; then
    echo "SKIPPED: the tests of hyakuman.jax and hyakuman.train: pip cannot install jax and optax"
fi
export PATH=$venv/bin:$PATH VIRTUAL_ENV=$venv PYO3_PYTHON=$venv/bin/python

# A wheel for use comes from scripts/wheel.sh.
rm -rf "$target/wheels-dev"
CARGO_TARGET_DIR=$target maturin build --quiet --profile dev --locked --manifest-path python/Cargo.toml --out "$target/wheels-dev"
pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$target"/wheels-dev/hyakuman-*.whl
mypy --config-file python/pyproject.toml python/python/hyakuman
python -m mypy.stubtest hyakuman._native
pytest --quiet -rs -p no:cacheprovider -m "not ray" python/tests "$@"
if [[ $ray == 1 && $# == 0 ]]; then
    timeout 600 pytest --quiet -rs -p no:cacheprovider -m ray python/tests
fi
