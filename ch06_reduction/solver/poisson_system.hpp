#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/tutorial.hpp"

/// A system of equations with a known solution, and what a solver must have after so many iterations.
namespace ch06 {

/// What the command line of a solver asks for.
struct SolverOptions {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t iterations = 0;
};

void add_solver_options(tutorial::Program& program, SolverOptions& options);

/// The 5-point Poisson equation A x = b on a grid of rows x cols cells, in row-major order: A has 4 on the diagonal and -1 for each of up
/// to four neighbors; outside the grid x is 0. The solution is known, since it was chosen first: integers from -8 to 8. So b is
/// integer too, and exact. T is float or double.
template <typename T>
class PoissonSystem {
 public:
  /// Also iterates on the host, in double: that is what check() compares with.
  /// @throws tutorial::UsageError for more cells than an index of 32 bits can count
  PoissonSystem(const SolverOptions& options, std::uint64_t seed);

  std::int64_t count() const { return std::int64_t{rows} * cols; }

  /// The table's row for a solver that must move `bytes` per unknown and iteration.
  tutorial::Case row(const std::string& variant, double bytes) const;

  /// What a solver has after its iterations: x, and the residual r that it updated along the way. Two things can be wrong.
  ///
  /// r must be b - A x, element by element. In exact arithmetic it is; each iteration adds rounding errors. With u = 2^-24 (double: 2^-53) and X
  /// the largest |x| of any iteration (the host knows it), a step of x is 2 X at most, and the row sums of |A| are 8. One iteration
  /// rounds x (3 u X, which A turns into 24 u X), A p times the step (7 operations on 16 X: 112 u X), and r, which
  /// is at most 16 X (16 u X for itself, 16 u X for what is subtracted): together less than 200 u X.
  ///
  /// x must be as close to the solution as conjugate gradients are after as many iterations. Their error is the smallest in the
  /// norm of A that any combination of these products can have, so a wrong step shows as a larger one. The host's own is in double;
  /// 1% more is allowed, and what the difference between r and b - A x explains: its norm over the root of A's
  /// smallest eigenvalue.
  tutorial::Verdict check(const std::vector<T>& x, const std::vector<T>& r) const;

  /// The lines below the table.
  void explain(tutorial::Program& program) const;

  const std::int32_t rows;
  const std::int32_t cols;
  const std::int64_t iterations;
  std::vector<T> b;

 private:
  std::vector<double> solution_;
  double first_residual_ = 0;  ///< the norm of b
  double residual_ = 0;        ///< of b - A x, when the host has iterated
  double error_ = 0;           ///< of x, in the norm of A, when the host has iterated
  double largest_x_ = 0;       ///< of all iterations of the host
};

}  // namespace ch06
