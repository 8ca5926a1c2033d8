// One launch of a kernel.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "cudasim/launch.hpp"
#include "sim/runtime/block.hpp"

namespace cudasim {

/// What a kernel has launched or copied. A kernel cannot wait for that, so it runs after the kernel, in the order of the calls.
struct WorkOfKernel {
  using Work = std::function<cudaError_t(cudaStream_t)>;
  std::mutex mutex;
  std::vector<Work> next;
  std::vector<Work> last;  ///< after all other work: cudaStreamTailLaunch
};

struct Launch {
  Launch(const detail::KernelCall& kernel_call, const LaunchConfig& launch_config);

  /// The kernel's name for messages.
  const char* name() const;
  /// The block that is the `number`th to run.
  uint3 block_index(std::uint64_t number) const;
  /// Blocks per cluster; 1 without clusters.
  std::uint64_t cluster_blocks() const;
  /// Marks the launch as one that must start again, in clusters.
  void ask_for_clusters(dim3 size);
  /// Whether that has happened. If the launch can, it is as if it had not begun yet; otherwise it has failed.
  bool begins_again();

  /// Marks the launch as failed; the first call reports it.
  void fail(cudaError_t why, const char* format, ...) __attribute__((format(printf, 3, 4)));
  /// The same for the running device thread, which the report names and which never continues.
  [[noreturn]] void fail_thread(cudaError_t why, const char* format, ...)
      __attribute__((format(printf, 3, 4)));
  /// In strict mode, reports threads that have ended before a barrier at which the others wait.
  void warn_of_early_exit(const Block& block);

  const detail::KernelCall& call;
  LaunchConfig config;
  const std::uint64_t blocks;
  const unsigned long serial;   ///< Number of the launch, from 1.
  bool is_apart = false;        ///< It has an OS thread of its own. (launch_apart.hpp)
  const std::uint64_t seed;     ///< permutes the order of blocks and of warps; 0 keeps it
  const bool last_lanes_first;  ///< reverses the order of lanes: the seed is negative
  std::atomic<std::uint64_t> next_block{0};
  std::atomic<bool> failed{false};
  std::atomic<bool> wants_clusters{false};
  std::atomic<bool> warned{false};
  cudaError_t error = cudaSuccess;
  WorkOfKernel work;

 private:
  uint3 index_in_clusters(std::uint64_t number) const;
  std::uint64_t permuted(std::uint64_t number, std::uint64_t of) const;

  dim3 wanted_cluster_ = {0, 0, 0};
};

/// Whether all blocks of the grid fit on the device at once.
bool all_resident(const LaunchConfig& config);

/// The program has launches that may begin before the previous kernel in their stream has ended. (overlapping_launches.cpp)
bool launches_may_overlap();

inline bool same_size(const dim3& a, const dim3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace cudasim
