#include "sim/runtime/kernel_launch.hpp"

#include <time.h>

#include <algorithm>
#include <cstdarg>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "cudasim/properties.hpp"
#include "sim/runtime/capture.hpp"
#include "sim/runtime/divergence.hpp"
#include "sim/runtime/fault_injection.hpp"
#include "sim/runtime/launch_apart.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/node_work.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/repeated_launches.hpp"
#include "sim/runtime/settings.hpp"
#include "sim/runtime/source_line.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/stream.hpp"
#include "sim/runtime/unchecked_errors.hpp"
#include "sim/runtime/watchdog.hpp"
#include "sim/runtime/worker.hpp"
#include "sim/runtime/worker_pool.hpp"

namespace cudasim {
namespace {

std::uint64_t count(dim3 size) { return std::uint64_t{size.x} * size.y * size.z; }

unsigned long next_serial() {
  static std::atomic<unsigned long> serial{0};
  return ++serial;
}

uint3 index_in(dim3 size, std::uint64_t number) {
  const std::uint64_t row = number / size.x;
  return {static_cast<unsigned>(number % size.x), static_cast<unsigned>(row % size.y),
          static_cast<unsigned>(row / size.y)};
}

bool within(dim3 size, dim3 most) {
  return size.x - 1 < most.x && size.y - 1 < most.y && size.z - 1 < most.z;  // 0 wraps round and is too large
}

}  // namespace

bool all_resident(const LaunchConfig& config) {
  const cudaDeviceProp& device = device_properties();
  const auto warps = (count(config.block) + lanes_per_warp - 1) / lanes_per_warp;
  auto blocks_per_processor = std::min<std::uint64_t>(
      device.maxThreadsPerMultiProcessor / (warps * lanes_per_warp), device.maxBlocksPerMultiProcessor);
  if (config.shared_bytes != 0)
    blocks_per_processor = std::min<std::uint64_t>(blocks_per_processor,
                                                   device.sharedMemPerMultiprocessor / config.shared_bytes);
  return count(config.grid) <= blocks_per_processor * static_cast<unsigned>(device.multiProcessorCount);
}

namespace {

/// Checks the largest block and grid, in the words of the CUDA guide.
cudaError_t check_sizes(const LaunchConfig& config) {
  const dim3 block = config.block, grid = config.grid;
  constexpr cudaError_t error = cudaErrorInvalidConfiguration;
  if (count(block) == 0 || count(grid) == 0)
    return fail_because(error, "the %s is empty: (%u, %u, %u)", count(block) == 0 ? "block" : "grid",
                        count(block) == 0 ? block.x : grid.x, count(block) == 0 ? block.y : grid.y,
                        count(block) == 0 ? block.z : grid.z);
  if (count(block) > 1024)
    return fail_because(error, "the block has %llu threads, and at most 1024 are possible",
                        static_cast<unsigned long long>(count(block)));
  if (!within(block, {1024, 1024, 64}))
    return fail_because(error, "the block is (%u, %u, %u), and at most (1024, 1024, 64) is possible", block.x,
                        block.y, block.z);
  if (!within(grid, {0x7fffffff, 65535, 65535}))
    return fail_because(error, "the grid is (%u, %u, %u), and at most (2147483647, 65535, 65535) is possible",
                        grid.x, grid.y, grid.z);
  return cudaSuccess;
}

// The grid consists of whole clusters, of at most 8 blocks unless the kernel allows more.
cudaError_t check_cluster(const void* kernel, const LaunchConfig& config) {
  const dim3 size = config.cluster;
  if (size.x == 0 && size.y == 0 && size.z == 0) return cudaSuccess;
  const bool fits = size.x != 0 && size.y != 0 && size.z != 0 && config.grid.x % size.x == 0 &&
                    config.grid.y % size.y == 0 && config.grid.z % size.z == 0;
  return fits && count(size) <= cluster_limit(kernel) ? cudaSuccess : cudaErrorInvalidClusterSize;
}

constexpr const char* too_much_dynamic_shared =
    "it asks for %zu bytes of dynamic shared memory, and the kernel may have %zu; "
    "cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize allows more";

cudaError_t check(const detail::KernelCall& call, const LaunchConfig& config) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (const int device = current_device(); device != 0)
    return fail_because(cudaErrorIllegalAddress,
                        "device %d is current (cudaSetDevice), and the memory that the simulator gives is "
                        "device 0's",
                        device);
  if (const cudaError_t error = check_sizes(config)) return error;
  if (!valid_stream(config.stream))
    return fail_because(cudaErrorInvalidResourceHandle, "the stream does not exist, or no longer");
  if (config.shared_bytes > dynamic_shared_limit(call.address))
    return fail_because(cudaErrorInvalidValue, too_much_dynamic_shared, config.shared_bytes,
                        dynamic_shared_limit(call.address));
  if (const cudaError_t error = check_cluster(call.address, config)) return error;
  if (config.cooperative && !all_resident(config)) return cudaErrorCooperativeLaunchTooLarge;
  return cudaSuccess;
}

// Waking other OS threads takes longer than running a small grid.
bool is_small(const Launch& launch) {
  return launch.blocks == 1 || launch.blocks * count(launch.config.block) <= 4096;
}

void run_blocks(Launch& launch) {
  const WatchedLaunch watched(launch);
  do {
    if (launch.config.cooperative)
      Worker::of_this_thread().run_cooperatively(launch);
    else if (is_small(launch))
      Worker::of_this_thread().run_blocks(launch);
    else
      WorkerPool::instance().run(launch);
  } while (launch.begins_again());
}

/// Of all threads, so that it does not depend on other programs.
double processor_seconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

/// Launches run one at a time.
std::unique_lock<std::mutex> take_device() {
  static std::mutex one_at_a_time;
  for (;;) {
    std::unique_lock lock(one_at_a_time);
    if (!launch_goes_on()) return lock;
    lock.unlock();
    finish_launch();
  }
}

/// A call with its own copy of the arguments.
class KeptCall {
 public:
  explicit KeptCall(const detail::KernelCall& call)
      : call(call), pointers_(call.pointers, call.pointers + call.pointer_count) {
    this->call.data = call.copy(call.data);
    this->call.pointers = pointers_.data();
  }
  ~KeptCall() { call.destroy(call.data); }
  KeptCall(const KeptCall&) = delete;
  KeptCall& operator=(const KeptCall&) = delete;

