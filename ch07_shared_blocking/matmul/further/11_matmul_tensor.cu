// matmul_tensor: can tensor cores multiply floats and lose no more digits than floats do?
// Step     tensor cores
// Before   matmul_fitted is close to the limit of float multiply-adds. Tensor cores are an order of magnitude faster, but a
//          factor has only 11 binary digits there, as fp16 or as TF32; a float has 24.
// Change   A float is split into two fp16 numbers, high + low / 2048, and a product into three that tensor cores compute
//          exactly:
//
//              a b  =  high high'  +  (high low' + low high') / 2048  +  low low' / 2048^2
//                        exact             exact                         left out: 2^-22 of a b
//
//          A tensor core truncates its sums, where a multiply-add rounds. So it never adds more than 16 terms; after that
//          the sum continues in float, rounded. That is k / 16 roundings instead of k. halves.hpp has the bound.
//
//          fp16 has few exponents. Both matrices are first multiplied by a power of two, so that their largest elements
//          come close to the largest fp16 number. If another element is then too small to keep its digits, or if k is
//          short, another kernel computes in float. The host is not involved: all kernels read the sizes that were found.
//
//          The splitting writes the fp16 numbers in the order in which a lane needs them: 16x16 elements are a fragment of
//          twice 512 bytes, and a lane loads its part of each with one load.
// Expect   Three products of 16x8x16 replace 2048 multiply-adds. If instructions of this form reach half of the tensor
//          cores' peak, 990 TFLOP/s on an H200, that is 165 TFLOP/s; joining the sums in float takes 8 instructions per 3,
//          and the splitting passes over both matrices twice. We expect 1.6 to 3 times the speed of float.
//          - It is 1.6 to 3 times as fast as matmul_fitted (before measuring).
//          - It is 1.6 to 3 times as fast as "cuBLAS" (before measuring).
//          - At 8192 x 8192 x 8192, it is 1.8 to 3.2 times as fast as "cuBLAS" (before measuring). Missed: Just below.
//            As at 4096 it is close to the lower end: instructions of this form reach less than the half of the
//            peak that we had assumed.
// Run      ./tutorial run matmul_tensor -- --m 4096 --n 4096 --k 4096
// See      ./tutorial explain matmul_tensor
// Source   [Ootomo]

#include <algorithm>
#include <string>
#include <vector>

#include "matmul/further/split_pieces.cuh"
#include "matmul/further/tensor_rows.hpp"
#include "matmul/further/tile_copies.cuh"
#include "matmul/problem_on_device.hpp"
#include "tutorial/occupancy.hpp"

using namespace matmul::pieces;
using matmul::Sizes;
using matmul::store_two;

constexpr int stages = 4;  // steps of 16 terms: one in use, the others in flight

// The tile of a block of 2x4 warps, each of warp_pieces x warp_pieces pieces. Small ones are for products of few tiles.
template <int warp_pieces_>
struct Tile {
  static constexpr int warp_pieces = warp_pieces_;
  static constexpr int across = 4;  // warps
  static constexpr int row_pieces = 2 * warp_pieces;
  static constexpr int col_pieces = across * warp_pieces;
  static constexpr int height = row_pieces * piece;
  static constexpr int width = col_pieces * piece;
  static constexpr int stage_words = (row_pieces + col_pieces) * piece_words;
  static constexpr int shared_bytes = stages * stage_words * static_cast<int>(sizeof(uint4));
  static constexpr int at_a_time = warp_pieces == 4 ? 1 : 2;  // blocks per SM
};

// [multiply] [change]
// Adds the product of 16 rows and 8 columns, of 16 terms each, to `start`. Lane 4 r + q holds of row r (x, z) and row r + 8
// (y, w), and of column r, the terms 2 q and 2 q + 1 (x; y of the rows), and those 8 behind (z, w; y of the columns); of the
// sums, columns 2 q and 2 q + 1 of row r (x, y) and of row r + 8 (z, w).
__device__ float4 multiply(uint4 rows, uint2 columns, float4 start) {
  float4 sum = start;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, "
      "%11, %12, "
      "%13};"
      : "=f"(sum.x), "=f"(sum.y), "=f"(sum.z), "=f"(sum.w)
      : "r"(rows.x), "r"(rows.y), "r"(rows.z), "r"(rows.w), "r"(columns.x), "r"(columns.y), "f"(start.x),
        "f"(start.y), "f"(start.z), "f"(start.w));
