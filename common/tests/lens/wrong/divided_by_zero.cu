// Integer divisions by zero: a device gives -1 and continues.
// expect-hazard: division-by-zero quotient
// expect-hazard: division-by-zero remainder
// expect-exit: 3
// needs: x86_64
#include "../lens_check.hpp"

__global__ void divide(int* values, unsigned* rest) {
  const int n = values[threadIdx.x];
  values[threadIdx.x] = 100 / n;                        // @quotient
  rest[threadIdx.x] = 100u % static_cast<unsigned>(n);  // @remainder
}

int main() {
  const int n = 64;
  int values[n];
  unsigned rest[n];
  for (int i = 0; i < n; ++i) values[i] = i;
  int* d_values;
  unsigned* d_rest;
  CHECK(cudaMalloc(&d_values, sizeof(values)));
  CHECK(cudaMalloc(&d_rest, sizeof(rest)));
  CHECK(cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice));
  divide<<<1, n>>>(d_values, d_rest);
  CHECK(cudaMemcpy(values, d_values, sizeof(values), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(rest, d_rest, sizeof(rest), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_values));
  CHECK(cudaFree(d_rest));
  return values[0] == -1 && rest[0] == 0xffffffffu && values[7] == 14 && rest[7] == 2 ? 0 : 1;
}
