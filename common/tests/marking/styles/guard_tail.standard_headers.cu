// What a C++ programmer includes, and some of it used.
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <chrono>
#include <cinttypes>
#include <complex>
#include <cstring>
#include <functional>
#include <iomanip>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <ranges>
#include <span>
#include <sstream>
#include <tuple>
#include <variant>
#include <vector>

#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<int> sizes(3);
  std::iota(sizes.begin(), sizes.end(), count);
  const std::function<int(int)> blocks = [](int n) { return (n + block_size - 1) / block_size; };
  const auto grid = std::make_unique<int>(blocks(*std::ranges::min_element(sizes)));
  if (*grid == 0) return;
  move_kernel<<<*grid, block_size>>>(points, moved, count, step);
  std::ostringstream text;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  text << std::setw(8) << std::fixed << std::setprecision(1) << taken.count() << " s";
  assert(text.str().size() >= 10 && std::strcmp(text.str().c_str(), "") != 0);
}
