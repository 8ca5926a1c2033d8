// Copies by cp.async that an mbarrier tracks: with a separate arrival, which the barrier counts, also by CUDA's functions,
// and by .noinc alone, whose threads do not wait for their copies themselves. A second copy goes to another barrier, and
// cp.async.wait_group still serves.
// expect-exit: 0
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

#include <cstdint>

#include "../lens_check.hpp"

namespace {

constexpr int n = 64;

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ void begin(std::uint64_t* bar) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(n));
}
__device__ void copy(int* to, const int* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(to)), "l"(from) : "memory");
}
__device__ void wait(std::uint64_t* bar, unsigned parity) {
  asm volatile(
      "{ .reg .pred p;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@!p bra again; }" ::"r"(shared_address(bar)),
      "r"(parity)
      : "memory");
}

}  // namespace

__global__ void arrives_too(const int* in, int* out) {
  __shared__ int tile[n];
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) begin(&bar);
  __syncthreads();
  copy(&tile[threadIdx.x], in + threadIdx.x);
  asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(shared_address(&bar)) : "memory");
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(shared_address(&bar))
               : "memory");
  wait(&bar, 0);
  out[threadIdx.x] = tile[n - 1 - threadIdx.x];
}

__global__ void by_functions(const int* in, int* out) {
  __shared__ int tile[n];
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0) __mbarrier_init(&bar, n);
  __syncthreads();
  __pipeline_memcpy_async(&tile[threadIdx.x], in + threadIdx.x, sizeof(int));
  __pipeline_arrive_on(&bar);
  const __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_try_wait(&bar, token, 1000)) {
  }
  out[threadIdx.x] += tile[n - 1 - threadIdx.x];
}

__global__ void counts(const int* in, int* out) {
  __shared__ int tile[3 * n];
  __shared__ std::uint64_t bars[2];
  if (threadIdx.x == 0) {
    begin(&bars[0]);
    begin(&bars[1]);
  }
  __syncthreads();
  for (unsigned round = 0; round < 2; ++round) {
    copy(&tile[threadIdx.x], in + threadIdx.x);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&bars[0]))
                 : "memory");
    copy(&tile[n + threadIdx.x], in + threadIdx.x);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(&bars[1]))
                 : "memory");
    copy(&tile[2 * n + threadIdx.x], in + threadIdx.x);
    asm volatile("cp.async.commit_group;");
    wait(&bars[0], round);
    int sum = tile[n - 1 - threadIdx.x];
    wait(&bars[1], round);
    sum += tile[2 * n - 1 - threadIdx.x];
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    out[threadIdx.x] += sum + tile[2 * n + threadIdx.x];
    __syncthreads();
  }
}

int main() {
  int x[n], *d_x, *d_y;
  for (int i = 0; i < n; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  arrives_too<<<1, n>>>(d_x, d_y);
  by_functions<<<1, n>>>(d_x, d_y);
  counts<<<1, n>>>(d_x, d_y);
  CHECK(cudaMemcpy(x, d_y, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  for (int i = 0; i < n; ++i)
    if (x[i] != 6 * (n - 1 - i) + 2 * i) return 1;
  return 0;
}
