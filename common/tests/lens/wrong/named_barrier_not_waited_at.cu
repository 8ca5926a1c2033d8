// The warps that read the tile only arrive at the barrier, like those that fill it, instead of waiting there.
// expect-hazard: race-shared|reuse-without-barrier a b
// expect-words: come to barrier 1 (bar.sync 1,
// expect-exit: 1|3
#include "../lens_check.hpp"

__global__ void reverse(int* out) {
  __shared__ int tile[128];
  const int i = static_cast<int>(threadIdx.x);
  if (i < 64) {
    tile[i] = i + 1;  // @a
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.arrive 1, 128;" ::: "memory");  // bar.sync
    out[i] = tile[127 - i];                           // @b
  }
}

int main() {
  int out[128];
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemset(d_out, 0, sizeof(out)));
  reverse<<<1, 128>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[64] == 64 ? 0 : 1;
}
