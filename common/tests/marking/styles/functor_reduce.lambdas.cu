// Operations are lambdas.
#include <climits>
#include <cmath>

#include "exercise.hpp"

struct Place {
  float value;
  int index;
};

template <class In, class Value, class Result, class Take, class Combine, class Give>
__global__ void reduce(const In* in, int n, Result* result, Value identity, Take take, Combine combine,
                       Give give) {
  __shared__ Value slot[block_size];
  Value own = identity;
  for (int i = threadIdx.x; i < n; i += block_size) own = combine(own, take(in[i], i));
  slot[threadIdx.x] = own;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) slot[threadIdx.x] = combine(slot[threadIdx.x], slot[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = give(slot[0]);
}

void largest(const int* in, int n, int* largest) {
  reduce<<<1, block_size>>>(
      in, n, largest, INT_MIN, [] __device__(int value, int) { return value; },
      [] __device__(int a, int b) { return max(a, b); }, [] __device__(int value) { return value; });
}

void largest_magnitude(const float* in, int n, float* magnitude) {
  reduce<<<1, block_size>>>(
      in, n, magnitude, 0.0f, [] __device__(float value, int) { return fabsf(value); },
      [] __device__(float a, float b) { return fmaxf(a, b); }, [] __device__(float value) { return value; });
}

void least_at(const float* in, int n, int* index) {
  reduce<<<1, block_size>>>(
      in, n, index, Place{INFINITY, INT_MAX},
      [] __device__(float value, int i) {
        return Place{value, i};
      },
      [] __device__(Place a, Place b) {
        const bool first = a.value < b.value || (a.value == b.value && a.index < b.index);
        return first ? a : b;
      },
      [] __device__(Place place) { return place.index == INT_MAX ? -1 : place.index; });
}
