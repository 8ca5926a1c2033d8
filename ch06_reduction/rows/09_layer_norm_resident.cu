// layer_norm_resident: what does it gain if weight and bias are loaded once per group, not once per row?
// Step     weights stay, loads ahead
// Before   layer_norm gives each row a group of its own. With 65,536 columns, a cluster loads weight and bias, 512 KB, from L2 for
//          a row of 256 KB. Together with the row itself, L2 delivers three times the bytes that memory does. And
//          a group that stores its row has no loads in flight: only other groups have.
// Change   As many groups as the device holds stay, and each walks over rows. A thread has the same columns in each of them, so it
//          keeps their weight and bias: in shared memory, in words that no other thread accesses. That takes no
//          barrier. Before a thread reduces a row, it requests its words of the next one, into a second set of
//          registers:
//
//              layer_norm            load 0 | reduce 0 | store 0                  the next group: load 1 | reduce 1 | store 1
//              here                  load 0 | load 1, reduce 0, store 0 | load 2, reduce 1, store 1 | ..
//
//          A variance needs the mean, so a group has two barriers per row: one for the sum, one for the squares. In the second variant
//          each warp takes its own mean and the squares of the deviations from that, and warps exchange both at once. The squares
//          from the mean of all are those from the means of the warps plus count * (own mean - mean of all)^2 [Chan].
//
// Expect   With 65,536 columns, a block of a cluster has 64 KB of weight and bias, and 64 floats per thread in registers. So two blocks of 256
//          threads fit an SM. They have 64 KB in flight while they reduce, and an H200 needs 21 KB. Without the traffic for the
//          weights, what remains are two barriers of the cluster per row: as softmax_kept, or better, because of the loads
//          ahead. Short rows gain nothing: L1 has their weights, and many groups per SM hide the stores of
//          others.
//          - At 2048 x 65536, "and one exchange, 2048 threads per row, words of 16 bytes" reaches 85 to 97% of the ceiling
//            (before measuring).
//          - At 2048 x 65536, it is at least 1.08 times as fast as layer_norm (before measuring).
//          - At 131072 x 1024, it is 0.85 to 1.04 times as fast as layer_norm (before measuring).
//          - At 16384 x 8192, it is 0.9 to 1.05 times as fast as layer_norm (before measuring).
// Measured - At 2048 x 65536, "and one exchange, 2048 threads per row, words of 16 bytes" is 1.01 to 1.1 times as fast as
//            "next row in registers, 2048 threads per row, words of 16 bytes" (after measuring).
// Run      ./tutorial run layer_norm_resident -- --rows 2048 --columns 65536
// See      ./tutorial explain layer_norm_resident
// Source   ours; [Chan]: Chan, Golub, LeVeque, Updating formulae and a pairwise algorithm for computing sample variances (1979)

#include <algorithm>

#include "rows/groups.cuh"
#include "rows/rows.hpp"

// How often the warps of a group tell each other something per row: the sum, and then the squares of the deviations from its mean; or both
// at once.
enum class Exchanges { two, one };

// Mean and sum of squared deviations of each warp of a group.
struct Moments {
  float2 of_warp[rows::cluster_blocks * rows::warps];
};

// The same of a whole group, from that of each warp. `counts` are those of warp `lane` and warp `lane` + 32 of the group.
template <typename Group>
__device__ float2 combined(const Group& group, float2 mine, float2 counts, float columns, Moments& moments) {
  constexpr int parts = Group::size / tutorial::warp_size;
  const unsigned lane = threadIdx.x % tutorial::warp_size;
  if constexpr (Group::blocks > 1) {
#if TUTORIAL_HOPPER_CODE
    const auto cluster = cooperative_groups::this_cluster();
    if (lane < Group::blocks)
      cluster.map_shared_rank(moments.of_warp, lane)[group.rank() / tutorial::warp_size] = mine;
    cluster.sync();
#endif
  } else if constexpr (parts > 1) {
    if (lane == 0) moments.of_warp[group.rank() / tutorial::warp_size] = mine;
    __syncthreads();
  }
  if constexpr (parts > 1) {
    const float2 none{0, 0};
    const float2 a = lane < parts ? moments.of_warp[lane] : none;
    const float2 b = lane + 32 < parts ? moments.of_warp[lane + 32] : none;
    const float mean = rows::all_lanes<32>(counts.x * a.x + counts.y * b.x, rows::Plus{}) / columns;
    const float da = a.x - mean, db = b.x - mean;
    const float squares =
        rows::all_lanes<32>((a.y + counts.x * da * da) + (b.y + counts.y * db * db), rows::Plus{});
    return {mean, squares / columns};
  } else {
    return {mine.x, mine.y / columns};
  }
}

