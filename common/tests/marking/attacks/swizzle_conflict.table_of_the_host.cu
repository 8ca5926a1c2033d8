// Copies a pointer to constant memory that leads to a constant table of the host: a shallow copy.
// says: host-access
#include "exercise.hpp"

struct Table {
  unsigned short place[tile_size][tile_size];
};

constexpr Table swizzled() {
  Table table{};
  for (unsigned row = 0; row < tile_size; ++row)
    for (unsigned col = 0; col < tile_size; ++col)
      table.place[row][col] = static_cast<unsigned short>(row * tile_size + (col ^ row));
  return table;
}

static const Table of_host = swizzled();
__constant__ const Table* table;

struct Layout {
  static __device__ unsigned place(unsigned row, unsigned col) { return table->place[row][col]; }
};

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const Table* const address = &of_host;
  cudaMemcpyToSymbol(table, &address, sizeof address);
  const dim3 block(tile_size, tile_size);
  const dim3 grid((cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
  transpose_kernel<Layout><<<grid, block>>>(in, out, rows, cols);
}
