// memory_bandwidth: how many bytes per second does each memory deliver if all threads load?
//
// Before   memory_latency has one thread and one load in flight.
// Change   One block of 1024 threads on each SM, each thread with several 16-byte loads in flight. All blocks read the
//          same `size` bytes, again and again; each starts at a different offset:
//
//              block 0    [0 1 2 3 4 5 6 7]  0 1 2 ...
//              block 1            [4 5 6 7   0 1 2 3]  4 5 ...        two blocks, 8 pieces of a block's width
//
//          Two blocks on one SM would read each other's data from the L1 cache that they share; a single block finds
//          there only what it read itself, one round earlier. Each word contains its index, so the sum of each thread is
//          known exactly.
//
// Expect   The staircase of the latencies, upside down. Each SM has its own registers and L1 cache, so their rates add
//          up over all SMs; the L2 cache and memory exist once.
//          An SM's L1 cache and shared memory deliver at most 128 bytes per clock cycle. 128 lanes that read three
//          registers each for a multiply-add take 1536 bytes per cycle: 12 times as many. Between the registers and the
//          host's memory there should be more than the book's three orders of magnitude (claim C17): the number of SMs
//          has grown faster than the bus.
// Run      ./tutorial run memory_bandwidth -- --bytes 1073741824
// See      ./tutorial explain memory_bandwidth
// Source   [Farber] ch. 6

#include <algorithm>

#include "memory/memory.hpp"
#include "tutorial/tutorial.hpp"

constexpr int block_size = 1024;
constexpr std::int64_t piece_bytes =
    block_size * static_cast<std::int64_t>(sizeof(uint4));  // one read of a block
constexpr int shared_pieces = 2;
constexpr int chains = 8;  // a multiply-add waits some 4 cycles for the one before it in its chain

