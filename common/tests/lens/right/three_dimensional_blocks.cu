// Lanes are counted over x, then y, then z: the eight threads that share a word here belong to one warp and
// synchronize as one.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void number_cells(int* cells, int nx, int ny, int nz) {
  __shared__ int first[4];
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z * blockDim.z + threadIdx.z;
  if (threadIdx.x == 0 && threadIdx.y == 0) first[threadIdx.z] = 1000 * z;
  __syncwarp();
  const int base = first[threadIdx.z];
  if (x < nx && y < ny && z < nz) cells[(z * ny + y) * nx + x] = base + 10 * y + x;
}

int main() {
  const int nx = 7, ny = 5, nz = 6;
  std::vector<int> cells(nx * ny * nz);
  int* d_cells;
  CHECK(cudaMalloc(&d_cells, cells.size() * sizeof(int)));
  number_cells<<<dim3(2, 3, 2), dim3(4, 2, 4)>>>(d_cells, nx, ny, nz);
  CHECK(cudaMemcpy(cells.data(), d_cells, cells.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_cells));
  bool right = true;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) right = right && cells[(z * ny + y) * nx + x] == 1000 * z + 10 * y + x;
  return right ? 0 : 1;
}
