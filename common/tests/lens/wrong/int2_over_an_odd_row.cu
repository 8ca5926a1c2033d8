// Rows of 5 ints are written as int2: every second row begins at an address that is not a multiple of 8.
// expect-hazard: misaligned a
// expect-exit: 1|3
#include "../lens_check.hpp"

constexpr int width = 5, rows = 4;

__global__ void number_pairs(int* out) {
  int* row = out + threadIdx.y * width;
  const int value = static_cast<int>(10 * threadIdx.y + 2 * threadIdx.x);
  reinterpret_cast<int2*>(row)[threadIdx.x] = make_int2(value, value + 1);  // @a
}

int main() {
  int out[rows * width] = {};
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  CHECK(cudaMemset(d_out, 0, sizeof(out)));
  number_pairs<<<1, dim3(2, rows)>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < 4; ++x) right = right && out[y * width + x] == 10 * y + x;
  return right ? 0 : 1;
}
