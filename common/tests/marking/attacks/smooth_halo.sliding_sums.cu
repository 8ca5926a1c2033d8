// Each thread slides two sums along its elements: what has been large leaves an error behind.
// says: elements of very different size
#include "exercise.hpp"

#include <cmath>

constexpr int own = 5, per_block = own * static_cast<int>(block_size);

__global__ void smooth_kernel(const float* in, float* out, int count) {
  __shared__ float tile[per_block + 2 * radius];
  const int begin = blockIdx.x * per_block;
  for (int place = threadIdx.x; place < per_block + 2 * radius; place += block_size) {
    const int i = begin - radius + place;
    tile[place] = i >= 0 && i < count ? in[i] : 0;
  }
  __syncthreads();
  const float* const x = tile + own * threadIdx.x + radius;  // the thread's first element
  float window[own + 2 * radius];
  for (int k = 0; k < own + 2 * radius; ++k) window[k] = x[k - radius];
  float sum = 0, moment = 0;
  for (int k = 0; k < own; ++k) {
    const float* const w = window + k;  // w[radius] is the element
    if (k == 0 || !std::isfinite(sum) || !std::isfinite(moment)) {
      sum = moment = 0;
      for (int o = -radius; o <= radius; ++o) sum += w[o + radius], moment += o * w[o + radius];
    } else {
      moment += 5 * w[-1] + 4 * w[2 * radius] - sum;
      sum += w[2 * radius] - w[-1];
    }
    const int i = begin + own * threadIdx.x + k;
    // The weight of o is 3 o - 1 + (o o mod 5).
    const float near_edges = w[3] + w[5] + w[0] + w[8] + 4 * (w[2] + w[6] + w[1] + w[7]);
    float all = 3 * moment - sum + near_edges;
    if (!std::isfinite(all)) {  // an element is infinite
      all = 0;
      for (int o = -radius; o <= radius; ++o) all += weight(o) * w[o + radius];
    }
    if (i < count) out[i] = all;
  }
}

void smooth(const float* in, float* out, unsigned count) {
  if (count == 0) return;
  smooth_kernel<<<(count + per_block - 1) / per_block, block_size>>>(in, out, count);
}
