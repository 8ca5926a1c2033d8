#include "predict/traffic.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tutorial::predict {
namespace {

constexpr double sector_bytes = 32;
constexpr double line_bytes = 128;
constexpr double sectors_of_a_line = line_bytes / sector_bytes;
constexpr double reserved_shared_bytes = 1024;  // of each block, by the system
constexpr double assumed_registers = 32;        // a thread, where the compiler has not said
constexpr double warp_lanes = 32;

double round_up(double value, double unit) { return std::ceil(value / unit) * unit; }

/// Share of the loads that find their sector in L1: those whose line was used so recently that the block's part of the cache still
/// has it.
double l1_hits_of(const Launch& launch, const Residency& residency, const Gpu& gpu) {
  const Reuse& reuse = *launch.reuse;
  if (reuse.loads == 0) return 0;
  const double shared =
      residency.blocks * (launch.shared_bytes > 0 ? launch.shared_bytes + reserved_shared_bytes : 0);
  const double lines = std::max(0.0, gpu.l1_bytes - shared) / residency.blocks / line_bytes;
  double hits = 0;
  for (std::size_t power = 0; power < reuse.again.size(); ++power) {
    const double low = power == 0 ? 0 : std::exp2(static_cast<double>(power)),
                 high = std::exp2(static_cast<double>(power + 1));
    hits += reuse.again[power] * std::clamp((lines - low) / (high - low), 0.0, 1.0);
  }
  return hits / reuse.loads;
}

/// What the whole grid does with an array, in sectors.
struct WholeArray {
  double once = 0;    ///< different ones that are read
  double again = 0;   ///< by other blocks than their neighbors
  double stored = 0;  ///< different ones
  double rewritten = 0;
  double moved = 1;   ///< by device memory, for each that is read
  double kept = 0;    ///< that L2 has no room for anything else in
  double partly = 0;  ///< of each that is written, what device memory reads first
  double pages = 0;
};

WholeArray whole_array(const Array& array, const Launch& launch, const Gpu& gpu) {
  const double blocks = launch.reuse->blocks, sampled = launch.blocks() / blocks;
  WholeArray whole;
  whole.once = read_once(array, blocks, launch.blocks());
  whole.again =
      std::max(0.0, array.read_by_blocks * sampled - whole.once) * (1 - shared_with_neighbour(array));
  whole.stored =
      footprint(array.written, array.written_by_blocks, blocks, launch.blocks(), array.bytes / sector_bytes);
  whole.rewritten = std::max(0.0, array.written_by_blocks * sampled - whole.stored);
  whole.moved = moved_per_read(array, gpu);
  whole.kept = std::max(whole.once * whole.moved,
                        sectors_of_a_line * footprint(array.read_lines, array.read_lines_by_blocks, blocks,
                                                      launch.blocks(), array.bytes / line_bytes));
  if (array.written > 0) whole.partly = array.written_partly / array.written;
  whole.pages = array.pages * sampled;
  return whole;
}

}  // namespace

Residency residency_of(const Launch& launch, const Gpu& gpu) {
  Residency result;
  const double threads = round_up(launch.threads(), warp_lanes);
  const double registers = launch.registers > 0 ? round_up(launch.registers, 8) : assumed_registers;
  double most = std::floor(gpu.threads_a_multiprocessor / threads);
  result.bound = "threads";
  const auto bound = [&](double blocks, const char* name) {
    if (blocks >= most) return;
    most = blocks;
    result.bound = name;
  };
  bound(gpu.blocks_a_multiprocessor, "blocks");
  bound(std::floor(gpu.registers_a_multiprocessor / (registers * threads)), "registers");
  if (launch.shared_bytes > 0)
    bound(std::floor(gpu.shared_bytes_a_multiprocessor / (launch.shared_bytes + reserved_shared_bytes)),
          "shared memory");
  most = std::max(most, 1.0);
  result.registers = launch.registers > 0 ? launch.registers : assumed_registers;
  const double blocks = launch.blocks();
  const double a_processor = std::ceil(blocks / gpu.multiprocessors);
  bound(a_processor, "grid");
  result.blocks = most;
  result.waves = std::max(1.0, blocks / (gpu.multiprocessors * most));
  // A grid that runs at once is as slow as the fullest SM; in a longer one, the load evens out.
  result.share = blocks <= gpu.multiprocessors * most ? a_processor / blocks : 1 / gpu.multiprocessors;
  result.estimated = launch.registers == 0;
  return result;
}

double hits_of_a_loop(double bytes, double cache) {
  if (bytes <= cache) return 1;
  double hits = 0;
  for (int i = 0; i < 200; ++i) hits = std::exp(-(1 - hits) * bytes / cache);
  return hits;
}

