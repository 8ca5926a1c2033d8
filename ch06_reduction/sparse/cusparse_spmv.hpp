#pragma once

#include "sparse/spmv.hpp"

#if TUTORIAL_HAS_CUSPARSE
#include "sparse/cusparse.hpp"
#include "sparse/further/blocks.hpp"
#endif

/// cuSPARSE's products, in each of its formats, in the rows of the table. What the library prepares for the matrix'
/// structure is done before the measurement, as ours is.
namespace ch06 {

#if TUTORIAL_HAS_CUSPARSE

/// A row of the table for one format and algorithm. `create` makes the matrix: create(&descriptor, type).
template <typename T, typename Create>
void measure_cusparse(tutorial::Program& program, const SpmvInput<T>& product, Vectors<T> on_device,
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
  program.measure(
      row,
      [&] {
        CUSPARSE_CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, x, &zero, y, type,
                                    algorithm, scratch.data()));
      },
      [&] { return product.check(on_device.y.to_host()); });

  CUSPARSE_CHECK(cusparseDestroyDnVec(y));
  CUSPARSE_CHECK(cusparseDestroyDnVec(x));
  CUSPARSE_CHECK(cusparseDestroySpMat(matrix));
}

/// Why cuSPARSE has no rows for this product; empty: it has.
template <typename T>
std::string no_cusparse(const SpmvInput<T>& product, const SpmvOptions& options) {
  if (product.a.count() == 0) return "it refuses a matrix without entries";
  if (options.x == "denormal") return "it takes denormal numbers for 0";
  return {};
}

/// The rows for the compressed rows that our kernels read: both of its algorithms, on the same three arrays.
template <typename T>
void measure_cusparse_csr(tutorial::Program& program, const SpmvInput<T>& product, Vectors<T> on_device,
                          DeviceCsr<T>& a, const SpmvOptions& options) {
  if (const std::string why = no_cusparse(product, options); !why.empty())
    return program.left_out("cuSPARSE", why);
  const auto create = [&](cusparseSpMatDescr_t* matrix, cudaDataType type) {
    return cusparseCreateCsr(matrix, product.a.rows, product.a.cols, product.a.count(), a.row_start.data(),
                             a.col.data(), a.value.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_BASE_ZERO, type);
  };
  measure_cusparse(program, product, on_device, "CSR algorithm 1", CUSPARSE_SPMV_CSR_ALG1, create);
  measure_cusparse(program, product, on_device, "CSR algorithm 2", CUSPARSE_SPMV_CSR_ALG2, create);
}

/// The row for blocks of 8x8 (BSR), on the arrays that spmv_blocks reads.
template <typename T>
void measure_cusparse_blocks(tutorial::Program& program, const SpmvInput<T>& product, Vectors<T> on_device,
                             DeviceBlocks<T>& blocks, const SpmvOptions& options) {
#if CUSPARSE_VERSION >= 12600  // CUDA 13.0; before it cusparseSpMV has no BSR
  if (const std::string why = no_cusparse(product, options); !why.empty())
    return program.left_out("cuSPARSE, BSR", why);
  if (product.a.rows % block_side != 0 || product.a.cols % block_side != 0)
    return program.left_out("cuSPARSE, BSR", "it wants whole blocks of 8 x 8");
  measure_cusparse(
      program, product, on_device, "BSR 8 x 8", CUSPARSE_SPMV_BSR_ALG1,
      [&](cusparseSpMatDescr_t* matrix, cudaDataType type) {
        return cusparseCreateBsr(
            matrix, blocks.rows, product.a.cols / block_side, static_cast<std::int64_t>(blocks.col.size()),
            block_side, block_side, blocks.row_start.data(), blocks.col.data(), blocks.value.data(),
            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type, CUSPARSE_ORDER_ROW);
      },
      // The bytes are those of compressed rows; blocks are half of that.
      tutorial::Ceiling::none);
#else
  static_cast<void>(blocks);
  static_cast<void>(product);
  static_cast<void>(on_device);
  static_cast<void>(options);
  program.left_out("cuSPARSE, BSR", "it needs CUDA 13");
#endif
}

/// Rows in slices of 32, each slice as wide as its longest row and stored column by column (sliced ELL). Where a row is
/// shorter, the column is -1, which cuSPARSE leaves out.
template <typename T>
struct SlicedEll {
  static constexpr Index slice_rows = 32;

