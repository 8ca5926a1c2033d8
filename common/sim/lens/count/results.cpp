#include "sim/lens/count/results.hpp"
#include "sim/lens/guest.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "sim/lens/count/ranges.hpp"
#include "sim/lens/count/recorder.hpp"
#include "sim/lens/report/lines.hpp"

namespace cudasim::lens {
namespace {

struct ByAddress {
  bool operator()(const Instruction& a, const Instruction& b) const {
    return std::tie(a.pc, a.caller, a.space, a.op) < std::tie(b.pc, b.caller, b.space, b.op);
  }
};

struct Tally {
  Sums sums;
  Sample sample;

  void add(const Tally& other) {
    sums.add(other.sums);
    sample.add(other.sample);
  }
};

struct Kernel {
  KernelResults totals;
  std::map<Instruction, Tally, ByAddress> instructions;
};

struct All {
  std::mutex mutex;
  std::vector<Kernel> kernels;

  Kernel* find(const std::string& name) {
    const auto found =
        std::find_if(kernels.begin(), kernels.end(), [&](const Kernel& k) { return k.totals.name == name; });
    return found == kernels.end() ? nullptr : &*found;
  }
};

All& all() {
  static auto* made = new All;  // outlives static objects that launch kernels
  return *made;
}

// A function of a library that the compiler has not inlined belongs to the line that calls it.
SourceLine line_of(const Instruction& instruction) {
  const SourceLine own = source_line(instruction.pc);
  return own.line != 0 ? own : source_line(instruction.caller);
}

KernelResults by_line(const Kernel& kernel) {
  std::map<std::tuple<std::string, int, Space, Op>, Tally> lines;
  for (const auto& [instruction, tally] : kernel.instructions) {
    const SourceLine where = line_of(instruction);
    lines[{where.file, where.line, instruction.space, instruction.op}].add(tally);
  }
  KernelResults result = kernel.totals;
  for (const auto& [where, tally] : lines) {
    const auto& [file, line, space, op] = where;
    result.lines.push_back({file, line, space, op, tally.sums, tally.sample});
  }
  return result;
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double LineResults::sectors_per_request() const { return ratio(sums.sectors, sums.requests); }
double LineResults::ideal_sectors_per_request() const { return ratio(sums.ideal_sectors, sums.requests); }

LineResults KernelResults::at(int line, Space space, Op op) const {
  for (const LineResults& each : lines)
    if (each.line == line && each.space == space && each.op == op) return each;
  return {};
}

std::vector<KernelResults> results() {
  const std::lock_guard<std::mutex> lock(all().mutex);
  std::vector<KernelResults> list;
  for (const Kernel& kernel : all().kernels) list.push_back(by_line(kernel));
  return list;
}

KernelResults results_of(const std::string& kernel) {
  const std::lock_guard<std::mutex> lock(all().mutex);
  const Kernel* found = all().find(kernel);
  return found != nullptr ? by_line(*found) : KernelResults{};
}

void clear_results() {
  const std::lock_guard<std::mutex> lock(all().mutex);
  all().kernels.clear();
}

const char* name_of(Space space) {
  return space == Space::global ? "global" : space == Space::shared ? "shared" : "constant";
}

const char* name_of(Op op) { return op == Op::load ? "load" : op == Op::store ? "store" : "atomic"; }

std::uint64_t launches_of(const std::string& kernel) {
  const std::lock_guard<std::mutex> lock(all().mutex);
  const Kernel* found = all().find(kernel);
  return found != nullptr ? found->totals.launches : 0;
}

void add_launch(const std::string& name, const LaunchSize& size, const std::vector<Recorder*>& recorders) {
  // What the simulator does in a library's place asks memory for other things than the library's kernels.
  if (name.starts_with("cub::Device") && !guest_is_in)
    for (Recorder* each : recorders) each->counters.clear();
  add_to_range(name, size, recorders);
  const std::lock_guard<std::mutex> lock(all().mutex);
  Kernel* kernel = all().find(name);
  if (kernel == nullptr) {
    kernel = &all().kernels.emplace_back();
    kernel->totals.name = name;
  }
  KernelResults& totals = kernel->totals;
  ++totals.launches;
  totals.blocks += size.blocks;
  totals.threads += size.threads;
  totals.shared_bytes = std::max(totals.shared_bytes, size.shared_bytes);
  double bytes = 0, of_blocks = 0, of_threads = 0, working = 0, in_working_blocks = 0;
  for (Recorder* each : recorders) {
    totals.watched_blocks += std::exchange(each->blocks, 0);
    totals.add(std::exchange(static_cast<KernelCounts&>(*each), {}));
    for (const BarrierCount& count : std::exchange(each->barriers_by_line, {}))
      add_barriers(totals.barriers_by_line, count);
    totals.global_bytes += each->global_bytes;
    bytes += static_cast<double>(std::exchange(each->global_bytes, 0));
    of_blocks += std::exchange(each->squares_of_blocks, 0);
    of_threads += std::exchange(each->squares_of_threads, 0);
    working += static_cast<double>(std::exchange(each->working_threads, 0));
    in_working_blocks += static_cast<double>(std::exchange(each->threads_of_working_blocks, 0));
    totals.shared_share = std::max(totals.shared_share, std::exchange(each->shared_share, 0));
    for (const Counters::Entry& entry : each->counters.entries()) {
      Tally& tally = kernel->instructions[entry.instruction];
      tally.sums.add(entry.sums);
      if (!tally.sample.is_bettered_by(entry.sample.cost, entry.sample.key)) continue;
      tally.sample = entry.sample;
      if (entry.instruction.space != Space::shared) tally.sample.make_relative();
    }
    each->counters.clear();
  }
  if (bytes == 0) return;
  const SharedBytes now{bytes, bytes * bytes / of_blocks, bytes * bytes / of_threads,
                        working / in_working_blocks};
  const auto alike = std::ranges::find_if(totals.sharing, [&](const SharedBytes& each) {
    return each.blocks == now.blocks && each.threads == now.threads && each.working == now.working;
  });
  if (alike == totals.sharing.end())
    totals.sharing.push_back(now);
  else
    alike->bytes += bytes;
}

}  // namespace cudasim::lens
