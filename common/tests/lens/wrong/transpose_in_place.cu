// Each block writes its transposed tile over the mirror tile of the same matrix while the block there
// may still read it.
// expect-hazard: race-global a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int side = 8, tiles = 3, n = side * tiles;

__global__ void transpose(int* matrix) {
  __shared__ int tile[side][side + 1];
  const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = matrix[y * n + x];  // @a
  __syncthreads();
  const int to_x = blockIdx.y * side + threadIdx.x, to_y = blockIdx.x * side + threadIdx.y;
  matrix[to_y * n + to_x] = tile[threadIdx.x][threadIdx.y];  // @b
}

int main() {
  std::vector<int> before(n * n), after(n * n);
  for (int i = 0; i < n * n; ++i) before[i] = i;
  int* d_matrix;
  CHECK(cudaMalloc(&d_matrix, n * n * sizeof(int)));
  CHECK(cudaMemcpy(d_matrix, before.data(), n * n * sizeof(int), cudaMemcpyHostToDevice));
  transpose<<<dim3(tiles, tiles), dim3(side, side)>>>(d_matrix);
  CHECK(cudaMemcpy(after.data(), d_matrix, n * n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_matrix));
  bool right = true;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) right = right && after[y * n + x] == before[x * n + y];
  return right ? 0 : 1;
}
