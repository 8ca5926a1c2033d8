// Indices beyond 2^32: two blocks of a large grid, on vectors of which only what they read has memory.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>

#include "tests/runner/zeros.hpp"

// The program's kernel, without its main.
#define main static __attribute__((unused)) dot_main
#include "dot/01_dot.cu"
#undef main

namespace {

/// A block of a grid that the simulator would take hours to run. The variables are constants to nvcc, and so to the translator.
__global__ void dot_of_block(const float* a, const float* b, float* partial, std::int64_t n, unsigned block,
                             unsigned blocks) {
  const_cast<unsigned&>(blockIdx.x) = block;
  const_cast<unsigned&>(gridDim.x) = blocks;
  dot(a, b, partial - block, n);  // its sum comes first
}

float dot_of_block(const tests::Zeros& a, std::int64_t n, unsigned block, unsigned blocks) {
  tutorial::DeviceBuffer<float> partial(1);
  partial.poison();
  dot_of_block<<<1, block_size>>>(a.data(), a.data(), partial.data(), n, block, blocks);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return partial.to_host()[0];
}

}  // namespace

TEST_CASE("dot reads elements past the first 2^32") {
  constexpr unsigned blocks = (1u << 24) + 16;  // 2^32 + 4096 threads
  constexpr std::int64_t threads = std::int64_t{blocks} * block_size;
  constexpr std::int64_t n = threads + 100;
  const tests::Zeros a(static_cast<std::size_t>(n));
  a.data()[3] = 1;             // of block 0's first step
  a.data()[4096 + 3] = 2;      // of block 16's: of block 0's too, where the step has 32 bits
  a.data()[threads + 99] = 4;  // of block 0's second
  a.data()[threads - 1] = 8;   // of the last block's
  CHECK(dot_of_block(a, n, 0, blocks) == 1 + 16);
  CHECK(dot_of_block(a, n, 16, blocks) == 4);
  CHECK(dot_of_block(a, n, blocks - 1, blocks) == 64);
}
