// Each thread copies by cp.async, arrives at an mbarrier and waits for its phase. But the arrival does not wait for the copies, which
// cp.async.mbarrier.arrive would; in the second kernel that comes before the last copy.
// expect-hazard: not-waited-for early none
// expect-hazard: not-waited-for late last
// allow-hazard: race-shared early none
// allow-hazard: race-shared late last
// allow-hazard: race-warp late last
// allow-hazard: race-warp early none
// expect-exit: 3
#include <cstdint>

#include "../lens_check.hpp"

namespace {

constexpr int n = 64;

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ void begin(std::uint64_t* bar) {
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(n));
  __syncthreads();
}
__device__ void arrive_and_wait(std::uint64_t* bar) {
  asm volatile(
      "{ .reg .b64 state; .reg .pred p;\n"
      "mbarrier.arrive.shared.b64 state, [%0];\n"
      "again: mbarrier.try_wait.shared.b64 p, [%0], state;\n"
      "@!p bra again; }" ::"r"(shared_address(bar))
      : "memory");
}

}  // namespace

__global__ void none(const int* in, int* out) {
  __shared__ int tile[n];
  __shared__ std::uint64_t bar;
  begin(&bar);
  asm volatile(  // @none
      "cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&tile[threadIdx.x])),
      "l"(in + threadIdx.x)
      : "memory");
  arrive_and_wait(&bar);
  out[threadIdx.x] = tile[n - 1 - threadIdx.x];  // @early
}

__global__ void before(const int* in, int* out) {
  __shared__ int tile[2 * n];
  __shared__ std::uint64_t bar;
  begin(&bar);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&tile[threadIdx.x])),
               "l"(in + threadIdx.x)
               : "memory");
  asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(shared_address(&bar)) : "memory");
  asm volatile(  // @last
      "cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&tile[n + threadIdx.x])),
      "l"(in + threadIdx.x)
      : "memory");
  arrive_and_wait(&bar);
  const int first = tile[n - 1 - threadIdx.x];
  out[threadIdx.x] += first - tile[2 * n - 1 - threadIdx.x];  // @late
}

int main() {
  int x[n], *d_x, *d_y;
  for (int i = 0; i < n; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  none<<<1, n>>>(d_x, d_y);
  before<<<1, n>>>(d_x, d_y);
  CHECK(cudaMemcpy(x, d_y, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  for (int i = 0; i < n; ++i)
    if (x[i] != n - 1 - i) return 1;
  return 0;
}
