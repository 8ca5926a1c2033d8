// A pointer to just past the last element is made and compared, but never dereferenced; one before the first,
// too.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void reverse_words(const short* x, short* y, int n) {
  const short* next = x;
  for (short* to = y + n; to != y;) *--to = *next++;
}

int main() {
  const int n = 101;
  std::vector<short> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<short>(i);
  short *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(short)));
  CHECK(cudaMalloc(&d_y, n * sizeof(short)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(short), cudaMemcpyHostToDevice));
  reverse_words<<<1, 1>>>(d_x, d_y, n);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(short), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == n - 1 - i;
  return right ? 0 : 1;
}
