// Blocks of six warps, held to the rules by a concept: 4096 elements take 21 blocks and a third of the last one.
#include "exercise.hpp"

constexpr unsigned kWarp = 32;

template <unsigned Threads>
concept GoodBlock = (Threads % kWarp == 0) && (Threads >= 2 * kWarp) && (Threads <= 1024);

template <unsigned Threads>
requires GoodBlock<Threads>
struct Squarer {
  static constexpr unsigned threads = Threads;
  static constexpr unsigned blocks_for(unsigned elements) {
    return elements / Threads + (elements % Threads != 0);
  }
};

template <class Config>
__global__ void __launch_bounds__(Config::threads)
    square_kernel(const unsigned* __restrict__ in, unsigned* __restrict__ out, unsigned count) {
  const unsigned i = blockIdx.x * Config::threads + threadIdx.x;
  if (i >= count) return;
  const unsigned x = __ldg(in + i);
  out[i] = x * x;
}

void square(const unsigned* in, unsigned* out, int count) {
  using Config = Squarer<192>;
  const unsigned n = static_cast<unsigned>(count);
  if (const unsigned blocks = Config::blocks_for(n))
    square_kernel<Config><<<blocks, Config::threads>>>(in, out, n);
}
