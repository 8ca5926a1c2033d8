// matmul_warpgroup: how fast are fp16 products with warp-group instructions?
// Step     warp groups
// Before   matmul_tensor reaches a quarter of what tensor cores could: an instruction of one warp, 16x8x16, needs four
//          registers of each factor, which the same warps load from shared memory. And if large terms cancel, its
//          largest error is twice that of float.
// Change   Four warps together start a product of 64x128x16, whose factors the tensor cores read from shared memory,
//          and continue. Two such groups multiply. A third copies: one of its threads starts TMA copies, whose bytes a
//          barrier in shared memory counts. Each stage has two barriers, full and empty, so no group waits for all others:
//
//              copies      wait empty | start copies -> full
//              group 0     wait full | multiply | empty | join |  wait full | multiply ..
//              group 1               wait full | multiply | empty | join |  ..
//
//          While one group adds its sums in float, every 64 terms, the other uses the tensor cores. Registers move from the
//          group that copies to those that multiply. Unsynchronized, both groups would start at the same time, share the
//          tensor cores, and add at the same time; so they start alternately.
//
//          The second variant adds what the two fp16 numbers lose (the last digit of every fourth element) and the product
//          of the low parts. Both are small and need few digits, so three FP8 products, at half the price, compute them.
// Expect   Three products at 990 TFLOP/s would be 330. A stand-alone trial reached 239 at 4096, and 211 with the splitting,
//          which here also looks for each part's largest element. The second variant does the work of 4 1/2 products: some
//          145. Its errors are below those of float, with cancelling data as well.
//          - It is 3.5 to 4.6 times as fast as "cuBLAS" (before measuring).
//          - At 8192 x 8192 x 8192, it is 3.2 to 4.4 times as fast as "cuBLAS" (before measuring).
// Measured - It is 1.8 to 2.6 times as fast as matmul_tensor (after measuring).
//          - "and what fp16 loses" is 2.8 to 3.2 times as fast as "cuBLAS" (after measuring). Missed on the H100:
//            Found on an H200. The H100, with the same SMs, is slower by a tenth; its clock was not read at the
//            time.
// Run      ./tutorial run matmul_warpgroup -- --m 4096 --n 4096 --k 4096
// Source   [Ootomo]: splitting into fp16, and which terms are left out

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "matmul/further/split_parts.cuh"
#include "matmul/further/tensor_rows.hpp"
#include "matmul/problem_on_device.hpp"
#include "tutorial/device_attribute.hpp"
#include "tutorial/occupancy.hpp"
#include "tutorial/warp_group.cuh"

using namespace matmul::parts;
using matmul::Sizes;

// A product in floats.
struct FloatProduct {
  const float* a;
  const float* b;
  float* c;
  unsigned m, n, k;
};

// The product in float, for factors that fp16 cannot represent. A block may have more threads than it uses.
constexpr int plain_side = 16;
constexpr int plain_threads = plain_side * plain_side;
__device__ void multiply_in_floats(const FloatProduct& product) {
  __shared__ float a_tile[plain_side][plain_side + 1];
  __shared__ float b_tile[plain_side][plain_side];
  const auto [a, b, c, m, n, k] = product;
  const bool takes_part = threadIdx.x < plain_threads;
  const unsigned x = threadIdx.x % plain_side, y = threadIdx.x / plain_side % plain_side;
  const unsigned tile_cols = (n + plain_side - 1) / plain_side;
  const unsigned tiles = (m + plain_side - 1) / plain_side * tile_cols;
  for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const unsigned row = tile / tile_cols * plain_side + y;
    const unsigned col = tile % tile_cols * plain_side + x;
    float sum = 0;
    for (unsigned first = 0; first < k; first += plain_side) {
      if (takes_part) {
        a_tile[y][x] = row < m && first + x < k ? a[std::size_t{row} * k + first + x] : 0;
        b_tile[y][x] = col < n && first + y < k ? b[std::size_t{first + y} * n + col] : 0;
      }
      __syncthreads();  // the tiles are full
#pragma unroll
      for (int term = 0; term < plain_side; ++term) sum += a_tile[y][term] * b_tile[term][x];
      __syncthreads();  // they may be overwritten
    }
    if (takes_part && row < m && col < n) c[std::size_t{row} * n + col] = sum;
  }
}

