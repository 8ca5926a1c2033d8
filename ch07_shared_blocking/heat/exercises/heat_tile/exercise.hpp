#pragma once

/// Threads of a block, and cells of a tile without its halo.
constexpr unsigned tile_width = 32;
constexpr unsigned tile_height = 8;

/// One step in time on an insulated plate: to = from after the step. Both: rows x cols floats in device
/// memory, row by row.
void heat_step(const float* from, float* to, unsigned rows, unsigned cols);
