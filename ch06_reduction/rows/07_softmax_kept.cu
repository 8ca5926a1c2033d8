// softmax_kept: can a softmax read each element once, however long the row is?
// Step     the row in registers
// Before   softmax_online reads each row twice: the second time because no thread has kept it.
// Change   The threads that own a row keep it in their registers, at most 32 floats each, until they write the results.
//          How many threads that takes follows from the length (groups.cuh):
//
//              up to 128 columns     1 to 32 lanes, one 16-byte word each; a warp owns 1 to 32 rows
//              up to 1024            a warp, eight words per lane
//              up to 8192            a block of 256 threads, eight words per thread
//              up to 65,536          a cluster of eight blocks, which reach into each other's shared memory
//
//          With the row at hand, the maximum first and the sum next cost no memory access, so there is one exp per
//          element. All loads of a thread are in flight before it looks at the first value. If the number of columns is
//          no multiple of four, a word is one float.
// Expect   The two transfers of a copy, at each length. Registers: 32 for the row and about 20 more, so an SM holds 1024
//          threads or more, with 128 bytes each in flight: far more than the 16 KB per SM that the latency asks for.
//          While the threads of one group wait for their reductions, others load and store. Instructions: about 12 per
//          element with exp and its division, 134 M x 12 / (132 SMs x 128 lanes x 1.7 GHz) = 56 us of 370.
//          - At 131072 x 1024, it reaches 88 to 103% of the ceiling (before measuring).
//          - At 16384 x 8192, it reaches 88 to 103% of the ceiling (before measuring).
//          - At 2048 x 65536, it reaches 80 to 100% of the ceiling (before measuring).
//          - At 4194304 x 32, it reaches 80 to 100% of the ceiling (before measuring).
//          - At 2048 x 65536, it is at least 1.3 times as fast as softmax_online (before measuring).
// Run      ./tutorial run softmax_kept -- --rows 2048 --columns 65536
// See      ./tutorial explain softmax_kept
// Source   ours; clusters: CUDA C++ Programming Guide, thread block clusters

#include "rows/groups.cuh"
#include "rows/rows.hpp"

// [kernel]
// A Group (some lanes, a block or a cluster) owns a row; each of its threads holds `words` words of it.
template <typename Group, typename Word, int words>
__global__ void softmax_kept(const Word* in, Word* out, std::int64_t rows, unsigned words_in_row) {
  __shared__ rows::Slots slots[2];
  const Group group;
  group.begin();
  const std::int64_t row = group.row();
  const auto is_there = [&](int w) { return row < rows && group.rank() + w * Group::size < words_in_row; };
  const auto place = [&](int w) { return row * words_in_row + group.rank() + w * Group::size; };

  // [change]
  Word word[words];
  float maximum = -INFINITY;
#pragma unroll
  for (int w = 0; w < words; ++w) word[w] = is_there(w) ? in[place(w)] : rows::filled<Word>(-INFINITY);
  group.wait();  // while the loads are in flight
#pragma unroll
  for (int w = 0; w < words; ++w) maximum = fmaxf(maximum, rows::fold(word[w], rows::Max{}));
  maximum = group.all(maximum, rows::Max{}, slots[0]);

  float sum = 0;
#pragma unroll
  for (int w = 0; w < words; ++w) {
    word[w] = rows::each(word[w], [&](float x) { return expf(x - maximum); });
    sum += rows::fold(word[w], rows::Plus{});
  }
  const float factor = 1 / group.all(sum, rows::Plus{}, slots[1]);

#pragma unroll
  for (int w = 0; w < words; ++w) {
    if (is_there(w)) out[place(w)] = rows::each(word[w], [&](float e) { return e * factor; });
  }
  // [change]
}
// [kernel]

template <typename Word>
void run(tutorial::Program& program, rows::Input& in) {
  const std::vector<float>& values = in.make_values();
  tutorial::DeviceBuffer<float> d_in(values), d_out(values.size());  // cudaMalloc, cudaMemcpy
  const auto words_in_row = static_cast<unsigned>(in.columns * sizeof(float) / sizeof(Word));

  // [launch]
  rows::with_group<Word>(in.columns, [&](auto group, auto words) {
    using Group = decltype(group);
    cudaLaunchAttribute cluster{};
    const cudaLaunchConfig_t config = rows::launch_of<Group>(in.rows, cluster);
    program.measure(
        in.matrix_row(rows::group_text<Group, Word>()),
        [&] {
          CUDA_CHECK(cudaLaunchKernelEx(&config, softmax_kept<Group, Word, words()>,
                                        reinterpret_cast<const Word*>(d_in.data()),
                                        reinterpret_cast<Word*>(d_out.data()), in.rows, words_in_row));
        },
        [&] { return in.check_softmax(d_out.to_host()); });
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
