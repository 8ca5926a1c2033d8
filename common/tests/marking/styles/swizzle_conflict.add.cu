// A template rotates the columns.
#include "exercise.hpp"

template <unsigned N>
struct Rotated {
  static_assert((N & (N - 1)) == 0, "a power of two");
  __device__ static constexpr unsigned place(unsigned row, unsigned col) {
    return row * N + ((row + col) & (N - 1));
  }
};

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (!(rows && cols)) return;
  auto tiles = [](unsigned n) { return (n + tile_size - 1) / tile_size; };
  transpose_kernel<Rotated<tile_size>>
      <<<dim3{tiles(cols), tiles(rows)}, dim3{tile_size, tile_size}>>>(in, out, rows, cols);
}