#else
  // No such tensor core: values come from the four lanes of a row and the eight of a column.
  const auto both = [](unsigned near, unsigned far) {
    return static_cast<unsigned long long>(far) << 32 | near;
  };
  const auto value = [](unsigned long long four, int i) {
    return __half2float(__ushort_as_half(static_cast<unsigned short>(four >> 16 * i & 0xffffu)));
  };
  const auto add = [&](float& to, unsigned long long row, unsigned long long column) {
    for (int i = 0; i < 4; ++i) to = fmaf(value(row, i), value(column, i), to);
  };
  const int lane = threadIdx.x % 32;
  const unsigned long long of_upper = both(rows.x, rows.z), of_lower = both(rows.y, rows.w);
  const unsigned long long of_column = both(columns.x, columns.y);
  for (int q = 0; q < 4; ++q) {
    const unsigned long long upper = __shfl_sync(0xffffffffu, of_upper, lane / 4 * 4 + q);
    const unsigned long long lower = __shfl_sync(0xffffffffu, of_lower, lane / 4 * 4 + q);
    const unsigned long long left = __shfl_sync(0xffffffffu, of_column, lane % 4 * 8 + q);
    const unsigned long long right = __shfl_sync(0xffffffffu, of_column, lane % 4 * 8 + 4 + q);
    add(sum.x, upper, left);
    add(sum.y, upper, right);
    add(sum.z, lower, left);
    add(sum.w, lower, right);
  }
#endif
  return sum;
}
// [multiply] [change]

// [join] [change]
// Adds the three products of 16 terms, small ones first, to the sums so far, in floats.
__device__ void multiply_halves(float4& sum, uint4 high, uint4 low, uint2 column_high, uint2 column_low) {
  const float4 exact = multiply(high, column_high, {0, 0, 0, 0});
  const float4 small = multiply(high, column_low, multiply(low, column_high, {0, 0, 0, 0}));
  sum.x += fmaf(small.x, 1.0f / 2048, exact.x);
  sum.y += fmaf(small.y, 1.0f / 2048, exact.y);
  sum.z += fmaf(small.z, 1.0f / 2048, exact.z);
  sum.w += fmaf(small.w, 1.0f / 2048, exact.w);
}
// [join] [change]

