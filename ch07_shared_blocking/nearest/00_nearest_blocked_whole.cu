// nearest_blocked_whole: how do the threads of a block share the points that they load?
// A complete program in plain CUDA, with no header of this tutorial.
//
// Read     from `main`: input, memory and copies, launch and time, copy back, check on the CPU (10 s for 100,000).
//          A block loads one tile of points at a time into shared memory; in nearest_whole each thread loads all points.
// Run      nvcc -O3 ch07_shared_blocking/nearest/00_nearest_blocked_whole.cu && ./a.out 100000
//          ./tutorial sim ch07_shared_blocking/nearest/00_nearest_blocked_whole.cu --predict=h200     needs no GPU; only the predicted times are a GPU's
// Source   [Rose] ch. 7

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

constexpr int block = 128;  // threads per block, and points per tile
__host__ __device__ float squared_distance(float3 a, float3 b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z);
}

__global__ void nearest_blocked(const float3* points, int count, int* nearest) {
  __shared__ float3 tile[block];
  const int thread = threadIdx.x;
  const int query = blockIdx.x * block + thread;
  const float3 own = query < count ? points[query] : float3{};  // without a point, still load and wait
  float best = INFINITY;
  int best_index = -1;  // a lone point has no neighbor; on a tie, `<` keeps the lower index
  for (int first = 0; first < count; first += block) {
    if (first + thread < count) tile[thread] = points[first + thread];
    __syncthreads();  // the tile is full before anyone reads it
    for (int i = 0; i < block && first + i < count; ++i) {
      const float distance = squared_distance(own, tile[i]);
      if (distance < best && first + i != query) best = distance, best_index = first + i;
    }
    __syncthreads();  // everyone has read the tile before it is overwritten
  }
  if (query < count) nearest[query] = best_index;
}

int nearest_on_cpu(const std::vector<float3>& points, int query) {
  float best = INFINITY;
  int best_index = -1;
  for (int i = 0; i < int(points.size()); ++i) {
    const float distance = squared_distance(points[query], points[i]);
    if (distance < best && i != query) best = distance, best_index = i;
  }
  return best_index;
}

int main(int argc, char** argv) {
  char* end = nullptr;
  const long count = argc > 1 ? std::strtol(argv[1], &end, 10) : 1000;
  if (argc > 2 || count < 1 || count > 1'000'000 || (end != nullptr && *end != '\0')) {
    std::fprintf(stderr, "usage: nearest_blocked_whole [COUNT], where COUNT is 1 to 1000000 points\n");
    return 2;
  }
  std::vector<float3> points(count);  // integers: every squared distance is exact in float
  for (float3& point : points) point = {float(rand() % 1000), float(rand() % 1000), float(rand() % 1000)};

  float3* d_points;  // d_: device memory, which the host cannot read
  int* d_nearest;
  CUDA_CHECK(cudaMalloc(&d_points, count * sizeof(float3)));
  CUDA_CHECK(cudaMalloc(&d_nearest, count * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(d_points, points.data(), count * sizeof(float3), cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  float ms;  // of the second run: the first one also loads the kernel
  for (int run = 0; run < 2; ++run) {
    CUDA_CHECK(cudaEventRecord(start));
    nearest_blocked<<<(count + block - 1) / block, block>>>(d_points, count, d_nearest);  // rounded up
    CUDA_CHECK(cudaGetLastError());  // reports a launch that failed
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));  // waits; reports errors inside the kernel
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
  }
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));

  std::vector<int> nearest(count);
  CUDA_CHECK(cudaMemcpy(nearest.data(), d_nearest, count * sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_points));
  CUDA_CHECK(cudaFree(d_nearest));
  long wrong = 0;
  for (int query = 0; query < count; ++query) wrong += nearest[query] != nearest_on_cpu(points, query);
  std::printf("%ld points: %.3f ms, %ld wrong\n", count, ms, wrong);
  return wrong == 0 ? 0 : 1;
}

// Later programs use common/include/tutorial for CUDA_CHECK (lines 16-23), DeviceBuffer (69-73, 91-93) and measure (75-88).