// `factor` and `term` are 1, which the compiler cannot know: chain c ends at exactly c + steps.
__global__ void __launch_bounds__(block_size)
    use_registers(float factor, float term, int steps, unsigned* sums) {
  float chain[chains];
#pragma unroll
  for (int c = 0; c < chains; ++c) chain[c] = static_cast<float>(c);
#pragma unroll 16
  for (int s = 0; s < steps; ++s) {
#pragma unroll
    for (int c = 0; c < chains; ++c) chain[c] = fmaf(chain[c], factor, term);
  }
  unsigned sum = 0;
#pragma unroll
  for (int c = 0; c < chains; ++c) sum += static_cast<unsigned>(chain[c]);
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// [kernel]
// The sum of the words that a thread reads in `steps` steps of a block's width, from its block's part on,
// cycling through `pieces` parts.
__device__ unsigned read_round(const uint4* data, unsigned pieces, unsigned steps) {
  unsigned piece = static_cast<unsigned>(static_cast<unsigned long long>(blockIdx.x) * pieces / gridDim.x);
  unsigned sum = 0;
#pragma unroll 8
  for (unsigned s = 0; s < steps; ++s) {
    const uint4 v = data[std::size_t{piece} * block_size + threadIdx.x];
    sum += v.x + v.y + v.z + v.w;
    ++piece;
    if (piece == pieces) piece = 0;
  }
  return sum;
}
// [kernel]

__global__ void __launch_bounds__(block_size)
    read_global(const uint4* data, unsigned pieces, unsigned steps, unsigned* sums) {
  sums[blockIdx.x * blockDim.x + threadIdx.x] = read_round(data, pieces, steps);
}

__global__ void __launch_bounds__(block_size) read_shared(const uint4* data, unsigned steps, unsigned* sums) {
  __shared__ uint4 copy[shared_pieces * block_size];
  for (int p = 0; p < shared_pieces; ++p)
    copy[p * block_size + threadIdx.x] = data[p * block_size + threadIdx.x];
  __syncthreads();  // kept: a thread reads its own slots; but no one is to read while others still fetch
  sums[blockIdx.x * blockDim.x + threadIdx.x] = read_round(copy, shared_pieces, steps);
}

// Word w holds w.
__global__ void fill(uint4* data, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const auto word = static_cast<unsigned>(4 * i);
  if (i < count) data[i] = make_uint4(word, word + 1, word + 2, word + 3);
}

// The sum of four words each in `count` pieces one after the other, for one thread.
unsigned sum_of_pieces(unsigned thread, unsigned first_piece, unsigned count) {
  // Element e has the sum 16 e + 6; e = (first_piece + k) * block_size + thread, k = 0 .. count - 1.
  const std::uint64_t k_sum = std::uint64_t{count} * (count - 1) / 2;  // count = 0: a factor is 0
  const std::uint64_t e_sum = (std::uint64_t{first_piece} * block_size + thread) * count + k_sum * block_size;
  return static_cast<unsigned>(16 * e_sum + 6 * std::uint64_t{count});
}

// What read_round must return: whole rounds, then what is left, up to the end and from the start on.
unsigned sum_of_round(unsigned thread, unsigned first_piece, unsigned pieces, unsigned steps) {
  const unsigned left = steps % pieces;
  const unsigned to_end = std::min(left, pieces - first_piece);
  return steps / pieces * sum_of_pieces(thread, 0, pieces) + sum_of_pieces(thread, first_piece, to_end) +
         sum_of_pieces(thread, 0, left - to_end);
}

// The rows of one run.
class Ladder {
 public:
  Ladder(tutorial::Program& program, std::int64_t steps, std::int64_t largest)
      : program_(program),
        steps_(static_cast<unsigned>(steps)),
        largest_(largest),
        device_(ch06::device()),
        blocks_(static_cast<unsigned>(device_.multiprocessors)),
        sums_(std::size_t{blocks_} * block_size) {}

  // Three registers read for each multiply-add.
  void registers() {
    const int multiply_adds = static_cast<int>(steps_) * 16 / chains;
    const auto want = static_cast<unsigned>(chains * multiply_adds + chains * (chains - 1) / 2);
    measure(
        "registers", 3.0 * sizeof(float) * chains * multiply_adds, [&](std::int64_t) { return want; },
        [&] { use_registers<<<blocks_, block_size>>>(1.0f, 1.0f, multiply_adds, sums_.data()); });
  }

  void shared() {
    const tutorial::DeviceBuffer<uint4> data = filled(shared_pieces);
    measure_round("shared memory, " + ch06::bytes_text(shared_pieces * piece_bytes), shared_pieces, steps_,
                  [&] { read_shared<<<blocks_, block_size>>>(data.data(), steps_, sums_.data()); });
  }

  // The data lie in device memory; where they are found depends on how many there are.
  void global(const std::string& name, std::int64_t bytes) {
    const auto pieces = static_cast<unsigned>(bytes / piece_bytes);
    const tutorial::DeviceBuffer<uint4> data = filled(pieces);
    measure_round(name + ", " + ch06::bytes_text(bytes), pieces, steps_,
                  [&] { read_global<<<blocks_, block_size>>>(data.data(), pieces, steps_, sums_.data()); });
  }

  // The blocks share the data out among themselves: every byte goes over the bus once.
  void host() {
    const std::int64_t bytes = std::min(largest_, most_host_bytes);
    const auto pieces = static_cast<unsigned>(bytes / piece_bytes);
    const unsigned steps = (pieces + blocks_ - 1) / blocks_;
    ch06::MappedMemory<unsigned> words(static_cast<std::size_t>(bytes) / sizeof(unsigned));
    for (std::int64_t w = 0; w < bytes / static_cast<std::int64_t>(sizeof(unsigned)); ++w)
      words.host()[w] = static_cast<unsigned>(w);
    measure_round("host memory over the bus, " + ch06::bytes_text(bytes), pieces, steps, [&] {
      read_global<<<blocks_, block_size>>>(reinterpret_cast<const uint4*>(words.device()), pieces, steps,
                                           sums_.data());
    });
  }

  void run() {
    registers();
    shared();
    global("L1 cache of " + ch06::bytes_text(device_.l1), ch06::size_in_l1(device_, piece_bytes, largest_));
    global("L2 cache of " + ch06::bytes_text(device_.l2), ch06::size_in_l2(device_, piece_bytes, largest_));
    global("device memory", largest_);
    host();
    for (const std::int64_t bytes : ch06::doubled_sizes(piece_bytes, largest_))
      global("global memory", bytes);
    program_.note(ch06::caches_text(device_));
  }

 private:
  static constexpr std::int64_t most_host_bytes = 256 << 20;

  static tutorial::DeviceBuffer<uint4> filled(std::int64_t pieces) {
    tutorial::DeviceBuffer<uint4> data(static_cast<std::size_t>(pieces * block_size));
    fill<<<static_cast<unsigned>(pieces), block_size>>>(data.data(), data.size());
    CUDA_CHECK_LAUNCH();
    return data;
  }

  void measure_round(const std::string& variant, unsigned pieces, unsigned steps,
                     const std::function<void()>& launch) {
    measure(
        variant, static_cast<double>(sizeof(uint4)) * steps,
        [=, this](std::int64_t i) {
          const auto block = static_cast<std::uint64_t>(i / block_size);
          const auto first = static_cast<unsigned>(block * pieces / blocks_);
          return sum_of_round(static_cast<unsigned>(i % block_size), first, pieces, steps);
        },
        launch);
  }

  void measure(const std::string& variant, double bytes_a_thread,
               const std::function<unsigned(std::int64_t)>& want, const std::function<void()>& launch) {
    sums_.poison();
    program_.measure(
        {.variant = variant,
         .size = tutorial::count_text(static_cast<std::int64_t>(sums_.size())) + " threads",
         .work = bytes_a_thread * static_cast<double>(sums_.size())},
        [&] {
          launch();
          CUDA_CHECK_LAUNCH();
        },
        [&] {
          return tutorial::verify(sums_.to_host(), want, {},
                                  [](std::int64_t i) { return "sum of thread " + std::to_string(i); });
        });
  }

  tutorial::Program& program_;
  const unsigned steps_;
  const std::int64_t largest_;
  const ch06::Device device_;
  const unsigned blocks_;
  tutorial::DeviceBuffer<unsigned> sums_;
};

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t steps;
  std::int64_t bytes;
  program.size("--steps", steps, "reads of 16 bytes a thread", {.gpu = 2'048, .simulator = 8, .quick = 4});
  program.size("--bytes", bytes, "largest size to read",
               {.gpu = std::int64_t{1} << 30, .simulator = 1 << 18, .quick = 1 << 16});
  return program.run<int>(argc, argv, [&](auto) {
    program.require(steps <= 1 << 20,
                    "--steps must not exceed 1048576: then the registers' chains are exact");
    program.require(bytes >= piece_bytes && bytes / piece_bytes < std::int64_t{1} << 31,
                    "--bytes must be from 16384, one read of a block, to 35184372072448");
    Ladder(program, steps, bytes / piece_bytes * piece_bytes).run();
  });
}
