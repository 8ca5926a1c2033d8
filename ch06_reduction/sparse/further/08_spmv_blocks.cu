// spmv_blocks: what if the entries form small full blocks?
// Step     small full blocks
// Before   Compressed rows store the column of each entry: half of a float matrix is column numbers. Matrices with several
//          unknowns per node, or from higher-order meshes, have full blocks: eight rows with the same columns, and those
//          adjacent. The rows repeat what one number could express.
// Change   Blocks of 8 x 8 are stored whole (block compressed rows, BSR), with one column number each. A warp takes a row of
//          blocks. A lane loads 16 bytes of a block's row and the corresponding 16 bytes of x, for several blocks before it
//          uses the first:
//
//              block, float    row 0   0 0 0 0 1 1 1 1       lanes 0 and 1 take row 0, lanes 16 to 31 the next block
//                              row 1   2 2 2 2 3 3 3 3       at the end shuffles add up the lanes of a row
//                              ...
//              double          row 0   0 0 1 1 2 2 3 3       one block per warp
//
//          The host finds the blocks once. A block that is not full contains zeros, and all of them are read; if that would
//          be more than eight times the entries, we refuse.
//
// Expect   Full blocks: 64 values and one number, 260 bytes for 64 entries instead of 512, so half the time of any kernel
//          that reads compressed rows at the same rate; x comes in whole sectors. The loads of values are 512 contiguous
//          bytes per warp: we expect at least 1.5 times cuSPARSE. There are no carries, no shared memory and no barrier.
//          But a row of blocks that is a thousand times longer than the others keeps one warp busy when all others have
//          finished.
//          - At blocks, 2096704 rows, it is at least 1.5 times as fast as spmv_streamed (before measuring).
// Run      ./tutorial run spmv_blocks -- --grid 1448 --data blocks
// See      ./tutorial explain spmv_blocks -- --data blocks
// Source   Bell and Garland, NVR-2008-004 (formats for structure); Williams et al., SC 2007 (register blocks)

#include "sparse/cusparse_spmv.hpp"
#include "sparse/further/blocks.hpp"
#include "sparse/spmv.hpp"
#include "words.cuh"

// [change]
// [repeated]
// [kernel]
// The word of x that starts at `first`, with zeros instead of elements past its end.
template <typename T>
__device__ typename ch06::Vector<T>::type word_of(const T* x, ch06::Index first, ch06::Index cols) {
  using Word = typename ch06::Vector<T>::type;
  constexpr int size = sizeof(Word) / sizeof(T);
  if (first + size <= cols) return *reinterpret_cast<const Word*>(x + first);
  Word word{};
#pragma unroll
  for (int k = 0; k < size; ++k) {
    if (first + k < cols) reinterpret_cast<T*>(&word)[k] = x[first + k];
  }
  return word;
}

// y = A x for `block_rows` rows of blocks, a warp each. blockDim.x is a multiple of 32.
template <typename T>
__global__ void spmv_blocks(ch06::Index rows, ch06::Index cols, ch06::Index block_rows,
                            const ch06::Index* row_start, const ch06::Index* block_col, const T* value,
                            const T* x, T* y) {
  using Word = typename ch06::Vector<T>::type;
  constexpr int side = ch06::block_side;
  constexpr int word = sizeof(Word) / sizeof(T);              // elements of a lane
  constexpr int row_lanes = side / word;                      // lanes of a block's row
  constexpr int block_lanes = side * row_lanes;               // of a block
  constexpr int at_once = tutorial::warp_size / block_lanes;  // blocks
  constexpr int in_flight = 2;

  const std::int64_t row = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / tutorial::warp_size;
  if (row >= block_rows) return;
  const int lane = threadIdx.x % tutorial::warp_size;
  const int own = lane % block_lanes;  // word of a block
  const std::int64_t end = row_start[row + 1];

  T sum = 0;
  for (std::int64_t first = row_start[row] + lane / block_lanes; first < end; first += in_flight * at_once) {
    Word factor[in_flight];
    ch06::Index c[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      const std::int64_t block = first + k * at_once;
      if (block < end) {
        c[k] = block_col[block] * side + own % row_lanes * word;
        factor[k] = __ldcs(reinterpret_cast<const Word*>(value) + block * block_lanes + own);
      }
    }
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      if (first + k * at_once < end) sum += ch06::Vector<T>::dot(factor[k], word_of(x, c[k], cols));
    }
  }
  for (int offset = 1; offset < row_lanes; offset *= 2) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, offset);
  for (int offset = block_lanes; offset < tutorial::warp_size; offset *= 2)
    sum += __shfl_xor_sync(0xFFFFFFFFu, sum, offset);
  const std::int64_t own_row = row * side + own / row_lanes;
  if (lane < block_lanes && own % row_lanes == 0 && own_row < rows) y[own_row] = sum;
}
// [kernel]
// [repeated]
// [change]

template <typename T>
void run(tutorial::Program& program, const ch06::SpmvOptions& options) {
  ch06::Spmv<T> product(options, program.seed());
  ch06::DeviceBlocks<T> blocks(ch06::to_blocks(product.a));
  const unsigned grid =
      tutorial::blocks_for(std::int64_t{tutorial::warp_size} * blocks.rows, program.block());

  // The bytes are those of compressed rows, as in the rungs before; blocks are half of that, so the ceiling is no roof.
  tutorial::Case row = product.row(
      "blocks of 8 x 8, one warp per row of blocks, " + std::to_string(program.block()) + " threads",
      product.csr_bytes());
  row.ceiling = tutorial::Ceiling::none;

  product.y.poison();
  program.measure(
      row,
      [&] {
        // [launch]
        spmv_blocks<<<grid, program.block()>>>(product.a.rows, product.a.cols, blocks.rows,
                                               blocks.row_start.data(), blocks.col.data(),
                                               blocks.value.data(), product.x.data(), product.y.data());
        CUDA_CHECK_LAUNCH();
        // [launch]
      },
      [&] { return product.check(); });
  ch06::measure_cusparse_blocks(program, product, product.vectors(), blocks, options);
  product.explain(program);
  program.note("blocks: " + std::to_string(blocks.col.size()) + ", with " +
               std::to_string(product.a.count()) + " entries in " + std::to_string(blocks.value.size()) +
               " places");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch06::SpmvOptions options;
  ch06::add_spmv_options(program, options);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, options); });
}
