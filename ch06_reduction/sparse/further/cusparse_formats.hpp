#pragma once

#include "sparse/cusparse_spmv.hpp"

#if TUTORIAL_HAS_CUSPARSE
#include "sparse/further/blocks.hpp"
#include "sparse/further/sliced_ell.hpp"
#endif

/// cuSPARSE's products in its other formats: blocks, slices and coordinates.
namespace ch06 {

#if TUTORIAL_HAS_CUSPARSE

/// The row for blocks of 8x8 (BSR), on the arrays that spmv_blocks reads.
template <typename T>
void measure_cusparse_blocks(tutorial::Program& program, const SpmvInput<T>& product, Vectors<T> on_device,
                             DeviceBlocks<T>& blocks, const SpmvOptions& options) {
#if CUSPARSE_VERSION >= 12600  // CUDA 13.0; before it cusparseSpMV has no BSR
  if (const std::string why = no_cusparse(product, options); !why.empty())
    return program.left_out("cuSPARSE, BSR", why);
  if (product.a.rows % block_side != 0 || product.a.cols % block_side != 0)
    return program.left_out("cuSPARSE, BSR", "it needs whole blocks of 8 x 8");
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

/// The row for sliced ELL, if at most half of its slots are padding: the slices of spmv_sliced, with its rows as they come.
template <typename T>
void measure_cusparse_sliced(tutorial::Program& program, const SpmvInput<T>& product, Vectors<T> on_device,
                             const SpmvOptions& options) {
  if (const std::string why = no_cusparse(product, options); !why.empty())
    return program.left_out("cuSPARSE, sliced ELL", why);
  const std::vector<Index> as_they_come = rows_by_length(product.a, 1);
  if (sliced_ell_slots(product.a, as_they_come) > 2 * product.a.count())
    return program.left_out("cuSPARSE, sliced ELL", "more than half of it would be padding");
  const SlicedEll<T> host(product.a, as_they_come);
  tutorial::DeviceBuffer<Index> slice_start(host.slice_start);
  tutorial::DeviceBuffer<Index> col(host.col);
  tutorial::DeviceBuffer<T> value(host.value);
  measure_cusparse(program, product, on_device, "sliced ELL", CUSPARSE_SPMV_SELL_ALG1,
                   [&](cusparseSpMatDescr_t* matrix, cudaDataType type) {
                     return cusparseCreateSlicedEll(matrix, product.a.rows, product.a.cols, product.a.count(),
                                                    static_cast<std::int64_t>(col.size()), slice_rows,
                                                    slice_start.data(), col.data(), value.data(),
                                                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                                    CUSPARSE_INDEX_BASE_ZERO, type);
                   });
}

/// The rows for its other formats: sliced ELL, and coordinates.
template <typename T>
void measure_cusparse_formats(tutorial::Program& program, const SpmvInput<T>& product, Vectors<T> on_device,
                              DeviceCsr<T>& a, const SpmvOptions& options) {
  if (!no_cusparse(product, options).empty()) return;  // measure_cusparse_csr says why
  measure_cusparse_sliced(program, product, on_device, options);
  tutorial::DeviceBuffer<Index> row(rows_of_entries(product.a));
  measure_cusparse(program, product, on_device, "COO algorithm 1", CUSPARSE_SPMV_COO_ALG1,
                   [&](cusparseSpMatDescr_t* matrix, cudaDataType type) {
                     return cusparseCreateCoo(matrix, product.a.rows, product.a.cols, product.a.count(),
                                              row.data(), a.col.data(), a.value.data(), CUSPARSE_INDEX_32I,
                                              CUSPARSE_INDEX_BASE_ZERO, type);
                   });
}

#else

template <typename T, typename Blocks>
void measure_cusparse_blocks(tutorial::Program& program, const SpmvInput<T>&, Vectors<T>, Blocks&,
                             const SpmvOptions&) {
  program.left_out("cuSPARSE, BSR", "the library is not part of this build");
}
template <typename T>
void measure_cusparse_sliced(tutorial::Program& program, const SpmvInput<T>&, Vectors<T>,
                             const SpmvOptions&) {
  program.left_out("cuSPARSE, sliced ELL", "the library is not part of this build");
}
template <typename T>
void measure_cusparse_formats(tutorial::Program&, const SpmvInput<T>&, Vectors<T>, DeviceCsr<T>&,
                              const SpmvOptions&) {}

#endif

}  // namespace ch06
