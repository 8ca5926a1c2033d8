#pragma once

#include <functional>
#include <string>

#include "matmul/cublas_product.hpp"
#include "matmul/further/errors.hpp"
#include "matmul/problem_on_device.hpp"

namespace matmul {

/// The rows of a product on tensor cores: ours, cuBLAS's of floats and cuBLAS's with TF32, and below the table how far off each is.
/// @param who    names ours in that line; called behind `multiply`
/// @param peers  whether cuBLAS's rows follow
inline void measure_with_errors(tutorial::Program& program, Problem& problem, const Factors& factors,
                                const std::string& variant, const std::function<void()>& multiply,
                                const std::function<std::string()>& who, bool peers = true) {
  const Shape shape = problem.shape;
  const auto errors = [&] { return errors_of(shape, factors, problem.c.to_host(), program.seed()); };
  tutorial::Case row = problem.row(variant);
  row.ceiling = tutorial::Ceiling::none;  // multiply-adds outside of tensor cores are no roof for these
  program.measure(row, multiply, [&] {
    program.note(error_text(who(), errors()));
    return problem.check(multiply);
  });
  if (!peers) return;
  measure_cublas(program, problem, problem.matrices(), false, [&](const std::function<void()>& theirs) {
    program.note(error_text("cuBLAS", errors()));
    return problem.check(theirs);
  });
  // A product with TF32 is no product of floats: right is what rounding or cutting both factors to 11 digits explains.
  measure_cublas(program, problem, problem.matrices(), true,
                 [&](const std::function<void()>&) -> tutorial::Verdict {
                   const Errors found = errors();
                   program.note(error_text("TF32", found));
                   if (found.of_sizes <= 0x1p-9 + static_cast<double>(shape.k) * 0x1p-24) return {true, "ok"};
                   return {false, "errs by more than two factors of 11 digits explain"};
                 });
}

}  // namespace matmul
