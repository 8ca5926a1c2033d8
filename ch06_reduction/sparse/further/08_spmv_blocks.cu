// spmv_blocks: what if the entries form small full blocks?
// Step     small full blocks
// Before   Compressed rows store the column of each entry: half of a float matrix is column numbers. Matrices with several
//          unknowns per node, or from higher-order meshes, have full blocks: eight rows with the same columns, and those
//          adjacent. The rows repeat what one number could express.
// Change   Blocks of 8x8 are stored whole (block compressed rows, BSR), with one column number each. A warp takes a row of
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

#include "sparse/further/cusparse_formats.hpp"
#include "sparse/further/spmv_blocks.cuh"
#include "sparse/spmv.hpp"

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
