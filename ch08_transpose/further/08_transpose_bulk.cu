// transpose_bulk: what do TMA copies (bulk tensor copies) gain over loading the tile by threads?
// Step     TMA tile copies
// Before   In transpose_lines all threads of a block load their part of the tile into registers and store it into
//          shared memory. Data in flight occupy registers, and a thread computes an address for each load.
// Change   One thread requests the whole tile. A unit of the SM, the Tensor Memory Accelerator (TMA), knows the matrix
//          by its tensor map, computes the addresses, and writes into shared memory. Data in flight need no registers.
//          An mbarrier counts the bytes, and all threads wait for it. Elements outside the matrix arrive as 0.
//
//          The TMA cannot pad a tile, but it can swizzle: in row r, of 128 bytes, the 16-byte chunk in slot p goes to
//          slot p ^ (r % 8). A lane reads such a chunk, four columns of its row at a time:
//
//              flat                              swizzled
//              row 0   0 1 2 3 4 5 6 7           row 0   0 1 2 3 4 5 6 7
//              row 1   0 1 2 3 4 5 6 7           row 1   1 0 3 2 5 4 7 6
//              row 2   0 1 2 3 4 5 6 7           row 2   2 3 0 1 6 7 4 5
//                      ^ eight lanes meet                ^ each its own four banks
//
//          The four elements go to four rows of the output, next to those of the neighboring lanes.
//
//          Blocks can also be persistent: as many blocks as the device holds, each with two tiles in shared memory, one
//          in use and one in flight.
//
// Expect   The same bytes from and to memory, so at best the time of transpose_lines, which is close to a copy at
//          8192x8192: a tie. In the flat tile eight lanes conflict in one bank; its reads take eight times as long,
//          which is still less than memory takes, and cost a tenth. Persistent blocks gain nothing: an SM has four
//          blocks, and while one writes, others are already waiting for memory.
//          - At 8192 x 8192, it is as fast as transpose_lines (before measuring).
//          - At 8192 x 8192, "TMA copies, flat tile" is slower than "TMA copies, swizzled tile" (before measuring).
//            Missed on the H100: Its memory is slower by a third, which hides the cost of reading the flat tile.
//          - At 8192 x 8192, "TMA copies, two tiles per persistent block" is as fast as "TMA copies, swizzled tile"
//            (before measuring). Missed: Its tiles are assigned in advance, so a block that falls behind keeps its
//            share, and blocks end up at distant tiles. A prototype outside this tree, in which a block took its
//            next tile by a ticket, removed most of the loss, and gained nothing.
// Run      ./tutorial run transpose_bulk -- --rows 8192 --cols 8192
// See      ./tutorial explain transpose_bulk
// Source   ours; the instructions: PTX ISA, cp.async.bulk.tensor

#include <algorithm>

#include "further/transpose_lines.cuh"
#include "tutorial/tensor_map.hpp"

#if TUTORIAL_HAS_TENSOR_MAPS

constexpr unsigned threads = 512;
constexpr unsigned tile_size = 64;

// A tile is several boxes side by side, each as wide as a swizzled row can be.
template <typename T>
constexpr unsigned box_cols = 128 / sizeof(T);
template <typename T>
constexpr unsigned tile_bytes = tile_size* tile_size * sizeof(T);

// [kernel]
// cols is a multiple of 16 bytes. Tiles are numbered down the columns of the matrix.
template <bool swizzled, unsigned stages, typename T>
__global__ void __launch_bounds__(threads)
    transpose_bulk(const __grid_constant__ CUtensorMap map, T* out, unsigned rows, unsigned cols,
                   unsigned tile_rows, unsigned tiles) {
#if TUTORIAL_HOPPER_CODE
  namespace ptx = cuda::ptx;
  using V = typename ch08::Vector<T>::type;
  constexpr unsigned width = ch08::Vector<T>::width;
  constexpr unsigned bytes = tile_bytes<T>;
  extern __shared__ __align__(1024) unsigned char memory[];
  __shared__ std::uint64_t full[stages];
  T* const staged = reinterpret_cast<T*>(memory);

  if (threadIdx.x == 0) {
    for (unsigned stage = 0; stage < stages; ++stage) ptx::mbarrier_init(&full[stage], 1);
    ptx::fence_proxy_async(ptx::space_shared);  // the TMA unit, too, sees it
  }
  __syncthreads();

  const auto load = [&](unsigned tile, unsigned stage) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage], bytes);
    for (unsigned x = 0; x < tile_size; x += box_cols<T>) {
      const std::int32_t from[] = {static_cast<std::int32_t>(tile / tile_rows * tile_size + x),
                                   static_cast<std::int32_t>(tile % tile_rows * tile_size)};
      T* to = staged + (stage * tile_size + x) * tile_size;
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, &map, from, &full[stage]);
    }
  };
  if (threadIdx.x == 0) {
    unsigned tile = blockIdx.x;
    for (unsigned stage = 0; stage < stages && tile < tiles; ++stage, tile += gridDim.x) load(tile, stage);
  }

  const unsigned y = threadIdx.x % tile_size;
  unsigned stage = 0;
  unsigned phase = 0;
  for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    while (!ptx::mbarrier_try_wait_parity(&full[stage], phase)) {
    }

    const unsigned row = tile % tile_rows * tile_size + y;
