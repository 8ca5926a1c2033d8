// One helper shuffles for all: called twice by the whole warp, in a loop, between branches on the same condition, and by each half
// from its own branch under its own mask.
// expect-exit: 0
#include "../lens_check.hpp"

__device__ int from_lane(unsigned mask, int value, int lane) { return __shfl_sync(mask, value, lane); }

__global__ void exchange(int* out) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const bool low = lane < 16;
  int sum = from_lane(0xffffffffu, lane, 31);
  if (low) sum += 1;
  sum += from_lane(0xffffffffu, lane, 16);
  if (low) sum += 1;
  for (int i = 0; i < 3; ++i) sum += from_lane(0xffffffffu, i, 0);
  if (low)
    sum += from_lane(0x0000ffffu, lane, 15);
  else
    sum += from_lane(0xffff0000u, lane, 17);
  out[threadIdx.x] = sum;
}

int main() {
  const int n = 64;
  int out[n];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  exchange<<<1, n>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && out[i] == 31 + 16 + 3 + (i % 32 < 16 ? 2 + 15 : 17);
  return right ? 0 : 1;
}
