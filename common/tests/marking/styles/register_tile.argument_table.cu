// Arguments in a table of matrices: room for eight, three are set, as a batched product has it.
#include <cstddef>

#include "exercise.hpp"

struct Matrix {
  float* data;
  unsigned rows, cols;
};
struct Batch {
  Matrix a[8], b[8], c[8];
  unsigned count;
};
constexpr unsigned side = 16, per = 4, tile = side * per, depth = 8;

__global__ void products(const Batch batch) {
  __shared__ float as[tile][depth], bs[depth][tile];
  const Matrix a = batch.a[blockIdx.z], b = batch.b[blockIdx.z], c = batch.c[blockIdx.z];
  const unsigned x = threadIdx.x % side, y = threadIdx.x / side, row0 = blockIdx.y * tile,
                 col0 = blockIdx.x * tile;
  float sum[per][per] = {};
  for (unsigned at = 0; at < a.cols; at += depth) {
    for (unsigned i = threadIdx.x; i < tile * depth; i += side * side) {
      const unsigned r = i / depth, t = i % depth, u = i / tile, v = i % tile;
      as[r][t] = row0 + r < a.rows && at + t < a.cols ? a.data[std::size_t{row0 + r} * a.cols + at + t] : 0;
      bs[u][v] = at + u < b.rows && col0 + v < b.cols ? b.data[std::size_t{at + u} * b.cols + col0 + v] : 0;
    }
    __syncthreads();
    for (unsigned t = 0; t < depth; ++t) {
      float p[per], q[per];
      for (unsigned i = 0; i < per; ++i) p[i] = as[y + i * side][t], q[i] = bs[t][x + i * side];
      for (unsigned i = 0; i < per; ++i)
        for (unsigned j = 0; j < per; ++j) sum[i][j] += p[i] * q[j];
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < per; ++i)
    for (unsigned j = 0; j < per; ++j) {
      const unsigned r = row0 + y + i * side, v = col0 + x + j * side;
      if (r < c.rows && v < c.cols) c.data[std::size_t{r} * c.cols + v] = sum[i][j];
    }
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  Batch batch;
  batch.a[0] = {const_cast<float*>(a), m, k};
  batch.b[0] = {const_cast<float*>(b), k, n};
  batch.c[0] = {c, m, n};
  batch.count = 1;
  products<<<dim3((n + tile - 1) / tile, (m + tile - 1) / tile, batch.count), side * side>>>(batch);
}
