#include "sim/lens/stream/stream_work.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/lens/guest.hpp"
#include "sim/lens/race/library_calls.hpp"
#include "sim/lens/race/races.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/runtime/device_heap.hpp"
#include "sim/runtime/kernel_launch.hpp"
#include "sim/runtime/pinned_memory.hpp"
#include "sim/runtime/places.hpp"

namespace cudasim::lens {

std::atomic<std::uintptr_t> host_memory_begin{0};
std::atomic<std::uintptr_t> host_memory_bytes{0};

namespace {

constexpr std::size_t most_in_flight = 1024;   // pieces of work; the oldest are forgotten
constexpr std::size_t most_ranges = 1u << 18;  // of one piece and way

/// What the calling OS thread asks for.
struct Asked {
  const StreamCall* call = nullptr;
  bool host_waits = false;
  bool host_waits_before = false;  // for what was asked of the stream earlier
  Range host_memory;
  TouchedRanges touched;
};
thread_local Asked asked;

/// Where a side of what is asked for lies. A device variable's address does not say that it is one, but the call does.
Place side_of_call(const void* begin, std::size_t bytes) {
  const Place place = cudasim::place_of(begin, bytes);
  return place == Place::host && begin == asked.call->symbol ? Place::device : place;
}

bool writes(unsigned way) { return way == touch_write || way == touch_shared_write; }
bool is_shared(unsigned way) { return way >= touch_shared_read; }

// The first ranges of `a` and of `b` that have a byte in common.
std::optional<std::pair<Touched, Touched>> meeting(const std::vector<Touched>& a,
                                                   const std::vector<Touched>& b) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (left->begin < right->end && right->begin < left->end) return std::pair(*left, *right);
    if (left->end <= right->end)
      ++left;
    else
      ++right;
  }
  return std::nullopt;
}

struct Meeting {
  std::pair<Touched, Touched> ranges;
  unsigned first_way, second_way;
};

// How two pieces of work clash. If they meet in atomic or volatile accesses, these may be what orders them.
std::optional<Meeting> clash(const TouchedRanges& first, const TouchedRanges& second) {
  std::optional<Meeting> found;
  for (unsigned a = 0; a < ways_to_touch; ++a)
    for (unsigned b = 0; b < ways_to_touch; ++b) {
      if (!writes(a) && !writes(b)) continue;
      const auto ranges = meeting(first[a], second[b]);
      if (!ranges) continue;
      if (is_shared(a) && is_shared(b)) return std::nullopt;
      if (!found) found = Meeting{*ranges, a, b};
    }
  return found;
}

FoundPlace side(const Touched& touched, unsigned way, const std::string* kernel, const char* does) {
  FoundPlace found;
  found.does = does;
  found.pc = touched.pc;
  found.access = !writes(way) ? AccessKind::read : is_shared(way) ? AccessKind::atomic : AccessKind::write;
  found.who = kernel != nullptr ? "kernel " + *kernel
              : does != nullptr ? "work of one stream"
                                : "a copy or fill";
  return found;
}

FoundMemory memory_at(std::uintptr_t begin, std::uintptr_t end) {
  const auto* const address = reinterpret_cast<const char*>(begin);
  const auto bytes = static_cast<unsigned>(end - begin);
  if (DeviceHeap::instance().owns(address)) return global_memory(address, bytes);
  FoundMemory memory;
  memory.bytes = bytes;
  if (variables.holds(begin))
    memory.address = address;
  else
    (find_pinned(address) ? memory.is_page_locked : memory.is_pageable) = true;
  return memory;
}

void report(HazardKind kind, const std::string* kernel, FoundPlace first, FoundPlace second,
            FoundMemory memory, Finding finding = {}) {
  if (is_repeated(kind, kernel, first.pc, second.pc)) return;
  finding.kind = kind;
  finding.kernel = *kernel;
  finding.first = std::move(first);
  finding.second = std::move(second);
  finding.memory = std::move(memory);
  add_finding(std::move(finding));
}

}  // namespace

