// The device's upper limits, measured by kernels that do nothing else. Each result is checked, so that a kernel
// that the compiler emptied, or one that skips data, cannot raise the ceiling.

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tutorial/backend.hpp"
#include "tutorial/ceilings.hpp"
#include "tutorial/device_attribute.hpp"
#include "tutorial/device_buffer.hpp"
#include "tutorial/occupancy.hpp"
#include "tutorial/timing.hpp"

namespace tutorial {
namespace {

constexpr int copy_block_size = 256;
constexpr int block_size = 1024;
constexpr int blocks_per_multiprocessor = 2;  // two blocks of 1024 threads: the most that an SM can hold
constexpr int loads_in_flight = 4;

// Word w of the arrays holds w, so that each word identifies its position. 16 bytes is the widest load of compute capabilities below 10.0.
__global__ void fill_with_places(uint4* out, std::size_t count) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    const unsigned word = static_cast<unsigned>(4 * i);
    out[i] = make_uint4(word, word + 1, word + 2, word + 3);
  }
}

__global__ void count_misplaced(const uint4* data, std::size_t count, unsigned* misplaced) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    const unsigned word = static_cast<unsigned>(4 * i);
    const uint4 v = data[i];
    if (v.x != word || v.y != word + 1 || v.z != word + 2 || v.w != word + 3) atomicAdd(misplaced, 1u);
  }
}

// One element per thread and no loop: on an H200 as fast as cudaMemcpy, 2 to 4% faster than two or four per
// thread.
__global__ void __launch_bounds__(copy_block_size)
    copy_kernel(const uint4* in, uint4* out, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

// In each step all threads together read one contiguous window; a thread makes four independent loads. Each thread's
// wrapping sum of all words keeps the compiler from removing the loads; it does not depend on their order.
__global__ void __launch_bounds__(block_size)
    read_kernel(const uint4* in, unsigned* sums, std::size_t count) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  std::size_t i = thread;
  for (; i + (loads_in_flight - 1) * threads < count; i += loads_in_flight * threads) {
    uint4 v[loads_in_flight];
#pragma unroll
    for (int k = 0; k < loads_in_flight; ++k) v[k] = in[i + k * threads];
#pragma unroll
    for (int k = 0; k < loads_in_flight; ++k) sum += v[k].x + v[k].y + v[k].z + v[k].w;
  }
  for (; i < count; i += threads) sum += in[i].x + in[i].y + in[i].z + in[i].w;
  sums[thread] = sum;
}

constexpr int fma_block_size = 256;
constexpr int fma_blocks_per_multiprocessor = 8;
constexpr int fma_chains = 8;  // each FMA waits 4 cycles for the previous one of its chain
constexpr int fma_steps = 1 << 14;