#if TUTORIAL_HAS_SM_90A
using namespace tutorial;
using matmul::store_two;

// What a kernel multiplies.
struct PartsProduct {
  Parts a;
  Parts b;
  FloatProduct floats;
  const Sizes* sizes;  // if they do not fit, the product is one of floats
};

// The i-th two columns of 16 bytes of a part that starts `part` bytes after the start of a matrix.
__device__ std::uint64_t columns_at(std::uint64_t matrix, unsigned part, int i) {
  return matrix + (part + i * 2 * column_bytes) / 16;
}

// [step] [change]
// Starts the products of 64 terms, of a warp group's 64 rows and 128 columns: in `large` those of high parts, in `small` those with a
// low part, which are 2048 times too large. They are added to `small` if it goes on.
__device__ void start_halves_of_step(GroupSums& large, GroupSums& small, std::uint64_t rows,
                                     std::uint64_t columns, bool goes_on) {
#pragma unroll
  for (int i = 0; i < part_terms / 16; ++i) {
    start_halves(small, columns_at(rows, 0, i), columns_at(columns, low_at, i), goes_on || i > 0);
    start_halves(small, columns_at(rows, low_at, i), columns_at(columns, 0, i), true);
  }
#pragma unroll
  for (int i = 0; i < part_terms / 16; ++i) {
    start_halves(large, columns_at(rows, 0, i), columns_at(columns, 0, i), i > 0);
  }
}

// Adds a step's sums to those of the steps before it, in floats.
__device__ void join(GroupSums& sums, const GroupSums& large, const GroupSums& small, float scale) {
#pragma unroll
  for (int i = 0; i < 64; ++i) sums[i] = fmaf(scale, fmaf(small[i], 1.0f / 2048, large[i]), sums[i]);
}
// [step] [change]

// Stores the sums of a warp group whose first element is (first_row, first_col).
__device__ void store_sums(const GroupSums& sums, float* c, unsigned first_row, unsigned first_col,
                           unsigned m, unsigned n) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned row = first_row + threadIdx.x % group_size / 32 * 16 + lane / 4;
#pragma unroll
  for (unsigned j = 0; j < 16; ++j) {
    const unsigned col = first_col + 8 * j + lane % 4 * 2;
    store_two(c, row, col, m, n, sums[4 * j], sums[4 * j + 1]);
    store_two(c, row + 8, col, m, n, sums[4 * j + 2], sums[4 * j + 3]);
  }
}

// Three fp16 products.
struct HalvesStep {
  static constexpr unsigned bytes = block_bytes<false>;
  static constexpr unsigned stages = 3;
  __device__ static void start(GroupSums& large, GroupSums& small, std::uint64_t rows,
                               std::uint64_t columns) {
    start_halves_of_step(large, small, rows, columns, false);
  }
};

// [rests] [change]
// Three FP8 products, to which the fp16 products are added.
struct RestsStep {
  static constexpr unsigned bytes = block_bytes<true>;
  static constexpr unsigned stages = 2;
  __device__ static void start(GroupSums& large, GroupSums& small, std::uint64_t rows,
                               std::uint64_t columns) {
#pragma unroll
    for (int i = 0; i < part_terms / 32; ++i) {
      start_bytes(small, columns_at(rows, short_low_at, i), columns_at(columns, short_low_at, i), i > 0);
      start_bytes(small, columns_at(rows, rest_at, i), columns_at(columns, element_at, i), true);
      start_bytes(small, columns_at(rows, element_at, i), columns_at(columns, rest_at, i), true);
    }
    start_halves_of_step(large, small, rows, columns, true);
  }
};
// [rests] [change]

