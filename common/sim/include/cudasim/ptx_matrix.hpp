// What the translator makes of mma.sync, ldmatrix, stmatrix and movmatrix: lanes of a warp exchange what they hold. Included where a file has
// such PTX.
#pragma once

#include "cudasim/ptx.hpp"

#ifdef CUDASIM_LENS
#include "cudasim/loop.hpp"
#endif

namespace cudasim {

enum class MatrixElement { f16, bf16, tf32, f64, s8, u8, e4m3, e5m2, f32, s32 };
struct MatrixProduct {
  unsigned m, n, k;
  MatrixElement a, b, sum;
  bool saturates;  ///< sums of integers that do not fit
};

namespace detail {

/// d = a * b + c, as registers of the calling lane; all 32 lanes are there.
void multiply_matrices(const MatrixProduct& product, void* d, const void* a, const void* b, const void* c,
                       const Site& site);

/// One row of 8 fp16 elements.
struct alignas(16) MatrixRow {
  unsigned word[4];
};
/// Lane 8 * i + r has row r of matrix i; each lane gets its part of every matrix.
void deal_rows(const MatrixRow& row, unsigned* parts, unsigned matrices, bool turned, const Site& site);
/// The reverse.
void gather_rows(MatrixRow& row, const unsigned* parts, unsigned matrices, bool turned, const Site& site);

}  // namespace detail

namespace ptx {

template <class Word>
inline void mma(const MatrixProduct& product, Word* d, const Word* a, const Word* b, const Word* c,
                CUDASIM_SITE_ARGUMENTS) {
#ifdef CUDASIM_LENS
  matrix_instruction();
#endif
  detail::multiply_matrices(product, d, a, b, c, {"mma.sync", file, line});
}

/// Lanes that name a row read it as one access of 16 bytes, of which a device does eight at once.
template <unsigned matrices, bool turned>
inline __attribute__((always_inline)) void ldmatrix(unsigned* parts, const char* row,
                                                    CUDASIM_SITE_ARGUMENTS) {
  const Site site = {"ldmatrix", file, line};
  typedef unsigned __int128 Whole __attribute__((may_alias));
  detail::MatrixRow own = {};
  if (laneid() < 8 * matrices) {
    if (reinterpret_cast<unsigned long>(row) % 16 != 0)
      detail::misused(site, "the address of a row is not a multiple of 16 bytes");
    *reinterpret_cast<Whole*>(&own) = *reinterpret_cast<const Whole*>(row);
  }
  detail::deal_rows(own, parts, matrices, turned, site);
}
template <unsigned matrices, bool turned>
inline __attribute__((always_inline)) void stmatrix(const unsigned* parts, char* row,
                                                    CUDASIM_SITE_ARGUMENTS) {
  const Site site = {"stmatrix", file, line};
  typedef unsigned __int128 Whole __attribute__((may_alias));
  detail::MatrixRow own;
  detail::gather_rows(own, parts, matrices, turned, site);
  if (laneid() >= 8 * matrices) return;
  if (reinterpret_cast<unsigned long>(row) % 16 != 0)
    detail::misused(site, "the address of a row is not a multiple of 16 bytes");
  *reinterpret_cast<Whole*>(row) = *reinterpret_cast<const Whole*>(&own);
}

/// The transpose of a warp's 8 x 8 fp16 matrix.
inline unsigned movmatrix(unsigned part, CUDASIM_SITE_ARGUMENTS) {
  const Site site = {"movmatrix", file, line};
  detail::MatrixRow row;
  unsigned turned;
  detail::gather_rows(row, &part, 1, false, site);
  detail::deal_rows(row, &turned, 1, true, site);
  return turned;
}

}  // namespace ptx
}  // namespace cudasim
