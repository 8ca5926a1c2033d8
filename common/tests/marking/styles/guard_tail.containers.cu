// Containers, algorithms and text of the standard library on the host, in the sizes of a launch.
#include <algorithm>
#include <cassert>
#include <deque>
#include <list>
#include <numeric>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

struct Visitor {
  int operator()(int number) const { return number; }
  int operator()(const std::string& text) const { return std::stoi(text); }
};

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  std::vector<std::variant<int, std::string>> sizes;
  sizes.emplace_back(std::string("64"));
  sizes.emplace_back(block_size);
  sizes.push_back(std::string("a text that is longer than short ones").size() > 16 ? 128 : 32);
  std::vector<int> numbers(sizes.size());
  std::transform(sizes.begin(), sizes.end(), numbers.begin(),
                 [](const auto& each) { return std::visit(Visitor{}, each); });
  std::sort(numbers.begin(), numbers.end(), std::greater<>());
  const std::deque<int> queue(numbers.begin(), numbers.end());
  const std::list<int> list(queue.rbegin(), queue.rend());
  constexpr std::string_view words = "move";
  assert(std::accumulate(list.begin(), list.end(), 0) > 0 && !words.empty());
  const int threads = *std::max_element(list.begin(), list.end());
  move_kernel<<<(count + threads - 1) / threads, threads>>>(points, moved, count, step);
}
