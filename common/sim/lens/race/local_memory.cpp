#include "sim/lens/race/local_memory.hpp"

#include <cstdio>

#include "cudasim/memory_order.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/lens/report/findings.hpp"
#include "sim/lens/report/lines.hpp"
#include "sim/lens/report/wording.hpp"
#include "sim/runtime/block.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {
namespace {

// The thread on whose stack the address lies; null if it has ended.
const DeviceThread* owner_of(const Block& block, const char* address) {
  const FibrePool& fibres = this_worker->fibres;
  for (const DeviceThread& thread : block.threads) {
    const bool lives = (block.warps[thread.warp].live >> thread.lane & 1) != 0;
    if (lives && thread.fibre != nullptr &&
        fibres.slot_of(thread.fibre->stack_top - 1) == fibres.slot_of(address))
      return &thread;
  }
  return nullptr;
}

}  // namespace

bool is_on_other_stack(std::uintptr_t address) {
  const FibrePool& fibres = this_worker->fibres;
  const char* const slot = fibres.slot_of(reinterpret_cast<const void*>(address));
  if (slot == nullptr) return false;
  const char* const own = fibres.slot_of(__builtin_frame_address(0));
  current.stack = reinterpret_cast<std::uintptr_t>(own);
  return own != nullptr && slot != own;
}

void report_foreign_local(const Access& access) {
  const WatchedBlock* const block = WatchingWorker::of_this_thread().current();
  if (block == nullptr) return;
  const std::string* const kernel = watched_launch().kernel;
  if (is_repeated(HazardKind::foreign_local, kernel, access.pc, nullptr)) return;
  const DeviceThread& running = *this_worker->thread;
  const auto number = static_cast<unsigned>(&running - block->block->threads.data());
  const DeviceThread* const owner = owner_of(*block->block, access.address);
  Finding finding{};
  finding.kind = HazardKind::foreign_local;
  finding.kernel = *kernel;
  finding.first = place_of(*block, number, access.pc, access.kind);
  finding.memory.bytes = access.bytes;
  finding.detail = owner == nullptr ? "a thread that has ended" : "thread " + to_text(to_index(owner->index));
  add_finding(std::move(finding));
}

void refuse_own_local(const void* address, const void* pc) {
  const FibrePool& fibres = this_worker->fibres;
  if ((current.form & detail::form_any_space) != 0 || fibres.slot_of(address) == nullptr ||
      fibres.slot_of(address) != fibres.slot_of(__builtin_frame_address(0)))
    return;
  char place[256];
  {
    const Unwatched own_code;
    const SourceLine line = source_line(pc);
    std::snprintf(place, sizeof place, "%s", file_line(line.file, line.line).c_str());
  }
  this_worker->launch->fail_thread(
      cudaErrorInvalidAddressSpace,
      "an atomic operation at %s: the address is not of global or shared memory, it is a local variable's",
      place);
}

}  // namespace cudasim::lens
