// Each warp loads by ldmatrix the rows that the other one fills, with no __syncthreads() between; ldmatrix waits for its own warp only.
// expect-hazard: race-shared|reuse-without-barrier fill rows
// expect-exit: 1|3
#include <cstdint>

#include "../lens_check.hpp"

namespace {

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void load_rows(unsigned (&a)[4], const void* row) {
  asm volatile(  // @rows
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
      : "r"(shared_address(row)));
}

}  // namespace

__global__ void copy(const unsigned short* in, unsigned short* out) {
  __shared__ alignas(16) unsigned short tile[2][32][8];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (unsigned i = 0; i < 8; ++i) tile[warp][lane][i] = in[256 * warp + 8 * lane + i];  // @fill
  __syncwarp();
  unsigned a[4];
  load_rows(a, tile[1 - warp][lane]);
  for (unsigned m = 0; m < 4; ++m) {
    unsigned short* to = out + 256 * warp + 64 * m + 2 * lane;
    to[0] = static_cast<unsigned short>(a[m]);
    to[1] = static_cast<unsigned short>(a[m] >> 16);
  }
}

int main() {
  unsigned short x[512], y[512], *d_x, *d_y;
  for (int i = 0; i < 512; ++i) x[i] = static_cast<unsigned short>(i);
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(y)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  copy<<<1, 64>>>(d_x, d_y);
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return y[0] == 256 && y[511] == 255 ? 0 : 1;
}
