// An error class of its own, thrown by a function and caught where the launch is.
#include <iostream>
#include <stdexcept>
#include <string>

#include "exercise.hpp"

class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const std::string& what, int line)
      : std::runtime_error(what + ": " + cudaGetErrorString(code) + " at " + std::to_string(line)),
        code_(code) {}
  cudaError_t code() const noexcept { return code_; }

 private:
  cudaError_t code_;
};

inline void check(cudaError_t code, const char* what, int line) {
  if (code != cudaSuccess) throw CudaError(code, what, line);
}
#define CHECK(call) check((call), #call, __LINE__)

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) try {
  if (count == 0) return;
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  try {
    CHECK(cudaSetDevice(devices));  // one more than there are
  } catch (const CudaError& error) {
    std::cerr << "expected: " << error.what() << " (" << error.code() << ")\n";
    cudaGetLastError();
    CHECK(cudaSetDevice(0));
  }
  move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
} catch (const std::exception& error) {
  std::cerr << error.what() << std::endl;
  throw;
}
