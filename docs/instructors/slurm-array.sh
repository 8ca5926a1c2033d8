#!/bin/sh
# Grades a large course as a job array of Slurm: sbatch --array=1-16 docs/instructors/slurm-array.sh FOLDER EXERCISE SEED
# Build before, once: ./tutorial exercise list && cmake --build build/auto --target tutorial_grade. Afterwards: ./tutorial grade --merge marks shard-*
#SBATCH --cpus-per-task=4
#SBATCH --time=01:00:00
set -eu
[ $# -eq 3 ] || { echo "usage: sbatch --array=1-N slurm-array.sh FOLDER EXERCISE SEED" >&2; exit 2; }
# Of an array that starts at 1. The seed is the same for all shards, and so are the inputs that learners are graded with.
exec "${SLURM_SUBMIT_DIR:-.}/tutorial" grade "$1" --exercise "$2" --seed "$3" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --output "shard-$SLURM_ARRAY_TASK_ID"
