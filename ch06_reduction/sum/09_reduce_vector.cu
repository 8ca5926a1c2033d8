// reduce_vector: how many bytes must each thread have in flight until the sum is memory-bound?
// Step     16-byte loads
// Before   reduce_last_block requests 4 bytes per load, and stays a few percent below the memory's limit.
// Change   A load of 16 bytes (float4, int4, double2) fetches four floats in one instruction. The second variant
//          issues four of them before it adds the first. All else is as in reduce_last_block.
//
//              in         | h h | w w w w | w w w w | ...      | w w w w | t |
//                         head    16-byte words                            tail
//              address    ..8 ..c  ..0      ..0
//
//          A 16-byte load needs an address that is a multiple of 16. The unaligned elements at either end, at
//          most three floats each, are read one at a time by the first threads of the grid.
//          `--offset 1` makes the vector start at an odd element.
//
// Expect   The number of bytes in flight determines the speed (Little's law: bandwidth times latency). An H200 moves
//          about 4.5 TB/s. A single load takes 330 ns (memory_latency); under full load we assume 700. Then 3 MB must
//          be in flight at any time: 24 KB per SM, or 12 bytes per thread with 2048 threads. 4 are too few; 16 are
//          just enough, and 64 are more than enough. So one word in flight should come close to the read
//          ceiling, and four should reach it. Requests: a quarter; sectors per request 4 -> 16; sectors and bytes
//          as before.
//          The ceiling's own kernel reads as the second variant does.
// Measured - "16-byte loads, 1 in flight, 512 threads" is faster than reduce_last_block (with measuring).
//            Missed: One load of 16 bytes per thread has no more bytes in flight than the four loads of 4 bytes
//            into which the compiler unrolls the scalar loop; here we forbid unrolling. Only the second variant
//            has more. Compared with reduce_grid_stride, which has no last block to wait for, the first variant is
//            even slightly slower.
//          - At 1000 M, "16-byte loads, 4 in flight, 512 threads" reaches 95 to 105% of the ceiling (after
//            measuring).
// Run      ./tutorial run reduce_vector -- --n 100000000
// See      ./tutorial explain reduce_vector
// Source   ours

#include "reduce.cuh"
#include "sum/input.hpp"

// [words]
// Sixteen bytes of T, the widest load of a thread up to compute capability 9.0. `sum` adds up the elements of one.
template <typename T>
struct Vector;

template <>
struct Vector<float> {
  using type = float4;
  static __device__ float sum(float4 v) { return (v.x + v.y) + (v.z + v.w); }
};

template <>
struct Vector<int> {
  using type = int4;
  static __device__ int sum(int4 v) { return (v.x + v.y) + (v.z + v.w); }
};

template <>
struct Vector<double> {
  using type = double2;
  static __device__ double sum(double2 v) { return v.x + v.y; }
};

// How a vector of n elements falls into 16-byte words: a head before the first address that is a multiple
// of 16, the words, and a tail. Head and tail have fewer elements than a word.
template <typename T>
struct Words {
  using Word = typename Vector<T>::type;

  __device__ Words(const T* in, std::int64_t n) {
    constexpr std::int64_t in_word = sizeof(Word) / sizeof(T);
    const auto past =
        static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(in) % sizeof(Word) / sizeof(T));
    const std::int64_t missing = past == 0 ? 0 : in_word - past;
    head = missing < n ? missing : n;
    words = reinterpret_cast<const Word*>(in + head);
    count = (n - head) / in_word;
    tail_begin = head + count * in_word;
  }

  std::int64_t head;        // elements in front of the first word
  const Word* words;        // the first word
  std::int64_t count;       // words
  std::int64_t tail_begin;  // the first element after the last word
};
// [words]

// [kernel]
// blockDim.x is a multiple of 32, so that every warp is full. partial: one element per block. *ticket is 0
// before, and after.
template <int in_flight, typename T>
__global__ void reduce_vector(const T* in, T* partial, unsigned* ticket, T* result, std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];

  // [change]
  const Words<T> in_words(in, n);
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  T sum = 0;
  std::int64_t i = thread;
  // Not unrolled by the compiler: a row has as many loads in flight as it says.
#pragma unroll 1
  for (; i + (in_flight - 1) * threads < in_words.count; i += in_flight * threads) {
    typename Vector<T>::type word[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) word[k] = in_words.words[i + k * threads];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) sum += Vector<T>::sum(word[k]);
  }
#pragma unroll 1
  for (; i < in_words.count; i += threads) sum += Vector<T>::sum(in_words.words[i]);

  // The grid has more threads than head or tail have elements.
  if (thread < in_words.head) sum += in[thread];
  const std::int64_t in_tail = in_words.tail_begin + thread;
  if (in_tail < n) sum += in[in_tail];
  // [change]

  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0) *result = sum;
}
// [kernel]

template <int in_flight, typename T>
unsigned grid_of(int block, std::int64_t n) {
  constexpr std::int64_t in_word = sizeof(typename Vector<T>::type) / sizeof(T);
  return ch06::filling_blocks(reduce_vector<in_flight, T>, block, (n + in_word - 1) / in_word);
}

template <typename T>
void run(tutorial::Program& program, std::int64_t n, tutorial::Data data, std::int64_t offset) {
  const int block = program.block();
  const unsigned grid_1 = grid_of<1, T>(block, n);
  const unsigned grid_4 = grid_of<4, T>(block, n);
  ch06::Input<T> in(program.seed(), n, data, block, std::max(grid_1, grid_4));
  tutorial::DeviceBuffer<T> d_in(offset + n), d_partial(in.blocks), d_result(1);  // cudaMalloc
  tutorial::DeviceBuffer<unsigned> d_ticket(std::vector<unsigned>{0});
  const std::vector<T> values = in.make_values();
  CUDA_CHECK(cudaMemcpy(d_in.data() + offset, values.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  const auto launch = [&](auto kernel, unsigned grid) {
    kernel<<<grid, block>>>(d_in.data() + offset, d_partial.data(), d_ticket.data(), d_result.data(), n);
    CUDA_CHECK_LAUNCH();
  };

  const auto measure = [&](const std::string& variant, auto kernel, unsigned grid) {
    d_partial.poison();
    d_result.poison();
    program.measure(
        in.row("16-byte loads, " + variant), [&] { launch(kernel, grid); },
        [&] { return in.check_total(d_result.to_host()[0], in.additions(grid)); });
  };
  measure("1 in flight", reduce_vector<1, T>, grid_1);
  measure("4 in flight", reduce_vector<4, T>, grid_4);

  T on_host{};
  program.measure_end_to_end(
      in.end_to_end_row("16-byte loads, 4 in flight, the host copies the sum"),
      [&] {
        launch(reduce_vector<4, T>, grid_4);
        CUDA_CHECK(cudaMemcpy(&on_host, d_result.data(), sizeof(T), cudaMemcpyDeviceToHost));
      },
      [&] { return in.check_total(on_host, in.additions(grid_4)); });
  program.note(in.result_text(on_host));
}

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t n;
  std::int64_t offset;
  std::string data;
  ch06::add_walk_options(program, n, data);
  program.size("--offset", offset, "elements in front of the first, so that it need not be aligned",
               tutorial::everywhere(0));
  return program.run<float, double, int>(
      argc, argv, [&](auto zero) { run<decltype(zero)>(program, n, tutorial::data_named(data), offset); });
}
