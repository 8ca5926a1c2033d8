// A list of polynomials is copied to the device, but not the coefficients that each one points to: a shallow copy.
// expect-hazard: host-access a
// expect-words: through a pointer that was passed or copied to the device
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

struct Polynomial {
  const float* coefficients;
  int count;
};

__global__ void evaluate(const Polynomial* all, float* y) {
  const Polynomial& mine = all[threadIdx.x];
  float value = 0;
  for (int i = mine.count - 1; i >= 0; --i) value = value * 2 + mine.coefficients[i];  // @a
  y[threadIdx.x] = value;
}

int main() {
  const std::vector<float> line = {1, 2}, square = {1, 0, 2};
  const Polynomial all[] = {{line.data(), 2}, {square.data(), 3}};
  Polynomial* d_all;
  float y[2];
  float* d_y;
  CHECK(cudaMalloc(&d_all, sizeof all));
  CHECK(cudaMalloc(&d_y, sizeof y));
  CHECK(cudaMemcpy(d_all, all, sizeof all, cudaMemcpyHostToDevice));
  evaluate<<<1, 2>>>(d_all, d_y);
  CHECK(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_all));
  CHECK(cudaFree(d_y));
  return y[0] == 5 && y[1] == 9 ? 0 : 1;
}
