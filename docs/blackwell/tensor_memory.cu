// tensor_memory: how does one thread start a matrix product whose result is in no register?
// A complete program in plain CUDA, with no header of this tutorial.
// It is compiled by the tests and has never run: no GPU with tensor memory was at hand.
//
// Blackwell  Compute capability 10.0 has tensor memory: 128 lanes of 512 columns of 32 bits per SM. `tcgen05.mma`
//            reads both factors from shared memory and adds into tensor memory. One thread starts it for the whole
//            block; with Hopper's `wgmma`, 128 threads start it together and hold the result in registers.
//            Compute capability 12.0 (GeForce) has neither: it keeps `mma.sync`.
// Order      allocate columns (one warp) - fill shared memory - fence, barrier - one thread: mma, commit - all wait at
//            the mbarrier - each warp loads its 32 lanes - free the columns (the same warp)
// Run        nvcc -O3 -std=c++20 -arch=sm_100a docs/blackwell/tensor_memory.cu && ./a.out   (B200, GB200)
//            The simulator does not have it.
// Source     PTX ISA 8.6 and later, "Tensor Memory" and `tcgen05`: instruction descriptor, shared memory descriptor

#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda/ptx>
#include <vector>

#define CUDA_CHECK(call)                                                                  \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (false)

namespace ptx = cuda::ptx;

constexpr int M = 128, N = 64,
              K = 16;  // one instruction: C[M][N] = A[M][K] * B[N][K], half times half into float

// Half matrices lie in core matrices of 8 rows of 16 bytes, 128 bytes each. Those of one row of core matrices are
// neighbors: 128 bytes to the next along K (the leading offset), 256 to the next along M or N (the stride offset).
__device__ int core_offset(int row, int k) {
  return ((row / 8) * (K / 8) + k / 8) * 64 + row % 8 * 8 + k % 8;
}

__device__ std::uint64_t shared_descriptor(const void* tile) {
  const std::uint64_t address = __cvta_generic_to_shared(tile);
  const std::uint64_t leading = 128, stride = 256;
  return (address & 0x3ffff) >> 4 | leading >> 4 << 16 | stride >> 4 << 32 |
         std::uint64_t{1} << 46;  // no swizzle
}

__global__ void __launch_bounds__(128) product(const half* a, const half* b, float* c) {
#if defined(__CUDA_ARCH_FEAT_SM100_ALL)
  // Bits 4 and 5: the result is float (1); bits 7 to 12: both factors are half (0); from bit 17: N / 8; from bit
  // 24: M / 16.
  constexpr std::uint32_t instruction = 1U << 4 | N / 8U << 17 | M / 16U << 24;
  __shared__ alignas(128) half tile_a[M * K], tile_b[N * K];
  __shared__ std::uint32_t columns;  // where the allocated columns of tensor memory begin
  __shared__ std::uint64_t finished;
  const int thread = threadIdx.x, warp = thread / 32;
  if (warp == 0) {
    ptx::tcgen05_alloc(ptx::cta_group_1, &columns, N);  // the whole warp; a power of two, at least 32
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
  }
  if (thread == 0) {
    ptx::mbarrier_init(&finished, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  for (int i = thread; i < M * K; i += 128) tile_a[core_offset(i / K, i % K)] = a[i];
  for (int i = thread; i < N * K; i += 128) tile_b[core_offset(i / K, i % K)] = b[i];
  ptx::fence_proxy_async(ptx::space_shared);  // the tensor core reads shared memory by the asynchronous proxy
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  ptx::tcgen05_fence_after_thread_sync();

  if (thread == 0) {
    const bool adds_to_result = false;  // with true, the next piece of K is added
    ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_1, columns, shared_descriptor(tile_a),
                     shared_descriptor(tile_b), instruction, adds_to_result);
    ptx::tcgen05_commit(ptx::cta_group_1, &finished);  // the mbarrier's phase ends when the product is there
  }
  while (!ptx::mbarrier_try_wait_parity(&finished, 0)) {
  }
  ptx::tcgen05_fence_after_thread_sync();

  // Warp w may load lanes 32 w to 32 w + 31: a lane of tensor memory is a row of the result.
  std::uint32_t row[N];
  ptx::tcgen05_ld_32x32b(
      row, columns + (static_cast<std::uint32_t>(warp) << 21));  // the lane is in the upper 16 bits
  ptx::tcgen05_wait_ld();
  for (int column = 0; column < N; ++column) c[thread * N + column] = __uint_as_float(row[column]);

  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  ptx::tcgen05_fence_after_thread_sync();
  if (warp == 0) ptx::tcgen05_dealloc(ptx::cta_group_1, columns, N);
#endif
}

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  if (device.major != 10) {
    std::fprintf(stderr, "tensor_memory: %s has compute capability %d.%d and no tensor memory; 10.x has\n",
                 device.name, device.major, device.minor);
    return 77;
  }
  std::vector<half> a(M * K), b(N * K);
  for (int i = 0; i < M * K; ++i) a[i] = __float2half(static_cast<float>(i % 7 - 3));
  for (int i = 0; i < N * K; ++i) b[i] = __float2half(static_cast<float>(i % 5 - 2));
  half *d_a, *d_b;
  float* d_c;
  CUDA_CHECK(cudaMalloc(&d_a, a.size() * sizeof(half)));
  CUDA_CHECK(cudaMalloc(&d_b, b.size() * sizeof(half)));
  CUDA_CHECK(cudaMalloc(&d_c, M * N * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(d_a, a.data(), a.size() * sizeof(half), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_b, b.data(), b.size() * sizeof(half), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(d_c, 0xff, M * N * sizeof(float)));  // NaN: an unwritten element fails the check
  product<<<1, 128>>>(d_a, d_b, d_c);
  CUDA_CHECK(cudaGetLastError());
  std::vector<float> c(M * N);
  CUDA_CHECK(cudaMemcpy(c.data(), d_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_a));
  CUDA_CHECK(cudaFree(d_b));
  CUDA_CHECK(cudaFree(d_c));
  int wrong = 0;
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += __half2float(a[row * K + k]) * __half2float(b[column * K + k]);
      if (!(c[row * N + column] == sum)) ++wrong;  // small integers: every sum is exact
    }
  std::printf("%d x %d x %d: %d wrong\n", M, N, K, wrong);
  return wrong == 0 ? 0 : 1;
}
