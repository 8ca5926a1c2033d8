#include "predict/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "predict/traffic.hpp"

namespace tutorial::predict {
namespace {

constexpr double lanes_of_a_warp = 32;
constexpr double bytes_of_a_sector = 32;
constexpr double schedulers = 4;  // per SM: one instruction per clock each
// How limits that are close to each other add up: (sum of t^p)^(1/p). At two equal ones the time is 2^(1/p) times either.
constexpr double sharpness = 3;

/// What one launch asks of the device, all its blocks together.
struct Demand {
  const Launch& launch;
  const Gpu& gpu;
  Residency residency;
  Traffic traffic;
  double whole;  ///< blocks of the grid for each watched one
  double warps;

  Demand(const Launch& of, const Gpu& on)
      : launch(of),
        gpu(on),
        residency(residency_of(of, on)),
        traffic(traffic_of(of, residency, on)),
        whole(of.blocks() / std::max(1.0, of.watched_blocks)),
        warps(of.blocks() * std::ceil(of.threads() / lanes_of_a_warp)) {}

  /// Seconds for this number of clocks of single SMs (streaming multiprocessors), spread like the blocks.
  double clocks(double count) const { return count * residency.share / gpu.clock_hz; }
  /// For instructions that `lanes` lanes of an SM execute.
  double instructions(double of_a_thread, double lanes) const {
    return clocks(of_a_thread * warps * lanes_of_a_warp / lanes);
  }

  /// Share of the requests past L1 that wait for device memory. Of those that ask only for sectors that other blocks read too, it is
  /// the share of the sectors: what one of them has brought is there for the others.
  double waits_for_memory() const {
    const double sectors = std::max(1.0, launch.load_sectors / std::max(1.0, launch.load_requests));
    const double anywhere = 1 - std::pow(1 - traffic.memory_hits, sectors);
    if (!launch.reuse || launch.reuse->requests == 0) return anywhere;
    const double own = launch.reuse->own_requests / launch.reuse->requests;
    return std::min(anywhere, own + (1 - own) * traffic.memory_hits);
  }
  /// Of a load past L1. A sector that other lanes have asked for a moment before is on its way, and as far; and a warp waits until
  /// the last of its sectors is there.
  double far_latency() const {
    const double all_in_l2 = 1 - waits_for_memory();
    const double last = lines_waited_for();
    return (1 - all_in_l2) * (gpu.memory_s + last * gpu.memory_spread_s) +
           all_in_l2 * (gpu.l2_s + last * gpu.l2_spread_s);
  }
  /// A warp waits for the last of its lines, which come from different places: 0 for one line, 1 for 32.
  double lines_waited_for() const {
    if (!launch.reuse || launch.reuse->blocks == 0 || !launch.thread) return 0;
    const double lines = launch.reuse->load_lines * launch.blocks() / launch.reuse->blocks / warps;
    const double waits = std::max(1.0, launch.thread->global_waits + launch.thread->near_waits);
    return std::clamp(std::log2(std::max(1.0, lines / waits)) / 5, 0.0, 1.0);
  }
  /// Of a sector that the thread has asked for before.
  double near_latency() const {
    return traffic.near_hits * gpu.l1_s + (1 - traffic.near_hits) * far_latency();
  }
  /// Of a load that a thread waits for, on average.
  double load_latency() const {
    if (!launch.thread || launch.thread->near_waits == 0) return far_latency();
    const Thread& thread = *launch.thread;
    return (thread.global_waits * far_latency() + thread.near_waits * near_latency()) /
           (thread.global_waits + thread.near_waits);
  }

  /// Of a warp, one after the other.
  double instructions_of_a_warp() const {
    const Thread& thread = *launch.thread;
    const double memory =
        launch.load_requests + launch.store_requests + launch.atomic_requests + launch.shared_requests;
    return thread.fp32 + thread.fp64 + thread.integer + thread.special + thread.other +
           memory * whole / std::max(1.0, warps);
  }

  double memory_s() const {
    const double read = traffic.read_bytes, written = traffic.written_bytes;
    if (read + written <= 0) return 0;
    // From reading alone to reading as much as writing, by the part that is written.
    const double mixed = std::min(1.0, 2 * written / (read + written));
    const double bytes_s = (read + written) * ((1 - mixed) / gpu.read_bytes_s + mixed / gpu.copy_bytes_s);
    return bytes_s + traffic.opening_s;
  }

  double shared_s() const {
    const auto [counted, atomics] = launch.shared_atomics;
    return clocks((launch.wavefronts - counted + atomics) * whole);
  }

