// A struct passed by value still holds the host's pointer: the deep copy was forgotten.
// expect-hazard: out-of-bounds|host-access a
// expect-exit: 1|3
#include <vector>

#include "../lens_check.hpp"

struct Polynomial {
  const float* coefficients;
  int count;
  __device__ float operator()(float x) const {
    float value = 0;
    for (int i = count - 1; i >= 0; --i) value = value * x + coefficients[i];  // @a
    return value;
  }
};

__global__ void evaluate(Polynomial polynomial, float* y) {
  y[threadIdx.x] = polynomial(static_cast<float>(threadIdx.x));
}

int main() {
  const std::vector<float> coefficients = {1, 0, 2};
  float y[4];
  float* d_y;
  CHECK(cudaMalloc(&d_y, sizeof(y)));
  evaluate<<<1, 4>>>(Polynomial{coefficients.data(), 3}, d_y);
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_y));
  return y[0] == 1 && y[3] == 19 ? 0 : 1;
}
