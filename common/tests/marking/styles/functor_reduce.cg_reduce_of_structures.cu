// cg::reduce takes any operation. Operations are function objects; values are structs.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/std/limits>
#include "exercise.hpp"
namespace cg = cooperative_groups;

struct Max {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct Entry {
  float value;
  int index;
};
struct Lower {
  __device__ Entry operator()(Entry a, Entry b) const {
    if (a.index < 0) return b;
    if (b.index < 0) return a;
    if (a.value != b.value) return a.value < b.value ? a : b;
    return a.index < b.index ? a : b;
  }
};

template <class T, class In, class Out, class Get, class Op, class Put>
__device__ void reduce_block(const In* in, int n, Out* out, T identity, Get get, Op op, Put put) {
  __shared__ T slot[block_size / 32];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  T value = identity;
  for (int i = block.thread_rank(); i < n; i += block_size) value = op(value, get(in[i], i));
  value = cg::reduce(warp, value, op);
  if (warp.thread_rank() == 0) slot[warp.meta_group_rank()] = value;
  block.sync();
  if (block.thread_rank() == 0) {
    T all = slot[0];
    for (unsigned w = 1; w < warp.meta_group_size(); ++w) all = op(all, slot[w]);
    *out = put(all);
  }
}

__global__ void k_largest(const int* in, int n, int* out) {
  reduce_block(
      in, n, out, cuda::std::numeric_limits<int>::min(), [](int v, int) { return v; }, Max{},
      [](int v) { return v; });
}
__global__ void k_magnitude(const float* in, int n, float* out) {
  reduce_block(
      in, n, out, 0.f, [](float v, int) { return v < 0 ? -v : v; }, Max{}, [](float v) { return v; });
}
__global__ void k_least(const float* in, int n, int* out) {
  reduce_block(
      in, n, out, Entry{0, -1},
      [](float v, int i) {
        return Entry{v, i};
      },
      Lower{}, [](Entry e) { return e.index; });
}

void largest(const int* in, int n, int* largest) { k_largest<<<1, block_size>>>(in, n, largest); }
void largest_magnitude(const float* in, int n, float* magnitude) {
  k_magnitude<<<1, block_size>>>(in, n, magnitude);
}
void least_at(const float* in, int n, int* index) { k_least<<<1, block_size>>>(in, n, index); }
