// Each half of the block meets at its own barrier, and then reads what the other half has written.
// expect-hazard: race-shared|reuse-without-barrier a b
// expect-exit: 1|3
#include "../lens_check.hpp"

__global__ void reverse(int* out) {
  __shared__ int tile[128];
  const int i = static_cast<int>(threadIdx.x);
  tile[i] = i;  // @a
  if (i < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  out[i] = tile[127 - i];  // @b
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