// [kernel] [change]
// Which tile of C a block computes: tiles in progress at the same time are near each other and share what they copy. Bands of 8
// rows of tiles, column by column within a band.
__device__ uint2 place_of(unsigned number, unsigned tile_rows, unsigned tile_cols) {
  constexpr unsigned band_rows = 8;
  const unsigned band = number / (band_rows * tile_cols);
  const unsigned rows = min(band_rows, tile_rows - band * band_rows);
  const unsigned inside = number % (band_rows * tile_cols);
  return {inside / rows, band * band_rows + inside % rows};
}

// C from the parts of A and B, by as many blocks as SMs. Step: the bytes of a factor's part, the stages that there
// is room for, and its products.
template <typename Step>
__global__ void __launch_bounds__(3 * group_size, 1) matmul_warpgroup(PartsProduct product) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ __align__(128) unsigned char memory[];
  __shared__ MemoryBarrier full[Step::stages], empty[Step::stages];
  if (!fits_halves(product.sizes)) return multiply_in_floats(product.floats);
  const unsigned m = product.floats.m, n = product.floats.n;
  const unsigned steps = product.a.steps;
  const unsigned tile_rows = (m - 1) / part_lines + 1;
  const unsigned tile_cols = (n - 1) / part_lines + 1;
  if (threadIdx.x == 0) {
    for (MemoryBarrier& barrier : full) barrier.start(1);
    for (MemoryBarrier& barrier : empty) barrier.start(2);  // a thread of each group that multiplies
    fence_barriers();
  }
  __syncthreads();  // kept: all barriers have started; the simulator does not get here

  unsigned count = 0;  // of steps, in all tiles
  if (threadIdx.x < group_size) {
    // This group copies, and one thread is enough for that: the others' registers go to those that multiply.
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x > 0) return;
    for (unsigned tile = blockIdx.x; tile < tile_rows * tile_cols; tile += gridDim.x) {
      const uint2 place = place_of(tile, tile_rows, tile_cols);
      const unsigned char* a = product.a.bytes + std::size_t{place.y} * steps * Step::bytes;
      const unsigned char* b = product.b.bytes + std::size_t{place.x} * steps * Step::bytes;
      for (unsigned step = 0; step < steps; ++step, ++count) {
        const unsigned stage = count % Step::stages;
        unsigned char* to = memory + stage * 2 * Step::bytes;
        empty[stage].wait(count / Step::stages % 2 ^ 1);
        full[stage].arrive_and_expect(2 * Step::bytes);
        full[stage].start_copy(to, a + std::size_t{step} * Step::bytes, Step::bytes);
        full[stage].start_copy(to + Step::bytes, b + std::size_t{step} * Step::bytes, Step::bytes);
      }
    }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    const unsigned group = threadIdx.x / group_size - 1;
    const unsigned group_row = group * 64;
    if (group == 1) give_turn(0);
    for (unsigned tile = blockIdx.x; tile < tile_rows * tile_cols; tile += gridDim.x) {
      const uint2 place = place_of(tile, tile_rows, tile_cols);
      GroupSums sums = {}, large, small;
      for (unsigned step = 0; step < steps; ++step, ++count) {
        const unsigned stage = count % Step::stages;
        const unsigned char* a = memory + stage * 2 * Step::bytes;
        const float scale =
            product.a.scales[place.y * steps + step] * product.b.scales[place.x * steps + step];
        full[stage].wait(count / Step::stages % 2);
        wait_for_turn(group);
        begin_products(large, small);
        Step::start(large, small, matrix_at(a + group_row * 16, column_bytes),
                    matrix_at(a + Step::bytes, column_bytes));
        give_turn(1 - group);
        finish_products(large, small);
        if (threadIdx.x % group_size == 0) empty[stage].arrive();
        join(sums, large, small, scale);
      }
      store_sums(sums, product.floats.c, place.y * part_lines + group_row, place.x * part_lines, m, n);
    }
    if (group == 0) wait_for_turn(0);  // the last that was given
  }
#endif
}
// [kernel] [change]

