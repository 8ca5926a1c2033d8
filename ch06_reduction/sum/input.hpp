#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sum/exact_sums.hpp"

/// The vector that the programs of this part add up, their command line and the rows of their tables.
namespace ch06 {

/// The command line of the programs that sum one vector, one element per thread.
inline void add_sum_options(tutorial::Program& program, std::int64_t& n) {
  program.size("--n", n, "number of elements", {.gpu = 100'000'000, .simulator = 1'000'000, .quick = 10'000});
  program.block_sizes({64, 128, 256, 512, 1024}, 128);
}

/// The command line of the programs that sum one vector with a grid that fills the device. SMs
/// hold 1024, 1536 or 2048 threads; blocks of 512 fill each of them.
inline void add_walk_options(tutorial::Program& program, std::int64_t& n, std::string& data) {
  program.size("--n", n, "number of elements", {.gpu = 100'000'000, .simulator = 1'000'000, .quick = 10'000});
  program.choice("--data", data, "what the elements are",
                 {tutorial::data_words.begin(), tutorial::data_words.end() - 1});
  program.block_sizes({64, 128, 256, 512, 1024}, 512);
}

/// A vector on the host, and the check of its sums.
template <typename T>
class Input : public ExactSums<T> {
 public:
  using typename ExactSums<T>::Total;
  using ExactSums<T>::n;
  using ExactSums<T>::block_size;
  using ExactSums<T>::blocks;

  /// One element per thread; fractions, so that a value that is lost shows in its block's sum.
  Input(std::uint64_t seed, std::int64_t count, int threads, unsigned block_count)
      : ExactSums<T>(tutorial::Elements<T>(tutorial::Data::fractions, seed, count, threads), threads,
                     block_count) {}

  /// `block_count` blocks that walk.
  Input(std::uint64_t seed, std::int64_t count, tutorial::Data data, int threads, unsigned block_count)
      : ExactSums<T>(tutorial::Elements<T>(data, seed, count, count), threads, block_count) {}

  /// Makes the elements, and adds up exactly what each block owns: call it before any check.
  std::vector<T> make_values();

  /// The table's row for a kernel that must read every element once. Its few writes do not count.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant + ", " + std::to_string(block_size) + " threads",
            .size = tutorial::count_text(n),
            .work = static_cast<double>(n) * sizeof(T),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::read};
  }

  /// A row whose time ends when the sum is on the host: to be compared with its like alone.
  tutorial::Case end_to_end_row(const std::string& variant) const {
    tutorial::Case end_to_end = row(variant);
    end_to_end.size += ", end to end";
    return end_to_end;
  }

  /// The line below the table: the result of both steps beside the exact sum.
  std::string result_text(const std::vector<T>& partial) const {
    return "sum of the " + std::to_string(blocks) + (blocks == 1 ? " partial sum " : " partial sums ") +
           tutorial::value_text(this->total(partial)) + this->exact_text() + "; each partial sum was checked";
  }

  /// The same for a sum that the device has made alone.
  std::string result_text(T sum) const {
    return "sum " + tutorial::value_text(static_cast<Total>(sum)) + this->exact_text();
  }
};

template <typename T>
std::vector<T> Input<T>::make_values() {
  std::vector<T> host(static_cast<std::size_t>(n));
  struct BlockSums {
    std::vector<std::int64_t> grains;
    std::vector<double> magnitudes;  // integers: exact in any order
  };
  const std::int64_t rows = (n + block_size - 1) / block_size;  // each belongs to one block
  std::vector<BlockSums> parts(static_cast<std::size_t>(tutorial::part_count(rows, block_size)));
  tutorial::in_parts(rows, block_size, [&](int part, std::int64_t first, std::int64_t last) {
    BlockSums sums{std::vector<std::int64_t>(blocks), std::vector<double>(blocks)};
    for (std::int64_t row = first; row < last; ++row) {
      const auto block = static_cast<std::size_t>(row % blocks);
      for (std::int64_t i = row * block_size; i < std::min(n, (row + 1) * block_size); ++i) {
        const std::int64_t grains = this->values_.grains(i);
        host[static_cast<std::size_t>(i)] =
            static_cast<T>(static_cast<double>(grains) * this->values_.grain());
        sums.grains[block] += grains;
        sums.magnitudes[block] += static_cast<double>(std::abs(grains));
      }
    }
    parts[static_cast<std::size_t>(part)] = std::move(sums);
  });
  for (const BlockSums& part : parts) {
    for (std::size_t block = 0; block < blocks; ++block)
      this->own(block, part.grains[block], part.magnitudes[block]);
  }
  return host;
}

}  // namespace ch06
