// transpose_permute: how can the dimensions of an array be permuted at nearly the speed of a copy?
// Step     any dimensions
// Problem  out[l][k][j][i] = in[i][j][k][l]. The dimensions i and l matter most: l is the one along which the input is
//          contiguous, i the one along which the output is. All others only say where a piece begins.
// Ways     Dimensions that stay neighbors are merged first, and those of one element dropped. Then there are two cases:
//
//              the last dimension stays the last     rows are copied; only their addresses change (order 0213)
//              it does not                           a tile of 64 x 64 over the two fastest dimensions, the input's and the
//                                                    output's, is transposed; all others number the tiles (order 3210)
//
//          The number of a block is divided by the extents of the other dimensions, one after the other, for where its tile
//          is. The order of these loops is free. Along the output: neighboring blocks write next to each other, as
//          in transpose_order. In bands: the innermost loops are so many tiles that are neighbors in the input that 2 KB
//          of each of its rows are read together, then the loops follow the output.
// Expect   64x512x64x128 reversed: the tile covers dimensions 3 and 0. A block reads 64 segments of 256 bytes that are 16 MB apart,
//          and writes 64 segments, 8 MB apart. Sectors are whole and there are no conflicts, as in transpose_order. But
//          there the resident blocks read neighboring segments; here the next block in the output's order reads 32 KB further, so
//          DRAM opens a page for 256 bytes. In bands, it opens one for 2 KB. Order 0213 copies rows of 512 bytes.
//          - "in bands" reaches 80 to 97% of the ceiling (before measuring).
//          - "along the output" is 0.6 to 1.02 times as fast as "in bands" (before measuring).
//          - At 64 x 512 x 64 x 128, order 0213, it reaches 88 to 103% of the ceiling (before measuring).
//          - At 64 x 512 x 64 x 128, order 0312, it reaches 85 to 98% of the ceiling (before measuring).
// Run      ./tutorial run transpose_permute -- --shape 64x512x64x128 --order 0312
// See      ./tutorial explain transpose_permute
// Source   ours

#include "further/permutation.hpp"
#include "further/sectors.hpp"
#include "transpose.hpp"

constexpr unsigned threads = 512;
constexpr unsigned tile_size = 64;

// What the tiles are made of: dimension a is the input's fastest, b the output's.
struct Tiles {
  unsigned a_extent, b_extent;
  std::size_t b_in_stride, a_out_stride;
};

// [tiles]
template <typename T>
__global__ void __launch_bounds__(threads) permute_tiles(const T* in, T* out, Tiles tiles, ch08::Nest walk) {
  __shared__ T tile[tile_size][tile_size + 1];
  constexpr unsigned block_rows = threads / tile_size;
  constexpr unsigned loads = tile_size / block_rows;
  const unsigned x = threadIdx.x % tile_size;
  const unsigned y = threadIdx.x / tile_size;
  const ch08::Nest::Place place = walk.at(blockIdx.x);

  if (place.a + x < tiles.a_extent) {
    const T* from = in + place.in + y * tiles.b_in_stride + x;
    const unsigned inside = ch08::times(place.b + y, tiles.b_extent, block_rows);
    T held[loads];
#pragma unroll
    for (unsigned i = 0; i < loads; ++i, from += block_rows * tiles.b_in_stride) {
      held[i] = i < inside ? *from : T{0};
    }
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) tile[i * block_rows + y][x] = held[i];
  }

  __syncthreads();

  if (place.b + x < tiles.b_extent) {
    T* to = out + place.out + y * tiles.a_out_stride + x;
    const unsigned inside = ch08::times(place.a + y, tiles.a_extent, block_rows);
#pragma unroll
    for (unsigned i = 0; i < loads; ++i, to += block_rows * tiles.a_out_stride) {
      if (i < inside) *to = tile[x][i * block_rows + y];
    }
  }
}
// [tiles]

// [rows]
// A Word per thread. Rows are `words_in_row` long on both sides; their numbers are the output's.
template <typename Word>
__global__ void permute_rows(const Word* in, Word* out, unsigned words, ch08::Divisor words_in_row,
                             ch08::Nest walk) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words) return;
  const auto [row, word] = words_in_row.divide(i);
  out[i] = in[walk.at(row).in + word];
}
// [rows]

