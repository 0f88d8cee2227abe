#!/usr/bin/env bash
# Learns the corrections that come with the program, agents/src/learned/RULESET.agent: what an agent learned of its rules (docs/learned.md).
# A quarter of an hour to half an hour for each on two cores; an interrupted run goes on. Without arguments all of them.
#
#   scripts/learned.sh [RULESET…]
set -euo pipefail
cd "$(dirname "$0")/.."

rulesets=("$@")
if [[ $# == 0 ]]; then
    rulesets=()
    for file in agents/src/learned/*.agent; do rulesets+=("$(basename "$file" .agent)"); done
fi

# Steps, matches with labels in each, walls of the match at the end.
plan() {
    case $1 in
    tenhou) echo 3 30000 20000 ;;
    mahjongsoul) echo 2 30000 8000 ;;
    shura) echo 2 15000 8000 ;;
    *) echo 2 40000 8000 ;;
    esac
}

cargo build --release --locked --quiet
mkdir -p target/learned
for ruleset in "${rulesets[@]}"; do
    made=target/learned/$ruleset.agent
    read -r steps games walls < <(plan "$ruleset")
    target/release/hyakuman agents adapt --rules "$ruleset" --games "$games" --walls "$walls" --steps "$steps" --seed 26 --out "$made"
    cp "$made" agents/src/learned/
done