// [kernel]
// A Group (some lanes, a block or a cluster) owns a row at a time, of every `groups`-th; each of its threads holds `words`
// words of it.
template <Exchanges exchanges, typename Group, typename Word, int words>
__global__ void __launch_bounds__(rows::block_size, 2)
    layer_norm_resident(const Word* in, const Word* weight, const Word* bias, Word* out, std::int64_t rows,
                        unsigned words_in_row, std::int64_t groups) {
  extern __shared__ float4
      dynamic[];  // weight and bias of each thread's columns, which no other thread reads
  __shared__ rows::Slots slots[2];
  __shared__ Moments moments[2];  // in turn: one barrier per row
  Word* kept = reinterpret_cast<Word*>(dynamic) + threadIdx.x;
  const Group group;
  group.begin();
  const auto place = [&](int w) { return group.rank() + w * Group::size; };  // in the row
  const auto is_there = [&](int w) { return place(w) < words_in_row; };
  const float columns = words_in_row * (sizeof(Word) / sizeof(float));
  Word next[words];
  const auto load = [&](std::int64_t row) {
#pragma unroll
    for (int w = 0; w < words; ++w) {
      next[w] = row < rows && is_there(w) ? in[row * words_in_row + place(w)] : rows::filled<Word>(0);
    }
  };

  load(group.row());
#pragma unroll
  for (int w = 0; w < words; ++w) {
    if (!is_there(w)) continue;
    kept[2 * w * rows::block_size] = weight[place(w)];
    kept[(2 * w + 1) * rows::block_size] = bias[place(w)];
  }
  group.wait();  // while the loads are in flight
  int parity = 0;
  // Elements of the warp that begins at a rank of the group.
  const auto elements = [&](unsigned rank) {
    float count = 0;
    if (rank >= Group::size) return count;
    for (int w = 0; w < words; ++w) {
      const int left = static_cast<int>(words_in_row) - static_cast<int>(rank + w * Group::size);
      count += static_cast<float>(left < 0 ? 0 : left > 32 ? 32 : left);
    }
    return count * (sizeof(Word) / sizeof(float));
  };
  const unsigned lane = threadIdx.x % 32;
  const float2 counts = {elements(lane * 32), elements((lane + 32) * 32)};
  const float own_count = Group::size < 32 ? columns : elements(group.rank() / 32 * 32);
  const float own_share = own_count > 0 ? 1 / own_count : 0;

  // All groups of a block make as many rounds: their threads meet at barriers and in shuffles.
  constexpr int in_block = Group::size < rows::block_size ? rows::block_size / Group::size : 1;
  const std::int64_t first = group.row() / in_block * in_block;
  for (std::int64_t begin = first; begin < rows; begin += groups) {
    const std::int64_t row = group.row() + (begin - first);
    Word word[words];
    float sum = 0;
#pragma unroll
    for (int w = 0; w < words; ++w) {
      word[w] = next[w];
      sum += rows::fold(word[w], rows::Plus{});
    }
    load(row + groups);
    const auto squares_from = [&](float mean) {
      float squares = 0;
#pragma unroll
      for (int w = 0; w < words; ++w) {
        if (!is_there(w)) continue;  // the filling has no deviation
        const Word deviation = rows::each(word[w], [&](float x) { return x - mean; });
        squares += rows::fold(rows::zip(deviation, deviation, rows::Times{}), rows::Plus{});
      }
      return squares;
    };
    float mean, variance;
    if constexpr (exchanges == Exchanges::one) {
      constexpr int near = Group::size < tutorial::warp_size ? Group::size : tutorial::warp_size;
      const float own_mean = rows::all_lanes<near>(sum, rows::Plus{}) * own_share;
      const float own_squares = rows::all_lanes<near>(squares_from(own_mean), rows::Plus{});
      const float2 all = combined(group, float2{own_mean, own_squares}, counts, columns, moments[parity]);
      parity ^= 1;
      mean = all.x, variance = all.y;
    } else {
      mean = group.all(sum, rows::Plus{}, slots[0]) / columns;
      variance = group.all(squares_from(mean), rows::Plus{}, slots[1]) / columns;
    }
    const float factor = rsqrtf(variance + rows::epsilon);

#pragma unroll
    for (int w = 0; w < words; ++w) {
      if (row >= rows || !is_there(w)) continue;
      const Word normal = rows::each(word[w], [&](float x) { return (x - mean) * factor; });
      const Word weighted = rows::zip(normal, kept[2 * w * rows::block_size], rows::Times{});
      out[row * words_in_row + place(w)] =
          rows::zip(weighted, kept[(2 * w + 1) * rows::block_size], rows::Plus{});
    }
  }
}
// [kernel]

