#include "sim/lens/report/findings.hpp"

#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/lens/report/known_findings.hpp"
#include "sim/lens/report/lines.hpp"
#include "sim/lens/report/wording.hpp"

namespace cudasim::lens {
namespace {

struct Found {
  std::mutex mutex;
  std::vector<std::pair<FindingKey, Finding>> findings;
};

Found& found() {
  static auto& state = *new Found;
  return state;
}

FindingKey key_of(const Finding& finding) {
  const auto identity = [](const FoundPlace& place) {
    return place.pc != nullptr ? reinterpret_cast<std::uintptr_t>(place.pc)
                               : static_cast<std::uintptr_t>(place.line);
  };
  return {finding.kind, intern(finding.kernel), identity(finding.first), identity(finding.second)};
}

HazardPlace resolve(const FoundPlace& place, bool outermost) {
  HazardPlace told;
  SourceLine line{place.file, place.line};
  if (place.pc != nullptr) line = outermost ? outer_source_line(place.pc) : source_line(place.pc);
  told.file = line.file;
  told.line = line.line;
  if (place.is_thread) {
    told.thread = place.thread;
    told.block = place.block;
  }
  return told;
}

/// Of threads that have come by different calls.
bool is_of_ways(const Finding& finding) {
  return (finding.kind == HazardKind::divergent_barrier || finding.kind == HazardKind::missing_lanes) &&
         finding.first.pc != nullptr;
}

/// Of a variable that host code and kernels touch.
bool is_of_both_sides(const Finding& finding) {
  return finding.kind == HazardKind::host_access && !finding.first.is_thread &&
         finding.memory.address != nullptr;
}

/// An allocation made by a library without debug information is reported at the line that called the library.
Finding in_program(Finding finding) {
  KnownAllocation& allocation = finding.memory.allocation;
  const void* const made_at = allocation.made_at;
  if (made_at == nullptr) return finding;
  allocation.made_at = told_place(made_at, allocation.callers);
  for (FoundPlace* each : {&finding.first, &finding.second})
    if (each->pc == made_at) each->pc = allocation.made_at;
  return finding;
}

/// Of two accesses of different blocks, either may be noticed first: the text does not say which came first.
bool has_no_order(const Finding& finding) {
  const auto place = [](const Index& block) { return std::tuple(block.z, block.y, block.x); };
  return finding.kind == HazardKind::race_global && finding.first.is_thread && finding.second.is_thread &&
         !finding.link && !finding.overlaps && !finding.of_bulk &&
         place(finding.first.block) != place(finding.second.block);
}

bool comes_before(const HazardPlace& a, const HazardPlace& b) {
  const auto order = [](const HazardPlace& place) {
    const Index block = place.block.value_or(Index{}), thread = place.thread.value_or(Index{});
    return std::tuple(place.file, place.line, block.z, block.y, block.x, thread.z, thread.y, thread.x);
  };
  return order(a) < order(b);
}

Hazard tell(const Finding& noticed, std::uint64_t times) {
  Finding finding = in_program(noticed);
  Hazard hazard;
  hazard.kind = row_of(finding.kind).name;
  hazard.kernel = finding.kernel;
  // Of ways to a barrier, where they part is what matters.
  const bool outermost = is_of_ways(finding);
  hazard.first = resolve(finding.first, outermost);
  hazard.second = resolve(finding.second, outermost);
  if (has_no_order(finding) && comes_before(hazard.second, hazard.first)) {
    std::swap(finding.first, finding.second);
    std::swap(hazard.first, hazard.second);
  }
  hazard.text = describe(finding, hazard.first, hazard.second);
  hazard.times = times;
  if (finding.kind == HazardKind::leak) hazard.bytes = finding.memory.size;
  return hazard;
}

}  // namespace

void add_finding(Finding finding) {
  const FindingKey key = key_of(finding);
  const std::lock_guard lock(found().mutex);
  found().findings.emplace_back(key, std::move(finding));
}

void tell_findings() {
  std::vector<Hazard> told;
  {
    const std::lock_guard lock(found().mutex);
    for (const auto& [key, finding] : found().findings) {
      Hazard hazard = tell(finding, std::max<std::uint64_t>(1, times_found(key)));
      // The launch keeps its own copy of the arguments in host memory, where threads fetch it.
      const bool is_own_argument = finding.kind == HazardKind::host_access && in_launch(finding.first.pc);
      // What headers keep for both sides is no variable of the program's.
      const bool is_headers =
          is_of_both_sides(finding) && (hazard.first.line == 0 || hazard.second.line == 0);
      // Compilers may make two calls of one, on different paths.
      const bool is_one_call = is_of_ways(finding) && hazard.first.line == hazard.second.line &&
                               hazard.first.file == hazard.second.file;
      if (!is_own_argument && !is_headers && !is_one_call) told.push_back(std::move(hazard));
    }
    found().findings.clear();
    forget_times_found();
  }
  for (Hazard& hazard : told) add_hazard(std::move(hazard));
}

}  // namespace cudasim::lens
