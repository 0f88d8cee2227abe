#!/usr/bin/env bash
# Learns the corrections that come with the program, agents/src/learned/RULESET.agent: what an agent learned of its rules (docs/learned.md).
# About a quarter of an hour for each on two cores; an interrupted run goes on. Without arguments all of them.
#
#   scripts/learned.sh [RULESET…]
set -euo pipefail
cd "$(dirname "$0")/.."

rulesets=("$@")
if [[ $# == 0 ]]; then
    rulesets=()
    for file in agents/src/learned/*.agent; do rulesets+=("$(basename "$file" .agent)"); done
fi

# Matches with labels in each step, walls of the match at the end.
plan() {
    case $1 in
    tenhou) echo 30000 20000 ;;
    mahjongsoul) echo 30000 8000 ;;
    shura) echo 15000 8000 ;;
    *) echo 40000 8000 ;;
    esac
}

cargo build --release --locked --quiet
mkdir -p target/learned
for ruleset in "${rulesets[@]}"; do
    made=target/learned/$ruleset.agent
    read -r games walls < <(plan "$ruleset")
    target/release/hyakuman agents adapt --rules "$ruleset" --games "$games" --walls "$walls" --steps 2 --seed 26 --out "$made"
    cp "$made" agents/src/learned/
done
