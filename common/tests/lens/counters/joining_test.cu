// Which accesses of different lanes are one request: branches, loops, calls.
#include "tests/lens/counters/counted_runs.hpp"

namespace {

__global__ void branch(const float* in, float* out) {
  const int i = threadIdx.x;
  if (i % 2 == 0)
    out[i] = in[i];
  else  // different enough that no compiler makes one instruction of the two
    out[i + 64] = in[i + 32] * 3 + 1;
}

// Lane i takes part in the first i + 1 of 32 rounds.
__global__ void triangle(const float* in, float* out) {
  float sum = 0;
  for (int round = 0; round <= static_cast<int>(threadIdx.x); ++round) sum += in[round * 1024];
  out[threadIdx.x] = sum;
}

// In round r only one lane in three reads: 10 requests of 32 / 3 sectors each would be wrong, it is 30 of one lane set.
__global__ void branch_in_loop(const float* in, float* out) {
  float sum = 0;
  for (int round = 0; round < 30; ++round)
    if (static_cast<int>(threadIdx.x) % 3 == round % 3) sum += in[round * 64];
  out[threadIdx.x] = sum;
}

__global__ void while_loop(const float* in, float* out) {
  int left = static_cast<int>(threadIdx.x) % 4;
  float sum = 0;
  while (left > 0) {
    sum += in[left * 64];
    --left;
  }
  out[threadIdx.x] = sum;
}

__global__ void do_loop(const float* in, float* out) {
  int left = static_cast<int>(threadIdx.x) % 4;
  float sum = 0;
  do {
    sum += in[left * 64];
  } while (left-- > 0);
  out[threadIdx.x] = sum;
}

__global__ void nested(const float* in, float* out) {
  float sum = 0;
  for (int row = 0; row < static_cast<int>(threadIdx.x) % 2 + 1; ++row)
    for (int col = 0; col < 3; ++col) sum += in[row * 1024 + col * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

__global__ void unrolled(const float* in, float* out) {
  float sum = 0;
#pragma unroll
  for (int step = 0; step < 4; ++step) sum += in[step * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

__global__ void break_and_continue(const float* in, float* out) {
  float sum = 0;
  for (int round = 0; round < 8; ++round) {
    if (round % 2 == 1) continue;
    if (round > static_cast<int>(threadIdx.x) % 8) break;
    sum += in[round * 1024 + threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__device__ __attribute__((noinline)) float read(const float* in, int i) { return in[i]; }

__global__ void two_calls(const float* in, float* out) {
  float sum = read(in, threadIdx.x);
  if (threadIdx.x < 8)
    sum += read(in, threadIdx.x + 64);
  else
    sum -= read(in, threadIdx.x + 128) * 3;
  out[threadIdx.x] = sum;
}

__device__ __attribute__((noinline)) float read_by_two(const float* in, int i) { return read(in, i) + 1; }

__global__ void deep_calls(const float* in, float* out) {
  if (threadIdx.x < 16)
    out[threadIdx.x] = read_by_two(in, threadIdx.x);
  else
    out[threadIdx.x + 32] = read_by_two(in, threadIdx.x + 1) * 3 + 1;
}

__device__ float sum_down(const float* in, int i) { return i < 0 ? 0 : in[i * 8] + sum_down(in, i - 1); }

__global__ void recursion(const float* in, float* out) { out[threadIdx.x] = sum_down(in, threadIdx.x % 4); }

__global__ void early_exit(const float* in, float* out, int count) {
  if (static_cast<int>(threadIdx.x) >= count) return;
  for (int round = 0; round < 4; ++round) {
    if (round == 2 && threadIdx.x % 2 == 0) return;
    out[round * 32 + threadIdx.x] = in[round * 32 + threadIdx.x];
  }
}

__global__ void shuffles_between(const float* in, float* out) {
  float value = in[threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  if (threadIdx.x == 0) out[blockIdx.x] = value;
}

__global__ void wide_shuffle(double* out) {
  const double value = 1.0 / (3 + threadIdx.x);
  const double next = __shfl_down_sync(0xffffffff, value, 1);
  out[threadIdx.x] = next;
}

// Four tiles of eight lanes, each of which shuffles on its own: the last one may be alone when it does.
__global__ void tiles_between(const float* in, float* out) {
  const unsigned tile = 0xffu << (threadIdx.x & 24u);
  const float value = __shfl_sync(tile, in[threadIdx.x], 0, 8);
  out[threadIdx.x] = value;
}

__global__ void tree(const int* in, int* out) {
  __shared__ int cache[256];
  cache[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (static_cast<int>(threadIdx.x) < half) cache[threadIdx.x] += cache[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = cache[0];
}

__global__ void goto_loop(const float* in, float* out) {
  float sum = 0;
  int round = 0;
again:
  sum += in[round * 64 + threadIdx.x];
  if (++round < 3) goto again;
  out[threadIdx.x] = sum;
}

}  // namespace

TEST_CASE("both sides of a branch are requests of their own") {
  const Device<float> in, out;
  branch<<<1, 32>>>(in, out);
  CHECK(global_loads("branch").requests == 2);
  CHECK(global_loads("branch").sectors == 8);
  CHECK(global_loads("branch").accesses == 32);
}

TEST_CASE("lanes that leave a loop at different times share its early rounds") {
  const Device<float> in, out;
  triangle<<<1, 32>>>(in, out);
  CHECK(global_loads("triangle").requests == 32);
  CHECK(global_loads("triangle").sectors == 32);
  CHECK(global_loads("triangle").accesses == 32 * 33 / 2);
}

TEST_CASE("a branch inside a loop: rounds are not mixed") {
  const Device<float> in, out;
  branch_in_loop<<<1, 32>>>(in, out);
  CHECK(global_loads("branch_in_loop").requests == 30);
  CHECK(global_loads("branch_in_loop").sectors == 30);
}

TEST_CASE("while: round k of one lane meets round k of the others") {
  const Device<float> in, out;
  while_loop<<<1, 32>>>(in, out);
  CHECK(global_loads("while_loop").requests == 3);
  CHECK(global_loads("while_loop").sectors == 3 + 2 + 1);
}

TEST_CASE("do: the same") {
  const Device<float> in, out;
  do_loop<<<1, 32>>>(in, out);
  CHECK(global_loads("do_loop").requests == 4);
  CHECK(global_loads("do_loop").sectors == 4 + 3 + 2 + 1);
}

TEST_CASE("nested loops: the inner rounds belong to the outer one") {
  const Device<float> in, out;
  nested<<<1, 32>>>(in, out);
  CHECK(global_loads("nested").requests == 6);
  CHECK(global_loads("nested").sectors == 6 * 4);
  CHECK(global_loads("nested").accesses == 3 * 32 + 3 * 16);
}

TEST_CASE("an unrolled loop reads as often as it says") {
  const Device<float> in, out;
  unrolled<<<1, 32>>>(in, out);
  CHECK(global_loads("unrolled").requests == 4);
  CHECK(global_loads("unrolled").sectors == 16);
}

TEST_CASE("break and continue") {
  const Device<float> in, out;
  break_and_continue<<<1, 32>>>(in, out);
  CHECK(global_loads("break_and_continue").requests == 4);
  CHECK(global_loads("break_and_continue").accesses == 32 + 24 + 16 + 8);
}

TEST_CASE("a function called from two lines makes a request for each") {
  const Device<float> in, out;
  two_calls<<<1, 32>>>(in, out);
  CHECK(global_loads("two_calls").requests == 3);
  CHECK(global_loads("two_calls").sectors == 4 + 1 + 3);
}

TEST_CASE("a function two calls deep, and lanes on different ways to it") {
  const Device<float> in, out;
  deep_calls<<<1, 32>>>(in, out);
  CHECK(global_loads("deep_calls").requests == 2);
  CHECK(global_stores("deep_calls").accesses == 32);
}

TEST_CASE("recursion: depths are not mixed") {
  const Device<float> in, out;
  recursion<<<1, 32>>>(in, out);
  CHECK(global_loads("recursion").accesses == 8 * (1 + 2 + 3 + 4));
  CHECK(global_loads("recursion").requests == 4);
}

TEST_CASE("lanes that return early are missing from then on") {
  const Device<float> in, out;
  early_exit<<<1, 64>>>(in, out, 48);
  CHECK(global_loads("early_exit").requests == 8);
  CHECK(global_loads("early_exit").accesses == 48 + 48 + 24 + 24);
}

TEST_CASE("lanes that meet in shuffles") {
  const Device<float> in, out;
  shuffles_between<<<4, 64>>>(in, out);
  CHECK(global_loads("shuffles_between").requests == 8);
  CHECK(global_loads("shuffles_between").sectors == 4 * 8);
  CHECK(results_of("shuffles_between").warp_operations == 5 * 8);
  CHECK(results_of("shuffles_between").words_handed_on == 5 * 8);
}

TEST_CASE("a shuffle of 8 bytes hands on two words") {
  const Device<double> out;
  wide_shuffle<<<1, 64>>>(out);
  CHECK(results_of("wide_shuffle").warp_operations == 2);
  CHECK(results_of("wide_shuffle").words_handed_on == 4);
}

TEST_CASE("lanes that meet in tiles make one request after it") {
  const Device<float> in, out;
  tiles_between<<<1, 64>>>(in, out);
  CHECK(global_loads("tiles_between").requests == 2);
  CHECK(global_stores("tiles_between").requests == 2);
}

TEST_CASE("a tree: full warps first, then ever fewer lanes") {
  const Device<int> in, out;
  tree<<<1, 256>>>(in, out);
  // 128, 64, 32, 16, ... threads read two words and write one.
  const std::uint64_t warps = 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1;
  CHECK(shared_loads("tree").requests == 2 * warps + 1);
  CHECK(shared_loads("tree").wavefronts == 2 * warps + 1);
  CHECK(shared_stores("tree").requests == 8 + warps);
  CHECK(results_of("tree").barriers == 9);
}

TEST_CASE("a loop made with goto has no counter: occurrences are counted instead") {
  const Device<float> in, out;
  goto_loop<<<1, 32>>>(in, out);
  CHECK(global_loads("goto_loop").requests == 3);
  CHECK(global_loads("goto_loop").sectors == 12);
}
