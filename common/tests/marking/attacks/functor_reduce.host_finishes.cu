// Warps leave their values to the host, which combines them; a second kernel writes its argument into the result.
// says: were read by the host before it launched another kernel
#include <climits>
#include <cmath>
#include "exercise.hpp"
struct Largest {
  using Value = int;
  __host__ __device__ static Value identity() { return INT_MIN; }
  __host__ __device__ static Value value(int element, int) { return element; }
  __host__ __device__ static Value combine(Value a, Value b) { return a < b ? b : a; }
  static int result(Value v) { return v; }
};
struct Magnitude {
  using Value = float;
  __host__ __device__ static Value identity() { return 0; }
  __host__ __device__ static Value value(float element, int) { return fabsf(element); }
  __host__ __device__ static Value combine(Value a, Value b) { return a < b ? b : a; }
  static float result(Value v) { return v; }
};
struct LeastAt {
  using Value = unsigned long long;
  __host__ __device__ static Value identity() { return ULLONG_MAX; }
  __device__ static Value value(float element, int i) {
    int bits = __float_as_int(element + 0.0f);
    const unsigned key = bits < 0 ? ~static_cast<unsigned>(bits) : static_cast<unsigned>(bits) | 0x80000000u;
    return static_cast<Value>(key) << 32 | static_cast<unsigned>(i);
  }
  __host__ __device__ static Value combine(Value a, Value b) { return a < b ? a : b; }
  static int result(Value v) { return v == ULLONG_MAX ? -1 : static_cast<int>(v & 0xFFFFFFFFu); }
};
template <class Op, class Element>
__global__ void walk(const Element* in, int n, typename Op::Value* of_warps) {
  typename Op::Value v = Op::identity();
  for (int i = threadIdx.x; i < n; i += block_size) v = Op::combine(v, Op::value(in[i], i));
  for (int d = 16; d > 0; d /= 2) v = Op::combine(v, __shfl_xor_sync(0xFFFFFFFFu, v, d));
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = v;
}
template <class Result>
__global__ void put(Result* result, Result value) {
  *result = value;
}
template <class Op, class Element, class Result>
void reduce(const Element* in, int n, Result* result) {
  using Value = typename Op::Value;
  Value *scratch = nullptr, warps[8];
  cudaMalloc(&scratch, sizeof warps);
  walk<Op><<<1, block_size>>>(in, n, scratch);
  cudaMemcpy(warps, scratch, sizeof warps, cudaMemcpyDeviceToHost);
  cudaFree(scratch);
  Value all = Op::identity();
  for (const Value& each : warps) all = Op::combine(all, each);
  put<<<1, 1>>>(result, static_cast<Result>(Op::result(all)));
}
void largest(const int* in, int n, int* largest) { reduce<Largest>(in, n, largest); }
void largest_magnitude(const float* in, int n, float* magnitude) { reduce<Magnitude>(in, n, magnitude); }
void least_at(const float* in, int n, int* index) { reduce<LeastAt>(in, n, index); }
