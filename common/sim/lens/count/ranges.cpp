#include "sim/lens/count/ranges.hpp"

#include <algorithm>
#include <mutex>

#include "sim/lens/count/recorder.hpp"
#include "sim/runtime/current_range.hpp"

namespace cudasim::lens {
namespace {

struct AllRanges {
  std::mutex mutex;
  std::vector<RangeResults> ranges;
};

AllRanges& all_ranges() {
  static auto* made = new AllRanges;  // outlives static objects that launch kernels
  return *made;
}

RangeKernel& kernel_of(const std::string& name) {
  const unsigned long number = current_range_number();
  std::vector<RangeResults>& ranges = all_ranges().ranges;
  auto range = std::find_if(ranges.begin(), ranges.end(), [&](auto& each) { return each.number == number; });
  if (range == ranges.end()) range = ranges.insert(range, {current_range(), number, {}});
  auto kernel = std::find_if(range->kernels.begin(), range->kernels.end(),
                             [&](auto& each) { return each.name == name; });
  if (kernel != range->kernels.end()) return *kernel;
  range->kernels.emplace_back().name = name;
  return range->kernels.back();
}

Sums& sums_of(RangeKernel& kernel, Space space, Op op) {
  const auto known = std::find_if(kernel.accesses.begin(), kernel.accesses.end(),
                                  [&](auto& each) { return each.space == space && each.op == op; });
  if (known != kernel.accesses.end()) return known->sums;
  return kernel.accesses.emplace_back(RangeAccesses{space, op, {}}).sums;
}

std::uint64_t scaled(std::uint64_t count, double factor) {
  return static_cast<std::uint64_t>(static_cast<double>(count) * factor + 0.5);
}

Sums scaled(Sums sums, double factor) {
#define SCALE(name) sums.name = scaled(sums.name, factor);
  CUDASIM_ACCESS_COUNTERS(SCALE)
#undef SCALE
  return sums;
}

KernelCounts scaled(KernelCounts counts, double factor) {
#define SCALE(name) counts.name = scaled(counts.name, factor);
  CUDASIM_KERNEL_COUNTERS(SCALE)
#undef SCALE
  return counts;
}

}  // namespace

std::vector<RangeResults> ranges() {
  const std::lock_guard<std::mutex> lock(all_ranges().mutex);
  return all_ranges().ranges;
}

void clear_ranges() {
  const std::lock_guard<std::mutex> lock(all_ranges().mutex);
  all_ranges().ranges.clear();
}

void add_to_range(const std::string& name, const LaunchSize& size, const std::vector<Recorder*>& recorders) {
  if (current_range_number() == 0) return;
  const std::lock_guard<std::mutex> lock(all_ranges().mutex);
  RangeKernel& kernel = kernel_of(name);
  ++kernel.launches;
  kernel.blocks += size.blocks;
  kernel.threads += size.threads;
  std::uint64_t watched = 0;
  for (const Recorder* each : recorders) watched += each->blocks;
  if (watched == 0) return;
  kernel.watched_blocks += watched;
  // Added before they are scaled: which worker had how many of the blocks is chance, and each rounds.
  RangeKernel of_watched;
  for (const Recorder* each : recorders) {
    of_watched.add(*each);
    for (const Counters::Entry& entry : each->counters.entries())
      sums_of(of_watched, entry.instruction.space, entry.instruction.op).add(entry.sums);
  }
  const double factor = static_cast<double>(size.blocks) / static_cast<double>(watched);
  kernel.add(scaled(static_cast<const KernelCounts&>(of_watched), factor));
  for (const RangeAccesses& each : of_watched.accesses)
    sums_of(kernel, each.space, each.op).add(scaled(each.sums, factor));
}

}  // namespace cudasim::lens
