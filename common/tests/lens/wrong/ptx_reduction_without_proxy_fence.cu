// In inline PTX: a bulk reduction reads what threads have written, with a barrier but no fence.proxy.async between; and the tile is
// written again while the reduction still reads it.
// expect-hazard: missing-proxy-fence reduce write
// expect-hazard: not-waited-for again reduce
// allow-hazard: race-shared reduce again
// allow-hazard: reuse-without-barrier reduce again
// expect-exit: 3
#include <cstdint>

#include "../lens_check.hpp"

namespace {

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

}  // namespace

__global__ void add(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);  // @write
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(  // @reduce
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(out),
        "r"(shared_address(tile)), "n"(sizeof(tile))
        : "memory");
    asm volatile("cp.async.bulk.commit_group;");
  }
  __syncthreads();
  tile[threadIdx.x] = 0;  // @again
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group %0;" ::"n"(0) : "memory");
}

int main() {
  int x[64], *d_x;
  for (int& each : x) each = 5;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  add<<<2, 64>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  for (int i = 0; i < 64; ++i)
    if (x[i] != 5 + 2 * i) return 1;
  return 0;
}
