#!/bin/sh
# The hardware's side of the agreement: Nsight Compute's counters of every program's kernels, at the sizes of cases.txt.
#
#   common/authoring/agreement/ncu.sh OUTPUT_FOLDER     wants a GPU, ncu, and the CUDA programs in build/cuda (or $BUILD_DIR)
#
# Writes ncu.csv: ncu's own lines with the case's number before each.
set -eu
[ $# -eq 1 ] || { echo "usage: ncu.sh OUTPUT_FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD_DIR:-$here/../../../build/cuda}

metrics=
for op in ld st; do
  metrics="$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum"
  metrics="$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum"
  metrics="$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op.sum"
done

number=0
: >"$1/ncu.csv"
while read -r program arguments; do
  number=$((number + 1))
  # The card's clocks stay as they are. No kernel is replayed with another state: all metrics fit few passes.
  # shellcheck disable=SC2086  # the arguments are words
  ncu --clock-control none --csv --metrics "${metrics#,}" "$build"/cuda/ch*/"$program" --repeats 1 $arguments </dev/null >"$1/one.txt" 2>&1 || {
    cat "$1/one.txt" >&2
    exit 1
  }
  # hold_device's kernel is no part of the program, nor are those of a library beside it.
  grep '^"' "$1/one.txt" | grep -v '"[^"]*spin(long long)"' | grep -v '"[^"]*transpose_readWrite_alignment_kernel<' | sed "s/^/\"$number\",/" >>"$1/ncu.csv"
done <"$here/cases.txt"
rm "$1/one.txt"
