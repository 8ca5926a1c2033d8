#include "sim/lens/trace/step_trace.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "cudasim/warp.hpp"
#include "sim/lens/count/counters.hpp"
#include "sim/lens/count/recorder.hpp"
#include "sim/lens/count/results.hpp"
#include "sim/lens/count/spaces.hpp"
#include "sim/lens/race/allocations.hpp"
#include "sim/lens/race/watched_block.hpp"
#include "sim/lens/report/json_text.hpp"
#include "sim/lens/trace/schedule.hpp"
#include "sim/lens/trace/traced_step.hpp"
#include "sim/runtime/block_cluster.hpp"
#include "sim/runtime/kernel_launch.hpp"

namespace cudasim::lens {

constexpr std::size_t most_traced_steps = 20'000;  // of a launch
constexpr unsigned most_traced_words = 4;          // of a lane's value: 16 bytes

/// What one lane has accessed as part of a request.
struct TracedValue {
  std::uint32_t request;
  std::uint8_t lane;
  std::uint8_t words;
  bool late;  // the lane was held before, by a given schedule
  unsigned turn;
  std::uint32_t value[most_traced_words];
};

/// What each lane of a warp has accessed since the warp's requests were complete.
using LaneValues = std::array<std::vector<TracedValue>, 32>;

namespace {

std::string dimensions_text(const dim3& size) {
  return "[" + std::to_string(size.x) + "," + std::to_string(size.y) + "," + std::to_string(size.z) + "]";
}

}  // namespace

struct StepTrace::Recorded {
  std::string kernel;
  unsigned long serial;
  std::uint64_t number;  // of the launch among those of the kernel
  dim3 grid, block;
  uint3 index;
  std::uintptr_t arena;
  const Cluster* cluster;
  std::vector<const void*> arguments;
  std::vector<TracedArray> arrays;
  std::vector<TracedStep> steps;
  bool is_cut = false;

  std::array<LaneValues, 32> of_warp;
  TracedValue* unsettled = nullptr;  // a store whose value is not there yet
  std::uintptr_t unsettled_at = 0;
  std::map<std::pair<unsigned, std::uint32_t>, std::vector<std::uint32_t>> rounds;  // of each warp's requests
  std::map<const void*, SourceLine> lines;

  unsigned turn = 0;                              // grows when other lanes than before go on
  std::pair<unsigned, unsigned> running{~0u, 0};  // the warp that does, and how often its lanes were held
  std::map<unsigned, unsigned> released;          // how often each thread was held

  void next_turn() {
    ++turn;
    running = {~0u, 0};
  }
  void settle() {
    if (unsettled == nullptr) return;
    std::memcpy(unsettled->value, reinterpret_cast<const void*>(unsettled_at),
                std::size_t{4} * unsettled->words);
    unsettled = nullptr;
  }

