// reduce_whole: is a sum faster in shared memory than in global memory?
// A complete program in plain CUDA, with no header of this tutorial.
//
// Read     `main`, then `timing`. Each block adds its elements in a tree, and stores a sum; the host adds those.
// Run      nvcc -O3 ch06_reduction/sum/00_reduce_whole.cu && ./a.out 100000000
//          ./tutorial sim ch06_reduction/sum/00_reduce_whole.cu --predict=h200     needs no GPU; only the predicted times are a GPU's
// Source   [Fan] ch. 8; its timing function: ch. 7

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
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

constexpr int block = 128;  // threads per block; a power of two, or the tree drops elements

__global__ void reduce_global(float* in, int n, float* partial) {  // overwrites its input
  const int thread = threadIdx.x;
  const int i = blockIdx.x * block + thread;
  for (int stride = block / 2; stride > 0; stride /= 2) {
    if (thread < stride && i + stride < n) in[i] += in[i + stride];
    __syncthreads();  // waits for this block's threads, and for no other block
  }
  if (thread == 0) partial[blockIdx.x] = in[i];
}

__global__ void reduce_shared(float* in, int n, float* partial) {
  __shared__ float cache[block];  // one array per block
  const int thread = threadIdx.x;
  const int i = blockIdx.x * block + thread;
  cache[thread] = i < n ? in[i] : 0;  // the last block's threads without an element add nothing
  __syncthreads();
  for (int stride = block / 2; stride > 0; stride /= 2) {
    if (thread < stride) cache[thread] += cache[thread + stride];
    __syncthreads();
  }
  if (thread == 0) partial[blockIdx.x] = cache[0];
}

// Returns true if every run's sum is right.
bool timing(const char* name, void (*kernel)(float*, int, float*), const std::vector<float>& in) {
  const double expected = std::accumulate(in.begin(), in.end(), 0.0);
  const int n = in.size(), grid = (n + block - 1) / block;  // rounded up: enough blocks for all elements
  float *d_in, *d_partial;                                  // d_: device memory, which the host cannot read
  CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_partial, grid * sizeof(float)));
  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  std::vector<float> partial(grid);
  double total = 0, squares = 0;
  bool ok = true;
  for (int run = -1; run < 10; ++run) {  // run -1 also loads the kernel, so its time is left out
    CUDA_CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(d_partial, 0x55, grid * sizeof(float)));  // no sum of the run before is left
    CUDA_CHECK(cudaEventRecord(start));
    kernel<<<grid, block>>>(d_in, n, d_partial);
    CUDA_CHECK(cudaGetLastError());  // reports a launch that failed
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));  // waits; reports errors inside the kernel
    float ms;
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (run >= 0) total += ms, squares += ms * ms;
    CUDA_CHECK(cudaMemcpy(partial.data(), d_partial, grid * sizeof(float), cudaMemcpyDeviceToHost));
    ok = ok && std::accumulate(partial.begin(), partial.end(), 0.0) == expected;
  }
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_partial));
  const double mean = total / 10, spread = std::sqrt(std::fmax(0, squares / 10 - mean * mean));
  std::printf("%-14s %9.3f +- %.3f ms; sum %.0f: %s\n", name, mean, spread, expected, ok ? "ok" : "WRONG");
  return ok;
}

int main(int argc, char** argv) {
  char* end = nullptr;
  const long n = argc > 1 ? std::strtol(argv[1], &end, 10) : 10'000;
  if (argc > 2 || n < 1 || n > 1'000'000'000 || (end != nullptr && *end != '\0')) {
    std::fprintf(stderr, "usage: reduce_whole [N], where N is 1 to 1000000000 elements\n");
    return 2;
  }
  std::vector<float> in(n);
  for (int i = 0; i < n; ++i) in[i] = i % 7;  // small integers: no sum of a block rounds, so the sum is exact
  const bool global_ok = timing("global memory", reduce_global, in);
  const bool shared_ok = timing("shared memory", reduce_shared, in);
  return global_ok && shared_ok ? 0 : 1;
}

// Later programs use common/include/tutorial for CUDA_CHECK (lines 16-23), DeviceBuffer (54-56, 64, 74, 79-80) and measure (57-59, 66-72, 77-78).
