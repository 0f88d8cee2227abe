#!/usr/bin/env bash
# Records a small data set of each family and reads it with PyArrow, Polars and DuckDB: is it what the program says, and does all code
# of its card run? Needs python3 (3.11 or later) with venv and, the first time, the network: the libraries go to .venv.
#
#   scripts/read_dataset/run.sh [PROGRAM…]     PROGRAM: how to start hyakuman; default: through cargo
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
    echo "$1; or set HYAKUMAN_SKIP_PYTHON=1 to go on without this check" >&2
    exit 1
}

# The environment is made again when the list of libraries changes.
if ! cmp --silent $here/requirements.txt .venv/requirements.txt; then
    command -v python3 >/dev/null || missing "no python3: install Python 3.11 or later"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || missing "python3 is older than 3.11"
    python3 -m venv --clear .venv || missing "python3 has no venv (on Debian: apt install python3-venv)"
    .venv/bin/pip install --quiet --disable-pip-version-check -r $here/requirements.txt ||
        missing "pip cannot install what $here/requirements.txt lists: is there a network?"
    cp $here/requirements.txt .venv/
fi

program=("${@:-}")
[[ -n ${program[0]} ]] || program=(cargo run --locked --quiet --)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Games and part size are multiples of three and four: a wall is played once for each seat.
check() {
    local data=$work/$1 run=(--rules "$1" --agents "$2" --games 48 --seed 7)
    "${program[@]}" run "${run[@]}" --json >"$work/run.json"
    "${program[@]}" run "${run[@]}" --record matches,kyoku,decisions,replays --part-size 24 --out "$data" >/dev/null
    .venv/bin/python $here/check.py "$data" "$work/run.json" -- "${program[@]}"
}
check tenhou ukeire,random,ukeire,random
check toutenkou gari,random,ukeire
check yangzhou-7 fan,random,fan,ukeire
check toppan threshold,random,threshold,expectimax
