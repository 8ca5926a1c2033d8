// Half of a warp calls a helper that shuffles under a full mask from one branch, half from the other: two calls, though one
// line, and each waits for lanes that are not coming to it.
// expect-hazard: missing-lanes a b
// expect-exit: 3
#include "../lens_check.hpp"

__device__ int from_other_half(int value) { return __shfl_xor_sync(0xffffffffu, value, 16); }

__global__ void exchange(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  if (lane < 16)
    out[lane] = from_other_half(lane);  // @a
  else
    out[lane] = 2 * from_other_half(lane + 100);  // @b
}

int main() {
  int out[32];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  exchange<<<1, 32>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 116 && out[31] == 30 ? 0 : 1;
}
