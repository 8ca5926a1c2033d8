// A barrier of 96 threads to which 64 come: they wait for ever.
// expect-hazard: divergent-barrier a
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void reverse(int* out) {
  __shared__ int tile[128];
  const int i = static_cast<int>(threadIdx.x);
  if (i >= 64) return;
  tile[i] = i;
  asm volatile("bar.sync 1, 96;" ::: "memory");  // @a
  out[i] = tile[63 - i];
}

int main() {
  int out[128];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemset(d_out, 0, sizeof(out)));
  reverse<<<1, 128>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 63 ? 0 : 1;
}
