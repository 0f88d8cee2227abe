#!/usr/bin/env bash
# One data set from N processes of GNU parallel, here or on other machines that share the folder. Run the same again
# after a crash: only what is missing is played. (On one machine a single process with --threads does as well.)
#
#   scripts/parallel_shards.sh 8 --rules tenhou --agents ukeire --games 1000000 --record decisions --out /shared/ukeire
#
# PARALLEL holds further options of parallel, as it always does: PARALLEL="--sshlogin node1,node2 --jobs 4".
set -euo pipefail
shards=${1:?usage: parallel_shards.sh N ARGUMENTS of hyakuman run}
shift
seq "$shards" | parallel --quote --halt soon,fail=1 \
    "${HYAKUMAN:-hyakuman}" run "$@" --resume --threads "${THREADS:-1}" --shard "{}/$shards"
