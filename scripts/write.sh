#!/usr/bin/env bash
# Writes what the program can write itself: the pins of rulesets and numbers, the answers of benches, tables of RULES.md and docs/*.md.
# Then shows what has changed: `git diff` has to be read, for a pin that changes without reason is an error.
#   ./scripts/write.sh          all
#   ./scripts/write.sh --docs   all but the answers of benches
set -uo pipefail
cd "$(dirname "$0")/.."

export HYAKUMAN_WRITE=1
cargo test --locked --quiet -p hyakuman-games -p hyakuman --test tests -- pinned written; failed=$?
if [[ ${1-} != --docs ]]; then cargo test --locked --quiet --bench '*' || failed=1; fi
git diff --stat
exit $failed
