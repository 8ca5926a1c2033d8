// Half of a warp comes to one shuffle under a full mask, half to the other; although both are on one line, neither gets all its lanes.
// expect-hazard: missing-lanes a
// expect-exit: 1
#include "../lens_check.hpp"

// clang-format off
__global__ void exchange(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  out[lane] = lane < 16 ? __shfl_sync(0xffffffffu, lane, lane + 16) : __shfl_sync(0xffffffffu, lane, lane - 16);  // @a
}
// clang-format on

int main() {
  int out[32];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  exchange<<<1, 32>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 16 && out[31] == 15 ? 0 : 1;
}