  detail::KernelCall call;

 private:
  std::vector<const void*> pointers_;
};

void run_and_remember(Launch& launch) {
  const double before = processor_seconds();
  run_blocks(launch);
  remember_launch(launch, processor_seconds() - before);
}

void end(const Launch& launch) {
  if (observer != nullptr) observer->launch_ends(launch);
}

/// What the kernel has launched.
cudaError_t run_work_of(Launch& launch) {
  for (const auto* works : {&launch.work.next, &launch.work.last})
    for (const WorkOfKernel::Work& each : *works)
      if (launch.error == cudaSuccess) launch.error = each(launch.config.stream);
  return launch.error;
}

/// A launch that host code need not wait for.
struct FreeLaunch {
  FreeLaunch(const detail::KernelCall& call, const LaunchConfig& config)
      : kept(call), launch(kept.call, config) {}
  KeptCall kept;
  Launch launch;
};

cudaError_t run_beside_host(const detail::KernelCall& call, const LaunchConfig& config) {
  const auto free = std::make_shared<FreeLaunch>(call, config);
  Launch& launch = free->launch;
  launch.is_apart = true;
  auto device = take_device();
  if (observer != nullptr) observer->launch_begins(launch);
  const auto run = [free] { run_and_remember(free->launch); };
  const auto finish = [free] {
    end(free->launch);
    return run_work_of(free->launch);
  };
  if (!repeats_known_launch(launch) && !run_apart({run, finish, config.stream})) return cudaSuccess;
  end(launch);
  device.unlock();
  return run_work_of(launch);
}

cudaError_t run_before_host(const detail::KernelCall& call, const LaunchConfig& config) {
  Launch launch(call, config);
  {
    const auto device = take_device();
    if (observer != nullptr) observer->launch_begins(launch);
    if (!repeats_known_launch(launch)) run_and_remember(launch);
    end(launch);
  }
  return run_work_of(launch);
}

/// A launch in a graph.
class KeptLaunch {
 public:
  KeptLaunch(const detail::KernelCall& call, const LaunchConfig& config) : kept_(call), config_(config) {
    config_.stream = nullptr;
    config_.overlaps = false;  // after the work that it depends on
  }

  cudaError_t run_in(cudaStream_t stream) const {
    if (const cudaError_t error = check(kept_.call, config_)) return error;
    LaunchConfig config = config_;
    config.stream = stream;
    const KeptCall own(kept_.call);  // the launch may change what it holds
    return run_before_host(own.call, config);
  }

 private:
  KeptCall kept_;
  LaunchConfig config_;
};

NodeWork node_work(const detail::KernelCall& call, const LaunchConfig& config) {
  return [kept = std::make_shared<const KeptLaunch>(call, config)](cudaStream_t stream) {
    return kept->run_in(stream);
  };
}

/// Receives a launch of this OS thread that is only described, for a node.
thread_local NodeWork* described_launch = nullptr;

cudaError_t run_or_capture(const detail::KernelCall& call, const LaunchConfig& config) {
  if (const cudaError_t error = check(call, config)) return error;
  const auto make_node = [&] { return node_work(call, config); };
  if (const auto done = captured(config.stream, cudaGraphNodeTypeKernel, make_node)) return *done;
  if (const cudaError_t error = finish_launch()) return error;
  if (host_may_be_awaited()) return run_beside_host(call, config);
  const cudaError_t error = run_before_host(call, config);
  launch_has_ended();
  return error;
}

}  // namespace

cudaError_t run_after_kernel(cudaStream_t stream, NodeWork work) {
  keep_running_this_launch();
  WorkOfKernel& kept = this_worker->launch->work;
  const std::lock_guard<std::mutex> lock(kept.mutex);
  (stream == cudaStreamTailLaunch ? kept.last : kept.next).push_back(std::move(work));
  return cudaSuccess;
}

