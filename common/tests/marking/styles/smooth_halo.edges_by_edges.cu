// The first threads bring both halos.
#include "exercise.hpp"

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ float tile[block_size + 2 * radius];
  const int place = threadIdx.x, i = blockIdx.x * block_size + place, n = count;
  tile[place + radius] = i < n ? in[i] : 0.0f;
  if (place < radius) {
    tile[place] = i >= radius ? in[i - radius] : 0.0f;
    const int right = i + static_cast<int>(block_size);
    tile[place + block_size + radius] = right < n ? in[right] : 0.0f;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k <= 2 * radius; ++k) sum += weight(k - radius) * tile[place + k];
  if (i < n) out[i] = sum;
}

void smooth(const float* in, float* out, unsigned count) {
  if (count > 0) smooth_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