// [walk]
// The loops over all tiles, the fastest first: along the output, but innermost up to `band` tiles that are neighbors in the
// input.
std::vector<ch08::Loop> loops_over_tiles(std::vector<ch08::Loop> loops, std::int64_t band) {
  for (ch08::Loop& loop : loops) {
    const bool is_a = loop.in_stride == 1;
    const bool is_b = loop.out_stride == 1;
    if (!is_a && !is_b) continue;
    loop.extent = (loop.extent + tile_size - 1) / tile_size;
    loop.in_stride *= tile_size;
    loop.out_stride *= tile_size;
    loop.a_step = is_a ? tile_size : 0;
    loop.b_step = is_b ? tile_size : 0;
  }
  std::sort(loops.begin(), loops.end(),
            [](const auto& a, const auto& b) { return a.in_stride < b.in_stride; });
  std::vector<ch08::Loop> inner;
  for (ch08::Loop& loop : loops) {
    std::int64_t part = std::min(band, loop.extent);
    while (loop.extent % part != 0) --part;
    inner.push_back(loop);
    inner.back().extent = part;
    band /= part;
    loop.extent /= part;
    for (std::int64_t* stride : {&loop.in_stride, &loop.out_stride}) *stride *= part;
    loop.a_step *= static_cast<unsigned>(part);
    loop.b_step *= static_cast<unsigned>(part);
    if (band <= 1) break;
  }
  std::sort(loops.begin(), loops.end(),
            [](const auto& a, const auto& b) { return a.out_stride < b.out_stride; });
  inner.insert(inner.end(), loops.begin(), loops.end());
  return inner;
}
// [walk]

template <typename T>
void run(tutorial::Program& program, const ch08::Permutation& permutation) {
  const std::int64_t count = permutation.count();
  tutorial::DeviceBuffer<T> d_in(count), d_out(count);  // cudaMalloc
  const std::vector<T> in = ch08::random_matrix<T>({count, 1}, program.seed());
  d_in.copy_from(in);  // cudaMemcpy

  const auto measure = [&](const std::string& variant, const std::function<void()>& work) {
    tutorial::Case row = ch08::row<T>({count, 1}, variant);
    row.size = permutation.text();
    d_out.poison();  // fills it with a value that no element has
    program.measure(row, work, [&] {
      const auto want = [&](std::int64_t i) { return in[static_cast<std::size_t>(permutation.source(i))]; };
      return tutorial::verify(d_out.to_host(), want);
    });
  };
  std::vector<ch08::Loop> loops;  // those of the output, the slowest first
  if (count > 0) loops = ch08::merged(permutation);
  if (loops.empty()) loops.push_back({.extent = count, .in_stride = 1, .out_stride = 1});

  const auto measure_rows = [&](auto word, const std::string& variant) {
    using Word = decltype(word);
    constexpr std::int64_t in_word = sizeof(Word) / sizeof(T);
    const auto length = static_cast<std::uint32_t>(std::max<std::int64_t>(loops.back().extent / in_word, 1));
    std::vector<ch08::Loop> rows(loops.rbegin() + 1, loops.rend());
    for (ch08::Loop& row : rows) row.in_stride /= in_word;
    measure(variant, [&, rows] {
      permute_rows<Word><<<tutorial::blocks_for(count / in_word, 256), 256>>>(
          reinterpret_cast<const Word*>(d_in.data()), reinterpret_cast<Word*>(d_out.data()), count / in_word,
          ch08::Divisor(length), ch08::walk_of(rows));
      CUDA_CHECK_LAUNCH();
    });
  };
  if (loops.back().in_stride == 1) {
    using Vector = typename ch08::Vector<T>::type;
    if (loops.back().extent % ch08::Vector<T>::width == 0) {
      measure_rows(Vector{}, "rows, words of 16 bytes");
    } else {
      measure_rows(T{}, "rows, word by word");
    }
    return;
  }

  const auto a =
      std::find_if(loops.begin(), loops.end(), [](const auto& loop) { return loop.in_stride == 1; });
  const ch08::Loop& b = loops.back();
  const Tiles tiles{.a_extent = static_cast<unsigned>(a->extent),
                    .b_extent = static_cast<unsigned>(b.extent),
                    .b_in_stride = static_cast<std::size_t>(b.in_stride),
                    .a_out_stride = static_cast<std::size_t>(a->out_stride)};
  const auto measure_tiles = [&](std::int64_t band, const std::string& variant) {
    const std::vector<ch08::Loop> over = loops_over_tiles(loops, band);
    std::int64_t blocks = 1;
    for (const ch08::Loop& loop : over) blocks *= loop.extent;
    measure(variant, [&, over, blocks] {
      permute_tiles<<<tutorial::blocks_for(blocks, 1), threads>>>(d_in.data(), d_out.data(), tiles,
                                                                  ch08::walk_of(over));
      CUDA_CHECK_LAUNCH();
    });
  };
  measure_tiles(1, "along the output");
  measure_tiles(8, "in bands");
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::string shape, order;
  program.text("--shape", shape,
               "extents of the input, the last one contiguous; auto: 64x512x64x128, smaller on the simulator",
               "auto");
  program.text("--order", order, "which of these dimensions is each of the output's", "3210");
  return program.run<float, double>(argc, argv, [&](auto zero) {
    const char* small = program.quick() ? "6x5x7x66" : "16x32x16x64";
    const char* usual =
        tutorial::backend() == tutorial::Backend::simulator || program.quick() ? small : "64x512x64x128";
    run<decltype(zero)>(program, ch08::parse_permutation(shape == "auto" ? usual : shape, order));
  });
}
