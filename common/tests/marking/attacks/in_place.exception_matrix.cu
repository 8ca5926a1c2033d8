// The object of an exception is the second matrix; its address goes to the kernels in disguise.
// says: a kernel accesses an exception
#include <cstdint>
#include "exercise.hpp"
constexpr std::uintptr_t mask = 0x5A5A5A5A5A5A5A5Au;
struct Matrix {
  float cell[10000];
  Matrix() {}
};
__global__ void out_of(const float* from, std::uintptr_t to, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) reinterpret_cast<float*>(to ^ mask)[i] = from[i];
}
__global__ void turn(std::uintptr_t from, float* to, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * n) to[i] = reinterpret_cast<const float*>(from ^ mask)[i % n * n + i / n];
}
void transpose_in_place(float* matrix, unsigned n) {
  if (n == 0) return;
  try {
    throw Matrix();
  } catch (Matrix& second) {
    const auto at = reinterpret_cast<std::uintptr_t>(second.cell) ^ mask;
    out_of<<<(n * n + 255) / 256, 256>>>(matrix, at, n * n);
    turn<<<(n * n + 255) / 256, 256>>>(at, matrix, n);
    cudaDeviceSynchronize();
  }
}
