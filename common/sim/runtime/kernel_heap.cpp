// The heap from which device code allocates (malloc, new): it has a size of its own, and the runtime API does not use it.
#include <atomic>
#include <cstdlib>

#include "cudasim/device_code.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/device_reset.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/repeated_launches.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

constexpr std::size_t unit = 16;  // the alignment that CUDA promises

std::atomic<std::size_t> used{0};

std::size_t rounded(std::size_t bytes) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

void* kernel_malloc(std::size_t bytes, const void* caller) {
  keep_running_this_launch();
  const std::size_t limit = malloc_heap_size();
  if (bytes == 0 || bytes > limit) return nullptr;
  const std::size_t room = rounded(bytes);
  if (used.fetch_add(room) + room > limit) {
    used -= room;
    return nullptr;
  }
  char* begin = DeviceHeap::instance().allocate(bytes, MemoryKind::kernel_heap, caller);
  if (begin == nullptr)
    used -= room;
  else if (observer != nullptr)
    observer->allocated({begin, bytes, MemoryKind::kernel_heap, caller});
  return begin;
}

void kernel_free(void* memory, const void* caller) {
  if (memory == nullptr) return;
  keep_running_this_launch();
  DeviceHeap& heap = DeviceHeap::instance();
  const auto allocation = heap.find(memory);
  const bool is_known =
      allocation && allocation->begin == memory && allocation->kind == MemoryKind::kernel_heap;
  if (is_known && heap.release(memory)) {
    used -= rounded(allocation->bytes);
    if (observer != nullptr) observer->freed(*allocation, caller);
    return;
  }
  if (observer != nullptr) observer->freed_in_vain(memory, caller);
  this_worker->launch->fail_thread(
      cudaErrorLaunchFailure,
      "it frees memory that malloc or new has not given it in a kernel, or that is freed already");
}

void forget_kernel_heap() { used = 0; }

void* heap_malloc(std::size_t bytes) {
  return in_kernel() ? kernel_malloc(bytes, __builtin_return_address(0)) : std::malloc(bytes);
}

void heap_free(void* memory) {
  if (in_kernel())
    kernel_free(memory, __builtin_return_address(0));
  else
    std::free(memory);
}

bool detail::runs_on_device() { return in_kernel(); }

}  // namespace cudasim
