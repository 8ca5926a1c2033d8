// The lanes of a warp come to two barriers: bar.sync is for whole warps.
// expect-hazard: divergent-barrier a b
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void reverse(int* out) {
  __shared__ int tile[128];
  const int i = static_cast<int>(threadIdx.x);
  tile[i] = i;
  if (i % 2 == 0)
    asm volatile("bar.sync 1, 128;" ::: "memory");  // @a
  else
    asm volatile("bar.sync 2, 128;" ::: "memory");  // @b
  out[i] = tile[127 - i];
}

int main() {
  int out[128];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemset(d_out, 0, sizeof(out)));
  reverse<<<1, 128>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 127 ? 0 : 1;
}
