#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gather/gather.hpp"
#include "tutorial/tutorial.hpp"

/// The values that gather and scatter move, and what must come out.
namespace ch06 {

/// Element i of the array that is read. The factor is odd, so no two of up to 2^32 elements are equal, and each tells its place.
template <typename T>
T value_at(std::uint64_t i) {
  return static_cast<T>(i * 0x9E3779B97F4A7C15u);
}

/// The array that is read.
template <typename T>
std::vector<T> make_values(std::int64_t n) {
  std::vector<T> values(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_at<T>(i);
  return values;
}

/// a[i] == b[index[i]] for every element.
template <typename T>
tutorial::Verdict check_gather(const std::vector<T>& a, const std::vector<std::uint32_t>& index) {
  return tutorial::verify(a, [&](std::int64_t i) { return value_at<T>(index[static_cast<std::size_t>(i)]); });
}

/// a[index[i]] == b[i] for every element; the indices are a permutation.
template <typename T>
tutorial::Verdict check_scatter(const std::vector<T>& a, const std::vector<std::uint32_t>& index) {
  std::vector<T> want(a.size());
  for (std::size_t i = 0; i < index.size(); ++i) want[index[i]] = value_at<T>(i);
  return tutorial::verify(a, [&](std::int64_t i) { return want[static_cast<std::size_t>(i)]; });
}

/// The table's row for n elements: the index, an element read and an element written must move at least.
template <typename T>
tutorial::Case gather_row(std::int64_t n, const std::string& variant) {
  return {.variant = variant,
          .size = tutorial::count_text(n),
          .work = static_cast<double>(n) * (sizeof(std::uint32_t) + 2 * sizeof(T)),
          .ceiling = tutorial::Ceiling::copy};
}

/// The options of the programs: --n, --order and --block.
inline void add_gather_options(tutorial::Program& program, std::int64_t& n, std::string& order,
                               const std::vector<std::string>& orders) {
  program.size("--n", n, "number of elements, below 2^32",
               {.gpu = 100'000'000, .simulator = 200'000, .quick = 10'000});
  program.choice("--order", order, "order of the indices", orders);
  program.block_sizes({64, 128, 256, 512, 1024}, 256);
}

/// @throws tutorial::UsageError for more elements than 32-bit indices can name
inline void require_small_indices(std::int64_t n) {
  tutorial::Program::require(n < std::int64_t{1} << 32,
                             "--n must be below 4294967296: the indices have 32 bits");
}

}  // namespace ch06
