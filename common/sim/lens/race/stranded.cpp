#include "sim/lens/race/stranded.hpp"

#include <algorithm>
#include <cstdio>

#include "sim/lens/count/recorder.hpp"
#include "sim/lens/race/checker.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/lens/report/kernel_name.hpp"
#include "sim/lens/report/wording.hpp"
#include "sim/runtime/divergence.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim::lens {
namespace {

FoundPlace waiting_place(const Block& block, const DeviceThread& thread, const Site& site) {
  FoundPlace place;
  place.file = site.file;
  place.line = site.line;
  place.is_thread = true;
  place.thread = to_index(thread.index);
  place.block = to_index(block.index);
  return place;
}

// Of an ended thread no line is known.
FoundPlace ended_place(const Block& block, const DeviceThread& thread) {
  return waiting_place(block, thread, {"", "", 0});
}

bool has_ended(const Block& block, const DeviceThread& thread) {
  return (block.warps[thread.warp].live >> thread.lane & 1) == 0;
}

template <class Predicate>
const DeviceThread* first_thread(const Block& block, Predicate predicate) {
  for (const DeviceThread& thread : block.threads)
    if (predicate(thread)) return &thread;
  return nullptr;
}

std::string site_text(const Site& site) {
  return std::string(site.operation) + " at " + file_line(site.file, site.line);
}

std::string thread_text(const DeviceThread& thread) { return "thread " + to_text(to_index(thread.index)); }

void add(HazardKind kind, const std::string& kernel, FoundPlace first, FoundPlace second,
         std::string detail) {
  Finding finding{};
  finding.kind = kind;
  finding.kernel = kernel;
  finding.first = std::move(first);
  finding.second = std::move(second);
  finding.detail = std::move(detail);
  add_finding(std::move(finding));
}

// Whether two threads that meet have come by different paths, which is reported. Lanes of a warp may meet in different iterations of a loop.
bool part_ways(const Block& block, const Recorder& recorder, const DeviceThread& first,
               const DeviceThread& second, HazardKind kind, const Site& site) {
  const Path& one = recorder.path_of(static_cast<std::size_t>(&first - block.threads.data()));
  const Path& other = recorder.path_of(static_cast<std::size_t>(&second - block.threads.data()));
  const bool one_path = one.value() == other.value();
  if (one_path && first.called_from == second.called_from) return false;
  const Path::Parting parting =
      one_path ? Path::Parting{first.called_from, second.called_from} : Path::parting(one, other);
  const bool by_calls = parting.first_call != nullptr && parting.second_call != nullptr;
  if (!by_calls && kind == HazardKind::missing_lanes) return false;
  const auto line = static_cast<std::uintptr_t>(site.line);
  if (is_repeated(kind, watched_launch().kernel,
                  by_calls ? reinterpret_cast<std::uintptr_t>(parting.first_call) : line,
                  by_calls ? reinterpret_cast<std::uintptr_t>(parting.second_call) : line))
    return true;
  FoundPlace here = waiting_place(block, first, site), there = waiting_place(block, second, site);
  if (by_calls) {
    here.pc = parting.first_call;
    there.pc = parting.second_call;
  }
  add(kind, *watched_launch().kernel, std::move(here), std::move(there),
      "in block " + to_text(to_index(block.index)) + ", " + thread_text(first) + " and " +
          thread_text(second) + " meet in " + site_text(site) +
          (by_calls ? ", but reach it through different calls."
                    : ", but in different iterations of a loop around it."));
  return true;
}

}  // namespace

void add_early_exit(const Block& block, const Site& site, const Warp* of) {
  const auto line = static_cast<std::uintptr_t>(site.line);
  if (is_repeated(HazardKind::early_exit_barrier, watched_launch().kernel, line, 0)) return;
  const auto is_meant = [&](const DeviceThread& each) {
    return of == nullptr || of == &block.warps[each.warp];
  };
  const auto* waiting = first_thread(
      block, [&](const DeviceThread& each) { return is_meant(each) && !has_ended(block, each); });
  const auto* ended =
      first_thread(block, [&](const DeviceThread& each) { return is_meant(each) && has_ended(block, each); });
  add(HazardKind::early_exit_barrier, *watched_launch().kernel, waiting_place(block, *waiting, site),
      ended_place(block, *ended),
      "in block " + to_text(to_index(block.index)) + ", " + ended_threads(block, of) +
          " had ended when the others met at " + site_text(site) + ".");
}

void note_other_ways(const Block& block, const Recorder& recorder) {
  const DeviceThread* first = nullptr;
  for (const DeviceThread& thread : block.threads) {
    if (has_ended(block, thread)) continue;
    if (first == nullptr) first = &thread;
    if (part_ways(block, recorder, *first, thread, HazardKind::divergent_barrier, block.barrier.site)) return;
  }
}

