#pragma once

#include "sparse/cusparse_spmv.hpp"

#if TUTORIAL_HAS_CUSPARSE
#include "sparse/further/blocks.hpp"
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
