// In inline PTX: a barrier orders the threads that have written, but there is no fence.proxy.async before the TMA copy.
// expect-hazard: missing-proxy-fence copy write
// expect-exit: 3
#include <cstdint>

#include "../lens_check.hpp"

namespace {

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

}  // namespace

__global__ void number(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);  // @write
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(  // @copy
        "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(shared_address(tile)),
        "n"(sizeof(tile))
        : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(0) : "memory");
  }
}

int main() {
  int x[64], *d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  number<<<1, 64>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  for (int i = 0; i < 64; ++i)
    if (x[i] != i) return 1;
  return 0;
}
