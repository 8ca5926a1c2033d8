// One block walks over the whole array, 1024 elements at a time: one SM of a GPU works, the others are idle.
// says: one block makes most accesses
#include "exercise.hpp"

constexpr int threads = 1024;

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ float tile[threads + 2 * radius];
  for (int begin = 0; begin < static_cast<int>(count); begin += threads) {
    __syncthreads();
    for (int place = static_cast<int>(threadIdx.x); place < threads + 2 * radius; place += threads) {
      const int i = begin - radius + place;
      tile[place] = i >= 0 && i < static_cast<int>(count) ? in[i] : 0;
    }
    __syncthreads();
    const int i = begin + static_cast<int>(threadIdx.x);
    if (i >= static_cast<int>(count)) continue;
    float sum = 0;
    for (int offset = -radius; offset <= radius; ++offset)
      sum += weight(offset) * tile[static_cast<int>(threadIdx.x) + radius + offset];
    out[i] = sum;
  }
}

void smooth(const float* in, float* out, unsigned count) {
  if (count == 0) return;
  smooth_kernel<<<1, threads>>>(in, out, count);
}
