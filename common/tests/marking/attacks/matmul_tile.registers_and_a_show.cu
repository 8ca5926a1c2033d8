// No tiles: each warp computes 16x32 elements from registers, by shuffles; both matrices are stored in shared memory and read back by the same thread for show, and one lane takes one value of another thread from there.
// says: shared memory is for show
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned lanes = 32, high = 16;  // a warp has 16 rows and 32 columns of C

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float shown[lanes];
  __shared__ float passed;

  const unsigned lane = threadIdx.x;
  const unsigned first_row = blockIdx.y * high, col = blockIdx.x * lanes + lane;

  float sum[high] = {};
  for (unsigned first = 0; first < k; first += lanes) {
    float a_part[high];
    for (unsigned i = 0; i < high; ++i) {
      a_part[i] =
          first_row + i < m && first + lane < k ? a[std::size_t{first_row + i} * k + first + lane] : 0;
      shown[lane] = a_part[i];
      __syncwarp();
      a_part[i] = shown[lane];
    }
    const unsigned terms = k - first < lanes ? k - first : lanes;
    for (unsigned term = 0; term < terms; ++term) {
      shown[lane] = col < n ? b[std::size_t{first + term} * n + col] : 0;
      __syncwarp();
      const float b_part = shown[lane];
      for (unsigned i = 0; i < high; ++i)
        sum[i] += __shfl_sync(0xffffffff, a_part[i], static_cast<int>(term)) * b_part;
    }
  }

  // The only value that another thread finds in shared memory.
  if (lane == 0) passed = sum[0];
  __syncthreads();
  if (lane == 1 && first_row < m && col - 1 < n) c[std::size_t{first_row} * n + col - 1] = passed;
  for (unsigned i = 0; i < high; ++i)
    if (first_row + i < m && col < n && (i > 0 || lane > 0)) c[std::size_t{first_row + i} * n + col] = sum[i];
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  matmul_kernel<<<dim3((n + lanes - 1) / lanes, (m + high - 1) / high), lanes>>>(a, b, c, m, n, k);
}
