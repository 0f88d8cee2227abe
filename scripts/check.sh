#!/usr/bin/env bash
# What has to pass before a change lands, in ten minutes; before a release, all. Needs cargo with the components of rust-toolchain.toml.
#
#   scripts/check.sh                  the stages of a change, in this order; stops at the first that fails
#   scripts/check.sh fmt clippy       some stages
#   scripts/check.sh long             all stages, with what simulates error rates, trains, or plays every ruleset for long
set -euo pipefail
cd "$(dirname "$0")/.."

# With --locked a stale Cargo.lock fails here and not on other machines.
LOCKED=--locked

# Of all packages, whatever a stage needs: so all stages have the same features, and nothing is built twice. The extension module
# of the Python package is checked, but built by the stage python-package. The program has completions and manual pages, as a release.
RUST="--workspace --features hyakuman/shell"

# Everything is built once: what cargo keeps to build a crate again in parts takes more room than all programs together.
export CARGO_INCREMENTAL=0

# Whether what takes long is run: 1 if it is.
export HYAKUMAN_LONG=${HYAKUMAN_LONG:-0}

TARGET=${CARGO_TARGET_DIR:-$PWD/target}
PROGRAM=$TARGET/debug/hyakuman

stage_fmt() { run cargo fmt --all --check; }

stage_clippy() {
    run cargo clippy $LOCKED $RUST --all-targets -- -D warnings
    run cargo clippy $LOCKED --workspace --bin hyakuman -- -D warnings # without the feature `shell`
}

stage_doc() { RUSTDOCFLAGS="-D warnings" run cargo doc $LOCKED $RUST --no-deps; }

# Every crate in Cargo.lock has a licence that deny.toml accepts.
stage_licences() { run scripts/licences.py; }

# The Python package, which is built apart, has crates with the features that they have in the workspace, and in the program alone: so nothing is
# built twice, and `pip install ./python` uses what `cargo build --release` has built.
stage_features() {
    local of_python other
    of_python=$(features -p hyakuman-python -e normal,build)
    other=$(comm -13 <(features --workspace -e normal,build,dev) <(echo "$of_python"))
    if [[ -n $other ]]; then
        printf 'crates of the Python package with other features than in the workspace:\n%s\n' "$other" >&2
        return 1
    fi
    other=$(comm -23 <(features -p hyakuman -e normal,build) <(echo "$of_python") |
        while read -r name rest; do if grep -q "^$name " <<<"$of_python"; then echo "$name $rest"; fi; done)
    if [[ -n $other ]]; then
        printf 'crates with other features than in the Python package:\n%s\n' "$other" >&2
        return 1
    fi
}
features() { cargo tree --quiet "$@" -f '{p} [{f}]' --prefix none | sed 's/ (\*)//' | grep -v ' (/' | sort -u; }

# All that later stages run, compiled at once. Not `--all-targets`: that would compile the examples as tests.
stage_build() {
    run cargo test $LOCKED $RUST --no-run --tests
    if [[ $HYAKUMAN_LONG == 1 ]]; then run cargo test $LOCKED $RUST --no-run --bench '*'; fi
}

# Benches give the answers in benches/answers.txt; they are not timed.
stage_benches() { run cargo test $LOCKED $RUST --bench '*'; }

# The program starts and gives known answers.
stage_smoke() {
    build
    expect '"shanten":0' hand --json 123m456p789s1122z
    expect '"points":7700' score --jsonl - <<'HAND'
{"hand":["2m","3m","4m","0p","6p","7p","3s","3s","5z","5z"],"win":"5z","melds":[{"type":"pon","tiles":["7z","7z","7z"]}],"by":"ron","from":"W","seat":"S","round":"E","dora":["1m"]}
HAND
    expect tenhou rules list
    expect ukeire agents list
    expect '"timing"' run --agents random --games 20 --json
    local peers=$PWD/scripts/compare_peers.py # tests a program path relative to another folder
    (cd "$TARGET/debug" && run "$peers" --hyakuman ./hyakuman --no-python --no-rust --turns 1 --seconds 0.2)
}

