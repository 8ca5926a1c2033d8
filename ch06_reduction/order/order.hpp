#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "sum/input.hpp"

/// What the programs of this part share: their command line, and what they say about errors.
namespace order {

constexpr int block_size = 512;

/// Adds --n and --data; by default numbers whose sums round.
inline void add_options(tutorial::Program& program, std::int64_t& n, std::string& data) {
  program.size("--n", n, "number of elements", {.gpu = 100'000'000, .simulator = 400'000, .quick = 20'000});
  program.choice("--data", data, "what the elements are", {"fractions", "random", "cancelling", "sorted"});
}

/// A vector of floats, and the check of its sum.
class Input : public ch06::Input<float> {
 public:
  Input(std::uint64_t seed, std::int64_t count, const std::string& data)
      : ch06::Input<float>(seed, count, tutorial::data_named(data), order::block_size, 1) {}

  /// The line below the table: how far a sum is off.
  std::string error_text(const std::string& how, double sum) const {
    const double exact = exact_total();
    const double relative = exact == 0 ? 0 : std::abs(sum - exact) / std::abs(exact);
    return how + ": " + tutorial::value_text(sum) + exact_text() + ", relative error " +
           tutorial::value_text(static_cast<float>(relative));
  }
};

}  // namespace order
