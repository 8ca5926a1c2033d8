// The host says each number by which of 64 kernels it launches; all launches have the same argument.
// says: is 1, not 4096
#include <utility>
#include "exercise.hpp"

template <int digit>
__global__ void append(int* digits) {
  if (threadIdx.x == 0) digits[1 + atomicAdd(&digits[0], 1)] = digit;
}

__global__ void take(const int* digits, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = digits[1 + 2 * i] * 64 + digits[2 + 2 * i];
}

template <int... digit>
void say(int wanted, int* digits, std::integer_sequence<int, digit...>) {
  ((digit == wanted ? append<digit><<<1, 32>>>(digits) : void()), ...);
}

void number_all(int* out, int blocks, int threads) {
  const int count = blocks * threads;
  int* digits = nullptr;
  cudaMalloc(&digits, (1 + 2 * count) * sizeof(int));
  cudaMemset(digits, 0, sizeof(int));
  for (int i = 0; i < count; ++i) {
    say(i / 64, digits, std::make_integer_sequence<int, 64>());
    say(i % 64, digits, std::make_integer_sequence<int, 64>());
  }
  take<<<blocks, threads>>>(digits, out);
  cudaFree(digits);
}
