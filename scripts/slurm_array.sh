#!/usr/bin/env bash
# Records one data set (`run`), or answers the questions of a file (`study`), with the tasks of a Slurm array. Task I of N plays its
# shard into one shared folder; there is no merge step, the last task writes the manifest or the pages. A task that is killed or
# requeued continues where it stopped; if the array is submitted again, only what is missing is played. Of a data set choose
# --part-size so that there are more parts than CPUs.
#
#   sbatch --array=1-16 --cpus-per-task=8 --requeue scripts/slurm_array.sh \
#       run --rules tenhou --agents ukeire --games 1000000 --record decisions --out /shared/ukeire
#   sbatch --array=1-16 --cpus-per-task=8 --requeue scripts/slurm_array.sh study league.toml --out /shared/league
#SBATCH --job-name=hyakuman
set -euo pipefail

# The tasks of the array must be numbered 1 to N without gaps: together they play every part once.
: "${SLURM_ARRAY_TASK_ID:?submit this with sbatch --array=1-N}"
if ((SLURM_ARRAY_TASK_MIN != 1 || SLURM_ARRAY_TASK_COUNT != SLURM_ARRAY_TASK_MAX)); then
    echo "the array must be 1-N without gaps: other tasks would leave parts unplayed" >&2
    exit 2
fi
command=${1:?usage: slurm_array.sh run|study ARGUMENTS}
shift
if [[ $command == run ]]; then set -- "$@" --resume; fi
exec "${HYAKUMAN:-hyakuman}" "$command" "$@" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --threads "${SLURM_CPUS_PER_TASK:-1}"