  explicit SlicedEll(const Csr<T>& a) {
    for (Index first = 0; first < a.rows; first += slice_rows) {
      const Index past = std::min(a.rows, first + slice_rows);
      Index width = 0;
      for (Index r = first; r < past; ++r) width = std::max(width, a.length(r));
      const std::size_t begin = col.size();
      col.resize(begin + std::size_t{slice_rows} * static_cast<std::size_t>(width), -1);
      value.resize(col.size());
      for (Index r = first; r < past; ++r) {
        for (Index k = 0; k < a.length(r); ++k) {
          const auto from = static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r)] + k);
          const std::size_t to = begin + static_cast<std::size_t>(k * slice_rows + r - first);
          col[to] = a.col[from];
          value[to] = a.value[from];
        }
      }
      slice_start.push_back(static_cast<Index>(col.size()));
    }
  }

  std::vector<Index> slice_start = {0};
  std::vector<Index> col;
  std::vector<T> value;
};

/// How many slots sliced ELL would have.
template <typename T>
std::int64_t sliced_ell_places(const Csr<T>& a) {
  std::int64_t places = 0;
  for (Index first = 0; first < a.rows; first += SlicedEll<T>::slice_rows) {
    Index width = 0;
    for (Index r = first; r < std::min(a.rows, first + SlicedEll<T>::slice_rows); ++r)
      width = std::max(width, a.length(r));
    places += std::int64_t{width} * SlicedEll<T>::slice_rows;
  }
  return places;
}

/// The rows for its other formats: sliced ELL if at most half of its slots are padding, and coordinates.
template <typename T>
void measure_cusparse_formats(tutorial::Program& program, const SpmvInput<T>& product, Vectors<T> on_device,
                              DeviceCsr<T>& a, const SpmvOptions& options) {
  if (!no_cusparse(product, options).empty()) return;  // measure_cusparse_csr says why
  if (sliced_ell_places(product.a) > 2 * product.a.count()) {
    program.left_out("cuSPARSE, sliced ELL", "more than half of it would be padding");
  } else {
    const SlicedEll<T> host(product.a);
    tutorial::DeviceBuffer<Index> slice_start(host.slice_start);
    tutorial::DeviceBuffer<Index> col(host.col);
    tutorial::DeviceBuffer<T> value(host.value);
    measure_cusparse(program, product, on_device, "sliced ELL", CUSPARSE_SPMV_SELL_ALG1,
                     [&](cusparseSpMatDescr_t* matrix, cudaDataType type) {
                       return cusparseCreateSlicedEll(
                           matrix, product.a.rows, product.a.cols, product.a.count(),
                           static_cast<std::int64_t>(col.size()), SlicedEll<T>::slice_rows,
                           slice_start.data(), col.data(), value.data(), CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type);
                     });
  }
  std::vector<Index> row_of;
  row_of.reserve(product.a.col.size());
  for (Index r = 0; r < product.a.rows; ++r)
    row_of.insert(row_of.end(), static_cast<std::size_t>(product.a.length(r)), r);
  tutorial::DeviceBuffer<Index> row(row_of);
  measure_cusparse(program, product, on_device, "COO algorithm 1", CUSPARSE_SPMV_COO_ALG1,
                   [&](cusparseSpMatDescr_t* matrix, cudaDataType type) {
                     return cusparseCreateCoo(matrix, product.a.rows, product.a.cols, product.a.count(),
                                              row.data(), a.col.data(), a.value.data(), CUSPARSE_INDEX_32I,
                                              CUSPARSE_INDEX_BASE_ZERO, type);
                   });
}

#else

template <typename T>
void measure_cusparse_csr(tutorial::Program& program, const SpmvInput<T>&, Vectors<T>, DeviceCsr<T>&,
                          const SpmvOptions&) {
  program.left_out("cuSPARSE", "the library is not part of this build");
}
template <typename T, typename Blocks>
void measure_cusparse_blocks(tutorial::Program& program, const SpmvInput<T>&, Vectors<T>, Blocks&,
                             const SpmvOptions&) {
  program.left_out("cuSPARSE, BSR", "the library is not part of this build");
}
template <typename T>
void measure_cusparse_formats(tutorial::Program&, const SpmvInput<T>&, Vectors<T>, DeviceCsr<T>&,
                              const SpmvOptions&) {}

#endif

}  // namespace ch06
