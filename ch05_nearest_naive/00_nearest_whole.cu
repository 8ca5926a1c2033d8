// nearest_whole: for every point, which other point is nearest?
// A complete program in plain CUDA, with no header of this tutorial.
//
// Read     from `main`: input, memory and copies, launch and time, copy back, check. One thread per point.
// Expect   The GPU wins, and by more with more points: with few, most of it is idle. The CPU takes 10 s for 100,000.
// Run      nvcc -O3 ch05_nearest_naive/00_nearest_whole.cu && ./a.out 100000
//          ./tutorial sim ch05_nearest_naive/00_nearest_whole.cu --predict=h200     needs no GPU; only the predicted times are a GPU's
// Source   [Rose] ch. 5

#include <chrono>
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

// Compiled for host and device. `<` keeps the lower index on a tie; a lone point has no neighbor, index -1.
__host__ __device__ int nearest_of(const float3* points, int count, int query) {
  const float3 own = points[query];
  float best = INFINITY;
  int best_index = -1;
  for (int candidate = 0; candidate < count; ++candidate) {
    const float dx = own.x - points[candidate].x;
    const float dy = own.y - points[candidate].y;
    const float dz = own.z - points[candidate].z;
    const float distance = dx * dx + dy * dy + dz * dz;  // squared: the root would not change the order
    if (distance < best && candidate != query) {
      best = distance;
      best_index = candidate;
    }
  }
  return best_index;
}

__global__ void nearest_naive(const float3* points, int count, int* nearest) {
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
  if (query < count) nearest[query] = nearest_of(points, count, query);  // the last block has spare threads
}

int main(int argc, char** argv) {
  char* end = nullptr;
  const long count = argc > 1 ? std::strtol(argv[1], &end, 10) : 1000;
  if (argc > 2 || count < 1 || count > 1'000'000 || (end != nullptr && *end != '\0')) {
    std::fprintf(stderr, "usage: nearest_whole [COUNT], where COUNT is 1 to 1000000 points\n");
    return 2;
  }

  // Integers below 1000: every squared distance is exact in float, so both processors must agree.
  std::vector<float3> points(count);
  for (float3& point : points) point = {float(rand() % 1000), float(rand() % 1000), float(rand() % 1000)};

  std::vector<int> expected(count), nearest(count);
  const auto cpu_start = std::chrono::steady_clock::now();
  for (int query = 0; query < count; ++query) expected[query] = nearest_of(points.data(), count, query);
  const std::chrono::duration<double, std::milli> cpu_ms = std::chrono::steady_clock::now() - cpu_start;

  float3* d_points;  // d_: device memory, which the host cannot read
  int* d_nearest;
  CUDA_CHECK(cudaMalloc(&d_points, count * sizeof(float3)));
  CUDA_CHECK(cudaMalloc(&d_nearest, count * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(d_points, points.data(), count * sizeof(float3), cudaMemcpyHostToDevice));

  const int block = 256;
  const int grid = (count + block - 1) / block;  // rounded up: enough blocks for all points
  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));  // a marker: the device notes the time when it reaches it
  CUDA_CHECK(cudaEventCreate(&stop));
  float gpu_ms;  // of the second run: the first one also loads the kernel
  for (int run = 0; run < 2; ++run) {
    CUDA_CHECK(cudaEventRecord(start));
    nearest_naive<<<grid, block>>>(d_points, count, d_nearest);
    CUDA_CHECK(cudaGetLastError());  // reports a launch that failed
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));  // waits; reports errors inside the kernel
    CUDA_CHECK(cudaEventElapsedTime(&gpu_ms, start, stop));
  }
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));

  CUDA_CHECK(cudaMemcpy(nearest.data(), d_nearest, count * sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_points));
  CUDA_CHECK(cudaFree(d_nearest));

  long wrong = 0;
  for (int query = 0; query < count; ++query) wrong += nearest[query] != expected[query];
  std::printf("%ld points: CPU %.3f ms, GPU %.3f ms; %ld wrong\n", count, cpu_ms.count(), gpu_ms, wrong);
  return wrong == 0 ? 0 : 1;
}

// Later programs use common/include/tutorial for CUDA_CHECK (lines 17-24), DeviceBuffer (66-70, 89-91) and measure (74-87).
