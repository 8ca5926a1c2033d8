#!/bin/sh
# Needs: tutorial_driver cudasim-simcc
# `predict FILE.cu` says what limits each kernel of a user's file, and rejects a file without a program and an unknown GPU.
# Tier: quick
set -eu
# shellcheck source=common/tests/support/terminal.sh
. "$SOURCE_DIR/common/tests/support/terminal.sh"
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
driver="$BUILD_DIR/bin/tutorial-driver"

cat >"$folder/own.cu" <<'END'
#include <cuda/ptx>
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
// What a device does instead of the sum is nothing that the model knows.
__global__ void product(float* sums) {
  float sum = sums[threadIdx.x];
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0};" : "+f"(sum));
#else
  sum = 2 * sum + 1;
#endif
  sums[threadIdx.x] = sum;
}
// More steps than are followed, after a beginning of another kind; the products' indices are known when it is compiled.
__global__ void products(const float* in, float* out, int rounds) {
  float sums[4][4] = {}, start = 0;
  for (int i = 0; i < 64; ++i) start += in[i];
  for (int round = 0; round < rounds; ++round) {
    float left[4], right[4];  // the checks of their elements are not counted
    for (int i = 0; i < 4; ++i) left[i] = in[round * 8 + i], right[i] = in[round * 8 + 4 + i];
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < 4; ++column) sums[row][column] += left[row] * right[column];
  }
  for (int i = 0; i < 16; ++i) start += sums[i / 4][i % 4];
  out[threadIdx.x] = start;
}
// On the CPU each operation is a call of the system's library.
__global__ void fused(float factor, int steps, float* out) {
  float value = static_cast<float>(threadIdx.x), least = 1e9f;
  for (int i = 0; i < steps; ++i) {
    value = fmaf(value, factor, 1.0f);
    least = fminf(least, value);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = value + least;
}
// nvcc adds once for all lanes of a warp.
__global__ void count_all(unsigned* counter) { atomicAdd(counter, 1u); }
// nvcc unrolls a loop whose counter may not wrap.
template <class Index>
__device__ float sum_of(const float* in, Index n, Index step) {
  float sum = 0;
  for (Index i = threadIdx.x; i < n; i += step) sum += in[i];
  return sum;
}
__global__ void rolled(const float* in, float* out, unsigned n, unsigned step) { out[threadIdx.x] = sum_of(in, n, step); }
__global__ void unrolled(const float* in, float* out, int n, int step) { out[threadIdx.x] = sum_of(in, n, step); }
// Its calls take the registers: on the CPU the counter may be on the stack.
__global__ void rolled_counts(const float* in, unsigned* out, unsigned n, unsigned step) {
  __shared__ unsigned counts[32];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += step) atomicAdd(&counts[static_cast<unsigned>(in[i]) % 32], 1u);
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x];
}
__global__ void hashes(unsigned* out, int rounds) {
  unsigned x = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
// Both blocks read the same lines, and one word each of lines of their own; each word that they write is far from the next.
__global__ void spread(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * 64] = in[threadIdx.x] + in[i * 32 + 1024];
}
__global__ void sines(float* out, int rounds) {
  float value = static_cast<float>(threadIdx.x) * 0.01f;
  for (int i = 0; i < rounds; ++i) value = sinf(value);
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
// The product is used by a product as well, so no sum can take it in.
__global__ void used_twice(float factor, int rounds, float* out) {
  float x = static_cast<float>(threadIdx.x) * 0.001f;
  for (int i = 0; i < rounds; ++i) x = factor * x * (1 - x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
// Nine loads in flight: the loops' numbers of rounds are known when it is compiled, though g++ ends the inner one at a pointer.
__global__ void around(const float* in, float* out, unsigned side) {
  const unsigned x = threadIdx.x + 1, y = blockIdx.x + 1;
  float sum = 0;
  for (unsigned dy = 0; dy < 3; ++dy)
    for (unsigned dx = 0; dx < 3; ++dx) sum += in[(y + dy - 1) * side + x + dx - 1];
  out[y * side + x] = sum / 9;
}
// No warp asks for what is copied in bulk.
__global__ void bulk(const float* in, float* out) {
  namespace ptx = cuda::ptx;
  __shared__ alignas(16) float tile[128];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof tile);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof tile, &full);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  out[threadIdx.x] = tile[threadIdx.x];
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
  product<<<1, 32>>>(out);
  products<<<1, 128>>>(in, out, 1000);
  fused<<<4, 256>>>(0.5f, 1000, out);
  count_all<<<64, 256>>>(reinterpret_cast<unsigned*>(out));
  rolled<<<1, 32>>>(in, out, 32000u, 32u);
  unrolled<<<1, 32>>>(in, out, 32000, 32);
  rolled_counts<<<1, 32>>>(in, reinterpret_cast<unsigned*>(out), 32000u, 32u);
  hashes<<<4, 256>>>(reinterpret_cast<unsigned*>(out), 1000);
  spread<<<2, 256>>>(in, out);
  sines<<<4, 256>>>(out, 100);
  used_twice<<<4, 256>>>(3.9f, 1000, out);
  around<<<4, 32>>>(in, out, 64u);
  bulk<<<1, 128>>>(in, out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
END

"$driver" predict "$folder/own.cu" --gpu h100 --json "$folder/own.json" >"$folder/out" 2>"$folder/err" || {
  cat "$folder/out" "$folder/err"
  exit 1
}
grep -q 'copy.*256 blocks of 256 threads' "$folder/out"
grep -q 'on h100, limited by latency' "$folder/out"
[ "$(grep -c '"predicted_s": [0-9]' "$folder/own.json")" -eq 16 ]
[ "$(grep -c '"gpu": "h100"' "$folder/own.json")" -eq 18 ]
[ "$(grep -c '"predicted_s": null' "$folder/own.json")" -eq 2 ] && grep -A 1 '^product' "$folder/out" | grep -q 'no prediction: .*matrix instructions' ||
  { echo "a kernel with matrix instructions is predicted"; cat "$folder/out"; exit 1; }
grep -A 1 '^bulk' "$folder/out" | grep -q 'no prediction: .*in bulk' ||
  { echo "a kernel that copies in bulk is predicted"; cat "$folder/out"; exit 1; }

if [ "$(uname -m)" = x86_64 ] && command -v python3 >/dev/null; then
  python3 - "$folder/own.json" "$SOURCE_DIR/common/predict/gpus/h100.json" <<'END'
import json, sys
copy, chase, multiply, turn, fitted, product, products, fused, counted, rolled, unrolled, rolled_counts, hashes, spread, sines, used_twice, around, bulk = json.load(open(sys.argv[1]))
assert copy["limit"] == "launch", copy
# 500 loads, one after the other, out of L2 or L1; and it is they that take the time.
assert chase["limit"] == "latency" and 500 * 15e-9 < chase["limits"]["latency"] < 500 * 400e-9, chase
# Operations after the barrier are counted as well: a wait for shared memory besides the one for the barrier.
assert turn["limits"]["latency"] - copy["limits"]["latency"] > 25e-9, (turn, copy)
# A grid that the program fits to the device fits the H100.
assert fitted["grid"] == [132, 1, 1], fitted
assert product["predicted_s"] is None and product["limit"] == "" and "matrix instructions" in product["why"], product
# A warp on each scheduler: as many clocks as a thread has operations. What was not followed goes on as its loop did.
clock = json.load(open(sys.argv[2]))["values"]["clock_hz"]["value"]
operations = products["limits"]["FP32"] * clock
assert 0.8 * 16000 < operations < 1.1 * 16000, operations
assert products["limits"]["integer"] < 2 * products["limits"]["FP32"], products
# Two warps on each scheduler.
assert 0.9 * 2000 < fused["limits"]["FP32"] * clock / 2 < 1.1 * 2000, fused
# Two products and a sum in each round.
assert 0.9 * 3000 < used_twice["limits"]["FP32"] * clock / 2 < 1.1 * 3000, used_twice
# 64 x 8 warps, one addition each.
same = json.load(open(sys.argv[2]))["values"]["same_integer_s"]["value"]
assert abs(counted["limits"]["atomics"] / same - 512) < 1, counted
assert 3 < rolled["limits"]["latency"] / unrolled["limits"]["latency"] < 5, (rolled, unrolled)
assert 3 < rolled_counts["limits"]["latency"] / unrolled["limits"]["latency"] < 6, (rolled_counts, unrolled)
# Two warps on each scheduler. Products have 16 lanes there, and other integer operations have 16 of their own: two clocks each.
assert 0.9 * 4000 < hashes["limits"]["integer"] * clock / 4 < 1.2 * 4000, hashes
assert 0.9 * 2000 < hashes["limits"]["FP32"] * clock / 2 < 1.1 * 2000, hashes
assert 8 < sines["limits"]["FP32"] * clock / 2 / 100 < 16, sines
# The product in the index of a copy takes the same lanes as the 100 of the loop.
assert multiply["limits"]["FP32"] > 20 * copy["limits"]["FP32"] > 0, (multiply, copy)
END
fi

# nvcc's own registers, where there is a toolkit: they take the place of the estimate, and fewer blocks fit at once.
if grep -q '"backends": .*"cuda"' "$BUILD_DIR/tutorial.json"; then
  sed -n '/^#include/p; /^__global__ void copy/,/^}/p' "$folder/own.cu" >"$folder/plain.cu"
  cat >>"$folder/plain.cu" <<'END'
int main() {
  float* values;
  cudaMalloc(&values, 65536 * sizeof(float));
  cudaMemset(values, 0, 65536 * sizeof(float));
  copy<<<256, 256>>>(values, values);
  return cudaDeviceSynchronize() != cudaSuccess;
}
END
  mkdir "$folder/tools"
  tool() { printf '#!/bin/sh\n%s\n' "$1" >"$folder/tools/cuobjdump" && chmod +x "$folder/tools/cuobjdump"; }
  tool 'echo " Function _Z4copyPKfPf:"; echo "  REG:255 STACK:0"'
  PATH="$folder/tools:$PATH" "$driver" predict "$folder/plain.cu" --gpu h100 >"$folder/known"
  grep -q 'occupancy 12.5%, ' "$folder/known" || { echo "nvcc's registers do not count"; cat "$folder/known"; exit 1; }
  tool 'exit 1'
  PATH="$folder/tools:$PATH" "$driver" predict "$folder/plain.cu" --gpu h100 >"$folder/known"
  grep -q 'occupancy 25.0% (registers estimated)' "$folder/known" || { echo "registers from nowhere"; cat "$folder/known"; exit 1; }
fi
# What a run of the program alone does not know: nvcc's registers.
sed -i '/^  occupancy /d' "$folder/out"

# Files that simcc has made of it, by path, and that it leaves behind.
"$BUILD_DIR/bin/cudasim-simcc" "$folder/own.cu" -o "$folder/own"
of() { "$@" | sed '/^  occupancy /d' >"$folder/again"; }
of "$driver" predict "$folder/own" --gpu h100
cmp "$folder/out" "$folder/again"
LENS_JSON="$folder/lens.json" LENS_PREDICT=all CUDASIM_MULTIPROCESSORS=132 "$folder/own" || [ $? -eq 3 ]
of "$driver" predict --counted "$folder/lens.json" --gpu h100
cmp "$folder/out" "$folder/again"

# A terminal gets its lines cut between words.
if has_terminal; then
  on_terminal 80 "'$driver' predict --counted '$folder/lens.json' --gpu h100 2>/dev/null" | grep -v '^hazard ' >"$folder/terminal"
  grep -q '^  each alone: ' "$folder/terminal" && [ "$(wc -L <"$folder/terminal")" -le 80 ] ||
    { echo "wider than a terminal of 80 columns"; cat "$folder/terminal"; exit 1; }
fi

if command -v python3 >/dev/null; then
  python3 - "$folder/lens.json" <<'END'
import json, os, sys
launches = {launch["kernel"]: launch for launch in json.load(open(sys.argv[1]))["launches"]}
reuse = {kernel: launch["reuse"] for kernel, launch in launches.items()}
def arrays(kernel, name):
    return sum(array[name] for array in reuse[kernel]["arrays"])
# 8 lines that both blocks read, and 512 of one word each.
assert (arrays("spread", "read"), arrays("spread", "read_lines"), arrays("spread", "read_lines_by_blocks")) == (32 + 512, 8 + 512, 16 + 512), reuse
assert (reuse["spread"]["requests"], reuse["spread"]["own_requests"]) == (32, 16), reuse["spread"]
assert arrays("spread", "written") == arrays("spread", "written_partly") == 512, reuse["spread"]
if os.uname().machine == "x86_64":
    around = launches["around"]["thread"]
    assert (around["global_waits"], around["near_waits"]) == (1, 0), around
assert arrays("copy", "written") > 0 == arrays("copy", "written_partly"), reuse["copy"]
END
fi

# simcc --predict: the program prints it at its end, after its own output, unless another tool reads its counts.
"$BUILD_DIR/bin/cudasim-simcc" --predict=h100 "$folder/own.cu" -o "$folder/tells"
of "$folder/tells"
cmp "$folder/out" "$folder/again"
of "$driver" predict "$folder/tells" --gpu h100
cmp "$folder/out" "$folder/again"
simcc_refuses() {
  code=0
  "$BUILD_DIR/bin/cudasim-simcc" "$@" "$folder/own.cu" -o "$folder/none" 2>"$folder/err" || code=$?
  [ "$code" -eq 2 ] && grep -q -e '--predict' "$folder/err" && [ ! -e "$folder/none" ] || { echo "simcc $*: $code"; exit 1; }
}
simcc_refuses --predict=h2000
simcc_refuses --predict=
simcc_refuses --predict --plain

# sim --predict: the program's own input, output and exit code, and the same predictions, for the GPU that is named.
cat >"$folder/main.cu" <<'END'
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int* out) { out[threadIdx.x] = 1; }
int main(int argc, char** argv) {
  int *out, number = 0;
  if (std::scanf("%d", &number) != 1) return 9;
  cudaMalloc(&out, 128);
  int multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  fill<<<multiprocessors, 32>>>(out);
  std::printf("read %d, said %s\n", number, argv[1]);
  return cudaDeviceSynchronize() == cudaSuccess ? 5 : 1;
}
END
# The script's part, with the tools of this build.
cat >"$folder/tutorial" <<'END'
fail() { echo "tutorial: $2" >&2 && exit "$1"; }
build() { :; }
root=$SOURCE_DIR simcc=$BUILD_DIR/bin/cudasim-simcc driver=$BUILD_DIR/bin/tutorial-driver
. "$SOURCE_DIR/common/setup/simulate.sh"
run_simulated "$@"
END
simulated() {
  code=0
  echo 7 | sh "$folder/tutorial" "$folder/main.cu" "$@" -- --predict >"$folder/out" 2>"$folder/err" || code=$?
}
simulated --predict=t4
[ "$code" -eq 5 ] && grep -qx 'read 7, said --predict' "$folder/out" && grep -q 'fill, 40 blocks of 32 threads' "$folder/out" &&
  grep -q ' on t4, limited by ' "$folder/out" || { echo "sim --predict=t4: $code"; cat "$folder/out" "$folder/err"; exit 1; }
simulated --predict
grep -q 'fill, 132 blocks of 32 threads' "$folder/out" || { echo "sim --predict is not for an H200"; cat "$folder/out"; exit 1; }
"$BUILD_DIR/bin/cudasim-simcc" --predict=t4 "$folder/main.cu" -o "$folder/tells"
code=0
echo 7 | "$folder/tells" word >"$folder/out" || code=$?
[ "$code" -eq 5 ] && [ "$(head -n 1 "$folder/out")" = 'read 7, said word' ] && grep -q 'fill, 40 blocks of 32 threads' "$folder/out" &&
  grep -q ' on t4, limited by ' "$folder/out" || { echo "simcc --predict=t4: $code"; cat "$folder/out"; exit 1; }
# sim --sarif: the hazards, too, in a file that is written or said not to be.
simulated --sarif "$folder/main.sarif"
! grep -q 'limited by' "$folder/out" || { echo "sim without --predict predicts"; exit 1; }
[ "$code" -eq 5 ] && grep -q '"version": "2.1.0"' "$folder/main.sarif" || { echo "sim --sarif: $code"; cat "$folder/err"; exit 1; }
simulated --sarif "$folder/main.sarif" --plain
[ "$code" -eq 2 ] && grep -q 'sarif.*--plain' "$folder/err" || { echo "sim --sarif --plain: $code"; exit 1; }
code=0
LENS_SARIF="$folder/no/such" "$folder/own" 2>"$folder/err" || code=$?
[ "$code" -eq 1 ] && grep -q '^lens: cannot write ' "$folder/err" || { echo "LENS_SARIF to nowhere: $code"; cat "$folder/err"; exit 1; }
simulated --predict=h2000
[ "$code" -eq 2 ] && [ "$(wc -l <"$folder/err")" -eq 1 ] || { echo "--predict=h2000: $code"; exit 1; }

# A sample leaves the other blocks out.
cat >"$folder/blocks.cu" <<'END'
#include <cstdio>
#include <cuda_runtime.h>

__device__ int blocks;
__global__ void count() { if (threadIdx.x == 0) atomicAdd(&blocks, 1); }
int main() {
  count<<<1000, 64>>>();
  int counted = 0;
  if (cudaMemcpyFromSymbol(&counted, blocks, sizeof counted) != cudaSuccess) return 1;
  std::printf("%d blocks\n", counted);
}
END
"$BUILD_DIR/bin/cudasim-simcc" "$folder/blocks.cu" -o "$folder/blocks"
blocks_run() {
  LENS_JSON="$folder/lens.json" LENS_PREDICT=$1 LENS_WATCH=$2 "$folder/blocks" >"$folder/out"
  grep -qx "$3 blocks" "$folder/out" || { echo "LENS_PREDICT=$1 LENS_WATCH=$2:"; cat "$folder/out"; exit 1; }
}
blocks_run all 4 1000
blocks_run sample 4 4
blocks_run sample 2 2
"$driver" predict "$folder/blocks" --sample=2 >"$folder/out"
grep -q '^  2 of 1000 blocks simulated, counts multiplied by 500' "$folder/out" || { echo "predict --sample=2:"; cat "$folder/out"; exit 1; }
"$driver" predict "$folder/blocks" >"$folder/out"
! grep -q 'blocks simulated' "$folder/out" || { echo "predict simulates a sample unasked:"; cat "$folder/out"; exit 1; }
"$driver" explain "$folder/blocks.cu" --sample=2 | tr -s '\n ' ' ' >"$folder/out"
grep -q 'predicted on NVIDIA H200.*; 2 of 1000 blocks simulated' "$folder/out" || { echo "explain --sample=2:"; cat "$folder/out"; exit 1; }
code=0
sh "$folder/tutorial" "$folder/blocks.cu" --sample=2 >"$folder/out" 2>"$folder/err" || code=$?
[ "$code" -eq 0 ] && grep -qx '2 blocks' "$folder/out" && grep -q ' on h200, limited by ' "$folder/out" &&
  grep -q '^  2 of 1000 blocks simulated' "$folder/out" || { echo "sim --sample=2: $code"; cat "$folder/out" "$folder/err"; exit 1; }
simulated --sample=0
[ "$code" -eq 2 ] && grep -q 'positive integer' "$folder/err" || { echo "sim --sample=0: $code"; cat "$folder/err"; exit 1; }

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
refused "$folder/own.cu" --sample=none
refused
refused "$folder/lens.json"
refused --counted "$folder/none.json"
refused "$folder/own" --counted "$folder/lens.json"
