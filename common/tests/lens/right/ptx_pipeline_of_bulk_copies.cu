// Hopper's pipeline in inline PTX: one thread keeps two tiles in flight, mbarriers say when a tile is full and when it is free again, and the results
// are copied back by TMA.
// expect-exit: 0
#include <cstdint>

#include "../lens_check.hpp"

namespace {

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void init_barrier(std::uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count));
}
__device__ void expect_bytes(std::uint64_t* bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)),
               "r"(bytes));
}
__device__ void arrive(std::uint64_t* bar) {
  asm volatile("{ .reg .b64 state; mbarrier.arrive.release.cta.shared::cta.b64 state, [%0]; }" ::"r"(
                   shared_address(bar))
               : "memory");
}
__device__ void bulk_load(void* to, const void* from, unsigned bytes, std::uint64_t* bar) {
  asm volatile(
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

constexpr unsigned stages = 2, tiles = 5, width = 64;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(128) int tile[stages][width], result[width];
  __shared__ std::uint64_t full[stages], free[stages];
  const unsigned t = threadIdx.x;
  if (t == 0) {
    for (unsigned s = 0; s < stages; ++s) {
      init_barrier(&full[s], 1);
      init_barrier(&free[s], width);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (t >= width) {  // the producer's warp
    for (unsigned i = 0; i < tiles && t == width; ++i) {
      const unsigned s = i % stages, round = i / stages;
      if (round > 0) wait_for(&free[s], (round - 1) & 1);
      expect_bytes(&full[s], sizeof(tile[s]));
      bulk_load(tile[s], in + width * i, sizeof(tile[s]), &full[s]);
    }
    return;
  }
  for (unsigned i = 0; i < tiles; ++i) {
    const unsigned s = i % stages, round = i / stages;
    wait_for(&full[s], round & 1);
    result[t] = 2 * tile[s][t];
    arrive(&free[s]);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (t == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + width * i),
                   "r"(shared_address(result)), "n"(sizeof(result))
                   : "memory");
      asm volatile("cp.async.bulk.commit_group;");
      asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(0) : "memory");
    }
    asm volatile("bar.sync 1, 64;" ::: "memory");
  }
}

int main() {
  constexpr int n = tiles * width;
  int x[n], *d_x, *d_y;
  for (int i = 0; i < n; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  twice<<<1, width + 32>>>(d_x, d_y);
  CHECK(cudaMemcpy(x, d_y, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  for (int i = 0; i < n; ++i)
    if (x[i] != 2 * i) return 1;
  return 0;
}
