// No tree: each lane of the first warp combines all slots, by loads of 16 bytes.
// says: words of shared memory, most of them
#include "exercise.hpp"

#include <climits>
#include <cmath>

struct Largest {
  using Value = int;
  __device__ static Value identity() { return INT_MIN; }
  __device__ static Value value(int element, int) { return element; }
  __device__ static Value combine(Value a, Value b) { return a < b ? b : a; }
  __device__ static int result(Value last) { return last; }
};

struct LargestMagnitude {
  using Value = float;
  __device__ static Value identity() { return 0.0f; }
  __device__ static Value value(float element, int) { return fabsf(element); }
  __device__ static Value combine(Value a, Value b) { return fmaxf(a, b); }
  __device__ static float result(Value last) { return last; }
};

struct alignas(8) Found {
  float element;
  int at;
};

struct LeastAt {
  using Value = Found;
  __device__ static Value identity() { return {INFINITY, INT_MAX}; }
  __device__ static Value value(float element, int at) { return {element, at}; }
  __device__ static Value combine(Value a, Value b) {
    const bool takes_b = b.element < a.element || (b.element == a.element && b.at < a.at);
    return takes_b ? b : a;
  }
  __device__ static int result(Value last) { return last.at == INT_MAX ? -1 : last.at; }
};

__device__ inline void unpack(int4 words, int (&values)[4]) {
  values[0] = words.x, values[1] = words.y, values[2] = words.z, values[3] = words.w;
}
__device__ inline void unpack(int4 words, float (&values)[4]) {
  values[0] = __int_as_float(words.x), values[1] = __int_as_float(words.y);
  values[2] = __int_as_float(words.z), values[3] = __int_as_float(words.w);
}
__device__ inline void unpack(int4 words, Found (&values)[2]) {
  values[0] = {__int_as_float(words.x), words.y};
  values[1] = {__int_as_float(words.z), words.w};
}

template <typename Operation, typename Element, typename Result>
__global__ void reduce(const Element* in, int n, Result* result) {
  using Value = typename Operation::Value;
  constexpr int of_load = 16 / sizeof(Value);
  __shared__ alignas(16) Value slot[block_size];
  const int thread = threadIdx.x;

  auto own = Operation::identity();
  for (int i = thread; i < n; i += block_size) own = Operation::combine(own, Operation::value(in[i], i));
  slot[thread] = own;
  __syncthreads();
  if (thread >= 32) return;

  Value all = Operation::identity();
  const int4* const loads = reinterpret_cast<const int4*>(slot);
  for (int k = 0; k < block_size / of_load; ++k) {
    Value values[of_load];
    const int4 words = loads[k];
    unpack(words, values);
    for (int j = 0; j < of_load; ++j) all = Operation::combine(all, values[j]);
  }
  if (thread == 0) *result = Operation::result(all);
}

void largest(const int* in, int n, int* largest) { reduce<Largest><<<1, block_size>>>(in, n, largest); }

void largest_magnitude(const float* in, int n, float* magnitude) {
  reduce<LargestMagnitude><<<1, block_size>>>(in, n, magnitude);
}

void least_at(const float* in, int n, int* index) { reduce<LeastAt><<<1, block_size>>>(in, n, index); }