# The library as its users have it.
stage_library() {
    local set=$(mktemp -d)
    run cargo build $LOCKED $RUST --quiet --example my_agent --example own_game
    run "$TARGET/debug/examples/my_agent" 40 "$set/agent"
    run "$TARGET/debug/examples/own_game" "$set/game"
    rm -r "$set"
}

# An example as a crate of its own, outside the workspace.
stage_outside() {
    local crate=$(mktemp -d)
    cp -r examples/own_game "$crate/src"
    cp Cargo.lock rust-toolchain.toml "$crate"
    cat >"$crate/Cargo.toml" <<CRATE
[package]
name = "outside"
version = "0.0.0"
edition = "2024"

[dependencies]
hyakuman = { path = "$PWD" }
serde = "1"
CRATE
    CARGO_TARGET_DIR=$TARGET/outside run cargo run --quiet --manifest-path "$crate/Cargo.toml" -- "$crate/set"
    rm -r "$crate"
}

# The recipes of CONTRIBUTING.md, followed in a copy of the last commit.
stage_recipes() { CARGO_TARGET_DIR=$TARGET run scripts/recipes.py; }

# A recorded data set is read with PyArrow, Polars and DuckDB, and the code of its card runs.
stage_python() {
    build
    run scripts/read_dataset/run.sh "$PROGRAM"
}

# The Python package: built, installed and tested.
stage_python-package() { run python/check.sh; }

# The bots of examples/bots play by the rules. majiang-ai is installed with npm; where that is not possible, it is not checked.
stage_bots() {
    local shanten='mjai:cmd="python3 examples/bots/shanten.py"' folder=examples/bots/majiang
    build
    expect '"compliant":true' agents check "$shanten" --games 4 --json
    expect '"compliant":true' agents check "$shanten" --games 3 --rules tenhou-sanma --json
    if command -v npm >/dev/null && npm install --silent --no-audit --no-fund --no-package-lock --prefix $folder; then
        expect '"compliant":true' agents check "mjai:cmd=\"node $folder/majiang.js\"" --games 2 --json
    else
        echo "SKIPPED: majiang-ai, the bot in JavaScript: npm is not there, or cannot install its packages"
    fi
}

