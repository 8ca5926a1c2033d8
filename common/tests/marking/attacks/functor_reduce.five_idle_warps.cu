// Three of the eight warps walk over the elements; the other five bring the identity to the tree.
// says: 96 threads read the elements, where the block has 256
#include "exercise.hpp"

#include <climits>
#include <cmath>

constexpr int walkers = 96;

struct Largest {
  using Value = int;
  __device__ static Value identity() { return INT_MIN; }
  __device__ static Value value(int element, int) { return element; }
  __device__ static Value combine(Value a, Value b) { return a < b ? b : a; }
  __device__ static int result(Value last) { return last; }
};
struct LargestMagnitude {
  using Value = float;
  __device__ static Value identity() { return 0; }
  __device__ static Value value(float element, int) { return std::fabs(element); }
  __device__ static Value combine(Value a, Value b) { return a < b ? b : a; }
  __device__ static float result(Value last) { return last; }
};
struct Place {
  float element;
  int index;
};
struct LeastAt {
  using Value = Place;
  __device__ static Value identity() { return {INFINITY, INT_MAX}; }
  __device__ static Value value(float element, int index) { return {element, index}; }
  __device__ static Value combine(Value a, Value b) {
    if (a.element != b.element) return a.element < b.element ? a : b;
    return a.index < b.index ? a : b;
  }
  __device__ static int result(Value last) { return last.index == INT_MAX ? -1 : last.index; }
};

template <typename Operation, typename Element, typename Result>
__global__ void reduce(const Element* in, int n, Result* result) {
  __shared__ typename Operation::Value slot[block_size];
  const int thread = threadIdx.x;
  typename Operation::Value value = Operation::identity();
  if (thread < walkers)
    for (int i = thread; i < n; i += walkers) value = Operation::combine(value, Operation::value(in[i], i));
  slot[thread] = value;
  __syncthreads();
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] = Operation::combine(slot[thread], slot[thread + stride]);
    __syncthreads();
  }
  if (thread == 0) *result = Operation::result(slot[0]);
}

void largest(const int* in, int n, int* largest) { reduce<Largest><<<1, block_size>>>(in, n, largest); }
void largest_magnitude(const float* in, int n, float* magnitude) {
  reduce<LargestMagnitude><<<1, block_size>>>(in, n, magnitude);
}
void least_at(const float* in, int n, int* index) { reduce<LeastAt><<<1, block_size>>>(in, n, index); }
