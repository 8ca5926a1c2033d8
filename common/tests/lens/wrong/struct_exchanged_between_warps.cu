// Two warps hand each other a struct's members through shared memory without a barrier between writing and
// reading.
// expect-hazard: race-shared a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

struct Mailbox {
  int tag;
  int items[32];
};

__global__ void exchange(const int* x, int* y) {
  __shared__ Mailbox boxes[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  Mailbox* mine = &boxes[warp];
  const Mailbox* theirs = &boxes[1 - warp];
  mine->items[lane] = x[threadIdx.x];    // @a
  y[threadIdx.x] = theirs->items[lane];  // @b
}

int main() {
  const int n = 64;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i * i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  exchange<<<1, n>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == x[(i + 32) % n];
  return right ? 0 : 1;
}
