// nearest_fused is exact where rounding is at its worst: with one slice of several tiles, with several slices of one.

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "nearest/further/exact.cuh"
#include "nearest/nearest.hpp"
#include "nearest/tests/hard_points.hpp"

namespace fused {
#include "nearest/further/02_nearest_fused.cu"  // the step itself; its main() is not called
}  // namespace fused

namespace {

template <bool of_integers>
std::vector<int> found(const hard_points::Places& points, int slices) {
  const tutorial::DeviceBuffer<float3> given(points);
  tutorial::DeviceBuffer<int> nearest(points.size());
  fused::Search<of_integers> search(static_cast<int>(points.size()), slices);
  search.launch(given.data(), nearest.data());
  return nearest.to_host();
}

}  // namespace

TEST_CASE("nearest_fused is exact, whatever the coordinates, the slices and the maximum") {
  for (const hard_points::Input& input : hard_points::hard_inputs()) {
    CAPTURE(input.name);
    const std::vector<int> right = hard_points::reference(input.points);
    for (const int slices : {1, 3}) {
      CHECK(found<false>(input.points, slices) == right);
      CHECK(found<true>(input.points, slices) == right);
    }
  }
}

TEST_CASE("a slice of several tiles is searched to its end") {
  // Each place is taken twice, half the list away.
  constexpr int places = 701;
  const tutorial::Random random(5);
  hard_points::Places points;
  std::vector<int> right;
  for (int i = 0; i < 2 * places; ++i) {
    const auto number = static_cast<std::uint64_t>(3 * (i % places));
    points.push_back({random.uniform(number), random.uniform(number + 1), random.uniform(number + 2)});
    right.push_back((i + places) % (2 * places));
  }
  CHECK(found<false>(points, 1) == right);
  CHECK(found<true>(points, 2) == right);
}
