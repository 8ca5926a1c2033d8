// Shared memory that is aligned as the type of the operation.
#include "exercise.hpp"

#include <climits>
#include <cmath>
#include <cuda/std/tuple>
#include <cuda/std/utility>

template <class Self, class Value>
struct Operation {
  Value held;
  __device__ Self& self() { return static_cast<Self&>(*this); }
  __device__ void absorb(const Self& other) {
    if (other.beats(self())) held = other.held;
  }
};

struct Max : Operation<Max, int> {
  __device__ Max() { held = INT_MIN; }
  __device__ void see(int element, int) { held = held < element ? element : held; }
  __device__ bool beats(const Max& other) const { return other.held < held; }
  __device__ int result() const { return held; }
};

struct Magnitude : Operation<Magnitude, float> {
  __device__ Magnitude() { held = 0; }
  __device__ void see(float element, int) { held = fmaxf(held, fabsf(element)); }
  __device__ bool beats(const Magnitude& other) const { return other.held < held; }
  __device__ float result() const { return held; }
};

struct Least : Operation<Least, cuda::std::pair<float, int>> {
  __device__ Least() { held = {INFINITY, INT_MAX}; }
  __device__ void see(float element, int index) {
    if (const cuda::std::pair<float, int> one{element, index}; one < held) held = one;
  }
  __device__ bool beats(const Least& other) const { return held < other.held; }
  __device__ int result() const { return held.second == INT_MAX ? -1 : held.second; }
};

template <class O, class Element, class Result>
__global__ void reduce(const Element* in, int n, Result* result) {
  alignas(O) __shared__ unsigned char raw[block_size * sizeof(O)];
  O* const slot = reinterpret_cast<O*>(raw);
  O mine;
  for (int i = threadIdx.x; i < n; i += block_size) mine.see(in[i], i);
  slot[threadIdx.x] = mine;
  for (int half = block_size / 2; half > 0; half /= 2) {
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < half) slot[threadIdx.x].absorb(slot[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) *result = slot->result();
}

void largest(const int* in, int n, int* largest) { reduce<Max><<<1, block_size>>>(in, n, largest); }
void largest_magnitude(const float* in, int n, float* magnitude) {
  reduce<Magnitude><<<1, block_size>>>(in, n, magnitude);
}
void least_at(const float* in, int n, int* index) { reduce<Least><<<1, block_size>>>(in, n, index); }
