#!/usr/bin/env bash
# Records one data set (`run`), or answers the questions of a file (`study`), with N processes of GNU parallel, here or on other
# machines that share the folder. After a crash, repeat the command: only what is missing is played. (On one machine a single
# process with --threads is enough.)
#
#   scripts/parallel_shards.sh 8 run --rules tenhou --agents ukeire --games 1000000 --record decisions --out /shared/ukeire
#   scripts/parallel_shards.sh 8 study league.toml --out /shared/league
#
# PARALLEL holds further options for parallel, as usual: PARALLEL="--sshlogin node1,node2 --jobs 4".
set -euo pipefail
shards=${1:?usage: parallel_shards.sh N run|study ARGUMENTS}
command=${2:?usage: parallel_shards.sh N run|study ARGUMENTS}
shift 2
if [[ $command == run ]]; then set -- "$@" --resume; fi
seq "$shards" | parallel --quote --halt soon,fail=1 \
    "${HYAKUMAN:-hyakuman}" "$command" "$@" --threads "${THREADS:-1}" --shard "{}/$shards"
