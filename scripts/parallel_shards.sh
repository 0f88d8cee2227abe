#!/usr/bin/env bash
# Records one data set with N processes of GNU parallel, here or on other machines that share the folder. After a crash,
# repeat the command: only missing parts are played. (On one machine a single process with --threads is enough.)
#
#   scripts/parallel_shards.sh 8 --rules tenhou --agents ukeire --games 1000000 --record decisions --out /shared/ukeire
#
# PARALLEL holds further options for parallel, as usual: PARALLEL="--sshlogin node1,node2 --jobs 4".
set -euo pipefail
shards=${1:?usage: parallel_shards.sh N ARGUMENTS of hyakuman run}
shift
seq "$shards" | parallel --quote --halt soon,fail=1 \
    "${HYAKUMAN:-hyakuman}" run "$@" --resume --threads "${THREADS:-1}" --shard "{}/$shards"