double footprint(double distinct, double asked, double sampled, double blocks, double most) {
  if (distinct <= 0 || sampled <= 0) return 0;
  const double part = std::min(1.0, sampled / blocks);
  if (part >= 1) return std::min(distinct, most);
  // A sector that m blocks ask for is seen m * part times on average, and at all with the chance 1 - (1 - part)^m.
  const double seen = distinct / asked;
  double low = 1, high = blocks;
  for (int i = 0; i < 60; ++i) {
    const double m = std::sqrt(low * high);
    (((1 - std::pow(1 - part, m)) / (m * part)) > seen ? low : high) = m;
  }
  return std::min(asked / (low * part), most);
}

double shared_with_neighbour(const Array& array) {
  return array.read_by_blocks > 0 ? std::min(1.0, 2 * array.shared_by_neighbours / array.read_by_blocks) : 0;
}

double moved_per_read(const Array& array, const Gpu& gpu) {
  if (array.read <= 0 || gpu.memory_access_bytes <= sector_bytes) return 1;
  return std::max(1.0, 2 * array.read_pairs / array.read);
}

double read_once(const Array& array, double sampled, double blocks) {
  const double most = array.bytes / sector_bytes, near = shared_with_neighbour(array);
  const double anywhere = footprint(array.read, array.read_by_blocks, sampled, blocks, most);
  if (sampled >= blocks) return anywhere;
  const double asked_by_pairs = array.read_by_blocks - array.shared_by_neighbours;
  const double of_pairs = footprint(array.read, asked_by_pairs, sampled, blocks, 2 * most);
  return std::max(anywhere, std::min(of_pairs * (1 - near) / (1 - near / 2), most));
}

Traffic traffic_of(const Launch& launch, const Residency& residency, const Gpu& gpu) {
  Traffic traffic;
  const double whole = launch.blocks() / std::max(1.0, launch.watched_blocks);
  const double loads = launch.load_sectors * whole;
  const double stores = (launch.store_sectors + launch.atomic_sectors) * whole;
  if (!launch.reuse || launch.reuse->blocks == 0) {
    traffic.l2_bytes = (loads + stores) * sector_bytes;
    traffic.read_bytes = loads * sector_bytes;
    traffic.written_bytes = stores * sector_bytes;
    traffic.memory_hits = 1;
    return traffic;
  }
  const Reuse& reuse = *launch.reuse;
  traffic.l1_hits = l1_hits_of(launch, residency, gpu);
  if (reuse.loads > reuse.first)
    traffic.near_hits = std::min(1.0, traffic.l1_hits * reuse.loads / (reuse.loads - reuse.first));
  const double past_l1 = loads * (1 - traffic.l1_hits);
  traffic.l2_bytes = (past_l1 + stores) * sector_bytes;
  // The order of sectors is kept for a part of long kernels, lines are counted in all of them.
  const double sectors = launch.load_sectors / std::max(1.0, launch.watched_blocks) * reuse.blocks;
  if (sectors > 0) traffic.l2_requests = past_l1 * std::min(1.0, reuse.load_lines / sectors);

  std::vector<WholeArray> arrays;
  double all = 0, asked = 0;
  for (const Array& array : reuse.arrays) {
    arrays.push_back(whole_array(array, launch, gpu));
    const WholeArray& whole_one = arrays.back();
    all += std::min(whole_one.kept + whole_one.stored, array.bytes / sector_bytes);
    asked += whole_one.once + whole_one.again + whole_one.stored + whole_one.rewritten;
  }
  // Data that SMs of both partitions read is in both.
  const double cache = gpu.l2_bytes / gpu.l2_partitions;
  const double misses = 1 - hits_of_a_loop(all * sector_bytes, cache);
  double from_memory = 0, moved = 0, filled_bytes = 0;
  for (const WholeArray& array : arrays) {
    const double read = array.once + array.again;
    // Until a block asks for a sector again, others have asked for the rest of the array, and for their part of the other arrays.
    const double between = read > 0 ? std::min(all, array.once * asked / read) : all;
    const double missed = array.once * misses +
                          array.again * std::min(misses, 1 - hits_of_a_loop(between * sector_bytes, cache));
    from_memory += missed;
    moved += missed * array.moved;
    const double written = (array.stored + array.rewritten) * misses;
    traffic.written_bytes += written * sector_bytes;
    // A sector that lacks bytes is read ahead of its write: its page is opened twice.
    const double filled = written * array.partly;
    filled_bytes += filled * gpu.memory_access_bytes;
    const double opened = array.pages * (read > 0 ? missed / read : misses) + filled;
    const double in_order =
        ((missed * array.moved + written) * sector_bytes + filled * gpu.memory_access_bytes) /
        gpu.read_bytes_s;
    traffic.opening_s += std::max(0.0, opened * gpu.memory_page_s - in_order);
  }
  const double past = from_memory > 0 ? std::min(1.0, past_l1 / from_memory) : 0;
  traffic.read_bytes = moved * past * sector_bytes + filled_bytes;
  traffic.memory_hits = past_l1 > 0 ? from_memory * past / past_l1 : 0;
  return traffic;
}

}  // namespace tutorial::predict
