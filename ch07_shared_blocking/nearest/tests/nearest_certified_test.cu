// The certified search is exact where rounding is at its worst. The reference has the same definition of a distance,
// rounding by rounding, so the answers must be the same, index by index.

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#define main static __attribute__((unused)) nearest_certified_main  // the rung itself, but for its main()
#include "nearest/further/01_nearest_certified.cu"
#undef main
#include "nearest/tests/hard_points.hpp"

namespace {

using hard_points::hard_inputs;
using hard_points::Input;
using hard_points::Places;
using hard_points::reference;

template <typename Search>
std::vector<int> certified(const Places& points, int slices, bool by_cells) {
  const tutorial::DeviceBuffer<float3> given(points);
  tutorial::DeviceBuffer<int> nearest(points.size());
  Search search(static_cast<int>(points.size()), slices);
  search.launch(given.data(), by_cells, nearest.data());
  return nearest.to_host();
}

/// What the fast formula says that has neither a centre nor an error.
int uncertified(const Places& points, int query) {
  const float3 p = points[static_cast<std::size_t>(query)];
  float largest = -INFINITY;
  int nearest = -1;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    const float3 q = points[static_cast<std::size_t>(i)];
    const float norm = std::fma(q.z, q.z, std::fma(q.y, q.y, q.x * q.x));
    const float value = std::fma(2 * q.x, p.x, std::fma(2 * q.y, p.y, std::fma(2 * q.z, p.z, -norm)));
    if (i != query && value > largest) {
      largest = value;
      nearest = i;
    }
  }
  return nearest;
}

}  // namespace

TEST_CASE("the certified search is exact, whatever the coordinates, the slices and the order") {
  for (const Input& input : hard_inputs()) {
    CAPTURE(input.name);
    const std::vector<int> right = reference(input.points);
    CHECK(certified<Search<8, 256, true>>(input.points, 1, true) == right);
    CHECK(certified<Search<2, 32, true>>(input.points, 3, false) == right);
    CHECK(certified<Search<4, 64, false>>(input.points, 3, false) == right);
  }
}

TEST_CASE("the inputs are hard: without a bound of its error the fast formula is wrong for many of them") {
  int hard = 0;
  for (const Input& input : hard_inputs()) {
    const std::vector<int> right = reference(input.points);
    for (int query = 0; query < static_cast<int>(right.size()); ++query) {
      if (uncertified(input.points, query) != right[static_cast<std::size_t>(query)]) {
        ++hard;
        break;
      }
    }
  }
  CHECK(hard >= 7);
}

TEST_CASE("slices cover all chunks, each once, and there are enough of them to fill the device") {
  for (const int chunks : {1, 2, 79, 782, 7813}) {
    for (const int query_blocks : {1, 10, 98, 977}) {
      const int slices = nearest::choose_slices(query_blocks, chunks, 132, 5);
      CAPTURE(chunks);
      CAPTURE(query_blocks);
      CHECK(slices >= 1);
      CHECK(slices <= chunks);
      CHECK(nearest::first_chunk(0, slices, chunks) == 0);
      CHECK(nearest::first_chunk(slices, slices, chunks) == chunks);
      for (int slice = 0; slice < slices; ++slice) {
        CHECK(nearest::first_chunk(slice, slices, chunks) < nearest::first_chunk(slice + 1, slices, chunks));
      }
      if (chunks >= 79 && query_blocks >= 10) CHECK(query_blocks * slices >= 132);
    }
  }
}
