#!/usr/bin/env bash
# Learns the corrections that come with the program, agents/src/learned/RULESET.agent: what an agent learned of its rules (docs/learned.md).
# Half an hour for each on two cores; an interrupted run goes on. Without arguments all of them.
#
#   scripts/learned.sh [RULESET…]
set -euo pipefail
cd "$(dirname "$0")/.."

rulesets=("$@")
if [[ $# == 0 ]]; then
    rulesets=()
    for file in agents/src/learned/*.agent; do rulesets+=("$(basename "$file" .agent)"); done
fi

cargo build --release --locked --quiet
mkdir -p target/learned
for ruleset in "${rulesets[@]}"; do
    made=target/learned/$ruleset.agent
    target/release/hyakuman adapt --rules "$ruleset" --games 30000 --steps 2 --walls 10000 --seed 26 --out "$made"
    cp "$made" agents/src/learned/
done
