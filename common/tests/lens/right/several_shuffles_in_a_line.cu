// Shuffles and votes that share a line, by hand and in macros: all lanes come to each of them, or all of a tile whose mask they give.
// expect-exit: 0
#include "../lens_check.hpp"

#define SUM_OF_TWO(value) (__shfl_sync(0xffffffffu, value, 0) + __shfl_sync(-1, value, 31))

// clang-format off
template <class T>
__device__ T same(T value) { return value; }

__global__ void exchange(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  int sum = __shfl_down_sync(0xffffffffu, __shfl_up_sync(0xffffffffu, lane, 1), 1) + __shfl_xor_sync(0xffffffffu, lane, 1);
  for (int i = 0; i < 3; ++i) { sum += SUM_OF_TWO(lane); }
  const unsigned half = lane < 16 ? 0xffffu : 0xffff0000u;
  sum += __any_sync(same<unsigned>(half), lane == 3) ? __shfl_sync(half, lane, 1, 16) : __shfl_sync(half, lane, 2, 16);
  if (__all_sync(1u << lane, lane >= 0) && __ballot_sync(1u << lane, 1) == 1u << lane) out[lane] = sum;
}
// clang-format on

int main() {
  int out[32];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  exchange<<<1, 32>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 0 + 1 + 93 + 1 && out[16] == 16 + 17 + 93 + 18 ? 0 : 1;
}