  int array_at(std::uintptr_t address, Space space);
  TracedArray shared_at(std::uintptr_t address) const;  // of shared memory
  const SourceLine& line_of(const Request& request);
  TracedStep step_of(unsigned warp, std::uint32_t number, const Request& request,
                     const WarpRequests& requests);
};

StepTrace::StepTrace(const Launch& launch, const Block& block, std::uint64_t number)
    : recorded_(std::make_unique<Recorded>()) {
  recorded_->serial = launch.serial;
  recorded_->number = number;
  recorded_->grid = launch.config.grid;
  recorded_->block = launch.config.block;
  recorded_->index = block.index;
  recorded_->arena = reinterpret_cast<std::uintptr_t>(block.arena);
  recorded_->cluster = block.cluster;
  recorded_->arguments.assign(launch.call.pointers, launch.call.pointers + launch.call.pointer_count);
}

StepTrace::~StepTrace() = default;

/// What lies there in the shared memory of this block, or of another one of its cluster.
TracedArray StepTrace::Recorded::shared_at(std::uintptr_t address) const {
  const Block* const owner =
      cluster == nullptr ? nullptr : cluster->owner_of(reinterpret_cast<const void*>(address));
  const std::uintptr_t owns = owner == nullptr ? arena : reinterpret_cast<std::uintptr_t>(owner->arena);
  const int rank = owns == arena ? -1 : static_cast<int>(cluster->rank(*owner));
  if (const SharedVariable* const found = WatchingWorker::of_this_thread().layout.find(address - owns, 1))
    return {found->name, owns + found->offset, found->bytes, Space::shared, -1, {}, owns, rank};
  return {"", owns, shared_arena_bytes, Space::shared, -1, {}, owns, rank};
}

int StepTrace::Recorded::array_at(std::uintptr_t address, Space space) {
  for (std::size_t i = 0; i < arrays.size(); ++i)
    if (arrays[i].space == space && address - arrays[i].begin < arrays[i].bytes) return static_cast<int>(i);
  if (space == Space::shared) {
    arrays.push_back(shared_at(address));
    return static_cast<int>(arrays.size()) - 1;
  }
  const auto allocation = allocation_at(reinterpret_cast<const char*>(address));
  if (!allocation) return -1;
  TracedArray array{"", reinterpret_cast<std::uintptr_t>(allocation->begin), allocation->bytes, space, -1,
                    {}};
  for (std::size_t i = 0; i < arguments.size() && array.argument < 0; ++i)
    if (reinterpret_cast<std::uintptr_t>(arguments[i]) - array.begin < array.bytes)
      array.argument = static_cast<int>(i);
  if (allocation->name != nullptr) array.name = allocation->name;
  array.made_at = source_line(told_place(allocation->made_at, allocation->callers));
  arrays.push_back(std::move(array));
  return static_cast<int>(arrays.size()) - 1;
}

const SourceLine& StepTrace::Recorded::line_of(const Request& request) {
  SourceLine& line = lines[request.pc];
  if (line.line == 0) line = source_line(request.pc);
  if (line.line == 0) line = source_line(request.caller);
  return line;
}

namespace {

/// The warp's requests in the order of its lanes: each lane's own order is kept, and what only later lanes do comes where they do it.
std::vector<std::uint32_t> in_order(const LaneValues& of_lane) {
  std::vector<std::uint32_t> order;
  for (const std::vector<TracedValue>& lane : of_lane) {
    std::size_t at = 0;
    for (const TracedValue& access : lane) {
      const auto known = std::find(order.begin(), order.end(), access.request);
      if (known != order.end())
        at = static_cast<std::size_t>(known - order.begin()) + 1;
      else
        order.insert(order.begin() + static_cast<std::ptrdiff_t>(at++), access.request);
    }
  }
  return order;
}

/// Lanes of a request by the turn in which they made it: several only where a schedule has held some of them.
std::map<unsigned, std::uint32_t> lanes_by_turn(const LaneValues& of_lane, std::uint32_t request) {
  std::map<unsigned, std::uint32_t> turns;
  for (unsigned lane = 0; lane < 32; ++lane)
    for (const TracedValue& access : of_lane[lane])
      if (access.request == request) turns[access.turn] |= 1u << lane;
  return turns;
}

}  // namespace

void StepTrace::access(unsigned warp, unsigned lane, std::uint32_t request, std::uintptr_t address,
                       std::uint32_t bytes, Op op, const Path& path) {
  Recorded& here = *recorded_;
  here.settle();
  if (here.is_cut) return;
  const auto held = here.released.find(warp * 32 + lane);
  const std::pair now{warp, held == here.released.end() ? 0 : held->second};
  if (std::exchange(here.running, now) != now) ++here.turn;
  TracedValue value{request,
                    static_cast<std::uint8_t>(lane),
                    static_cast<std::uint8_t>(std::min<std::uint32_t>((bytes + 3) / 4, most_traced_words)),
                    now.second != 0,
                    here.turn,
                    {}};
  std::memcpy(value.value, reinterpret_cast<const void*>(address),
              std::min<std::uint32_t>(bytes, 4u * most_traced_words));
  std::vector<TracedValue>& of_lane = here.of_warp[warp][lane];
  of_lane.push_back(value);
  if (auto& rounds = here.rounds[{warp, request}]; rounds.empty()) rounds = path.rounds();
  if (op == Op::load || bytes % 4 != 0) return;
  here.unsettled = &of_lane.back();
  here.unsettled_at = address;
}

void StepTrace::released(unsigned warp, unsigned lane) { ++recorded_->released[warp * 32 + lane]; }

TracedStep StepTrace::Recorded::step_of(unsigned warp, std::uint32_t id, const Request& request,
                                        const WarpRequests& requests) {
  std::uintptr_t address[32];
  requests.fill(request, address);
  const Sums cost = cost_of_request(request, requests);
  TracedStep step;
  step.warp = warp;
  step.lanes = request.lanes;
  step.space = request.space;
  step.op = request.op;
  step.bytes = request.bytes;
  step.line = line_of(request);
  step.array = array_at(address[std::countr_zero(request.lanes)], request.space);
  step.requests = cost.requests;
  step.sectors = cost.sectors;
  step.wavefronts = cost.wavefronts;
  step.cost = request.space == Space::global ? cost.sectors : cost.wavefronts;
  step.ideal = request.space == Space::global ? cost.ideal_sectors : cost.ideal_wavefronts;
  const std::uintptr_t origin = step.array < 0 ? 0 : arrays[static_cast<std::size_t>(step.array)].begin;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((request.lanes >> lane & 1) == 0) continue;
    step.offsets.push_back(static_cast<std::int64_t>(address[lane] - origin));
    const auto& own = of_warp[warp][lane];
    const auto value =
        std::find_if(own.begin(), own.end(), [&](const TracedValue& access) { return access.request == id; });
    if (value == own.end()) continue;
    step.words = value->words;
    step.late = step.late || value->late;
    step.values.insert(step.values.end(), value->value, value->value + value->words);
  }
  return step;
}

