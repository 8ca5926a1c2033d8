// The simulated device's memory: one address range that nothing else uses, so that a comparison tells a
// device address from a host address, and the table of what is allocated in it.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace cudasim {

enum class MemoryKind { device, managed, kernel_heap };

struct Allocation {
  char* begin;
  std::size_t bytes;
  MemoryKind kind;
  const void* caller;  ///< return address of the call that made it
};

/// Allocations are 256-aligned and followed by a gap of at least 256 unused bytes. The pages
/// cost nothing until they are touched, and are given back when freed.
class DeviceHeap {
 public:
  static constexpr std::size_t alignment = 256;

  /// The one heap of the process; it is never destroyed, since static destructors may still free memory.
  static DeviceHeap& instance();

  /// From now on gaps have at least this many bytes, so that larger strides are met. Before the first allocation.
  void keep_apart(std::size_t bytes);

  /// Null if it does not fit.
  char* allocate(std::size_t bytes, MemoryKind kind, const void* caller);
  /// False if the pointer is not the begin of an allocation.
  bool release(const void* pointer);
  void release_all();

  /// The allocation that holds this address.
  std::optional<Allocation> find(const void* pointer) const;
  /// Whether the address lies in the device's range at all, allocated or not.
  bool owns(const void* pointer) const;
  /// All that is allocated, by address.
  std::vector<Allocation> allocations() const;

  /// The device's range: allocations from `begin`, blocks' shared memory from `shared_begin` to `end`.
  const char* begin() const { return base_; }
  const char* shared_begin() const { return heap_end_; }
  const char* end() const { return end_; }

  std::size_t total() const { return total_; }
  std::size_t used() const;
  std::size_t peak() const;

  /// Room after the heap for blocks' shared memory, 4096-aligned; never given back. Null if not even
  /// `left_over` bytes would be left after it.
  char* reserve_arena(std::size_t bytes, std::size_t left_over);

 private:
  DeviceHeap();
  void give_back_pages(const Allocation& allocation);
  void insert_free(char* begin, std::size_t bytes);

  char* base_ = nullptr;
  char* heap_end_ = nullptr;
  char* arena_next_ = nullptr;
  char* end_ = nullptr;
  std::size_t total_ = 0;
  std::size_t gap_ = alignment;
  std::size_t used_ = 0;
  std::size_t peak_ = 0;
  std::map<const char*, Allocation> allocations_;
  std::map<char*, std::size_t> free_;
  mutable std::mutex mutex_;
};

}  // namespace cudasim