  double l1_s() const {
    double loaded = launch.load_sectors * whole / 4;
    double stored = (launch.store_sectors + launch.atomic_sectors) * whole / 4;
    if (launch.reuse && launch.reuse->blocks > 0) {
      loaded = launch.reuse->load_lines * launch.blocks() / launch.reuse->blocks;
      stored = launch.reuse->store_lines * launch.blocks() / launch.reuse->blocks;
    }
    const double clocks_of_loads =
        launch.l1_clocks > 0 ? launch.l1_clocks * whole : std::max(loaded, launch.load_requests * whole);
    return clocks(clocks_of_loads) +
           std::max(stored, (launch.store_requests + launch.atomic_requests) * whole) * gpu.store_line_s *
               residency.share;
  }

  double atomics_s() const {
    if (!launch.reuse || launch.reuse->blocks == 0) return 0;
    const double hottest = launch.reuse->hottest_atomics;
    return (launch.reuse->hottest_are_integers ? gpu.same_integer_s : gpu.same_atomic_s) *
           (launch.reuse->hottest_is_common ? hottest * launch.blocks() / launch.reuse->blocks : hottest);
  }

  /// Of one block, from the place that the one before leaves to its own end.
  double waits_s() const {
    double seconds = gpu.block_s;
    if (launch.thread)
      seconds += (launch.thread->global_waits + launch.thread->near_waits) * load_latency() +
                 launch.thread->shared_waits * gpu.shared_s +
                 std::max(launch.thread->chain * gpu.arithmetic_s, instructions_of_a_warp() / gpu.clock_hz);
    else if (launch.load_requests > 0)
      seconds += load_latency();
    const double barriers = launch.barriers / std::max(1.0, launch.watched_blocks);
    return seconds + barriers * gpu.shared_s;
  }

  /// Until the device has launched all blocks.
  double grid_s() const { return launch.blocks() * gpu.grid_block_s; }
  bool waits_for_blocks() const { return grid_s() > residency.waves * waits_s(); }

