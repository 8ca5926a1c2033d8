// nearest_grid and nearest_boxes are exact where rounding is at its worst, and name the lowest index where no distance is a finite float.

#include <doctest/doctest.h>

#include <cub/device/device_radix_sort.cuh>
#include <vector>

#include "nearest/further/exact.cuh"
#include "nearest/further/sort_by_cell.cuh"
#include "nearest/tests/hard_points.hpp"
#include "tutorial/nearest_problem.hpp"

namespace grid {
#include "nearest/further/05_nearest_grid.cu"  // the step itself; its main() is not called
}  // namespace grid

namespace boxes {
#include "nearest/further/06_nearest_boxes.cu"  // the same
}  // namespace boxes

namespace {

template <typename Search>
std::vector<int> found(const hard_points::Places& points) {
  const tutorial::DeviceBuffer<float3> given(points);
  tutorial::DeviceBuffer<int> nearest(points.size());
  nearest.poison();
  Search search(static_cast<int>(points.size()));
  search.launch(given.data(), nearest.data());
  return nearest.to_host();
}

}  // namespace

TEST_CASE("nearest_grid and nearest_boxes are exact, whatever the coordinates") {
  for (const hard_points::Input& input : hard_points::hard_inputs()) {
    CAPTURE(input.name);
    CHECK(found<grid::Search>(input.points) == hard_points::reference(input.points));
    CHECK(found<boxes::Search>(input.points) == hard_points::reference(input.points));
  }
}

TEST_CASE("where no distance is a finite float, the point of the lowest index is the nearest") {
  const float far = 3e19f;         // its square is infinite
  const float farthest = 3.4e38f;  // and the box round both ends is no float
  std::vector<hard_points::Places> inputs = {
      {{0, 0, 0}},
      {{0, 0, 0}, {far, 0, 0}},
      {{-farthest, 0, 0}, {farthest, 0, 0}},
      {{far, 0, 0}, {0, far, 0}, {0, 0, far}, {-far, 0, 0}, {0, -far, 0}, {0, 0, -far}},
      {{far, 0, 0},
       {0, 0, 0},
       {-far, 0, 0},
       {1, 0, 0},
       {farthest, 1, 0},
       {-farthest, 1, 0},
       {-farthest, 2, 1}},
  };
  // Several cells, and each bound between them infinite: a search ends before it comes to the lowest index.
  inputs.push_back(hard_points::input("on a line", 200, [&](auto, int i) {
                     return float3{far * static_cast<float>(i * 37 % 200), 0, 0};
                   }).points);
  for (const hard_points::Places& points : inputs) {
    CAPTURE(points.size());
    CHECK(found<grid::Search>(points) == hard_points::reference(points));
    CHECK(found<boxes::Search>(points) == hard_points::reference(points));
  }
}
