#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/elements.hpp"
#include "tutorial/trials.hpp"
#include "tutorial/tutorial.hpp"

/// What the pitfalls share: a dot product whose answer is exact in any order, so that the smallest fault
/// shows.
namespace ch06 {

/// The grid of [SandersKandrot]: at most so many blocks walk vectors of any length.
constexpr int most_blocks = 32;

/// Two vectors of n integers from 1 to 8 on the device, the partial sums of their product, and what
/// those must be. Block p owns the elements i with (i / block_size) % blocks == p, as in the program `dot`.
///
/// No product is below 1, and no partial sum reaches 2^24: a float holds all of them, and all sums on the
/// way, exactly. So no tolerance is needed in which a fault could hide.
class IntegerDot {
 public:
  /// @throws tutorial::UsageError where a partial sum might not fit a float
  IntegerDot(std::uint64_t seed, std::int64_t count, int threads)
      : n(checked(count)),
        block_size(threads),
        blocks(std::min(tutorial::blocks_for(count, threads), unsigned{most_blocks})),
        a(static_cast<std::size_t>(count)),
        b(static_cast<std::size_t>(count)),
        partial(blocks),
        sums_(std::size_t{blocks} * threads) {
    const tutorial::Elements<float> values(tutorial::Data::small, seed, 2 * n,
                                           2 * n);  // of a and b alternately
    std::vector<float> host_a(a.size());
    std::vector<float> host_b(b.size());
    for (std::int64_t i = 0; i < n; ++i) {
      host_a[static_cast<std::size_t>(i)] = values(2 * i);
      host_b[static_cast<std::size_t>(i)] = values(2 * i + 1);
      sums_[static_cast<std::size_t>(i) % sums_.size()] +=
          static_cast<std::uint32_t>(values.grains(2 * i) * values.grains(2 * i + 1));
    }
    a.copy_from(host_a);
    b.copy_from(host_b);
  }

  /// The sum that a thread of the grid holds when its walk is over.
  std::uint32_t thread_sum(std::int64_t block, int thread) const {
    return sums_[static_cast<std::size_t>(block * block_size + thread)];
  }

  /// The exact partial sum of a block.
  std::uint32_t block_sum(std::int64_t block) const {
    std::uint32_t sum = 0;
    for (int thread = 0; thread < block_size; ++thread) sum += thread_sum(block, thread);
    return sum;
  }

  /// Every partial sum, exactly. The default: those in `partial`.
  tutorial::Verdict check(const std::vector<float>& sums) const {
    return tutorial::verify(
        sums, [&](std::int64_t block) { return static_cast<float>(block_sum(block)); }, {},
        [](std::int64_t block) { return "partial sum of block " + std::to_string(block); });
  }
  tutorial::Verdict check() const { return check(partial.to_host()); }

  /// The table's row for a variant.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(n),
            .work = static_cast<double>(a.bytes() + b.bytes()),
            .unit = tutorial::Unit::gigabytes_per_second};
  }

  const std::int64_t n;
  const int block_size;
  const unsigned blocks;
  tutorial::DeviceBuffer<float> a;
  tutorial::DeviceBuffer<float> b;
  tutorial::DeviceBuffer<float> partial;

 private:
  // 64 (n / 32 + block_size) < 2^24.
  static std::int64_t checked(std::int64_t n) {
    tutorial::Program::require(n <= std::int64_t{1} << 22,
                               "--n must not exceed 4194304: a float must hold every partial sum exactly");
    return n;
  }

  std::vector<std::uint32_t> sums_;  // of each thread of the grid
};

}  // namespace ch06
