// A union, and a sum of the warp in one instruction.
#include "exercise.hpp"

union Four {
  uint4 v;
  unsigned u[4];
};

__global__ void k(const unsigned* __restrict__ in, unsigned* out, int n) {
  unsigned s = 0;
  const int t = blockDim.x * blockIdx.x + threadIdx.x, all = blockDim.x * gridDim.x;
  for (int i = t; i < n / 4; i += all) {
    Four f;
    f.v = reinterpret_cast<const uint4*>(in)[i];
    for (unsigned u : f.u) s += u;
  }
  if (t < (n & 3)) s += in[(n & ~3) + t];
  s = __reduce_add_sync(0xffffffff, s);
  if ((threadIdx.x & (warpSize - 1)) == 0) atomicAdd(out, s);
}

void sum(const unsigned* in, unsigned* scratch, unsigned* result, int n) {
  (void)scratch;
  cudaMemsetAsync(result, 0, sizeof *result, nullptr);
  k<<<8, 256>>>(in, result, n);
}
