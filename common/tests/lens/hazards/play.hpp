// Plays sequences of accesses to the checker: a launch with blocks whose threads do what the test says, in
// the test's order.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "sim/lens/race/checker.hpp"
#include "sim/lens/report/hazards.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/shared_arena.hpp"
#include "sim/runtime/worker.hpp"

namespace play {

using cudasim::lens::AccessKind;

/// Different places of the program: any addresses.
inline const void* line(unsigned number) {
  return reinterpret_cast<const void*>(std::uintptr_t{0x1000} + number);
}

/// Of an access.
struct Options {
  unsigned bytes = 4;
  bool is_volatile = false;
  bool releases = false;
  bool overwrites = false;
  unsigned alignment = 0;  ///< 0: the size
  unsigned at = 0;         ///< line
  bool acquires = false;
  bool compares = false;
  cudasim::lens::Scope scope = cudasim::lens::Scope::device;
};

class Kernel {
 public:
  explicit Kernel(unsigned blocks, unsigned threads, std::size_t dynamic_bytes = 0)
      : config_(dim3(blocks), dim3(threads), dynamic_bytes), launch_(call_, config_) {
    cudasim::lens::clear_hazards();
    cudasim::Worker& worker = cudasim::Worker::of_this_thread();
    worker.launch = &launch_;
    cudasim::lens::Checker::instance().launch_begin(launch_);
    for (unsigned i = 0; i < blocks; ++i) {
      cudasim::Block& block = blocks_.emplace_back();
      block.shape(config_.block);
      block.reset({i, 0, 0});
      block.arena = cudasim::take_arena();
      worker.block = &block;
      cudasim::lens::Checker::instance().block_begin(block);
    }
  }
  ~Kernel() {
    end();
    for (const cudasim::Block& block : blocks_) cudasim::give_back_arena(block.arena);
    cudasim::Worker& worker = cudasim::Worker::of_this_thread();
    worker.launch = nullptr;
    worker.block = nullptr;
    worker.thread = nullptr;
  }
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  /// Ends all blocks and the launch; returns what was found, as "kind kind".
  std::string end() {
    if (!ended_) {
      for (cudasim::Block& block : blocks_) {
        turn_to(block, 0);
        checker().block_end(block);
      }
      checker().launch_end(launch_);
    }
    ended_ = true;
    std::string kinds;
    for (const auto& hazard : cudasim::lens::hazards()) kinds += (kinds.empty() ? "" : " ") + hazard.kind;
    return kinds;
  }

  void read(unsigned block, unsigned thread, const void* address, Options options = {}) {
    access(block, thread, AccessKind::read, address, options);
  }
  void atomic(unsigned block, unsigned thread, const void* address, Options options = {}) {
    access(block, thread, AccessKind::atomic, address, options);
  }
  /// The checker is told before the value changes, as by a hook.
  template <class T>
  void write(unsigned block, unsigned thread, T* address, T value, Options options = {}) {
    options.bytes = sizeof(T);
    access(block, thread, AccessKind::write, address, options);
    *address = value;
  }

  void barrier(unsigned block) {
    cudasim::Block& each = blocks_[block];
    turn_to(each, 0);
    each.barrier.site = {"__syncthreads", "kernel.cu", 7};
    checker().barrier(each);
  }
  void syncwarp(unsigned block, unsigned warp, unsigned lanes = ~0u) {
    turn_to(blocks_[block], warp * 32);
    checker().warp_synchronised(blocks_[block], blocks_[block].warps[warp], lanes);
  }
  void fence(unsigned block, unsigned thread, cudasim::lens::Fence fence = {}) {
    turn_to(blocks_[block], thread);
    checker().fence(fence);
  }
  void grid_barrier() { checker().grid_barrier(); }

  /// Places an array of ints at this offset of every block's arena.
  void place(const char* name, std::size_t offset, unsigned count) {
    turn_to(blocks_[0], 0);
    checker().shared_placed(name, blocks_[0].arena + offset, count * sizeof(int));
  }
  int* shared(unsigned block, std::size_t offset = 0) {
    return reinterpret_cast<int*>(blocks_[block].arena + offset);
  }

  cudasim::Block& block(unsigned number) { return blocks_[number]; }
  cudasim::lens::Checker& checker() { return cudasim::lens::Checker::instance(); }
  const cudasim::Launch& launch() const { return launch_; }
  void turn_to(cudasim::Block& block, unsigned thread) {
    cudasim::Worker::of_this_thread().block = &block;
    cudasim::Worker::of_this_thread().thread = &block.threads[thread];
  }

 private:
  void access(unsigned block, unsigned thread, AccessKind kind, const void* address, const Options& options) {
    turn_to(blocks_[block], thread);
    checker().access({.address = static_cast<const char*>(address),
                      .bytes = options.bytes,
                      .kind = kind,
                      .pc = line(options.at * 3 + static_cast<unsigned>(kind)),
                      .alignment = options.alignment != 0 ? options.alignment : options.bytes,
                      .is_volatile = options.is_volatile,
                      .releases = options.releases,
                      .overwrites = options.overwrites,
                      .acquires = options.acquires,
                      .compares = options.compares,
                      .scope = options.scope});
  }

  cudasim::detail::KernelCall call_{"played", nullptr, nullptr, nullptr, nullptr, 0};
  cudasim::LaunchConfig config_;
  cudasim::Launch launch_;
  std::deque<cudasim::Block> blocks_;
  bool ended_ = false;
};

/// Device memory that the checker knows of, initialised unless said otherwise.
class Memory {
 public:
  explicit Memory(unsigned count, bool initialised = true, bool managed = false)
      : begin_(reinterpret_cast<int*>(cudasim::DeviceHeap::instance().allocate(
            count * sizeof(int), managed ? cudasim::MemoryKind::managed : cudasim::MemoryKind::device,
            line(1000)))),
        bytes_(count * sizeof(int)) {
    cudasim::lens::Checker::instance().allocated(allocation());
    if (initialised) cudasim::lens::Checker::instance().written_by_host(begin_, bytes_);
  }
  ~Memory() { free(); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  void free() {
    if (begin_ == nullptr || freed_) return;
    cudasim::lens::Checker::instance().freed(allocation(), line(1001));
    cudasim::DeviceHeap::instance().release(begin_);
    freed_ = true;
  }
  operator int*() const { return begin_; }

 private:
  cudasim::Allocation allocation() const { return *cudasim::DeviceHeap::instance().find(begin_); }

  int* begin_;
  std::size_t bytes_;
  bool freed_ = false;
};

}  // namespace play
