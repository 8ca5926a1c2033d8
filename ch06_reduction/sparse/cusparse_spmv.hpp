#pragma once

#include "sparse/spmv.hpp"

#if TUTORIAL_HAS_CUSPARSE
#include "sparse/cusparse.hpp"
#endif

namespace ch06 {

#if TUTORIAL_HAS_CUSPARSE

/// A row of the table for one of cuSPARSE's two ways to multiply compressed rows. The library reads the same three
/// arrays; what it prepares for the matrix' structure is done before the measurement, as ours is.
template <typename T>
void measure_cusparse(tutorial::Program& program, Spmv<T>& product, DeviceCsr<T>& a,
                      cusparseSpMVAlg_t algorithm, const std::string& name) {
  const Cusparse handle;
  const cudaDataType type = sizeof(T) == 4 ? CUDA_R_32F : CUDA_R_64F;
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t x;
  cusparseDnVecDescr_t y;
  CUSPARSE_CHECK(cusparseCreateCsr(&matrix, product.a.rows, product.a.cols, product.a.count(),
                                   a.row_start.data(), a.col.data(), a.value.data(), CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
  CUSPARSE_CHECK(cusparseCreateDnVec(&x, product.a.cols, product.x.data(), type));
  CUSPARSE_CHECK(cusparseCreateDnVec(&y, product.a.rows, product.y.data(), type));
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

  product.y.poison();
  tutorial::Case row = product.row("cuSPARSE, " + name, product.csr_bytes());
  row.peer = true;
  program.measure(
      row,
      [&] {
        CUSPARSE_CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, x, &zero, y, type,
                                    algorithm, scratch.data()));
      },
      [&] { return product.check(); });

  CUSPARSE_CHECK(cusparseDestroyDnVec(y));
  CUSPARSE_CHECK(cusparseDestroyDnVec(x));
  CUSPARSE_CHECK(cusparseDestroySpMat(matrix));
}

/// The table's rows for the library: both of its algorithms.
template <typename T>
void measure_cusparse(tutorial::Program& program, Spmv<T>& product, DeviceCsr<T>& a,
                      const SpmvOptions& options) {
  if (product.a.count() == 0) return program.left_out("cuSPARSE", "it refuses a matrix without entries");
  if (options.x == "denormal") return program.left_out("cuSPARSE", "it takes denormal numbers for 0");
  measure_cusparse(program, product, a, CUSPARSE_SPMV_CSR_ALG1, "CSR algorithm 1");
  measure_cusparse(program, product, a, CUSPARSE_SPMV_CSR_ALG2, "CSR algorithm 2");
}

#else

template <typename T>
void measure_cusparse(tutorial::Program& program, Spmv<T>&, DeviceCsr<T>&, const SpmvOptions&) {
  program.left_out("cuSPARSE", "the library is not part of this build");
}

#endif

}  // namespace ch06