StreamWork& StreamWork::instance() {
  static auto& work = *new StreamWork;
  return work;
}

void StreamWork::launch_begins(const StreamName& stream) {
  const bool shares_pinned = guest_is_in && any_pinned();
  if (stream.handle != nullptr || launches_may_overlap() || shares_pinned) wants_footprint_ = true;
}

void StreamWork::launch_ends(const StreamName& stream, const WatchedLaunch& launch) {
  const std::lock_guard lock(mutex_);
  Work work, early;
  work.moment =
      order_.add_kernel(stream, launch.lets_others_begin_early, launch.overlaps ? &early.moment : nullptr);
  early.graph = work.graph = stream.graph;
  early.kernel = work.kernel = launch.kernel;
  early.is_early = true;
  if (launch.overlaps) {
    one_stream_ = false;
    add_launch(std::move(early), early_footprint_);
  }
  add_launch(std::move(work), footprint_);
}

void StreamWork::add_launch(Work work, Footprint& footprint) {
  if (wants_footprint_) footprint.take(work.touched);
  for (auto& ranges : work.touched)
    if (ranges.size() > most_ranges) ranges.resize(most_ranges);
  add(std::move(work));
}

void StreamWork::caller_launches(std::vector<Touched> arrays) {
  const std::lock_guard lock(mutex_);
  std::ranges::sort(arrays, {}, &Touched::begin);
  Work work;
  work.moment = order_.add_kernel({}, false, nullptr);
  work.kernel = intern("of the caller");
  work.is_of_caller = true;
  work.touched[touch_write] = std::move(arrays);
  add(std::move(work));
}

void StreamWork::call_begins(const StreamCall& call) { asked = {&call, call.host_waits, false, {}, {}}; }

void StreamWork::call_touches(const void* begin, std::size_t bytes, bool is_written) {
  if (asked.call == nullptr) return;
  // What is pageable goes through a buffer of the driver's: when the call returns, the host's side is done.
  // A graph has no such buffer: its copies touch the host's memory when it runs.
  if (!asked.call->in_graph && side_of_call(begin, bytes) == Place::host) {
    asked.host_waits = asked.host_waits || is_written;
    return;
  }
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  auto& ranges = asked.touched[is_written ? touch_write : touch_read];
  if (!ranges.empty() && ranges.back().end == first)
    ranges.back().end += bytes;
  else
    ranges.push_back({first, first + bytes, asked.call->caller});
  if (device_memory.holds(first) || variables.holds(first)) return;
  if (asked.host_memory.bytes == 0) asked.host_memory.begin = first;
  asked.host_memory.bytes = first + bytes - asked.host_memory.begin;
}

// cudaMemcpy, too, may return before the data have come ("API synchronization behavior" in the runtime's reference): from
// pageable memory once the stream is done and a buffer of the driver's is filled, within the device at once.
void StreamWork::call_copies(const void* to, const void* from, std::size_t bytes) {
  call_touches(to, bytes, true);
  call_touches(from, bytes, false);
  if (asked.call == nullptr || side_of_call(to, bytes) != Place::device) return;
  const Place source = side_of_call(from, bytes);
  if (source != Place::host && source != Place::device) return;
  asked.host_waits_before |= asked.host_waits && source == Place::host;
  asked.host_waits = false;
}

void StreamWork::call_ends() {
  if (asked.call == nullptr) return;
  const std::lock_guard lock(mutex_);
  const StreamName stream = asked.call->stream;
  asked.call = nullptr;
  if (asked.host_waits_before) {
    order_.host_waits(stream);
    forget_done();
  }
  Work work;
  work.moment = order_.add_work(stream);
  work.graph = stream.graph;
  work.host_memory = asked.host_memory;
  std::swap(work.touched, asked.touched);
  add(std::move(work));
  if (!asked.host_waits) return;
  order_.host_waits(stream);
  forget_done();
}