// `factor` is 1 and `step` is 1, which the compiler cannot know: chain c ends at exactly c + fma_steps.
__global__ void __launch_bounds__(fma_block_size) fma_kernel(float factor, float step, float* sums) {
  float chain[fma_chains];
#pragma unroll
  for (int c = 0; c < fma_chains; ++c) chain[c] = static_cast<float>(c);
#pragma unroll 32
  for (int s = 0; s < fma_steps; ++s) {
#pragma unroll
    for (int c = 0; c < fma_chains; ++c) chain[c] = fmaf(chain[c], factor, step);
  }
  float sum = 0;
#pragma unroll
  for (int c = 0; c < fma_chains; ++c) sum += chain[c];
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

unsigned blocks_for_all(int per_multiprocessor) {
  return static_cast<unsigned>(multiprocessors() * per_multiprocessor);
}

void require(bool right, const char* kernel) {
  if (right) return;
  throw std::runtime_error(std::string("the ceiling's ") + kernel + " kernel gave a wrong result");
}

/// Elements of one of `arrays` arrays: 2 GiB each or eight times the L2 cache, but no more than half of what
/// is free.
std::size_t array_elements(std::size_t arrays) {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  const std::size_t wanted =
      std::max(std::size_t{8} * static_cast<std::size_t>(device_attribute(cudaDevAttrL2CacheSize)),
               std::size_t{1} << 31);
  return std::max<std::size_t>(std::min(wanted, free_bytes / 2 / arrays) / sizeof(uint4), 1);
}

// After memory is freed, kernels read more slowly for a while: on an H200 by an eighth, for about 2 ms per GB. We suppose
// that the driver clears the memory in the background. The program has just freed its buffers, which may be all of the
// memory. The warm-up takes longer than that.
constexpr TimingPolicy after_free{.warm_up_runs = 10'000, .max_seconds = 0.3};

double measure_copy() {
  const std::size_t count = array_elements(2);
  DeviceBuffer<uint4> in(count);
  DeviceBuffer<uint4> out(count);
  const unsigned resident = blocks_for_all(blocks_per_multiprocessor);
  fill_with_places<<<resident, block_size>>>(in.data(), count);
  CUDA_CHECK_LAUNCH();

  const auto blocks = static_cast<unsigned>((count + copy_block_size - 1) / copy_block_size);
  const Timing timing = time_on_device(after_free, [&] {
    copy_kernel<<<blocks, copy_block_size>>>(in.data(), out.data(), count);
    CUDA_CHECK_LAUNCH();
  });

  DeviceBuffer<unsigned> misplaced(std::vector<unsigned>{0});
  count_misplaced<<<resident, block_size>>>(out.data(), count, misplaced.data());
  CUDA_CHECK_LAUNCH();
  require(misplaced.to_host()[0] == 0, "copy");
  return 2.0 * static_cast<double>(in.bytes()) / timing.median_s;
}

double measure_read() {
  const std::size_t count = array_elements(1);
  const unsigned blocks = blocks_for_all(blocks_per_multiprocessor);
  DeviceBuffer<uint4> in(count);
  DeviceBuffer<unsigned> sums(std::size_t{blocks} * block_size);
  fill_with_places<<<blocks, block_size>>>(in.data(), count);
  CUDA_CHECK_LAUNCH();

  const Timing timing = time_on_device(after_free, [&] {
    read_kernel<<<blocks, block_size>>>(in.data(), sums.data(), count);
    CUDA_CHECK_LAUNCH();
  });

  unsigned sum = 0;
  for (const unsigned part : sums.to_host()) sum += part;
  const std::uint64_t words = 4 * std::uint64_t{count};
  require(sum == static_cast<unsigned>(words / 2 * (words - 1)), "read");
  return static_cast<double>(in.bytes()) / timing.median_s;
}

double measure_fma() {
  const unsigned blocks = blocks_for_all(fma_blocks_per_multiprocessor);
  DeviceBuffer<float> sums(std::size_t{blocks} * fma_block_size);

  const Timing timing = time_on_device({}, [&] {
    fma_kernel<<<blocks, fma_block_size>>>(1.0f, 1.0f, sums.data());
    CUDA_CHECK_LAUNCH();
  });

  constexpr float expected = fma_chains * fma_steps + fma_chains * (fma_chains - 1) / 2;
  for (const float sum : sums.to_host()) require(sum == expected, "fma");
  return 2.0 * fma_steps * fma_chains * static_cast<double>(sums.size()) / timing.median_s;
}

}  // namespace

double measured_ceiling(Ceiling ceiling) {
  if (backend() == Backend::simulator)
    throw std::logic_error("measured_ceiling: the simulator's times mean nothing");
  static std::array<double, 4> known{};
  double& result = known.at(static_cast<std::size_t>(ceiling));
  if (result != 0) return result;
  switch (ceiling) {
    case Ceiling::copy: return result = measure_copy();
    case Ceiling::read: return result = measure_read();
    case Ceiling::fma: return result = measure_fma();
    case Ceiling::none: break;
  }
  throw std::invalid_argument("measured_ceiling: no such ceiling");
}

const char* ceiling_name(Ceiling ceiling) {
  switch (ceiling) {
    case Ceiling::copy: return "copy";
    case Ceiling::read: return "read";
    case Ceiling::fma: return "fma";
    case Ceiling::none: break;
  }
  return "-";
}

}  // namespace tutorial
