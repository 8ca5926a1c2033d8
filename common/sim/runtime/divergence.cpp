#include "sim/runtime/divergence.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/messages.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {
namespace {

using Numbers = std::vector<unsigned>;

// "noun 3" or "nouns 0-15, 20".
std::string ranges(const char* noun, const Numbers& numbers) {
  std::string text = noun;
  if (numbers.size() > 1) text += 's';
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += (i == 0 ? " " : ", ") + std::to_string(numbers[i]);
    if (last != i) text += "-" + std::to_string(numbers[last]);
    i = last + 1;
  }
  return text;
}

Numbers lanes_of(unsigned mask) {
  Numbers lanes;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    if (mask >> lane & 1) lanes.push_back(lane);
  return lanes;
}

bool has_ended(const Block& block, const DeviceThread& thread) {
  return (block.warps[thread.warp].live >> thread.lane & 1) == 0;
}

// The place where the thread waits and, in a warp operation, the lanes that it waits for.
std::string place(const Block& block, std::size_t number) {
  const DeviceThread& thread = block.threads[number];
  std::string text = std::string("at ") + thread.site.operation + ", " + thread.site.file + ":" +
                     std::to_string(thread.site.line);
  if (thread.awaited != nullptr) return text + awaited_text(*thread.awaited);
  if (thread.named != nullptr) return text + named_text(block, *thread.named);
  if (thread.wait != Wait::warp) return text;
  const Warp& warp = block.warps[thread.warp];
  for (unsigned i = 0; i < warp.meetings; ++i) {
    const WarpMeeting& meeting = warp.meeting[i];
    if (meeting.arrived >> thread.lane & 1)
      text += ", for " + ranges("lane", lanes_of(meeting.mask & warp.live & ~meeting.arrived)) + " of warp " +
              std::to_string(number / lanes_per_warp);
  }
  return text;
}

}  // namespace

bool all_wait_for_grid(const Block& block) {
  const Site* first = nullptr;
  for (const DeviceThread& thread : block.threads) {
    if (has_ended(block, thread)) continue;
    if (thread.wait != Wait::grid) return false;
    if (first == nullptr) first = &thread.site;
    if (!same_place(*first, thread.site)) return false;
  }
  return true;
}

std::string ended_threads(const Block& block, const Warp* of) {
  Numbers ended;
  for (std::size_t i = 0; i < block.threads.size(); ++i)
    if (has_ended(block, block.threads[i]) && (of == nullptr || of == &block.warps[block.threads[i].warp]))
      ended.push_back(static_cast<unsigned>(i));
  return ended.empty() ? "" : ranges("thread", ended);
}

void print_waiting(const Block& block) {
  constexpr std::size_t most = 4;
  struct {
    const DeviceThread* first;
    unsigned threads;
  } places[most] = {};
  unsigned ended = 0;
  for (const DeviceThread& thread : block.threads) {
    const Warp& warp = block.warps[thread.warp];
    const bool can_run = thread.awaited == nullptr && ((warp.ready | warp.held) >> thread.lane & 1) != 0;
    if (has_ended(block, thread)) ++ended;
    const bool waits_nowhere = thread.site.operation == nullptr;  // chosen to run next at this moment
    if (has_ended(block, thread) || can_run || waits_nowhere || &thread == this_worker->thread) continue;
    for (auto& place : places) {
      if (place.first == nullptr) place.first = &thread;
      if (!same_place(place.first->site, thread.site)) continue;
      ++place.threads;
      break;
    }
  }
  char line[512];
  for (const auto& place : places) {
    if (place.first == nullptr) break;
    const Site& site = place.first->site;
    std::snprintf(line, sizeof line, "  %u of its block, thread (%u,%u,%u) the first, %s at %s, %s:%d",
                  place.threads, place.first->index.x, place.first->index.y, place.first->index.z,
                  place.threads == 1 ? "waits" : "wait", site.operation, site.file, site.line);
    print_line(line);
  }
  if (ended != 0) {
    std::snprintf(line, sizeof line, "  %u of its block %s ended", ended, ended == 1 ? "has" : "have");
    print_line(line);
  }
  print_line(
      "  If it waits there for another thread:\n"
      "  perhaps none ever does what it waits for, on a GPU neither.");
}

void report_stuck_cluster(Launch& launch, const Cluster& cluster) {
  const Block* stuck = nullptr;
  for (unsigned i = 0; i < cluster.size; ++i) {
    const Block& block = cluster.blocks[i];
    if (block.live == 0) continue;
    const bool waits_elsewhere = std::any_of(
        block.threads.begin(), block.threads.end(),
        [&](const DeviceThread& each) { return !has_ended(block, each) && each.wait != Wait::cluster; });
    if (stuck == nullptr || waits_elsewhere) stuck = &block;
    if (waits_elsewhere) break;
  }
  report_stuck(launch, *stuck);
}

void report_stuck(Launch& launch, const Block& block) {
  if (observer != nullptr) observer->stuck(launch, block);
  struct Place {
    std::string text;
    int number;  // position of the call in its line
    Numbers threads;
  };
  std::vector<Place> places;
  bool in_warp = false, in_vain = false;
  for (std::size_t i = 0; i < block.threads.size(); ++i) {
    if (has_ended(block, block.threads[i])) continue;
    in_warp |= block.threads[i].wait == Wait::warp;
    in_vain |= block.threads[i].awaited != nullptr;
    const std::string here = place(block, i);
    const int call = block.threads[i].site.number;
    auto known = places.begin();
    while (known != places.end() && (known->text != here || known->number != call)) ++known;
    if (known == places.end()) known = places.insert(places.end(), {here, call, {}});
    known->threads.push_back(static_cast<unsigned>(i));
  }
  std::string text;
  for (const Place& each : places) {
    const bool is_another = &each != places.data() && (&each - 1)->text == each.text;
    text += "\n  " + ranges("thread", each.threads) + (each.threads.size() > 1 ? " wait " : " waits ") +
            each.text + (is_another ? ", at another call in that line" : "");
  }
  const std::string ended = ended_threads(block);
  if (!ended.empty()) text += "\n  " + ended + (ended[6] == 's' ? " have ended" : " has ended");
  launch.fail(cudaErrorLaunchFailure,
              "kernel %s, block (%u,%u,%u): %s\n  No thread of the block can go on:%s", launch.name(),
              block.index.x, block.index.y, block.index.z,
              in_vain   ? "threads wait for what none of them will do"
              : in_warp ? "lanes missing at a warp operation"
                        : "divergent barrier",
              text.c_str());
}

}  // namespace cudasim
