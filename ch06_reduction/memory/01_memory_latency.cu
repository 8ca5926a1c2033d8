// memory_latency: how long does a thread wait for one value from each kind of memory?
//
// Before   Everything in this tutorial keeps many loads in flight to hide the latency of one.
// Change   One thread, one load at a time (pointer chasing): each value holds the address of the next one, so no load
//          can start before the previous one has returned. The chase visits `size` bytes in cache lines of 128, every
//          line once before it starts over, in random order:
//
//              line     0      1      2      3      4      5
//              holds    3      5      1      4      2      0          0 -> 3 -> 4 -> 2 -> 1 -> 5 -> 0
//
//          A walk on the CPU computes where the chase must end after that many steps.
//
// Expect   A staircase: level while the lines fit into the L1 cache of an SM, a step up once they come from the L2
//          cache, another once they outgrow that. A set slightly larger than a cache still hits some of its lines, so the
//          steps are slopes.
//          A step of the chase is a dependent load and the computation of its address: a multiply-add of about 4 cycles,
//          which is also what the row for registers measures. Shared memory and L1 are the same hardware: some 30 cycles
//          both. From there on each level is farther away: hundreds of cycles to the L2 cache, about twice as many to
//          memory, and more than a thousand over the bus to the host's memory. The book says that the fastest and the
//          slowest memory differ by three orders of magnitude (claim C17).
// Run      ./tutorial run memory_latency -- --bytes 1073741824
// See      ./tutorial explain memory_latency
// Source   [Farber] ch. 6; the chase is the classic of lmbench (McVoy, Staelin 1996)

#include <cstdio>
#include <numeric>

#include "memory/memory.hpp"
#include "tutorial/tutorial.hpp"

using tutorial::warp_size;

constexpr int line_words = 32;  // 128 bytes, a line of both caches
constexpr int line_bytes = line_words * static_cast<int>(sizeof(unsigned));
constexpr int shared_places = 4096;

// Where a chase ended, and the clock cycles it took.
struct End {
  unsigned place;
  unsigned steps;
  long long cycles;
};

__global__ void chase_registers(unsigned factor, unsigned term, unsigned steps, End* end) {
  unsigned at = 0;
  const long long start = clock64();
#pragma unroll 16
  for (unsigned s = 0; s < steps; ++s) at = at * factor + term;
  *end = {at, steps, clock64() - start};
}

// One warp, which fills the array; then lane 0 goes alone.
__global__ void chase_shared(const unsigned* next, unsigned steps, End* end) {
  __shared__ unsigned place[shared_places];
  for (int i = threadIdx.x; i < shared_places; i += warp_size) place[i] = next[i];
  __syncthreads();
  if (threadIdx.x != 0) return;

  unsigned at = 0;
  const long long start = clock64();
#pragma unroll 16
  for (unsigned s = 0; s < steps; ++s) at = place[at];
  *end = {at, steps, clock64() - start};
}

// [kernel]
// One warp, which reads the first `warm` lines, so that they are in the L1 cache; then lane 0 continues alone.
__global__ void chase_lines(const unsigned* words, unsigned warm, unsigned steps, unsigned* sums, End* end) {
  unsigned sum = 0;
  for (unsigned line = threadIdx.x; line < warm; line += warp_size) {
    sum += words[std::size_t{line} * line_words];
  }
  sums[threadIdx.x] = sum;
  __syncwarp();  // kept: for the clock alone, which must start when all lanes have warmed the cache
  if (threadIdx.x != 0) return;

  unsigned at = 0;
  const long long start = clock64();
#pragma unroll 16
  for (unsigned s = 0; s < steps; ++s) at = words[std::size_t{at} * line_words];
  *end = {at, steps, clock64() - start};
}
// [kernel]

// Word 0 of line i names the line after it. The other words of a line are never read.
__global__ void place_lines(unsigned* words, const unsigned* next, unsigned lines) {
  const unsigned line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line < lines) words[std::size_t{line} * line_words] = next[line];
}

// All the device's threads read all lines, so that the L2 cache holds what it can.
__global__ void touch_lines(const unsigned* words, unsigned lines, unsigned* sums) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (std::size_t line = thread; line < lines; line += gridDim.x * blockDim.x)
    sum += words[line * line_words];
  sums[thread] = sum;
}

// A random order of `places` places in which every place comes once before any comes again: one cycle through
// all of them (Sattolo 1986). next[i] comes after i.
std::vector<unsigned> one_cycle(std::int64_t places, std::uint64_t seed) {
  const tutorial::Random random(seed);
  std::vector<unsigned> next(static_cast<std::size_t>(places));
  std::iota(next.begin(), next.end(), 0u);
  for (std::size_t i = next.size() - 1; i > 0; --i) {
    std::swap(next[i], next[random.below(static_cast<std::uint32_t>(i), i)]);
  }
  return next;
}

// The rows of one run: the chase, its check, and the clock cycles that it counted.
class Ladder {
 public:
  Ladder(tutorial::Program& program, std::int64_t steps, std::int64_t largest)
      : program_(program),
        steps_(static_cast<unsigned>(steps)),
        largest_(largest),
        device_(ch06::device()),
        end_(1) {}

  void registers() {
    constexpr unsigned factor = 1664525;
    constexpr unsigned term = 1013904223;
    unsigned want = 0;
    for (unsigned s = 0; s < steps_; ++s) want = want * factor + term;
    measure("registers", want, [&] { chase_registers<<<1, 1>>>(factor, term, steps_, end_.data()); });
  }