# Pages of `show --format html` play matches of every game in a headless Chromium, people play on those of `play`; it is installed where that is possible.
stage_viewer() {
    build
    if ! command -v chromium google-chrome >/dev/null; then
        [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null && { apt-get update -qq && run apt-get install -y -qq chromium >/dev/null; } || true
    fi
    if command -v chromium google-chrome >/dev/null; then
        run scripts/check_viewer.py "$PROGRAM"
        run scripts/check_play.py "$PROGRAM"
    else
        echo "SKIPPED: pages in a browser: chromium is not there, and cannot be installed"
    fi
}

# Grids and studies are killed and continued.
stage_kills() {
    build
    run scripts/kills.py "$PROGRAM" --times $((HYAKUMAN_LONG ? 60 : 7))
}

# Last, so that a log ends with what cargo says about the tests. Tests in modules `long` take long, those in `shared` need logs and hands from outside
# the project; cargo reports both as ignored.
stage_test() {
    local set=()
    if [[ $HYAKUMAN_LONG == 1 ]]; then set=(env HYAKUMAN_PLANES=100000 HYAKUMAN_CONFORMANCE_MATCHES=60); fi
    run "${set[@]}" cargo test $LOCKED $RUST --doc
    timed_tests "${set[@]}" cargo test $LOCKED $RUST --tests
    if [[ $HYAKUMAN_LONG == 1 ]]; then timed_tests cargo test $LOCKED $RUST --tests -- --ignored long::; fi
    if [[ -n ${HYAKUMAN_SHARED:-} || -d ../shared ]]; then
        HYAKUMAN_SHARED=$(cd "${HYAKUMAN_SHARED:-../shared}" && pwd)
        export HYAKUMAN_SHARED
        run cargo test $LOCKED $RUST --tests -- --ignored shared::
    else
        echo "HYAKUMAN_SHARED is not set and ../shared is not there: tests of real logs and scored hands were not run"
    fi
}

# Runs tests and names the slowest. The test programs have times only as an option that they call unstable, which cargo's runner lets them take.
timed_tests() {
    local host=$(rustc -vV | sed -n 's/^host: //p') arguments=("$@") log=$TARGET/times.log failed=0
    local runner=CARGO_TARGET_$(tr a-z- A-Z_ <<<"$host")_RUNNER
    [[ " $* " == *" -- "* ]] || arguments+=(--)
    echo "+ $*"
    env "$runner=env RUSTC_BOOTSTRAP=1" "${arguments[@]}" -Z unstable-options --report-time 2>&1 | tee "$log" || failed=$?
    echo "The slowest:"
    sed -nE 's/^test (.*) \.\.\. .* <([0-9.]+)s>$/\2 s \1/p' "$log" | sort -rn | sed -n 1,10p
    return "$failed"
}

# Prints a command and runs it.
run() {
    echo "+ $*"
    "$@"
}

# Builds the program, with a test: so the crates that it needs have the features that tests give them.
build() { run cargo build $LOCKED $RUST --quiet --bin hyakuman --test tests; }

# expect TEXT ARGUMENTS: runs the program with the arguments; its output must contain the text.
expect() {
    local wanted=$1 found
    shift
    echo "+ hyakuman $*"
    found=$("$PROGRAM" "$@")
    if [[ $found != *"$wanted"* ]]; then
        printf 'hyakuman %s: expected %s in the output, which is:\n%s\n' "$*" "$wanted" "$found" >&2
        return 1
    fi
}

# Whether a stage is to run.
is_asked() { [[ " ${asked[*]} " == *" $1 "* ]]; }

# Runs a stage and says how long it took.
timed() {
    echo "== $1"
    SECONDS=0
    "stage_$1"
    echo "== $1: ${SECONDS} s"
}

# Installs what is needed of Python in the background, while others compile. What fails here is done again by its stage, which says so.
begin_installing() {
    [[ ${HYAKUMAN_SKIP_PYTHON:-} != 1 ]] || return 0
    if is_asked python; then scripts/venv.sh .venv scripts/read_dataset/requirements.txt &>/dev/null & fi
    if is_asked python-package; then python/environment.sh "$TARGET/venv" &>/dev/null & fi
}

# Begins the stages that run beside the others, as soon as everything is compiled: most stages use one core, or wait. What they
# print is shown in their turn. The tests get what the others leave.
declare -A beside=()
begin_beside() {
    local stage
    set -m # each is a group of processes, which ends with this script
    trap 'for group in "${beside[@]}"; do kill -- "-$group" 2>/dev/null || true; done' EXIT
    for stage in viewer kills test; do
        is_asked "$stage" || continue
        (
            if [[ $stage == test ]]; then renice -n 5 $BASHPID >/dev/null; fi
            timed "$stage"
        ) &>"$TARGET/$stage.log" &
        beside[$stage]=$!
    done
    set +m
}

# Waits for a stage that runs beside the others.
end_beside() {
    local failed=0
    wait "${beside[$1]}" || failed=$?
    cat "$TARGET/$1.log"
    return "$failed"
}

stages=(fmt clippy licences features build smoke library python python-package bots viewer kills test)
long=(fmt clippy doc licences features build benches smoke library outside recipes python python-package bots viewer kills test)
asked=("${@:-${stages[@]}}")
if [[ $* == long ]]; then HYAKUMAN_LONG=1 asked=("${long[@]}"); fi
for stage in "${asked[@]}"; do
    if ! declare -F "stage_$stage" >/dev/null; then
        echo "no stage $stage: there are ${long[*]}, and long for all of them" >&2
        exit 2
    fi
done
begin_installing
for stage in "${asked[@]}"; do
    if [[ -n ${beside[$stage]:-} ]]; then end_beside "$stage"; else timed "$stage"; fi
    if [[ $stage == build ]]; then begin_beside; fi
done
