#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

namespace ch06 {

/// What the blocks' partial sums and their total must be, and how far they may be off.
///
/// Block p owns the elements i with (i / block_size) % blocks == p: a grid-stride walk. Where there are enough
/// blocks, that is one tile of block_size elements each; the last may own fewer.
template <typename T>
class ExactSums {
 public:
  /// What the host adds the partial sums in. The second step has one addition a block in sequence, no tree:
  /// in float its error would grow with their number until small terms vanish altogether, and int would
  /// overflow.
  using Total = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

  ExactSums(const tutorial::Elements<T>& values, int threads, unsigned block_count)
      : n(values.n),
        block_size(threads),
        blocks(block_count),
        values_(values),
        grains_(blocks),
        magnitudes_(blocks) {}

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
    return tutorial::first_wrong(partials, tutorial::verify_total(total(partial), exact_total(), both));
  }

  /// One number that the device has made of all elements, no value passing through more than `additions`.
  template <typename Number>
  tutorial::Verdict check_total(Number got, std::int64_t additions) const {
    return tutorial::verify_total(got, exact_total(), tolerance(additions, magnitude()));
  }

  /// How many additions a value passes through where `grid` blocks walk, climb their trees, and one block
  /// walks over the partial sums and climbs its tree. Loads of 16 bytes may add an element at both ends.
  std::int64_t additions(unsigned grid) const {
    const std::int64_t walk = std::int64_t{grid} * block_size;
    return n / walk + 8 + levels() + grid / block_size + 1 + levels();
  }

  /// For the line below the table.
  std::string exact_text() const {
    std::string text = ", exact sum " + tutorial::value_text(exact_total());
    if (values_.data == tutorial::Data::cancelling) {
      text += " (the magnitudes add up to " + tutorial::value_text(magnitude() * values_.grain()) + ")";
    }
    return text;
  }

  const std::int64_t n;
  const int block_size;
  const unsigned blocks;

 protected:
  /// Counts elements of this sum, in grains, and of these magnitudes, into a block's exact sum.
  void own(std::size_t block, std::int64_t grains, double magnitudes) {
    grains_[block] += grains;
    magnitudes_[block] += magnitudes;
  }

  tutorial::Elements<T> values_;

 private:
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

  std::vector<std::int64_t> grains_;  // the exact partial sums
  std::vector<double> magnitudes_;    // in grains
};

}  // namespace ch06
