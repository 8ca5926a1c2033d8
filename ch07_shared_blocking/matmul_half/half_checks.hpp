#pragma once

#include <cuda_fp16.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/tutorial.hpp"

/// The factors of the fp16 products of chapter 7, and the check of a product.
namespace half_product {

/// A is m x k, B is n x k, C is m x n.
struct Shape {
  std::int64_t m, n, k;

  std::string text() const {
    return tutorial::count_text(m) + " x " + tutorial::count_text(n) + " x " + tutorial::count_text(k);
  }
  double products() const { return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k); }
};

/// The words of --data.
inline const std::vector<std::string> data_words = {"random", "equal"};

/// A matrix of fp16 numbers whose rows and columns are filled up with zeros to whole tiles.
struct Matrix {
  std::int64_t rows, cols;  ///< with the zeros
  std::vector<__half> values;

  const __half* row(std::int64_t r) const { return values.data() + r * cols; }
};

/// C = A B^T, so the terms of a sum are consecutive in both.
struct Factors {
  Matrix a, b;
};

/// The factors of `shape` in matrices of the padded shape `to`. `random`: between -1 and 1; `equal`: all 1/3.
Factors make_data(const Shape& shape, const Shape& to, const std::string& data, std::uint64_t seed);

/// Integers that fp16 has, so chosen that every sum of products stays below 2^24, where floats hold all integers: in any
/// order of the additions the result is exact. In term 0, 2, .. A is wide and B is 1 or -1; in term 1, 3, .. it is the other
/// way round. No product is zero, so a term that is lost or counted twice changes the result.
Factors make_integers(const Shape& shape, const Shape& to, std::uint64_t seed);

/// Is `c`, whose rows are `stride` apart, the product up to rounding? Some rows of a large problem, all of a small one.
///
/// The product of two fp16 numbers is exact in a float. A tensor core adds 16 of them to a sum at a time, and truncates: each
/// addition errs by at most a unit in the last place, 2^-23, of the largest sum on the way. So no element errs by more than k
/// 2^-23 times its sum of magnitudes.
tutorial::Verdict check_rounded(const Shape& shape, const Factors& factors, const std::vector<float>& c,
                                std::int64_t stride);

/// Is `c` exactly the product of integer factors, in every element? As matmul::check_integers (Freivalds 1977): C x =
/// A (B^T x) for a random x with odd elements, in integers modulo 2^64.
tutorial::Verdict check_integers(const Shape& shape, const Factors& factors, const std::vector<float>& c,
                                 std::int64_t stride, std::uint64_t seed);

}  // namespace half_product
