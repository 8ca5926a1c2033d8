// A reduction of any block with a power of two, as a template over the block's size that is chosen by a fold expression.
#include <concepts>
#include <cstdint>
#include <utility>

#include "exercise.hpp"

template <class F, class T>
concept Combines = requires(F f, T a, T b) {
  { f(a, b) } -> std::same_as<T>;
};

struct Plus {
  template <class T>
  __host__ __device__ constexpr T operator()(T a, T b) const noexcept {
    return a + b;
  }
};

template <unsigned Block, std::integral T, Combines<T> F>
__device__ __forceinline__ void halve(T* values, unsigned lane, F combine) {
  if constexpr (Block > 1) {
    if (lane < Block / 2) values[lane] = combine(values[lane], values[lane + Block / 2]);
    __syncthreads();
    halve<Block / 2>(values, lane, combine);
  }
}

template <unsigned Block>
__global__ void sums(const int* __restrict__ in, int* __restrict__ partial, int n) {
  __shared__ int values[Block];
  const unsigned lane = threadIdx.x;
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * Block + lane;
  values[lane] = i < n ? __ldg(in + i) : 0;
  __syncthreads();
  halve<Block>(values, lane, Plus{});
  if (lane == 0) partial[blockIdx.x] = *values;
}

template <std::size_t... Log>
void choose(std::index_sequence<Log...>, const int* in, int* partial, int n, int block) {
  const auto launch = [=]<unsigned Block>() {
    sums<Block><<<(n + Block - 1) / Block, Block>>>(in, partial, n);
  };
  static_cast<void>(((block == (1 << Log) && (launch.template operator()<(1u << Log)>(), true)) || ...));
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n <= 0) return;
  choose(std::make_index_sequence<11>{}, in, partial, n, block);
}
