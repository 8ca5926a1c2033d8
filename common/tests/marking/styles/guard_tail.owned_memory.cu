// Device memory that a smart pointer frees, by the address of cudaFree, and objects that are made in place.
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "exercise.hpp"

struct Free {
  void operator()(float3* memory) const { cudaFree(memory); }
};

struct Launch {
  int blocks, threads;
};

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

std::unique_ptr<float3, Free> allocated(int count) {
  float3* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(float3));
  return std::unique_ptr<float3, Free>(memory);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  std::optional<Launch> launch;
  launch.emplace(Launch{(count + block_size - 1) / block_size, block_size});
  alignas(Launch) unsigned char place[sizeof(Launch)];
  const Launch* copy = new (place) Launch(*launch);
  const auto scratch = allocated(count);
  std::unique_ptr<float3, cudaError_t (*)(void*)> other(allocated(count).release(),
                                                        [](void* memory) { return cudaFree(memory); });
  std::vector<cudaStream_t> streams(1);
  cudaStreamCreate(&streams.front());
  move_kernel<<<copy->blocks, copy->threads, 0, streams.front()>>>(points, moved, count, step);
  cudaStreamSynchronize(streams.front());
  for (cudaStream_t each : streams) cudaStreamDestroy(each);
}
