// Half of each warp comes to a barrier, the others end: bar.sync is for whole warps, and counts 32 threads for each.
// expect-hazard: early-exit-barrier a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void reverse(int* out) {
  __shared__ int tile[128];
  const int i = static_cast<int>(threadIdx.x);
  tile[i] = i;
  if (i % 32 >= 16) return;
  asm volatile("bar.sync 1, 128;" ::: "memory");  // @a
  out[i] = tile[i ^ 32];
}

int main() {
  int out[128];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemset(d_out, 0, sizeof(out)));
  reverse<<<1, 128>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[32] == 0 ? 0 : 1;
}
