#include "sim/runtime/device_heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "sim/runtime/host_memory_size.hpp"
#include "sim/runtime/huge_pages.hpp"
#include "sim/runtime/state.hpp"

namespace cudasim {
namespace {

// Outside the shadow of AddressSanitizer and far from where the loader puts anything.
constexpr std::uintptr_t preferred_address = 0x300000000000;
constexpr std::size_t page = 4096;
constexpr std::size_t arena_bytes = std::size_t{1} << 30;
// Before the first allocation, as on a device, where a kernel that reads slightly before it continues: a program of Rodinia does.
constexpr std::size_t margin = std::size_t{1} << 20;
// Address space is cheaper than memory: gaps and fragments must not use up the heap before the memory is used
// up.
constexpr std::size_t span_factor = 4;

constexpr std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

char* reserve(std::size_t bytes) {
  void* range = mmap(reinterpret_cast<void*>(preferred_address), bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (range == MAP_FAILED)
    range = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return range == MAP_FAILED ? nullptr : static_cast<char*>(range);
}

}  // namespace

DeviceHeap& DeviceHeap::instance() {
  static DeviceHeap& heap = *new DeviceHeap;
  return heap;
}

DeviceHeap::DeviceHeap() : total_(device_memory_size()) {
  std::size_t heap_span = round_up(total_ * span_factor + margin + page, page);
  // A limit on address space (ulimit -v) may leave less: halve until it fits.
  while ((base_ = reserve(heap_span + arena_bytes)) == nullptr) {
    if (heap_span <= margin + page) {
      std::fputs("cudasim: no address space for the simulated device's memory\n", stderr);
      std::_Exit(1);
    }
    heap_span = std::max(round_up(heap_span / 2, page), margin + page);
    total_ = std::min(total_, heap_span - margin);
  }
  heap_end_ = arena_next_ = base_ + heap_span;
  end_ = heap_end_ + arena_bytes;
  free_.emplace(base_ + margin, heap_span - margin);
}

void DeviceHeap::keep_apart(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  gap_ = std::max(alignment, round_up(bytes, alignment));
}

char* DeviceHeap::allocate(std::size_t bytes, MemoryKind kind, const void* caller) {
  const std::lock_guard lock(mutex_);
  if (bytes > total_ - used_) return nullptr;
  const std::size_t rounded = round_up(bytes, alignment);
  const std::size_t needed = rounded + gap_;
  const auto fits = [needed](const auto& range) { return range.second >= needed; };
  const auto range = std::find_if(free_.begin(), free_.end(), fits);
  if (rounded > total_ - used_ || range == free_.end()) return nullptr;

  char* begin = range->first;
  const std::size_t left = range->second - needed;
  free_.erase(range);
  if (left > 0) free_.emplace(begin + needed, left);
  allocations_.emplace(begin, Allocation{begin, bytes, kind, caller});
  used_ += rounded;
  if (kind == MemoryKind::kernel_heap) used_by_kernels_ += rounded;
  peak_ = std::max(peak_, used_);
  use_huge_pages(begin, bytes);
  return begin;
}

bool DeviceHeap::release(const void* pointer) {
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.find(static_cast<const char*>(pointer));
  if (found == allocations_.end()) return false;
  const Allocation allocation = found->second;
  allocations_.erase(found);
  give_back_pages(allocation);
  const std::size_t rounded = round_up(allocation.bytes, alignment);
  used_ -= rounded;
  if (allocation.kind == MemoryKind::kernel_heap) used_by_kernels_ -= rounded;
  insert_free(allocation.begin, rounded + gap_);
  return true;
}

void DeviceHeap::release_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& entry : allocations_) give_back_pages(entry.second);
  allocations_.clear();
  used_ = used_by_kernels_ = 0;
  free_.clear();
  free_.emplace(base_ + margin, static_cast<std::size_t>(heap_end_ - base_) - margin);
}

void DeviceHeap::give_back_pages(const Allocation& allocation) {
  // A page that the allocation shares with a neighbor stays.
  const auto first = round_up(reinterpret_cast<std::uintptr_t>(allocation.begin), page);
  const auto last = reinterpret_cast<std::uintptr_t>(allocation.begin + allocation.bytes) / page * page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

void DeviceHeap::insert_free(char* begin, std::size_t bytes) {
  const auto next = free_.lower_bound(begin);
  if (next != free_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == begin) {
      begin = before->first;
      bytes += before->second;
      free_.erase(before);
    }
  }
  if (next != free_.end() && begin + bytes == next->first) {
    bytes += next->second;
    free_.erase(next);
  }
  free_.emplace(begin, bytes);
}

std::optional<Allocation> DeviceHeap::find(const void* pointer) const {
  const auto* address = static_cast<const char*>(pointer);
  const std::lock_guard lock(mutex_);
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return std::nullopt;
  const Allocation& allocation = std::prev(after)->second;
  if (address >= allocation.begin + allocation.bytes) return std::nullopt;
  return allocation;
}

bool DeviceHeap::owns(const void* pointer) const { return pointer >= base_ && pointer < end_; }

std::vector<Allocation> DeviceHeap::allocations() const {
  const std::lock_guard lock(mutex_);
  std::vector<Allocation> result;
  for (const auto& entry : allocations_) result.push_back(entry.second);
  return result;
}

std::size_t DeviceHeap::used() const {
  const std::lock_guard lock(mutex_);
  return used_ - used_by_kernels_;
}

std::size_t DeviceHeap::peak() const {
  const std::lock_guard lock(mutex_);
  return peak_;
}

char* DeviceHeap::reserve_arena(std::size_t bytes, std::size_t left_over) {
  const std::lock_guard lock(mutex_);
  // A page between two arenas belongs to neither.
  const std::size_t needed = round_up(bytes, page) + page;
  if (needed + left_over > static_cast<std::size_t>(end_ - arena_next_)) return nullptr;
  char* arena = arena_next_;
  arena_next_ += needed;
  return arena;
}

char* reserve_shared_arena(std::size_t bytes, std::size_t left_over) {
  return DeviceHeap::instance().reserve_arena(bytes, left_over);
}

}  // namespace cudasim
