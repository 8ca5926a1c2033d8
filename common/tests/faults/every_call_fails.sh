#!/bin/sh
# A program whose CUDA call fails ends with exit code 1 and one message, and leaves no half-written file. Tests each call of a few programs,
# failing once and failing always. For all programs: common/tests/faults/every_call_fails.py. First, it must find planted mistakes.
# Needs: careless.sim nearest_block_sizes.sim reduce_mapped.sim function_reduce_table.sim sort_by_key.sim bfs_on_device.sim launch_not_waited.sim transpose_padded.sim
set -eu
# shellcheck source=common/tests/authoring/support/python.sh
. "$SOURCE_DIR/common/tests/authoring/support/python.sh"
said=$(mktemp)
trap 'rm -f "$said"' EXIT
fails() { python3 "$SOURCE_DIR/common/tests/faults/every_call_fails.py" "$@"; }
careless=$BUILD_DIR/sim/careless

# finds FAULT REGEX: what the program does wrong is said.
finds() {
  code=0
  fails --seconds 2 --run "$careless" "$1" >"$said" 2>&1 || code=$?
  [ "$code" -eq 1 ] || { echo "exit code $code, not 1, of what is careless: $1"; cat "$said"; exit 1; }
  grep -q "^careless: call [1-4], $2" "$said" || { echo "not found, careless: $1"; cat "$said"; exit 1; }
}
finds ignores 'cudaMemset, with cudaErrorUnknown: exit code 0'
finds silent 'cudaMalloc, with cudaErrorMemoryAllocation: it says nothing'
finds chatty 'cudaMalloc, with cudaErrorIllegalAddress: it says more than one thing'
finds vague 'kernel launch, with cudaErrorLaunchOutOfResources: its message does not name kernel launch'
finds wrong_exit 'cudaFree, with cudaErrorUnknown: exit code 3'
finds leaks 'cudaMemset, with cudaErrorUnknown: left: 1 allocations'
finds early 'cudaMalloc, with cudaErrorMemoryAllocation: it has touched its results: run.json'
finds hangs 'cudaMalloc, with cudaErrorMemoryAllocation: it has not ended after 2 s'
fails --run "$careless" nothing

# refuses VALUE: of CUDASIM_FAIL, in one line.
refuses() {
  code=0
  CUDASIM_FAIL=$1 "$careless" nothing --json "$said.json" >"$said" 2>&1 || code=$?
  [ "$code" -eq 2 ] && [ "$(wc -l <"$said")" -eq 1 ] || { echo "CUDASIM_FAIL=$1: exit code $code"; cat "$said"; exit 1; }
}
refuses 0:cudaErrorUnknown
refuses 3
refuses 3:cudaSuccess
refuses x:cudaErrorUnknown
refuses 3:cudaErrorNone

fails --most 30 --program nearest_block_sizes reduce_mapped function_reduce_table sort_by_key bfs_on_device launch_not_waited transpose_padded
