// rectangle_in_place by the decomposition of Catanzaro, Keller and Garland (PPoPP 2014): a rotation of the columns, a
// permutation within each row and one within each column. A row or a column goes through shared memory, so
// each of the three passes reads and writes every element once, and all of its rows or columns are independent.
// A side that does not fit in shared memory is left to the cycles of the permutation.
#include <cstdint>
#include <numeric>

#include "exercise.hpp"

namespace {

using u64 = std::uint64_t;

struct Plan {
  unsigned m, n;  // rows and columns
  unsigned c, a, b;
  Plan(unsigned rows, unsigned cols) : m(rows), n(cols), c(std::gcd(rows, cols)), a(rows / c), b(cols / c) {}
};

// A block takes eight columns, which are one sector of each row: `strip` has them row by row.
constexpr unsigned strip_width = 8;

template <class Source>
__device__ void permute_strip(float* matrix, const Plan& p, Source source) {
  extern __shared__ float strip[];
  const unsigned x = threadIdx.x % strip_width, j = blockIdx.x * strip_width + x;
  const unsigned first = threadIdx.x / strip_width, step = blockDim.x / strip_width;
  if (j < p.n)
    for (unsigned i = first; i < p.m; i += step) strip[i * strip_width + x] = matrix[u64{i} * p.n + j];
  __syncthreads();
  if (j < p.n)
    for (unsigned i = first; i < p.m; i += step)
      matrix[u64{i} * p.n + j] = strip[source(i, j) * strip_width + x];
}

__global__ void rotate_columns(float* matrix, Plan p) {
  permute_strip(matrix, p,
                [&](unsigned i, unsigned j) { return static_cast<unsigned>((u64{i} + j / p.b) % p.m); });
}

__global__ void permute_columns(float* matrix, Plan p) {
  permute_strip(matrix, p, [&](unsigned i, unsigned j) {
    return static_cast<unsigned>((j + u64{i} * p.n - i / p.a) % p.m);
  });
}

__global__ void permute_rows(float* matrix, Plan p) {
  extern __shared__ float line[];
  float* row = matrix + u64{blockIdx.x} * p.n;
  for (unsigned j = threadIdx.x; j < p.n; j += blockDim.x)
    line[((u64{blockIdx.x} + j / p.b) % p.m + u64{j} * p.m) % p.n] = row[j];
  __syncthreads();
  for (unsigned j = threadIdx.x; j < p.n; j += blockDim.x) row[j] = line[j];
}

__global__ void turn_cycles(float* matrix, Plan p) {
  const u64 size = u64{p.m} * p.n;
  const u64 start = u64{blockIdx.x} * blockDim.x + threadIdx.x;
  if (start >= size) return;
  const auto next = [&](u64 slot) { return slot % p.n * p.m + slot / p.n; };
  u64 slot = next(start);
  while (slot > start) slot = next(slot);
  if (slot < start || next(start) == start) return;
  float carried = matrix[start];
  do {
    slot = next(slot);
    const float displaced = matrix[slot];
    matrix[slot] = carried;
    carried = displaced;
  } while (slot != start);
}

}  // namespace

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  if (rows < 2 || cols < 2) return;
  const Plan plan(rows, cols);
  constexpr unsigned threads = 128;
  constexpr unsigned most = 48 * 1024 / sizeof(float);
  if (rows > most / strip_width || cols > most) {
    turn_cycles<<<static_cast<unsigned>((u64{rows} * cols + threads - 1) / threads), threads>>>(matrix, plan);
    return;
  }
  const unsigned strips = (cols + strip_width - 1) / strip_width;
  if (plan.c > 1) rotate_columns<<<strips, threads, strip_width * rows * sizeof(float)>>>(matrix, plan);
  permute_rows<<<rows, threads, cols * sizeof(float)>>>(matrix, plan);
  permute_columns<<<strips, threads, strip_width * rows * sizeof(float)>>>(matrix, plan);
}
