#pragma once

#include <cstddef>

/// Elements of a tile, and threads of a block.
constexpr unsigned tile_size = 256;

/// Mirrors every tile of `data`, count floats in device memory, where it lies, by one block per tile and one or
/// two elements per thread. The last tile may be shorter than the others.
void reverse_tiles(float* data, unsigned count);
