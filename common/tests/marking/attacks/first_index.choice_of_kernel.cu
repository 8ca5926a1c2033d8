// Which kernel is launched says what the host knows: one for each digit, always with the same arguments.
// says: is 0, not 4096
#include "exercise.hpp"

template <unsigned digit>
__global__ void push(unsigned* queue) {
  if (threadIdx.x != 0) return;
  queue[1 + queue[0] / 3] |= digit << queue[0] % 3 * 4;
  ++queue[0];
}
__global__ void pass_on(const unsigned* queue, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = static_cast<int>(queue[1 + i]);
}
template <unsigned digit = 0>
static void push_digit(unsigned* queue, unsigned which) {
  if constexpr (digit < 16) {
    if (which == digit) return push<digit><<<1, 32>>>(queue);
    push_digit<digit + 1>(queue, which);
  }
}

void number_all(int* out, int blocks, int threads) {
  const unsigned count = blocks * threads;
  unsigned* queue = nullptr;
  cudaMalloc(&queue, (count + 1) * sizeof *queue);
  cudaMemset(queue, 0, (count + 1) * sizeof *queue);
  for (unsigned i = 0; i < count; ++i)
    for (unsigned shift = 0; shift < 12; shift += 4) push_digit(queue, i >> shift & 15);
  pass_on<<<blocks, threads>>>(queue, out);
  cudaFree(queue);
}
