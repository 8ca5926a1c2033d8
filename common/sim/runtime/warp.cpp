// Meetings of lanes: a collective is held when every lane of its mask that has not ended has come to it. The
// last one to come computes the result of each lane.
#include "cudasim/warp.hpp"

#include <algorithm>
#include <iterator>

#include "sim/runtime/block.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/observer.hpp"
#include "sim/runtime/worker.hpp"

namespace cudasim {

namespace {

using detail::WarpOperation;

constexpr unsigned all_lanes = ~0u;

template <class Function>
void for_each_lane(unsigned lanes, Function function) {
  for (; lanes != 0; lanes &= lanes - 1) function(static_cast<unsigned>(__builtin_ctz(lanes)));
}

unsigned long long combine(WarpOperation operation, unsigned long long a, unsigned long long b) {
  const auto signed_a = static_cast<long long>(a), signed_b = static_cast<long long>(b);
  switch (operation) {
    case WarpOperation::add: return a + b;
    case WarpOperation::min_signed: return signed_a < signed_b ? a : b;
    case WarpOperation::max_signed: return signed_a < signed_b ? b : a;
    case WarpOperation::min_unsigned: return std::min(a, b);
    case WarpOperation::max_unsigned: return std::max(a, b);
    case WarpOperation::bit_and: return a & b;
    case WarpOperation::bit_or: return a | b;
    default: return a ^ b;
  }
}

/// Looks at all values, since a loop of a fixed length is faster than one over some lanes.
unsigned lanes_with(const Warp& warp, unsigned lanes, unsigned long long value) {
  unsigned equal = 0;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    equal |= static_cast<unsigned>(warp.value[lane] == value) << lane;
  return equal & lanes;
}

void give(Warp& warp, unsigned lanes, unsigned long long value) {
  if (lanes == all_lanes)
    std::fill(std::begin(warp.value), std::end(warp.value), value);
  else
    for_each_lane(lanes, [&](unsigned lane) { warp.value[lane] = value; });
}

void shuffle(Warp& warp, const WarpMeeting& meeting) {
  unsigned long long result[lanes_per_warp];
  if (meeting.arrived == all_lanes) {
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) result[lane] = warp.value[warp.source[lane]];
    std::copy(std::begin(result), std::end(result), warp.value);
    return;
  }
  for_each_lane(meeting.arrived, [&](unsigned lane) { result[lane] = shuffled_value(warp, meeting, lane); });
  for_each_lane(meeting.arrived, [&](unsigned lane) { warp.value[lane] = result[lane]; });
}

/// Lanes with equal values get each other's numbers.
void match(Warp& warp, unsigned lanes) {
  unsigned long long result[lanes_per_warp];
  for (unsigned left = lanes, equal; left != 0; left &= ~equal) {
    equal = lanes_with(warp, left, warp.value[__builtin_ctz(left)]);
    for_each_lane(equal, [&](unsigned lane) { result[lane] = equal; });
  }
  for_each_lane(lanes, [&](unsigned lane) { warp.value[lane] = result[lane]; });
}

// Replaces the values that the lanes have brought by their results.
void work_out(Warp& warp, const WarpMeeting& meeting) {
  const unsigned lanes = meeting.arrived;
  const auto operation = static_cast<WarpOperation>(meeting.operation);
  if (operation == WarpOperation::shuffle) return shuffle(warp, meeting);
  if (operation == WarpOperation::match_any) return match(warp, lanes);
  unsigned long long common = warp.value[__builtin_ctz(lanes)];
  if (operation == WarpOperation::ballot)
    common = lanes & ~lanes_with(warp, lanes, 0);
  else if (operation == WarpOperation::match_all)
    common = lanes_with(warp, lanes, common) == lanes ? lanes : 0;
  else
    for_each_lane(lanes & (lanes - 1),
                  [&](unsigned lane) { common = combine(operation, common, warp.value[lane]); });
  give(warp, lanes, common);
}

/// Whether the lanes of a branch run apart: CUDA does not say which of them run together, and a program must not rely on all.
bool run_apart(const Warp& warp, const WarpMeeting& meeting) {
  return this_worker->launch->last_lanes_first && meeting.arrived != warp.live;
}

/// Of the lanes of the meeting, those that run together with this one.
unsigned lanes_beside(const Warp& warp, const WarpMeeting& meeting, unsigned lane) {
  constexpr unsigned even = 0x55555555u;
  const bool may_be_fewer = warp.value[lane] != 0;
  if (!may_be_fewer || !run_apart(warp, meeting)) return meeting.arrived;
  return meeting.arrived & (lane % 2 == 0 ? even : ~even);
}

// Releases the lanes of a meeting and removes it; the last meeting takes its index.
void hold(Block& block, Warp& warp, WarpMeeting& meeting) {
  if (block_observer != nullptr)
    block_observer->meeting_complete(block, warp, meeting.arrived, meeting.operation);
  if (meeting.operation == warp_converge)
    for_each_lane(meeting.arrived,
                  [&](unsigned lane) { warp.value[lane] = lanes_beside(warp, meeting, lane); });
  else if (meeting.operation != warp_sync)
    work_out(warp, meeting);
  block.make_ready(warp, meeting.arrived);
  meeting = warp.meeting[--warp.meetings];
}

// Lanes may come to __syncwarp from different places of the source; to the other operations they may not.
WarpMeeting& find_meeting(Warp& warp, unsigned mask, int operation, const Site& site) {
  for (unsigned i = 0; i < warp.meetings; ++i) {
    WarpMeeting& meeting = warp.meeting[i];
    if (meeting.mask == mask && meeting.operation == operation &&
        (operation == warp_sync || same_place(meeting.site, site)))
      return meeting;
  }
  WarpMeeting& meeting = warp.meeting[warp.meetings++];
  meeting = {mask, 0, operation, site};
  return meeting;
}

/// The meeting that a lane joins in a few steps: the only one of its warp, at the same place, with others still to come. Null where there is none.
WarpMeeting* only_meeting(Warp& warp, unsigned self, unsigned mask, int operation, const Site& site) {
  WarpMeeting& meeting = warp.meeting[0];
  const bool is_same = warp.meetings == 1 && meeting.operation == operation && meeting.mask == mask &&
                       meeting.site.line == site.line && meeting.site.file == site.file &&
                       meeting.site.number == site.number && meeting.site.operation == site.operation;
  return is_same && (mask & self) != 0 && (meeting.arrived | self) != (mask & warp.live) ? &meeting : nullptr;
}

/// Where the running lane's value is when it has met the others, if it can join them in a few steps; null, and nothing is done, if it cannot.
/// Inlined, since each frame on the stack is a cache line more that the lane fetches when it continues.
__attribute__((always_inline)) inline const unsigned long long* join(int operation, unsigned mask,
                                                                     unsigned long long value,
                                                                     unsigned source, const Site& site,
                                                                     const void* called_from) {
  if (block_observer != nullptr) return nullptr;
  Worker& worker = *this_worker;
  DeviceThread& thread = worker.running();
  Warp& warp = *worker.block->current;
  const unsigned self = 1u << thread.lane;
  WarpMeeting* joined = only_meeting(warp, self, mask, operation, site);
  DeviceThread* next = joined != nullptr ? worker.block->next_begun() : nullptr;
  if (next == nullptr) return nullptr;
  joined->arrived |= self;
  unsigned long long* const own = &warp.value[thread.lane];
  *own = value;
  warp.source[thread.lane] = source;
  worker.wait_with_others(Wait::warp, site, called_from, *next);
  return own;
}

unsigned long long meet(int operation, unsigned mask, unsigned long long value, unsigned source,
                        const Site& site, const void* called_from = nullptr) {
  Worker& worker = *this_worker;
  DeviceThread& thread = worker.running();
  Warp& warp = *worker.block->current;
  const unsigned self = 1u << thread.lane;
  if (operation != warp_converge && (mask & self) == 0) {
    if (observer != nullptr) observer->lane_not_in_mask(*worker.launch, site, mask);
    worker.launch->fail_thread(
        cudaErrorLaunchFailure,
        "%s at %s:%d is called by lane %u of its warp, which is not in its own mask 0x%08x", site.operation,
        site.file, site.line, unsigned{thread.lane}, mask);
  }
  WarpMeeting& meeting = find_meeting(warp, mask, operation, site);
  meeting.arrived |= self;
  warp.value[thread.lane] = value;
  warp.source[thread.lane] = source;
  worker.suspending(Wait::warp, site).called_from = called_from;
  if (operation == warp_converge)
    warp.open_meetings += meeting.arrived == self;
  else if (meeting.arrived == (mask & warp.live))
    hold(*worker.block, warp, meeting);
  worker.run_next(thread);
  return warp.value[thread.lane];
}

}  // namespace

