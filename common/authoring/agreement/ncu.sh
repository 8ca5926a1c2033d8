#!/bin/sh
# Reads the hardware's side of the agreement: Nsight Compute's counters of the programs' kernels, at the sizes of cases.txt, for cases without
# counters in docs/results. To read a case again, first remove its entries from counters.json.
#
#   common/authoring/agreement/ncu.sh OUTPUT_FOLDER     needs a GPU, ncu, and the CUDA programs in build/cuda (or $BUILD_DIR)
#
# Writes ncu.csv: ncu's own lines, with the case before each.
set -eu
[ $# -eq 1 ] || { echo "usage: ncu.sh OUTPUT_FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD_DIR:-$here/../../../build/cuda}
counters=$here/../../../docs/results/nvidia-h200/counters.json

metrics=
for op in ld st; do
  metrics="$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum"
  metrics="$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum"
  metrics="$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op.sum"
done

: >"$1/ncu.csv"
grep -v '^#' "$here/cases.txt" | while read -r case; do
  ! grep -qF "\"case\": \"$case\"" "$counters" || continue
  # The GPU's clocks are not changed. No kernel is replayed with another state: all metrics fit in a few passes.
  # shellcheck disable=SC2086  # the case is words: a program and its arguments
  ncu --clock-control none --csv --metrics "${metrics#,}" "$build"/cuda/ch*/${case%% *} --repeats 1 ${case#* } </dev/null >"$1/one.txt" 2>&1 || {
    cat "$1/one.txt" >&2
    exit 1
  }
  # hold_device's kernel is not part of the program, nor are those of a library.
  grep '^"' "$1/one.txt" | grep -v '"[^"]*spin(long long)"' | grep -v '"[^"]*transpose_readWrite_alignment_kernel<' | sed "s/^/\"$case\",/" >>"$1/ncu.csv"
done
rm -f "$1/one.txt"
