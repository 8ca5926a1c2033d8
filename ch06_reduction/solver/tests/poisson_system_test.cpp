// What a solver must have: the host's own iterations pass, and every kind of wrong result is refused.

#include "solver/poisson_system.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

/// Conjugate gradients in T, with faults on demand.
template <typename T>
struct HostSolver {
  explicit HostSolver(const ch06::PoissonSystem<T>& system)
      : rows(system.rows), cols(system.cols), x(system.b.size()), r(system.b) {}

  T times(const std::vector<T>& v, std::int64_t i) const {
    const std::int64_t row = i / cols, col = i % cols;
    T sum = 4 * v[i];
    if (row > 0) sum -= v[i - cols];
    if (row + 1 < rows) sum -= v[i + cols];
    if (col > 0) sum -= v[i - 1];
    if (col + 1 < cols) sum -= v[i + 1];
    return sum;
  }

  void iterate(std::int64_t iterations, T alpha_factor = 1, T beta_factor = 1) {
    const std::int64_t n = std::ssize(x);
    std::vector<T> p = r, q(x.size());
    double rr = 0;
    for (const T value : r) rr += double(value) * value;
    for (std::int64_t k = 0; k < iterations && rr > 0; ++k) {
      double pq = 0, next = 0;
      for (std::int64_t i = 0; i < n; ++i) pq += double(p[i]) * (q[i] = times(p, i));
      const T alpha = alpha_factor * static_cast<T>(rr / pq);
      for (std::int64_t i = 0; i < n; ++i) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        next += double(r[i]) * r[i];
      }
      const T beta = beta_factor * static_cast<T>(next / rr);
      for (std::int64_t i = 0; i < n; ++i) p[i] = r[i] + beta * p[i];
      rr = next;
    }
  }

  std::int64_t rows, cols;
  std::vector<T> x, r;
};

}  // namespace

TEST_CASE_TEMPLATE("the result of conjugate gradients is accepted, before and after they converge", T, float,
                   double) {
  for (const std::int64_t iterations : {0, 1, 7, 40, 300}) {
    for (const auto& [height, width] : {std::pair{1, 1}, {1, 31}, {33, 31}, {8, 100}}) {
      const int rows = height, cols = width;  // clang 14 lets no lambda, which CAPTURE is, use a pair's parts
      CAPTURE(iterations);
      CAPTURE(rows);
      const ch06::PoissonSystem<T> system({.rows = rows, .cols = cols, .iterations = iterations}, 5);
      HostSolver<T> solver(system);
      solver.iterate(iterations);
      const tutorial::Verdict verdict = system.check(solver.x, solver.r);
      CHECK_MESSAGE(verdict.ok, verdict.text);
    }
  }
}

TEST_CASE("a grid without cells has nothing to check, and too large a grid is refused") {
  CHECK(ch06::PoissonSystem<float>({.rows = 0, .cols = 9, .iterations = 3}, 5).check({}, {}).ok);
  CHECK_THROWS_AS(ch06::PoissonSystem<float>({.rows = 1 << 16, .cols = 1 << 15, .iterations = 1}, 5),
                  tutorial::UsageError);
}

TEST_CASE_TEMPLATE("a wrong element, a wrong step and a wrong direction are refused", T, float, double) {
  const ch06::PoissonSystem<T> system({.rows = 33, .cols = 31, .iterations = 20}, 5);
  HostSolver<T> right(system);
  right.iterate(20);
  REQUIRE(system.check(right.x, right.r).ok);

  std::vector<T> x = right.x;
  x[500] += T(0.1);
  CHECK(!system.check(x, right.r).ok);
  x[500] = std::numeric_limits<T>::quiet_NaN();
  CHECK(!system.check(x, right.r).ok);

  HostSolver<T> short_step(system), no_direction(system), one_less(system);
  short_step.iterate(20, T(0.9));
  CHECK(!system.check(short_step.x, short_step.r).ok);
  no_direction.iterate(20, 1, 0);
  CHECK(!system.check(no_direction.x, no_direction.r).ok);
  one_less.iterate(19);
  CHECK(!system.check(one_less.x, one_less.r).ok);
}