template <typename Step>
void launch(const PartsProduct& product) {
  constexpr unsigned shared_bytes = Step::stages * 2 * Step::bytes;
  CUDA_CHECK(cudaFuncSetAttribute(matmul_warpgroup<Step>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  shared_bytes));
  const unsigned tiles =
      tutorial::blocks_for(product.floats.m, part_lines) * tutorial::blocks_for(product.floats.n, part_lines);
  matmul_warpgroup<Step>
      <<<std::min<unsigned>(tiles, tutorial::multiprocessors()), 3 * group_size, shared_bytes>>>(product);
  CUDA_CHECK_LAUNCH();
}

#endif

// Why warp groups do not multiply here; empty if they do.
inline std::string no_warp_groups() {
#if TUTORIAL_HAS_SM_90A
  const bool has = tutorial::device_attribute(cudaDevAttrComputeCapabilityMajor) == 9 &&
                   tutorial::device_attribute(cudaDevAttrComputeCapabilityMinor) == 0;
  return has ? "" : "only compute capability 9.0 has them";
#elif defined(TUTORIAL_SIMULATOR)
  return "the simulator has none";
#else
  return "this build is for no device of compute capability 9.0";
#endif
}

// The product in floats by all blocks, where warp groups do not multiply at all.
__global__ void __launch_bounds__(plain_threads) matmul_plain(FloatProduct product) {
  multiply_in_floats(product);
}

// Splits both matrices and multiplies; in float if fp16 cannot represent the factors. All of it is timed.
template <bool rests>
void run(tutorial::Program& program, matmul::Problem& problem, const matmul::Factors& factors, bool can,
         const std::string& variant, bool peers) {
  const matmul::Shape shape = problem.shape;
  const bool splits = can && shape.k >= least_group_terms && shape.m > 0 && shape.n > 0;
  const auto m = static_cast<unsigned>(shape.m), n = static_cast<unsigned>(shape.n);
  const auto k = static_cast<unsigned>(shape.k);
  const FloatProduct floats = {problem.a.data(), problem.b.data(), problem.c.data(), m, n, k};
  const auto plain_tiles =
      tutorial::blocks_for(shape.m, plain_side) * tutorial::blocks_for(shape.n, plain_side);
  const unsigned blocks = std::clamp(plain_tiles, 1u, tutorial::resident_blocks(matmul_plain, plain_threads));
  tutorial::DeviceBuffer<Sizes> sizes(std::vector<Sizes>(2));
#if TUTORIAL_HAS_SM_90A
  const unsigned steps = splits ? tutorial::blocks_for(shape.k, part_terms) : 0;
  SplitMatrix<rests> a({problem.a.data(), m, k, k, 1}, steps);
  SplitMatrix<rests> b({problem.b.data(), n, k, 1, n}, steps);
#endif
  const auto multiply = [&] {
#if TUTORIAL_HAS_SM_90A
    if (splits) {
      CUDA_CHECK(cudaMemsetAsync(sizes.data(), 0, sizes.bytes()));
      a.launch(sizes.data(), 0);
      b.launch(sizes.data(), 1);
      launch<std::conditional_t<rests, RestsStep, HalvesStep>>({a.parts(), b.parts(), floats, sizes.data()});
      return;
    }
#endif
    matmul_plain<<<blocks, plain_threads>>>(floats);
    CUDA_CHECK_LAUNCH();
  };
  const auto who = [&] {
    const std::vector<Sizes> found = sizes.to_host();
    const bool groups = splits && matmul::fits_halves(found[0]) && matmul::fits_halves(found[1]);
    return variant + (groups ? ", by warp groups" : ", in floats");
  };
  problem.c.poison();
  matmul::measure_with_errors(program, problem, factors, variant, multiply, who, peers);
}

int main(int argc, char** argv) {
  tutorial::Program program;
  matmul::Options options;
  matmul::add_options(program, options);
  return program.run(argc, argv, [&] {
    matmul::Problem problem(options, program.seed());
    const matmul::Factors factors = matmul::make_data(problem.shape, options.data, program.seed());
    const std::string why_not = no_warp_groups();
    if (!why_not.empty()) program.left_out("products by warp groups", why_not);
    run<false>(program, problem, factors, why_not.empty(), "three fp16 products", false);
    run<true>(program, problem, factors, why_not.empty(), "and what fp16 loses", true);
  });
}
