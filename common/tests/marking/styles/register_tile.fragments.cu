// Fragments as class templates with operators, static member functions as loaders, and constexpr policy structs.
#include <cstddef>

#include "exercise.hpp"

struct Policy {
  static constexpr unsigned threads = 16, per_thread = 4, side = threads * per_thread, depth = 16;
};

template <class T, unsigned N>
struct Fragment {
  T part[N]{};
  __device__ T& operator[](unsigned i) { return part[i]; }
  __device__ const T& operator[](unsigned i) const { return part[i]; }
};

template <class P>
struct Multiply {
  using Column = Fragment<float, P::per_thread>;
  float (*a)[P::side + 1];
  float (*b)[P::side];

  static __device__ float cell(const float* matrix, unsigned row, unsigned rows, unsigned col,
                               unsigned cols) {
    return row < rows && col < cols ? matrix[std::size_t{row} * cols + col] : 0.f;
  }

  __device__ void load(const float* ga, const float* gb, unsigned m, unsigned n, unsigned k,
                       unsigned first) const {
    const unsigned thread = threadIdx.y * P::threads + threadIdx.x;
    for (unsigned i = thread; i < P::side * P::depth; i += P::threads * P::threads) {
      a[i % P::depth][i / P::depth] =
          cell(ga, blockIdx.y * P::side + i / P::depth, m, first + i % P::depth, k);
      b[i / P::side][i % P::side] = cell(gb, first + i / P::side, k, blockIdx.x * P::side + i % P::side, n);
    }
  }

  __device__ void accumulate(Fragment<Column, P::per_thread>& sums) const {
#pragma unroll
    for (unsigned term = 0; term < P::depth; ++term) {
      Column left, right;
      for (unsigned i = 0; i < P::per_thread; ++i) {
        left[i] = a[term][threadIdx.y + i * P::threads];
        right[i] = b[term][threadIdx.x + i * P::threads];
      }
      for (unsigned i = 0; i < P::per_thread; ++i)
        for (unsigned j = 0; j < P::per_thread; ++j) sums[i][j] = fmaf(left[i], right[j], sums[i][j]);
    }
  }
};

template <class P>
__global__ __launch_bounds__(P::threads* P::threads) void multiply(const float* a, const float* b, float* c,
                                                                   unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[P::depth][P::side + 1];
  __shared__ float b_tile[P::depth][P::side];
  const Multiply<P> tiles{a_tile, b_tile};
  Fragment<Fragment<float, P::per_thread>, P::per_thread> sums;
  for (unsigned first = 0; first < k; first += P::depth) {
    tiles.load(a, b, m, n, k, first);
    __syncthreads();
    tiles.accumulate(sums);
    __syncthreads();
  }
  for (unsigned i = 0; i < P::per_thread; ++i)
    for (unsigned j = 0; j < P::per_thread; ++j) {
      const unsigned row = blockIdx.y * P::side + threadIdx.y + i * P::threads;
      const unsigned col = blockIdx.x * P::side + threadIdx.x + j * P::threads;
      if (row < m && col < n) c[std::size_t{row} * n + col] = sums[i][j];
    }
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const dim3 grid{(n + Policy::side - 1) / Policy::side, (m + Policy::side - 1) / Policy::side};
  multiply<Policy><<<grid, {Policy::threads, Policy::threads}>>>(a, b, c, m, n, k);
}
