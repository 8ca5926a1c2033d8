// Two warps fill tiles, two others read them: barrier 1 says that a tile is full, barrier 2 that it is empty again. Warps that need not wait only
// arrive. Then each half of the block meets at its own barrier.
// expect-exit: 0
#include "../lens_check.hpp"

__device__ void arrive(int barrier) { asm volatile("bar.arrive %0, 128;" ::"r"(barrier) : "memory"); }
__device__ void wait(int barrier) { asm volatile("bar.sync %0, 128;" ::"r"(barrier) : "memory"); }

__global__ void pass_tiles(const int* in, int* out, int rounds) {
  __shared__ int tile[64], own[64];
  const int i = static_cast<int>(threadIdx.x) % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      if (round > 0) wait(2);
      tile[i] = in[64 * round + i];
      arrive(1);
    }
    asm volatile("bar.sync 3, 64;" ::: "memory");
  } else {
    for (int round = 0; round < rounds; ++round) {
      wait(1);
      out[64 * round + i] = tile[63 - i];
      if (round + 1 < rounds) arrive(2);
    }
    own[i] = i;
    asm volatile("barrier.sync 4, 64;" ::: "memory");
    out[64 * rounds + i] = own[63 - i];
  }
}

int main() {
  const int rounds = 5, elements = 64 * rounds;
  int in[elements], out[elements + 64];
  for (int i = 0; i < elements; ++i) in[i] = i;
  int *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, sizeof(in)));
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice));
  pass_tiles<<<1, 128>>>(d_in, d_out, rounds);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  for (int i = 0; i < elements; ++i)
    if (out[i] != i / 64 * 64 + 63 - i % 64) return 1;
  for (int i = 0; i < 64; ++i)
    if (out[elements + i] != 63 - i) return 1;
  return 0;
}
