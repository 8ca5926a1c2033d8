// Variables that host and device code may share, or reach rightly: managed ones, constants of the program, symbols by their address, a
// host variable next to them; and data that is read by __ldg in a launch after the one that writes it, also next to words that
// the launch writes.
// expect-exit: 0
#include "../lens_check.hpp"

__device__ int table[64];
__constant__ int weights[64];
__managed__ int total;
constexpr int factor = 3;
const int offset = 5;
int calls = 0;

__host__ __device__ int scaled(int x) { return factor * x + offset; }

__global__ void fill(int* to) { to[threadIdx.x] = scaled(static_cast<int>(threadIdx.x)); }
__global__ void weigh(int* x) {
  const unsigned i = threadIdx.x;
  if (i % 2 == 0) x[i] = __ldg(&x[i + 1]) * weights[i] + table[i];
  if (i == 0) total += factor;
}

void fill_table() {
  void* address;
  CHECK(cudaGetSymbolAddress(&address, table));
  fill<<<1, 64>>>(static_cast<int*>(address));
  ++calls;
}

int main() {
  int x[64], w[64];
  for (int& each : w) each = 1;
  int* d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMemcpyToSymbol(weights, w, sizeof(w)));
  total = 1;
  fill_table();
  fill<<<1, 64>>>(d_x);
  weigh<<<1, 64>>>(d_x);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpyFromSymbol(w, table, sizeof(w)));
  CHECK(cudaFree(d_x));
  return x[2] == scaled(3) + scaled(2) && w[1] == 8 && total == 4 && calls == 1 ? 0 : 1;
}
