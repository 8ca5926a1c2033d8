#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

/// The vector that the programs of this part add up, and how its sum is checked.
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

/// A vector on the host, and what the sums of its parts must be.
///
/// Block p owns the elements i with (i / block_size) % blocks == p: a grid-stride walk. Where there are enough
/// blocks, that is one tile of block_size elements each; the last may own fewer.
template <typename T>
class Input {
 public:
  /// What the host adds the partial sums in. The second step has one addition a block in sequence, no tree:
  /// in float its error would grow with their number until small terms vanish altogether, and int would
  /// overflow.
  using Total = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

  /// One element per thread; fractions, so that a value that is lost shows in its block's sum.
  Input(std::uint64_t seed, std::int64_t count, int threads, unsigned block_count)
      : Input(tutorial::Elements<T>(tutorial::Data::fractions, seed, count, threads), threads, block_count) {}

  /// `block_count` blocks that walk.
  Input(std::uint64_t seed, std::int64_t count, tutorial::Data data, int threads, unsigned block_count)
      : Input(tutorial::Elements<T>(data, seed, count, count), threads, block_count) {}

  /// Makes the elements, and adds up exactly what each block owns: call it before any check.
  std::vector<T> make_values();

  tutorial::Data data() const { return values_.data; }

  /// The second step: the host adds the partial sums.
  static Total total(const std::vector<T>& partial) {
    return std::accumulate(partial.begin(), partial.end(), Total{0});
  }

  /// What the total should be: exact for int, rounded once for floating-point types.
  Total exact_total() const {
    return in_units(std::accumulate(grains_.begin(), grains_.end(), std::int64_t{0}));
  }

  /// Every block's partial sum, then the total of the second step.
  ///
  /// A value passes through the additions of its thread's walk and log2(block_size) in the tree, each of which
  /// errs by a factor of 1 + u at most, u = 2^-24 in float: the sum errs by growth(k u) of the sum of the
  /// magnitudes at most, k the number of these additions. Where all sums on the way fit the significand it
  /// does not err at all (Elements::sums_are_exact), which holds for int, for random data, and for double up to
  /// 2^25 elements.
  ///
  /// One element per thread, float: at most 6.2e-4 for 1024 values, and no value is below 0.5: one that is lost,
  /// or counted twice, cannot hide in the tolerance.
  ///
  /// The total inherits the partial sums' error. The host's additions in double are exact as long as all
  /// magnitudes add up to 2^53 grains at most; beyond, each errs by 2^-53.
  tutorial::Verdict check(const std::vector<T>& partial) const {
    const std::int64_t walk = std::int64_t{blocks} * block_size;
    const std::int64_t additions = (n + walk - 1) / walk - 1 + levels();
    const tutorial::Tolerance tree =
        tolerance(additions, *std::max_element(magnitudes_.begin(), magnitudes_.end()));
    tutorial::Tolerance both = tolerance(additions, magnitude());
    if (!tutorial::Elements<T>::is_integer && magnitude() > 0x1p53) {
      both.absolute +=
          tutorial::growth(blocks * tutorial::unit_roundoff<double>) * magnitude() * values_.grain();
    }

    const tutorial::Verdict partials = tutorial::verify(
        partial, [&](std::int64_t b) { return in_units(grains_[static_cast<std::size_t>(b)]); }, tree,
        [](std::int64_t b) { return "partial sum of block " + std::to_string(b); });
    return tutorial::first_wrong(partials, check_total(total(partial), both));
  }

  /// One number that the device has made of all elements, no value passing through more than `additions`.
  template <typename Number>
  tutorial::Verdict check_total(Number got, std::int64_t additions) const {
    return check_total(got, tolerance(additions, magnitude()));
  }

  /// How many additions a value passes through where `grid` blocks walk, climb their trees, and one block
  /// walks over the partial sums and climbs its tree. Loads of 16 bytes may add an element at both ends.
  std::int64_t additions(unsigned grid) const {
    const std::int64_t walk = std::int64_t{grid} * block_size;
    return n / walk + 8 + levels() + grid / block_size + 1 + levels();
  }

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
           tutorial::value_text(total(partial)) + exact_text() + "; each partial sum was checked";
  }

  /// The same for a sum that the device has made alone.
  std::string result_text(T sum) const {
    return "sum " + tutorial::value_text(static_cast<Total>(sum)) + exact_text();
  }

  const std::int64_t n;
  const int block_size;
  const unsigned blocks;

 private:
  Input(const tutorial::Elements<T>& values, int threads, unsigned block_count)
      : n(values.n),
        block_size(threads),
        blocks(block_count),
        values_(values),
        grains_(blocks),
        magnitudes_(blocks) {}

  std::int64_t levels() const { return std::countr_zero(static_cast<unsigned>(block_size)); }

  Total in_units(std::int64_t grains) const {
    return static_cast<Total>(grains) * static_cast<Total>(values_.grain());
  }

  double magnitude() const { return std::accumulate(magnitudes_.begin(), magnitudes_.end(), 0.0); }

  // Of sums whose magnitudes add up to `grains`, after that many additions.
  tutorial::Tolerance tolerance(std::int64_t additions, double grains) const {
    if (values_.sums_are_exact(grains)) return {};
    const double relative = tutorial::growth(static_cast<double>(additions) * tutorial::unit_roundoff<T>);
    if (values_.none_negative()) return {.relative = relative};
    return {.absolute = relative * grains * values_.grain()};
  }

  template <typename Number>
  tutorial::Verdict check_total(Number got, const tutorial::Tolerance& allowed) const {
    return tutorial::verify(
        std::vector<Number>{got}, [&](std::int64_t) { return exact_total(); }, allowed,
        [](std::int64_t) { return std::string("total"); });
  }

  std::string exact_text() const {
    std::string text = ", exact sum " + tutorial::value_text(exact_total());
    if (values_.data == tutorial::Data::cancelling) {
      text += " (the magnitudes add up to " + tutorial::value_text(magnitude() * values_.grain()) + ")";
    }
    return text;
  }

  tutorial::Elements<T> values_;
  std::vector<std::int64_t> grains_;  // the exact partial sums
  std::vector<double> magnitudes_;    // in grains
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
        const std::int64_t grains = values_.grains(i);
        host[static_cast<std::size_t>(i)] = static_cast<T>(static_cast<double>(grains) * values_.grain());
        sums.grains[block] += grains;
        sums.magnitudes[block] += static_cast<double>(std::abs(grains));
      }
    }
    parts[static_cast<std::size_t>(part)] = std::move(sums);
  });
  for (const BlockSums& part : parts) {
    for (std::size_t block = 0; block < blocks; ++block) {
      grains_[block] += part.grains[block];
      magnitudes_[block] += part.magnitudes[block];
    }
  }
  return host;
}

}  // namespace ch06
