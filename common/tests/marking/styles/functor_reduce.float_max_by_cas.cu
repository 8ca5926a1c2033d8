// Largest magnitude by the atomicMax for floats in its usual form, by compare-and-swap, one per warp in shared memory; the others by shuffles.
#include "exercise.hpp"

#include <climits>
#include <cmath>

__device__ void atomic_max(float* address, float value) {
  int* const word = reinterpret_cast<int*>(address);
  int old = *word, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) return;
    old = atomicCAS(word, assumed, __float_as_int(value));
  } while (old != assumed);
}

__global__ void magnitude_kernel(const float* in, int n, float* magnitude) {
  __shared__ float all;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  float mine = 0;
  for (int i = threadIdx.x; i < n; i += block_size) mine = fmaxf(mine, fabsf(in[i]));
  for (int offset = 16; offset > 0; offset /= 2)
    mine = fmaxf(mine, __shfl_xor_sync(0xffffffffu, mine, offset));
  if (threadIdx.x % 32 == 0) atomic_max(&all, mine);
  __syncthreads();
  if (threadIdx.x == 0) *magnitude = all;
}

__global__ void largest_kernel(const int* in, int n, int* largest) {
  __shared__ int all;
  if (threadIdx.x == 0) all = INT_MIN;
  __syncthreads();
  int mine = INT_MIN;
  for (int i = threadIdx.x; i < n; i += block_size) mine = max(mine, in[i]);
  mine = __reduce_max_sync(0xffffffffu, mine);
  if (threadIdx.x % 32 == 0) atomicMax(&all, mine);
  __syncthreads();
  if (threadIdx.x == 0) *largest = all;
}

__global__ void least_kernel(const float* in, int n, int* index) {
  __shared__ unsigned long long all;  // the element's place in the order of floats, and its index
  if (threadIdx.x == 0) all = ~0ull;
  __syncthreads();
  unsigned long long mine = ~0ull;
  for (int i = threadIdx.x; i < n; i += block_size) {
    const unsigned bits = __float_as_uint(in[i] + 0.0f);
    const unsigned order = bits >> 31 ? ~bits : bits | 0x80000000u;
    mine = min(mine, static_cast<unsigned long long>(order) << 32 | static_cast<unsigned>(i));
  }
  for (int offset = 16; offset > 0; offset /= 2) mine = min(mine, __shfl_xor_sync(0xffffffffu, mine, offset));
  if (threadIdx.x % 32 == 0) atomicMin(&all, mine);
  __syncthreads();
  if (threadIdx.x == 0) *index = n == 0 ? -1 : static_cast<int>(static_cast<unsigned>(all));
}

void largest(const int* in, int n, int* largest) { largest_kernel<<<1, block_size>>>(in, n, largest); }
void largest_magnitude(const float* in, int n, float* magnitude) {
  magnitude_kernel<<<1, block_size>>>(in, n, magnitude);
}
void least_at(const float* in, int n, int* index) { least_kernel<<<1, block_size>>>(in, n, index); }
