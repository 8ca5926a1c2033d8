// A kernel reads by __ldg, after a barrier, what it has written, and writes what it has read so; and one writes to constant memory. A kernel
// gets one array for two parameters of which one is __restrict__.
// expect-hazard: stale-read fill neighbour
// expect-hazard: stale-read own back
// expect-hazard: stale-read weight change
// expect-hazard: restrict-overlap same
// expect-exit: 3
#include "../lens_check.hpp"

__constant__ int weights[64];

__global__ void rotate(int* x, int* y) {
  const unsigned i = threadIdx.x;
  x[i] = static_cast<int>(i);  // @fill
  __syncthreads();
  const int next = __ldg(&x[(i + 1) % 64]);  // @neighbour
  const int own = __ldg(&y[i]);              // @own
  y[i] = own + next;                         // @back
}

__global__ void double_weights(int* of_constant) {
  const int own = weights[threadIdx.x];  // @weight
  of_constant[threadIdx.x] = 2 * own;    // @change
}

__global__ void add_one(const int* __restrict__ from, int* to) {  // @same
  to[threadIdx.x] = from[threadIdx.x] + 1;
}

int main() {
  int y[64], w[64];
  for (int i = 0; i < 64; ++i) w[i] = i;
  int *d_x, *d_y;
  void* constant;
  CHECK(cudaMalloc(&d_x, sizeof(y)));
  CHECK(cudaMalloc(&d_y, sizeof(y)));
  CHECK(cudaMemset(d_y, 0, sizeof(y)));
  CHECK(cudaMemcpyToSymbol(weights, w, sizeof(w)));
  CHECK(cudaGetSymbolAddress(&constant, weights));
  rotate<<<1, 64>>>(d_x, d_y);
  double_weights<<<1, 64>>>(static_cast<int*>(constant));
  add_one<<<1, 64>>>(d_x, d_x);
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpyFromSymbol(w, weights, sizeof(w)));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return y[62] == 63 && y[63] == 0 && w[21] == 42 ? 0 : 1;
}
