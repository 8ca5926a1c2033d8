#include "sim/runtime/pinned_memory.hpp"

#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>

#include "cudasim/api.hpp"
#include "sim/runtime/api_call.hpp"
#include "sim/runtime/capture.hpp"

namespace cudasim {
namespace {

constexpr std::size_t pinned_page = 4096;

struct Table {
  std::mutex mutex;
  std::map<const char*, PinnedRange> ranges;
  std::atomic<bool> any = false;

  /// Under the lock, whenever the ranges have changed.
  void changed() { any.store(!ranges.empty(), std::memory_order_release); }
};

/// Never destroyed: static destructors may still free memory.
Table& table() {
  static Table& ranges = *new Table;
  return ranges;
}

cudaError_t allocate(void** pointer, std::size_t bytes, unsigned int flags, const void* caller) {
  if (const cudaError_t error = forbidden_as_unsafe()) return error;
  constexpr unsigned int known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if (!can_tell(pointer) || (flags & ~known) != 0) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (bytes > SIZE_MAX - pinned_page) return cudaErrorMemoryAllocation;
  char* begin = static_cast<char*>(
      std::aligned_alloc(pinned_page, (bytes + pinned_page - 1) / pinned_page * pinned_page));
  if (begin == nullptr) return cudaErrorMemoryAllocation;
  const std::lock_guard lock(table().mutex);
  table().ranges.emplace(begin, PinnedRange{begin, bytes, flags, false, caller});
  table().changed();
  *pointer = begin;
  return cudaSuccess;
}

cudaError_t remember(void* pointer, std::size_t bytes, unsigned int flags) {
  if (!may_write(pointer, bytes) || bytes == 0) return cudaErrorInvalidValue;
  char* begin = static_cast<char*>(pointer);
  const std::lock_guard lock(table().mutex);
  const auto next = table().ranges.lower_bound(begin);
  const bool into_next = next != table().ranges.end() && next->second.begin < begin + bytes;
  const bool into_previous =
      next != table().ranges.begin() && std::prev(next)->second.begin + std::prev(next)->second.bytes > begin;
  if (into_next || into_previous) return cudaErrorHostMemoryAlreadyRegistered;
  table().ranges.emplace(begin, PinnedRange{begin, bytes, flags, true});
  table().changed();
  return cudaSuccess;
}

/// Removes the range that starts here if it was added in this way.
bool remove(void* pointer, bool registered) {
  const std::lock_guard lock(table().mutex);
  const auto found = table().ranges.find(static_cast<char*>(pointer));
  if (found == table().ranges.end() || found->second.registered != registered) return false;
  table().ranges.erase(found);
  table().changed();
  return true;
}

}  // namespace

std::optional<PinnedRange> find_pinned(const void* pointer) {
  const auto* address = static_cast<const char*>(pointer);
  const std::lock_guard lock(table().mutex);
  const auto after = table().ranges.upper_bound(address);
  if (after == table().ranges.begin()) return std::nullopt;
  const PinnedRange& range = std::prev(after)->second;
  if (address >= range.begin + range.bytes) return std::nullopt;
  return range;
}

bool any_pinned() { return table().any.load(std::memory_order_acquire); }

std::vector<PinnedRange> pinned_ranges() {
  const std::lock_guard lock(table().mutex);
  std::vector<PinnedRange> ranges;
  for (const auto& entry : table().ranges) ranges.push_back(entry.second);
  return ranges;
}

std::size_t pinned_count() {
  const std::lock_guard lock(table().mutex);
  return table().ranges.size();
}

void release_pinned() {
  const std::lock_guard lock(table().mutex);
  for (const auto& entry : table().ranges)
    if (!entry.second.registered) std::free(entry.second.begin);
  table().ranges.clear();
  table().changed();
}

}  // namespace cudasim

using cudasim::can_tell;
using cudasim::guarded;

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int flags) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] { return cudasim::allocate(pointer, bytes, flags, caller); });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  const void* caller = __builtin_return_address(0);
  return guarded([=] { return cudasim::allocate(pointer, bytes, cudaHostAllocDefault, caller); });
}

cudaError_t cudaFreeHost(void* pointer) {
  return guarded([=] {
    if (const cudaError_t error = cudasim::forbidden_as_unsafe()) return error;
    if (pointer == nullptr) return cudaSuccess;
    cudasim::finish_launch();
    if (cudasim::observer != nullptr) cudasim::observer->host_waits();
    if (!cudasim::remove(pointer, false)) return cudaErrorInvalidValue;
    std::free(pointer);
    return cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int flags) {
  return guarded([=] { return cudasim::remember(pointer, bytes, flags); });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return guarded([=] {
    cudasim::finish_launch();
    if (cudasim::observer != nullptr) cudasim::observer->host_waits();
    return cudasim::remove(pointer, true) ? cudaSuccess : cudaErrorHostMemoryNotRegistered;
  });
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned int flags) {
  return guarded([=] {
    if (!can_tell(device_pointer) || flags != 0 || !cudasim::find_pinned(host_pointer))
      return cudaErrorInvalidValue;
    *device_pointer = host_pointer;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer) {
  return guarded([=] {
    const auto range = cudasim::find_pinned(pointer);
    if (!can_tell(flags) || !range) return cudaErrorInvalidValue;
    *flags = range->flags;
    return cudaSuccess;
  });
}