void StepTrace::complete(unsigned warp, const WarpRequests& requests) {
  Recorded& here = *recorded_;
  here.settle();
  LaneValues& of_lane = here.of_warp[warp];
  std::map<std::uint32_t, const Request*> by_number;
  std::uint32_t number = 0;
  requests.for_each([&](const Request& request) { by_number[++number] = &request; });
  for (const std::uint32_t each : in_order(of_lane)) {
    const auto found = by_number.find(each);
    if (found == by_number.end()) continue;
    auto turns = lanes_by_turn(of_lane, each);
    if (!schedule_given) turns = {{turns.begin()->first, found->second->lanes}};
    for (const auto& [turn, lanes] : turns) {
      if (here.steps.size() >= most_traced_steps) {
        here.is_cut = true;
        break;
      }
      Request request = *found->second;
      request.lanes = lanes;
      TracedStep& step = here.steps.emplace_back(here.step_of(warp, each, request, requests));
      step.rounds = here.rounds[{warp, each}];
      step.turn = turn;
    }
  }
  for (std::vector<TracedValue>& lane : of_lane) lane.clear();
  std::erase_if(here.rounds, [&](const auto& known) { return known.first.first == warp; });
}

void StepTrace::barrier(const Site& site) {
  recorded_->settle();
  if (recorded_->is_cut) return;
  TracedStep step;
  step.kind = TracedKind::barrier;
  step.line = {site.file, site.line};
  step.operation = site.operation;
  recorded_->next_turn();
  recorded_->released.clear();
  step.turn = recorded_->turn;
  recorded_->steps.push_back(std::move(step));
}

void StepTrace::meeting(unsigned warp, const Warp& of, unsigned lanes, int operation,
                        std::vector<std::uint32_t> rounds) {
  if (recorded_->is_cut) return;
  const auto* const end = of.meeting + of.meetings;
  const auto* const found =
      std::find_if(of.meeting, end, [&](const WarpMeeting& each) { return each.arrived == lanes; });
  if (found == end) return;
  TracedStep step;
  step.kind = TracedKind::meeting;
  step.warp = warp;
  step.lanes = lanes;
  step.line = {found->site.file, found->site.line};
  step.operation = found->site.operation;
  step.rounds = std::move(rounds);
  step.words = 1;
  const bool is_shuffle = operation == static_cast<int>(detail::WarpOperation::shuffle);
  for (unsigned lane = 0; lane < 32 && operation >= 0; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    if (is_shuffle) step.offsets.push_back(of.source[lane]);
    step.values.push_back(static_cast<std::uint32_t>(of.value[lane]));
  }
  step.turn = recorded_->turn;
  recorded_->next_turn();
  recorded_->steps.push_back(std::move(step));
}

void StepTrace::shared_placed(const char* name, const char* begin, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  for (const TracedArray& array : recorded_->arrays)
    if (array.space == Space::shared && array.begin == address) return;
  recorded_->arrays.push_back({name, address, bytes, Space::shared, -1, {}, recorded_->arena, -1});
}

bool StepTrace::is_of(const Launch& launch) const { return recorded_->serial == launch.serial; }
bool StepTrace::is_of(const uint3& block) const {
  const uint3& own = recorded_->index;
  return own.x == block.x && own.y == block.y && own.z == block.z;
}

void StepTrace::launch_ends(const Launch& launch, const std::string& kernel) {
  if (is_of(launch)) recorded_->kernel = kernel;
}

std::string StepTrace::json() const {
  const Recorded& here = *recorded_;
  std::vector<std::string> files;
  std::string steps;
  std::vector<TracedStep> in_time = here.steps;
  std::stable_sort(in_time.begin(), in_time.end(),
                   [](const TracedStep& a, const TracedStep& b) { return a.turn < b.turn; });
  for (const TracedStep& step : in_time) {
    const auto known = std::find(files.begin(), files.end(), step.line.file);
    const int file = static_cast<int>(known - files.begin());
    if (known == files.end()) files.push_back(step.line.file);
    steps += (steps.empty() ? "\n" : ",\n") + json_of(step, file);
  }
  std::string arrays;
  for (const TracedArray& array : here.arrays) arrays += (arrays.empty() ? "" : ",") + json_of(array);
  std::string names;
  for (const std::string& file : files) names += (names.empty() ? "" : ",") + json_string(file);
  return "{\"kernel\":" + json_string(here.kernel) + ",\"launch\":" + std::to_string(here.number) +
         ",\"grid\":" + dimensions_text(here.grid) + ",\"block\":" + dimensions_text(here.block) +
         ",\"block_index\":" + dimensions_text(dim3(here.index.x, here.index.y, here.index.z)) +
         ",\"pointers\":" + std::to_string(here.arguments.size()) +
         ",\"cut\":" + (here.is_cut ? "true" : "false") + ",\"files\":[" + names + "],\"arrays\":[" + arrays +
         "],\"steps\":[" + steps + "\n]}";
}

}  // namespace cudasim::lens
