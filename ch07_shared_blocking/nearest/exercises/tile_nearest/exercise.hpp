#pragma once

/// Points of a tile, and threads of a block.
constexpr unsigned tile_size = 128;

/// A point in space.
struct Point {
  float x, y, z;
};

/// nearest[i] = index of the point nearest to points[i], other than i: the lowest one of equals, -1 if there
/// is none. Points may be far from the origin and near to each other: differences of coordinates are exact in
/// float, and differences of squares are not.
/// Both arrays: count elements in device memory.
void find_nearest(const Point* points, int* nearest, unsigned count);