cudaError_t kernel_work(const cudaKernelNodeParams* parameters, NodeWork& work) {
  if (parameters == nullptr || parameters->func == nullptr || parameters->extra != nullptr)
    return cudaErrorInvalidValue;
  described_launch = &work;
  const cudaError_t error =
      launch_function(static_cast<const void*>(parameters->func), parameters->kernelParams,
                      {parameters->gridDim, parameters->blockDim, parameters->sharedMemBytes});
  described_launch = nullptr;
  return error;
}

Launch::Launch(const detail::KernelCall& kernel_call, const LaunchConfig& launch_config)
    : call(kernel_call),
      config(launch_config),
      blocks(count(launch_config.grid)),
      serial(next_serial()),
      seed(static_cast<std::uint64_t>(setting("CUDASIM_SEED", 0))),
      last_lanes_first(static_cast<std::int64_t>(seed) < 0) {}

const char* Launch::name() const {
  if (call.name != nullptr) return call.name;
  const char* symbol = function_name(call.address);
  return symbol != nullptr ? symbol : "(unknown)";
}

std::uint64_t Launch::cluster_blocks() const { return std::max<std::uint64_t>(count(config.cluster), 1); }

void Launch::ask_for_clusters(dim3 size) {
  if (failed.exchange(true)) return;
  wanted_cluster_ = size;
  wants_clusters = true;
}

bool Launch::begins_again() {
  if (!wants_clusters.exchange(false)) return false;
  const bool is_told_otherwise = config.cluster.x != 0;
  config.cluster = wanted_cluster_;
  error = is_told_otherwise ? cudaErrorInvalidClusterSize : check_cluster(call.address, config);
  if (error != cudaSuccess) return false;
  failed = false;
  next_block = 0;
  return true;
}

uint3 Launch::block_index(std::uint64_t number) const {
  if (cluster_blocks() > 1) return index_in_clusters(number);
  return index_in(config.grid, permuted(number, blocks));
}

// Clusters in any order, the blocks of each by rank.
uint3 Launch::index_in_clusters(std::uint64_t number) const {
  const std::uint64_t size = cluster_blocks();
  const dim3 of = config.cluster, clusters(config.grid.x / of.x, config.grid.y / of.y, config.grid.z / of.z);
  const uint3 cluster = index_in(clusters, permuted(number / size, blocks / size)),
              inside = index_in(of, number % size);
  return {cluster.x * of.x + inside.x, cluster.y * of.y + inside.y, cluster.z * of.z + inside.z};
}

std::uint64_t Launch::permuted(std::uint64_t number, std::uint64_t of) const {
  if (seed != 0) {
    // A step that has no factor in common with the number of blocks visits each of them once.
    std::uint64_t step = seed * 0x9e3779b97f4a7c15u % std::min<std::uint64_t>(of, 1u << 20);
    while (std::gcd(step, of) != 1) ++step;
    number = (number * step + seed % of) % of;
  }
  return number;
}

void Launch::fail(cudaError_t why, const char* format, ...) {
  if (failed.exchange(true)) return;
  error = why;
  std::va_list arguments;
  va_start(arguments, format);
  report(format, arguments);
  va_end(arguments);
}

void Launch::fail_thread(cudaError_t why, const char* format, ...) {
  if (!failed.exchange(true)) {
    error = why;
    std::va_list arguments;
    va_start(arguments, format);
    report_here(format, arguments);
    va_end(arguments);
  }
  this_worker->abandon();
}

void Launch::warn_of_early_exit(const Block& block) {
  if (setting("CUDASIM_STRICT", 0) != 0 && !warned.exchange(true))
    report("%s had ended when the others met at %s, %s:%d (CUDASIM_STRICT)", ended_threads(block).c_str(),
           block.barrier.site.operation, block.barrier.site.file, block.barrier.site.line);
}

void detail::exceed_launch_bounds(unsigned most_threads) {
  Launch& launch = *this_worker->launch;
  launch.fail_thread(
      cudaErrorInvalidValue,
      "its block has %u threads, its __launch_bounds__ allow %u: launch smaller blocks, or raise them",
      static_cast<unsigned>(count(launch.config.block)), most_threads);
}

void detail::hold_dynamic_shared_limit(const void* kernel) {
  Launch& launch = *this_worker->launch;
  const std::size_t asked = launch.config.shared_bytes;
  if (launch.call.address != nullptr || asked <= device_properties().sharedMemPerBlock) return;
  if (const std::size_t limit = dynamic_shared_limit(kernel); asked > limit)
    launch.fail_thread(cudaErrorInvalidValue, too_much_dynamic_shared, asked, limit);
}

cudaError_t detail::run_launch(const KernelCall& call, const LaunchConfig& config) {
  if (described_launch != nullptr) {
    *described_launch = node_work(call, config);
    return check(call, config);
  }
  cudaError_t error = enter_call("kernel launch");
  if (error == cudaSuccess) error = run_or_capture(call, config);
  return error == cudaSuccess ? error : record_error(error);
}

}  // namespace cudasim
