#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

/// The values that the programs on the functor reduction reduce, and exactly what must come out.
namespace ch06 {

constexpr int reduce_threads = 1024;  ///< a block of the reduction

/// What the check knows about a function object: its member `operation`.
enum class Operation { plus, minimum, maximum };

/// The words of --data.
inline const std::vector<std::string> numbers_names = {"book",   "equal",  "one-different",
                                                       "sorted", "cancel", "smallest"};

/// The data of that name; smallest: denormal numbers, of integers small ones.
template <typename T>
tutorial::Data numbers_named(const std::string& name) {
  const std::vector<tutorial::Data> data = {
      tutorial::Data::zero_or_one,
      tutorial::Data::equal,
      tutorial::Data::one_different,
      tutorial::Data::sorted,
      tutorial::Data::cancelling,
      std::is_integral_v<T> ? tutorial::Data::random : tutorial::Data::denormal};
  return data[static_cast<std::size_t>(std::find(numbers_names.begin(), numbers_names.end(), name) -
                                       numbers_names.begin())];
}

/// What a set of values comes to, in grains: exact, as long as the absolute values sum to less than 2^63.
struct Exact {
  std::int64_t sum = 0;
  std::int64_t absolute_sum = 0;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t greatest = std::numeric_limits<std::int64_t>::min();
  std::int64_t count = 0;

  void add(std::int64_t grains) { add({grains, grains < 0 ? -grains : grains, grains, grains, 1}); }
  void add(const Exact& other) {
    sum += other.sum;
    absolute_sum += other.absolute_sum;
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
    count += other.count;
  }

  std::int64_t of(Operation operation) const {
    return operation == Operation::plus ? sum : operation == Operation::minimum ? least : greatest;
  }
};

/// The exact shares of a grid's blocks: block b of B owns the elements n - 1 - j with
/// (j / reduce_threads) % B == b.
template <typename T>
std::vector<Exact> exact_shares(const tutorial::Elements<T>& values, unsigned blocks) {
  const std::int64_t n = values.n;
  const std::int64_t rows = (n + reduce_threads - 1) / reduce_threads;  // each belongs to one block
  std::vector<std::vector<Exact>> found(static_cast<std::size_t>(tutorial::part_count(rows, reduce_threads)),
                                        std::vector<Exact>(blocks));
  tutorial::in_parts(rows, reduce_threads, [&](int part, std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
      Exact exact;
      const std::int64_t end = std::min(n, (row + 1) * reduce_threads);
      for (std::int64_t j = row * reduce_threads; j < end; ++j) exact.add(values.grains(n - 1 - j));
      found[static_cast<std::size_t>(part)][static_cast<std::size_t>(row % blocks)].add(exact);
    }
  });
  std::vector<Exact> shares(blocks);
  for (const std::vector<Exact>& part : found) {
    for (unsigned b = 0; b < blocks; ++b) shares[b].add(part[b]);
  }
  return shares;
}

}  // namespace ch06
