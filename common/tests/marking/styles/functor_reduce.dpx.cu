// Hopper's maximum of three values in one instruction.
#include <climits>

#include "exercise.hpp"

template <class Value>
struct Ops;

__device__ int most(int a, int b, int c) { return __vimax3_s32(a, b, c); }

template <class Load>
__device__ int block_max(int n, int identity, Load load) {
  __shared__ int slot[block_size];
  int value = identity;
  for (int i = threadIdx.x; i < n; i += 2 * block_size) {
    const int other = i + block_size < n ? load(i + block_size) : identity;
    value = most(value, load(i), other);
  }
  slot[threadIdx.x] = value;
  __syncthreads();
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) slot[threadIdx.x] = max(slot[threadIdx.x], slot[threadIdx.x + stride]);
    __syncthreads();
  }
  return slot[0];
}

__global__ void largest_kernel(const int* in, int n, int* out) {
  const int value = block_max(n, INT_MIN, [=](int i) { return in[i]; });
  if (threadIdx.x == 0) *out = value;
}
// The bits of floats that are not negative are in their order.
__global__ void magnitude_kernel(const float* in, int n, float* out) {
  const int value = block_max(n, 0, [=](int i) { return __float_as_int(fabsf(in[i])); });
  if (threadIdx.x == 0) *out = __int_as_float(value);
}
__global__ void least_kernel(const float* in, int n, int* out) {
  __shared__ float least[block_size];
  __shared__ int place[block_size];
  float best = INFINITY;
  int at = INT_MAX;
  for (int i = threadIdx.x; i < n; i += block_size)
    if (const float value = in[i]; value < best || at == INT_MAX) best = value, at = i;
  least[threadIdx.x] = best;
  place[threadIdx.x] = at;
  __syncthreads();
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      const float value = least[threadIdx.x + stride];
      const int index = place[threadIdx.x + stride];
      if (value < least[threadIdx.x] || (value == least[threadIdx.x] && index < place[threadIdx.x])) {
        least[threadIdx.x] = value;
        place[threadIdx.x] = index;
      }
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = n == 0 ? -1 : place[0];
}

void largest(const int* in, int n, int* out) { largest_kernel<<<1, block_size>>>(in, n, out); }
void largest_magnitude(const float* in, int n, float* out) {
  magnitude_kernel<<<1, block_size>>>(in, n, out);
}
void least_at(const float* in, int n, int* out) { least_kernel<<<1, block_size>>>(in, n, out); }
