// Timed by events and by the host's clock, with what the device says of itself.
#include <chrono>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  const auto begin = std::chrono::steady_clock::now();
  cudaDeviceProp properties{};
  int device = 0;
  cudaGetDevice(&device);
  cudaGetDeviceProperties(&properties, device);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  const std::chrono::duration<double, std::milli> host = std::chrono::steady_clock::now() - begin;
  std::ostringstream line;
  line << std::string(properties.name) << ": " << std::fixed << std::setprecision(3) << milliseconds
       << " ms, " << std::setw(8) << host.count() << " ms on the host";
  std::cout << line.str() << '\n';
}
