// What the checker makes of textures and surfaces: their elements are device memory, read and written behind the compiler's back.
#include <utility>

#include "sim/lens/guest.hpp"
#include "sim/lens/race/checker.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/lens/report/findings.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {
namespace {

HazardKind kind_of(TexelFault fault) {
  switch (fault) {
    case TexelFault::surface_out_of_bounds: return HazardKind::out_of_bounds;
    case TexelFault::surface_misaligned: return HazardKind::misaligned;
    case TexelFault::fetch_out_of_range: break;
  }
  return HazardKind::fetch_out_of_range;
}

}  // namespace

void Checker::texel(const TexelAccess& told) {
  Access access{};
  access.address = told.address;
  access.bytes = told.bytes;
  access.kind = told.writes ? AccessKind::write : AccessKind::read;
  access.pc = told.pc;
  access.read_only = !told.of_surface;
  access.of_surface = told.of_surface && !told.writes;
  this->access(access);
  if (guest_is_in && told.writes) written_by_kernel(told.address, told.bytes, false);
}

void Checker::texel_missed(TexelFault fault, const TexelAccess& told, const char* where) {
  WatchedBlock* block = WatchingWorker::of_this_thread().current();
  const std::string* kernel = watched_launch().kernel;
  const HazardKind kind = kind_of(fault);
  if (block == nullptr || is_repeated(kind, kernel, told.pc, nullptr)) return;
  const auto thread = static_cast<unsigned>(this_worker->thread - block->block->threads.data());
  Finding finding{};
  finding.kind = kind;
  finding.kernel = *kernel;
  finding.first = place_of(*block, thread, told.pc, told.writes ? AccessKind::write : AccessKind::read);
  finding.memory.bytes = told.bytes;
  finding.detail = where;
  add_finding(std::move(finding));
}

}  // namespace cudasim::lens
