#!/bin/sh
# A predicted time needs kernels that do the work at the size of the prediction. A single block, which is traced before any other has run, gets a
# prediction; a kernel that does nothing there gets the reason for none.
# Needs: tutorial_mark
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# NAME WHAT_COMES_FIRST
answer() {
  cat > "$work/$1.cu" <<END
#include "exercise.hpp"

__global__ void nothing() {}

__global__ void add(const unsigned* in, unsigned* result, int n) {
  unsigned own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own += in[i];
  atomicAdd(result, own);
}

void sum(const unsigned* in, unsigned*, unsigned* result, int n) {
  $2
  cudaMemset(result, 0, sizeof *result);
  add<<<n < (1 << 20) ? 16 : 1, 1024>>>(in, result, n);
}
END
}

# NAME EXPECTED
reports() {
  "$BUILD_DIR/bin/tutorial-mark" check sum_fewest "$work/$1.cu" --predict > "$work/report" 2>&1 || true
  tr -s ' \n' '  ' < "$work/report" | grep -q "$2" && return
  echo "$1 is not reported by '$2':"
  cat "$work/report"
  exit 1
}

answer one_block ''
reports one_block 'predicted on an H200, n = 2^21: .* as the starter'
answer nothing 'if (n >= (1 << 20)) return nothing<<<1, 32>>>();'
reports nothing 'no prediction for an H200, n = 2^21: the kernels move 0 MB'
