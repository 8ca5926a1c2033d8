// Bulk reductions in inline PTX: sums of integers, floats and fp16, minima and bits into global memory, one tile per block, and
// a sum into shared memory that an mbarrier tracks.
// expect-exit: 0
#include <cuda_fp16.h>

#include <cstdint>

#include "../lens_check.hpp"

namespace {

constexpr int n = 64;

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void finish() {
  asm volatile("cp.async.bulk.commit_group;");
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(0) : "memory");
}

}  // namespace

__global__ void into_global(int* sums, float* reals, __half* halves, unsigned* least, unsigned* bits) {
  __shared__ alignas(16) int tile[n];
  __shared__ alignas(16) float real[n];
  __shared__ alignas(16) __half half_tile[n];
  const unsigned t = threadIdx.x, bytes = sizeof(tile);
  tile[t] = static_cast<int>(t + blockIdx.x);
  real[t] = 0.5f * static_cast<float>(t);
  half_tile[t] = __float2half(static_cast<float>(t));
  fence();
  __syncthreads();
  if (t != 0) return;
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(sums),
               "r"(shared_address(tile)), "r"(bytes)
               : "memory");
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(reals),
               "r"(shared_address(real)), "r"(bytes)
               : "memory");
  asm volatile(
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], %2;" ::"l"(halves),
      "r"(shared_address(half_tile)), "r"(bytes / 2)
      : "memory");
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.u32 [%0], [%1], %2;" ::"l"(least),
               "r"(shared_address(tile)), "r"(bytes)
               : "memory");
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b32 [%0], [%1], %2;" ::"l"(bits),
               "r"(shared_address(tile)), "r"(bytes)
               : "memory");
  finish();
}

__global__ void into_shared(int* out) {
  __shared__ alignas(16) int tile[n], sums[n];
  __shared__ std::uint64_t bar;
  const unsigned t = threadIdx.x;
  tile[t] = static_cast<int>(t);
  sums[t] = 100;
  if (t == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared_address(&bar)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  fence();
  __syncthreads();
  if (t == 0) {
    asm volatile("{ .reg .b64 state; mbarrier.arrive.expect_tx.shared.b64 state, [%0], %1; }" ::"r"(
                     shared_address(&bar)),
                 "r"(static_cast<unsigned>(sizeof(tile)))
                 : "memory");
    asm volatile(
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 [%0], [%1], "
        "%2, [%3];" ::"r"(shared_address(sums)),
        "r"(shared_address(tile)), "r"(static_cast<unsigned>(sizeof(tile))), "r"(shared_address(&bar))
        : "memory");
  }
  asm volatile(
      "{ .reg .pred p;\n"
      "again: mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n"
      "@!p bra again; }" ::"r"(shared_address(&bar))
      : "memory");
  out[t] = sums[n - 1 - t];
}

int main() {
  int sums[n], shared_sums[n];
  unsigned least[n], bits[n];
  float reals[n];
  __half halves[n];
  void* d;
  CHECK(cudaMalloc(&d, 6 * sizeof(sums)));
  CHECK(cudaMemset(d, 0, 6 * sizeof(sums)));
  int* const d_sums = static_cast<int*>(d);
  auto* const d_least = reinterpret_cast<unsigned*>(d_sums + 3 * n);
  CHECK(cudaMemset(d_least, 0xff, sizeof(least)));
  into_global<<<2, n>>>(d_sums, reinterpret_cast<float*>(d_sums + n),
                        reinterpret_cast<__half*>(d_sums + 2 * n), d_least, d_least + n);
  into_shared<<<1, n>>>(d_sums + 5 * n);
  CHECK(cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(reals, d_sums + n, sizeof(reals), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(halves, d_sums + 2 * n, sizeof(halves), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(least, d_least, sizeof(least), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(bits, d_least + n, sizeof(bits), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(shared_sums, d_sums + 5 * n, sizeof(shared_sums), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d));
  for (int i = 0; i < n; ++i) {
    const auto u = static_cast<unsigned>(i);
    if (sums[i] != 2 * i + 1 || reals[i] != static_cast<float>(i) ||
        __half2float(halves[i]) != 2.0f * static_cast<float>(i) || least[i] != u ||
        bits[i] != (u | (u + 1)) || shared_sums[i] != 100 + n - 1 - i)
      return 1;
  }
  return 0;
}
