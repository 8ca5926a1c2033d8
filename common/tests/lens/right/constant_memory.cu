// Constant memory is read with an index that differs from lane to lane, up to its last element.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

struct Table {
  float weights[9];
  int shift;
};
__constant__ Table table;

__global__ void look_up(float* out) {
  const int i = threadIdx.x;
  out[i] = table.weights[(i + table.shift) % 9];
}

int main() {
  const int n = 64;
  Table host{};
  for (int i = 0; i < 9; ++i) host.weights[i] = static_cast<float>(i * i);
  host.shift = 2;
  std::vector<float> out(n);
  float* d_out;
  CHECK(cudaMemcpyToSymbol(table, &host, sizeof(Table)));
  CHECK(cudaMalloc(&d_out, n * sizeof(float)));
  look_up<<<1, n>>>(d_out);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && out[i] == host.weights[(i + 2) % 9];
  return right ? 0 : 1;
}