// [kernel] [change]
// C from the pieces of A and B, of whose terms there are `steps` times 16. A block for each tile.
template <typename Tile>
__global__ void __launch_bounds__(block_size, Tile::at_a_time)
    matmul_tensor(const uint4* a, const uint4* b, float* c, unsigned m, unsigned n, unsigned steps,
                  const Sizes* sizes) {
  constexpr int warp_pieces = Tile::warp_pieces;
  extern __shared__ __align__(16) unsigned char bytes[];
  uint4* memory = reinterpret_cast<uint4*>(bytes);
  const unsigned lane = threadIdx.x % 32;
  const unsigned down = threadIdx.x / 32 / Tile::across * warp_pieces;    // the warp's first piece of rows
  const unsigned across = threadIdx.x / 32 % Tile::across * warp_pieces;  // and of columns
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * Tile::height;
  const unsigned first_col = blockIdx.x * Tile::width;
  if (first_row >= m || first_col >= n || !fits_halves(sizes)) return;
  const bool outside = first_row + down * piece >= m || first_col + across * piece >= n;

  // Four pieces with each round of copies. After the last step nothing is copied, but the group is counted.
  constexpr int round = block_size / piece_words;
  const std::size_t line_words = std::size_t{steps} * piece_words;
  const unsigned line = threadIdx.x / piece_words;
  const uint4* a_from = a + (first_row / piece + line) * line_words + threadIdx.x % piece_words;
  const uint4* b_from = b + (first_col / piece + line) * line_words + threadIdx.x % piece_words;
  const auto copy = [&](unsigned step) {
    uint4* to = memory + step % stages * Tile::stage_words + threadIdx.x;
    if (step < steps) {
#pragma unroll
      for (int i = 0; i < Tile::row_pieces; i += round) {
        __pipeline_memcpy_async(to + i * piece_words, a_from + i * line_words, sizeof(uint4));
      }
#pragma unroll
      for (int i = 0; i < Tile::col_pieces; i += round) {
        __pipeline_memcpy_async(to + (Tile::row_pieces + i) * piece_words, b_from + i * line_words,
                                sizeof(uint4));
      }
      a_from += piece_words;
      b_from += piece_words;
    }
    __pipeline_commit();
  };
  for (unsigned step = 0; step < stages - 1; ++step) copy(step);

  float4 sum[warp_pieces][warp_pieces][2] = {};
  for (unsigned step = 0; step < steps; ++step) {
    __pipeline_wait_prior(stages - 2);
    __syncthreads();  // this step has arrived, and no thread still computes with the previous one
    copy(step + stages - 1);
    if (outside) continue;
    const uint4* rows = memory + step % stages * Tile::stage_words + down * piece_words + lane;
    const uint4* cols = rows + (Tile::row_pieces - down + across) * piece_words;
    uint4 high[warp_pieces], low[warp_pieces];
#pragma unroll
    for (int i = 0; i < warp_pieces; ++i) {
      high[i] = rows[i * piece_words];
      low[i] = rows[i * piece_words + 32];
    }
#pragma unroll
    for (int j = 0; j < warp_pieces; ++j) {
      const uint4 col_high = cols[j * piece_words];
      const uint4 col_low = cols[j * piece_words + 32];
#pragma unroll
      for (int i = 0; i < warp_pieces; ++i) {
        // Lines r are the first 8 columns of the piece, lines r + 8 the others.
        multiply_halves(sum[i][j][0], high[i], low[i], {col_high.x, col_high.z}, {col_low.x, col_low.z});
        multiply_halves(sum[i][j][1], high[i], low[i], {col_high.y, col_high.w}, {col_low.y, col_low.w});
      }
    }
  }

  const int shift = -matmul::shift_of(sizes[0]) - matmul::shift_of(sizes[1]);
#pragma unroll
  for (int i = 0; i < warp_pieces; ++i) {
#pragma unroll
    for (int j = 0; j < 2 * warp_pieces; ++j) {
      const float4 four = sum[i][j / 2][j % 2];
      const unsigned row = first_row + (down + i) * piece + lane / 4;
      const unsigned col = first_col + across * piece + j * 8 + lane % 4 * 2;
      store_two(c, row, col, m, n, ldexpf(four.x, shift), ldexpf(four.y, shift));
      store_two(c, row + 8, col, m, n, ldexpf(four.z, shift), ldexpf(four.w, shift));
    }
  }
}
// [kernel] [change]

// [floats] [change]
// The product in float, for factors that fp16 cannot represent, or if no sizes are given.
constexpr int plain_tile = 64;
constexpr int plain_depth = 8;
constexpr int plain_block = 64;  // 8x8 threads, 8x8 elements of C each
__global__ void __launch_bounds__(plain_block)
    matmul_plain(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k,
                 const Sizes* sizes) {
  using Copies = matmul::TileCopies<false, plain_tile, plain_tile, plain_depth, plain_block>;
  __shared__ typename Copies::ATile a_tile;
  __shared__ typename Copies::BTile b_tile;
  if (sizes != nullptr && fits_halves(sizes)) return;
  const unsigned x = threadIdx.x % 8;
  const unsigned y = threadIdx.x / 8;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * plain_tile;
  const unsigned first_col = blockIdx.x * plain_tile;
  if (first_row >= m || first_col >= n) return;

  Copies copies(a, b, first_row, first_col, m, n, k);
  float sum[8][8] = {};
  for (unsigned first = 0; first < k; first += plain_depth) {
    copies.start(a_tile, b_tile);
    __pipeline_wait_prior(0);
    __syncthreads();  // the tiles are full
#pragma unroll
    for (int term = 0; term < plain_depth; ++term) {
#pragma unroll
      for (int i = 0; i < 8; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] += a_tile[term][y + 8 * i] * b_tile[term][x + 8 * j];
      }
    }
    __syncthreads();  // they may be overwritten
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const unsigned row = first_row + y + 8 * i;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      const unsigned col = first_col + x + 8 * j;
      if (row < m && col < n) c[std::size_t{row} * n + col] = sum[i][j];
    }
  }
}
// [floats] [change]