void StreamWork::memory_comes_or_goes(const StreamCall& call, const void* begin, std::size_t bytes,
                                      const char* does) {
  if (call.stream.handle != nullptr) wants_footprint_ = true;
  const std::lock_guard lock(mutex_);
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  Work work;
  work.moment = order_.add_work(call.stream);
  work.does = does;
  work.touched[touch_write].push_back({first, first + bytes, call.caller});
  add(std::move(work));
}

void StreamWork::add(Work work) {
  const auto is_empty = [](const auto& ranges) { return ranges.empty(); };
  if (std::all_of(std::begin(work.touched), std::end(work.touched), is_empty)) return;
  if (in_flight_.empty())
    one_stream_ = true;
  else if (in_flight_.back().moment.stream != work.moment.stream)
    one_stream_ = false;
  if (!one_stream_) compare_with_others(work);
  const bool shares_memory = work.host_memory.bytes != 0;
  in_flight_.push_back(std::move(work));
  if (in_flight_.size() > most_in_flight) in_flight_.pop_front();
  if (shares_memory) find_host_memory();
}

void StreamWork::compare_with_others(const Work& work) {
  for (const Work& other : in_flight_) {
    if (StreamOrder::comes_before(other.moment, work.moment)) continue;
    const bool overlaps = work.is_early && other.moment.stream == work.moment.stream;
    if (work.is_of_caller || (other.is_of_caller && !overlaps)) continue;
    const auto found = clash(other.touched, work.touched);
    if (!found) continue;
    const auto& [first, second] = found->ranges;
    Finding finding{};
    finding.overlaps = overlaps;
    finding.in_graph = work.graph != nullptr && work.graph == other.graph;
    finding.by_default_stream = other.moment.stream == 0 && other.kernel == nullptr &&
                                other.does == nullptr && other.graph == nullptr;
    report(HazardKind::race_stream,
           work.kernel != nullptr    ? work.kernel
           : other.kernel != nullptr ? other.kernel
                                     : intern(""),
           side(first, found->first_way, other.kernel, other.does),
           side(second, found->second_way, work.kernel, work.does),
           memory_at(std::max(first.begin, second.begin), std::min(first.end, second.end)),
           std::move(finding));
  }
}

void StreamWork::forget_done() {
  std::erase_if(in_flight_, [this](const Work& work) { return order_.is_done(work.moment); });
  find_host_memory();
}

void StreamWork::find_host_memory() {
  std::uintptr_t begin = UINTPTR_MAX, end = 0;
  for (const Work& work : in_flight_) {
    if (work.host_memory.bytes == 0) continue;
    begin = std::min(begin, work.host_memory.begin);
    end = std::max(end, work.host_memory.begin + work.host_memory.bytes);
  }
  host_memory_bytes = 0;
  host_memory_begin = begin;
  host_memory_bytes = end > begin ? end - begin : 0;
}

void StreamWork::freed(const void* memory, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  for (Work& work : in_flight_)
    for (auto& ranges : work.touched)
      std::erase_if(ranges, [=](const Touched& range) { return range.begin - begin < bytes; });
}

void StreamWork::event_recorded(cudaEvent_t event, const StreamName& stream) {
  const std::lock_guard lock(mutex_);
  order_.record(event, stream);
}

void StreamWork::stream_waits(const StreamName& stream, cudaEvent_t event, const void* caller) {
  const std::lock_guard lock(mutex_);
  note_wait(caller, order_.wait(stream, event));
}

void StreamWork::host_waits(cudaEvent_t event, const void* caller) {
  const std::lock_guard lock(mutex_);
  note_wait(caller, order_.host_waits(event));
  forget_done();
}

