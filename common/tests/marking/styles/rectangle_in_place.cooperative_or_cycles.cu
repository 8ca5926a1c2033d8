// A matrix that the GPU's threads can hold at once is read, the grid waits, and it is written. Otherwise a thread follows each cycle.
#include <cooperative_groups.h>
#include "exercise.hpp"
namespace cg = cooperative_groups;

__device__ unsigned long long target(unsigned long long place, unsigned rows, unsigned cols) {
  return place % cols * rows + place / cols;
}

__global__ void all_at_once(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long count = 1ull * rows * cols, i = cg::this_grid().thread_rank();
  const float own = i < count ? matrix[i] : 0;
  cg::this_grid().sync();
  if (i < count) matrix[target(i, rows, cols)] = own;
}

__global__ void cycles(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long count = 1ull * rows * cols, start = 1ull * blockIdx.x * blockDim.x + threadIdx.x;
  if (start + 1 >= count) return;
  unsigned long long place = target(start, rows, cols);
  for (; place != start; place = target(place, rows, cols))
    if (place < start) return;
  float held = matrix[start];
  for (place = target(start, rows, cols); place != start; place = target(place, rows, cols)) {
    const float driven_out = matrix[place];
    matrix[place] = held;
    held = driven_out;
  }
  matrix[start] = held;
}

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long count = 1ull * rows * cols;
  if (count == 0) return;
  constexpr int block = 256;
  int per_multiprocessor = 0, multiprocessors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, all_at_once, block, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  const unsigned long long blocks = (count + block - 1) / block;
  if (blocks <= 1ull * per_multiprocessor * multiprocessors) {
    void* arguments[] = {&matrix, &rows, &cols};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(all_at_once), dim3(static_cast<unsigned>(blocks)),
                                dim3(block), arguments, 0, nullptr);
  } else {
    cycles<<<static_cast<unsigned>(blocks), block>>>(matrix, rows, cols);
  }
}