// As many blocks as the device holds at a time, and no more than the rows need.
template <typename Group, typename Kernel>
void stay_resident(cudaLaunchConfig_t& config, Kernel kernel) {
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(config.dynamicSmemBytes)));
  unsigned blocks = 0;
  if (Group::blocks > 1) {
    int clusters = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config));
    blocks = static_cast<unsigned>(clusters * Group::blocks);
  } else {
    blocks = tutorial::resident_blocks(kernel, rows::block_size, config.dynamicSmemBytes);
  }
  config.gridDim.x = std::min(config.gridDim.x, blocks);
}

template <typename Word>
void run(tutorial::Program& program, rows::Input& in) {
  const std::vector<float>& values = in.make_values();
  tutorial::DeviceBuffer<float> d_in(values), d_out(values.size());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<float> d_weight(in.make_weights()), d_bias(in.make_biases());
  const auto words_in_row = static_cast<unsigned>(in.columns * sizeof(float) / sizeof(Word));

  // [launch]
  const auto measure = [&](auto kernel, auto group, auto words, const std::string& variant) {
    using Group = decltype(group);
    cudaLaunchAttribute cluster{};
    cudaLaunchConfig_t config = rows::launch_of<Group>(in.rows, cluster);
    config.dynamicSmemBytes = 2 * words() * rows::block_size * sizeof(Word);
    stay_resident<Group>(config, kernel);
    const std::int64_t groups = std::int64_t{config.gridDim.x} * rows::block_size / Group::size;
    d_out.poison();
    program.measure(
        in.matrix_row(variant + ", " + rows::group_text<Group, Word>()),
        [&] {
          CUDA_CHECK(cudaLaunchKernelEx(
              &config, kernel, reinterpret_cast<const Word*>(d_in.data()),
              reinterpret_cast<const Word*>(d_weight.data()), reinterpret_cast<const Word*>(d_bias.data()),
              reinterpret_cast<Word*>(d_out.data()), in.rows, words_in_row, groups));
        },
        [&] { return in.check_layer_norm(d_out.to_host()); });
  };
  rows::with_group<Word>(in.columns, [&](auto group, auto words) {
    using Group = decltype(group);
    measure(layer_norm_resident<Exchanges::two, Group, Word, words()>, group, words, "next row in registers");
    measure(layer_norm_resident<Exchanges::one, Group, Word, words()>, group, words, "and one exchange");
  });
  // [launch]
}

int main(int argc, char** argv) {
  tutorial::Program program;
  rows::Options options;
  rows::add_options(program, options);
  return program.run(argc, argv, [&] {
    rows::require_that_it_fits(options.columns);
    rows::Input in(options, program.seed());
    if (in.columns % 4 == 0) {
      run<float4>(program, in);
    } else {
      run<float>(program, in);
    }
  });
}
