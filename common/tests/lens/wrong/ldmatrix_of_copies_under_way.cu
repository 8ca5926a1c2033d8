// The rows come by cp.async, and the wait lets the newest group go on: ldmatrix reads them too early. Inline PTX as code for Ampere has it.
// expect-hazard: not-waited-for rows copy
// allow-hazard: race-warp rows copy
// expect-exit: 3
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
template <int newest>
__device__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(newest) : "memory");
}

}  // namespace

__global__ void copy(const unsigned short* in, unsigned short* out) {
  __shared__ alignas(16) unsigned short tile[2][32][8];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  asm volatile(  // @copy
      "cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(shared_address(tile[warp][lane])),
      "l"(in + 256 * (1 - warp) + 8 * lane), "n"(16)
      : "memory");
  asm volatile("cp.async.commit_group;");
  wait_for_copies<1>();
  __syncwarp();
  unsigned a[4];
  load_rows(a, tile[warp][lane]);
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
