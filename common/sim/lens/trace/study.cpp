#include "sim/lens/trace/study.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "sim/lens/count/recorder.hpp"
#include "sim/lens/count/reuse.hpp"
#include "sim/lens/report/json_text.hpp"
#include "sim/lens/trace/prediction.hpp"
#include "sim/lens/trace/thread_trace.hpp"
#include "sim/runtime/current_range.hpp"
#include "sim/runtime/kernel_launch.hpp"

namespace cudasim::lens {
namespace {

constexpr std::uint64_t most_touches = 1u << 21;  // sectors of all sampled blocks

struct Key {
  std::string section, kernel;  ///< the kernel as it is known before the launch
  std::array<unsigned, 3> grid, block;
  std::uint64_t shared_bytes;

  bool operator==(const Key&) const = default;
};

/// All launches of one key.
struct Studied {
  Key key;
  std::string name;
  std::uint64_t times = 0, watched = 0, barriers = 0, dropped = 0, matrix_instructions = 0, bulk_bytes = 0;
  std::uint64_t requests[spaces][3] = {}, sectors[3] = {}, lanes[spaces][3] = {},
                wavefronts = 0;  ///< by space and operation
  std::uint64_t l1_clocks = 0;   ///< for loads
  std::uint64_t atomic_wavefronts[2] =
      {};  ///< of shared memory: those among the wavefronts, and what they take
  std::optional<ReuseCounts> reuse;
  std::optional<ThreadCounts> thread;
};

/// What the host waits for in a section.
struct HostCalls {
  std::uint64_t waits = 0, copies = 0, copied_bytes = 0, allocations = 0;
};

struct State {
  std::mutex mutex;
  std::map<std::string, HostCalls> host;  ///< by section
  std::string section;
  std::string kernel;
  std::deque<Studied> launches;
  bool is_new = false;              ///< the running launch is the first with its key
  std::atomic<unsigned> traced{0};  ///< threads of two blocks are followed
  std::vector<BlockTouches> sampled;
  std::uint64_t touches = 0;
  std::optional<TracedThread> first, middle;  ///< thread of its block
};

State& state() {
  static auto* made = new State;
  return *made;
}

const char* told() {
  static const char* const asked = std::getenv("LENS_PREDICT");
  return asked != nullptr ? asked : ends_with_prediction() ? "all" : nullptr;
}

std::array<unsigned, 3> sizes(dim3 size) { return {size.x, size.y, size.z}; }

void add(Studied& studied, Recorder& recorder) {
  studied.watched += recorder.blocks;
  studied.barriers += recorder.barriers;
  studied.dropped += recorder.dropped_accesses;
  studied.matrix_instructions += std::exchange(recorder.matrix_instructions, 0);
  studied.bulk_bytes += std::exchange(recorder.bulk_bytes, 0);
  for (const Counters::Entry& entry : recorder.counters.entries()) {
    const auto space = static_cast<unsigned>(entry.instruction.space);
    const auto op = static_cast<unsigned>(entry.instruction.op);
    studied.requests[space][op] += entry.sums.requests;
    studied.lanes[space][op] += entry.sums.accesses;
    studied.sectors[op] += entry.sums.sectors;
    studied.l1_clocks += entry.sums.l1_clocks;
    if (entry.instruction.space != Space::shared) continue;
    studied.wavefronts += entry.sums.wavefronts;
    if (entry.instruction.op != Op::atomic) continue;
    studied.atomic_wavefronts[0] += entry.sums.wavefronts;
    studied.atomic_wavefronts[1] += entry.sums.atomic_wavefronts;
  }
}

/// A thread's accesses of this launch, on average: by instruction.
std::map<const void*, double> accesses_of(const Launch& launch, const std::vector<Recorder*>& recorders) {
  std::map<const void*, double> found;
  const dim3 block = launch.config.block;
  double threads = 0;
  for (const Recorder* recorder : recorders) {
    threads += static_cast<double>(recorder->blocks) * block.x * block.y * block.z;
    for (const Counters::Entry& entry : recorder->counters.entries())
      found[entry.instruction.pc] += static_cast<double>(entry.sums.accesses);
  }
  for (auto& [pc, lanes] : found) lanes /= std::max(1.0, threads);
  return found;
}

/// What a thread did that was not followed to its end: as much ahead of each access as it did while it was followed, as often as a thread
/// comes there. Of accesses that it had not come to, what the others have.
std::optional<ThreadCounts> completed(const std::optional<TracedThread>& thread,
                                      const std::map<const void*, double>& accesses) {
  if (!thread) return std::nullopt;
  if (thread->complete) return thread->counts;
  ThreadCounts counts;
  double reached = 0, unreached = 0;
  for (const auto& [pc, times] : accesses) {
    const auto found = thread->stretches.find(pc);
    if (found == thread->stretches.end()) {
      unreached += times;
      continue;
    }
    const Stretch& stretch = found->second;
    counts.add(stretch.counts, std::max(1.0, times / stretch.times));
    reached += std::max(times, stretch.times);
  }
  if (reached == 0) return std::nullopt;
  ThreadCounts whole;
  whole.add(counts, 1 + unreached / reached);
  return whole;
}

/// A block works as its middle does, and ends with the one that waits longest: where warps fall out one by one, the first.
std::optional<ThreadCounts> joined(const std::optional<ThreadCounts>& first,
                                   const std::optional<ThreadCounts>& middle) {
  if (!first || !middle) return first ? first : middle;
  ThreadCounts counts = *middle;
  const auto waits = [](const ThreadCounts& of) { return of.global_waits + of.near_waits + of.shared_waits; };
  if (waits(*first) < waits(*middle)) return counts;
  counts.chain = first->chain;
  counts.global_waits = first->global_waits;
  counts.near_waits = first->near_waits;
  counts.shared_waits = first->shared_waits;
  return counts;
}

std::string list(const std::array<unsigned, 3>& of) {
  return "[" + std::to_string(of[0]) + ", " + std::to_string(of[1]) + ", " + std::to_string(of[2]) + "]";
}

std::string json(const Studied& studied) {
  const Key& key = studied.key;
  const auto& global = studied.requests[0];
  const auto& shared = studied.requests[1];
  std::string text =
      "{\"section\": " + json_string(key.section) + ", \"kernel\": " + json_string(studied.name) +
      ", \"grid\": " + list(key.grid) + ", \"block\": " + list(key.block) +
      ", \"shared_bytes\": " + std::to_string(key.shared_bytes) +
      ", \"times\": " + std::to_string(studied.times) +
      ", \"watched_blocks\": " + std::to_string(studied.watched) +
      ", \"load_requests\": " + std::to_string(global[0]) +
      ", \"store_requests\": " + std::to_string(global[1]) +
      ", \"atomic_requests\": " + std::to_string(global[2]) +
      ", \"atomics\": " + std::to_string(studied.lanes[0][2]) +
      ", \"load_sectors\": " + std::to_string(studied.sectors[0]) +
      ", \"store_sectors\": " + std::to_string(studied.sectors[1]) +
      ", \"atomic_sectors\": " + std::to_string(studied.sectors[2]) +
      ", \"shared_requests\": " + std::to_string(shared[0] + shared[1] + shared[2]) +
      ", \"wavefronts\": " + std::to_string(studied.wavefronts) +
      ", \"l1_clocks\": " + std::to_string(studied.l1_clocks) + ", \"shared_atomics\": [" +
      std::to_string(studied.atomic_wavefronts[0]) + ", " + std::to_string(studied.atomic_wavefronts[1]) +
      "]" + ", \"barriers\": " + std::to_string(studied.barriers) +
      ", \"dropped\": " + std::to_string(studied.dropped) +
      ", \"matrix_instructions\": " + std::to_string(studied.matrix_instructions) +
      ", \"bulk_bytes\": " + std::to_string(studied.bulk_bytes);
  if (studied.thread) text += ", \"thread\": " + lens::json(*studied.thread);
  if (studied.reuse) text += ", \"reuse\": " + lens::json(*studied.reuse);
  return text + "}";
}

}  // namespace

bool study_is_on() { return told() != nullptr; }
bool study_leaves_out() { return study_is_on() && std::strcmp(told(), "sample") == 0; }

void study_launch_begins(const Launch& launch, const std::string& kernel) {
  State& now = state();
  now.section = current_range();
  now.kernel = kernel;
  now.is_new = std::none_of(now.launches.begin(), now.launches.end(), [&](const Studied& each) {
    return each.key.section == now.section && each.key.kernel == kernel &&
           each.key.grid == sizes(launch.config.grid) && each.key.block == sizes(launch.config.block);
  });
  now.traced = 0;
  now.sampled.clear();
  now.touches = 0;
  now.first.reset();
  now.middle.reset();
}

void study_block(const Launch& launch, std::uint64_t number, bool sampled, const Block& block,
                 Recorder& recorder) {
  State& now = state();
  recorder.traced = nullptr;
  recorder.touches.reset();
  if (!now.is_new) return;
  {
    const std::lock_guard<std::mutex> lock(now.mutex);
    if (sampled && now.sampled.size() < most_sampled && now.touches < most_touches) {
      recorder.touches = std::make_unique<BlockTouches>();
      recorder.touches->begin(number);
    }
  }
  // Blocks in the middle, not at the grid's edge.
  if (number < launch.blocks / 3 || launch.config.cooperative) return;
  const unsigned turn = now.traced.fetch_add(1);
  if (turn > 1) return;
  recorder.traced_first = turn == 0;
  recorder.traced = block.warps[turn == 0 ? 0 : block.warps.size() / 2].threads;
}

void study_turned_to(const Block&, const DeviceThread& thread, bool fresh, Recorder& recorder) {
  if (recorder.traced == nullptr) return;
  if (&thread == recorder.traced && fresh) begin_trace();
  pause_trace(&thread != recorder.traced);
}

void study_block_ended(Recorder& recorder) {
  State& now = state();
  const std::lock_guard<std::mutex> lock(now.mutex);
  if (recorder.traced != nullptr) (recorder.traced_first ? now.first : now.middle) = end_trace();
  recorder.traced = nullptr;
  if (recorder.touches == nullptr) return;
  now.touches += recorder.touches->read.size() + recorder.touches->written.size();
  now.sampled.push_back(std::move(*recorder.touches));
  recorder.touches.reset();
}

void study_launch_ends(const Launch& launch, const std::string& kernel, std::uint64_t shared_bytes,
                       const std::vector<Recorder*>& recorders) {
  State& now = state();
  const Key key{now.section, now.kernel, sizes(launch.config.grid), sizes(launch.config.block), shared_bytes};
  auto found = std::find_if(now.launches.begin(), now.launches.end(),
                            [&](const Studied& each) { return each.key == key; });
  if (found == now.launches.end()) {
    found = now.launches.emplace(found);
    found->key = key;
  }
  Studied& studied = *found;
  studied.name = kernel;  // once it has been entered it is the compiler's, which knows more
  ++studied.times;
  for (Recorder* recorder : recorders) add(studied, *recorder);
  if (!now.is_new) return;
  const auto accesses = accesses_of(launch, recorders);
  studied.thread = joined(completed(now.first, accesses), completed(now.middle, accesses));
  if (!now.sampled.empty()) studied.reuse = reuse_of(now.sampled);
}

void study_host_waits() {
  const std::lock_guard<std::mutex> lock(state().mutex);
  ++state().host[current_range()].waits;
}

void study_host_copies(std::uint64_t bytes) {
  const std::lock_guard<std::mutex> lock(state().mutex);
  HostCalls& calls = state().host[current_range()];
  ++calls.copies;
  calls.copied_bytes += bytes;
}

void study_host_allocates() {
  const std::lock_guard<std::mutex> lock(state().mutex);
  ++state().host[current_range()].allocations;
}

std::string study_host_json() {
  std::string all;
  for (const auto& [section, calls] : state().host)
    all += (all.empty() ? "\n  " : ",\n  ") + ("{\"section\": " + json_string(section)) +
           ", \"waits\": " + std::to_string(calls.waits) + ", \"copies\": " + std::to_string(calls.copies) +
           ", \"copied_bytes\": " + std::to_string(calls.copied_bytes) +
           ", \"allocations\": " + std::to_string(calls.allocations) + "}";
  return "[" + all + "]";
}

std::string study_json() {
  std::string all;
  for (const Studied& each : state().launches) all += (all.empty() ? "\n  " : ",\n  ") + json(each);
  return "[" + all + "]";
}

}  // namespace cudasim::lens
