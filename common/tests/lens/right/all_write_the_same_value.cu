// Many threads of many blocks write the same value to one word, read only by the next launch: whichever comes
// last, it is the same.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void find(const int* x, int wanted, int* found, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] % wanted == 0) *found = 1;
}

__global__ void pass_on(const int* found, int* answer) { *answer = *found; }

int main() {
  const int n = 300;
  std::vector<int> x(n);
  for (int i = 0; i < n; ++i) x[i] = i + 1;
  int answer = 0;
  int *d_x, *d_found, *d_answer;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_found, sizeof(int)));
  CHECK(cudaMalloc(&d_answer, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_found, 0, sizeof(int)));
  find<<<5, 64>>>(d_x, 3, d_found, n);
  pass_on<<<1, 1>>>(d_found, d_answer);
  CHECK(cudaMemcpy(&answer, d_answer, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_found));
  CHECK(cudaFree(d_answer));
  return answer == 1 ? 0 : 1;
}
