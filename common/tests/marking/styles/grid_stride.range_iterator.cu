// A range for the stride.
#include <cstdint>
#include "exercise.hpp"

// for (auto i : grid_stride_range(n))
struct step_range {
  struct it {
    std::int64_t value, step;
    __device__ std::int64_t operator*() const { return value; }
    __device__ it& operator++() {
      value += step;
      return *this;
    }
    __device__ bool operator!=(const it& other) const { return value < other.value; }
  };
  std::int64_t first, last, step;
  __device__ it begin() const { return {first, step}; }
  __device__ it end() const { return {last, step}; }
};

__device__ step_range grid_stride_range(std::int64_t n) {
  return {std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x, n, std::int64_t(gridDim.x) * blockDim.x};
}

__global__ void axpy(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  for (auto i : grid_stride_range(n)) z[i] = alpha * x[i] + y[i];
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  axpy<<<blocks, block_size>>>(alpha, x, y, z, n);
}
