#pragma once

#include <algorithm>
#include <limits>

#include "sparse/spmv.hpp"

#if TUTORIAL_HAS_CUSPARSE
#include "sparse/cusparse.hpp"
#endif

/// cuSPARSE's products with compressed rows, as rows of the table. What the library prepares for the structure of the
/// matrix is not measured, and neither is our own preparation.
namespace ch06 {

#if TUTORIAL_HAS_CUSPARSE

/// A row of the table for one format and algorithm. `create` makes the matrix: create(&descriptor, type).
/// @return the median time in seconds
template <typename T, typename Create>
double measure_cusparse(tutorial::Program& program, const SpmvInput<T>& product, Vectors<T> on_device,
                        const std::string& name, cusparseSpMVAlg_t algorithm, const Create& create,
                        tutorial::Ceiling ceiling = tutorial::Ceiling::read) {
  const Cusparse handle;
  const cudaDataType type = sizeof(T) == 4 ? CUDA_R_32F : CUDA_R_64F;
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t x;
  cusparseDnVecDescr_t y;
  CUSPARSE_CHECK(create(&matrix, type));
  CUSPARSE_CHECK(cusparseCreateDnVec(&x, product.a.cols, on_device.x.data(), type));
  CUSPARSE_CHECK(cusparseCreateDnVec(&y, product.a.rows, on_device.y.data(), type));
  const T one = 1;
  const T zero = 0;
  std::size_t bytes = 0;
  CUSPARSE_CHECK(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, x, &zero, y,
                                         type, algorithm, &bytes));
  tutorial::DeviceBuffer<unsigned char> scratch(bytes);
#if CUSPARSE_VERSION >= 12300  // CUDA 12.4; before it the first product prepares
  CUSPARSE_CHECK(cusparseSpMV_preprocess(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, x, &zero, y,
                                         type, algorithm, scratch.data()));
#endif

  on_device.y.poison();
  tutorial::Case row = product.row("cuSPARSE, " + name, product.csr_bytes());
  row.peer = true;
  row.ceiling = ceiling;
  const double seconds = program.measure(
      row,
      [&] {
        CUSPARSE_CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, x, &zero, y, type,
                                    algorithm, scratch.data()));
      },
      [&] { return product.check(on_device.y.to_host()); });

  CUSPARSE_CHECK(cusparseDestroyDnVec(y));
  CUSPARSE_CHECK(cusparseDestroyDnVec(x));
  CUSPARSE_CHECK(cusparseDestroySpMat(matrix));
  return seconds;
}

/// Why cuSPARSE has no rows for this product; empty: it has.
template <typename T>
std::string no_cusparse(const SpmvInput<T>& product, const SpmvOptions& options) {
  if (product.a.count() == 0) return "it refuses a matrix without entries";
  if (options.x == "denormal") return "it takes denormal numbers for 0";
  return {};
}

/// The rows for the compressed rows that our kernels read: both of its algorithms, on the same three arrays.
/// @return the median time in seconds of the faster one, or NaN
template <typename T>
double measure_cusparse_csr(tutorial::Program& program, const SpmvInput<T>& product, Vectors<T> on_device,
                            DeviceCsr<T>& a, const SpmvOptions& options) {
  if (const std::string why = no_cusparse(product, options); !why.empty()) {
    program.left_out("cuSPARSE", why);
    return std::numeric_limits<double>::quiet_NaN();
  }
  const auto create = [&](cusparseSpMatDescr_t* matrix, cudaDataType type) {
    return cusparseCreateCsr(matrix, product.a.rows, product.a.cols, product.a.count(), a.row_start.data(),
                             a.col.data(), a.value.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_BASE_ZERO, type);
  };
  const double first =
      measure_cusparse(program, product, on_device, "CSR algorithm 1", CUSPARSE_SPMV_CSR_ALG1, create);
  const double second =
      measure_cusparse(program, product, on_device, "CSR algorithm 2", CUSPARSE_SPMV_CSR_ALG2, create);
  return std::min(first, second);
}

#else

template <typename T>
double measure_cusparse_csr(tutorial::Program& program, const SpmvInput<T>&, Vectors<T>, DeviceCsr<T>&,
                            const SpmvOptions&) {
  program.left_out("cuSPARSE", "the library is not part of this build");
  return std::numeric_limits<double>::quiet_NaN();
}

#endif

}  // namespace ch06
