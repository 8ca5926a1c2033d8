// In inline PTX: the mbarrier is initialized and a barrier follows, but no fence.mbarrier_init makes it visible to the unit that copies.
// expect-hazard: missing-proxy-fence copy init
// expect-exit: 3
#include <cstdint>

#include "../lens_check.hpp"

namespace {

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void init_barrier(std::uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count));  // @init
}
__device__ void expect_bytes(std::uint64_t* bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)),
               "r"(bytes));
}
__device__ void bulk_load(void* to, const void* from, unsigned bytes, std::uint64_t* bar) {
  asm volatile(  // @copy
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
          shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(bar))
      : "memory");
}
__device__ void wait_for(std::uint64_t* bar, unsigned parity) {
  asm volatile(
      "{\n"
      ".reg .pred P1;\n"
      "LAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra DONE;\n"
      "bra LAB_WAIT;\n"
      "DONE:\n"
      "}" ::"r"(shared_address(bar)),
      "r"(parity)
      : "memory");
}

}  // namespace

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) init_barrier(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 32) {
    expect_bytes(&bar, sizeof(tile));
    bulk_load(tile, in, sizeof(tile), &bar);
  }
  wait_for(&bar, 0);
  out[threadIdx.x] = 2 * tile[threadIdx.x];
}

int main() {
  int x[64], *d_x, *d_y;
  for (int i = 0; i < 64; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  twice<<<1, 64>>>(d_x, d_y);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return 0;
}
