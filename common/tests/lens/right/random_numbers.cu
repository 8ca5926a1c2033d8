// Pi by random numbers: each thread has a generator with the same seed and its own sequence, which one launch makes and another
// one continues; and a generator that is local to a thread.
// expect-exit: 0
#include "../lens_check.hpp"

#include <curand_kernel.h>

#include <cmath>

__global__ void make(curandState* states) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  curand_init(1234, i, 0, &states[i]);
}

template <class State>
__device__ int hits(State& state, int points) {
  int count = 0;
  for (int k = 0; k < points; ++k) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    count += x * x + y * y <= 1.0f;
  }
  return count;
}

__global__ void count(curandState* states, int points, int* total) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  curandState own = states[i];
  atomicAdd(total, hits(own, points));
  states[i] = own;
}

__global__ void count_by_philox(int points, int* total) {
  curandStatePhilox4_32_10_t state;
  curand_init(7, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
  atomicAdd(total, hits(state, points));
}

int main() {
  const int blocks = 2, threads = 64, points = 100;
  curandState* states;
  int *total, result = 0;
  CHECK(cudaMalloc(&states, blocks * threads * sizeof *states));
  CHECK(cudaMalloc(&total, sizeof *total));
  CHECK(cudaMemset(total, 0, sizeof *total));
  make<<<blocks, threads>>>(states);
  for (int round = 0; round < 2; ++round) count<<<blocks, threads>>>(states, points, total);
  count_by_philox<<<blocks, threads>>>(points, total);
  CHECK(cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(states));
  CHECK(cudaFree(total));
  const double pi = 4.0 * result / (3.0 * blocks * threads * points);
  return std::fabs(pi - 3.14159) < 0.05 ? 0 : 1;
}
