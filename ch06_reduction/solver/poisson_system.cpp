#include "solver/poisson_system.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "sparse/sparse.hpp"
#include "tutorial/elements.hpp"
#include "tutorial/parallel.hpp"
#include "tutorial/random.hpp"

namespace ch06 {

namespace {

/// (A v) of cell i of a rows x cols grid.
template <typename V>
double poisson_row(const std::vector<V>& v, std::int64_t rows, std::int64_t cols, std::int64_t i) {
  const auto at = [&](std::int64_t cell) { return static_cast<double>(v[static_cast<std::size_t>(cell)]); };
  const std::int64_t row = i / cols;
  const std::int64_t col = i % cols;
  double sum = 4 * at(i);
  if (row > 0) sum -= at(i - cols);
  if (row < rows - 1) sum -= at(i + cols);
  if (col > 0) sum -= at(i - 1);
  if (col < cols - 1) sum -= at(i + 1);
  return sum;
}

/// The sum of term(i) for i in [0, n), on all cores; the same number of cores gives the same sum.
double sum_of(std::int64_t n, const std::function<double(std::int64_t begin, std::int64_t end)>& part_sum) {
  std::vector<double> sums(static_cast<std::size_t>(tutorial::part_count(n, 1)));
  tutorial::in_parts(n, 1, [&](int part, std::int64_t begin, std::int64_t end) {
    sums[static_cast<std::size_t>(part)] = part_sum(begin, end);
  });
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

}  // namespace

void add_solver_options(tutorial::Program& program, SolverOptions& options) {
  program.size("--rows", options.rows, "rows of the grid", {.gpu = 4096, .simulator = 61, .quick = 17});
  program.size("--cols", options.cols, "columns of the grid", {.gpu = 4096, .simulator = 67, .quick = 19});
  program.size("--iterations", options.iterations, "iterations from x = 0",
               {.gpu = 100, .simulator = 20, .quick = 5});
  program.block_sizes({64, 128, 256, 512, 1024}, 256);
}

template <typename T>
PoissonSystem<T>::PoissonSystem(const SolverOptions& options, std::uint64_t seed)
    : rows(static_cast<Index>(options.rows)),
      cols(static_cast<Index>(options.cols)),
      iterations(options.iterations) {
  tutorial::Program::require(options.rows <= most_entries && options.cols <= most_entries &&
                                 options.rows * options.cols <= most_entries,
                             "a grid may have 2^31 - 1 cells at most");
  const tutorial::Random random(seed);
  const std::int64_t n = count();
  const auto size = static_cast<std::size_t>(n);
  solution_.resize(size);
  b.resize(size);
  for (std::size_t i = 0; i < size; ++i) solution_[i] = static_cast<int>(random.below(17, i)) - 8;
  tutorial::in_parts(n, 1, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      b[static_cast<std::size_t>(i)] = static_cast<T>(poisson_row(solution_, rows, cols, i));
  });

  std::vector<double> x(size), r(b.begin(), b.end()), p = r, q(size);
  const auto dot = [&](const std::vector<double>& left, const std::vector<double>& right) {
    return sum_of(n, [&](std::int64_t begin, std::int64_t end) {
      double sum = 0;
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
        sum += left[i] * right[i];
      return sum;
    });
  };
  double rr = dot(r, r);
  first_residual_ = std::sqrt(rr);
  std::vector<double> largest(static_cast<std::size_t>(tutorial::part_count(n, 1)));
  for (std::int64_t k = 0; k < iterations && rr > 0; ++k) {
    tutorial::in_parts(n, 1, [&](int, std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i)
        q[static_cast<std::size_t>(i)] = poisson_row(p, rows, cols, i);
    });
    const double alpha = rr / dot(p, q);
    tutorial::in_parts(n, 1, [&](int part, std::int64_t begin, std::int64_t end) {
      double& most = largest[static_cast<std::size_t>(part)];
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        most = std::max(most, std::abs(x[i]));
      }
    });
    const double next = dot(r, r);
    const double beta = next / rr;
    tutorial::in_parts(n, 1, [&](int, std::int64_t begin, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
        p[i] = r[i] + beta * p[i];
    });
    rr = next;
  }
  residual_ = std::sqrt(rr);
  for (const double most : largest) largest_x_ = std::max(largest_x_, most);
  for (std::size_t i = 0; i < size; ++i) x[i] = solution_[i] - x[i];
  error_ = std::sqrt(std::max(0.0, dot(x, r)));  // A times the error of x is the residual
}

template <typename T>
tutorial::Case PoissonSystem<T>::row(const std::string& variant, double bytes) const {
  const double updates = static_cast<double>(count()) * static_cast<double>(iterations);
  return {.variant = variant,
          .size = tutorial::count_text(rows) + " x " + tutorial::count_text(cols) + ", " +
                  std::to_string(iterations) + " iterations",
          .work = updates,
          .unit = tutorial::Unit::giga_elements_per_second,
          .ceiling = tutorial::Ceiling::copy,
          .ceiling_work = updates * bytes};
}

template <typename T>
tutorial::Verdict PoissonSystem<T>::check(const std::vector<T>& x, const std::vector<T>& r) const {
  const std::int64_t n = count();
  std::vector<double> residual(static_cast<std::size_t>(n));
  tutorial::in_parts(n, 1, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      residual[static_cast<std::size_t>(i)] =
          static_cast<double>(b[static_cast<std::size_t>(i)]) - poisson_row(x, rows, cols, i);
  });
  const double roundings = 200 * static_cast<double>(iterations + 1);
  const double allowed = tutorial::growth(roundings * tutorial::unit_roundoff<T>) * std::max(largest_x_, 1.0);
  const tutorial::Verdict updated = tutorial::verify(
      r, [&](std::int64_t i) { return residual[static_cast<std::size_t>(i)]; },
      [&](std::int64_t) { return allowed; }, tutorial::matrix_index(cols));
  if (!updated.ok) return updated;

  const double gap = std::sqrt(sum_of(n, [&](std::int64_t begin, std::int64_t end) {
    double sum = 0;
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      sum += std::pow(residual[i] - static_cast<double>(r[i]), 2);
    return sum;
  }));
  const double error = std::sqrt(sum_of(n, [&](std::int64_t begin, std::int64_t end) {
    double sum = 0;
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      sum += (solution_[i] - static_cast<double>(x[i])) * residual[i];
    return std::max(sum, 0.0);
  }));
  const auto half_wave = [](Index cells) {
    return std::pow(2 * std::sin(std::numbers::pi / (2.0 * (cells + 1))), 2);
  };
  const double most = 1.01 * error_ + gap / std::sqrt(half_wave(rows) + half_wave(cols));
  if (error <= most) return updated;
  return {.ok = false,
          .text = "x is " + tutorial::value_text(error) + " from the solution, in the norm of A; after " +
                  std::to_string(iterations) + " iterations it is " + tutorial::value_text(most) +
                  " at most"};
}

template <typename T>
void PoissonSystem<T>::explain(tutorial::Program& program) const {
  program.note("residual and error of x were checked; in double, " + std::to_string(iterations) +
               " iterations take the residual's norm from " + tutorial::value_text(first_residual_) + " to " +
               tutorial::value_text(residual_));
}

template class PoissonSystem<float>;
template class PoissonSystem<double>;

}  // namespace ch06
