#!/usr/bin/env bash
# Records a small data set of each family, reads it with PyArrow, Polars and DuckDB, compares it with the statistics of the
# run, and runs the code in its card. Then compares `hyakuman match` with recorded matches. Needs python3 (3.11 or later)
# with venv and, the first time, the network: the libraries are installed in .venv.
#
#   scripts/read_dataset/run.sh [PROGRAM…]     PROGRAM: the command that starts hyakuman; default: cargo run
#
# HYAKUMAN_SKIP_PYTHON=1 skips it.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=scripts/read_dataset

if [[ ${HYAKUMAN_SKIP_PYTHON:-} == 1 ]]; then
    echo "skipped: HYAKUMAN_SKIP_PYTHON is set"
    exit 0
fi
missing() {
    echo "$1; or set HYAKUMAN_SKIP_PYTHON=1 to skip this check" >&2
    exit 1
}

# The environment is created again when the list of libraries changes.
if ! cmp --silent $here/requirements.txt .venv/requirements.txt; then
    command -v python3 >/dev/null || missing "no python3: install Python 3.11 or later"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || missing "python3 is older than 3.11"
    python3 -m venv --clear .venv || missing "python3 has no venv (on Debian: apt install python3-venv)"
    .venv/bin/pip install --quiet --disable-pip-version-check -r $here/requirements.txt ||
        missing "pip cannot install the libraries in $here/requirements.txt: is there a network connection?"
    cp $here/requirements.txt .venv/
fi

program=("${@:-}")
[[ -n ${program[0]} ]] || program=(cargo run --locked --quiet --)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Games and part size are multiples of three and four, because a wall is played once per seat.
check() {
    local data=$work/$1 run=(--rules "$1" --agents "$2" --games 48 --seed 7)
    "${program[@]}" run "${run[@]}" --json >"$work/run.json"
    "${program[@]}" run "${run[@]}" --record all --part-size 24 --out "$data" >/dev/null
    .venv/bin/python $here/check.py "$data" "$work/run.json" -- "${program[@]}"
}
check tenhou ukeire,random,ukeire,random
check toutenkou gari,random,ukeire
check yangzhou-7 fan,random,fan,ukeire
check toppan threshold,random,threshold,expectimax
mkdir "$work/contests"
.venv/bin/python $here/contest.py "$work/contests" -- "${program[@]}"
