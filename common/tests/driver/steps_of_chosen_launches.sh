#!/bin/sh
# Needs: tutorial_driver cudasim-simcc
# `explain FILE.cu --steps` records the launches and blocks that --launch and --block choose, the blocks of a cluster with what they read of
# each other, and says in one line what does not exist. Local variables are not steps.
set -eu
grep -q '"backends": .*"sim"' "$BUILD_DIR/tutorial.json" || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

complain() {
  echo "steps of $words: $1"
  cat out err
  exit 1
}
# steps CODE WORD…: with the steps as text in `out`
steps() {
  expected=$1
  shift
  words=$*
  code=0
  "$BUILD_DIR/bin/tutorial-driver" explain "$@" --steps - >out 2>err || code=$?
  [ "$code" -eq "$expected" ] || complain "exit code $code, not $expected"
}
has() { grep -qE -e "$1" "${2:-out}" || complain "there is no $1"; }
has_not() { ! grep -qE -e "$1" out || complain "there is $1"; }
rejects() {
  regex=$1
  shift
  steps 2 "$@"
  has "^tutorial: .*$regex" err
  [ "$(wc -l <err)" -eq 1 ] || complain "more than one line"
}

cat >two.cu <<'END'
#include <cuda_runtime.h>

__global__ void mark(int* x, int value) { x[threadIdx.x] = value; }
__global__ void turn(int* x, int value) {
  __shared__ int tile[32];
  tile[threadIdx.x] = value;
  __syncthreads();
  x[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
}
int main() {
  int* x;
  cudaMalloc(&x, 4096 * 128);
  mark<<<1, 32>>>(x, 7);
  for (int i = 1; i <= 3; ++i) turn<<<4096, 32>>>(x, i);
  cudaDeviceSynchronize();
  cudaFree(x);
}
END
steps 0 two.cu
has '^mark, block \(0, 0, 0\): 1 step$'
has '^turn, block \(0, 0, 0\): 4 steps$'
steps 0 two.cu --launch 2 --block 1001,3000
has_not '^mark'
has '^turn, block \(1001, 0, 0\): 4 steps$'
has '^turn, block \(3000, 0, 0\): 4 steps$'
[ "$(grep -c 'store 4 bytes each to tile' out)" -eq 2 ] || complain "the array of a later block has no name"
"$BUILD_DIR/bin/tutorial-driver" explain two.cu --launch 3 --trace trace.json >/dev/null
has '"launch":3,' trace.json
has '"values":\[3\]' trace.json

rejects 'there is no launch 4: .*turn has 3' two.cu --launch 4
rejects 'there is no block 4096: .*turn has 4096 blocks, counted from 0' two.cu --block 4096
rejects 'there is no block 5000' two.cu --block 0,5000
rejects 'block numbers are needed' two.cu --block first
rejects 'block numbers are needed' two.cu --block 0,
rejects '1 for the first launch' two.cu --launch 0
words="--block alone"
code=0
"$BUILD_DIR/bin/tutorial-driver" explain two.cu --block 1 >out 2>err || code=$?
[ "$code" -eq 2 ] || complain "exit code $code"
has '--steps or --trace' err
printf '#include <cuda_runtime.h>\nint main() { return 0; }\n' >none.cu
rejects 'the program has launched no kernel' none.cu

cat >cluster.cu <<'END'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) swap_blocks(int* out) {
  __shared__ int mine[32];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = static_cast<int>(blockIdx.x * 100 + threadIdx.x);
  cluster.sync();
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];
  cluster.sync();
}
int main() {
  int* out;
  cudaMalloc(&out, 512);
  swap_blocks<<<4, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
END
steps 0 cluster.cu --block 0,1
[ "$(grep -c '^swap_blocks, block' out)" -eq 2 ] || complain "there are other recordings than those of the two blocks"
[ "$(grep -c 'all threads of the cluster have reached cluster.sync' out)" -eq 4 ] || complain "the cluster's barriers are not steps"
has 'load 4 bytes each from mine of block rank 1 \(shared\)'
has 'load 4 bytes each from mine of block rank 0 \(shared\)'

# Why local variables are not shown: the compiler reports no access to them.
cat >local.cu <<'END'
#include <cuda_runtime.h>
__global__ void sum_rows(const float* in, float* out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += in[i * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 4096);
  sum_rows<<<1, 32>>>(in, out, 4);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
END
steps 0 local.cu
has '^sum_rows, block \(0, 0, 0\): 5 steps$'
[ "$(grep -cE 'load .* from in |store .* to out ' out)" -eq 2 ] || complain "a step is neither a load of in nor a store to out"
# Repeated steps are reported once, with their rounds.
has '^ +1  Warp 0, line 4, round 1: 32 lanes load'
has 'steps 2 to 4: the same for rounds 2 to 4$'