  void shared() {
    const std::vector<unsigned> order = one_cycle(shared_places, program_.seed());
    const tutorial::DeviceBuffer<unsigned> next(order);
    measure("shared memory", walk(order),
            [&] { chase_shared<<<1, warp_size>>>(next.data(), steps_, end_.data()); });
  }

  // The lines lie in device memory; where they are found depends on how many there are.
  void lines(const std::string& name, std::int64_t bytes) {
    const std::vector<unsigned> order = one_cycle(bytes / line_bytes, program_.seed());
    const auto count = static_cast<unsigned>(order.size());
    tutorial::DeviceBuffer<unsigned> words(order.size() * line_words);
    {
      const tutorial::DeviceBuffer<unsigned> next(order);
      place_lines<<<tutorial::blocks_for(count, block_size), block_size>>>(words.data(), next.data(), count);
      CUDA_CHECK_LAUNCH();
    }

    const unsigned blocks =
        std::min(tutorial::blocks_for(count, block_size), tutorial::resident_blocks(touch_lines, block_size));
    tutorial::DeviceBuffer<unsigned> sums(std::size_t{blocks} * block_size);
    const unsigned warm = bytes <= device_.l1 ? count : 0;
    measure(
        name + ", " + ch06::bytes_text(bytes), walk(order),
        [&] { chase_lines<<<1, warp_size>>>(words.data(), warm, steps_, sums.data(), end_.data()); },
        [&] {
          touch_lines<<<blocks, block_size>>>(words.data(), count, sums.data());
          CUDA_CHECK_LAUNCH();
        });
  }

  // No line is met twice, unless there are fewer lines than steps: a cache could not help.
  void host_lines() {
    const std::int64_t bytes = std::min(largest_, most_host_bytes);
    const std::vector<unsigned> order = one_cycle(bytes / line_bytes, program_.seed());
    ch06::MappedMemory<unsigned> words(order.size() * line_words);
    for (std::size_t line = 0; line < order.size(); ++line) words.host()[line * line_words] = order[line];
    tutorial::DeviceBuffer<unsigned> sums(warp_size);
    measure("host memory over the bus, " + ch06::bytes_text(bytes), walk(order),
            [&] { chase_lines<<<1, warp_size>>>(words.device(), 0, steps_, sums.data(), end_.data()); });
  }

  void run() {
    registers();
    shared();
    lines("L1 cache of " + ch06::bytes_text(device_.l1), ch06::size_in_l1(device_, line_bytes, largest_));
    lines("L2 cache of " + ch06::bytes_text(device_.l2), ch06::size_in_l2(device_, line_bytes, largest_));
    lines("device memory", largest_);
    host_lines();
    for (const std::int64_t bytes : ch06::doubled_sizes(std::min<std::int64_t>(1024, largest_), largest_)) {
      lines("global memory", bytes);
    }
    if (!cycles_.empty()) program_.note("clock cycles a step: " + cycles_);
    program_.note(ch06::caches_text(device_));
    if (!cycles_.empty() && largest_ < 4 * device_.l2)
      program_.note(
          "--bytes is less than four times the L2 cache: much of device memory's row is that cache's");
  }

 private:
  static constexpr int block_size = 256;
  static constexpr std::int64_t most_host_bytes = 64 << 20;

  unsigned walk(const std::vector<unsigned>& next) const {
    unsigned at = 0;
    for (unsigned s = 0; s < steps_; ++s) at = next[at];
    return at;
  }

  void measure(const std::string& variant, unsigned want, const std::function<void()>& launch,
               const std::function<void()>& before_each = {}) {
    end_.poison();
    program_.measure(
        {.variant = variant,
         .size = tutorial::count_text(steps_) + " steps",
         .work = static_cast<double>(steps_),
         .unit = tutorial::Unit::nanoseconds},
        [&] {
          launch();
          CUDA_CHECK_LAUNCH();
        },
        [&] {
          const End end = end_.to_host()[0];
          if (tutorial::backend() == tutorial::Backend::cuda && steps_ > 0 &&
              variant.rfind("global", 0) != 0) {
            char text[64];
            std::snprintf(text, sizeof text, "%.1f", static_cast<double>(end.cycles) / steps_);
            cycles_ += (cycles_.empty() ? "" : "; ") + variant + " " + text;
          }
          return tutorial::verify(
              std::vector<unsigned>{end.place, end.steps},
              [&](std::int64_t i) { return i == 0 ? want : steps_; }, {},
              [](std::int64_t i) { return std::string(i == 0 ? "place at the end" : "steps"); });
        },
        before_each);
  }

  tutorial::Program& program_;
  const unsigned steps_;
  const std::int64_t largest_;
  const ch06::Device device_;
  tutorial::DeviceBuffer<End> end_;
  std::string cycles_;
};

int main(int argc, char** argv) {
  tutorial::Program program;
  std::int64_t steps;
  std::int64_t bytes;
  program.size("--steps", steps, "steps of the chase", {.gpu = 65'536, .simulator = 2'000, .quick = 500});
  program.size("--bytes", bytes, "largest size to go through",
               {.gpu = std::int64_t{1} << 30, .simulator = 1 << 20, .quick = 1 << 14});
  return program.run<int>(argc, argv, [&](auto) {
    program.require(steps < std::int64_t{1} << 32,
                    "--steps must be below 4294967296: they are counted in 32 bits");
    program.require(bytes >= line_bytes && bytes / line_bytes < std::int64_t{1} << 32,
                    "--bytes must be from 128, one line, to 549755813760");
    Ladder(program, steps, bytes / line_bytes * line_bytes).run();
  });
}
