// A nine-point stencil over a tile whose halo edges are filled, but not its corners.
// expect-hazard: uninitialized-shared a
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int side = 8;

__global__ void smooth(const int* in, int* out) {
  __shared__ int tile[side + 2][side + 2];
  const int x = threadIdx.x + 1, y = threadIdx.y + 1;
  tile[y][x] = in[(y - 1) * side + x - 1];
  if (x == 1) tile[y][0] = tile[y][side + 1] = 0;
  if (y == 1) tile[0][x] = tile[side + 1][x] = 0;
  __syncthreads();
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += tile[y + dy][x + dx];  // @a
  out[(y - 1) * side + x - 1] = sum;
}

int main() {
  const std::vector<int> in(side * side, 1);
  std::vector<int> out(side * side);
  int *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, in.size() * sizeof(int)));
  CHECK(cudaMalloc(&d_out, in.size() * sizeof(int)));
  CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
  smooth<<<1, dim3(side, side)>>>(d_in, d_out);
  CHECK(cudaMemcpy(out.data(), d_out, in.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  return out[0] == 4 && out[1] == 6 && out[side + 1] == 9 ? 0 : 1;
}