// Later rounds of a loop may wait for what the first could not have found recorded.
void StreamWork::note_wait(const void* caller, bool was_recorded) {
  if (was_recorded)
    vain_waits_.erase(caller);
  else
    vain_waits_.insert(caller);
}

void StreamWork::host_waits(const StreamName& stream) {
  const std::lock_guard lock(mutex_);
  order_.host_waits(stream);
  forget_done();
}

void StreamWork::host_waits_for_all() {
  const std::lock_guard lock(mutex_);
  order_.host_waits_for_all();
  forget_done();
}

bool StreamWork::query(const StreamName& stream) {
  const std::lock_guard lock(mutex_);
  return order_.query(stream);
}

bool StreamWork::query(cudaEvent_t event) {
  const std::lock_guard lock(mutex_);
  return order_.query(event);
}

void StreamWork::event_timed(cudaEvent_t event, const void* caller) {
  const std::lock_guard lock(mutex_);
  if (order_.is_done(event)) return;
  FoundPlace asks;
  asks.pc = caller;
  report(HazardKind::not_waited_for, intern(""), asks, {}, {});
}

void StreamWork::enter_stream(const StreamName& stream) {
  const std::lock_guard lock(mutex_);
  order_.enter_stream(stream);
}

void StreamWork::leave_stream() {
  const std::lock_guard lock(mutex_);
  order_.leave_stream();
}

void StreamWork::forget(cudaStream_t stream) {
  const std::lock_guard lock(mutex_);
  order_.forget(stream);
}

void StreamWork::forget(cudaEvent_t event) {
  const std::lock_guard lock(mutex_);
  order_.forget(event);
}

void StreamWork::host_accesses(const Access& access) {
  const std::lock_guard lock(mutex_);
  if (in_flight_.empty()) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(access.address);
  const std::vector<Touched> own = {{begin, begin + access.bytes, access.pc}};
  const bool host_writes = access.kind != AccessKind::read;
  for (const Work& work : in_flight_) {
    if (work.does != nullptr || work.is_of_caller || order_.is_done(work.moment))
      continue;  // host code that runs as work of a stream
    for (unsigned way = 0; way < ways_to_touch; ++way) {
      if (!writes(way) && !host_writes) continue;
      const auto found = meeting(own, work.touched[way]);
      if (!found) continue;
      // What Thrust does has waited for what was launched before; a flag that the host looks at may be what it waits by.
      if (access.is_volatile || access.kind == AccessKind::atomic || is_library_access(access.pc)) {
        order_.host_waits_for_all();
        forget_done();
        return;
      }
      FoundPlace host;
      host.pc = access.pc;
      host.access = access.kind;
      report(HazardKind::not_waited_for, work.kernel != nullptr ? work.kernel : intern(""), host,
             side(found->second, way, work.kernel, work.does), memory_at(begin, begin + access.bytes));
    }
  }
}

void StreamWork::host_returns() {
  const std::lock_guard lock(mutex_);
  constexpr unsigned writes_first[] = {touch_write, touch_shared_write, touch_read, touch_shared_read};
  const Moment next = order_.add_work({});
  for (const Work& work : in_flight_) {
    if (work.does != nullptr || StreamOrder::comes_before(work.moment, next)) continue;
    const auto is_touched = [&](unsigned way) { return !work.touched[way].empty(); };
    const auto way = std::ranges::find_if(writes_first, is_touched);
    if (way == std::end(writes_first)) continue;
    const Touched& touched = work.touched[*way].front();
    report(HazardKind::not_waited_for, work.kernel != nullptr ? work.kernel : intern(""), {},
           side(touched, *way, work.kernel, work.does), memory_at(touched.begin, touched.end));
  }
}

void StreamWork::finish() {
  const std::lock_guard lock(mutex_);
  for (const void* caller : vain_waits_) {
    FoundPlace waits;
    waits.pc = caller;
    report(HazardKind::event_not_recorded, intern(""), waits, {}, {});
  }
}

}  // namespace cudasim::lens
