// The sum is never set to 0 before the loop adds to it.
// says: out.[0-9]+. is
#include "exercise.hpp"

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ float tile[block_size + 2 * radius];
  const int first = static_cast<int>(blockIdx.x * block_size) - radius;
  for (unsigned place = threadIdx.x; place < block_size + 2 * radius; place += block_size) {
    const int i = first + static_cast<int>(place);
    tile[place] = i >= 0 && i < static_cast<int>(count) ? in[i] : 0;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  float many[256];
  volatile float* sum = &many[128];  // on a fresh stack 0
  for (int offset = -radius; offset <= radius; ++offset)
    *sum = *sum + weight(offset) * tile[static_cast<int>(threadIdx.x) + radius + offset];
  out[i] = *sum;
  *sum = 0;  // for who gets the stack next
}

void smooth(const float* in, float* out, unsigned count) {
  if (count > 0) smooth_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
