// nearest_blocked_whole: is a search faster if the threads of a block share the points that they load?
// A complete program in plain CUDA, with no header of this tutorial.
//
// Read     `main`, then `run`: input, memory and copies, launch and time, copy back, check. In the naive kernel
//          every thread loads all points from global memory; in the blocked one a block loads them once, tile
//          by tile, into shared memory.
// Run      nvcc -O3 ch07_shared_blocking/nearest/00_nearest_blocked_whole.cu && ./a.out 20000
//          ./tutorial sim ch07_shared_blocking/nearest/00_nearest_blocked_whole.cu
// Source   [Rose] ch. 7

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
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

__host__ __device__ int nearest_of(const float3* points, int count, int query) {
  float best = INFINITY;
  int best_index = -1;  // a lone point has no neighbor
  for (int candidate = 0; candidate < count; ++candidate) {
    const float distance = squared_distance(points[query], points[candidate]);
    if (distance < best && candidate != query) best = distance, best_index = candidate;  // ties: lower index
  }
  return best_index;
}

__global__ void nearest_naive(const float3* points, int count, int* nearest) {
  const int query = blockIdx.x * block + threadIdx.x;
  if (query < count) nearest[query] = nearest_of(points, count, query);
}

__global__ void nearest_blocked(const float3* points, int count, int* nearest) {
  __shared__ float3 tile[block];
  const int thread = threadIdx.x;
  const int query = blockIdx.x * block + thread;
  // A thread that has no point still helps to load tiles, and every thread must reach the barriers.
  const float3 own = query < count ? points[query] : float3{};
  float best = INFINITY;
  int best_index = -1;
  for (int first = 0; first < count; first += block) {
    if (first + thread < count) tile[thread] = points[first + thread];
    __syncthreads();  // the tile is full before anyone reads it
    for (int i = 0; i < block && first + i < count; ++i) {
      const float distance = squared_distance(own, tile[i]);
      if (distance < best && first + i != query) best = distance, best_index = first + i;
    }
    __syncthreads();  // everyone has read the tile before it is overwritten; the last one is partly stale
  }
  if (query < count) nearest[query] = best_index;
}

// Runs the kernel twice; the first run also loads the kernel, so the second one's time is kept. Returns how
// many answers are wrong.
long run(const char* name, void (*kernel)(const float3*, int, int*), const std::vector<float3>& points,
         const std::vector<int>& expected) {
  const int count = points.size();
  float3* d_points;  // d_: device memory, which the host cannot read
  int* d_nearest;
  CUDA_CHECK(cudaMalloc(&d_points, count * sizeof(float3)));
  CUDA_CHECK(cudaMalloc(&d_nearest, count * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(d_points, points.data(), count * sizeof(float3), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(d_nearest, 0x55, count * sizeof(int)));  // no answer of the other kernel is left
  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  float ms = 0;
  for (int run = 0; run < 2; ++run) {
    CUDA_CHECK(cudaEventRecord(start));
    kernel<<<(count + block - 1) / block, block>>>(d_points, count, d_nearest);
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
  for (int query = 0; query < count; ++query) wrong += nearest[query] != expected[query];
  std::printf("%-8s %d points: %.3f ms, %ld wrong\n", name, count, ms, wrong);
  return wrong;
}

int main(int argc, char** argv) {
  char* end = nullptr;
  const long count = argc > 1 ? std::strtol(argv[1], &end, 10) : 1000;
  if (argc > 2 || count < 1 || count > 1'000'000 || (end != nullptr && *end != '\0')) {
    std::fprintf(stderr, "usage: nearest_blocked_whole [COUNT], where COUNT is 1 to 1000000 points\n");
    return 2;
  }
  // Integers below 1024: every squared distance is exact in float, so both processors must agree.
  std::mt19937 random(1);
  std::vector<float3> points(count);
  for (float3& point : points)
    point = {float(random() % 1024), float(random() % 1024), float(random() % 1024)};
  std::vector<int> expected(count);
  for (int query = 0; query < count; ++query) expected[query] = nearest_of(points.data(), count, query);
  const long wrong =
      run("naive", nearest_naive, points, expected) + run("blocked", nearest_blocked, points, expected);
  return wrong == 0 ? 0 : 1;
}

// From the next program on, CUDA_CHECK is lines 18-25; DeviceBuffer 73-77, 94-96; measure 79-92.
