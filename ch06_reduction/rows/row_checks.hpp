#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/tutorial.hpp"

/// The values of a matrix, and the references of what becomes of its rows.
namespace rows {

/// The words of --data. `rising` makes every element the maximum so far; with `large`, exp(x) overflows, and the mean
/// of the squares less the square of the mean has no digit left.
inline const std::vector<std::string> data_words = {"random", "equal", "rising", "falling", "large"};

constexpr double grain = 1.0 / 16;  ///< every value is a multiple of it
constexpr float epsilon = 1e-5f;    ///< added to the variance by a layer norm

/// What a layer norm multiplies column c by, and what it adds.
constexpr float weight(std::int64_t c) { return 0.5f + static_cast<float>(c % 7) / 8; }
/// @copydoc weight
constexpr float bias(std::int64_t c) { return static_cast<float>(c % 5) / 4 - 0.5f; }

/// A row-major matrix whose elements are computed from their place alone.
class Values {
 public:
  /// `options` has rows, columns and data, a word of data_words.
  template <typename Options>
  Values(const Options& options, std::uint64_t seed)
      : rows(options.rows), columns(options.columns), data_(options.data), random_(seed) {}

  /// An element in grains. No random one is 0, so that none can be lost unseen.
  std::int64_t grains(std::int64_t row, std::int64_t column) const {
    if (data_ == "equal") return 16;
    if (data_ == "rising") return column - columns / 2;
    if (data_ == "falling") return columns / 2 - column;
    const std::uint64_t bits = random_.bits(static_cast<std::uint64_t>(row * columns + column));
    const auto magnitude = static_cast<std::int64_t>(1 + (bits >> 8) % 128);
    return (bits % 2 == 0 ? magnitude : -magnitude) + (data_ == "large" ? 16 * 4096 : 0);
  }

  /// The whole matrix.
  std::vector<float> all() const;

  const std::int64_t rows;
  const std::int64_t columns;

 private:
  const std::string data_;
  const tutorial::Random random_;
};

/// Compares the sums of the rows. They are exact while the magnitudes of a row add up to 2^24 grains: with random
/// values up to 131,072 columns. Beyond, each of at most `columns` additions errs by a factor of 1 + 2^-24.
tutorial::Verdict check_sums(const Values& values, const std::vector<float>& sums);

/// Compares with exp(x - maximum) / sum in double. The bound counts what a value passes through: the difference rounds by
/// 2^-24 of its size, which exp turns into a relative error; each exp errs by two units, and so does each step of a sum
/// that is scaled on the way. No sum here has more than columns / 32 + 64 steps. Results below 2^-126 may be 0.
tutorial::Verdict check_softmax(const Values& values, const std::vector<float>& matrix,
                                const std::vector<float>& out);

/// Compares with (x - mean) / sqrt(variance + epsilon) * weight + bias in double. The mean errs by at most `steps`
/// roundings of the largest magnitude, and so does every difference; the root divides that error as it divides the
/// differences. The variance errs by as many roundings of itself. No sum has more than 96 steps here.
tutorial::Verdict check_layer_norm(const Values& values, const std::vector<float>& matrix,
                                   const std::vector<float>& out);

}  // namespace rows
