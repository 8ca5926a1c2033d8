// dot_whole: what is the dot product of two vectors?
// A complete program in plain CUDA, with no header of this tutorial.
//
// Read     from `main`: input, memory and copies, launch and time, copy back, check. Each block adds its products in
//          a tree in shared memory and stores one partial sum; the host adds those. Unlike in the book,
//          memory is released the way it was allocated, every call is checked, and the result is checked, not only printed.
// Run      nvcc -O3 ch06_reduction/dot/00_dot_whole.cu && ./a.out 10000000
//          ./tutorial sim ch06_reduction/dot/00_dot_whole.cu --predict=h200     needs no GPU; only the predicted times are a GPU's
// Source   [SandersKandrot] ch. 5

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Every CUDA call returns an error code. If you ignore it, the program continues with data that are not there.
#define CUDA_CHECK(call)                                                                  \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (false)

constexpr int block = 256;  // threads per block; a power of two, or the tree drops elements

__global__ void dot(const float* a, const float* b, int n, float* partial) {
  __shared__ float cache[block];
  const int thread = threadIdx.x;
  float sum = 0;
  // Grid-stride loop: any grid covers any n.
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
  cache[thread] = sum;
  __syncthreads();  // every thread's sum is in the cache
  for (int stride = block / 2; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];
    __syncthreads();  // outside the `if`: a barrier is for all threads of the block
  }
  if (thread == 0) partial[blockIdx.x] = cache[0];
}

int main(int argc, char** argv) {
  char* end = nullptr;
  const long n = argc > 1 ? std::strtol(argv[1], &end, 10) : 33 * 1024;
  if (argc > 2 || n < 1 || n > (1 << 24) || (end != nullptr && *end != '\0')) {
    std::fprintf(stderr, "usage: dot_whole [N], where N is 1 to 16777216 elements\n");
    return 2;
  }

  std::vector<float> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i;  // exact in float up to 2^24
    b[i] = 2 * i;
  }

  const int grid = std::min<long>(32, (n + block - 1) / block);  // few blocks leave few sums for the host
  float *d_a, *d_b, *d_partial;  // d_: device memory, which the host cannot read
  CUDA_CHECK(cudaMalloc(&d_a, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_b, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_partial, grid * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(d_a, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_b, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  float ms;  // of the second run: the first one also loads the kernel
  for (int run = 0; run < 2; ++run) {
    CUDA_CHECK(cudaEventRecord(start));
    dot<<<grid, block>>>(d_a, d_b, n, d_partial);
    CUDA_CHECK(cudaGetLastError());  // reports a launch that failed
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));  // waits; reports errors inside the kernel
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
  }
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));

  std::vector<float> partial(grid);
  CUDA_CHECK(cudaMemcpy(partial.data(), d_partial, grid * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_a));
  CUDA_CHECK(cudaFree(d_b));
  CUDA_CHECK(cudaFree(d_partial));
  double sum = 0;
  for (const float one : partial) sum += one;

  // 2 (0^2 + 1^2 + .. + x^2), which no float holds: each product and each sum may be off by 2^-24 of itself.
  const double x = n - 1;
  const double expected = x * (x + 1) * (2 * x + 1) / 3;
  const double roundings = 1 + (n + grid * block - 1) / (grid * block) + std::log2(block);
  const bool ok = std::fabs(sum - expected) <= roundings * std::ldexp(expected, -24);
  std::printf("dot product of 2 x %ld floats: %.9g, exact %.17g; %.3f ms; %s\n", n, sum, expected, ms,
              ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}

// Later programs use common/include/tutorial for CUDA_CHECK (lines 18-25), DeviceBuffer (59-64, 82-85) and measure (66-79).