template <typename Tile>
void run(tutorial::Program& program, matmul::Problem& problem, const matmul::Factors& factors) {
  const matmul::Shape shape = problem.shape;
  const bool splits =
      shape.k >= matmul::least_terms && shape.m > 0 && shape.n > 0 &&
      tutorial::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) >= Tile::shared_bytes;
  const unsigned steps = splits ? tutorial::blocks_for(shape.k, piece) : 0;
  Pieces a({problem.a.data(), static_cast<unsigned>(shape.m), static_cast<unsigned>(shape.k),
            static_cast<std::size_t>(shape.k), 1},
           steps, Tile::row_pieces);
  Pieces b({problem.b.data(), static_cast<unsigned>(shape.n), static_cast<unsigned>(shape.k), 1,
            static_cast<std::size_t>(shape.n)},
           steps, Tile::col_pieces);
  tutorial::DeviceBuffer<Sizes> sizes(std::vector<Sizes>(2));
  if (splits) {
    CUDA_CHECK(cudaFuncSetAttribute(matmul_tensor<Tile>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    Tile::shared_bytes));
  }
  const auto most = static_cast<std::int64_t>(std::max(problem.a.size(), problem.b.size()));
  const dim3 find_grid(
      std::min(tutorial::blocks_for(most, block_size), tutorial::resident_blocks(find_sizes, block_size)), 2);
  const auto multiply = [&] {
    if (splits) {
      CUDA_CHECK(cudaMemsetAsync(sizes.data(), 0, sizes.bytes()));
      find_sizes<<<find_grid, block_size>>>(problem.a.data(), problem.a.size(), problem.b.data(),
                                            problem.b.size(), sizes.data());
      CUDA_CHECK_LAUNCH();
      a.launch(sizes.data(), 0);
      b.launch(sizes.data(), 1);
      matmul_tensor<Tile><<<tutorial::tile_grid(shape.m, shape.n, Tile::width, Tile::height), block_size,
                            Tile::shared_bytes>>>(a.data(), b.data(), problem.c.data(), shape.m, shape.n,
                                                  steps, sizes.data());
      CUDA_CHECK_LAUNCH();
    }
    matmul_plain<<<tutorial::tile_grid(shape.m, shape.n, plain_tile, plain_tile), plain_block>>>(
        problem.a.data(), problem.b.data(), problem.c.data(), shape.m, shape.n, shape.k,
        splits ? sizes.data() : nullptr);
    CUDA_CHECK_LAUNCH();
  };
  matmul::measure_with_errors(program, problem, factors, "three fp16 products, or float", multiply, [&] {
    const std::vector<Sizes> found = sizes.to_host();
    const bool tensor = splits && matmul::fits_halves(found[0]) && matmul::fits_halves(found[1]);
    return tensor ? "matmul_tensor, with tensor cores" : "matmul_tensor, in floats";
  });
}

void run(tutorial::Program& program, const matmul::Options& options, const std::string& tile) {
  using Large = Tile<4>;
  using Small = Tile<2>;
  matmul::Problem problem(options, program.seed());
  const matmul::Factors factors = matmul::make_data(problem.shape, options.data, program.seed());
  // At least half as many as SMs: a large tile takes less time than two small ones.
  const double tiles = static_cast<double>(problem.shape.m) * static_cast<double>(problem.shape.n) /
                       (Large::height * Large::width);
  if (tile == "fitted" ? 2 * tiles >= tutorial::multiprocessors() : tile == "128x256") {
    run<Large>(program, problem, factors);
  } else {
    run<Small>(program, problem, factors);
  }
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  std::string tile;
  matmul::add_options(program, options);
  program.choice("--tile", tile, "rows and columns of C a block; fitted: the large one where there are many",
                 {"fitted", "128x256", "64x128"});
  return program.run(argc, argv, [&] { run(program, options, tile); });
}