unsigned long long shuffled_value(const Warp& warp, const WarpMeeting& meeting, unsigned lane) {
  // Small enough for fp16, and alters no exponent of a float.
  constexpr unsigned long long unlike_any = 0x10100;
  const unsigned source = warp.source[lane];
  if ((meeting.arrived >> source & 1) != 0) return warp.value[source];
  const bool is_named = (meeting.mask >> source & 1) != 0;
  return is_named || observer == nullptr ? 0 : warp.value[lane] ^ unlike_any;
}

void try_hold_meetings(Block& block, Warp& warp) {
  for (unsigned i = 0; i < warp.meetings;) {
    WarpMeeting& meeting = warp.meeting[i];
    if (meeting.operation != warp_converge && meeting.arrived == (meeting.mask & warp.live))
      hold(block, warp, meeting);
    else
      ++i;
  }
}

void hold_open_meetings(Block& block, Warp& warp) {
  for (unsigned i = 0; i < warp.meetings;) {
    if (warp.meeting[i].operation == warp_converge)
      hold(block, warp, warp.meeting[i]);
    else
      ++i;
  }
  warp.open_meetings = 0;
}

namespace detail {

// Computed, since to ask the worker for the running thread would end its run.
unsigned lane_id() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % lanes_per_warp;
}

unsigned long long warp_collective(WarpOperation operation, unsigned long long mask, unsigned long long value,
                                   unsigned source, const Site& site) {
  const void* const called_from = __builtin_return_address(0);
  const int number = static_cast<int>(operation);
  const auto lanes = static_cast<unsigned>(mask);
  const Site place{site.operation, site.file, site.line, static_cast<int>(mask >> 32)};
  if (const auto* result = join(number, lanes, value, source, place, called_from)) return *result;
  const WarpOperationScope scope;
  return meet(number, lanes, value, source, place, called_from);
}

void warp_barrier(unsigned mask, const Site& site) {
  if (is_taken_out(site) || join(warp_sync, mask, 0, 0, site, nullptr) != nullptr) return;
  meet(warp_sync, mask, 0, 0, site);
}

unsigned converged_lanes(const Site& site, bool may_be_fewer) {
  return static_cast<unsigned>(meet(warp_converge, 0, may_be_fewer, 0, site));
}

}  // namespace detail
}  // namespace cudasim
