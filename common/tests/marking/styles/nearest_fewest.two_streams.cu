// Whole blocks of 640 queries in one launch; the queries that are left in another, with as many threads as they need.
#include "exercise.hpp"

#include <cmath>

namespace {
constexpr int threads = 160, per_thread = 4, chunk = threads * per_thread;

// Loads points first ... into the tile, word by word.
__device__ int load(float* tile, const float* words, int first, int count) {
  const int size = min(chunk, count - first);
  for (int w = threadIdx.x; w < 3 * size; w += threads) tile[w] = words[3 * first + w];
  return size;
}

__global__ void search(const float* words, int count, int* nearest, int first_block) {
  __shared__ float tile[3 * chunk];
  float x[per_thread], y[per_thread], z[per_thread], best[per_thread];
  int who[per_thread];
  const int base = (first_block + blockIdx.x) * chunk;

  load(tile, words, base, count);
  __syncthreads();
#pragma unroll
  for (int q = 0; q < per_thread; ++q) {
    const int at = q * threads + threadIdx.x;
    const bool there = base + at < count;
    x[q] = there ? tile[3 * at] : 0;
    y[q] = there ? tile[3 * at + 1] : 0;
    z[q] = there ? tile[3 * at + 2] : 0;
    best[q] = INFINITY;
    who[q] = -1;
  }
  for (int first = 0; first < count; first += chunk) {
    __syncthreads();
    const int size = load(tile, words, first, count);
    __syncthreads();
    for (int c = 0; c < size; ++c) {
      const float cx = tile[3 * c], cy = tile[3 * c + 1], cz = tile[3 * c + 2];
#pragma unroll
      for (int q = 0; q < per_thread; ++q) {
        const float dx = x[q] - cx, dy = y[q] - cy, dz = z[q] - cz;
        const float d = dx * dx + dy * dy + dz * dz;
        if (d < best[q] && first + c != base + q * threads + static_cast<int>(threadIdx.x)) {
          best[q] = d;
          who[q] = first + c;
        }
      }
    }
  }
#pragma unroll
  for (int q = 0; q < per_thread; ++q) {
    const int at = base + q * threads + threadIdx.x;
    if (at < count) nearest[at] = who[q];
  }
}
}  // namespace

void find_nearest(const float3* points, int count, int* nearest) {
  const int whole = count / chunk;
  cudaStream_t streams[2];
  for (cudaStream_t& s : streams) cudaStreamCreate(&s);
  if (whole > 0) search<<<whole, threads, 0, streams[0]>>>(&points->x, count, nearest, 0);
  if (count > whole * chunk) search<<<1, threads, 0, streams[1]>>>(&points->x, count, nearest, whole);
  for (cudaStream_t s : streams) {
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
  }
}
