// three_minimum: how many instructions does the smallest of many distances take?
// A complete program in plain CUDA, with no header of this tutorial.
//
// Blackwell  Compute capability 10.0 has a minimum and a maximum of three floats (FMNMX3). nvcc makes one of two nested
//            fminf, without a change of the source. Compute capability 12.0 does not have it, nor does any GPU before.
// Expect     In a loop that takes the minimum of distances, half as many minimum instructions on compute capability
//            10.0: one for each two distances. The three subtractions and three multiply-adds of a distance stay.
// Run        nvcc -O3 -arch=native docs/blackwell/three_minimum.cu && ./a.out 100000
//            ./tutorial sim docs/blackwell/three_minimum.cu
// Source     PTX ISA 8.8, `min` with three operands

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                                  \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (false)

__host__ __device__ float squared_distance(float3 a, float3 b) {
  const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return x * x + y * y + z * z;
}

// The distance from each query to its nearest point, two points at a time: n is even.
__global__ void nearest(const float3* points, int n, const float3* queries, int count, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float3 query = queries[i];
  float least = INFINITY;
  for (int k = 0; k < n; k += 2)
    least = fminf(fminf(least, squared_distance(points[k], query)), squared_distance(points[k + 1], query));
  out[i] = least;
}

int main(int argc, char** argv) {
  const int n = argc == 2 ? std::atoi(argv[1]) / 2 * 2 : 1024;
  if (argc > 2 || n < 2) {
    std::fprintf(stderr, "usage: three_minimum [POINTS, at least 2]\n");
    return 2;
  }
  const int count = 1024, block = 128;
  std::vector<float3> points(n), queries(count);
  for (int i = 0; i < n; ++i)
    points[i] = {static_cast<float>(i * 7919LL % 1009), static_cast<float>(i * 104729LL % 997),
                 i % 31 * 1.0F};
  for (int i = 0; i < count; ++i) queries[i] = {i * 0.9F, i % 500 * 1.7F, 15.5F};
  float3 *d_points, *d_queries;
  float* d_out;
  CUDA_CHECK(cudaMalloc(&d_points, n * sizeof(float3)));
  CUDA_CHECK(cudaMalloc(&d_queries, count * sizeof(float3)));
  CUDA_CHECK(cudaMalloc(&d_out, count * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(d_points, points.data(), n * sizeof(float3), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_queries, queries.data(), count * sizeof(float3), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(d_out, 0xff, count * sizeof(float)));  // NaN: an unwritten element fails the check
  nearest<<<(count + block - 1) / block, block>>>(d_points, n, d_queries, count, d_out);
  CUDA_CHECK(cudaGetLastError());
  std::vector<float> out(count);
  CUDA_CHECK(cudaMemcpy(out.data(), d_out, count * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_points));
  CUDA_CHECK(cudaFree(d_queries));
  CUDA_CHECK(cudaFree(d_out));
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    float least = INFINITY;
    for (const float3& point : points) least = std::fmin(least, squared_distance(point, queries[i]));
    if (!(std::fabs(out[i] - least) <= 1e-5F * least)) ++wrong;  // also true of NaN
  }
  std::printf("%d queries, %d points: %d wrong\n", count, n, wrong);
  return wrong == 0 ? 0 : 1;
}
