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
scripts/venv.sh .venv $here/requirements.txt

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
