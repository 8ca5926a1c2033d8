// layer_norm: how should a layer norm find mean and variance, if it may read each element only once?
// Step     mean, then deviations
// Before   softmax_kept keeps a row in the registers of the lanes, the block or the cluster that owns it.
// Problem  out[r][c] = (in[r][c] - mean of row r) / sqrt(variance of row r + epsilon) * weight[c] + bias[c]
// Way      The same with two sums: the mean, then the squares of the deviations from it. Three ways are common:
//
//              mean of squares - square of mean    one reduction of two sums; for values near 4096 with a spread of 5,
//                                                  both are 2^24: a float has no digit left for the variance
//              Welford: update mean and variance   safe; each element waits for the one before it, and each update
//                                                  has a division
//              mean, then deviations               safe, each addition independent; reads the row a second time
//
//          Here the second time costs no memory access, since the registers have the row. What it costs is one
//          more reduction of the group, as in softmax_kept.
// Expect   As softmax_kept: two transfers of the matrix, two reductions. Instead of exp there are two more loads, of
//          weight and bias, which every row uses: L1 has them (256 bytes with 32 columns, 8 KB with 1024, 64 KB with 8192).
//          With 65,536 columns they are 512 KB, which come from L2 for each row, as many bytes as the row is read and
//          written: 2 GB through L2 at 5.5 TB/s are as long as the copy itself takes, so this shape loses some.
//          - At 131072 x 1024, it reaches 85 to 103% of the ceiling (before measuring).
//          - At 16384 x 8192, it reaches 80 to 103% of the ceiling (before measuring).
//          - At 2048 x 65536, it reaches 65 to 95% of the ceiling (before measuring).
//          - At 4194304 x 32, it reaches 80 to 100% of the ceiling (before measuring).
// Run      ./tutorial run layer_norm -- --rows 4194304 --columns 32
// See      ./tutorial explain layer_norm
// Source   ours

#include "rows/groups.cuh"
#include "rows/rows.hpp"

// [kernel]
// A Group (some lanes, a block or a cluster) owns a row; each of its threads holds `words` words of it.
template <typename Group, typename Word, int words>
__global__ void layer_norm(const Word* in, const Word* weight, const Word* bias, Word* out, std::int64_t rows,
                           unsigned words_in_row) {
  __shared__ rows::Slots slots[2];
  const Group group;
  group.begin();
  const std::int64_t row = group.row();
  const auto place = [&](int w) { return group.rank() + w * Group::size; };  // in the row
  const auto is_there = [&](int w) { return row < rows && place(w) < words_in_row; };
  const float columns = words_in_row * (sizeof(Word) / sizeof(float));

  // [change]
  Word word[words];
  float sum = 0;
#pragma unroll
  for (int w = 0; w < words; ++w) {
    word[w] = is_there(w) ? in[row * words_in_row + place(w)] : rows::filled<Word>(0);
  }
  group.wait();  // while the loads are in flight
#pragma unroll
  for (int w = 0; w < words; ++w) sum += rows::fold(word[w], rows::Plus{});
  const float mean = group.all(sum, rows::Plus{}, slots[0]) / columns;

  float squares = 0;
#pragma unroll
  for (int w = 0; w < words; ++w) {
    if (!is_there(w)) continue;  // the filling has no deviation
    word[w] = rows::each(word[w], [&](float x) { return x - mean; });
    squares += rows::fold(rows::zip(word[w], word[w], rows::Times{}), rows::Plus{});
  }
  const float variance = group.all(squares, rows::Plus{}, slots[1]) / columns;
  const float factor = rsqrtf(variance + rows::epsilon);

#pragma unroll
  for (int w = 0; w < words; ++w) {
    if (!is_there(w)) continue;
    const Word normal = rows::each(word[w], [&](float x) { return x * factor; });
    const Word weighted = rows::zip(normal, weight[place(w)], rows::Times{});
    out[row * words_in_row + place(w)] = rows::zip(weighted, bias[place(w)], rows::Plus{});
  }
  // [change]
}
// [kernel]

template <typename Word>
void run(tutorial::Program& program, rows::Input& in) {
  const std::vector<float>& values = in.make_values();
  tutorial::DeviceBuffer<float> d_in(values), d_out(values.size());  // cudaMalloc, cudaMemcpy
  tutorial::DeviceBuffer<float> d_weight(in.make_weights()), d_bias(in.make_biases());
  const auto words_in_row = static_cast<unsigned>(in.columns * sizeof(float) / sizeof(Word));

  // [launch]
  rows::with_group<Word>(in.columns, [&](auto group, auto words) {
    using Group = decltype(group);
    cudaLaunchAttribute cluster{};
    const cudaLaunchConfig_t config = rows::launch_of<Group>(in.rows, cluster);
    program.measure(
        in.matrix_row(rows::group_text<Group, Word>()),
        [&] {
          CUDA_CHECK(cudaLaunchKernelEx(
              &config, layer_norm<Group, Word, words()>, reinterpret_cast<const Word*>(d_in.data()),
              reinterpret_cast<const Word*>(d_weight.data()), reinterpret_cast<const Word*>(d_bias.data()),
              reinterpret_cast<Word*>(d_out.data()), in.rows, words_in_row));
        },
        [&] { return in.check_layer_norm(d_out.to_host()); });
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
