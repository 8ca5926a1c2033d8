// The simulated device's memory: one address range that nothing else uses, so that a comparison distinguishes a
// device address from a host address, and the table of allocations in it.
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

/// Allocations are aligned to 256 bytes and followed by a gap of at least 256 unused bytes. The pages
/// cost nothing until they are used, and are given back when freed.
class DeviceHeap {
 public:
  static constexpr std::size_t alignment = 256;

  /// The one heap of the process; it is never destroyed, since static destructors may still free memory.
  static DeviceHeap& instance();

  /// Sets the minimum size of later gaps in bytes, so that larger strides are caught. To be called before the first allocation.
  void keep_apart(std::size_t bytes);

  /// Null if there is not enough space.
  char* allocate(std::size_t bytes, MemoryKind kind, const void* caller);
  /// False if the pointer is not the start of an allocation.
  bool release(const void* pointer);
  void release_all();

  /// The allocation that contains this address.
  std::optional<Allocation> find(const void* pointer) const;
  /// Whether the address is in the device's range, allocated or not.
  bool owns(const void* pointer) const;
  /// All allocations, by address.
  std::vector<Allocation> allocations() const;

  /// The device's range: allocations from `begin`, blocks' shared memory from `shared_begin` to `end`.
  const char* begin() const { return base_; }
  const char* shared_begin() const { return heap_end_; }
  const char* end() const { return end_; }

  std::size_t total() const { return total_; }
  /// Without what kernels have allocated: a device keeps their heap apart from the start.
  std::size_t used() const;
  std::size_t peak() const;

  /// Space after the heap for the blocks' shared memory, aligned to 4096 bytes; never given back. Null if less than
  /// `left_over` bytes would remain after it.
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
  std::size_t used_by_kernels_ = 0;  ///< of these
  std::size_t peak_ = 0;
  std::map<const char*, Allocation> allocations_;
  std::map<char*, std::size_t> free_;
  mutable std::mutex mutex_;
};

/// malloc and free of device code; `caller`: a return address in the kernel. (kernel_heap.cpp)
void* kernel_malloc(std::size_t bytes, const void* caller);
void kernel_free(void* memory, const void* caller);

}  // namespace cudasim
