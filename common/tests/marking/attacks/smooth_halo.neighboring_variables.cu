// Three shared arrays are taken for one: an index past the middle one is in its neighbor, at a distance that is known.
// says: Only if blocks, warps and lanes run in another order
#include "exercise.hpp"

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ __align__(16) float left[radius];
  __shared__ __align__(16) float own[block_size];
  __shared__ __align__(16) float right[radius];
  const int place = threadIdx.x, first = blockIdx.x * block_size, size = count;
  const auto element = [=](int i) { return i < 0 || i >= size ? 0.0f : in[i]; };
  own[place] = element(first + place);
  if (place < radius) left[place] = element(first - radius + place);
  if (place < radius) right[place] = element(first + static_cast<int>(block_size) + place);
  __syncthreads();
  if (first + place >= size) return;
  float sum = 0;
  const auto at = [&](int i) {
    return own[i < 0 ? i - 4 : i < static_cast<int>(block_size) ? i : i + 4];
  };  // 16 bytes are between two variables
  for (int offset = -radius; offset <= radius; ++offset) sum += weight(offset) * at(place + offset);
  out[first + place] = sum;
}

void smooth(const float* in, float* out, unsigned count) {
  if (count > 0) smooth_kernel<<<(count - 1) / block_size + 1, block_size>>>(in, out, count);
}
