// Indices beyond 2^32: the kernel at the last tile of a matrix of which only that tile has memory.

#include <doctest/doctest.h>

#include <cstddef>

#include "tests/runner/zeros.hpp"

// The program's kernel, without its main.
#define main static __attribute__((unused)) transpose_padded_main
#include "05_transpose_padded.cu"
#undef main

namespace {

/// A block of a grid that the simulator would take hours to run. The variables are constants to nvcc, and so to the translator.
__global__ void transpose_tile(const float* in, float* out, unsigned rows, unsigned cols, unsigned tile) {
  const_cast<unsigned&>(blockIdx.x) = tile;
  transpose_padded<8>(in, out, rows, cols);
}

}  // namespace

TEST_CASE("transpose_padded reads elements past the first 2^32") {
  constexpr unsigned rows = 5;
  constexpr unsigned cols = (1u << 30) + 64;
  const tests::Zeros in(std::size_t{rows} * cols);
  const tests::Zeros out(std::size_t{rows} * cols);
  const auto value = [](unsigned row, unsigned i) {
    return 100.0f * static_cast<float>(row) + static_cast<float>(i);
  };
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned i = 1; i <= 32; ++i) in.data()[std::size_t{row} * cols + cols - i] = value(row, i);
  }
  transpose_tile<<<1, dim3(32, 8)>>>(in.data(), out.data(), rows, cols, cols / 32 - 1);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned i = 1; i <= 32; ++i) CHECK(out.data()[std::size_t{cols - i} * rows + row] == value(row, i));
  }
}
