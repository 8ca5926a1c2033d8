#include "sim/runtime/shared_arena.hpp"

#include "cudasim/shared.hpp"

#include <algorithm>
#include <cwchar>
#include <mutex>
#include <vector>

#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/fault.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/state.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

/// Bytes between variables. A device places them as it likes: in the marker's second run a constant finds no neighbor.
std::size_t red_zone(const Launch& launch) {
  constexpr std::size_t least = 16;
  return launch.last_lanes_first ? least * (2 + launch.seed % 6) : least;
}
constexpr std::size_t usual_alignment = 16;
constexpr std::size_t most_new_workers = 256;
std::mutex arenas_mutex;
std::vector<char*>& idle_arenas() {
  static auto* arenas = new std::vector<char*>;  // outlives every thread
  return *arenas;
}

std::size_t align_up(std::size_t offset, std::size_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

/// The first place from `offset` on. In the marker's second run it is a multiple of what the variable's type and alignas promise, and of no more.
std::size_t place_from(std::size_t offset, std::size_t alignment, const Launch& launch) {
  const std::size_t place = align_up(offset, std::max(alignment, usual_alignment));
  return launch.last_lanes_first && alignment < usual_alignment ? place + alignment : place;
}

char* take_arena(std::size_t left_over) {
  const std::lock_guard<std::mutex> lock(arenas_mutex);
  std::vector<char*>& idle = idle_arenas();
  if (idle.empty()) return reserve_shared_arena(shared_arena_bytes, left_over);
  char* arena = idle.back();
  idle.pop_back();
  return arena;
}

// How much static memory a kernel has is known only here, after its launch was checked.
void check_both_kinds(const Worker& worker) {
  Launch& launch = *worker.launch;
  const std::size_t dynamic = launch.config.shared_bytes, both = worker.shared_static_used + dynamic;
  if (both <= static_shared_limit || both <= shared_limit(launch.call.address)) return;
  launch.fail_thread(
      cudaErrorInvalidValue,
      "the kernel has %zu bytes of static shared memory, its launch asks for %zu of dynamic: both "
      "together may have %zu (48 KB, or 227 KB after cudaFuncSetAttribute with "
      "cudaFuncAttributeMaxDynamicSharedMemorySize)",
      worker.shared_static_used, dynamic, shared_limit(launch.call.address));
}

}  // namespace

char* take_arena_if_any() { return take_arena(most_new_workers * shared_arena_bytes); }

char* take_arena() {
  char* const arena = take_arena(0);
  if (arena != nullptr) return arena;
  report("no room is left for the shared memory of another block");
  end_process();
}

void give_back_arena(char* arena) {
  const std::lock_guard<std::mutex> lock(arenas_mutex);
  idle_arenas().push_back(arena);
}

// Not by memset, which the lens takes for the program's. The memory after the last byte is unused.
void poison_shared(char* arena, std::size_t bytes) {
  static_assert(sizeof(wchar_t) == 4);
  std::wmemset(reinterpret_cast<wchar_t*>(arena), static_cast<wchar_t>(-1), (bytes + 3) / 4);
}

namespace detail {

__thread char* shared_arena;
__thread unsigned long shared_launch;

std::size_t place_shared(const char* name, std::size_t bytes, std::size_t alignment) {
  Worker& worker = *this_worker;
  worker.shared_static_used =
      align_up(worker.shared_static_used, std::max(alignment, usual_alignment)) + bytes;
  if (worker.shared_static_used > static_shared_limit)
    worker.launch->fail_thread(
        cudaErrorLaunchOutOfResources,
        "the kernel uses too much shared data (0x%zx bytes, 0x%zx max), with \"%s\" of %zu "
        "bytes; larger tiles need dynamic shared memory",
        worker.shared_static_used, static_shared_limit, name, bytes);
  check_both_kinds(worker);
  const std::size_t offset =
      place_from(worker.shared_used + red_zone(*worker.launch), alignment, *worker.launch);
  worker.shared_used = offset + bytes;
  // A shared variable may be aligned to at most a page, like arenas.
  poison_shared(shared_arena + offset, bytes);
  if (observer != nullptr) observer->shared_placed(name, shared_arena + offset, bytes);
  return offset;
}

}  // namespace detail
}  // namespace cudasim