#pragma unroll
    for (unsigned x = threadIdx.x / tile_size * width; x < tile_size; x += threads / tile_size * width) {
      const unsigned piece = x % box_cols<T> / width;
      const unsigned place = swizzled ? piece ^ y % 8 : piece;
      const T* box = staged + (stage * tile_size + x / box_cols<T> * box_cols<T>)*tile_size;
      const V held = *reinterpret_cast<const V*>(box + y * box_cols<T> + place * width);
      const unsigned col = tile / tile_rows * tile_size + x;
      if (row < rows && col < cols) {
        T* to = out + std::size_t{col} * rows + row;
#pragma unroll
        for (unsigned k = 0; k < width; ++k, to += rows) *to = reinterpret_cast<const T*>(&held)[k];
      }
    }

    const unsigned next = tile + stages * gridDim.x;
    if (next < tiles) {
      __syncthreads();  // all have read the tile
      if (threadIdx.x == 0) load(next, stage);
    }
    if (++stage == stages) {
      stage = 0;
      phase ^= 1;
    }
  }
#endif
}
// [kernel]

template <bool swizzled, unsigned stages, typename T>
void measure(tutorial::Program& program, ch08::Problem<T>& matrix, const std::string& variant) {
  const std::int64_t rows = matrix.shape.rows;
  const std::int64_t cols = matrix.shape.cols;
  const auto kernel = transpose_bulk<swizzled, stages, T>;
  constexpr unsigned bytes = stages * tile_bytes<T>;
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  const CUtensorMap map = tutorial::tensor_map(
      matrix.in.data(), rows, cols, tile_size, box_cols<T>,
      swizzled ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
  const unsigned tile_rows = tutorial::blocks_for(rows, tile_size);
  const unsigned tiles =
      tutorial::blocks_for(std::int64_t{tile_rows} * tutorial::blocks_for(cols, tile_size), 1);
  const unsigned blocks =
      stages == 1 ? tiles : std::min(tiles, tutorial::resident_blocks(kernel, threads, bytes));

  matrix.out.poison();
  program.measure(
      matrix.row(variant),
      [&] {
        kernel<<<blocks, threads, bytes>>>(map, matrix.out.data(), rows, cols, tile_rows, tiles);
        CUDA_CHECK_LAUNCH();
      },
      [&] { return matrix.check_transposed(); });
}

#endif

template <typename T>
void run(tutorial::Program& program, const ch08::Shape& shape) {
  ch08::Problem<T> matrix(shape, program.seed());
  matrix.out.poison();
  program.measure(
      matrix.row("tiles loaded by threads"), [&] { ch08::lines::launch(matrix); },
      [&] { return matrix.check_transposed(); });

  std::string why_not = tutorial::no_tensor_maps();
  if (shape.count() == 0) why_not = "a tensor map has no side without elements";
  if (shape.cols % ch08::Vector<T>::width != 0) why_not = "the length of a row is no multiple of 16 bytes";
  if (!why_not.empty()) {
    program.left_out("bulk tensor copies", why_not);
    return;
  }
#if TUTORIAL_HAS_TENSOR_MAPS
  measure<false, 1>(program, matrix, "TMA copies, flat tile");
  measure<true, 1>(program, matrix, "TMA copies, swizzled tile");
  measure<true, 2>(program, matrix, "TMA copies, two tiles per persistent block");
#endif
}

int main(int argc, char** argv) {
  tutorial::Program program;
  ch08::Shape shape;
  ch08::add_shape(program, shape);
  return program.run<float, double>(argc, argv, [&](auto zero) { run<decltype(zero)>(program, shape); });
}
