#!/bin/sh
# Needs: tutorial_driver cudasim-simcc
# A file of the user's own: what each of its kernels is limited by; what is no program or no GPU is refused.
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
driver="$BUILD_DIR/bin/tutorial-driver"

cat >"$folder/own.cu" <<'END'
#include <cuda_runtime.h>

__global__ void copy(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
__global__ void chase(const int* next, int* last, int steps) {
  int at = 0;
  for (int i = 0; i < steps; ++i) at = next[at];
  *last = at;
}
__global__ void multiply(float factor, int steps, float* out) {
  float value = static_cast<float>(threadIdx.x);
  for (int i = 0; i < steps; ++i) value = value * factor + 1.0f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void turn(const float* in, float* out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main() {
  const int count = 1 << 16;
  float *in, *out;
  cudaMalloc(&in, count * sizeof(float));
  cudaMalloc(&out, count * sizeof(float));
  cudaMemset(in, 0, count * sizeof(float));
  copy<<<count / 256, 256>>>(in, out);
  chase<<<1, 1>>>(reinterpret_cast<int*>(in), reinterpret_cast<int*>(out), 500);
  multiply<<<4, 256>>>(0.5f, 100, out);
  turn<<<1, dim3(32, 32)>>>(in, out);
  int multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  copy<<<multiprocessors, 32>>>(in, out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
END

"$driver" predict "$folder/own.cu" --gpu h100 --json "$folder/own.json" >"$folder/out" 2>"$folder/err" || {
  cat "$folder/out" "$folder/err"
  exit 1
}
grep -q 'copy.*256 blocks of 256 threads' "$folder/out"
grep -q 'on h100, limited by latency' "$folder/out"
[ "$(grep -c '"predicted_s": [0-9]' "$folder/own.json")" -eq 5 ]
[ "$(grep -c '"gpu": "h100"' "$folder/own.json")" -eq 5 ]

if [ "$(uname -m)" = x86_64 ] && command -v python3 >/dev/null; then
  python3 - "$folder/own.json" <<'END'
import json, sys
copy, chase, multiply, turn, fitted = json.load(open(sys.argv[1]))
assert copy["limit"] == "launch", copy
# 500 loads, one after the other, out of L2 or L1; and it is they that take the time.
assert chase["limit"] == "latency" and 500 * 15e-9 < chase["limits"]["latency"] < 500 * 400e-9, chase
# What stands behind the barrier is counted as well: a wait for shared memory beside the one for the barrier.
assert turn["limits"]["latency"] - copy["limits"]["latency"] > 25e-9, (turn, copy)
# A grid that the program fits to the device fits the H100.
assert fitted["grid"] == [132, 1, 1], fitted
assert multiply["limits"]["FP32"] > 0 and copy["limits"]["FP32"] == 0, multiply
END
fi

refused() {
  code=0
  "$driver" predict "$@" >"$folder/out" 2>"$folder/err" || code=$?
  [ "$code" -eq 2 ] && [ "$(wc -l <"$folder/err")" -eq 1 ] && return
  echo "predict $*: exit code $code"
  cat "$folder/err"
  exit 1
}
refused "$folder/none.cu"
refused no_such_program
refused "$folder/own.cu" --gpu h2000
refused