  /// Blocks follow each other as soon as one ends, but no faster than the device launches them. The last block's atomics are in flight
  /// when all else is done.
  double latency_s() const {
    return std::max(residency.waves * waits_s(), grid_s()) + (launch.atomic_requests > 0 ? gpu.atomic_s : 0);
  }
};

std::vector<Limit> limits_of(const Demand& demand) {
  const Gpu& gpu = demand.gpu;
  std::vector<Limit> limits = {
      {"launch", gpu.launch_s},
      {"DRAM", demand.memory_s()},
      {"L2",
       std::max(demand.traffic.l2_bytes / gpu.l2_bytes_s, demand.traffic.l2_requests / gpu.l2_requests_s)},
      {"L1", demand.l1_s()},
      {"shared memory", demand.shared_s()},
      {"atomics", demand.atomics_s()},
      {"latency", demand.latency_s()},
  };
  if (demand.launch.thread) {
    const Thread& thread = *demand.launch.thread;
    // Half of the lanes that multiply floats multiply integers as well; all other integer operations have lanes of their own.
    limits.push_back({"FP32", demand.instructions(thread.fp32 + thread.products, gpu.fp32_lanes)});
    limits.push_back({"FP64", demand.instructions(thread.fp64, gpu.fp64_lanes)});
    limits.push_back(
        {"integer", demand.instructions(std::max(thread.integer - thread.products, thread.products),
                                        gpu.integer_lanes)});
    limits.push_back({"special", demand.instructions(thread.special, gpu.special_lanes)});
    limits.push_back(
        {"issue", demand.instructions(demand.instructions_of_a_warp(), schedulers * lanes_of_a_warp)});
  }
  std::sort(limits.begin(), limits.end(),
            [](const Limit& a, const Limit& b) { return a.seconds > b.seconds; });
  return limits;
}

bool is_arithmetic(const std::string& name) {
  return name == "FP32" || name == "FP64" || name == "integer" || name == "special" || name == "issue";
}

/// Instructions of every kind are issued: where one kind makes most of them, it is what there is to say.
std::string foremost(const std::vector<Limit>& limits) {
  constexpr double most = 0.75;
  if (limits.front().name != "issue") return limits.front().name;
  const auto kind = std::find_if(limits.begin() + 1, limits.end(),
                                 [](const Limit& limit) { return is_arithmetic(limit.name); });
  return kind != limits.end() && kind->seconds >= most * limits.front().seconds ? kind->name : "issue";
}

/// All but the launch, which comes before and after the work. The kinds of arithmetic run side by side, under one issue.
double together(const std::vector<Limit>& limits) {
  double sum = 0, launch = 0, arithmetic = 0;
  for (const Limit& limit : limits) {
    if (limit.name == "launch")
      launch = limit.seconds;
    else if (is_arithmetic(limit.name))
      arithmetic = std::max(arithmetic, limit.seconds);
    else
      sum += std::pow(limit.seconds, sharpness);
  }
  return launch + std::pow(sum + std::pow(arithmetic, sharpness), 1 / sharpness);
}

std::string abstention(const Launch& launch) {
  if (launch.watched_blocks == 0) return "no block was watched";
  if (launch.dropped > 0) return "more accesses between two barriers than the lens keeps apart";
  if (launch.kernel.starts_with("cub::Device"))
    return "a library's kernel: the simulator does what it does, not how";
  if (launch.matrix_instructions > 0) return "matrix instructions: the model has no tensor cores";
  if (launch.bulk_bytes > 0)
    return "copies in bulk: no warp asks for their bytes, and the model counts what warps ask for";
  return "";
}

std::optional<double> spread_of(const Launch& launch) {
  if (!launch.reuse || launch.reuse->blocks < 4 || launch.watched_of_one() >= launch.blocks()) return {};
  const auto [first, second] = launch.reuse->of_halves;
  if (first + second <= 0) return {};
  return std::abs(first - second) / (first + second);
}

std::string rate(double bytes_s) { return fmt::format("{:.0f} GB/s", bytes_s / 1e9); }
std::string mega(double bytes) {
  return bytes < 1e6 ? fmt::format("{:.1f} KB", bytes / 1e3) : fmt::format("{:.1f} MB", bytes / 1e6);
}

struct Words {
  std::string why, change;
};

Words words_of(const Demand& demand, const Prediction& result) {
  const Gpu& gpu = demand.gpu;
  const Traffic& traffic = demand.traffic;
  const std::string& limit = result.limit;
  const double requests = demand.launch.load_requests + demand.launch.store_requests;
  const double sectors = demand.launch.load_sectors + demand.launch.store_sectors;
  if (limit == "launch")
    return {"the launch takes longer than the work",
            "more work per launch: join kernels, or capture them in a graph"};
  if (limit == "DRAM")
    return {fmt::format("{} read and {} written at up to {}", mega(traffic.read_bytes),
                        mega(traffic.written_bytes),
                        rate(traffic.written_bytes > 0 ? gpu.copy_bytes_s : gpu.read_bytes_s)),
            "fewer bytes: smaller types, or more work on each value while it is there"};
  if (limit == "L2")
    return {fmt::format("{} past L1 at up to {}", mega(traffic.l2_bytes), rate(gpu.l2_bytes_s)),
            sectors > 4.5 * requests ? "lanes of a warp that touch neighboring words"
                                     : "reuse in shared memory or in registers"};
  if (limit == "L1")
    return {fmt::format("{:.1f} sectors per request", sectors / std::max(1.0, requests)),
            sectors > 4.5 * requests ? "lanes of a warp that touch neighboring words"
                                     : "wider loads, or values kept in registers"};
  if (limit == "shared memory")
    return {fmt::format("{:.2f} wavefronts per request",
                        demand.launch.wavefronts / std::max(1.0, demand.launch.shared_requests)),
            demand.launch.wavefronts > 1.2 * demand.launch.shared_requests
                ? "no bank conflicts: pad or swizzle the tile"
                : "wider loads, or values kept in registers"};
  if (limit == "atomics")
    return {"operations on one address are serialized", "one atomic per block: reduce in the block first"};
  if (limit == "latency" && demand.waits_for_blocks())
    return {fmt::format("{:.0f} blocks, and the device launches one in {:.1f} ns", demand.launch.blocks(),
                        gpu.grid_block_s * 1e9),
            "fewer blocks: several elements per thread, or larger blocks"};
  if (limit == "latency")
    return {fmt::format("{} in flight, {:.0f} of {:.0f} threads per SM, {:.0f} ns per load",
                        mega(result.bytes_in_flight), demand.residency.blocks * demand.launch.threads(),
                        gpu.threads_a_multiprocessor, demand.load_latency() * 1e9),
            "more bytes in flight: wider or independent loads, or more blocks"};
  return {fmt::format("{} operations", limit),
          "fewer operations: reuse results, cheaper types or instructions"};
}

}  // namespace

Prediction predict(const Launch& launch, const Gpu& gpu) {
  const Demand demand(launch, gpu);
  Prediction result;
  result.kernel = launch.kernel;
  result.times = launch.times;
  result.grid = launch.grid;
  result.block = launch.block;
  result.gpu = gpu.name;
  result.limits = limits_of(demand);
  result.limit = foremost(result.limits);
  result.blocks_at_once = demand.residency.blocks;
  result.occupancy = demand.residency.blocks * launch.threads() / gpu.threads_a_multiprocessor;
  result.estimated = demand.residency.estimated;
  result.bound = demand.residency.bound;
  result.registers = demand.residency.registers;
  result.stack_bytes = launch.stack_bytes;
  result.shared_bytes = launch.shared_bytes;
  result.simulated = launch.watched_of_one();
  result.spread = spread_of(launch);
  result.memory_bytes = demand.traffic.read_bytes + demand.traffic.written_bytes;
  result.l1_hits = demand.traffic.l1_hits;
  const double latency = demand.latency_s();
  if (latency > 0)
    result.bytes_in_flight = launch.load_sectors * demand.whole * (1 - demand.traffic.l1_hits) *
                             bytes_of_a_sector * demand.far_latency() / latency;
  if (const std::string reason = abstention(launch); !reason.empty()) {
    result.why = reason;
    result.limit.clear();
    return result;
  }
  result.seconds = together(result.limits);
  const Words words = words_of(demand, result);
  result.why = words.why;
  result.change = words.change;
  return result;
}

std::vector<Prediction> predict(const std::vector<Launch>& launches, const Gpu& gpu) {
  std::vector<Prediction> predictions;
  for (const Launch& launch : launches) predictions.push_back(predict(launch, gpu));
  return predictions;
}

namespace {

HostCalls calls_of(const std::string& name, const Counted& counted) {
  for (const HostCalls& each : *counted.host)
    if (each.section == name) return each;
  return {name};
}

/// The longest of the named limits, in seconds of one launch.
double alone_s(const Prediction& prediction, std::initializer_list<std::string_view> names) {
  double longest = 0;
  for (const Limit& limit : prediction.limits)
    if (std::find(names.begin(), names.end(), limit.name) != names.end())
      longest = std::max(longest, limit.seconds);
  return longest;
}

/// The launches' time, and the host's part, from its first call until it has the result: what one launch takes longer than between two
/// events, and each call that it waits in.
Section to_the_host(Section section, const HostCalls& made, const Gpu& gpu) {
  constexpr double short_copy = 65536;  // bytes: longer ones take the time of the bus
  if (made.copied_bytes > short_copy) return {.gpu = gpu.name, .why = "the model knows nothing of the bus"};
  if (made.allocations > 0) return {.gpu = gpu.name, .why = "the model knows nothing of allocations"};
  const double device = *section.seconds - gpu.launch_s;
  const double host = gpu.host_launch_s + made.waits * gpu.host_wait_s + made.copies * gpu.host_copy_s;
  section.seconds = device + host;
  if (host <= device) return section;
  section.limit = "host";
  section.why = fmt::format("{:.0f} us of the host's: its launch, copies ({}) and waits ({})", host * 1e6,
                            made.copies, made.waits);
  return section;
}

}  // namespace

std::optional<Section> section_of(const std::string& name, const Counted& counted, const Gpu& gpu) {
  std::optional<Section> section;
  double sum = 0, longest = 0;
  for (const Launch& launch : counted.launches) {
    if (launch.section != name) continue;
    const Prediction prediction = predict(launch, gpu);
    if (!section) section = Section{gpu.name};
    if (!prediction.seconds) return Section{.gpu = gpu.name, .why = prediction.why};
    const double seconds = launch.times * *prediction.seconds;
    sum += seconds;
    section->memory_s += launch.times * alone_s(prediction, {"L1", "L2", "DRAM"});
    section->shared_s += launch.times * alone_s(prediction, {"shared memory"});
    if (seconds <= longest) continue;
    longest = seconds;
    section->limit = prediction.limit;
    section->why = prediction.why;
    section->kernel = prediction.kernel;
  }
  if (!section) return section;
  section->seconds = sum;
  const bool to_its_end = name.find("end to end") != std::string::npos;
  if (!counted.host)
    return to_its_end ? Section{.gpu = gpu.name, .why = "the host's calls were not counted"} : section;
  const HostCalls calls = calls_of(name, counted);
  return to_its_end || (!name.empty() && calls.waits + calls.copies > 0) ? to_the_host(*section, calls, gpu)
                                                                         : section;
}

}  // namespace tutorial::predict
