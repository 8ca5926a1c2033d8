// Half of the warps fill a ring while the other half empties it: all pass the same barrier between the
// phases.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int lanes = 64, rounds = 6;

enum class Role { producer, consumer };

__global__ void pipeline(const int* x, int* y) {
  __shared__ int ring[2][lanes];
  const Role role = threadIdx.x < lanes ? Role::producer : Role::consumer;
  const int t = threadIdx.x % lanes;
  for (int phase = 0; phase <= rounds; ++phase) {
    if (role == Role::producer && phase < rounds) ring[phase % 2][t] = x[phase * lanes + t] * 2;
    if (role == Role::consumer && phase > 0)
      y[(phase - 1) * lanes + t] = ring[(phase - 1) % 2][(t + 1) % lanes];
    __syncthreads();
  }
}

int main() {
  const int n = lanes * rounds;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  pipeline<<<1, 2 * lanes>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == 2 * (i / lanes * lanes + (i + 1) % lanes);
  return right ? 0 : 1;
}