void note_other_calls(const Block& block, const Warp& warp, unsigned lanes, const Recorder& recorder) {
  const DeviceThread& first = warp.threads[__builtin_ctz(lanes)];
  for (unsigned rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1)
    if (part_ways(block, recorder, first, warp.threads[__builtin_ctz(rest)], HazardKind::missing_lanes,
                  first.site))
      return;
}

namespace {

void look_for_use(const Block& block, const Warp& warp, const WarpMeeting& meeting) {
  WatchedBlock* const watched = WatchingWorker::of_this_thread().find(block);
  if (watched == nullptr) return;
  const AskedOutside* const asked =
      watched->shuffled[static_cast<unsigned>(&warp - block.warps.data())].exchange(warp, meeting);
  if (asked == nullptr || is_repeated(HazardKind::missing_lanes, watched_launch().kernel,
                                      static_cast<std::uintptr_t>(asked->site.line), 0))
    return;
  const DeviceThread& thread = warp.threads[asked->lane];
  char digits[11];
  std::snprintf(digits, sizeof digits, "0x%08x", asked->mask);
  add(HazardKind::missing_lanes, *watched_launch().kernel, waiting_place(block, thread, asked->site), {},
      thread_text(thread) + " of block " + to_text(to_index(block.index)) + " takes the value of lane " +
          std::to_string(asked->asked) + " of its warp in " + site_text(asked->site) + ", which the mask " +
          digits + " does not name: the value is undefined, and the warp's result is made of it.");
}

}  // namespace

void Checker::shuffled(const Block& block, const Warp& warp, unsigned lanes) {
  const auto* end = warp.meeting + warp.meetings;
  const auto* meeting =
      std::find_if(warp.meeting, end, [&](const WarpMeeting& each) { return each.arrived == lanes; });
  if (meeting == end) return;
  // A lane that the mask does not name may be asked in vain, by lanes that do not use the answer.
  const unsigned absent = meeting->mask & ~lanes;
  if (absent == 0) return look_for_use(block, warp, *meeting);
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    const unsigned asked = warp.source[lane];
    if ((lanes >> lane & 1) == 0 || (absent >> asked & 1) == 0) continue;
    const Site& site = meeting->site;
    if (is_repeated(HazardKind::missing_lanes, watched_launch().kernel,
                    static_cast<std::uintptr_t>(site.line), 0))
      return;
    add(HazardKind::missing_lanes, *watched_launch().kernel, waiting_place(block, warp.threads[lane], site),
        {},
        thread_text(warp.threads[lane]) + " of block " + to_text(to_index(block.index)) + " asks lane " +
            std::to_string(asked) + " of its warp for a value in " + site_text(site) +
            ", but that lane has ended or does not exist: the value is undefined.");
    return;
  }
}

void Checker::stuck(const Launch& launch, const Block& block) {
  const auto* first = first_thread(block, [&](const DeviceThread& each) { return !has_ended(block, each); });
  if (first == nullptr) return;
  const auto* second = first_thread(block, [&](const DeviceThread& each) {
    return !has_ended(block, each) && !same_place(each.site, first->site);
  });
  const auto* in_warp = first_thread(
      block, [&](const DeviceThread& each) { return !has_ended(block, each) && each.wait == Wait::warp; });
  const auto* ended = first_thread(block, [&](const DeviceThread& each) { return has_ended(block, each); });

  std::string detail = "in block " + to_text(to_index(block.index)) + ", " + thread_text(*first) +
                       " waits at " + site_text(first->site);
  if (first->awaited != nullptr) detail += awaited_text(*first->awaited);
  if (first->named != nullptr) detail += named_text(block, *first->named);
  FoundPlace other;
  if (second != nullptr) {
    other = waiting_place(block, *second, second->site);
    const bool is_in_line = second->site.line == first->site.line && same_text(second->site, first->site);
    detail += ", " + thread_text(*second) + " at " +
              (is_in_line ? "another call in that line" : site_text(second->site));
  } else if (ended != nullptr) {
    other = ended_place(block, *ended);
    detail += ", and " + ended_threads(block) + " ended before";
  }
  add(in_warp != nullptr ? HazardKind::missing_lanes : HazardKind::divergent_barrier, kernel_name(launch),
      waiting_place(block, *first, first->site), std::move(other),
      detail + ": no thread of the block can continue.");
}

void Checker::lane_not_in_mask(const Launch& launch, const Site& site, unsigned mask) {
  const Block& block = *this_worker->block;
  const DeviceThread& thread = *this_worker->thread;
  char digits[11];
  std::snprintf(digits, sizeof digits, "0x%08x", mask);
  add(HazardKind::missing_lanes, kernel_name(launch), waiting_place(block, thread, site), {},
      thread_text(thread) + " of block " + to_text(to_index(block.index)) + " calls " + site_text(site) +
          " as lane " + std::to_string(thread.lane) + ", which is not in its mask " + digits + ".");
}

}  // namespace cudasim::lens
