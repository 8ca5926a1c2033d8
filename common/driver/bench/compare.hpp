#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/data/results_file.hpp"

namespace tutorial::driver {

/// A row of A and the same row of B: same program, variant, size, type and arguments.
struct Pair {
  const Row* a = nullptr;
  const Row* b = nullptr;       ///< one of the two is null where the row is in one file alone
  std::optional<double> speed;  ///< how many times as fast B is; empty where one of them has no time
  enum class Move { none, faster, slower, wrong, right } move = Move::none;
};

/// What a row without a spread, which ran once, is taken to have.
inline constexpr double spread_of_one_run = 0.1;

/// All rows of both, in the order of A, then what B alone has.
///
/// A row has moved if the difference of the medians is more than both interquartile ranges together, and is wrong or right if its check
/// came out another way than in A. Both results must outlive the pairs.
std::vector<Pair> pairs_of(const Results& a, const Results& b);

/// The table, and what it comes to.
std::string pairs_text(const std::vector<Pair>& pairs);

/// `bench --compare`: prints both machines and the table. Nothing is run.
/// @return exit_wrong if `fail_on_slower` and a row is slower, or wrong that was right
int compare(const std::string& a, const std::string& b, bool fail_on_slower);

}  // namespace tutorial::driver
