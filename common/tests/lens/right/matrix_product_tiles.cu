// Two tiles refilled in a loop and read by all threads of the block: two barriers a round, and zeros where
// the matrix ends.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int side = 8;

__global__ void multiply(const int* a, const int* b, int* c, int n) {
  __shared__ int tile_a[side][side], tile_b[side][side];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int column = blockIdx.x * side + tx, row = blockIdx.y * side + ty;
  int sum = 0;
  for (int base = 0; base < n; base += side) {
    tile_a[ty][tx] = row < n && base + tx < n ? a[row * n + base + tx] : 0;
    tile_b[ty][tx] = base + ty < n && column < n ? b[(base + ty) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < side; ++k) sum += tile_a[ty][k] * tile_b[k][tx];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

int main() {
  const int n = 21;
  std::vector<int> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  int *d_a, *d_b, *d_c;
  CHECK(cudaMalloc(&d_a, a.size() * sizeof(int)));
  CHECK(cudaMalloc(&d_b, a.size() * sizeof(int)));
  CHECK(cudaMalloc(&d_c, a.size() * sizeof(int)));
  CHECK(cudaMemcpy(d_a, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice));
  multiply<<<dim3(3, 3), dim3(side, side)>>>(d_a, d_b, d_c, n);
  CHECK(cudaMemcpy(c.data(), d_c, a.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_c));
  bool right = true;
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      int sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      right = right && c[row * n + column] == sum;
    }
  return right ? 0 : 1;
}
